package webtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// scholarWork is a scholarly work that the replays of scholarly searches know.
type scholarWork struct {
	ID        string   `json:"id"`    // with OpenAlex
	DOI       string   `json:"doi"`   // empty for none
	ArXiv     string   `json:"arxiv"` // with its version; empty for none
	URL       string   `json:"url"`   // of its page; empty for one at papersHost
	Title     string   `json:"title"` // with markup at times, as publishers write it
	Authors   []string `json:"authors"`
	Journal   string   `json:"journal"`
	Published string   `json:"published"` // 2019, 2024-05 or 2026-02-18
	Cited     int      `json:"cited"`
	Abstract  []string `json:"abstract"` // paragraphs; none where it is not published
	Text      string   `json:"text"`     // more that its page says
	Retracted bool     `json:"retracted"`
	In        string   `json:"in"` // the services that know it
}

// papersHost has the pages of works that have none elsewhere.
const papersHost = "estuary-papers.test"

// works reads the works once.
var works = sync.OnceValue(func() []scholarWork {
	var list []scholarWork
	body, err := content.ReadFile("content/works/works.json")
	if err == nil {
		err = json.Unmarshal(body, &list)
	}
	if err != nil {
		panic(fmt.Sprintf("webtest: the works: %v", err))
	}
	for i := range list {
		if list[i].URL == "" {
			list[i].URL = "http://" + papersHost + "/papers/" + list[i].ID
		}
	}
	return list
})

// since reports whether a work appeared on a day or later.
func (w scholarWork) since(day time.Time) bool {
	return w.date() >= day.UTC().Format(time.DateOnly)
}

// date is the first day on which a work can have appeared.
func (w scholarWork) date() string { return (w.Published + "-01-01")[:len(time.DateOnly)] }

// parts are year, month and day, as far as they are known.
func (w scholarWork) parts() []int {
	var parts []int
	for part := range strings.SplitSeq(w.Published, "-") {
		var n int
		_, _ = fmt.Sscan(part, &n) // the world is ours
		parts = append(parts, n)
	}
	return parts
}

// workFault is what the first word of a search asks a replay to fail with: one that
// begins with quota, down or walled. One that begins with empty finds nothing.
func workFault(text string) string {
	text = strings.ToLower(strings.TrimLeft(text, ` "(`))
	for _, name := range []string{"quota", "down", "walled", "empty"} {
		if strings.HasPrefix(text, name) {
			return name
		}
	}
	return ""
}

// findWorks returns the works of a service that have half of the words of a text or more, the
// best first: those with most of its words, then the most cited.
func findWorks(service, text string, keep func(scholarWork) bool) []scholarWork {
	type hit struct {
		scholarWork
		words int
	}
	asked := workWords(text)
	var hits []hit
	for _, w := range works() {
		h := hit{scholarWork: w}
		known := hnTokens(w.Title + " " + w.Journal + " " + strings.Join(w.Authors, " ") + " " + strings.Join(w.Abstract, " "))
		for _, word := range asked {
			if strings.Contains(known, hnTokens(word)) {
				h.words++
			}
		}
		if slices.Contains(strings.Fields(w.In), service) && 2*h.words >= len(asked) && h.words > 0 && keep(w) {
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Or(b.words-a.words, b.Cited-a.Cited) })
	found := []scholarWork{}
	for _, h := range hits {
		found = append(found, h.scholarWork)
	}
	return found
}

// workWords are the words of a search that can tell works apart.
func workWords(text string) []string {
	return slices.DeleteFunc(strings.Fields(hnTokens(text)), func(word string) bool {
		return slices.Contains([]string{"a", "an", "the", "of", "in", "on", "at", "to", "and", "or", "for", "how", "what", "is", "does", "did", "was", "all"}, word)
	})
}

// plainTitle is the title without markup.
func (w scholarWork) plainTitle() string {
	return strings.NewReplacer("<i>", "", "</i>", "").Replace(w.Title)
}
