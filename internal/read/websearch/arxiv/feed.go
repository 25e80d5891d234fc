package arxiv

import (
	"bytes"
	"encoding/xml"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/scholarly"
)

// feed is an answer in Atom.
type feed struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	Total   *int     `xml:"http://a9.com/-/spec/opensearch/1.1/ totalResults"`
	Entries []entry  `xml:"http://www.w3.org/2005/Atom entry"`
}

type entry struct {
	ID        string `xml:"http://www.w3.org/2005/Atom id"`
	Title     string `xml:"http://www.w3.org/2005/Atom title"`
	Summary   string `xml:"http://www.w3.org/2005/Atom summary"`
	Published string `xml:"http://www.w3.org/2005/Atom published"`
	Authors   []struct {
		Name string `xml:"http://www.w3.org/2005/Atom name"`
	} `xml:"http://www.w3.org/2005/Atom author"`
	Links []struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	} `xml:"http://www.w3.org/2005/Atom link"`
	DOI     string `xml:"http://arxiv.org/schemas/atom doi"`
	Journal string `xml:"http://arxiv.org/schemas/atom journal_ref"`
}

// read reads an answer. ArXiv reports what it refuses by an entry that is titled Error, with
// status 400 or 200, and at times sends no entries though it counts some.
func read(body []byte) ([]websearch.Result, error) {
	var f feed
	if err := xml.Unmarshal(body, &f); err != nil {
		return nil, unread(body, err)
	}
	all := []websearch.Result{}
	for _, e := range f.Entries {
		if strings.Contains(e.ID, "/api/errors") || e.Title == "Error" && e.Published == "" {
			err := errs.Newf(errs.TargetError, "arxiv rejects the search: %.200s", scholarly.Plain(e.Summary))
			err.Permanent = true
			return nil, err
		}
		if r := e.result(); r.URL != "" && r.Title != "" {
			all = append(all, r)
		}
	}
	switch {
	case f.Total == nil:
		return nil, errs.New(errs.ParseFailed, "arxiv returned no count of results").Later()
	case len(all) == 0 && *f.Total > 0:
		return nil, errs.Newf(errs.ProviderUnavailable, "arxiv counted %d results and sent none; try again later.", *f.Total)
	}
	return all, nil
}

func (e entry) result() websearch.Result {
	abstract := scholarly.Plain(e.Summary)
	r := websearch.Result{
		URL: scholarly.Address(e.link("alternate"), e.ID), Title: scholarly.Plain(e.Title), Snippet: scholarly.Snippet(abstract), Abstract: abstract,
		DOI: scholarly.DOI(e.DOI), Published: instant.Known(strings.TrimSpace(e.Published)), Source: "arXiv",
	}
	if journal := scholarly.Plain(e.Journal); journal != "" {
		r.Source = journal
	}
	for _, a := range e.Authors {
		if name := scholarly.Plain(a.Name); name != "" {
			r.Authors = append(r.Authors, name)
		}
	}
	return r
}

func (e entry) link(rel string) string {
	for _, l := range e.Links {
		if l.Rel == rel {
			return l.Href
		}
	}
	return ""
}

// unread is what an answer that is no feed means.
func unread(body []byte, err error) error {
	start := strings.ToLower(string(bytes.TrimSpace(body[:min(len(body), 500)])))
	switch {
	case strings.HasPrefix(start, "rate exceeded"):
		return errs.New(errs.UpstreamRateLimited, "arxiv allows one call in three seconds for each IP address; try again later.")
	case strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html"):
		return errs.New(errs.UpstreamBlocked, "arxiv returned an HTML page instead of data; try again later.")
	}
	return errs.Wrap(err, errs.ParseFailed, "arxiv returned data in an unknown format").Later()
}
