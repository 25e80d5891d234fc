// Package scholarlytest is the scholarly works that the replays of engines for them find. It
// knows no engine.
package scholarlytest

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

//go:embed content
var content embed.FS

// Work is a scholarly work that the replays of scholarly searches know.
type Work struct {
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

// Host has the pages of works that have none elsewhere.
const Host = "estuary-papers.test"

// Works returns the works.
var Works = sync.OnceValue(func() []Work {
	var list []Work
	body, err := content.ReadFile("content/works.json")
	if err == nil {
		err = json.Unmarshal(body, &list)
	}
	if err != nil {
		panic(fmt.Sprintf("scholarlytest: the works: %v", err))
	}
	for i := range list {
		if list[i].URL == "" {
			list[i].URL = "http://" + Host + "/papers/" + list[i].ID
		}
	}
	return list
})

// Since reports whether a work appeared on a day or later.
func (w Work) Since(day time.Time) bool {
	return w.Date() >= day.UTC().Format(time.DateOnly)
}

// Date is the first day on which a work can have appeared.
func (w Work) Date() string { return (w.Published + "-01-01")[:len(time.DateOnly)] }

// Parts are year, month and day, as far as they are known.
func (w Work) Parts() []int {
	var parts []int
	for part := range strings.SplitSeq(w.Published, "-") {
		var n int
		_, _ = fmt.Sscan(part, &n) // the world is ours
		parts = append(parts, n)
	}
	return parts
}

// Fault is what the first word of a search asks a replay to fail with: one that
// begins with quota, down or walled. One that begins with empty finds nothing.
func Fault(text string) string {
	text = strings.ToLower(strings.TrimLeft(text, ` "(`))
	for _, name := range []string{"quota", "down", "walled", "empty"} {
		if strings.HasPrefix(text, name) {
			return name
		}
	}
	return ""
}

// Find returns the works of a service that have half of the words of a text or more, the
// best first: those with most of its words, then the most cited.
func Find(service, text string, keep func(Work) bool) []Work {
	type hit struct {
		Work
		words int
	}
	asked := workWords(text)
	var hits []hit
	for _, w := range Works() {
		h := hit{Work: w}
		known := site.Tokens(w.Title + " " + w.Journal + " " + strings.Join(w.Authors, " ") + " " + strings.Join(w.Abstract, " "))
		for _, word := range asked {
			if strings.Contains(known, site.Tokens(word)) {
				h.words++
			}
		}
		if slices.Contains(strings.Fields(w.In), service) && 2*h.words >= len(asked) && h.words > 0 && keep(w) {
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Or(b.words-a.words, b.Cited-a.Cited) })
	found := []Work{}
	for _, h := range hits {
		found = append(found, h.Work)
	}
	return found
}

// workWords are the words of a search that can tell works apart.
func workWords(text string) []string {
	return slices.DeleteFunc(strings.Fields(site.Tokens(text)), func(word string) bool {
		return slices.Contains([]string{"a", "an", "the", "of", "in", "on", "at", "to", "and", "or", "for", "how", "what", "is", "does", "did", "was", "all"}, word)
	})
}

// PlainTitle is the title without markup.
func (w Work) PlainTitle() string {
	return strings.NewReplacer("<i>", "", "</i>", "").Replace(w.Title)
}
