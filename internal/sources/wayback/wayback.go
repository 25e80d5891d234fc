// Package wayback asks the Internet Archive's Wayback Machine whether it has a capture of
// a page (https://archive.org/help/wayback_api.php). It reads no captures and knows no
// jobs.
package wayback

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
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
	// The address is made of the time alone, so that nothing that is answered leads
	// elsewhere.
	at, err := time.Parse(stamp, closest.Timestamp)
	if err != nil {
		return Capture{}, false, errs.Wrap(err, errs.ParseFailed, "wayback returned a capture without its time").Later()
	}
	base := c.captures.BaseURL + "/web/" + at.Format(stamp)
	return Capture{At: at.UTC(), Page: base + "/" + page, Raw: base + "id_/" + page}, true, nil
}
