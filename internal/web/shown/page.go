// Package shown is what a page in a browser is asked for and what comes of it. It must not know
// the browser, so that those who have pages shown elsewhere do not link it.
package shown

import (
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Page is what a visit found, whatever the status.
type Page struct {
	URL       *url.URL    // the last one, after redirects of the server's and the page's own
	Status    int         // of the document
	Header    http.Header // of the document's answer
	MediaType string      // of the document, lower case, without parameters
	Redirects []fetch.Hop // those of the server with their status, and documents that led on by script or meta with theirs

	HTML    string // the document as it stands after its scripts ran, in UTF-8
	Title   string
	Values  map[string]json.RawMessage // of Visit.Scripts, by their names
	Actions []Act                      // of Visit.Actions, as many
	// Screenshot is nil when none was asked for.
	Screenshot *Image

	Requests        int    // that the page made, blocked ones included
	BlockedRequests int    // not made: media that was not wanted, addresses that are not public, and all beyond a limit
	Bytes           int64  // that came over the network, as sent
	Limited         string // the limit that kept parts of the page from loading: "requests", "bytes" or ""
	Timings         Timings
}

// Image is a screenshot.
type Image struct {
	Data          []byte
	MediaType     string // "image/png"
	Width, Height int    // in device pixels
	Clipped       bool   // the page is longer than what is shown
}

// Timings are milliseconds since the visit began to load the page.
type Timings struct {
	ResponseMs int64 // until the document's headers were there
	ReadyMs    int64 // until the document was parsed (DOMContentLoaded); 0 when it was not
	LoadMs     int64 // until it had loaded all that it named; 0 when it had not
	TotalMs    int64 // until everything was read
}

// Response gives the page as an answer of fetch, for those who judge one: walls,
// extraction. Its body is the HTML in UTF-8.
func (p *Page) Response() *fetch.Response {
	return &fetch.Response{
		URL: p.URL, Status: p.Status, Header: p.Header, Body: []byte(p.HTML), Redirects: p.Redirects,
		MediaType: p.MediaType, Charset: "utf-8",
	}
}
