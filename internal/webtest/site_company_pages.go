package webtest

import (
	"bytes"
	"html/template"
	"net/http"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

const companyURL = "http://company.test"

// companyPage is a page within the site's layout.
type companyPage struct {
	Path        string
	File        string // of its main part, below content/company
	Lang        string
	Title       string
	Description string
	Modified    string // yyyy-mm-dd, for the sitemap
	Translated  bool   // has the other language beside it
	Post        *companyPost
}

// companyPost is an entry of the log.
type companyPost struct {
	Slug, Title, Author, Date, Summary string
}

// Path is where the post lies.
func (p companyPost) Path() string { return "/blog/" + p.Slug }

// companyPosts are the entries of the log, the newest first.
func companyPosts() []companyPost {
	return []companyPost{
		{"ice-in-the-pipe", "Ice in the pipe", "Tobias Rennick", "2026-02-09", "How a gauge reported a flood that was frost, and why it will not do so again."},
		{"ten-years-on-one-battery", "Ten years on one battery", "Hester Quill", "2025-11-18", "Eight of the first ten gauges still run on the battery that they were born with."},
		{"a-number-that-is-not-sure", "A number that is not sure", "Adaeze Holm", "2025-03-04", "Why our stations sometimes say nothing, and what has to be true before they speak."},
	}
}

// companyPages are all pages of the site, as the sitemap lists them.
func companyPages() []companyPage {
	pages := []companyPage{
		{Path: "/", File: "home.html", Lang: "en", Title: "River and tide gauges that report for ten years", Modified: "2026-02-10", Translated: true, Description: "Marrowfen builds river and tide gauges that report by radio and run for ten years on one battery."},
		{Path: "/de/", File: "de.html", Lang: "de", Title: "Pegel, die zehn Jahre lang melden", Modified: "2026-01-12", Translated: true, Description: "Marrowfen baut Pegel für Flüsse und Häfen, die zehn Jahre mit einer Batterie laufen."},
		{Path: "/about", File: "about.html", Lang: "en", Title: "About Marrowfen", Modified: "2025-12-01", Description: "Who builds the gauges, since when, and by which rules."},
		{Path: "/pricing", File: "pricing.html", Lang: "en", Title: "Pricing", Modified: "2026-01-02", Description: "What a gauge costs, and what the network costs a year."},
		{Path: "/docs/", File: "docs.html", Lang: "en", Title: "Manual", Modified: "2025-10-20", Description: "How to fit a gauge, read it and mend it."},
		{Path: "/blog/", File: "blog.html", Lang: "en", Title: "The log", Modified: "2026-02-09", Description: "What Marrowfen learned on the water, about once a month."},
	}
	for _, p := range companyPosts() {
		pages = append(pages, companyPage{
			Path: p.Path(), File: "post/" + p.Slug + ".html", Lang: "en", Title: p.Title,
			Description: p.Summary, Modified: p.Date, Post: &p,
		})
	}
	return pages
}

// view is what the layout and the parts see.
type view struct {
	companyPage
	Posts []companyPost
	Main  template.HTML
}

// serve puts the page's part into the layout.
func (p companyPage) serve(w http.ResponseWriter, _ *http.Request) {
	body, err := p.render()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Last-Modified", httpDate(p.Modified))
	w.Header().Set("Cache-Control", "public, max-age=300")
	site.Send(w, http.StatusOK, site.HTML, body)
}

func (p companyPage) render() ([]byte, error) {
	v := view{companyPage: p, Posts: companyPosts()}
	part, err := execute(p.File, v)
	if err != nil {
		return nil, err
	}
	if p.Post != nil {
		part, err = execute("post.html", view{companyPage: p, Main: template.HTML(part)}) //nolint:gosec // of our own making
		if err != nil {
			return nil, err
		}
	}
	v.Main = template.HTML(part) //nolint:gosec // of our own making
	return execute("layout.html", v)
}

// execute fills in a template of the company's folder.
func execute(name string, v view) ([]byte, error) {
	t, err := template.ParseFS(content, "content/company/"+name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, v)
	return b.Bytes(), err
}
