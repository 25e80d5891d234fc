package segment

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// tagNames are the names of tags.
var tagNames = [Tags]string{
	Other: "other", Inline: "inline", P: "p", H1: "h1", H2: "h2", H3: "h3", H4: "h4", Li: "li", List: "list", Td: "td", Th: "th", Tr: "tr",
	Table: "table", Dt: "dt", Dd: "dd", Dl: "dl", Pre: "pre", Code: "code", Blockquote: "blockquote", Figure: "figure", Figcaption: "figcaption",
	A: "a", Button: "button", Label: "label", Article: "article", Main: "main", Section: "section", Aside: "aside", Nav: "nav", Header: "header",
	Footer: "footer", Form: "form", Details: "details", Time: "time", Strong: "strong", Body: "body",
}

// String is the name of the tag.
func (t Tag) String() string {
	switch {
	case t < Tags:
		return tagNames[t]
	case t == lineBreak:
		return "line break"
	}
	return "skipped"
}

// elements are the names of HTML, for which Vocabulary says what tag each is.
const elements = `a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col colgroup data
datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header
hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol optgroup option output p picture
pre progress q rp rt ruby s samp script search section select small source span strike strong style sub summary sup svg table tbody td template
textarea tfoot th thead time title tr track tt u ul var video wbr`

// Vocabulary is all that blocks are measured by: tags with the elements that they stand for,
// words and names, in the order in which numbers stand for them. A model that was trained
// with one vocabulary can judge by no other.
func Vocabulary() string {
	var s strings.Builder
	for t, name := range tagNames {
		fmt.Fprintf(&s, "tag %d %s\n", t, name)
	}
	for name := range strings.FieldsSeq(elements) {
		t := tagOf(&html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))})
		fmt.Fprintf(&s, "element %s %s %t\n", name, t, t.Block())
	}
	write := func(what, name, words string) {
		fmt.Fprintf(&s, "%s %s %s\n", what, name, strings.Join(strings.Fields(words), " "))
	}
	write("words", "stop", stops)
	write("words", "month", months)
	for _, t := range topics {
		write("topic", t.name, t.words)
	}
	for _, n := range named {
		write(fmt.Sprintf("hint %#x", uint32(n.hint)), n.name, n.words)
	}
	return s.String()
}
