package openalex

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/scholarly"
)

// answer is a list of works, or a refusal. Everything of a work may be null.
type answer struct {
	Results *[]record `json:"results"`
	Error   string    `json:"error"`
	Message string    `json:"message"`
}

type record struct {
	ID          string `json:"id"`
	DOI         string `json:"doi"`
	Title       string `json:"display_name"`
	OtherTitle  string `json:"title"`
	Date        string `json:"publication_date"`
	Year        int    `json:"publication_year"`
	Abstract    index  `json:"abstract_inverted_index"`
	Authorships []struct {
		Author struct {
			Name string `json:"display_name"`
		} `json:"author"`
	} `json:"authorships"`
	Location struct {
		Landing string `json:"landing_page_url"`
		Source  struct {
			Name string `json:"display_name"`
		} `json:"source"`
	} `json:"primary_location"`
}

// named distinguishes a work, whatever it lacks, from data that is none.
func (r record) named() bool { return r.ID != "" || r.DOI != "" || r.Title != "" }

// index is an abstract as OpenAlex gives it: where each of its words stands.
type index map[string][]int

// maxWords bounds an abstract; the longest are of some thousand words.
const maxWords = 10_000

// text puts the words back into their order. Gaps between positions are passed over.
func (x index) text() string {
	type place struct {
		at   int
		word string
	}
	var places []place
	for word, positions := range x {
		for _, at := range positions {
			places = append(places, place{at, word})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.word, b.word)) })
	var b strings.Builder
	for _, p := range places[:min(len(places), maxWords)] {
		b.WriteString(p.word + " ")
	}
	return scholarly.Text(b.String())
}

// read leaves out works without a title or an address.
func (a answer) read() []websearch.Result {
	all := []websearch.Result{}
	for _, r := range *a.Results {
		doi := scholarly.DOI(r.DOI)
		result := websearch.Result{
			URL: scholarly.Address(r.Location.Landing, scholarly.URL(doi), r.ID), Title: scholarly.Text(cmp.Or(r.Title, r.OtherTitle)),
			Abstract: r.Abstract.text(), DOI: doi, Published: r.Date, Source: scholarly.Plain(r.Location.Source.Name),
		}
		if result.Published == "" && r.Year > 0 {
			result.Published = strconv.Itoa(r.Year)
		}
		for _, a := range r.Authorships {
			if name := scholarly.Plain(a.Author.Name); name != "" {
				result.Authors = append(result.Authors, name)
			}
		}
		result.Snippet = scholarly.Snippet(result.Abstract)
		if result.URL != "" && result.Title != "" {
			all = append(all, result)
		}
	}
	return all
}
