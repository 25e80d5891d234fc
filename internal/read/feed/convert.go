package feed

import (
	"crypto/sha256"
	"encoding/hex"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"
	"github.com/mmcdole/gofeed/atom"
	"github.com/mmcdole/gofeed/json"
	"github.com/mmcdole/gofeed/rss"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// maxText is the longest title or description that is kept.
const maxText = 64 << 10

func convert(f *gofeed.Feed, base *url.URL) *Feed {
	out := &Feed{
		Type: f.FeedType, Version: version(f.FeedVersion),
		Title: Plain(f.Title), Description: Plain(f.Description), Language: Plain(f.Language),
		Link: dom.Resolve(base, f.Link), Self: dom.Resolve(base, f.FeedLink),
		Authors: names(f.Authors), Items: make([]Item, len(f.Items)),
	}
	if f.Image != nil {
		out.Image = dom.Resolve(base, f.Image.URL)
	}
	if f.FeedType != "json" { // whose times the parser takes from the first item
		out.Published, out.Updated = utc(f.PublishedParsed), utc(f.UpdatedParsed)
	}
	for i, item := range f.Items {
		out.Items[i] = convertItem(item, original(f, i), base)
		if f.FeedType != "rss" && out.Items[i].Authors == nil { // as both standards say
			out.Items[i].Authors = out.Authors
		}
	}
	return out
}

// version is the number in "https://jsonfeed.org/version/1.1".
func version(s string) string {
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		s = s[i+1:]
	}
	return Plain(s)
}

// source is what the common shape of the parser does not have about an item.
type source struct {
	permalink string    // an RSS guid that is an address
	published time.Time // without the date of the update in its place
	oneDate   bool      // an RSS item has only a dc:date, which the parser gives twice
	plain     bool      // the content is text and no HTML
}

func original(f *gofeed.Feed, i int) source {
	switch o := f.OriginalFeed().(type) {
	case *rss.Feed:
		s := source{published: utc(f.Items[i].PublishedParsed), oneDate: o.Items[i].PubDate == "" && f.Items[i].Published == f.Items[i].Updated}
		if guid := o.Items[i].GUID; guid != nil && !strings.EqualFold(guid.IsPermalink, "false") && strings.HasPrefix(guid.Value, "http") {
			s.permalink = guid.Value
		}
		return s
	case *atom.Feed:
		content := o.Entries[i].Content
		return source{
			published: utc(o.Entries[i].PublishedParsed),
			plain:     content != nil && (content.Type == "text" || content.Type == "text/plain"),
		}
	case *json.Feed:
		return source{published: utc(f.Items[i].PublishedParsed), plain: o.Items[i].ContentHTML == ""}
	}
	return source{}
}

func convertItem(item *gofeed.Item, s source, base *url.URL) Item {
	out := Item{
		URL: dom.Resolve(base, item.Link), Title: Plain(item.Title), Authors: names(item.Authors),
		Published: s.published, Updated: utc(item.UpdatedParsed),
		Summary: strings.TrimSpace(item.Description), Content: strings.TrimSpace(item.Content),
		Categories: categories(item.Categories), Enclosures: enclosures(item.Enclosures, base),
	}
	if out.URL == "" {
		out.URL = dom.Resolve(base, s.permalink)
	}
	if s.oneDate {
		out.Updated = time.Time{}
	}
	if s.plain {
		out.Content = paragraphs(out.Content)
	}
	if out.Content == out.Summary {
		out.Content = ""
	}
	out.ID = identity(item, out)
	return out
}

// identity is the same whenever the same item is read.
func identity(item *gofeed.Item, out Item) string {
	if id := strings.TrimSpace(item.GUID); id != "" && len(id) <= maxText {
		return id
	}
	if out.URL != "" {
		return out.URL
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{out.Title, item.Published, item.Updated, out.Summary, out.Content}, "\x00")))
	return "sha256:" + hex.EncodeToString(sum[:16])
}

// paragraphs makes HTML of a plain text.
func paragraphs(text string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(part), "\n", "<br>") + "</p>")
		}
	}
	return b.String()
}

func enclosures(list []*gofeed.Enclosure, base *url.URL) []Enclosure {
	var all []Enclosure
	for _, e := range list {
		if u := dom.Resolve(base, e.URL); u != "" {
			length, err := strconv.ParseInt(strings.TrimSpace(e.Length), 10, 64)
			if err != nil {
				length = 0
			}
			all = append(all, Enclosure{URL: u, Type: Plain(e.Type), Length: max(length, 0)})
		}
	}
	return all
}

func categories(list []string) []string {
	var all []string
	for _, c := range list {
		if c = Plain(c); c != "" && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

func names(people []*gofeed.Person) []string {
	var all []string
	for _, p := range people {
		if p == nil {
			continue
		}
		if name := Plain(p.Name); name != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

func utc(t *time.Time) time.Time {
	if t == nil || t.IsZero() {
		return time.Time{}
	}
	return t.UTC()
}

// Plain returns a text of a feed without markup, its white space collapsed. What is
// longer than 64 KB is no title and no summary, and gives nothing.
func Plain(s string) string {
	if len(s) > maxText {
		return ""
	}
	if strings.ContainsAny(s, "<&") {
		s = dom.Text(dom.Body(dom.Parse([]byte(s))))
	}
	return strings.Join(strings.Fields(s), " ")
}
