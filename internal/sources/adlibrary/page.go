package adlibrary

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/envelope"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/shape"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/wire"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

const (
	path = "/ads/library/"
	// pageSize is how many ads a page shows at most.
	pageSize = 30
	// maxBytes is more than twice what pages have.
	maxBytes = 10 << 20
)

// list is what a page shows of a query's ads.
type list struct {
	Ads     []ads.Ad
	Count   *int64 // how many the library says that there are, nil when it does not
	shown   int64  // how many of them those on the page stand for: one may stand for several that are alike
	hasNext bool
}

// isFull reports whether the query has more ads than the page shows. A page with room left
// that shows fewer than it counts may have them all, as one for each creative.
func (l *list) isFull() bool {
	n := int64(len(l.Ads))
	switch {
	case l.hasNext:
		return true
	case l.Count == nil:
		return n >= pageSize
	case n >= pageSize:
		return *l.Count > n
	}
	return *l.Count > l.shown
}

// hidesAll matches a page that counts ads and shows none.
func (l *list) hidesAll() bool { return l.shown == 0 && l.isFull() }

// search loads a page of results. Errors: those of load, and parse_failed.
func (c *Client) search(ctx context.Context, query url.Values) (*list, error) {
	body, err := c.load(ctx, query)
	if err != nil {
		return nil, err
	}
	return results(body)
}

// load gets a page of the library. Errors: upstream_blocked, login_required, and those of
// upstream.Client.
func (c *Client) load(ctx context.Context, query url.Values) ([]byte, error) {
	resp, err := c.page.Do(ctx, upstream.Call{
		Path: path, Query: query, Timeout: 30 * time.Second, MaxBytes: maxBytes,
		Header: http.Header{"Accept": {"text/html,application/xhtml+xml"}, "Accept-Language": {"en-US,en;q=0.8"}},
		Final:  []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden},
	})
	if err != nil {
		return nil, err
	}
	return resp.Body, walled(resp)
}

// walled distinguishes a page for visitors that are not let in from one with results. A login form
// alone is no wall, since the head of any page may have one.
func walled(resp *fetch.Response) error {
	said := fmt.Errorf("status %d of %s", resp.Status, resp.URL.Path)
	switch page := resp.Body; {
	case bytes.Contains(page, []byte("/__rd_verify_")):
		return blocked(said, "it requires solving a challenge, which this service does not do")
	case resp.Status >= http.StatusBadRequest:
		return blocked(said, fmt.Sprintf("it returned %d %s", resp.Status, http.StatusText(resp.Status)))
	case strings.HasPrefix(resp.URL.Path, "/login") || strings.HasPrefix(resp.URL.Path, "/checkpoint"):
		return login(said)
	case bytes.Contains(page, []byte("ad_library_main")):
		return nil
	case bytes.Contains(page, []byte("login_form")):
		return login(said)
	}
	return nil
}

const remedy = "; try again later. The operator can set a key of its official API (adlibraryapi in QUARRY_KEYS) or a proxy (adlibrary.proxy there)."

func blocked(cause error, how string) error {
	return errs.Wrap(cause, errs.UpstreamBlocked, "The Meta Ad Library blocks access: "+how+remedy)
}

func login(cause error) error {
	return errs.Wrap(cause, errs.LoginRequired, "The Meta Ad Library asks for a login, as it does for suspicious visitors"+remedy)
}

// results reads what a page shows. Without the object of results it says nothing of ads,
// and is upstream_blocked; with one that cannot be read it is parse_failed.
func results(page []byte) (*list, error) {
	var best *list
	var broken error
	for raw, err := range envelope.Objects(page, "search_results_connection") {
		var connection wire.Connection
		if err == nil {
			err = wire.Decode(raw, &connection)
		}
		if err != nil {
			broken = err
			continue
		}
		l, err := read(&connection)
		if err != nil {
			broken = err
			continue
		}
		if best == nil || best.shown == 0 && l.shown > 0 {
			best = l
		}
	}
	switch {
	case best != nil:
		return best, nil
	case broken != nil:
		return nil, unreadable(broken)
	}
	return nil, blocked(nil, "it returned a page without results")
}

func unreadable(cause error) error {
	return errs.Wrap(cause, errs.ParseFailed, "The Meta Ad Library returned data in an unknown format").Later()
}

// read turns a connection into a list. One that neither counts ads nor shows any proves
// nothing.
func read(connection *wire.Connection) (*list, error) {
	l := &list{Ads: []ads.Ad{}, Count: connection.Count.Pointer(), hasNext: connection.Info.HasNext.Is()}
	seen, groups := map[string]bool{}, map[wire.Text]int64{}
	nodes := 0
	for _, edge := range connection.Edges {
		nodes += len(edge.Node.Results)
		for i := range edge.Node.Results {
			n := &edge.Node.Results[i]
			ad, ok := shape.Ad(n)
			if !ok || seen[ad.ID] {
				continue
			}
			seen[ad.ID] = true
			l.Ads = append(l.Ads, ad)
			group := cmp.Or(n.CollationID, n.ID)
			l.shown++
			groups[group]++
			if hidden := min(n.CollationCount.Value, 1e6) - groups[group]; hidden > 0 {
				l.shown += hidden
				groups[group] += hidden
			}
		}
	}
	switch {
	case nodes > 0 && len(l.Ads) == 0:
		return nil, fmt.Errorf("%d ads without an id", nodes)
	case nodes == 0 && l.Count == nil:
		return nil, errors.New("neither a count nor ads")
	}
	return l, nil
}
