package webtest

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// picture draws the company's mark, a wave on green, in the middle of a card.
func picture(width, height int) ([]byte, error) {
	green, paper := color.RGBA{R: 0x0b, G: 0x5d, B: 0x5b, A: 0xff}, color.RGBA{R: 0xfb, G: 0xfa, B: 0xf5, A: 0xff}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.NewUniform(green), image.Point{}, draw.Src)
	size := float64(min(width, height))
	left := (float64(width) - size) / 2
	for x := range int(size * 0.7) {
		across := float64(x) / (size * 0.7)
		y := float64(height)/2 - math.Sin(across*4*math.Pi)*size*0.1
		for thick := range int(size*0.08) + 1 {
			img.Set(int(left+size*0.15)+x, int(y)+thick, paper)
		}
	}
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return b.Bytes(), err
}

// imagePNG serves the mark as PNG.
func imagePNG(width, height int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		body, err := picture(width, height)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		site.Send(w, http.StatusOK, "image/png", body)
	}
}

// favicon serves the mark as an ICO file that holds one PNG of 32 pixels.
func favicon() http.HandlerFunc {
	const size = 32
	return func(w http.ResponseWriter, _ *http.Request) {
		body, err := picture(size, size)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		const directory = 6 + 16 // the file's header and one entry, after which the image lies
		head := []byte{0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0}
		head = binary.LittleEndian.AppendUint32(head, uint32(len(body))) //nolint:gosec // a few hundred bytes
		head = binary.LittleEndian.AppendUint32(head, directory)
		site.Send(w, http.StatusOK, "image/x-icon", append(head, body...))
	}
}
