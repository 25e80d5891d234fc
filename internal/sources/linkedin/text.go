package linkedin

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// line is the text of the first match on one line; empty when there is none.
func line(s *goquery.Selection, selector string) string {
	return lookup.Text(lookup.First(s, selector))
}

// plain is the text of the first match with its line ends, which posts keep.
func plain(s *goquery.Selection, selector string) string {
	found := lookup.First(s, selector)
	if found.Length() == 0 {
		return ""
	}
	var b strings.Builder
	for d := range found.Nodes[0].Descendants() {
		switch {
		case d.Type == html.TextNode:
			b.WriteString(d.Data)
		case dom.Is(d, atom.Br):
			b.WriteByte('\n')
		}
	}
	lines := strings.Split(strings.ReplaceAll(b.String(), "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\u00a0")
	}
	return blank.ReplaceAllString(strings.TrimSpace(strings.Join(lines, "\n")), "\n\n")
}

var blank = pattern.Of(`\n{3,}`)

func meta(page *goquery.Selection, name string) string {
	return lookup.Attr(lookup.First(page, `meta[name="`+name+`"], meta[property="`+name+`"]`), "content")
}

// hidden reads a value that a page keeps for its scripts: a string of JSON within a
// comment within a code element.
func hidden(page *goquery.Selection, id string) string {
	for _, code := range page.Find("code#" + id).Nodes {
		var s string
		if code.FirstChild != nil && json.Unmarshal([]byte(strings.TrimSpace(code.FirstChild.Data)), &s) == nil {
			return s
		}
	}
	return ""
}

// picture is the address of an image, which a page mostly loads late.
func picture(img *goquery.Selection) string {
	for _, key := range []string{"data-delayed-url", "src"} {
		if u := lookup.Attr(img, key); strings.HasPrefix(u, "https://") || strings.HasPrefix(u, "http://") {
			return u
		}
	}
	return ""
}

// target is where a link leads, past LinkedIn's redirect and without its tracking.
func target(href string) string {
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	if strings.HasPrefix(u.Path, "/redir/redirect") && strings.HasSuffix(u.Hostname(), "linkedin.com") {
		inner, err := url.Parse(u.Query().Get("url"))
		if err != nil || inner.Scheme != "http" && inner.Scheme != "https" {
			return ""
		}
		return inner.String()
	}
	q := u.Query()
	if q.Has("trk") {
		q.Del("trk")
		u.RawQuery = q.Encode()
	}
	return u.String()
}

var follows = pattern.Of(`([0-9][0-9.,\s\x{00a0}\x{202f}]*)\s*followers?\b`)

// followers reads "5,750 followers"; nil when the text has no number.
func followers(text string) *int64 {
	m := follows.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return count(m[1])
}

// count reads a number with separators of thousands.
func count(s string) *int64 {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

// object is a nested object of JSON-LD, nil when it is none.
func object(v any) structured.Object {
	switch v := v.(type) {
	case map[string]any:
		return v
	case []any:
		if len(v) > 0 {
			return object(v[0])
		}
	}
	return nil
}

// objects are the objects of a value that is one or a list of them.
func objects(v any) []structured.Object {
	if o, ok := v.(map[string]any); ok {
		return []structured.Object{o}
	}
	list, _ := v.([]any)
	var all []structured.Object
	for _, one := range list {
		if o, ok := one.(map[string]any); ok {
			all = append(all, o)
		}
	}
	return all
}

func said(v any) string {
	s, _ := v.(string)
	return strings.TrimSpace(s)
}

// interactions is how often an action was counted; nil when it was not.
func interactions(v any, action string) *int64 {
	for _, o := range objects(v) {
		if kind := said(o["interactionType"]); !strings.HasSuffix(kind, action) {
			continue
		}
		if n, ok := o["userInteractionCount"].(float64); ok && n >= 0 {
			return new(int64(n))
		}
	}
	return nil
}

// moment is a time as results have it; empty for none.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return instant.Text(t)
}

func written(s string) string {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return ""
	}
	return moment(t.UTC())
}
