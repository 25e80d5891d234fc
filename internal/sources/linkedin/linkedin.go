// Package linkedin reads what LinkedIn shows to everybody, without an account: pages of
// companies with their newest posts and a few of their people, single posts with the
// first comments, and profiles of members where they are served. A login wall or a block
// is an error, never an empty answer. It knows no jobs.
package linkedin

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Name is the upstream's in package sources.
const Name = "linkedin"

// Client reads LinkedIn. It is safe for concurrent use.
type Client struct{ up *upstream.Client }

// New returns a Client.
func New(up *upstream.Client) *Client { return &Client{up: up} }

// statusDenied is the status of LinkedIn's own with which it turns machines away.
const statusDenied = 999

// finals are the statuses that this package judges itself.
func finals() []int {
	return []int{http.StatusBadRequest, http.StatusNotFound, http.StatusGone, statusDenied}
}

// document is a page that is not a wall.
type document struct {
	page    *goquery.Selection
	key     string // by which LinkedIn names its kinds of pages
	path    string // where it was found, after redirects
	session string // cookies to send with calls that belong to it
	status  int
}

// get reads a page. Statuses 400, 404 and 410 are left to the caller; walls are
// login_required or upstream_blocked.
func (c *Client) get(ctx context.Context, path, session string) (*document, error) {
	header := http.Header{"Accept": {"text/html,application/xhtml+xml"}, "Accept-Language": {"en-US,en;q=0.8"}}
	if session != "" {
		header.Set("Cookie", session)
	}
	resp, err := c.up.Do(ctx, upstream.Call{Path: path, Header: header, Final: finals()})
	if err != nil {
		return nil, err
	}
	d := &document{path: resp.URL.Path, session: cookies(resp), status: resp.Status}
	if err := wallByAddress(resp); err != nil {
		return nil, err
	}
	d.page = lookup.Parse(resp.Body)
	d.key = meta(d.page, "pageKey")
	if strings.Contains(d.key, "authwall") || len(resp.Body) < shortest && bytes.Contains(resp.Body, []byte("/authwall")) {
		return nil, walled()
	}
	if resp.Status == http.StatusOK && len(bytes.TrimSpace(resp.Body)) == 0 {
		return nil, denied("an empty page")
	}
	return d, nil
}

// shortest is how many bytes a real page has at least; the script that leads to the
// login wall has fewer.
const shortest = 4 << 10

// wallByAddress is the error of what LinkedIn answered in place of a page.
func wallByAddress(resp *fetch.Response) error {
	if resp.Status == statusDenied {
		return denied("status 999")
	}
	path := strings.ToLower(resp.URL.Path)
	for _, wall := range []string{"/authwall", "/login", "/uas/login", "/signup"} {
		if path == wall || strings.HasPrefix(path, wall+"/") || strings.HasPrefix(path, wall+"-") {
			return walled()
		}
	}
	if strings.HasPrefix(path, "/checkpoint/") {
		return denied("a check for machines")
	}
	return nil
}

func walled() error {
	return errs.New(errs.LoginRequired, "LinkedIn shows this page only after a login.")
}

func denied(what string) error {
	return errs.Newf(errs.UpstreamBlocked, "LinkedIn returned %s and blocks access; try again later.", what)
}

// missing is the error when there is no such thing, or none that everybody may see.
func missing(what string) error {
	e := errs.Newf(errs.TargetError, "LinkedIn has no %s, or none that is public; check the address.", what)
	e.Permanent = true
	return e
}

func unreadable(what string) error {
	return errs.Newf(errs.ParseFailed, "LinkedIn returned %s in an unknown format", what).Later()
}

// maxSession bounds the cookies that a cursor carries.
const maxSession = 1500

// cookies are those that a page set, as they are sent back: LinkedIn takes the tokens of
// a page from the same visitor only. They are a guest's, and name nobody.
func cookies(resp *fetch.Response) string {
	var all []string
	for _, c := range (&http.Response{Header: resp.Header}).Cookies() {
		if c.Value != "" && c.MaxAge >= 0 {
			all = append(all, c.Name+"="+c.Value)
		}
	}
	if s := strings.Join(all, "; "); len(s) <= maxSession {
		return s
	}
	return ""
}
