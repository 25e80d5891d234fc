package shell

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// writing is what scripts call that put text into elements which they have looked up by name. What makers of statistics
// have pages include makes elements of its own, beside the first script.
var writing = pattern.Of(`\.(?:textContent|innerText|innerHTML|outerHTML)\s*\+?=[^=]|\.(?:replaceWith|replaceChildren|insertAdjacent[A-Z][A-Za-z]*|append|prepend)\(|\)\.(?:html|text|load)\(`)

// named is what scripts look up: an id in the first two groups, an id or class with its mark in the third.
var named = pattern.Of("getElementById\\(\\s*[\"'`]([\\w-]+)|\\$\\(\\s*[\"'`]#([\\w-]+)|querySelector(?:All)?\\(\\s*[\"'`]([#.][\\w-]+)")

// targets are the elements that a script of the page writes into, as "#id" or ".class".
func targets(script string) (found []string) {
	if !writing.MatchString(script) {
		return nil
	}
	for _, m := range named.FindAllStringSubmatch(script, -1) {
		if mark := m[3]; mark != "" {
			found = append(found, mark)
		} else {
			found = append(found, "#"+m[1]+m[2])
		}
	}
	return found
}

// statistics are names of files that count visits, show banners or load fonts, wherever they lie.
var statistics = pattern.Of(`(?i)analytic|gtag|gtm|matomo|piwik|plausible|umami|stat|count|track|pixel|beacon|consent|cookie|cdn-cgi|font|modernizr|polyfill|email-decode|recaptcha`)

// isOwn reports a script of the page's own site that is more than statistics.
func isOwn(n *html.Node) bool {
	src := strings.TrimSpace(dom.Attr(n, "src"))
	return src != "" && !strings.Contains(src, "//") && !statistics.MatchString(src)
}

// written reports whether what little the page shows is likely to be written by its scripts: those in it name an element of
// the content, or the site's own could fill it, and there is next to nothing else.
func (p *seen) written(body *html.Node) bool {
	if p.media || p.fields || p.text.length > 2*hardlyAny {
		return false
	}
	served := p.root != nil && p.rootHolds // by a framework, which has written it before
	return p.own && !served && p.text.length <= hardlyAny || p.holdsTarget(body)
}

// holdsTarget reports whether an element that scripts write into stands in the content, beside which there is hardly any.
func (p *seen) holdsTarget(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || isUnseen(c) || isChrome(c) {
			continue
		}
		if p.isTarget(c) {
			var inner text
			p.walk(c, &inner)
			if inner.length <= hardlyAny && p.text.beside(inner.length) <= hardlyAny {
				return true
			}
		}
		if p.holdsTarget(c) {
			return true
		}
	}
	return false
}

func (p *seen) isTarget(n *html.Node) bool {
	if id := dom.Attr(n, "id"); id != "" && slices.Contains(p.targets, "#"+id) {
		return true
	}
	return slices.ContainsFunc(strings.Fields(dom.Attr(n, "class")), func(class string) bool { return slices.Contains(p.targets, "."+class) })
}

// isField is what a reader fills in: a page of which is short by nature.
func isField(n *html.Node) bool {
	return dom.Is(n, atom.Input, atom.Textarea, atom.Select) && dom.Attr(n, "type") != "hidden"
}
