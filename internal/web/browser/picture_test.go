package browser_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/web/shown"
)

// decode reads a PNG and checks that it is as large as is said.
func decode(t *testing.T, shot *shown.Image) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(shot.Data))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != shot.Width || size.Y != shot.Height {
		t.Errorf("the picture is %v, told are %d×%d", size, shot.Width, shot.Height)
	}
	return picture
}

// shows reports whether a pixel has a colour.
func shows(picture image.Image, x, y int, want color.RGBA) bool {
	r, g, b, _ := picture.At(x, y).RGBA()
	return uint8(r>>8) == want.R && uint8(g>>8) == want.G && uint8(b>>8) == want.B
}

var (
	red   = color.RGBA{R: 255}
	green = color.RGBA{G: 128}
	blue  = color.RGBA{B: 255}
)

func TestScreenshots(t *testing.T) {
	t.Parallel()
	const square = `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="blue"/></svg>`
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/square.svg" {
			w.Header().Set("Content-Type", "image/svg+xml")
			_, _ = w.Write([]byte(square))
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><style>body{margin:0;background:red}@media(prefers-color-scheme:dark){body{background:green}}
			img{display:block}</style><div style="height:` + r.URL.RawQuery + `px"></div><img src=/square.svg loading=lazy width=50 height=50>`))
	}))
	shoot := func(t *testing.T, height string, v shown.Visit, shot shown.Screenshot) *shown.Image {
		t.Helper()
		v.URL, v.Screenshot = "http://page.test/?"+height, &shot
		return s.visit(t, v).Screenshot
	}
	t.Run("viewport", func(t *testing.T) {
		t.Parallel()
		shot := shoot(t, "3000", shown.Visit{}, shown.Screenshot{})
		if p := decode(t, shot); shot.Width != 1280 || shot.Height != 800 || shot.MediaType != "image/png" || shot.Clipped || !shows(p, 5, 5, red) {
			t.Errorf(`got shot.Width %d, shot.Height %d, shot.MediaType %s; want shot.Width 1280, shot.Height 800, shot.MediaType "image/png", shot.Clipped false, shows(p, 5, 5, red) true`, shot.Width, shot.Height, shot.MediaType)
		}
	})
	t.Run("scale and dark", func(t *testing.T) {
		t.Parallel()
		shot := shoot(t, "20", shown.Visit{Dark: true, Viewport: shown.Viewport{Width: 300, Height: 200, Scale: 2}}, shown.Screenshot{})
		if p := decode(t, shot); shot.Width != 600 || shot.Height != 400 || !shows(p, 5, 5, green) || !shows(p, 50, 60, blue) {
			t.Errorf("got shot.Width %d, shot.Height %d; want shot.Width 600, shot.Height 400, shows(p, 5, 5, green) true, shows(p, 50, 60, blue) true", shot.Width, shot.Height)
		}
	})
	t.Run("full page", func(t *testing.T) {
		t.Parallel()
		shot := shoot(t, "6000", shown.Visit{Viewport: shown.Viewport{Width: 400}}, shown.Screenshot{FullPage: true})
		if p := decode(t, shot); shot.Height != 6050 || shot.Clipped || !shows(p, 5, 5900, red) || !shows(p, 20, 6020, blue) {
			t.Errorf("%d×%d, clipped %v", shot.Width, shot.Height, shot.Clipped)
		}
	})
	t.Run("a page without end", func(t *testing.T) {
		t.Parallel()
		shot := shoot(t, "900000", shown.Visit{Viewport: shown.Viewport{Width: 200}}, shown.Screenshot{FullPage: true})
		if p := decode(t, shot); shot.Height != 16000 || !shot.Clipped || !shows(p, 5, 15990, red) {
			t.Errorf("%d×%d, clipped %v", shot.Width, shot.Height, shot.Clipped)
		}
	})
	t.Run("jpeg", func(t *testing.T) {
		t.Parallel()
		shot := shoot(t, "20", shown.Visit{}, shown.Screenshot{Format: shown.FormatJPEG, Quality: 30})
		about, err := jpeg.DecodeConfig(bytes.NewReader(shot.Data))
		if err != nil || about.Width != 1280 || shot.MediaType != "image/jpeg" {
			t.Errorf(`got about %+v, error %v; want no error, Width 1280, shot.MediaType "image/jpeg"`, about, err)
		}
	})
	t.Run("webp", func(t *testing.T) {
		t.Parallel()
		shot := shoot(t, "20", shown.Visit{}, shown.Screenshot{Format: shown.FormatWebP})
		if head := string(shot.Data[:16]); !strings.HasPrefix(head, "RIFF") || head[8:12] != "WEBP" || shot.MediaType != "image/webp" {
			t.Errorf(`got head %q, want beginning with "RIFF", [8:12] "WEBP", shot.MediaType "image/webp"`, head)
		}
	})
}

// Text of most scripts is there: with no font found it would be silently invisible.
func TestTextIsVisible(t *testing.T) {
	t.Parallel()
	samples := []string{"Latin", "Ελλάς", "Жизнь", "<b>bold</b>", "<code>code</code>", "简体", "繁體", "日本語", "한국어", "עברית", "عربي", "ไทย", "हिन्दी", "→★✓", "😀🎉"}
	var body strings.Builder
	for i, text := range samples {
		_, _ = fmt.Fprintf(&body, `<div style="position:absolute;left:0;top:%dpx;font:24px sans-serif;line-height:40px">%s</div>`, 40*i, text)
	}
	s := setup(t, pages(map[string]string{"/": body.String()}))
	picture := decode(t, s.visit(t, shown.Visit{URL: "http://page.test/", Screenshot: &shown.Screenshot{}}).Screenshot)
	for i, text := range samples {
		ink := 0
		for x := range 200 {
			for y := 40 * i; y < 40*(i+1); y++ {
				if !shows(picture, x, y, color.RGBA{R: 255, G: 255, B: 255}) {
					ink++
				}
			}
		}
		if ink < 150 {
			t.Errorf("%s has %d pixels; run make chromium for fonts of all scripts", text, ink)
		}
	}
}
