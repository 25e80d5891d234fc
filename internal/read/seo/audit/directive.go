package audit

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/seo"
)

// robots reads the instructions of page and header for all robots and Googlebot. Elements and headers
// add up: the strictest wins, wherever it stands.
func (r *reader) robots() seo.Robots {
	var meta []string
	for n := range dom.All(r.doc, atom.Meta) {
		switch strings.ToLower(dom.Attr(n, "name")) {
		case "robots", "googlebot":
			meta = append(meta, directives(dom.Attr(n, "content"))...)
		}
	}
	var header []string
	for _, value := range r.header.Values("X-Robots-Tag") {
		header = append(header, directives(forUs(value))...)
	}
	says := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(meta, n) || slices.Contains(header, n) })
	}
	return seo.Robots{
		Meta: strings.Join(meta, ", "), Header: strings.Join(header, ", "),
		Indexable: !says("noindex", "none"), Followed: !says("nofollow", "none"),
	}
}

// directives are the distinct words of a list.
func directives(list string) []string {
	var words []string
	for d := range strings.SplitSeq(strings.ToLower(list), ",") {
		if d = strings.Join(strings.Fields(d), " "); d != "" && len(d) <= 100 && !slices.Contains(words, d) {
			words = append(words, d)
		}
	}
	return words
}

// valued are directives with a value behind a colon, which is no robot's name then.
var valued = []string{"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}

// forUs is what an X-Robots-Tag says to all or to Googlebot: "otherbot: noindex" is
// nothing to either.
func forUs(header string) string {
	name, rest, named := strings.Cut(header, ":")
	name = strings.ToLower(strings.TrimSpace(name))
	switch {
	case !named || strings.ContainsAny(name, ", ") || slices.Contains(valued, name):
		return header
	case name == "googlebot" || name == "*":
		return rest
	}
	return ""
}
