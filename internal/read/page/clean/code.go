package clean

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Code makes code blocks alike: their language stands in the class of the pre
// element as language-x, and what highlighters add around the code is gone: columns
// of line numbers, copy buttons and tables of one line a row. It runs before the
// main content is looked for, which drops the wrappers that name the language.
func Code(doc *html.Node) {
	for _, t := range dom.Collect(doc, atom.Table) {
		unwrapCode(t)
	}
	for _, pre := range dom.Collect(doc, atom.Pre) {
		dropGutters(pre)
		if lang := language(pre); lang != "" {
			dom.SetAttr(pre, "class", "language-"+lang)
		}
	}
}

// gutter words mark what stands beside the code.
var gutter = []string{"lineno", "linenos", "linenumber", "line-number", "line-numbers", "linenodiv", "gutter", "gl", "rouge-gutter", "line-numbers-rows", "blob-num"}

// dropGutters also drops the button that copies the code, whose label is no code.
func dropGutters(root *html.Node) {
	prune(root, func(n *html.Node) bool {
		return n.Type == html.ElementNode && (isGutter(n) || dom.Is(n, atom.Button))
	})
}

func isGutter(n *html.Node) bool {
	class := " " + dom.Attr(n, "class") + " "
	for _, g := range gutter {
		if strings.Contains(class, " "+g+" ") {
			return true
		}
	}
	return false
}

// unwrapCode replaces a table that only sets line numbers beside one code block by
// that block.
func unwrapCode(t *html.Node) {
	if dom.First(t, atom.Pre) == nil || t.Parent == nil {
		return
	}
	dropGutters(t)
	pres := dom.Collect(t, atom.Pre)
	if len(pres) != 1 || dom.Text(t) != dom.Text(pres[0]) {
		return
	}
	dom.Remove(pres[0])
	dom.Replace(t, pres[0])
}

// language finds the name that a highlighter gave to the code: on the block, on
// the code within, or on one of three wrappers.
func language(pre *html.Node) string {
	candidates := []*html.Node{pre}
	if code := dom.First(pre, atom.Code); code != nil {
		candidates = append(candidates, code)
	}
	for p, n := pre.Parent, 0; p != nil && n < 3; p, n = p.Parent, n+1 {
		candidates = append(candidates, p)
	}
	for i, n := range candidates {
		wrapper := i > 0 && !dom.Is(n, atom.Code)
		if lang := declared(n, wrapper); lang != "" {
			return lang
		}
	}
	return ""
}

// declared reads one element. A bare name is believed only on the block itself: the
// classes of a wrapper may mean anything.
func declared(n *html.Node, wrapper bool) string {
	for _, attr := range []string{"data-lang", "data-language"} {
		if lang := name(dom.Attr(n, attr)); lang != "" {
			return lang
		}
	}
	fields := strings.Fields(dom.Attr(n, "class"))
	for i, class := range fields {
		if rest, ok := cutPrefixes(class, "language-", "lang-", "highlight-source-", "highlight-text-html-", "highlight-", "brush:"); ok {
			if rest == "" && i+1 < len(fields) { // brush: js
				rest = fields[i+1]
			}
			return name(rest)
		}
		// These are followed or preceded by the bare name of the language.
		if !wrapper && (class == "sourceCode" || class == "hljs" || class == "prettyprint") {
			if lang := bareName(fields, i); lang != "" {
				return lang
			}
		}
	}
	return ""
}

func cutPrefixes(s string, prefixes ...string) (rest string, ok bool) {
	for _, p := range prefixes {
		if rest, ok = strings.CutPrefix(s, p); ok {
			return rest, true
		}
	}
	return s, false
}

func bareName(fields []string, marker int) string {
	for i, f := range fields {
		if i != marker && f != "linenums" && f != "numberSource" && !strings.Contains(f, "-") {
			return name(f)
		}
	}
	return ""
}

// name returns a language's name as it may stand behind a fence, or "".
func name(s string) string {
	s = strings.ToLower(strings.Trim(s, ";,"))
	if len(s) > 20 || s == "none" || s == "default" || s == "notranslate" || s == "text" || s == "plaintext" || s == "plain" {
		return ""
	}
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && !strings.ContainsRune("+#-_.", c) {
			return ""
		}
	}
	return s
}
