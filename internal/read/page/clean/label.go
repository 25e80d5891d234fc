package clean

import (
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// labels are what stands on the buttons and tabs around a code block.
var labels = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"": true, "copy": true, "copied": true, "copied!": true, "copy code": true, "copy to clipboard": true, "copy snippet": true,
		"copy link": true, "try": true, "try it": true, "run": true, "run code": true, "play": true, "edit": true, "raw": true, "view raw": true,
		"wrap": true, "word wrap": true, "toggle word wrap": true, "expand": true, "collapse": true, "terminal": true,
		"terminal window": true, "code": true, "open in playground": true, "show more": true, "enter fullscreen mode": true, "exit fullscreen mode": true,
		"kopieren": true, "copier": true, "copiar": true, "copia": true, "复制": true, "复制代码": true, "コピー": true,
	}
})

// wrappers is how many elements around a code block may be of the highlighter.
const wrappers = 4

// dropLabels takes away what operates a code block or names its language beside it: such
// elements next to it, and next to what is around it and holds little else.
func dropLabels(pre *html.Node, lang string) {
	for n, i := pre, 0; i < wrappers && n.Parent != nil && !dom.Is(n, atom.Body, atom.Article, atom.Main, atom.Section, atom.Li, atom.Td, atom.Dd); n, i = n.Parent, i+1 {
		for _, side := range [...]func(*html.Node) *html.Node{before, behind} {
			for s, k := side(n), 0; s != nil && k < wrappers; k++ {
				next := side(s)
				if isLabel(s, lang) {
					dom.Remove(s)
				} else if s.Type != html.TextNode || strings.TrimSpace(s.Data) != "" {
					break
				}
				s = next
			}
		}
		if !isWrapper(n.Parent) {
			return
		}
	}
}

func before(n *html.Node) *html.Node { return n.PrevSibling }
func behind(n *html.Node) *html.Node { return n.NextSibling }

// isWrapper reports whether an element is there for one code block.
func isWrapper(n *html.Node) bool {
	if !dom.Is(n, atom.Div, atom.Figure, atom.Span) && n.DataAtom != 0 {
		return false
	}
	others := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			others++
		}
	}
	return others <= 4
}

// isLabel reports whether an element is a button or a label of a code block. Headings and
// paragraphs are none, whatever they say.
func isLabel(n *html.Node, lang string) bool {
	if n.Type != html.ElementNode {
		return false
	}
	if isTool(n) {
		return true
	}
	switch n.DataAtom {
	case atom.Button:
		return true
	case atom.Div, atom.Span, atom.Small, atom.A, atom.Figcaption, atom.Ul, atom.Header, 0:
		return dom.First(n, atom.Img, atom.Pre, atom.Table, atom.Iframe, atom.Video) == nil && saysLabels(n, lang)
	}
	return false
}

// saysLabels reports whether all that an element says are labels.
func saysLabels(n *html.Node, lang string) bool {
	texts := 0
	for c := range dom.Descendants(n) {
		if c.Type != html.TextNode || strings.TrimSpace(c.Data) == "" {
			continue
		}
		if texts++; texts > wrappers || !isLabelText(c.Data, lang) {
			return false
		}
	}
	return true
}

// isLabelText reports whether a text consists of labels alone.
func isLabelText(s, lang string) bool {
	const longest = 60
	if len(s) > longest {
		return false
	}
	s = strings.ToLower(strings.TrimSpace(s))
	if labels()[s] || lang != "" && (s == lang || languageNames()[s] == lang) {
		return true
	}
	for i := range len(s) { // "js Copy"
		if s[i] == ' ' && isLabelText(s[:i], lang) && isLabelText(s[i+1:], lang) {
			return true
		}
	}
	return false
}

// languageNames are the names that labels have for languages that classes abbreviate.
var languageNames = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"javascript": "js", "typescript": "ts", "python": "py", "shell": "sh", "bash": "sh", "c++": "cpp", "c#": "csharp", "html": "markup",
		"yaml": "yml", "golang": "go", "rust": "rs", "ruby": "rb", "markdown": "md", "objective-c": "objectivec", "f#": "fsharp", "powershell": "ps1",
	}
})
