package clean

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// selector is that of a rule that may show an element again.
type selector struct {
	text      string
	within    string // that of the rule around it
	ways      ways   // of hiding that it may take back
	important ways   // those that it takes back from style attributes, too
	forgets   bool   // whether the names in it hide nothing any more
	weak      bool   // only what is hidden weakly
}

// note keeps a rule that may show an element again.
func (r *Rules) note(list string, d *declarations, hides ways, in context) {
	shows, important := d.showingBut(hides)
	if shows == 0 {
		return
	}
	s := selector{text: list, within: in.within, ways: shows, important: important}
	if hides == 0 {
		s.forgets = d.of(display) != "" || d.of(position) != "" || d.of(clip) != ""
		if !s.forgets {
			s.forgets = d.values[opacity] != "" || d.values[visibility] != "" || d.values[fontSize] != "" || d.values[font] != "" || d.moves()
			s.weak = s.forgets
		}
	}
	r.shown = append(r.shown, s)
}

// ways of hiding by a name of an element that other rules take back.
type showings struct {
	all       ways
	important ways
	plain     ways // by the names of elements alone, which no class yields to
}

func (s *showings) add(o showings) {
	s.all |= o.all
	s.important |= o.important
	s.plain |= o.plain
}

// taken is what rules may take back by names: ".class", "#id", the name of an element, or "*". Of
// most rules nobody asks, as what they say is colours and sizes, and what hides is something else.
type taken struct {
	names map[string]showings
	known ways // that were asked for
}

// takes is what rules of the page's sheets may take back of some ways to hide an element.
func (r *Rules) takes(n *html.Node, some ways) showings {
	if len(r.shown) == 0 || some == 0 {
		return showings{}
	}
	if r.back == nil {
		r.back = &taken{names: map[string]showings{}}
	}
	if fresh := some &^ r.back.known; fresh != 0 {
		for i := range r.shown {
			if r.shown[i].ways&fresh != 0 {
				r.back.read(&r.shown[i], fresh)
			}
		}
		r.back.known |= fresh
	}
	s := r.back.names["*"]
	s.add(r.back.names[n.Data])
	if id := strings.TrimSpace(dom.Attr(n, "id")); id != "" {
		s.add(r.back.names["#"+id])
	}
	for class := range strings.FieldsSeq(dom.Attr(n, "class")) {
		s.add(r.back.names["."+class])
	}
	return s
}

// left are the ways of a rule in which it still hides an element.
func (r *Rules) left(n *html.Node, c *compound) ways {
	if c.ways == 0 {
		return 0
	}
	t := r.takes(n, c.ways)
	w := c.ways &^ t.all
	if c.layered {
		w &^= t.plain
	}
	if own := dom.Attr(n, "style"); own != "" && w != 0 {
		var d declarations
		d.readOwn(own)
		shows, _ := d.showing()
		w &^= shows
	}
	return r.leftWithin(n, w)
}

// leftWithin takes out the ways that elements within one take back for themselves.
func (r *Rules) leftWithin(n *html.Node, w ways) ways {
	if w&inherited == 0 {
		return w
	}
	for c := range dom.Descendants(n) {
		if c.Type != html.ElementNode || w&inherited == 0 {
			continue
		}
		t := r.takes(c, w&inherited)
		w &^= (t.all | t.plain) & inherited
		if own := dom.Attr(c, "style"); own != "" {
			var d declarations
			d.readOwn(own)
			shows, _ := d.showing()
			w &^= shows & inherited
		}
	}
	return w
}

// read adds what a rule takes back of some ways.
func (t *taken) read(s *selector, some ways) {
	takes, important := s.ways&some, s.important&some
	for one := range list(s.text) {
		names, plain, ok := subject(one)
		if !ok {
			continue
		}
		if strings.Contains(one, "&") && s.within != "" {
			for around := range list(s.within) {
				more, _, _ := subject(around)
				names = append(names, more...)
			}
		}
		show := showings{all: takes, important: important}
		if plain && s.within == "" {
			show = showings{all: important, important: important, plain: takes}
		}
		for _, name := range names {
			was := t.names[name]
			was.add(show)
			t.names[name] = was
		}
	}
}

// list yields the selectors of a list.
func list(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		depth, begin := 0, 0
		for i := 0; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '(', '[':
				depth++
			case ')', ']':
				depth--
			case ',':
				if depth == 0 {
					if !yield(text[begin:i]) {
						return
					}
					begin = i + 1
				}
			}
		}
		yield(text[begin:])
	}
}

// subject are the names that a selector wants of its element, any of them: what it wants beside is not
// known, since scripts and readers change it. Plain is one of names of elements alone. What pseudo elements show is no text of the page.
func subject(s string) (names []string, plain, ok bool) {
	s = strings.TrimSpace(s)
	plain = !strings.ContainsAny(s, ".#[:&")
	last, depth := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ' ', '\t', '\n', '\r', '>', '+', '~':
			if depth == 0 {
				last = i + 1
			}
		}
	}
	s = s[last:]
	if strings.Contains(s, "::") || strings.HasSuffix(s, ":before") || strings.HasSuffix(s, ":after") {
		return nil, plain, false
	}
	names = wanted(s)
	if len(names) == 0 {
		tag := s[:len(s)-len(strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"))]
		if tag == "" {
			tag = "*"
			if strings.HasPrefix(s, "&") {
				return nil, false, true
			}
		}
		names = append(names, strings.ToLower(tag))
	}
	return names, plain, true
}

// wanted are the classes and ids of a compound, with those in its functions but :not.
func wanted(s string) (names []string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '.', '#':
			name, size := identifier(s[i+1:])
			switch {
			case len(name) == size && size > 0: // as it is written
				names = append(names, s[i:i+1+size])
			case name != "":
				names = append(names, s[i:i+1]+name)
			}
			i += size
		case '\\':
			i++
		case '[':
			if end := strings.IndexByte(s[i:], ']'); end > 0 {
				i += end
			}
		case ':':
			if strings.HasPrefix(s[i:], ":not(") {
				if end := strings.IndexByte(s[i:], ')'); end > 0 {
					i += end
				}
			}
		}
	}
	return names
}

// identifier reads a name of a style sheet, and how many bytes it takes.
func identifier(s string) (name string, size int) {
	for size < len(s) && isOfIdentifier(s[size]) {
		size++
	}
	if size == len(s) || s[size] != '\\' {
		return s[:size], size
	}
	var b strings.Builder
	b.WriteString(s[:size])
	for size < len(s) {
		c := s[size]
		switch {
		case c == '\\' && size+1 < len(s):
			end := size + 1
			for end < len(s) && end < size+7 && strings.IndexByte("0123456789abcdefABCDEF", s[end]) >= 0 {
				end++
			}
			if code, err := strconv.ParseUint(s[size+1:end], 16, 32); err == nil {
				b.WriteRune(rune(code)) //nolint:gosec // six digits at most
				if end < len(s) && s[end] == ' ' {
					end++
				}
				size = end
				continue
			}
			_, n := utf8.DecodeRuneInString(s[size+1:])
			b.WriteString(s[size+1 : size+1+n])
			size += 1 + n
		case isOfIdentifier(c):
			b.WriteByte(c)
			size++
		default:
			return b.String(), size
		}
	}
	return b.String(), size
}

func isOfIdentifier(c byte) bool { return c >= utf8.RuneSelf || isOfName(c) }
