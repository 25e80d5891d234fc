package webtest

import (
	"bytes"
	"net/http"
	"slices"
	"sync"

	"github.com/quarryapi/quarry/internal/read/websearch/enginetest"
	"github.com/quarryapi/quarry/internal/sources/producthunt/producthunttest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// searchIndex is what the replays of all search engines find: every page of the sample
// web that is meant to be found. The order is that of equally good ones.
var searchIndex = sync.OnceValue(func() []enginetest.Page {
	all := slices.Concat(searchCompany(), searchSites(), searchTopic(), searchTides(), searchPeople(), producthunttest.Pages())
	var listed []enginetest.Page
	for _, p := range all {
		listed = append(listed, p)
		if p.Again != "" {
			p.URL, p.Again = p.Again, ""
			listed = append(listed, p)
		}
	}
	return listed
})

// searchCompany are the pages of the firm. One is listed twice, as pages are that a
// newsletter links to.
func searchCompany() []enginetest.Page {
	var all []enginetest.Page
	for _, c := range companyPages() {
		p := enginetest.Page{
			URL: companyURL + c.Path, Title: c.Title, Summary: c.Description, Published: c.Modified, Site: "Marrowfen",
			Text: readSearched(site.Must(c.render())).Text,
		}
		if c.Path == "/" {
			p.Again = "https://www.company.test/index.html?utm_source=letter&utm_medium=email#top"
		}
		all = append(all, p)
	}
	return all
}

// searchSites are pages of other sites that stand for what people look for.
func searchSites() []enginetest.Page {
	var all []enginetest.Page
	for _, s := range []Site{articleSite(), shopSite()} {
		for _, page := range s.Pages {
			if page.Serve != nil && page.Expect.Error == "" {
				p := readSearched(answerOf(page.Serve))
				p.URL = page.URL
				all = append(all, p)
			}
		}
	}
	return all
}

// searchTopic are the pages of the topic for answers and research.
func searchTopic() []enginetest.Page {
	var all []enginetest.Page
	for _, e := range topicEntries() {
		all = append(all, enginetest.Page{URL: e.url, Title: e.title, Text: e.text, Published: e.published})
	}
	return all
}

// searchPeople are profiles as search engines show them; one is listed under two hosts.
func searchPeople() []enginetest.Page {
	people := []enginetest.Page{
		{URL: "https://uk.linkedin.com/in/hester-quill", Title: "Hester Quill - Chief Executive and Founder - Marrowfen | LinkedIn", Summary: "Experience: Marrowfen · Location: Carrow · 500+ connections on LinkedIn."},
		{URL: "https://uk.linkedin.com/in/tobias-rennick", Title: "Tobias Rennick - Co-founder and Chief Engineer - Marrowfen | LinkedIn", Summary: "Experience: Marrowfen · Location: Carrow · 211 connections on LinkedIn."},
		{URL: "https://www.linkedin.com/in/lowri-beck", Title: "Lowri Beck – Firmware Engineer – Marrowfen | LinkedIn", Summary: "Experience: Marrowfen · Education: Carrow College"},
		{URL: "https://uk.linkedin.com/in/lowri-beck?trk=people", Title: "Lowri Beck - Marrowfen | LinkedIn", Summary: "The same profile under another address."},
		{URL: "https://uk.linkedin.com/in/sunniva-hale", Title: "Sunniva Hale - Field Technician - Marrowfen | LinkedIn", Summary: "Experience: Marrowfen · Location: Carrow"},
		{URL: "https://uk.linkedin.com/in/odo-lanyard", Title: "Odo Lanyard - Assistant to the CEO at Marrowfen | LinkedIn", Summary: "Keeps the calendar."},
		{URL: "https://uk.linkedin.com/in/gareth-ode", Title: "Gareth Ode - Hydrologist - formerly Marrowfen | LinkedIn", Summary: "Previously at Marrowfen."},
		{URL: "https://uk.linkedin.com/in/milan-crey", Title: "Milan Crey - CEO - Marrowfen Fisheries | LinkedIn", Summary: "Experience: Marrowfen Fisheries"},
		{URL: "https://www.linkedin.com/company/marrowfen", Title: "Marrowfen | LinkedIn", Summary: "4,812 followers on LinkedIn."},
	}
	for i := range people {
		people[i].Site = "LinkedIn"
	}
	return people
}

// readSearched reads a page as the topic's are read.
func readSearched(body []byte) enginetest.Page {
	var e topicEntry
	e.read(body)
	return enginetest.Page{Title: e.title, Text: e.text, Published: e.published}
}

// answerOf is the body that a page answers with.
func answerOf(serve http.HandlerFunc) []byte {
	r := site.Must(http.NewRequest(http.MethodGet, "/", http.NoBody)) //nolint:noctx // is sent nowhere
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
