package picture_test

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/brand/picture"
)

func encoded(t *testing.T, encode func(*bytes.Buffer, image.Image) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, image.NewGray(image.Rect(0, 0, 40, 20))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSniff(t *testing.T) {
	t.Parallel()
	pngFile := encoded(t, func(b *bytes.Buffer, i image.Image) error { return png.Encode(b, i) })
	cases := map[string]struct {
		file string
		want picture.Picture
	}{
		"png":           {pngFile, picture.Picture{Format: picture.PNG, Width: 40, Height: 20}},
		"png, cut":      {pngFile[:12], picture.Picture{Format: picture.PNG}},
		"jpeg":          {encoded(t, func(b *bytes.Buffer, i image.Image) error { return jpeg.Encode(b, i, nil) }), picture.Picture{Format: picture.JPEG, Width: 40, Height: 20}},
		"gif":           {encoded(t, func(b *bytes.Buffer, i image.Image) error { return gif.Encode(b, i, nil) }), picture.Picture{Format: picture.GIF, Width: 40, Height: 20}},
		"webp extended": {"RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x27\x00\x00\x13\x00\x00", picture.Picture{Format: picture.WebP, Width: 40, Height: 20}},
		"webp lossless": {"RIFF\x00\x00\x00\x00WEBPVP8L\x0a\x00\x00\x00\x2f\x27\xc0\x04\x00\x00\x00\x00\x00\x00", picture.Picture{Format: picture.WebP, Width: 40, Height: 20}},
		"webp lossy":    {"RIFF\x00\x00\x00\x00WEBPVP8 \x0a\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\x28\x00\x14\x00", picture.Picture{Format: picture.WebP, Width: 40, Height: 20}},
		"webp, cut":     {"RIFF\x00\x00\x00\x00WEBPVP8", picture.Picture{Format: picture.WebP}},
		"avif":          {"\x00\x00\x00\x20ftypavif\x00\x00", picture.Picture{Format: picture.AVIF}},
		"ico":           {"\x00\x00\x01\x00\x02\x00" + "\x10\x10\x00\x00\x01\x00\x20\x00\x00\x00\x00\x00\x00\x00\x00\x00" + "\x00\x00\x00\x00\x01\x00\x20\x00\x00\x00\x00\x00\x00\x00\x00\x00", picture.Picture{Format: picture.ICO, Width: 256, Height: 256}},
		"svg":           {`<svg xmlns="x" viewBox="0 0 192.4 48"><rect/></svg>`, picture.Picture{Format: picture.SVG, Width: 192, Height: 48}},
		"svg, declared": {"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"x\">\n<svg\n width=1>", picture.Picture{Format: picture.SVG}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, ok := picture.Sniff([]byte(c.file)); !ok || got != c.want {
				t.Errorf("got %+v %t", got, ok)
			}
		})
	}
}

func TestSniffRefuses(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"nothing": "", "a page": "<!doctype html><html><svg></svg>", "text": "Not found", "JSON": `{"a":1}`, "a page that begins with a drawing's name": "<svgx>",
		"zeros": strings.Repeat("\x00", 100), "an icon without images": "\x00\x00\x01\x00\x00\x00" + strings.Repeat("\x00", 20),
		"comments without end": strings.Repeat("<!--", 100_000), "XML": "<?xml version='1.0'?><rss></rss>",
	} {
		if got, ok := picture.Sniff([]byte(file)); ok {
			t.Errorf("%s is %+v", name, got)
		}
	}
}

func FuzzSniff(f *testing.F) {
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8X"))
	f.Add([]byte(`<svg viewBox="0 0 1 1">`))
	f.Fuzz(func(_ *testing.T, file []byte) { picture.Sniff(file) })
}
