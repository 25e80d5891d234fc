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

// newsArticle is one that the replays of news searches know.
type newsArticle struct {
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

// newsDays is how many articles name daily.test, one every six hours.
const newsDays = 260

// news reads the articles once, the newest first.
var news = sync.OnceValue(func() []newsArticle {
	var list []newsArticle
	body, err := content.ReadFile("content/news/articles.json")
	if err == nil {
		err = json.Unmarshal(body, &list)
	}
	if err != nil {
		panic(fmt.Sprintf("webtest: the news: %v", err))
	}
	for n := range newsDays {
		list = append(list, newsArticle{
			URL: fmt.Sprintf("http://tidetable.test/%d", n), Publisher: "Tide Table", Domain: "tidetable.test", Country: "Ireland", Language: "English",
			At: 1738368000 + int64(n)*6*3600, Title: fmt.Sprintf("High water, table %d", n+1), Text: "By daily.test.", In: "both",
		})
	}
	slices.SortStableFunc(list, func(a, b newsArticle) int { return cmp.Compare(b.At, a.At) })
	return list
})

// newsQuery is a query in what GDELT and Google have in common: words, "phrases", and
// operators, those that exclude behind a minus.
type newsQuery struct {
	phrases []string
	without []string // domains of publishers
	bounds  map[string]string
}

func readNewsQuery(text string) newsQuery {
	q := newsQuery{bounds: map[string]string{}}
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			q.phrases = append(q.phrases, strings.ToLower(part))
			continue
		}
		for word := range strings.FieldsSeq(part) {
			name, value, operator := strings.Cut(word, ":")
			switch {
			case name == "-domain" || name == "-site":
				q.without = append(q.without, value)
			case operator:
				q.bounds[name] = value
			default:
				q.phrases = append(q.phrases, strings.ToLower(word))
			}
		}
	}
	return q
}

// find returns the articles of one of the searches, by whole words.
func (q newsQuery) find(in string, within func(at time.Time) bool) []newsArticle {
	found := []newsArticle{}
	for _, a := range news() {
		text := hnTokens(a.Title + " " + a.Text)
		if a.In != in && a.In != "both" || slices.Contains(q.without, a.Domain) || !within(time.Unix(a.At, 0).UTC()) {
			continue
		}
		if !slices.ContainsFunc(q.phrases, func(p string) bool { return !strings.Contains(text, hnTokens(p)) }) {
			found = append(found, a)
		}
	}
	return found
}

// fault is what a query's first words ask a replay to fail with: a name that begins
// with "quota", "down" or "walled".
func (q newsQuery) fault() string {
	for _, name := range []string{"quota", "down", "walled"} {
		if len(q.phrases) > 0 && strings.HasPrefix(q.phrases[0], name) {
			return name
		}
	}
	return ""
}
