package embedded

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// maxData is the most bytes of one script that are read.
const maxData = 8 << 20

// parts are types of what has a text and is no page: what stands around its content, or below it.
var parts = []string{"WebSite", "Organization", "LocalBusiness", "Person", "Comment", "Answer", "Question", "UserComments"}

// ofJSONLD reads the text of an article that the page describes for search engines. That of one which is not free is its beginning, and a
// text without a name is that of anything.
func ofJSONLD(doc *html.Node) (best story, ok bool) {
	for _, o := range structured.Objects(structured.JSONLD(doc)) {
		if free := o["isAccessibleForFree"]; free == false || strings.EqualFold(firstText(o, "isAccessibleForFree"), "false") {
			continue
		}
		title := firstText(o, "headline", "name")
		for _, name := range []string{"articleBody", "reviewBody", "text"} {
			if s, found := storyOf(o[name]); found && (name != "text" || title != "" && !slices.Contains(parts, firstText(o, "@type"))) {
				s.title = title
				best, ok = longer(best, s), true
			}
		}
	}
	return best, ok
}

// ofNext reads what Next hands to its scripts: the props of a page, or the stream of an app's
// elements.
func ofNext(doc *html.Node) (story, bool) {
	if raw := script(doc, "id", "__NEXT_DATA__"); raw != "" {
		var data struct {
			Props map[string]any `json:"props"`
		}
		if json.Unmarshal([]byte(raw), &data) == nil {
			if s, ok := pick(data.Props["pageProps"]); ok {
				return s, true
			}
		}
	}
	return ofFlight(doc)
}

// ofNuxt reads the payload of Nuxt 3, a list whose members name each other by their place.
func ofNuxt(doc *html.Node) (story, bool) {
	raw := script(doc, "id", "__NUXT_DATA__")
	if raw == "" {
		raw = script(doc, "data-nuxt-data", "")
	}
	value, ok := flattened(raw)
	if !ok {
		return story{}, false
	}
	return pick(value)
}

// ofSvelteKit reads the answers that SvelteKit keeps of what it fetched while it rendered.
func ofSvelteKit(doc *html.Node) (best story, ok bool) {
	for n := range dom.All(doc, atom.Script) {
		if !dom.HasAttr(n, "data-sveltekit-fetched") || n.FirstChild == nil || len(n.FirstChild.Data) > maxData {
			continue
		}
		var kept struct {
			Body string `json:"body"`
		}
		var value any
		if json.Unmarshal([]byte(n.FirstChild.Data), &kept) != nil || json.Unmarshal([]byte(kept.Body), &value) != nil {
			continue
		}
		if s, found := pick(value); found {
			best, ok = longer(best, s), true
		}
	}
	return best, ok
}

// assigned finds a state that a script assigns as JSON, or as a text of JSON.
var assigned = pattern.Of(`(?:window|self|globalThis)(?:\.|\[["'])(__[A-Za-z0-9_$]+|initialState|preloadedState|pageData|appData)(?:["']\])?\s*=\s*(JSON\.parse\()?`)

// ofState reads the state that other frameworks, and applications of their own, hand to their scripts.
func ofState(doc *html.Node) (best story, ok bool) {
	for n := range dom.All(doc, atom.Script) {
		if n.FirstChild == nil || len(n.FirstChild.Data) > maxData {
			continue
		}
		for _, value := range states(n) {
			if s, found := pick(value); found {
				best, ok = longer(best, s), true
			}
		}
	}
	return best, ok
}

func states(n *html.Node) (values []any) {
	text := n.FirstChild.Data
	if strings.EqualFold(dom.Attr(n, "type"), "application/json") {
		var value any
		if dom.Attr(n, "id") != "__NUXT_DATA__" && json.Unmarshal([]byte(text), &value) == nil {
			values = append(values, value)
		}
		return values
	}
	for _, at := range assigned.FindAllStringSubmatchIndex(text, 8) {
		var value any
		if json.NewDecoder(strings.NewReader(text[at[1]:])).Decode(&value) != nil {
			continue
		}
		if packed, isText := value.(string); isText && json.Unmarshal([]byte(packed), &value) != nil {
			continue
		}
		values = append(values, value)
	}
	return values
}

// script is the text of the script element with an attribute of a value.
func script(doc *html.Node, attr, value string) string {
	for n := range dom.All(doc, atom.Script) {
		if dom.HasAttr(n, attr) && (value == "" || dom.Attr(n, attr) == value) && n.FirstChild != nil && len(n.FirstChild.Data) <= maxData {
			return n.FirstChild.Data
		}
	}
	return ""
}
