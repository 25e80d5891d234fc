package producthunt

import (
	"bytes"
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// maxEntries is how many entries of a feed are read; it has fifty.
const maxEntries = 500

// entry is one of the feed. Package feed is for those of everybody; this one's content
// has a form of its own.
type entry struct {
	ID        string `xml:"id"` // tag:www.producthunt.com,2005:Post/1173164
	Title     string `xml:"title"`
	Content   string `xml:"content"` // HTML
	Author    string `xml:"author>name"`
	Published string `xml:"published"`
	Links     []struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	} `xml:"link"`
}

// Feed returns the newest launches that were featured, about fifty, the newest first. It
// has neither votes, topics nor sites. Errors: upstream_blocked, parse_failed and those
// of upstream.Client.
func (c *Client) Feed(ctx context.Context) ([]shape.Launch, error) {
	resp, err := c.up.Do(ctx, upstream.Call{Path: "/feed", Header: http.Header{"Accept": {"application/atom+xml"}}})
	if err != nil {
		return nil, err
	}
	entries, err := parseFeed(resp.Body)
	if err != nil {
		if blocked := wall.Detect(resp); blocked != nil {
			return nil, blocked
		}
		return nil, err
	}
	all := []shape.Launch{}
	for _, e := range entries {
		if l, ok := e.launch(); ok {
			all = append(all, l)
		}
	}
	if len(all) == 0 {
		return nil, unreadable("its feed")
	}
	return all, nil
}

// parseFeed reads entries one by one, so that a feed that is cut off keeps what came
// before.
func parseFeed(body []byte) ([]entry, error) {
	d := xml.NewDecoder(bytes.NewReader(body))
	if err := root(d); err != nil {
		return nil, err
	}
	all := []entry{}
	for len(all) < maxEntries {
		e, ok := following(d)
		if !ok {
			break
		}
		all = append(all, e)
	}
	return all, nil
}

// following is the next entry; false at the end, or where the feed is damaged.
func following(d *xml.Decoder) (e entry, ok bool) {
	for {
		token, err := d.Token()
		if err != nil {
			return entry{}, false
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "entry" {
			err := d.DecodeElement(&e, &start)
			return e, err == nil
		}
	}
}

// root moves to the element that everything is in.
func root(d *xml.Decoder) error {
	for {
		token, err := d.Token()
		if err != nil {
			return errs.Wrap(err, errs.ParseFailed, "Product Hunt returned a damaged feed").Later()
		}
		start, ok := token.(xml.StartElement)
		switch {
		case ok && start.Name.Local == "feed":
			return nil
		case ok:
			return errs.New(errs.UpstreamBlocked, "Product Hunt returned an HTML page instead of its feed; try again later.")
		}
	}
}

// launch is an entry as a Launch; false for one that names no post.
func (e *entry) launch() (shape.Launch, bool) {
	_, id, _ := strings.Cut(e.ID, ":Post/")
	l := shape.Launch{
		ID: id, Name: strings.Join(strings.Fields(e.Title), " "), URL: permalink.Site, TrackingURL: permalink.Link(id), Source: shape.Feed,
	}
	if !permalink.ID(id) || l.Name == "" {
		return l, false
	}
	for _, link := range e.Links {
		u, err := url.Parse(link.Href)
		if err != nil || link.Rel != "alternate" {
			continue
		}
		if place, ok := permalink.Parse(u); ok {
			l.URL, l.ProductSlug, l.Slug = permalink.Untracked(u).String(), place.Product, place.Post
		}
	}
	if at, err := time.Parse(time.RFC3339, strings.TrimSpace(e.Published)); err == nil {
		l.CreatedAt = instant.Text(at)
	}
	if p := lookup.First(lookup.Parse([]byte(e.Content)), "p"); p.Find("a").Length() == 0 {
		l.Tagline = lookup.Text(p)
	}
	if name := strings.Join(strings.Fields(e.Author), " "); name != "" {
		l.PostedBy = &shape.Person{Name: name}
	}
	return l, true
}
