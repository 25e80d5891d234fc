package sitemap

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/read/sitemap/lastmod"
	"github.com/quarryapi/quarry/internal/read/sitemap/xmlscan"
)

// Limits of one entry.
const (
	maxLoc        = 8192
	maxAlternates = 100
)

// formats are the root elements. Namespaces are not looked at: every second generator
// writes its own.
var formats = map[string]Format{"urlset": URLSet, "sitemapindex": Index, "rss": RSS, "rdf": RSS, "feed": Atom}

// ofHTML are elements with which pages begin.
var ofHTML = []string{"html", "head", "body", "meta", "title", "link", "style", "script", "noscript", "div", "p", "h1", "a", "br", "b", "center", "table", "img", "span"}

// entries are the elements that list something, by format. Those of sitemaps and
// indexes are taken in both: some are mixed.
var entries = map[Format]map[string]string{
	URLSet: {"url": "url", "sitemap": "sitemap"},
	Index:  {"url": "url", "sitemap": "sitemap"},
	RSS:    {"item": "item"},
	Atom:   {"entry": "entry"},
}

// members are the elements of an entry whose text is read, and what they are read as.
// Being a map of constants, it also saves a copy of each name.
var members = map[string]string{
	"loc": "loc", "link": "loc", "guid": "guid",
	"lastmod": "modified", "modified": "modified", "updated": "updated",
	"pubdate": "published", "published": "published", "issued": "published", "date": "published",
	"changefreq": "changefreq", "priority": "priority",
}

// xmlReader follows the tags. It trusts no nesting beyond an entry: tags cross and
// ends are missing. It counts levels instead of remembering them, so that any depth
// costs nothing.
type xmlReader struct {
	*reader
	scan *xmlscan.Scanner

	root   bool   // has ended
	within string // the entry's element, "" outside of entries
	prefix string // of the entry's tag: its own members have the same
	depth  int    // of elements within the entry
	field  string // the member whose text is kept
	record record
}

// record is what the members of an entry say.
type record struct {
	loc, guid                    string
	modified, updated, published string
	changeFreq, priority         string
	alternates                   []Alternate
}

func (rd *reader) readXML(r io.Reader) error {
	x := &xmlReader{reader: rd, scan: xmlscan.New(r)}
	for {
		tag, err := x.scan.Next()
		if err != nil {
			x.end()
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if rd.report.Format == "" {
			if err := x.open(string(tag.Name), tag.Kind); err != nil {
				return err
			}
			continue
		}
		if more := x.tag(tag); !more {
			x.flaw(x.scan.Flaw())
			return nil
		}
	}
}

// open takes the root element.
func (x *xmlReader) open(name string, kind xmlscan.Kind) error {
	format, ok := formats[name]
	if !ok || kind != xmlscan.Start {
		what := "its first element is " + name[:min(len(name), 40)]
		if slices.Contains(ofHTML, name) {
			what = "it is a page of HTML"
		}
		return &NotSitemapError{what}
	}
	x.report.Format = format
	return nil
}

// end is that of the data, wherever it comes. An entry whose address is whole counts.
func (x *xmlReader) end() {
	x.flaw(x.scan.Flaw())
	if x.report.Format != "" && !x.root {
		x.flaw("breaks off before its end")
	}
	if x.within != "" && x.record.loc != "" {
		x.emit()
	}
}

// tag reports whether to go on.
func (x *xmlReader) tag(t xmlscan.Tag) bool {
	switch {
	case x.within == "":
		return x.outside(t)
	case t.Kind == xmlscan.End:
		return x.close(t)
	case string(t.Name) == x.within && string(t.Prefix) == x.prefix:
		x.flaw("has an entry within an entry")
		more := x.emit()
		if !t.Empty {
			x.begin(t)
		}
		return more
	}
	x.member(t)
	return true
}

func (x *xmlReader) outside(t xmlscan.Tag) bool {
	if t.Kind == xmlscan.End {
		if _, ok := formats[string(t.Name)]; ok {
			x.root = true
		}
		return true
	}
	if !t.Empty {
		x.begin(t)
	}
	return true
}

// begin begins an entry, if the tag does.
func (x *xmlReader) begin(t xmlscan.Tag) {
	x.within = entries[x.report.Format][string(t.Name)]
	if x.within != "" {
		x.prefix, x.depth, x.field, x.record = string(t.Prefix), 0, "", record{}
	}
}

// member begins an element within an entry. Those below another one are not the
// entry's: the address of an image is not that of its page.
func (x *xmlReader) member(t xmlscan.Tag) {
	if x.field != "" { // which holds text only, so its end is missing
		x.flaw("has an element that does not end")
		x.take()
		x.depth--
	}
	own := string(t.Prefix) == x.prefix || string(t.Name) == "date" // dc:date
	switch {
	case x.depth > 0:
	case x.report.Format != RSS && string(t.Name) == "link":
		x.link(t)
	case own && !t.Empty:
		if x.field = members[string(t.Name)]; x.field != "" {
			x.scan.KeepText(true)
		}
	}
	if !t.Empty {
		x.depth++
	}
}

// link takes the page of an Atom entry and the languages of a sitemap's.
func (x *xmlReader) link(t xmlscan.Tag) {
	rel, href := t.Attr("rel"), strings.TrimSpace(t.Attr("href"))
	if x.report.Format == Atom {
		if (rel == "" || rel == "alternate") && x.record.loc == "" {
			x.record.loc = href
		}
		return
	}
	lang := strings.TrimSpace(t.Attr("hreflang"))
	if rel == "alternate" && lang != "" && href != "" && len(href) <= maxLoc && len(x.record.alternates) < maxAlternates {
		x.record.alternates = append(x.record.alternates, Alternate{lang, href})
	}
}

// close ends an element, or the entry. It reports whether to go on.
func (x *xmlReader) close(t xmlscan.Tag) bool {
	name := string(t.Name)
	if name == x.within && string(t.Prefix) == x.prefix {
		if x.field != "" {
			x.flaw("has an element that does not end")
			x.take()
		}
		return x.emit()
	}
	if _, ok := formats[name]; ok && x.depth == 0 {
		x.flaw("has an entry that does not end")
		x.root = true
		return x.emit()
	}
	x.depth = max(0, x.depth-1)
	if x.field != "" {
		x.take()
	}
	return true
}

// take keeps the text of the current member. The first address counts.
func (x *xmlReader) take() {
	text := clean(string(x.scan.Text()))
	if x.scan.Unknown() && (x.field == "loc" || x.field == "guid") {
		text = "" // as it stands there it is an address that nobody wrote
	}
	x.scan.KeepText(false)
	r := &x.record
	switch x.field {
	case "loc":
		if r.loc != "" && text != "" && x.report.Format != RSS {
			x.flaw("has an entry with several addresses")
		}
		r.loc = cmp.Or(r.loc, text)
	case "guid":
		r.guid = cmp.Or(r.guid, text)
	case "modified":
		r.modified = cmp.Or(r.modified, text)
	case "updated":
		r.updated = cmp.Or(r.updated, text)
	case "published":
		r.published = cmp.Or(r.published, text)
	case "changefreq":
		r.changeFreq = cmp.Or(r.changeFreq, text)
	case "priority":
		r.priority = cmp.Or(r.priority, text)
	}
	x.field = ""
}

// clean makes valid UTF-8 of a text and drops control characters and the white space
// around it.
func clean(s string) string {
	s = strings.TrimSpace(strings.ToValidUTF8(s, "\ufffd"))
	if strings.IndexFunc(s, unicode.IsControl) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
}

// emit gives the entry to the handler and reports whether to go on.
func (x *xmlReader) emit() bool {
	r, within := x.record, x.within
	x.within, x.record = "", record{}
	if len(r.loc) > maxLoc {
		r.loc = ""
	}
	if r.loc == "" && x.report.Format == RSS && strings.HasPrefix(r.guid, "http") && len(r.guid) <= maxLoc {
		r.loc = r.guid
	}
	stamp := lastmod.Stamp{}
	for _, text := range []string{r.modified, r.updated, r.published} {
		if at, ok := lastmod.Parse(text); ok {
			stamp = at
			break
		}
	}
	if within == "sitemap" {
		return x.sitemap(Child{Loc: r.loc, LastMod: stamp})
	}
	return x.url(Entry{Loc: r.loc, LastMod: stamp, ChangeFreq: frequency(r.changeFreq), Priority: priority(r.priority), Alternates: r.alternates})
}

func frequency(s string) string {
	switch s = strings.ToLower(s); s {
	case "always", "hourly", "daily", "weekly", "monthly", "yearly", "never":
		return s
	}
	return ""
}

func priority(s string) *float64 {
	p, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
	if err != nil || !(p >= 0 && p <= 1) {
		return nil
	}
	return &p
}
