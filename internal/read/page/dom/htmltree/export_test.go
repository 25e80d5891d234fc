package htmltree

// Token is a token as html5lib's tests of tokens have it.
type Token struct {
	Kind   string // Character, StartTag, EndTag, Comment or DOCTYPE
	Text   string // or the name
	Attr   map[string]string
	Closed bool

	Public, System *string
	Broken         bool
}

// Scan reads all tokens of a page that begins as the text of an element, which may be empty, or in
// a CDATA section. Texts that follow each other are one.
func Scan(page, within string, section bool) []Token {
	text := normalized([]byte(page))
	s := newScanner(text, new(Memory))
	s.cdata = section
	if section {
		s = newScanner("<![CDATA["+text, new(Memory))
		s.cdata = true
	}
	if within != "" {
		s.raw = tagOf(within)
	}
	var all []Token
	for s.next(); s.tok.kind != endOfPage; s.next() {
		s.cdata = false
		t := Token{Text: s.tok.text, Closed: s.tok.closed}
		switch s.tok.kind {
		case textToken:
			t.Kind = "Character"
		case startToken:
			t.Kind, t.Text, t.Attr = "StartTag", s.tok.name, map[string]string{}
			for _, a := range s.tok.attr {
				t.Attr[a.Key] = a.Val
			}
		case endToken:
			t = Token{Kind: "EndTag", Text: s.tok.name}
		case commentToken:
			t.Kind = "Comment"
		case doctypeToken:
			d := readDoctype(s.tok.text, s.tok.cut)
			t = Token{Kind: "DOCTYPE", Text: d.name, Public: d.public, System: d.system, Broken: d.broken}
		case endOfPage:
		}
		switch last := len(all) - 1; {
		case t.Kind == "Character" && t.Text == "":
		case t.Kind == "Character" && last >= 0 && all[last].Kind == t.Kind:
			all[last].Text += t.Text
		default:
			all = append(all, t)
		}
	}
	return all
}
