package feed

import (
	"cmp"
	"encoding/base64"
	"html"
	"slices"
	"strings"
	"unicode/utf8"
)

// readAtom reads Atom 0.3 and 1.0.
func readAtom(f *Feed, root *element) {
	f.Type, f.Version = "atom", atomVersion(root)
	f.Title = titleOf(root, "title")
	f.Description = atomText(root.preferred("subtitle", "tagline"))
	f.Language = Plain(root.lang)
	f.Link, f.Self = linkOf(root.all("link"), "alternate"), linkOf(root.all("link"), "self")
	if image := root.preferred("logo", "icon"); image != nil {
		f.Image = image.address(image.content())
	}
	f.Authors = atomAuthors(root)
	f.Updated = when(root.value("updated"), root.value("modified"))
	for _, entry := range root.all("entry") {
		f.Items = append(f.Items, atomItem(entry, f.Authors))
	}
}

func atomVersion(root *element) string {
	if v := root.attr("version"); v != "" {
		return v
	}
	for _, a := range root.attrs {
		switch strings.TrimSpace(a.Value) {
		case "http://www.w3.org/2005/Atom":
			return "1.0"
		case "http://purl.org/atom/ns#":
			return "0.3"
		}
	}
	return ""
}

// atomItem has the authors of its source, or else of the feed, when it names none (RFC
// 4287, 4.2.1).
func atomItem(e *element, ofFeed []string) Item {
	item := Item{
		Title: titleOf(e, "title"), URL: linkOf(e.all("link"), "alternate"),
		Authors:   atomAuthors(e),
		Published: when(e.value("published"), e.value("issued"), e.value("dc:date")),
		Updated:   when(e.value("updated"), e.value("modified")),
		Summary:   cmp.Or(atomHTML(e.first("summary")), mediaText(e)), Content: atomHTML(e.first("content")),
		Enclosures: atomEnclosures(e.all("link")),
	}
	for _, source := range e.all("source") {
		if item.Authors == nil {
			item.Authors = atomAuthors(source)
		}
	}
	if item.Authors == nil {
		item.Authors = ofFeed
	}
	for _, c := range e.all("category") {
		item.Categories = addCategory(item.Categories, cmp.Or(c.attr("label"), c.attr("term"), c.content()))
	}
	for _, c := range e.all("dc:subject", "media:category") {
		item.Categories = addCategory(item.Categories, c.content())
	}
	return identify(item, e.value("id"))
}

func atomAuthors(e *element) []string {
	var found people
	for _, author := range e.all("author") {
		found.element(author)
	}
	if found.list == nil {
		for _, author := range e.all("dc:creator") {
			found.parse(author.content())
		}
	}
	return found.list
}

// linkOf is the address of the first link of a relation; of several alternates the
// first that is a page.
func linkOf(links []*element, rel string) string {
	other := ""
	for _, link := range links {
		if cmp.Or(link.attr("rel"), "alternate") != rel {
			continue
		}
		found := link.address(cmp.Or(link.attr("href"), link.content()))
		if found != "" && (rel != "alternate" || isPage(link.attr("type"))) {
			return found
		}
		other = cmp.Or(other, found)
	}
	return other
}

func isPage(mediaType string) bool {
	return slices.Contains([]string{"", "text/html", "application/xhtml+xml"}, mediaType)
}

func atomEnclosures(links []*element) []Enclosure {
	var list []Enclosure
	for _, link := range links {
		if link.attr("rel") == "enclosure" {
			list = addEnclosure(list, link.address(cmp.Or(link.attr("href"), link.content())), link.attr("type"), link.attr("length"))
		}
	}
	return list
}

// titleOf is a title without markup. Only where the feed says that it is no HTML, what
// looks like markup stays.
func titleOf(e *element, names ...string) string { return atomText(e.preferred(names...)) }

// atomText is a text construct without its markup.
func atomText(e *element) string {
	if e != nil && isText(e.attr("type")) && e.attr("mode") == "" {
		return collapse(e.content())
	}
	return Plain(atomHTML(e))
}

// atomHTML is a text construct as HTML.
func atomHTML(e *element) string {
	if e == nil {
		return ""
	}
	kind := strings.ToLower(e.attr("type"))
	switch {
	case isBinary(kind) || strings.EqualFold(e.attr("mode"), "base64"):
		return decoded(e)
	case kind == "xhtml" || kind == "application/xhtml+xml":
		return rebased(e, unwrapped(e).markup(true))
	case isText(kind) && !e.elements():
		if strings.EqualFold(e.attr("mode"), "escaped") { // of Atom 0.3, where many write HTML
			return e.content()
		}
		return paragraphs(e.content())
	}
	return rebased(e, unwrapped(e).markup(false))
}

// decoded is the HTML that an element has in base64; nothing for an image.
func decoded(e *element) string {
	raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(e.content()), ""))
	s := string(raw)
	if err != nil || !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !isLegal(r) }) {
		return ""
	}
	return rebased(e, modern(strings.TrimSpace(s)))
}

// unwrapped is the <div> that holds all of an XHTML construct and is no part of it.
func unwrapped(e *element) *element {
	var only *element
	for _, n := range e.nodes {
		switch {
		case n.element == nil && strings.TrimSpace(n.text) == "":
		case n.element == nil || only != nil || !strings.EqualFold(n.local, "div"):
			return e
		default:
			only = n.element
		}
	}
	if only == nil {
		return e
	}
	return only
}

func isText(kind string) bool { return kind == "text" || kind == "text/plain" }

// isBinary reports whether a media type is of what is no text, so that it is in base64.
func isBinary(kind string) bool {
	class, format, _ := strings.Cut(kind, "/")
	switch class {
	case "image", "audio", "video", "font":
		return true
	case "application":
		return !strings.Contains(format, "xml") && !strings.Contains(format, "html") && !strings.Contains(format, "json")
	}
	return false
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
