package feed

import (
	"cmp"
	"strings"

	"github.com/quarryapi/quarry/internal/read/sitemap/lastmod"
)

// readRSS reads RSS and RDF, and what modules and podcasts add to both.
func readRSS(f *Feed, root *element) {
	f.Type, f.Version = "rss", rssVersion(root)
	channel := root
	if all := root.all("channel"); len(all) > 0 {
		channel = all[0]
	}
	f.Title = titleOf(channel, "title", "dc:title", "itunes:title")
	f.Description = Plain(channel.value("description", "dc:description", "itunes:summary", "itunes:subtitle"))
	f.Language = Plain(cmp.Or(channel.value("language", "dc:language"), channel.lang))
	f.Link = rssLink(channel)
	f.Self = linkOf(channel.all("atom:link"), "self")
	f.Image = rssImage(root, channel)
	f.Authors = rssAuthors(channel, "managingeditor", "author", "dc:creator", "dc:author", "itunes:author", "itunes:owner")
	f.Published = when(channel.value("pubdate"), channel.value("dcterms:issued"))
	f.Updated = when(channel.value("lastbuilddate"), channel.value("dcterms:modified"), channel.value("dc:date"), channel.value("atom:updated"))
	for _, holder := range []*element{channel, root} {
		for _, item := range holder.all("item") {
			f.Items = append(f.Items, rssItem(item))
		}
		if channel == root {
			break
		}
	}
}

// rssVersion is the attribute's, and for RDF that of the namespace.
func rssVersion(root *element) string {
	if root.name == "rss" {
		return root.attr("version")
	}
	version := ""
	for _, a := range root.attrs {
		switch strings.TrimRight(strings.TrimSpace(a.Value), "/#") {
		case rss10Space:
			return "1.0"
		case rss09Space, "http://my.netscape.com/rdf/simple/0.9":
			version = "0.9"
		}
	}
	return version
}

func rssItem(e *element) Item {
	item := Item{
		Title: titleOf(e, "title", "dc:title", "media:title", "itunes:title"), URL: rssLink(e),
		Authors:    rssAuthors(e, "author", "dc:creator", "dc:author", "itunes:author", "atom:author"),
		Published:  when(e.value("pubdate"), e.value("dcterms:issued"), e.value("atom:published"), e.value("dc:date")),
		Updated:    when(e.value("dcterms:modified"), e.value("atom:updated")),
		Summary:    rssText(e, "description", "dc:description", "summary", "itunes:summary", "atom:summary"),
		Content:    rssText(e, "content:encoded", "xhtml:body", "body", "fullitem", "atom:content"),
		Categories: rssCategories(e),
	}
	if item.Updated.IsZero() && e.first("pubdate") != nil { // else it is when it was published
		item.Updated = when(e.value("dc:date"))
	}
	item.Summary = cmp.Or(item.Summary, mediaText(e))
	for _, enclosure := range e.all("enclosure") {
		item.Enclosures = addEnclosure(item.Enclosures, enclosure.address(enclosure.attr("url")), enclosure.attr("type"), enclosure.attr("length"))
	}
	item.Enclosures = append(item.Enclosures, atomEnclosures(e.all("atom:link"))...)
	id := ""
	if guid := e.first("guid"); guid != nil {
		id = guid.content()
		if item.URL == "" && !strings.EqualFold(guid.attr("isPermaLink"), "false") && strings.HasPrefix(id, "http") {
			item.URL = guid.address(id)
		}
	}
	return identify(item, cmp.Or(id, e.value("atom:id"), e.attr("about")))
}

// rssText is the HTML of a preferred element.
func rssText(e *element, names ...string) string {
	for _, name := range names {
		found := e.first(name)
		switch {
		case found == nil:
		case strings.HasPrefix(name, "atom:"):
			return atomHTML(found)
		default:
			return rebased(found, found.markup(name == "xhtml:body"))
		}
	}
	return ""
}

// mediaText is the description of the item's video or sound, or of a group of them. It
// is plain where nothing else is said.
func mediaText(e *element) string {
	for _, holder := range append([]*element{e}, e.all("media:group")...) {
		if found := holder.first("media:description"); found != nil {
			if found.attr("type") == "html" {
				return found.content()
			}
			return paragraphs(found.content())
		}
	}
	return ""
}

// rssLink is the page of a channel or an item.
func rssLink(e *element) string {
	for _, link := range e.all("link") {
		if rel := link.attr("rel"); rel != "" && rel != "alternate" {
			continue
		}
		if found := link.address(cmp.Or(link.content(), link.attr("href"))); found != "" {
			return found
		}
	}
	return linkOf(e.all("atom:link"), "alternate")
}

// rssImage is an image of the channel; RDF has it beside the channel.
func rssImage(root, channel *element) string {
	for _, e := range append(append(channel.all("image"), root.all("image")...), channel.all("itunes:image")...) {
		ref := cmp.Or(e.value("url"), e.attr("href"), e.attr("url"))
		if !e.elements() {
			ref = cmp.Or(ref, e.content())
		}
		if found := e.address(ref); found != "" {
			return found
		}
	}
	for _, e := range channel.all("itunes:link") {
		if found := e.address(e.attr("href")); found != "" && e.attr("rel") == "image" {
			return found
		}
	}
	for _, e := range channel.all("media:content", "media:thumbnail") {
		isImage := e.name == "media:thumbnail" || e.attr("medium") == "image" || strings.HasPrefix(e.attr("type"), "image/")
		if found := e.address(e.attr("url")); isImage && found != "" {
			return found
		}
	}
	if e := channel.preferred("atom:logo", "atom:icon"); e != nil {
		return e.address(e.content())
	}
	return ""
}

// rssAuthors are the people of the first element that names any; of one that names none
// the addresses.
func rssAuthors(e *element, names ...string) []string {
	var addresses []string
	for _, name := range names {
		var found people
		for _, author := range e.all(name) {
			found.element(author)
		}
		if found.named {
			return found.list
		}
		if addresses == nil {
			addresses = found.list
		}
	}
	return addresses
}

func rssCategories(e *element) []string {
	var list []string
	for _, c := range e.all("category", "dc:subject", "media:category") {
		list = addCategory(list, c.content())
	}
	for _, c := range e.all("itunes:category") {
		list = addCategory(list, c.attr("text"))
		for _, below := range c.all("itunes:category") {
			list = addCategory(list, below.attr("text"))
		}
	}
	for _, c := range e.all("atom:category") {
		list = addCategory(list, cmp.Or(c.attr("label"), c.attr("term")))
	}
	for word := range strings.SplitSeq(e.value("itunes:keywords"), ",") {
		list = addCategory(list, word)
	}
	return list
}

// when is the first of some dates that can be read.
func when(dates ...string) lastmod.Stamp {
	for _, s := range dates {
		if at := moment(s); !at.IsZero() {
			return at
		}
	}
	return lastmod.Stamp{}
}
