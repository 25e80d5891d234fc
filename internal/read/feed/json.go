package feed

import (
	"cmp"
	"encoding/json"
	"errors"
	"html"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// jsonFeed has the members of a JSON Feed (1.0 and 1.1) that are read. None of them
// sinks the feed by being of another type than the standard's.
type jsonFeed struct {
	Version     text             `json:"version"`
	Title       text             `json:"title"`
	Description text             `json:"description"`
	Language    text             `json:"language"`
	HomePage    text             `json:"home_page_url"`
	FeedURL     text             `json:"feed_url"`
	Icon        text             `json:"icon"`
	Favicon     text             `json:"favicon"`
	Author      some[jsonAuthor] `json:"author"`
	Authors     some[jsonAuthor] `json:"authors"`
	Items       some[jsonItem]   `json:"items"`
}

type jsonItem struct {
	ID          text                 `json:"id"`
	URL         text                 `json:"url"`
	Title       text                 `json:"title"`
	HTML        text                 `json:"content_html"`
	Text        text                 `json:"content_text"`
	Summary     text                 `json:"summary"`
	Published   text                 `json:"date_published"`
	Modified    text                 `json:"date_modified"`
	Author      some[jsonAuthor]     `json:"author"`
	Authors     some[jsonAuthor]     `json:"authors"`
	Tags        some[text]           `json:"tags"`
	Attachments some[jsonAttachment] `json:"attachments"`
}

type jsonAuthor struct {
	Name text `json:"name"`
}

type jsonAttachment struct {
	URL  text `json:"url"`
	Type text `json:"mime_type"`
	Size text `json:"size_in_bytes"`
}

// text is a string or a number; anything else is empty.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(data []byte) error {
	var s string
	var n json.Number
	switch {
	case json.Unmarshal(data, &s) == nil:
		*t = text(strings.TrimSpace(s))
	case json.Unmarshal(data, &n) == nil:
		*t = text(n)
	}
	return nil
}

// some is a list, or the one that stands in the place of a list. What is none of its
// kind is left out.
type some[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (s *some[T]) UnmarshalJSON(data []byte) error {
	var list []json.RawMessage
	if json.Unmarshal(data, &list) != nil {
		list = []json.RawMessage{data}
	}
	for _, raw := range list {
		var one T
		if string(raw) != "null" && json.Unmarshal(raw, &one) == nil {
			*s = append(*s, one)
		}
	}
	return nil
}

func parseJSON(body []byte, base *url.URL) (*Feed, error) {
	var read jsonFeed
	err := json.Unmarshal(body, &read)
	broken := err != nil
	if broken {
		mended, ok := mendJSON(body)
		if !ok {
			return nil, errors.Join(ErrNoItems, err)
		}
		if err = json.Unmarshal(mended, &read); err != nil {
			return nil, errors.Join(ErrNoItems, err)
		}
	}
	if !strings.Contains(string(read.Version), "jsonfeed.org/version") && len(read.Items) == 0 {
		return nil, ErrNotFeed
	}
	f := &Feed{
		Type: "json", Version: Plain(string(read.Version[strings.LastIndexByte(string(read.Version), '/')+1:])), Broken: broken,
		Title: Plain(string(read.Title)), Description: Plain(string(read.Description)), Language: Plain(string(read.Language)),
		Link: dom.Resolve(base, string(read.HomePage)), Self: dom.Resolve(base, string(read.FeedURL)),
		Image:   dom.Resolve(base, string(cmp.Or(read.Icon, read.Favicon))),
		Authors: jsonPeople(read.Authors, read.Author),
	}
	for _, item := range read.Items {
		f.Items = append(f.Items, item.item(base, f.Authors))
	}
	return f, nil
}

// item has the authors of the feed when it names none, as the standard says.
func (i jsonItem) item(base *url.URL, ofFeed []string) Item {
	item := Item{
		URL: dom.Resolve(base, string(i.URL)), Title: Plain(string(i.Title)), Authors: jsonPeople(i.Authors, i.Author),
		Published: moment(string(i.Published)), Updated: moment(string(i.Modified)),
		Summary: html.EscapeString(string(i.Summary)), Content: string(i.HTML),
	}
	if item.Content == "" {
		item.Content = paragraphs(string(i.Text))
	}
	if item.Authors == nil {
		item.Authors = ofFeed
	}
	for _, tag := range i.Tags {
		item.Categories = addCategory(item.Categories, string(tag))
	}
	for _, a := range i.Attachments {
		size, _, _ := strings.Cut(string(a.Size), ".")
		item.Enclosures = addEnclosure(item.Enclosures, dom.Resolve(base, string(a.URL)), string(a.Type), size)
	}
	return identify(item, string(i.ID))
}

// jsonPeople prefers the list of version 1.1.
func jsonPeople(lists ...some[jsonAuthor]) []string {
	var found people
	for _, list := range lists {
		for _, author := range list {
			found.add(string(author.Name), "")
		}
		if found.list != nil {
			break
		}
	}
	return found.list
}

// mendJSON cuts a document behind the last object in a list in the outermost object,
// which the items are, and closes what is open there. It returns false when there is
// none.
func mendJSON(body []byte) ([]byte, bool) {
	var open []byte
	inString, escaped := false, false
	best := -1
	for i, c := range body {
		switch {
		case escaped:
			escaped = false
		case inString:
			escaped, inString = c == '\\', c != '"'
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			open = append(open, c)
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
			if c == '}' && string(open) == "{[" {
				best = i + 1
			}
		}
	}
	if best < 0 {
		return nil, false
	}
	return append(append([]byte(nil), body[:best]...), "]}"...), true
}
