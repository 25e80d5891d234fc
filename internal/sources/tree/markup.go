package tree

import (
	"bytes"
	"slices"
	"strings"
)

// Node is an element of HTML or XML, or what stands between elements.
type Node struct {
	Name  string // of an element as it is written; empty for a text
	Attrs []Attr
	Kids  []*Node
	Text  string // of a text, a comment, a declaration, as it is written
	tail  string // of an element: what stands before the > of its tag
	close string // its end tag as it is written; empty where it has none
}

// Attr is an attribute of an element. Its value is as it is written, references
// included.
type Attr struct {
	Name, Value string
	before      string // white space
	quote       string // empty for a value without quotes
	bare        bool   // has no value
}

// Is reports whether a node is an element of a name, in any case.
func (n *Node) Is(name string) bool { return strings.EqualFold(n.Name, name) }

// Attr returns the value of an attribute; empty for none.
func (n *Node) Attr(name string) string {
	for _, a := range n.Attrs {
		if strings.EqualFold(a.Name, name) {
			return a.Value
		}
	}
	return ""
}

// Markup reports whether a node is a comment, a declaration or an instruction.
func (n *Node) Markup() bool { return n.Name == "" && strings.HasPrefix(n.Text, "<") }

// void elements of HTML have no end.
var void = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

// opaque elements of HTML hold text that only looks like tags.
var opaque = []string{"script", "style", "textarea", "title", "noscript"}

// ParseMarkup reads HTML or XML and never fails: what is no tag is text. The root has no
// name and holds all there is.
func ParseMarkup(body []byte) *Node {
	p := parser{rest: string(body), stack: []*Node{{}}}
	p.xml = bytes.HasPrefix(bytes.TrimSpace(body), []byte("<?xml"))
	for p.rest != "" {
		p.step()
	}
	return p.stack[0]
}

type parser struct {
	rest  string
	stack []*Node
	xml   bool
}

func (p *parser) add(n *Node) {
	top := p.stack[len(p.stack)-1]
	top.Kids = append(top.Kids, n)
}

// take cuts off what ends with a mark, or all of the rest.
func (p *parser) take(mark string, from int) string {
	end := len(p.rest)
	if i := strings.Index(p.rest[from:], mark); i >= 0 {
		end = from + i + len(mark)
	}
	taken := p.rest[:end]
	p.rest = p.rest[end:]
	return taken
}

func (p *parser) step() {
	switch {
	case strings.HasPrefix(p.rest, "<!--"):
		p.add(&Node{Text: p.take("-->", 4)})
	case strings.HasPrefix(p.rest, "<![CDATA["):
		p.add(&Node{Text: p.take("]]>", 9)})
	case strings.HasPrefix(p.rest, "<!"), strings.HasPrefix(p.rest, "<?"):
		p.add(&Node{Text: p.take(">", 2)})
	case strings.HasPrefix(p.rest, "</"):
		p.end(p.take(">", 2))
	case len(p.rest) > 1 && p.rest[0] == '<' && letter(p.rest[1]):
		p.element()
	default:
		end := strings.IndexByte(p.rest[1:], '<') + 1
		if end == 0 {
			end = len(p.rest)
		}
		p.add(&Node{Text: p.rest[:end]})
		p.rest = p.rest[end:]
	}
}

// end closes the nearest open element of a name; those within it have no end of their
// own.
func (p *parser) end(tag string) {
	name := strings.TrimSpace(strings.Trim(tag, "</>"))
	for i := len(p.stack) - 1; i > 0; i-- {
		if p.stack[i].Is(name) {
			p.stack[i].close = tag
			p.stack = p.stack[:i]
			return
		}
	}
	p.add(&Node{Text: tag}) // ends nothing
}

func (p *parser) element() {
	i := 1
	for i < len(p.rest) && !space(p.rest[i]) && p.rest[i] != '>' && p.rest[i] != '/' {
		i++
	}
	n, all := &Node{Name: p.rest[1:i]}, p.rest
	p.rest = p.rest[i:]
	for p.attribute(n) {
	}
	if !strings.Contains(p.rest, ">") { // the answer was cut off within a tag
		p.add(&Node{Text: all})
		p.rest = ""
		return
	}
	n.tail = strings.TrimSuffix(p.take(">", 0), ">")
	p.add(n)
	name := strings.ToLower(n.Name)
	switch {
	case strings.HasSuffix(n.tail, "/"), !p.xml && slices.Contains(void, name):
	case !p.xml && slices.Contains(opaque, name):
		i := indexFold(p.rest, "</"+name)
		if i < 0 {
			i = len(p.rest)
		}
		n.Kids = []*Node{{Text: p.rest[:i]}}
		p.rest = p.rest[i:]
		n.close = p.take(">", 0)
	default:
		p.stack = append(p.stack, n)
	}
}

// indexFold is where a text that is ASCII begins in s, in capitals or not; -1 where it
// does not. It counts the bytes of s itself: a text in lower case may be longer or
// shorter, as invalid UTF-8 and some letters become others of another length.
func indexFold(s, ascii string) int {
	for i := range len(s) - len(ascii) + 1 {
		if s[i] == ascii[0] && strings.EqualFold(s[i:i+len(ascii)], ascii) {
			return i
		}
	}
	return -1
}

// attribute reads one more attribute, or returns false before the end of the tag.
func (p *parser) attribute(n *Node) bool {
	i := 0
	for i < len(p.rest) && space(p.rest[i]) {
		i++
	}
	if i == len(p.rest) || p.rest[i] == '>' || p.rest[i] == '/' {
		return false
	}
	a := Attr{before: p.rest[:i], bare: true}
	j := i + 1
	for j < len(p.rest) && !space(p.rest[j]) && !strings.ContainsRune("=>/", rune(p.rest[j])) {
		j++
	}
	a.Name, p.rest = p.rest[i:j], p.rest[j:]
	if value, ok := strings.CutPrefix(p.rest, "="); ok {
		a.bare = false
		a.quote, a.Value, p.rest = quoted(value)
	}
	n.Attrs = append(n.Attrs, a)
	return true
}

// quoted reads the value behind an equals sign.
func quoted(s string) (quote, value, rest string) {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		quote = s[:1]
		value, rest, _ = strings.Cut(s[1:], quote)
		return quote, value, rest
	}
	i := strings.IndexAny(s, " \t\r\n>")
	if i < 0 {
		i = len(s)
	}
	return "", s[:i], s[i:]
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// Append writes a node as it was written.
func (n *Node) Append(out []byte) []byte {
	if n.Name != "" {
		out = append(append(out, '<'), n.Name...)
		for _, a := range n.Attrs {
			out = append(append(out, a.before...), a.Name...)
			if !a.bare {
				out = append(append(append(append(out, '='), a.quote...), a.Value...), a.quote...)
			}
		}
		out = append(append(out, n.tail...), '>')
	}
	out = append(out, n.Text...)
	for _, kid := range n.Kids {
		out = kid.Append(out)
	}
	return append(out, n.close...)
}
