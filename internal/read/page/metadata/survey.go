package metadata

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// What is remembered of a page. Pages that have more of it repeat themselves.
const (
	maxLinks = 300
	maxHeads = 40
	maxNamed = 120
	maxBy    = 40
	maxTexts = 6000
	maxProps = 200
)

// survey is what one walk over a page finds. A walk for each field would cost more than
// everything else here.
type survey struct {
	language string
	title    *html.Node
	metas    structured.Metas
	cited    []string     // authors of papers, of whom each has a meta element
	links    []*html.Node // link elements
	heads    []sight      // h1 to h3
	titled   []sight      // other elements whose names say that they hold the title
	authored []sight      // elements whose names say that they hold authors
	dated    []sight      // elements whose names say that they hold dates
	times    []sight      // elements with a time in an attribute
	props    map[string]*html.Node
	texts    []sight // text that is shown
	at       int32
	known    [512]known
	said     *saidTable
}

// known is what a class or id says, remembered because most of them come again and again.
type known struct {
	names string
	says  hint
}

// sight is a node and its place in the order of the page.
type sight struct {
	n    *html.Node
	at   int32
	says hint
}

func (s *survey) visit(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			s.at++
			if len(s.texts) < maxTexts && shows(c.Data) {
				s.texts = append(s.texts, sight{n: c, at: s.at})
			}
		case html.ElementNode:
			s.at++
			if s.element(c) {
				s.visit(c)
			}
		}
	}
}

// shows reports whether a text has more than white space.
func shows(s string) bool {
	for i := range len(s) {
		if s[i] > ' ' {
			return true
		}
	}
	return false
}

// element notes an element and reports whether what is in it is shown or declared.
func (s *survey) element(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Svg, atom.Iframe, atom.Object, atom.Select, atom.Textarea:
		return false
	case atom.Html:
		s.language = first(dom.Attr(n, "lang"), dom.Attr(n, "xml:lang"))
		return true
	case atom.Title:
		if s.title == nil && n.Namespace == "" {
			s.title = n
		}
		return false
	case atom.Meta:
		if dom.HasAttr(n, "itemprop") && isOfReader(n) {
			return true
		}
		s.metas.Add(n)
		s.cite(n)
	case atom.Link:
		s.links = keep(s.links, n, maxLinks)
	case atom.H1, atom.H2, atom.H3:
		s.heads = keep(s.heads, sight{n: n, at: s.at}, maxHeads)
	}
	s.attributes(n)
	return true
}

// cite notes the author in a meta element of those that papers have.
func (s *survey) cite(n *html.Node) {
	switch strings.ToLower(dom.Attr(n, "name")) {
	case "citation_author", "dc.creator", "dcterms.creator", "eprints.creators_name", "bepress_citation_author":
		if author := dom.Attr(n, "content"); author != "" && !slices.Contains(s.cited, author) {
			s.cited = keep(s.cited, author, maxAuthors)
		}
	}
}

func keep[T any](list []T, one T, limit int) []T {
	if len(list) < limit {
		list = append(list, one)
	}
	return list
}

// attributes notes what the names of an element say it holds.
func (s *survey) attributes(n *html.Node) {
	var says hint
	timed := n.DataAtom == atom.Time
	for i := range n.Attr {
		a := &n.Attr[i]
		switch a.Key {
		case "class", "id", "data-testid":
			if n.DataAtom != atom.Body {
				says |= s.hints(a.Val)
			}
		case "itemprop":
			says |= s.hints(a.Val)
			s.property(a.Val, n)
		case "rel":
			if n.DataAtom == atom.A && hasRel(n, "author") {
				says |= relAuthor | namesAuthor
			}
		case "datetime":
			timed = true
		}
	}
	if says&namesPlainDate != 0 {
		says &^= namesUpdate // hAtom asks for the class updated wherever there is a date
	}
	if says == 0 && !timed {
		return
	}
	here := sight{n: n, at: s.at, says: says}
	if timed {
		s.times = keep(s.times, here, maxNamed)
	}
	if says&namesAuthor != 0 {
		s.authored = keep(s.authored, here, maxBy)
	}
	if says&namesDate != 0 && !timed {
		s.dated = keep(s.dated, here, maxNamed)
	}
	if says&namesTitle != 0 && dom.HeadingLevel(n) == 0 {
		s.titled = keep(s.titled, here, maxHeads)
	}
}

// hints is what names say, with a memory.
func (s *survey) hints(names string) hint {
	if len(names) < 3 {
		return 0
	}
	last := len(names) - 1
	place := uint(last)*37 ^ uint(names[0])*7 ^ uint(names[last])*13 ^ uint(names[last/2])*101 ^ uint(names[last/4])*29
	k := &s.known[place%uint(len(s.known))]
	if k.names != names {
		*k = known{names, s.said.in(names)}
	}
	return k.says
}

// property keeps the first element with each itemprop, but for those of readers.
func (s *survey) property(names string, n *html.Node) {
	for name := range strings.FieldsSeq(names) {
		if s.props[name] == nil && len(s.props) < maxProps && !isOfReader(n) {
			s.props[name] = n
		}
	}
}

// isOfReader reports whether a property belongs to an item that a reader wrote: a comment,
// or the review of something else.
func isOfReader(n *html.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if dom.HasAttr(p, "itemscope") {
			kind := dom.Attr(p, "itemtype")
			return strings.HasSuffix(kind, "Comment") || strings.HasSuffix(kind, "Comments") || strings.HasSuffix(kind, "/Answer") || strings.HasSuffix(kind, "Review") && dom.HasAttr(p, "itemprop")
		}
	}
	return false
}
