package browser

import (
	"fmt"
	"math"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/web/shown"
)

const (
	// maxPixels and maxSide are the largest picture that is taken, in device pixels.
	maxPixels = 40_000_000
	maxSide   = 16_000
	// scrollFor is what scrolling through a long page may take in any case, and scrollMost where that is no more than a quarter of
	// what is left: 20 windows of 60 ms take neither, unless the machine or the page is busy.
	scrollFor  = 3 * time.Second
	scrollMost = 8 * time.Second
)

// scroll goes through the page as a reader does, so that what loads only when it is
// seen is loaded, and returns to the top. What observes that it is seen is told so with a frame, which a busy machine shows late.
const scroll = `(async () => {
	const end = performance.now() + %d, step = innerHeight;
	for (let y = step; y < document.scrollingElement?.scrollHeight && y < %d && performance.now() < end; y += step) {
		scrollTo({top: y, behavior: "instant"});
		await new Promise((next) => { requestAnimationFrame(() => setTimeout(next, 50)); setTimeout(next, end - performance.now()); });
	}
	scrollTo({top: 0, behavior: "instant"});
	return true;
})()`

// reveal scrolls through a page whose whole picture is wanted.
func (t *tab) reveal() error {
	if t.v.Screenshot == nil || !t.v.Screenshot.FullPage || t.v.BlockMedia {
		return nil
	}
	most := scrollMost
	if deadline, ok := t.ctx.Deadline(); ok {
		most = min(scrollMost, max(scrollFor, deadline.Sub(t.browser.cfg.Now())/4))
	}
	if _, err := t.evaluate(fmt.Sprintf(scroll, most.Milliseconds(), maxSide)); err != nil {
		if _, ok := err.(*thrownError); ok { //nolint:errorlint // evaluate returns it as it is
			return nil // a page that cannot be scrolled is shown as it is
		}
		return err
	}
	return t.settle()
}

// picture takes the screenshot.
func (t *tab) picture() (*shown.Image, error) {
	shot, view := t.v.Screenshot, t.v.Viewport
	capture := proto.PageCaptureScreenshot{Format: proto.PageCaptureScreenshotFormat(shot.Format), FromSurface: true}
	if shot.Format != shown.FormatPNG {
		capture.Quality = &shot.Quality
	}
	height, clipped := view.Height, false
	if shot.FullPage {
		metrics, err := proto.PageGetLayoutMetrics{}.Call(t.page)
		if err != nil {
			return nil, err
		}
		height, clipped = fit(view, metrics.CSSContentSize.Height)
		capture.CaptureBeyondViewport = true
		capture.Clip = &proto.PageViewport{Width: float64(view.Width), Height: float64(height), Scale: 1}
	}
	data, err := t.page.Screenshot(false, &capture)
	if err != nil {
		return nil, err
	}
	scaled := func(n int) int { return int(math.Round(float64(n) * view.Scale)) }
	return &shown.Image{
		Data: data, MediaType: "image/" + shot.Format,
		Width: scaled(view.Width), Height: scaled(height), Clipped: clipped,
	}, nil
}

// fit is how much of a page's height, in CSS pixels, a picture can show.
func fit(v shown.Viewport, content float64) (height int, clipped bool) {
	wanted := max(int(math.Ceil(content)), v.Height)
	most := int(math.Min(maxSide/v.Scale, maxPixels/(float64(v.Width)*v.Scale*v.Scale)))
	return min(wanted, most), wanted > most
}
