package brandimage

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// kind is what an icon is declared as.
type kind int

const (
	favicon kind = iota
	touch        // apple-touch-icon, fluid-icon
	manifest
	mask // one colour, for Safari
)

// icon is a declared icon.
type icon struct {
	url  string
	kind kind
	svg  bool
	size int // the larger side in pixels, 0 when it is not declared
}

const maxIcons = 60

// icons are those of the page's links and of its manifest, in order.
func icons(p Page) []icon {
	var all []icon
	for n := range dom.All(p.Doc, atom.Link) {
		k, ok := kindOf(strings.Fields(strings.ToLower(dom.Attr(n, "rel"))))
		u := dom.Resolve(p.Base, dom.Attr(n, "href"))
		if !ok || u == "" {
			continue
		}
		all = append(all, newIcon(u, k, dom.Attr(n, "type"), dom.Attr(n, "sizes")))
		if len(all) == maxIcons {
			return all
		}
	}
	for _, i := range p.Manifest.Icons {
		if !strings.Contains(i.Purpose, "monochrome") {
			all = append(all, newIcon(i.URL, manifest, i.Type, i.Sizes))
		}
	}
	return all
}

func kindOf(rel []string) (kind, bool) {
	switch {
	case slices.Contains(rel, "mask-icon"):
		return mask, true
	case slices.Contains(rel, "apple-touch-icon"), slices.Contains(rel, "apple-touch-icon-precomposed"), slices.Contains(rel, "fluid-icon"):
		return touch, true
	case slices.Contains(rel, "icon"):
		return favicon, true
	}
	return 0, false
}

func newIcon(u string, k kind, mediaType, sizes string) icon {
	path, _, _ := strings.Cut(u, "?")
	i := icon{url: u, kind: k, svg: strings.HasPrefix(mediaType, "image/svg") || strings.HasSuffix(strings.ToLower(path), ".svg")}
	for one := range strings.FieldsSeq(strings.ToLower(sizes)) {
		width, height, _ := strings.Cut(one, "x")
		w, errW := strconv.Atoi(width)
		h, errH := strconv.Atoi(height)
		if errW == nil && errH == nil && w < 100_000 && h < 100_000 {
			i.size = max(i.size, w, h)
		}
	}
	if i.size == 0 && k == touch {
		i.size = 180 // by Apple's word for one without a size
	}
	return i
}

// asLogo is how likely an icon is the logo.
func (i icon) asLogo() float64 {
	switch {
	case i.kind == mask:
		return tileImage
	case i.svg, i.kind == touch && i.size >= 120, i.kind == manifest && i.size >= 192, i.size >= 192:
		return largeIcon
	}
	return smallIcon
}

// favicons are worth this much: the page's own word for it is surer than a place where
// there mostly is one.
const (
	declaredIcon = 0.9
	usualPlace   = 0.5
)

// Favicons lists what may be the favicon, the best first: those that are declared as
// icons, the largest of at most 256 pixels; then touch icons and those of the manifest
// in the same order; larger ones; one-coloured ones; and /favicon.ico.
func Favicons(p Page) []Candidate {
	all := icons(p)
	slices.SortStableFunc(all, func(a, b icon) int {
		return cmp.Or(cmp.Compare(a.group(), b.group()), cmp.Compare(b.extent(), a.extent()))
	})
	l := list{at: map[string]int{}}
	for _, i := range all {
		l.add(i.url, declaredIcon)
	}
	l.add(dom.Resolve(p.Base, "/favicon.ico"), usualPlace)
	return l.found[:min(len(l.found), most)]
}

const largest = 256

func (i icon) group() int {
	switch {
	case i.kind == mask:
		return 4
	case i.size > largest:
		return 3
	case i.kind == favicon:
		return 0
	}
	return 1
}

// extent is the size by which icons of a group are ordered. A drawing has any.
func (i icon) extent() int {
	if i.svg {
		return largest
	}
	return i.size
}
