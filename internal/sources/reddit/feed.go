package reddit

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// atomFeed is a feed as Reddit writes it. Package feed is for those of everybody: it
// takes titles for HTML, which would lose "a < b" here.
type atomFeed struct {
	XMLName xml.Name    `xml:"feed"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID       string `xml:"id"` // t3_x or t1_x
	Title    string `xml:"title"`
	Author   string `xml:"author>name"` // "/u/x"; none of a deleted account
	Category struct {
		Term string `xml:"term,attr"`
	} `xml:"category"`
	Content string `xml:"content"` // HTML
	Link    struct {
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Thumbnail struct {
		URL string `xml:"url,attr"`
	} `xml:"thumbnail"`
	Published string `xml:"published"`
	Updated   string `xml:"updated"`
}

// readFeed asks for a feed. What names the subject in errors.
func (c *Client) readFeed(ctx context.Context, path string, query url.Values, what string) (*atomFeed, error) {
	resp, err := c.feeds.Do(ctx, upstream.Call{
		Path: path, Query: query, Header: http.Header{"Accept": {"application/atom+xml"}},
		Final: []int{http.StatusForbidden, http.StatusNotFound},
	})
	if err != nil {
		return nil, err
	}
	if err := refusal(c.feeds.Name, resp, what); err != nil {
		return nil, err
	}
	// A community that does not exist leads to the search for one.
	if strings.HasPrefix(resp.URL.Path, "/subreddits/search") {
		return nil, gone("Reddit has nothing for %s: it does not exist. Check the spelling.", what)
	}
	return parseFeed(resp)
}

func parseFeed(resp *fetch.Response) (*atomFeed, error) {
	var f atomFeed
	err := xml.Unmarshal(resp.Body, &f)
	if err == nil {
		return &f, nil
	}
	if !bytes.Contains(resp.Body[:min(len(resp.Body), 1024)], []byte("<feed")) {
		if blocked := wall.Detect(resp); blocked != nil {
			return nil, blocked
		}
		return nil, errs.Wrap(err, errs.UpstreamBlocked, "reddit returned an HTML page instead of a feed; try again later.")
	}
	return nil, errs.Wrap(err, errs.ParseFailed, "reddit returned a damaged feed").Later()
}

// records are the entries of a feed that name a post or a comment.
func (f *atomFeed) records() []record {
	all := []record{}
	for _, e := range f.Entries {
		if permalink.FullName(e.ID) {
			all = append(all, e.record())
		}
	}
	return all
}

// record is an entry as an item. Feeds have no counts.
func (e *atomEntry) record() record {
	item := social.Item{
		Platform: social.Reddit, ExternalID: e.ID, URL: e.Link.Href, Type: postType, Title: strings.Join(strings.Fields(e.Title), " "),
		Author: author(strings.TrimPrefix(strings.TrimSpace(e.Author), "/u/"), ""), Community: e.Category.Term,
		Source: Feeds, Origin: social.Live,
	}
	at := first(e.Published, e.Updated)
	if !at.IsZero() {
		item.PublishedAt = instant.Text(at)
	}
	content := lookup.Parse([]byte(e.Content))
	if md := lookup.First(content, "div.md"); md.Length() > 0 {
		if text := dom.Paragraphs(md.Nodes[0]); !removed(text) {
			item.Text = text
		} else {
			item.Deleted = strings.HasPrefix(e.ID, permalink.CommentPrefix)
		}
	}
	if strings.HasPrefix(e.ID, permalink.CommentPrefix) {
		item.Type, item.Title, item.Thread = commentType, "", thread(e)
		return record{item, at.Unix()}
	}
	item.LinkURL = outbound(content, e.Link.Href)
	item.Media = e.media(content, item.LinkURL)
	return record{item, at.Unix()}
}

// thread is the post of a comment, whose entry has the title "/u/x on the post's".
func thread(e *atomEntry) *social.Reference {
	u, err := url.Parse(e.Link.Href)
	if err != nil {
		return nil
	}
	place, ok := permalink.Parse(u)
	if !ok || place.Post == "" {
		return nil
	}
	_, title, _ := strings.Cut(e.Title, " on ")
	return &social.Reference{ExternalID: permalink.PostPrefix + place.Post, URL: permalink.Post(place.Post), Title: title}
}

// outbound is where [link] below a post leads, unless that is the post itself.
func outbound(content *goquery.Selection, self string) string {
	for _, a := range content.Find(`a[href^="http"]`).EachIter() {
		if href := lookup.Attr(a, "href"); lookup.Text(a) == "[link]" && href != self {
			return href
		}
	}
	return ""
}

func (e *atomEntry) media(content *goquery.Selection, target string) []social.Media {
	still := cmp.Or(e.Thumbnail.URL, lookup.Attr(lookup.First(content, "img"), "src"))
	switch {
	case isImage(target):
		return []social.Media{{Type: "image", URL: target, ThumbnailURL: still}}
	case strings.HasPrefix(target, "https://v.redd.it/"):
		return []social.Media{{Type: "video", URL: target, ThumbnailURL: still}}
	case still != "" && target != "":
		return []social.Media{{Type: "link", URL: target, ThumbnailURL: still}}
	}
	return nil
}

// first is the first of some times that can be read; zero for none.
func first(times ...string) time.Time {
	for _, s := range times {
		if t, err := time.Parse(time.RFC3339, strings.TrimSpace(s)); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}
