package feed

import "strings"

// spaces are the namespaces of a document's own elements.
type spaces struct {
	own  string // of the root
	atom bool   // the document is an Atom feed, not RSS with elements of Atom
}

// name is an element's name in lower case, behind the prefix by which its namespace is
// commonly known, whatever the document's: "title", "dc:creator". The document's own
// elements have none.
func (s spaces) name(space, local string) string {
	local = strings.ToLower(local)
	space = strings.TrimSpace(space)
	if space == "" || space == s.own {
		return local
	}
	prefix := prefixOf(space)
	if prefix == "rss" || prefix == "atom" && s.atom {
		return local
	}
	return prefix + ":" + local
}

// prefixOf also knows the usual prefixes themselves, which is what the decoder gives
// when a document does not declare them. Anything else is "?".
func prefixOf(space string) string {
	switch strings.TrimRight(strings.ToLower(space), "/#") {
	case "http://www.w3.org/2005/atom", "http://purl.org/atom/ns", "atom", "atom10":
		return "atom"
	case "http://purl.org/dc/elements/1.1", "http://purl.org/dc/elements/1.0", "dc":
		return "dc"
	case "http://purl.org/dc/terms", "dcterms":
		return "dcterms"
	case "http://purl.org/rss/1.0/modules/content", "content":
		return "content"
	case "http://www.itunes.com/dtds/podcast-1.0.dtd", "itunes":
		return "itunes"
	case "http://search.yahoo.com/mrss", "http://video.search.yahoo.com/mrss", "media":
		return "media"
	case "http://www.w3.org/1999/xhtml", "xhtml":
		return "xhtml"
	case rdfSpace, "rdf":
		return "rdf"
	case rss10Space, rss09Space, "http://my.netscape.com/rdf/simple/0.9",
		"http://backend.userland.com/rss", "http://backend.userland.com/rss2", "http://blogs.law.harvard.edu/tech/rss", "http://purl.org/net/rss1.1":
		return "rss"
	}
	return "?"
}

// Namespaces without the sign at their end.
const (
	rdfSpace   = "http://www.w3.org/1999/02/22-rdf-syntax-ns"
	rss10Space = "http://purl.org/rss/1.0"
	rss09Space = "http://channel.netscape.com/rdf/simple/0.9"
	xmlSpace   = "http://www.w3.org/XML/1998/namespace"
)
