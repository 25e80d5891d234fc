// Package shell distinguishes pages that their scripts have yet to write from pages that are
// merely short. It goes by rules over what was served and must not fetch, render or judge how
// good content is.
package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Sign is what a shell was known by; empty is no shell.
type Sign string

// The signs.
const (
	None     Sign = ""
	Empty    Sign = "empty"    // nothing to see, and scripts
	Root     Sign = "root"     // the element that a framework fills has no content
	Noscript Sign = "noscript" // next to no content, and a message to those without scripts
	Loading  Sign = "loading"  // the content says that it is being loaded
	Written  Sign = "written"  // next to no content, and scripts of the page or its site that write it
	Data     Sign = "data"     // next to no content, which lies in the page as data
	Template Sign = "template" // next to no content but the names in braces that scripts put values for
	Leading  Sign = "leading"  // next to no content, and the page leads to another by itself
)

const (
	// littleText is how many characters of content a shell has at most.
	littleText = 200
	// hardlyAny is how many beside a root or a message may be a name, a logo's text or a spinner's.
	hardlyAny = 40
	// readable is how much a noscript element must hold to be content itself.
	readable = 400
)

// Content is what a reader took from the page.
type Content struct {
	Text string
	// Believed says that it was found to be the main content. Otherwise it is what is left of
	// the page, of which much can be what surrounds content.
	Believed bool
	// Host is that of the page, whose scripts may be named by whole addresses; empty where it is not known.
	Host string
}

// Missing is what is said of a page that was read as it was served, although it is a shell. It begins with the warning that
// scrapes have.
const Missing = "needs_rendering: scripts have yet to fill the page, which no browser has shown; what they write is not in this."

// leftover is how many times as long the text of a page without main content is that is more
// than what surrounds content.
const leftover = 4

// Enough reports whether that is more than a shell has, not counting the addresses of its links.
func (c Content) Enough() bool {
	most := littleText
	if !c.Believed {
		most *= leftover
	}
	return utf8.RuneCountInString(filled(c.Text))-addresses(c.Text) > most
}

// addresses is how long the addresses of links in markdown are.
func addresses(text string) (length int) {
	for {
		_, behind, ok := strings.Cut(text, "](")
		if !ok {
			return length
		}
		address, rest, ok := strings.Cut(behind, ")")
		if ok && !strings.Contains(address, "\n") {
			length += utf8.RuneCountInString(address)
		}
		text = rest
	}
}

// In returns what shows that a page is a shell, as Of does. It parses none that it need not: most pages.
func In(page []byte, read Content) Sign {
	if read.Enough() && !hasEmptyRoot(page) {
		return None
	}
	return Of(dom.Parse(page), read)
}

// Of returns what shows that a page is a shell. Of a page of which a reader took more than a few
// words nothing does, as scripts reveal what others have sent, but that all of it surrounds the element that a framework
// fills, and nothing is in that. The document stays as it is.
func Of(doc *html.Node, read Content) Sign {
	body := dom.Body(doc)
	if body == nil {
		return None
	}
	p := look(doc, body, read.Host)
	switch {
	case (p.leads || p.jumps && !p.fields) && !read.Enough() && p.text.length <= littleText/2:
		return Leading
	case !p.scripts, p.frames && (p.root == nil || p.rootText > 0):
		return None
	case p.text.long, p.noscript.readable:
		return None
	case read.Enough():
		if p.root != nil && p.rootText == 0 && p.text.length <= hardlyAny && p.text.blocks == 0 {
			return Root
		}
		return None
	case p.text.loads() && (p.root != nil || p.text.length <= hardlyAny || strings.ContainsAny(p.text.words.String(), "…") || strings.Contains(p.text.words.String(), "...")):
		return Loading
	case p.root != nil && !p.rootHolds && p.text.beside(p.rootText) <= littleText:
		return Root
	case p.text.templated:
		return Template
	case p.text.length == 0 && !p.media:
		return Empty
	case p.text.isName() && p.noscript.asks:
		return Noscript
	case p.text.isName() && p.data:
		return Data
	case p.written(body):
		return Written
	}
	return None
}

// seen is what a page shows without its scripts.
type seen struct {
	host      string   // of the page
	scripts   bool     // that do something
	data      bool     // a script that holds a framework's data
	media     bool     // pictures, films or a drawing
	own       bool     // a script of the site's own, which could write anything
	targets   []string // elements that scripts in the page write into
	fields    bool     // to be filled in by a reader
	frames    bool     // another document, which is what is shown
	leads     bool     // to another page, by what it says itself
	jumps     bool     // the same by a script in it, maybe later
	root      *html.Node
	rootText  int
	rootHolds bool // the root has content of its own
	text      text
	noscript  struct{ asks, readable bool }
}

// text measures what is content: all but menus, banners and footers.
type text struct {
	length int
	blocks int // headings, paragraphs, cells and items of a list with three words or more
	long   bool
	words  strings.Builder

	templated bool // some of it are names in braces, which count for nothing
}

// beside is how much there is beside a part of it.
func (t *text) beside(part int) int { return t.length - part }

// isName reports that there is hardly more than a name.
func (t *text) isName() bool { return t.length <= hardlyAny && t.blocks <= 1 }

// loads reports whether all that the content says is that it comes.
func (t *text) loads() bool {
	return t.length > 0 && isWaiting(t.words.String())
}

func (t *text) add(s string) {
	if without := filled(s); without != s {
		s, t.templated = without, true
	}
	t.count(s)
}

// count is add for a text in which braces are braces.
func (t *text) count(s string) {
	s = strings.TrimSpace(s)
	if s == "" {
		return
	}
	t.length += utf8.RuneCountInString(s)
	if t.words.Len() < 4*littleText {
		t.words.WriteString(s + " ")
	}
	t.long = t.length > littleText
}

func look(doc, body *html.Node, host string) *seen {
	p := &seen{host: host}
	for n := range dom.Descendants(doc) {
		switch {
		case dom.Is(n, atom.Script):
			p.script(n)
		case dom.Is(n, atom.Meta):
			p.leads = p.leads || refreshes(n)
		case isField(n):
			p.fields = true
		case dom.Is(n, atom.Noscript):
			p.unscripted(n)
		case dom.Is(n, atom.Img, atom.Picture, atom.Video, atom.Audio, atom.Canvas, atom.Object, atom.Embed):
			p.media = p.media || !isTracker(n)
		case dom.Is(n, atom.Iframe):
			p.frames = p.frames || isShown(n)
		case dom.Is(n, atom.Frameset):
			p.frames = true
		}
		if p.root == nil && isRoot(n) {
			p.root = n
		}
	}
	p.walk(body, &p.text)
	if p.root != nil {
		var inner text
		p.walk(p.root, &inner)
		p.rootText = inner.length
		p.rootHolds = inner.length > hardlyAny && !inner.loads() || inner.blocks > 0 && !inner.loads()
	}
	return p
}

// script notes what a script is: data does nothing.
func (p *seen) script(n *html.Node) {
	if isData(n) {
		p.data = p.data || isFrameworks(n)
		return
	}
	p.scripts = true
	p.own = p.own || isOwn(dom.Attr(n, "src"), p.host)
	if n.FirstChild != nil {
		p.own = p.own || ownImport(n.FirstChild.Data)
		p.data = p.data || holdsState(n.FirstChild.Data)
		p.jumps = p.jumps || jumping.MatchString(n.FirstChild.Data)
		p.targets = append(p.targets, targets(n.FirstChild.Data)...)
	}
}

func (p *seen) unscripted(n *html.Node) {
	if n.FirstChild == nil {
		return
	}
	said := dom.Text(dom.Body(dom.Parse([]byte(n.FirstChild.Data))))
	rest := 0 // of sentences that do not ask for scripts
	for sentence := range strings.FieldsFuncSeq(said, func(r rune) bool { return strings.ContainsRune(".!?:。！\n", r) }) {
		if low := strings.ToLower(sentence); strings.Contains(low, "javascript") || strings.Contains(low, "java script") {
			p.noscript.asks = true
		} else {
			rest += len(sentence)
		}
	}
	p.noscript.readable = p.noscript.readable || rest >= readable
}

// walk measures what is seen below n, without what surrounds content.
func (p *seen) walk(n *html.Node, t *text) {
	for c := n.FirstChild; c != nil && !t.long; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && dom.Closest(c, atom.Code, atom.Pre) != nil:
			t.count(c.Data)
		case c.Type == html.TextNode:
			t.add(c.Data)
		case c.Type != html.ElementNode, isUnseen(c), isChrome(c):
		default:
			if isBlock(c) && words(filled(dom.Text(c))) >= 3 || dom.HeadingLevel(c) > 0 && words(filled(dom.Text(c))) > 0 {
				t.blocks++
			}
			p.walk(c, t)
		}
	}
}

func words(s string) (n int) {
	for range strings.FieldsSeq(s) {
		n++
	}
	if n < 3 && strings.ContainsFunc(s, isIdeographic) && utf8.RuneCountInString(s) >= 6 {
		return 3
	}
	return n
}

// isIdeographic is of scripts that put no space between words.
func isIdeographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}
