package webtest

import (
	"bytes"
	"net/http"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// topicEntry is a page of the topic as a search engine remembers it.
type topicEntry struct {
	url, title, text string
	published        string // ISO 8601; empty when the page does not tell
}

// topicEntries are the pages of the topic for the index of the replays of search
// engines, the hostile ones among them.
func topicEntries() []topicEntry {
	var all []topicEntry
	for _, p := range append(topicPages(), lurePages()...) {
		e := topicEntry{url: p.URL, title: p.title, text: p.text, published: p.published}
		if p.file != "" {
			e.read(site.Must(content.ReadFile("content/" + p.file)))
		}
		all = append(all, e)
	}
	return all
}

// read fills in what an engine would see of a page's HTML: the text without its menus, as its snippets are.
func (e *topicEntry) read(body []byte) {
	doc := site.Must(html.Parse(bytes.NewReader(body)))
	var text strings.Builder
	for n := range doc.Descendants() {
		switch {
		case n.Type == html.TextNode && n.Parent.DataAtom == atom.Title:
			e.title = strings.Join(strings.Fields(n.Data), " ")
		case n.Type == html.TextNode && n.Parent.DataAtom != atom.Script && n.Parent.DataAtom != atom.Style && !isAround(n):
			text.WriteString(n.Data + " ")
		case n.DataAtom == atom.Meta && strings.HasSuffix(attribute(n, "property"), "published_time"):
			e.published = attribute(n, "content")
		}
	}
	e.text = strings.Join(strings.Fields(text.String()), " ")
}

// isAround reports whether a node belongs to what is around a page's content, or to its headline.
func isAround(n *html.Node) bool {
	for p := range n.Ancestors() {
		switch p.DataAtom {
		case atom.Nav, atom.Header, atom.Footer, atom.H1, atom.Button, atom.Dialog, atom.Noscript, atom.Template, atom.Form:
			return true
		}
		if attribute(p, "role") == "dialog" {
			return true
		}
	}
	return false
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// origin is scheme and host of a page's address.
func origin(address string) string {
	host, _, _ := strings.Cut(strings.TrimPrefix(address, "http://"), "/")
	return "http://" + host
}

// late answers after 0.9 seconds, unless the client leaves before.
func late(next http.HandlerFunc) http.HandlerFunc {
	const delay = 900 * time.Millisecond
	return func(w http.ResponseWriter, r *http.Request) {
		if pause(r.Context(), delay) {
			next(w, r)
		}
	}
}

func closurePlan() pdf {
	return pdf{
		title:  "Closure plan of the Skerwick tide barrier",
		author: "Skerwick Harbour Board",
		pages: [][]string{
			{
				"Closure plan of the Skerwick tide barrier",
				"When a tide of more than 3.9 metres above datum is forecast, the harbour master is",
				"called first, the ferry second and the lock keeper third.",
				"",
				"The gates close from the north pier to the south pier. The middle gates close",
				"last, so that ships can leave. A gate that does not move within four minutes is",
				"left, and the stop logs are set in its place, which takes three hours.",
			},
			{
				"After the tide",
				"The gates open when the water outside has fallen to that inside. The board is",
				"told how long the closure took, and every tenth closure is observed by the agency.",
			},
		},
	}
}
