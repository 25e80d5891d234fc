package shell

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// roots are the ids of elements that frameworks and their templates fill.
var roots = []string{
	"root", "app", "__next", "__nuxt", "__layout", "___gatsby", "gatsby-focus-wrapper", "svelte", "q-app", "react-root", "reactroot",
	"app-root", "approot", "app-mount", "mount", "main-app", "application", "ember-app", "vue-app", "preact_root", "solid-root", "qwik",
	"__docusaurus", "elm", "flutter", "single-spa-application", "react-app", "container-app", "spa", "blazor",
}

// rootTags are the elements that isRoot knows.
var rootTags = []string{"div", "main", "section", "app-root", "my-app", "ng-app", "flutter-view", "polymer-app"}

// isRoot reports whether a framework fills an element. Angular and Ember name it otherwise.
func isRoot(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	if n.Data == "app-root" || n.Data == "my-app" || n.Data == "ng-app" || n.Data == "flutter-view" || n.Data == "polymer-app" {
		return true
	}
	for _, mark := range []string{"data-reactroot", "ng-version", "data-v-app", "data-n-head", "data-sveltekit-hydrate", "data-ember-extension"} {
		if dom.HasAttr(n, mark) && !dom.Is(n, atom.Html, atom.Body) {
			return true
		}
	}
	if !dom.Is(n, atom.Div, atom.Main, atom.Section, atom.Body) {
		return false
	}
	if dom.Is(n, atom.Body) {
		return dom.HasAttr(n, "data-sveltekit-preload-data") || strings.Contains(dom.Attr(n, "class"), "ember-application")
	}
	return slices.Contains(roots, strings.ToLower(dom.Attr(n, "id"))) || dom.HasAttr(n, "ng-app") || dom.HasAttr(n, "ng-view") || dom.HasAttr(n, "ui-view")
}

// hasEmptyRoot reports whether markup may have an element of a framework with nothing in it but a comment. It goes by
// letters, so that a page that has none is not parsed.
func hasEmptyRoot(page []byte) bool {
	for at := 0; ; at += 2 {
		next := bytes.Index(page[at:], []byte("</"))
		if next < 0 {
			return false
		}
		at += next
		before := bytes.TrimRight(page[:at], " \t\r\n")
		if bytes.HasSuffix(before, []byte("-->")) {
			before = bytes.TrimRight(before[:max(0, bytes.LastIndex(before, []byte("<!--")))], " \t\r\n")
		}
		if !bytes.HasSuffix(before, []byte(">")) {
			continue
		}
		const longest = 400 // bytes of a tag
		near := before[max(0, len(before)-longest):]
		if tag := near[max(0, bytes.LastIndexByte(near, '<')):]; isRootTag(tag) {
			return true
		}
	}
}

// isRootTag reports whether a start tag is that of an element that a framework fills.
func isRootTag(tag []byte) bool {
	name := bytes.TrimLeft(tag, "<")
	if len(name) == len(tag) || !slices.ContainsFunc(rootTags, func(t string) bool { return len(name) > len(t) && strings.EqualFold(string(name[:len(t)]), t) }) {
		return false
	}
	body := dom.Body(dom.Parse(tag))
	return body != nil && body.FirstChild != nil && isRoot(body.FirstChild)
}

// isData reports whether a script element is not run.
func isData(n *html.Node) bool {
	switch kind := strings.ToLower(strings.TrimSpace(dom.Attr(n, "type"))); kind {
	case "", "module", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript", "text/jsx", "text/babel":
		return false
	default:
		// Loaders that put scripts off rename their type: "…-text/javascript".
		return !strings.HasSuffix(kind, "javascript")
	}
}

// isFrameworks reports whether a script element holds the data that a framework starts with.
func isFrameworks(n *html.Node) bool {
	if n.FirstChild == nil || !strings.Contains(strings.ToLower(dom.Attr(n, "type")), "json") {
		return false
	}
	id := strings.ToLower(dom.Attr(n, "id"))
	return strings.HasPrefix(id, "__") || strings.Contains(id, "state") || strings.Contains(id, "data") ||
		dom.HasAttr(n, "data-sveltekit-fetched") || dom.HasAttr(n, "data-nuxt-data")
}

var state = pattern.Of(`(?:window|self|globalThis)(?:\.__?[A-Za-z_$]|\["?__|\.(?:initial|preloaded|page|app)[A-Za-z]*)[A-Za-z_$]*"?\]?\s*=\s*[{\["']|__next_f\.push|__sveltekit_`)

// holdsState reports whether a script hands data to the page.
func holdsState(script string) bool { return state.MatchString(script) }

func isUnseen(n *html.Node) bool {
	switch {
	case dom.Is(n, atom.Script, atom.Style, atom.Noscript, atom.Svg, atom.Head, atom.Title, atom.Option, atom.Dialog):
		return true
	case dom.Is(n, atom.Template): // browsers attach what it holds to the element around it
		return !dom.HasAttr(n, "shadowrootmode")
	}
	return !isShown(n)
}

// isShown goes by what an element itself says.
func isShown(n *html.Node) bool {
	if dom.HasAttr(n, "hidden") && strings.HasPrefix(dom.Attr(n, "id"), "S:") {
		return true // React streams content so, and moves it to its place
	}
	if dom.HasAttr(n, "hidden") || dom.Attr(n, "aria-hidden") == "true" {
		return false
	}
	style := strings.ToLower(strings.ReplaceAll(dom.Attr(n, "style"), " ", ""))
	if strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") || nowhere.MatchString(style) {
		return false
	}
	return dom.Attr(n, "width") != "0" && dom.Attr(n, "height") != "0" && dom.Attr(n, "width") != "1"
}

// nowhere is the style of a box without a size, or beyond the page's edges.
var nowhere = pattern.Of(`(?:^|;)(?:(?:width|height):0(?:px)?|(?:left|top|right):-\d{4,}px)(?:!important)?(?:;|$)`)

// isTracker is a picture that nobody is to see.
func isTracker(n *html.Node) bool {
	if dom.Is(n, atom.Img) && (dom.Attr(n, "width") == "1" || dom.Attr(n, "height") == "1") {
		return true
	}
	return !isShown(n)
}

// isChrome is what surrounds content.
func isChrome(n *html.Node) bool {
	if dom.Is(n, atom.Nav, atom.Header, atom.Footer, atom.Aside) {
		return true
	}
	switch dom.Attr(n, "role") {
	case "navigation", "banner", "contentinfo", "dialog", "alertdialog":
		return true
	}
	return dom.Is(n, atom.Div, atom.Section, atom.Ul) && (surrounds(dom.Attr(n, "id")) || surrounds(dom.Attr(n, "class"))) &&
		dom.TextLength(n, littleText*leftover+1) <= littleText*leftover
}

// surrounding are names of boxes that surround content, whole, as pages give them in place of the elements for it.
var surrounding = []string{
	"header", "site-header", "page-header", "main-header", "footer", "site-footer", "page-footer", "main-footer", "nav", "navbar", "navigation", "main-nav", "menu", "main-menu", "topbar", "top-bar",
	"cookie", "cookies", "cookie-banner", "cookie-notice", "cookie-consent", "cookie-bar", "cookie-law-info-bar", "consent", "consent-banner", "gdpr",
}

func surrounds(names string) bool {
	for name := range strings.FieldsSeq(strings.ToLower(names)) {
		if slices.Contains(surrounding, strings.ReplaceAll(name, "_", "-")) {
			return true
		}
	}
	return false
}

func isBlock(n *html.Node) bool {
	return dom.HeadingLevel(n) > 0 || dom.Is(n, atom.P, atom.Li, atom.Td, atom.Dd, atom.Pre, atom.Blockquote, atom.Figcaption, atom.Label, atom.Article)
}

// waiting are words of pages that load, by language; with all of them and little else a page says
// no more than that.
var waiting = pattern.Of(`(?i)(?:loading|please wait|one moment|just a moment|initiali[sz]ing|starting up|wird geladen|laden|lädt|bitte warten|chargement|veuillez patienter|cargando|espere|caricamento|attendere|carregando|aguarde|загрузка|загружается|подождите|завантаження|зачекайте|зареждане|ładowanie|yükleniyor|lütfen bekleyin|laddar|\bläser in\b|ladataan|indlæser|\blaster inn\b|načítá|učitava|betöltés|se încarcă|φόρτωση|đang tải|memuat|טוען|التحميل|يرجى الانتظار|بارگذاری|लोड हो|กำลังโหลด|読み込み中|ロード中|加载中|載入中|请稍候|로딩|불러오는|기다려)`)

// enabling are words of pages that ask for scripts outside of noscript.
var enabling = pattern.Of(`(?i)(?:enable|activate|turn on|requires?|needs?|without|works? best with)\s+(?:\S+\s+){0,4}java\s?script|java\s?script\s+(?:\S+\s+){0,3}(?:required|disabled|aktivieren|activer|activar|enabled)`)

// isWaiting reports whether a short text says that its page is still to come. A sentence about loading
// within others is none.
func isWaiting(s string) bool {
	s = strings.TrimSpace(s)
	if len(strings.Fields(s)) > 16 || len(s) > littleText {
		return false
	}
	first := s
	if fields := strings.Fields(s); len(fields) > 4 {
		first = strings.Join(fields[:4], " ")
	}
	return waiting.MatchString(first) || enabling.MatchString(s)
}
