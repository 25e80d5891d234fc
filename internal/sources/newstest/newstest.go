// Package newstest is the news that the replays of GDELT and Google News find.
package newstest

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

// Article is one that the replays of news searches know.
type Article struct {
	URL       string `json:"url"`
	Port      bool   `json:"port"` // GDELT tells it with its port
	Publisher string `json:"publisher"`
	Domain    string `json:"domain"`
	Country   string `json:"country"`
	Language  string `json:"language"`
	At        int64  `json:"at"`
	Title     string `json:"title"`
	// Odd is the title as GDELT sends it: a ¶ becomes a control character and a ¬ a
	// backslash that escapes nothing.
	Odd  string `json:"odd"`
	Text string `json:"text"` // searched and never sent
	In   string `json:"in"`   // gdelt, google or both
}

// days is how many articles name daily.test, one every six hours.
const days = 260

// news reads the articles once, the newest first.
var news = sync.OnceValue(func() []Article {
	var list []Article
	body, err := content.ReadFile("content/articles.json")
	if err == nil {
		err = json.Unmarshal(body, &list)
	}
	if err != nil {
		panic(fmt.Sprintf("newstest: the news: %v", err))
	}
	for n := range days {
		list = append(list, Article{
			URL: fmt.Sprintf("http://tidetable.test/%d", n), Publisher: "Tide Table", Domain: "tidetable.test", Country: "Ireland", Language: "English",
			At: 1785542400 + int64(n)*6*3600, Title: fmt.Sprintf("High water, table %d", n+1), Text: "By daily.test.", In: "both",
		})
	}
	slices.SortStableFunc(list, func(a, b Article) int { return cmp.Compare(b.At, a.At) })
	return list
})

// Query is a query in what GDELT and Google have in common: words, "phrases", and
// operators, those that exclude behind a minus.
type Query struct {
	Phrases []string
	without []string // domains of publishers
	Bounds  map[string]string
}

// ReadQuery understands a query.
func ReadQuery(text string) Query {
	q := Query{Bounds: map[string]string{}}
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			q.Phrases = append(q.Phrases, strings.ToLower(part))
			continue
		}
		for word := range strings.FieldsSeq(part) {
			name, value, operator := strings.Cut(word, ":")
			switch {
			case name == "-domain" || name == "-site":
				q.without = append(q.without, value)
			case operator:
				q.Bounds[name] = value
			default:
				q.Phrases = append(q.Phrases, strings.ToLower(word))
			}
		}
	}
	return q
}

// Find returns the articles of one of the searches, by whole words.
func (q Query) Find(in string, within func(at time.Time) bool) []Article {
	found := []Article{}
	for _, a := range news() {
		text := site.Tokens(a.Title + " " + a.Text)
		if a.In != in && a.In != "both" || slices.Contains(q.without, a.Domain) || !within(time.Unix(a.At, 0).UTC()) {
			continue
		}
		if !slices.ContainsFunc(q.Phrases, func(p string) bool { return !strings.Contains(text, site.Tokens(p)) }) {
			found = append(found, a)
		}
	}
	return found
}

// Fault is what a query's first words ask a replay to fail with: a name that begins
// with "quota", "down" or "walled".
func (q Query) Fault() string {
	for _, name := range []string{"quota", "down", "walled"} {
		if len(q.Phrases) > 0 && strings.HasPrefix(q.Phrases[0], name) {
			return name
		}
	}
	return ""
}
