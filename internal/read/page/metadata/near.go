package metadata

import (
	"slices"
	"sort"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// anchor is where the page's headline stands. What is near it belongs to the page's
// content rather than to what surrounds it.
type anchor struct {
	text   int // index of the first text at or behind it
	body   int // index of the first long text behind it
	around map[*html.Node]bool
}

// findAnchor looks for the element that holds the title; without one, for the first h1,
// and without that for the first long text. It returns nil when there is none of these.
func (r *reader) findAnchor(title string) *anchor {
	s, ok := r.holder(title)
	for _, h := range r.heads {
		if !ok && h.n.DataAtom == atom.H1 {
			s, ok = h, true
		}
	}
	for _, t := range r.texts {
		if !ok && isLong(t) {
			s, ok = sight{n: t.n.Parent, at: t.at}, true
		}
	}
	if !ok {
		return nil
	}
	a := &anchor{around: map[*html.Node]bool{}}
	a.text = sort.Search(len(r.texts), func(i int) bool { return r.texts[i].at >= s.at })
	for p := s.n; p != nil; p = p.Parent {
		a.around[p] = true
	}
	a.body = a.text
	for i, t := range r.texts[a.text:] {
		if isLong(t) && r.within(a, t.n)&(namesComment|namesAside) == 0 {
			a.body = a.text + i
			break
		}
	}
	return a
}

// minPart is the length of a heading that is known as part of the title, in bytes.
const minPart = 20

// holder finds the element that holds the title: a heading, else one that is named a
// title, else a heading with most of it, else any with that text alone.
func (r *reader) holder(title string) (sight, bool) {
	key := fold(title)
	if key == "" {
		return sight{}, false
	}
	limit := 2*len(title) + 8
	for _, s := range slices.Concat(r.heads, r.titled) {
		if dom.TextLength(s.n, limit) < limit && fold(dom.HeadingText(s.n)) == key {
			return s, true
		}
	}
	for _, s := range r.heads {
		if length := dom.TextLength(s.n, limit); length >= minPart && length < limit && strings.Contains(key, fold(dom.HeadingText(s.n))) {
			return s, true
		}
	}
	for _, s := range r.texts {
		if len(s.n.Data) >= len(title) && len(s.n.Data) < len(title)+40 && fold(s.n.Data) == key {
			return sight{n: s.n.Parent, at: s.at}, true
		}
	}
	return sight{}, false
}

// longText is the length of a text that stands in a paragraph, in bytes.
const longText = 140

func isLong(s sight) bool { return len(s.n.Data) > longText && s.n.Parent.DataAtom != atom.A }

// leads reports whether a text so many behind the headline is among the first, or right
// before the body of the page.
func (a *anchor) leads(between int) bool {
	body := a.body - a.text
	return between <= 8 || between <= body && between >= body-8
}

// below reports whether a text so many behind the headline stands below the first
// paragraph.
func (a *anchor) below(between int) bool { return between > a.body-a.text && a.body > a.text }

// between counts the texts between the headline and a place: less than zero before it.
func (r *reader) between(a *anchor, at int32) int {
	i := sort.Search(len(r.texts), func(i int) bool { return r.texts[i].at >= at })
	return i - a.text
}

// within reports what the elements around a node say, up to the one that holds the
// headline, too.
func (r *reader) within(a *anchor, n *html.Node) hint {
	var says hint
	for p := n; p != nil && p.DataAtom != atom.Body && (a == nil || !a.around[p]); p = p.Parent {
		switch p.DataAtom {
		case atom.Nav, atom.Aside:
			says |= namesAside
		case atom.Footer:
			if dom.Closest(p, atom.Article, atom.Main) == nil {
				says |= namesAside
			}
		}
		var own hint
		for i := range p.Attr {
			if key := p.Attr[i].Key; key == "class" || key == "id" {
				own |= r.hints(p.Attr[i].Val)
			}
		}
		if own&namesPlainDate != 0 {
			own &^= namesUpdate
		}
		if p.DataAtom == atom.Main {
			own &^= namesAside // of classes that name what stands beside it
		}
		says |= own
	}
	return says
}

// textBefore is the short text that stands right before a place and belongs to it, such as
// "Published:".
func (r *reader) textBefore(place sight) string {
	i, _ := slices.BinarySearchFunc(r.texts, place.at, func(s sight, at int32) int { return int(s.at - at) })
	if i == 0 || len(r.texts[i-1].n.Data) > 60 || !together(r.texts[i-1].n, place.n) {
		return ""
	}
	return r.texts[i-1].n.Data
}

// together reports whether two nodes are in one element that is close to both.
func together(a, b *html.Node) bool {
	const closest = 4
	for i := 0; i < closest && a != nil; i++ {
		a = a.Parent
		for j, p := 0, b; j < closest && p != nil; j++ {
			if p = p.Parent; p == a && p != nil {
				return true
			}
		}
	}
	return false
}
