package shell

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/publicsuffix"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// writing is what scripts call that put text into elements which they have looked up by name. What makers of statistics
// have pages include puts its own before the first script.
var writing = pattern.Of(`\.(?:textContent|innerText|innerHTML|outerHTML)\s*\+?=[^=]|\.(?:replaceWith|replaceChildren|insertAdjacent[A-Z][A-Za-z]*|append|appendChild|prepend)\(|\)\.(?:html|text|load)\(`)

// named is what scripts look up: an id in the first two groups, an id or class with its mark or the name of an element in the third.
var named = pattern.Of("getElementById\\(\\s*[\"'`]([\\w-]+)|\\$\\(\\s*[\"'`]#([\\w-]+)|querySelector(?:All)?\\(\\s*[\"'`]([#.]?[\\w-]+)[\"'`]")

// targets are the elements that a script of the page writes into, as "#id", ".class" or "element".
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

// statistics are whole names of files that count visits, ask for consent or load fonts, wherever they lie: a name in which
// such a word stands, or a folder of that name, says nothing.
var statistics = pattern.Of(`(?i)^(?:(?:google-?)?analytics|ga|gtag|gtm|matomo|piwik|plausible|umami|stats?|statistics|count|counter|track(?:er|ing)?|pixel|px|beacon|cookies?|(?:cookie-?)?consent|cookie-?(?:banner|notice)|web-?fonts?|fonts?|modernizr|polyfills?|email-decode|recaptcha)(?:[.-](?:min|bundle|v?\d[\d.]*|[0-9a-f]{6,}))*\.(?:js|php)$`)

// imports are the modules that a script in the page takes from its own site.
var imports = pattern.Of("(?:^|[\\s;}])import\\s*(?:[\\w{}*$,\\s]+from\\s*)?\\(?\\s*[\"'`](\\.{0,2}/[^\"'`/][^\"'`]*)[\"'`]")

// isOwn reports a script of the site of a page that is more than statistics.
func isOwn(src, host string) bool {
	address, err := url.Parse(strings.TrimSpace(src))
	if err != nil || address.Path == "" || address.Host != "" && !isSameSite(address.Host, host) {
		return false
	}
	return !strings.Contains(address.Path, "/cdn-cgi/") && !statistics.MatchString(path.Base(address.Path))
}

// isSameSite reports whether two hosts are of one domain, as static.harbour.test is of www.harbour.test.
func isSameSite(host, page string) bool {
	if page == "" || strings.EqualFold(host, page) {
		return page != ""
	}
	one, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(host))
	other, otherErr := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(page))
	return err == nil && otherErr == nil && one == other
}

// ownImport reports whether a script in the page takes a module from its site.
func ownImport(script string) bool {
	for _, m := range imports.FindAllStringSubmatch(script, -1) {
		if isOwn(m[1], "") {
			return true
		}
	}
	return false
}

// written reports whether what little the page shows is likely to be written by its scripts: those in it name an element of
// the content that is empty, or the site's own could fill one, and there is next to nothing else. A text that is all there
// needs nobody to write it.
func (p *seen) written(body *html.Node) bool {
	if p.media || p.fields || p.text.length > 2*hardlyAny {
		return false
	}
	served := p.root != nil && p.rootHolds // by a framework, which has written it before
	return p.own && !served && p.text.length <= hardlyAny && holdsGap(body) || p.holdsTarget(body)
}

// shortest is how many characters a box with a name has at most that says no more than that something is to come.
const shortest = 20

// holdsGap reports whether the content has a place that scripts are to fill: a box or a list without a text, or one short
// text of its own with an id.
func holdsGap(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && !isUnseen(c) && !isChrome(c) && (isGap(c) || holdsGap(c)) {
			return true
		}
	}
	return false
}

func isGap(n *html.Node) bool {
	if isWriting(n) {
		return false
	}
	id, class := dom.Attr(n, "id"), dom.Attr(n, "class")
	if beside.MatchString(id) || beside.MatchString(class) {
		return false
	}
	switch said := strings.TrimSpace(dom.Text(n)); {
	case said == "":
		list := dom.Is(n, atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.Tbody, atom.Main, atom.Article) || strings.Contains(n.Data, "-")
		return list || id != "" || class != ""
	case id == "" || n.FirstChild != n.LastChild:
		return false
	default:
		return n.FirstChild.Type == html.TextNode && utf8.RuneCountInString(said) <= shortest
	}
}

// beside are words of the names of boxes that keep others apart, lie over them or belong to what surrounds content.
var beside = pattern.Of(`(?i)(?:^|[\s_-])(?:clear|clearfix|spacer?|divider|separator|overlay|backdrop|shadow|bg|background|icon|logo|arrow|modals?|popups?|toasts?|cookies?|consent|fb)(?:$|[\s_-])`)

// isWriting reports an element that is part of a line, a control or a heading: what scripts put there is no content.
func isWriting(n *html.Node) bool {
	return dom.HeadingLevel(n) > 0 || dom.Is(n, atom.Span, atom.A, atom.Button, atom.B, atom.I, atom.Em, atom.Strong, atom.Small, atom.Time, atom.Label,
		atom.Br, atom.Hr, atom.Img, atom.Abbr, atom.Code, atom.Li, atom.Td, atom.Sup, atom.Sub, atom.Link, atom.Meta, atom.Input)
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
			if (inner.length == 0 || !isWriting(c)) && inner.length <= hardlyAny && p.text.beside(inner.length) <= hardlyAny {
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
	if slices.Contains(p.targets, n.Data) {
		return true
	}
	if id := dom.Attr(n, "id"); id != "" && slices.Contains(p.targets, "#"+id) {
		return true
	}
	return slices.ContainsFunc(strings.Fields(dom.Attr(n, "class")), func(class string) bool { return slices.Contains(p.targets, "."+class) })
}

// isField is what a reader fills in: a page of which is short by nature.
func isField(n *html.Node) bool {
	return dom.Is(n, atom.Input, atom.Textarea, atom.Select) && dom.Attr(n, "type") != "hidden"
}
