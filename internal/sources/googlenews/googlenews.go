// Package googlenews searches Google News by its feed of results
// (https://news.google.com/rss/search). A result has a headline, a publisher, a time
// and an address at Google that leads to the article; no text, no author. It knows no
// jobs.
package googlenews

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/dates/zone"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = "googlenews"

// Most is how many results a search gives; it has no further pages, so that who wants
// more moves the bounds of time.
const Most = 100

// Client asks Google News. It is safe for concurrent use.
type Client struct{ up *upstream.Client }

// New returns a Client.
func New(up *upstream.Client) *Client { return &Client{up: up} }

// Query is what to look for.
type Query struct {
	// Text is in Google's syntax: words, "a phrase", a OR b, -x, site:example.com.
	Text string
	// Since and Until bound when an article was published, both included; zero is no
	// bound. Google is asked for whole days, and what lies outside is left out.
	Since, Until time.Time
}

// Article is one result.
type Article struct {
	ID           string // Google's own
	URL          string // at Google; leads to the article
	Title        string // without the publisher's name
	Publisher    string
	PublisherURL string // its site, as Google names it
	PublishedAt  time.Time
}

// Page is what one search gives.
type Page struct {
	Articles []Article // never nil unless there is an error
	// Full says that Google gave as many as it ever does: more may lie behind.
	Full bool
}

// Newest searches once and puts the newest first. Errors: those of Best.
func (c *Client) Newest(ctx context.Context, q Query) (Page, error) {
	page, err := c.Best(ctx, q)
	slices.SortStableFunc(page.Articles, func(a, b Article) int { return cmp.Compare(b.PublishedAt.Unix(), a.PublishedAt.Unix()) })
	return page, err
}

// Best searches once, in Google's order, which weighs how well and how new. Errors:
// upstream_blocked for a page in place of a feed, parse_failed, and those of
// upstream.Client.
func (c *Client) Best(ctx context.Context, q Query) (Page, error) {
	resp, err := c.up.Do(ctx, upstream.Call{
		Path: "/rss/search", Header: http.Header{"Accept": {"application/rss+xml, application/xml"}},
		Query: url.Values{"q": {q.words()}, "hl": {"en-US"}, "gl": {"US"}, "ceid": {"US:en"}},
	})
	if err != nil {
		return Page{}, err
	}
	items, err := read(resp.Body)
	if err != nil {
		return Page{}, err
	}
	page := Page{Articles: []Article{}, Full: len(items) >= Most}
	seen := map[string]bool{}
	for _, item := range items {
		a, ok := item.article()
		if !ok || seen[a.ID] || !q.Since.IsZero() && a.PublishedAt.Before(q.Since) || !q.Until.IsZero() && a.PublishedAt.After(q.Until) {
			continue
		}
		seen[a.ID] = true
		page.Articles = append(page.Articles, a)
	}
	return page, nil
}

// words are the text with the days around the bounds: Google includes the day of after:
// and leaves out that of before:, in an unknown time zone.
func (q Query) words() string {
	text := q.Text
	if !q.Since.IsZero() {
		text += " after:" + q.Since.UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	}
	if !q.Until.IsZero() {
		text += " before:" + q.Until.UTC().AddDate(0, 0, 2).Format(time.DateOnly)
	}
	return text
}

type item struct {
	Title   string `xml:"title"`
	Link    string `xml:"link"`
	GUID    string `xml:"guid"`
	PubDate string `xml:"pubDate"`
	Source  struct {
		URL  string `xml:"url,attr"`
		Name string `xml:",chardata"`
	} `xml:"source"`
}

func read(body []byte) ([]item, error) {
	var feed struct {
		XMLName xml.Name `xml:"rss"`
		Channel *struct {
			Items []item `xml:"item"`
		} `xml:"channel"`
	}
	decoder := xml.NewDecoder(bytes.NewReader(body))
	decoder.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // Google writes UTF-8 only
	err := decoder.Decode(&feed)
	switch {
	case err == nil && feed.Channel != nil:
		return feed.Channel.Items, nil
	case page(body):
		return nil, errs.New(errs.UpstreamBlocked, Name+" returned an HTML page instead of a feed; try again later.")
	case err == nil:
		err = io.ErrUnexpectedEOF
	}
	return nil, errs.Wrap(err, errs.ParseFailed, Name+" returned data in an unknown format").Later()
}

// page reports whether an answer is one for people, such as that which asks for consent.
func page(body []byte) bool {
	start := strings.ToLower(string(bytes.TrimSpace(body[:min(len(body), 500)])))
	return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html")
}

// article reports false for a result that lacks what makes it one.
func (i item) article() (Article, bool) {
	at, ok := published(strings.TrimSpace(i.PubDate))
	if !ok {
		return Article{}, false
	}
	a := Article{
		ID: strings.TrimSpace(i.GUID), URL: strings.TrimSpace(i.Link), Title: strings.Join(strings.Fields(i.Title), " "),
		Publisher: strings.Join(strings.Fields(i.Source.Name), " "), PublisherURL: strings.TrimSpace(i.Source.URL), PublishedAt: at.UTC(),
	}
	a.Title = strings.TrimSuffix(a.Title, " - "+a.Publisher)
	a.ID = cmp.Or(a.ID, a.URL)
	return a, a.URL != "" && a.Title != ""
}

// published reads the time of an article, in the form of RSS. A time in a zone that is
// unknown is none: articles are sorted and bounded by it.
func published(s string) (time.Time, bool) {
	for _, layout := range []string{time.RFC1123, time.RFC1123Z} {
		if t, err := time.Parse(layout, s); err == nil {
			return zone.Applied(t)
		}
	}
	return time.Time{}, false
}
