// Package view holds the options of calls that show a page in a browser: the window,
// when the page is ready, and the picture. It must not know the browser, so that the
// API can declare such calls without linking it, and knows no kind.
package view

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/selector"
)

// Limits; what is larger is clamped.
const (
	MaxWidth  = 3840
	MaxHeight = 2160
	MaxScale  = 3
	MaxWait   = 15 * time.Second // of waitFor, and again of delay
	maxPixels = 40e6             // of a picture of the window

	// MinTimeout and MaxTimeout bound timeoutMs; DefaultTimeout is for who names none.
	// The workers that show pages stop at 2 minutes.
	MinTimeout     = time.Second
	MaxTimeout     = 110 * time.Second
	DefaultTimeout = time.Minute
)

// Options are embedded in the options of a call.
type Options struct {
	Viewport          *Viewport       `json:"viewport,omitempty" doc:"In the browser: size of the window. Default 1280 × 800, with mobile 390 × 844."`
	DeviceScaleFactor float64         `json:"deviceScaleFactor,omitempty" exclusiveMinimum:"0" default:"1" doc:"In the browser: image pixels for each CSS pixel, 1 to 3, and at most 40 million pixels for the window. Other values are clamped. Default 1."`
	Dark              bool            `json:"dark,omitempty" default:"false" doc:"In the browser: prefer the dark colour scheme. Default false."`
	WaitFor           json.RawMessage `json:"waitFor,omitempty" example:"\"#price\"" doc:"In the browser: when the page is ready. A CSS selector waits until an element matches; a number waits that many milliseconds after loading; at most 15000 in both cases. Default: when there was no network activity for half a second."`
	Delay             int64           `json:"delay,omitempty" minimum:"0" default:"0" doc:"In the browser: milliseconds to wait after the page is ready, before anything is read. Values above 15000 are clamped. Default 0."`
	Mobile            bool            `json:"mobile,omitempty" default:"false" doc:"As on a phone. In the browser: its window, touch and user agent. Default false."`
	Actions           []Action        `json:"actions,omitempty" maxItems:"20" doc:"Actions on the page. In the browser, before it is read; at most 20. One that fails ends the job, unless it is optional; result.actions, or meta.actions of a failed job, reports each."`
	FullPage          bool            `json:"fullPage,omitempty" default:"false" doc:"For a screenshot: capture the whole page instead of the window. It has up to 16000 pixels in height and 40 million pixels in total. Default false."`
	Quality           int64           `json:"quality,omitempty" minimum:"1" default:"80" doc:"For a screenshot as jpeg or webp: 1 to 100. Larger values are clamped. Default 80."`
}

// Viewport is the size of a window.
type Viewport struct {
	Width  int64 `json:"width,omitempty" minimum:"1" doc:"CSS pixels; values above 3840 are clamped. Default 1280, with mobile 390."`
	Height int64 `json:"height,omitempty" minimum:"1" doc:"CSS pixels; values above 2160 are clamped. Default 800, with mobile 844."`
}

// Prepare fills defaults, clamps, and refuses what means nothing. It changes nothing
// that o points to. Error: invalid_request.
func (o *Options) Prepare() error {
	v := Viewport{}
	if o.Viewport != nil {
		v = *o.Viewport
	}
	for _, c := range []struct {
		field   string
		value   *int64
		normal  int64
		largest int64
	}{
		{"options.viewport.width", &v.Width, o.window().Width, MaxWidth},
		{"options.viewport.height", &v.Height, o.window().Height, MaxHeight},
		{"options.delay", &o.Delay, 0, MaxWait.Milliseconds()},
	} {
		if *c.value < 0 {
			return errs.Field(errs.InvalidRequest, c.field, "must not be negative")
		}
		if *c.value == 0 {
			*c.value = c.normal
		}
		*c.value = min(*c.value, c.largest)
	}
	o.Viewport = &v
	if o.DeviceScaleFactor < 0 {
		return errs.Field(errs.InvalidRequest, "options.deviceScaleFactor", "must not be negative")
	}
	most := math.Floor(math.Sqrt(maxPixels/float64(v.Width*v.Height))*100) / 100
	o.DeviceScaleFactor = min(max(o.DeviceScaleFactor, 1), MaxScale, most)
	if err := o.prepareActions(); err != nil {
		return err
	}
	return o.prepareWait()
}

// window is the size that is usual.
func (o *Options) window() Viewport {
	if o.Mobile {
		return Viewport{Width: 390, Height: 844}
	}
	return Viewport{Width: 1280, Height: 800}
}

// Interactive names an option that only a browser can heed, for calls that may do without one; it is
// empty when none is given.
func (o *Options) Interactive() string {
	switch {
	case len(o.Actions) > 0:
		return "actions"
	case len(bytes.TrimSpace(o.WaitFor)) > 0 && string(bytes.TrimSpace(o.WaitFor)) != "0":
		return "waitFor"
	case o.Mobile:
		return "mobile"
	}
	return ""
}

// PreparePicture does the same for what concerns a screenshot alone.
func (o *Options) PreparePicture(lossy bool) error {
	if o.Quality < 0 {
		return errs.Field(errs.InvalidRequest, "options.quality", "must be 1 to 100")
	}
	if o.Quality == 0 && lossy {
		o.Quality = 80
	}
	o.Quality = min(o.Quality, 100)
	return nil
}

// prepareWait writes the one spelling of waitFor; none is the spelling of 0.
func (o *Options) prepareWait() error {
	const issue = "must be a CSS selector or a number of milliseconds from 0 to 15000"
	raw := bytes.TrimSpace(o.WaitFor)
	if len(raw) == 0 {
		o.WaitFor = nil
		return nil
	}
	if raw[0] == '"' {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return errs.Field(errs.InvalidRequest, "options.waitFor", issue)
		}
		s = strings.TrimSpace(s)
		if found := selector.Issue(s); found != "" {
			return errs.Field(errs.InvalidRequest, "options.waitFor", found)
		}
		if own := notInBrowsers(s); own != "" {
			return errs.Field(errs.InvalidRequest, "options.waitFor", "must not use "+own+", which browsers do not support")
		}
		o.WaitFor = encode(s)
		return nil
	}
	var given json.Number
	err := json.Unmarshal(raw, &given)
	ms, _ := given.Float64() // of what is too large: an infinity
	if err != nil || string(raw) == "null" || ms < 0 {
		return errs.Field(errs.InvalidRequest, "options.waitFor", issue)
	}
	o.WaitFor = nil
	if whole := int64(math.Min(ms, float64(MaxWait.Milliseconds()))); whole > 0 {
		o.WaitFor = encode(whole)
	}
	return nil
}

// notInBrowsers finds what our reader of selectors knows beyond the standard.
func notInBrowsers(css string) string {
	for _, own := range []string{":contains", ":haschild", ":input", ":matches"} {
		if strings.Contains(strings.ToLower(css), own) {
			return own
		}
	}
	return ""
}

// encode cannot fail on a string or a number.
func encode(v any) json.RawMessage {
	raw, _ := json.Marshal(v)
	return raw
}

// Wait is what waitFor means: a selector, or a time, or neither.
func (o *Options) Wait() (css string, after time.Duration) {
	var ms int64
	if json.Unmarshal(o.WaitFor, &css) == nil {
		return css, 0
	}
	if json.Unmarshal(o.WaitFor, &ms) == nil {
		return "", time.Duration(ms) * time.Millisecond
	}
	return "", 0
}

// Timeout clamps a number of milliseconds that a caller gives, 0 for none.
func Timeout(ms int64) time.Duration {
	if ms == 0 {
		return DefaultTimeout
	}
	return time.Duration(min(max(ms, MinTimeout.Milliseconds()), MaxTimeout.Milliseconds())) * time.Millisecond
}
