// Package commoncrawl asks the index of Common Crawl for captures of a domain
// (https://index.commoncrawl.org). It knows no jobs.
package commoncrawl

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Name is the upstream's in package sources.
const Name = "commoncrawl"

// LinesPerBlock is how many captures a block of the index holds at most.
const LinesPerBlock = 3000

const (
	crawlsAge = time.Hour        // a crawl comes about once a month
	timeout   = 30 * time.Second // the index is slow, and often down for minutes
)

// Client asks the index. It remembers the list of crawls for an hour, and is safe for
// concurrent use.
type Client struct {
	up  *upstream.Client
	now func() time.Time

	mu     sync.Mutex
	latest *Crawl
	until  time.Time
}

// New returns a Client.
func New(up *upstream.Client, now func() time.Time) *Client { return &Client{up: up, now: now} }

// Crawl is one crawl.
type Crawl struct {
	ID   string `json:"id"`   // "CC-MAIN-2025-33"
	Name string `json:"name"` // "August 2025 Index"
	API  string `json:"cdx-api"`
	From string `json:"from"` // "2025-08-02T22:09:07", in UTC; old crawls have none
	To   string `json:"to"`
}

// Latest returns the newest crawl that can be asked. Errors: parse_failed and those
// of upstream.Client.
func (c *Client) Latest(ctx context.Context) (*Crawl, error) {
	c.mu.Lock()
	latest, until := c.latest, c.until
	c.mu.Unlock()
	if latest != nil && c.now().Before(until) {
		return latest, nil
	}
	var crawls []Crawl
	if err := c.up.JSON(ctx, upstream.Call{Path: "/collinfo.json", Timeout: timeout}, &crawls); err != nil {
		return nil, err
	}
	for i := range crawls {
		if _, ok := crawls[i].path(); ok { // the newest comes first
			c.mu.Lock()
			defer c.mu.Unlock()
			c.latest, c.until = &crawls[i], c.now().Add(crawlsAge)
			return &crawls[i], nil
		}
	}
	return nil, errs.New(errs.ParseFailed, "commoncrawl lists no crawls").Later()
}

// path is where the crawl's index is below the upstream's base URL, so that nothing
// that the list names is asked elsewhere.
func (c *Crawl) path() (string, bool) {
	u, err := url.Parse(c.API)
	if err != nil || c.ID == "" || !strings.HasSuffix(u.Path, "/"+c.ID+"-index") {
		return "", false
	}
	return "/" + url.PathEscape(c.ID+"-index"), true
}

// Size is how much of the index the captures of a domain take.
type Size struct {
	Pages  int `json:"pages"`
	Blocks int `json:"blocks"`
}

// Count returns the size of a domain with its subdomains, or nil when there are no
// captures. Errors: parse_failed and those of upstream.Client.
func (c *Client) Count(ctx context.Context, crawl *Crawl, domain string) (*Size, error) {
	resp, err := c.ask(ctx, crawl, domain, url.Values{"showNumPages": {"true"}})
	if err != nil || resp == nil {
		return nil, err
	}
	var size Size
	if err := c.up.Decode(resp, &size); err != nil {
		// Old versions of the index answer with the bare number of pages.
		pages, numberErr := strconv.Atoi(strings.TrimSpace(string(resp.Body)))
		if numberErr != nil {
			return nil, err
		}
		size.Pages = pages
	}
	if size.Pages < 0 || size.Blocks < 0 {
		return nil, errs.New(errs.ParseFailed, "commoncrawl returned a negative count").Later()
	}
	return &size, nil
}

// Captures returns the first captures of a domain and its subdomains, in the order of
// their addresses, at most limit; none is an answer. Nameless is how many lines more there
// were that name no address, which are left out. Errors: parse_failed and those of
// upstream.Client.
func (c *Client) Captures(ctx context.Context, crawl *Crawl, domain string, limit int) (list []Capture, nameless int, err error) {
	resp, err := c.ask(ctx, crawl, domain, url.Values{"limit": {strconv.Itoa(limit)}})
	if err != nil || resp == nil {
		return nil, 0, err
	}
	return parse(resp.Body)
}

// ask returns nil when the index says that there are no captures.
func (c *Client) ask(ctx context.Context, crawl *Crawl, domain string, query url.Values) (*fetch.Response, error) {
	path, ok := crawl.path()
	if !ok {
		return nil, errs.New(errs.ParseFailed, "commoncrawl names no index of its crawl").Later()
	}
	query.Set("url", domain)
	query.Set("matchType", "domain")
	query.Set("output", "json")
	resp, err := c.up.Do(ctx, upstream.Call{Path: path, Query: query, Timeout: timeout, Final: []int{http.StatusNotFound}})
	if err != nil {
		return nil, err
	}
	if resp.Status == http.StatusNotFound || bytes.HasPrefix(bytes.TrimSpace(resp.Body), []byte(`{"message"`)) {
		return nil, c.nothing(resp)
	}
	return resp, nil
}

// nothing is nil when the index says that there are no captures, and else what its
// message means.
func (c *Client) nothing(resp *fetch.Response) error {
	var body struct {
		Message string `json:"message"`
	}
	if err := c.up.Decode(resp, &body); err != nil {
		return err
	}
	if strings.HasPrefix(body.Message, "No Captures found") {
		return nil
	}
	return errs.New(errs.TargetError, "commoncrawl did not accept the request.")
}

// parse reads lines of JSON. The last may be cut when the index ends early; any other
// that is none is an error, since it would be missing from the counts.
func parse(body []byte) (list []Capture, nameless int, err error) {
	list = []Capture{}
	lines := bufio.NewScanner(bytes.NewReader(body))
	lines.Buffer(nil, 1<<20)
	var broken error
	for lines.Scan() {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if broken != nil {
			return nil, 0, errs.Wrap(broken, errs.ParseFailed, "commoncrawl returned data in an unknown format").Later()
		}
		var capture Capture
		broken = json.Unmarshal(line, &capture)
		switch {
		case broken != nil:
		case capture.URL == "":
			nameless++
		default:
			list = append(list, capture)
		}
	}
	if err := lines.Err(); err != nil || broken != nil && len(list)+nameless == 0 {
		return nil, 0, errs.New(errs.ParseFailed, "commoncrawl returned data in an unknown format").Later()
	}
	return list, nameless, nil
}
