// Package producthunttest stands for Product Hunt: its feed and pages, and its API.
package producthunttest

import (
	"encoding/xml"
	"html"
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for www.producthunt.com.
func Site() site.Site {
	return site.Site{
		Host:     "producthunt.upstream.test",
		Title:    "Product Hunt",
		About:    "A replay of the feed of Product Hunt, of its pages of products and people, and of its links to sites, with the same launches as the API. `marrowfen` is the product of company.test, `tidebook` has a page of the former generation, `drizzle-tin` one without data for scripts. Slugs and names of accounts that begin with `walled`, `quota` or `down` meet the failure of that name; others do not exist. Of `walled-garden-log` the feed knows the launch.",
		Upstream: "producthunt",
		Assets:   map[string]http.HandlerFunc{"/feed": serveFeed},
		Rest:     serve,
	}
}

// serve answers for pages and links.
func serve(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	name := strings.TrimPrefix(parts[len(parts)-1], "@")
	if len(parts) > 1 && parts[0] != "r" {
		name = parts[1]
	}
	switch {
	case serveFailure(w, name):
	case parts[0] == "r" && len(parts) > 1:
		serveLink(w, r, parts[1:])
	case parts[0] == "posts" && len(parts) == 2:
		servePost(w, r, name)
	case parts[0] == "products" && len(parts) <= 3:
		tab := ""
		if len(parts) == 3 {
			tab = parts[2]
		}
		serveProduct(w, name, tab)
	case strings.HasPrefix(parts[0], "@"):
		serveUser(w, strings.TrimPrefix(parts[0], "@"))
	default:
		sendMissing(w)
	}
}

// serveLink leads to where a post's site is, by way of a link with a code, or to where
// a code leads.
func serveLink(w http.ResponseWriter, r *http.Request, path []string) {
	location, known := links()[path[0]]
	if path[0] == "p" && len(path) == 2 {
		for _, p := range posts() {
			if p.ID != path[1] {
				continue
			}
			if strings.HasPrefix(p.Product, "walled") {
				serveFailure(w, p.Product)
				return
			}
			known, location = true, productOf(p.Product).Site+"?ref=producthunt"
			if p.Product == "marrowfen" {
				location = "/r/M2GAUGE"
			}
		}
	}
	if !known {
		sendMissing(w)
		return
	}
	http.Redirect(w, r, location, http.StatusFound)
}

// servePost leads from a launch to its product, as Product Hunt does since 2025.
func servePost(w http.ResponseWriter, r *http.Request, slug string) {
	for _, p := range posts() {
		if p.Slug == slug {
			http.Redirect(w, r, "/products/"+p.Product+"?launch="+p.Slug, http.StatusMovedPermanently)
			return
		}
	}
	sendMissing(w)
}

func sendMissing(w http.ResponseWriter) {
	site.Send(w, http.StatusNotFound, site.HTML, []byte(`<!DOCTYPE html><html><head><title>Product Hunt – The best new products in tech.</title><meta property="og:site_name" content="Product Hunt"><meta property="og:title" content="404"></head><body><h1>We seem to have lost this page</h1></body></html>`))
}

type entry struct {
	XMLName   xml.Name `xml:"entry"`
	ID        string   `xml:"id"`
	Published string   `xml:"published"`
	Updated   string   `xml:"updated"`
	Link      struct {
		Rel  string `xml:"rel,attr"`
		Type string `xml:"type,attr"`
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Title   string          `xml:"title"`
	Content site.AtomText   `xml:"content"`
	Author  site.AtomPerson `xml:"author"`
}

// serveFeed answers with the featured posts. The feed of the category walled is behind
// the wall, and down's away.
func serveFeed(w http.ResponseWriter, r *http.Request) {
	if serveFailure(w, r.FormValue("category")) {
		return
	}
	var entries []entry
	for _, p := range postsWhere(func(p post) bool { return !p.Unlisted }) {
		page := "https://www.producthunt.com/products/" + p.Product
		e := entry{
			ID: "tag:www.producthunt.com,2005:Post/" + p.ID, Published: p.At, Updated: p.At, Title: p.Name,
			Content: site.AtomText{Type: "html", HTML: "<p>\n" + html.EscapeString(p.Tagline) + "\n</p>\n<p>\n<a href=\"" + page + "?utm_campaign=producthunt-atom-posts-feed&amp;utm_medium=rss-feed&amp;utm_source=producthunt-atom-posts-feed\">Discussion</a>\n|\n<a href=\"https://www.producthunt.com/r/p/" + p.ID + "?app_id=339\">Link</a>\n</p>\n"},
		}
		e.Link.Rel, e.Link.Type, e.Link.Href = "alternate", "text/html", page
		e.Author.Name = userOf(p.Makers[0]).Name
		entries = append(entries, e)
	}
	body, err := xml.MarshalIndent(struct {
		XMLName xml.Name `xml:"feed"`
		Lang    string   `xml:"xml:lang,attr"`
		NS      string   `xml:"xmlns,attr"`
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Entries []entry  `xml:"entry"`
	}{
		Lang: "en-US", NS: "http://www.w3.org/2005/Atom", ID: "tag:www.producthunt.com,2005:/feed", Title: "Product Hunt — The best new products, every day",
		Updated: time.Date(2026, 6, 17, 9, 57, 28, 0, time.UTC).Format(time.RFC3339), Entries: entries,
	}, "", "  ")
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	site.Send(w, http.StatusOK, "application/atom+xml; charset=utf-8", append([]byte(xml.Header), body...))
}
