package clean

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// language finds the name that a highlighter gave to the code: on the block, on
// the code within, on one of three wrappers, or on the lines.
func language(pre *html.Node) string {
	candidates := []*html.Node{pre}
	code := dom.First(pre, atom.Code)
	if code != nil {
		candidates = append(candidates, code)
	}
	for p, n := pre.Parent, 0; p != nil && n < 3; p, n = p.Parent, n+1 {
		candidates = append(candidates, p)
	}
	for i, n := range candidates {
		wrapper := i > 0 && n != code
		if lang := declared(n, wrapper); lang != "" {
			return lang
		}
	}
	if code != nil {
		return ofFirstLine(code)
	}
	return ""
}

// ofFirstLine is the language that GitLab writes on each line.
func ofFirstLine(code *html.Node) string {
	for c := code.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			return byLang(c)
		}
	}
	return ""
}

// declaring are the attributes that name a language of code and nothing else.
var declaring = [...]string{"data-lang", "data-language", "data-enlighter-language", "syntax"}

// declared reads one element. A bare name is believed only on the block itself: the
// classes of a wrapper may mean anything.
func declared(n *html.Node, wrapper bool) string {
	for _, attr := range declaring {
		if lang := name(dom.Attr(n, attr)); lang != "" {
			return lang
		}
	}
	class := dom.Attr(n, "class")
	if params := dom.Attr(n, "data-syntaxhighlighter-params"); params != "" && len(params) <= maxClass {
		class = params
	}
	fields := strings.Fields(class)
	for i, class := range fields {
		lang, names := prefixed(fields, i)
		// These are followed or preceded by the bare name of the language.
		if !names && !wrapper && (class == "sourceCode" || class == "hljs" || class == "prettyprint") {
			lang = bareName(fields, i)
		}
		if lang != "" {
			return lang
		}
	}
	if wrapper {
		return ""
	}
	return bare(n, fields)
}

// prefixed is the language of a class that is there to name one, and whether it is such a
// class.
func prefixed(fields []string, i int) (lang string, names bool) {
	rest, ok := cutPrefixes(fields[i], "language-", "lang-", "highlight-source-", "highlight-text-html-", "highlight-", "brush:", "lang:")
	if rest == "" && i+1 < len(fields) { // brush: js
		rest = fields[i+1]
	}
	if !ok {
		return "", false
	}
	return name(rest), true
}

// bare is the language that a block names without saying that it is one.
func bare(n *html.Node, fields []string) string {
	for _, class := range fields {
		if slices.Contains(unmistakable, class) {
			return class
		}
	}
	return byLang(n)
}

// unmistakable are languages whose name alone, on a code block, means them.
var unmistakable = []string{"rust", "python", "javascript", "typescript", "ruby", "php", "perl", "haskell", "bash", "sql", "json", "yaml", "kotlin", "scala", "java"}

// byLang reads the attribute that says in which language people read an element, and which
// GitHub and GitLab put the language of code into.
func byLang(n *html.Node) string {
	lang := name(dom.Attr(n, "lang"))
	if strings.Contains(lang, "-") || slices.Contains(natural, lang) {
		return ""
	}
	return lang
}

// natural are tags of languages that pages are written in.
var natural = strings.Fields("en de fr es it pt nl sv da nb no fi pl cs sk hu ro bg uk ru tr el ar he fa hi zh ja ko vi th id ca hr sl et lv lt")

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
		if i != marker && f != "linenums" && f != "numberSource" && !strings.Contains(f, "-") && !strings.HasSuffix(f, "printed") {
			return name(f)
		}
	}
	return ""
}

// name returns a language's name as it may stand behind a fence, or "".
func name(s string) string {
	s = strings.ToLower(strings.Trim(s, ";,"))
	if len(s) > 20 || slices.Contains(nameless, s) {
		return ""
	}
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && !strings.ContainsRune("+#-_.", c) {
			return ""
		}
	}
	return s
}

// nameless is what stands in the place of a language where there is none.
var nameless = []string{"none", "default", "notranslate", "text", "plaintext", "plain", "nohighlight", "unknown", "auto", "undefined", "generic", "wrapper", "container"}
