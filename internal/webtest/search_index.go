package webtest

import (
	"bytes"
	"net/http"
	"slices"
	"sync"
)

// searchIndex is what the replays of all search engines find: every page of the sample
// web that is meant to be found. The order is that of equally good ones.
var searchIndex = sync.OnceValue(func() []searchPage {
	all := slices.Concat(searchCompany(), searchSites(), searchTopic(), searchTides(), searchPeople(), searchProducts())
	var listed []searchPage
	for _, p := range all {
		listed = append(listed, p)
		if p.again != "" {
			p.url, p.again = p.again, ""
			listed = append(listed, p)
		}
	}
	return listed
})

// searchCompany are the pages of the firm. One is listed twice, as pages are that a
// newsletter links to.
func searchCompany() []searchPage {
	var all []searchPage
	for _, c := range companyPages() {
		p := searchPage{
			url: companyURL + c.Path, title: c.Title, summary: c.Description, published: c.Modified, site: "Marrowfen",
			text: readSearched(must(c.render())).text,
		}
		if c.Path == "/" {
			p.again = "https://www.company.test/index.html?utm_source=letter&utm_medium=email#top"
		}
		all = append(all, p)
	}
	return all
}

// searchSites are pages of other sites that stand for what people look for.
func searchSites() []searchPage {
	var all []searchPage
	for _, s := range []Site{articleSite(), shopSite()} {
		for _, page := range s.Pages {
			if page.Serve != nil && page.Expect.Error == "" {
				p := readSearched(answerOf(page.Serve))
				p.url = page.URL
				all = append(all, p)
			}
		}
	}
	return all
}

// searchTopic are the pages of the topic for answers and research.
func searchTopic() []searchPage {
	var all []searchPage
	for _, e := range topicEntries() {
		all = append(all, searchPage{url: e.url, title: e.title, text: e.text, published: e.published})
	}
	return all
}

// searchPeople are profiles as search engines show them; one is listed under two hosts.
func searchPeople() []searchPage {
	people := []searchPage{
		{url: "https://uk.linkedin.com/in/hester-quill", title: "Hester Quill - Chief Executive and Founder - Marrowfen | LinkedIn", summary: "Experience: Marrowfen · Location: Carrow · 500+ connections on LinkedIn."},
		{url: "https://uk.linkedin.com/in/tobias-rennick", title: "Tobias Rennick - Co-founder and Chief Engineer - Marrowfen | LinkedIn", summary: "Experience: Marrowfen · Location: Carrow · 211 connections on LinkedIn."},
		{url: "https://www.linkedin.com/in/lowri-beck", title: "Lowri Beck – Firmware Engineer – Marrowfen | LinkedIn", summary: "Experience: Marrowfen · Education: Carrow College"},
		{url: "https://uk.linkedin.com/in/lowri-beck?trk=people", title: "Lowri Beck - Marrowfen | LinkedIn", summary: "The same profile under another address."},
		{url: "https://uk.linkedin.com/in/sunniva-hale", title: "Sunniva Hale - Field Technician - Marrowfen | LinkedIn", summary: "Experience: Marrowfen · Location: Carrow"},
		{url: "https://uk.linkedin.com/in/odo-lanyard", title: "Odo Lanyard - Assistant to the CEO at Marrowfen | LinkedIn", summary: "Keeps the calendar."},
		{url: "https://uk.linkedin.com/in/gareth-ode", title: "Gareth Ode - Hydrologist - formerly Marrowfen | LinkedIn", summary: "Previously at Marrowfen."},
		{url: "https://uk.linkedin.com/in/milan-crey", title: "Milan Crey - CEO - Marrowfen Fisheries | LinkedIn", summary: "Experience: Marrowfen Fisheries"},
		{url: "https://www.linkedin.com/company/marrowfen", title: "Marrowfen | LinkedIn", summary: "4,812 followers on LinkedIn."},
	}
	for i := range people {
		people[i].site = "LinkedIn"
	}
	return people
}

// readSearched reads a page as the topic's are read.
func readSearched(body []byte) searchPage {
	var e topicEntry
	e.read(body)
	return searchPage{title: e.title, text: e.text, published: e.published}
}

// answerOf is the body that a page answers with.
func answerOf(serve http.HandlerFunc) []byte {
	r := must(http.NewRequest(http.MethodGet, "/", http.NoBody)) //nolint:noctx // is sent nowhere
	var w bodyWriter
	serve(&w, r)
	return w.body.Bytes()
}

// bodyWriter keeps the body of an answer only. httptest has a better one, and a flag that
// no program of ours should have.
type bodyWriter struct {
	header http.Header
	body   bytes.Buffer
}

func (w *bodyWriter) Header() http.Header {
	if w.header == nil {
		w.header = http.Header{}
	}
	return w.header
}

func (w *bodyWriter) WriteHeader(int) {}

func (w *bodyWriter) Write(b []byte) (int, error) { return w.body.Write(b) }
