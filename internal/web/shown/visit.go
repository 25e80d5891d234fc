package shown

import (
	"net/http"
	"time"
)

// Limits and defaults of a Visit.
const (
	// MaxWait is the most that Wait.For and Wait.Selector may take together.
	MaxWait = 15 * time.Second
	// Timeout is for the whole of a visit that names none.
	Timeout = 30 * time.Second
)

// Visit is a page to open and what to read of it.
type Visit struct {
	URL string // judged by target.Parse
	// Header is sent with the requests for documents of the URL's own host; its
	// Accept-Language and User-Agent hold for every request. It MUST come from
	// target.SafeHeaders.
	Header http.Header

	Proxy string // a caller's own, as egress.ParseProxy reads it; empty for none

	Viewport Viewport
	Dark     bool // the page is told that its reader prefers dark colours
	// BlockMedia leaves images, video, audio and fonts unloaded.
	BlockMedia bool

	// Mobile has the page shown as on a phone: its viewport meta counts, and it is touched.
	Mobile bool

	Wait Wait
	// Actions are performed once the page is ready and Delay has passed.
	Actions []Action
	// Delay is slept after the wait, before anything is read.
	Delay time.Duration
	// Timeout is for the whole, but not for the wait for a turn; Timeout when 0.
	Timeout time.Duration

	// Scripts are expressions of JavaScript by names of the caller's choice. Each is
	// evaluated once the page is ready and may be a promise; its JSON is in
	// Page.Values. They see the document but none of the page's own variables, which
	// could lie. A script MUST NOT be a caller's.
	Scripts map[string]string
	// Screenshot is the picture to take; nil is none.
	Screenshot *Screenshot
}

// Viewport is the size of the window in CSS pixels.
type Viewport struct {
	Width  int     // 1280 when 0
	Height int     // 800 when 0
	Scale  float64 // device pixels per CSS pixel; 1 when 0
}

// Wait says when a page is ready. The zero value waits for the end of loading and
// until the network has been quiet for half a second.
type Wait struct {
	Selector string        // until an element matches this CSS selector
	For      time.Duration // for this long after the document has loaded
}

// Screenshot is how a picture is taken.
type Screenshot struct {
	FullPage bool   // the whole page instead of the viewport, as far as Image.Clipped says
	Format   string // FormatPNG when empty
	Quality  int    // of JPEG and WebP, 1 to 100; 80 when 0
}

// Formats of a Screenshot.
const (
	FormatPNG  = "png"
	FormatJPEG = "jpeg"
	FormatWebP = "webp"
)
