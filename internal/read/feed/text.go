package feed

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dates"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/sitemap/lastmod"
)

// Limits of what is kept.
const (
	maxText  = 64 << 10 // bytes of a title or description
	maxNames = 200      // people and categories
)

// Plain returns a text of a feed without markup, its white space collapsed. What is
// longer than 64 KB is no title and no summary, and gives nothing.
func Plain(s string) string {
	if len(s) > maxText {
		return ""
	}
	if strings.ContainsAny(s, "<&") {
		s = dom.Text(dom.Body(dom.Parse([]byte(s))))
	}
	return collapse(s)
}

func collapse(s string) string {
	if len(s) > maxText {
		return ""
	}
	return strings.Join(strings.Fields(s), " ")
}

// moment reads a date in the forms of standards, or in the words of any language that
// package dates knows. A time in a zone that is unknown is a day.
func moment(s string) lastmod.Stamp {
	if at, ok := lastmod.Parse(s); ok {
		return at
	}
	f, ok := dates.Declared(s, dates.Options{})
	d := f.In(dates.AnyOrder)
	if !ok || d.IsZero() || d.Year < 1970 {
		return lastmod.Stamp{}
	}
	if !d.HasClock || !d.HasZone && strings.TrimSpace(strings.TrimSpace(s)[f.End:]) != "" {
		return lastmod.Day(d.Year, time.Month(d.Month), d.Day)
	}
	return lastmod.Of(time.Date(d.Year, time.Month(d.Month), d.Day, d.Hour, d.Min-d.Offset, d.Sec, 0, time.UTC))
}

// rebased makes the addresses in HTML absolute when an xml:base says against what.
func rebased(e *element, s string) string {
	if !e.moved || !strings.Contains(s, "<") {
		return s
	}
	body := dom.Body(dom.Parse([]byte(s)))
	for n := range dom.Descendants(body) {
		for i, a := range n.Attr {
			switch a.Key {
			case "href", "src", "cite", "poster", "data", "action", "background", "longdesc":
				n.Attr[i].Val = cmp.Or(e.address(a.Val), a.Val)
			}
		}
	}
	var b strings.Builder
	for n := range body.ChildNodes() {
		_ = html.Render(&b, n) // a Builder takes everything
	}
	return b.String()
}

// identify gives an item its own id, which is the same whenever the same item is read,
// and drops a content that says the same as the summary.
func identify(item Item, id string) Item {
	if item.Content == item.Summary {
		item.Content = ""
	}
	switch {
	case id != "" && len(id) <= maxText:
		item.ID = id
	case item.URL != "":
		item.ID = item.URL
	default:
		sum := sha256.Sum256([]byte(strings.Join([]string{item.Title, item.Published.String(), item.Updated.String(), item.Summary, item.Content}, "\x00")))
		item.ID = "sha256:" + hex.EncodeToString(sum[:16])
	}
	return item
}

func addEnclosure(list []Enclosure, address, mediaType, length string) []Enclosure {
	if address == "" {
		return list
	}
	n, err := strconv.ParseInt(length, 10, 64)
	if err != nil {
		n = 0
	}
	return append(list, Enclosure{URL: address, Type: Plain(mediaType), Length: max(n, 0)})
}

func addCategory(list []string, c string) []string {
	if c = Plain(c); c == "" || len(list) == maxNames || slices.Contains(list, c) {
		return list
	}
	return append(list, c)
}
