// Package wayback asks the Internet Archive's Wayback Machine whether it has a capture of
// a page (https://archive.org/help/wayback_api.php), and gets captures. What is in them it
// does not read, and it knows no jobs.
package wayback

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// The upstreams' names in package sources: what is asked, and where captures are.
const (
	Name     = "wayback"
	Captures = "waybackweb"
)

// stamp is how the archive writes times, in UTC.
const stamp = "20060102150405"

// Client asks the archive. It is safe for concurrent use.
type Client struct{ up, captures *upstream.Client }

// From returns a Client of an installation's upstreams.
func From(up upstream.Upstreams) *Client {
	return &Client{up: up.Client(Name), captures: up.Client(Captures)}
}

// Capture is a page as it once was.
type Capture struct {
	Of string    // the page's address
	At time.Time // UTC
	// Page shows it to people, with the archive's bar above it; Raw is what the site sent
	// then, without changes.
	Page, Raw string
}

// answer is what the archive says. A page without captures has no closest one.
type answer struct {
	Snapshots *struct {
		Closest *struct {
			Available bool   `json:"available"`
			Status    string `json:"status"`
			Timestamp string `json:"timestamp"`
		} `json:"closest"`
	} `json:"archived_snapshots"`
}

// Latest returns the newest capture of a page that the site answered with 200; found is
// false when the archive says that it has none. Errors: parse_failed and those of
// upstream.Client.
func (c *Client) Latest(ctx context.Context, page string) (capture Capture, found bool, err error) {
	var a answer
	if err := c.up.JSON(ctx, upstream.Call{Path: "/wayback/available", Query: url.Values{"url": {page}}}, &a); err != nil {
		return Capture{}, false, err
	}
	if a.Snapshots == nil {
		return Capture{}, false, errs.New(errs.ParseFailed, "wayback returned neither captures nor an empty list").Later()
	}
	closest := a.Snapshots.Closest
	if closest == nil || !closest.Available || !strings.HasPrefix(closest.Status, "2") {
		return Capture{}, false, nil
	}
	at, err := time.Parse(stamp, closest.Timestamp)
	if err != nil {
		return Capture{}, false, errs.Wrap(err, errs.ParseFailed, "wayback returned a capture without its time").Later()
	}
	return c.of(at, page), true, nil
}

// maxRedirects is how many the archive may need from the time that was asked for to that of the
// capture that it shows.
const maxRedirects = 3

// Get returns what the site sent when it was captured, and the capture that the archive has in
// fact shown, which may be of another time. Errors: upstream_blocked where the archive shows a page
// of its own instead, and those of upstream.Client.
func (c *Client) Get(ctx context.Context, capture Capture, page string) (*fetch.Response, Capture, error) {
	resp, err := c.captures.Do(ctx, upstream.Call{
		Path: strings.TrimPrefix(capture.Raw, c.captures.BaseURL), Header: http.Header{"Accept": {"*/*"}}, MaxRedirects: maxRedirects,
		Final: []int{http.StatusNotFound}, // with a time it is what the site answered
	})
	if err != nil {
		return nil, Capture{}, err
	}
	// Of its own pages, as of sites that it may not show, the archive says no time.
	at, err := http.ParseTime(resp.Header.Get("Memento-Datetime"))
	if err != nil || !strings.HasPrefix(resp.URL.String(), c.captures.BaseURL+"/") {
		return nil, Capture{}, errs.New(errs.UpstreamBlocked, c.captures.Name+" returned a page of its own instead of the capture")
	}
	return resp, c.of(at, c.pageOf(resp.URL, page)), nil
}

// pageOf is the page whose capture an address of the archive shows: another than the one that was
// asked for where the site redirected.
func (c *Client) pageOf(shown *url.URL, asked string) string {
	_, page, _ := strings.Cut(strings.TrimPrefix(shown.String(), c.captures.BaseURL+"/web/"), "/")
	if scheme, rest, ok := strings.Cut(page, ":/"); ok {
		page = scheme + "://" + strings.TrimPrefix(rest, "/") // a server may take the two slashes for one
	}
	if u, err := url.Parse(page); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return asked
	}
	return page
}

// of is the capture of a page at a time. Its addresses are made of the time alone, so that nothing
// that is answered leads elsewhere.
func (c *Client) of(at time.Time, page string) Capture {
	base := c.captures.BaseURL + "/web/" + at.UTC().Format(stamp)
	return Capture{Of: page, At: at.UTC(), Page: base + "/" + page, Raw: base + "id_/" + page}
}
