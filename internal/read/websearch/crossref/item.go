package crossref

import (
	"fmt"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/scholarly"
)

// item is a work as its publisher registered it.
type item struct {
	DOI    string   `json:"DOI"`
	URL    string   `json:"URL"`
	Type   string   `json:"type"`
	Title  []string `json:"title"`
	Author []struct {
		Given  string `json:"given"`
		Family string `json:"family"`
		Name   string `json:"name"` // of an organization
	} `json:"author"`
	Abstract  string   `json:"abstract"` // in JATS
	Container []string `json:"container-title"`
	Published date     `json:"published"`
	Issued    date     `json:"issued"`
	Resource  struct {
		Primary struct {
			URL string `json:"URL"` // where the DOI leads to
		} `json:"primary"`
	} `json:"resource"`
}

// named distinguishes a work, whatever it lacks, from data that is none.
func (i item) named() bool { return i.DOI != "" || i.URL != "" || len(i.Title) > 0 }

// date holds year, month and day, as far as they are known; an unknown one is [[null]].
type date struct {
	Parts [][]*int `json:"date-parts"`
}

// text is the date in ISO 8601; empty for none.
func (d date) text() string {
	if len(d.Parts) == 0 {
		return ""
	}
	var known []int
	for _, part := range d.Parts[0] {
		if part == nil {
			break
		}
		known = append(known, *part)
	}
	switch {
	case len(known) == 0 || known[0] < 1000 || known[0] > 9999:
		return ""
	case len(known) == 1 || known[1] < 1 || known[1] > 12:
		return fmt.Sprint(known[0])
	case len(known) == 2 || known[2] < 1 || known[2] > 31:
		return fmt.Sprintf("%d-%02d", known[0], known[1])
	}
	return time.Date(known[0], time.Month(known[1]), known[2], 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// collection distinguishes what holds works, or is part of one, from works.
func collection(kind string) bool {
	switch kind {
	case "journal", "journal-volume", "journal-issue", "book-series", "book-set", "proceedings-series", "component", "grant", "database", "peer-review":
		return true
	}
	return false
}

// read leaves out what is no work, and works without a title or an address.
func read(items []item) []websearch.Result {
	all := []websearch.Result{}
	for _, i := range items {
		doi := scholarly.DOI(i.DOI)
		result := websearch.Result{
			URL: scholarly.Address(i.Resource.Primary.URL, i.URL, scholarly.URL(doi)), Title: first(i.Title), Abstract: scholarly.Text(i.Abstract),
			DOI: doi, Published: i.Published.text(), Source: first(i.Container), Authors: i.authors(),
		}
		if result.Published == "" {
			result.Published = i.Issued.text()
		}
		result.Snippet = scholarly.Snippet(result.Abstract)
		if result.URL != "" && result.Title != "" && !collection(i.Type) {
			all = append(all, result)
		}
	}
	return all
}

func (i item) authors() []string {
	var names []string
	for _, a := range i.Author {
		if name := scholarly.Plain(strings.TrimSpace(a.Given+" "+a.Family) + " " + a.Name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// first is the first of some texts with markup; empty for none.
func first(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return scholarly.Text(all[0])
}
