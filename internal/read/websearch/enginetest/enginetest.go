// Package enginetest is what replays of search engines have in common: an index of pages,
// queries in the syntax of engines, and failures by their first words. It knows no engine.
package enginetest

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// today is the day on which the replays of search engines search: with a real clock
// their answers would change.
var today = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// Query is a query in what search engines have in common. Words are tokens, see
// hnTokens, and any of a group is enough.
type Query struct {
	Words   []string
	needed  [][]string // phrases, and groups with OR between
	without []string
	Sites   []string
	Not     []string // sites
}

// Read understands words, "phrases", -words, site:, -site:, and OR, in
// parentheses or without.
func Read(text string) Query {
	var q Query
	var group []string // of an OR, while one is open
	or := false
	for _, part := range parts(text) {
		name, value, operator := strings.Cut(part, ":")
		switch {
		case part == "OR" || part == "|":
			or = true
			continue
		case part == "(" || part == ")", operator && slices.Contains([]string{"after", "before", "when", "filetype"}, name):
		case operator && name == "site":
			q.Sites = append(q.Sites, value)
		case operator && name == "-site":
			q.Not = append(q.Not, value)
		case strings.HasPrefix(part, "-") && len(part) > 1:
			q.without = append(q.without, site.Tokens(part))
		case or && len(group) > 0:
			group = append(group, site.Tokens(part))
			q.needed[len(q.needed)-1] = group
		default:
			group = []string{site.Tokens(part)}
			q.needed = append(q.needed, group)
		}
		or = false
	}
	q.Words, q.needed = split(q.needed)
	return q
}

// split takes single words out of what is needed: engines forgive one that is missing.
func split(all [][]string) (words []string, needed [][]string) {
	for _, group := range all {
		word := strings.TrimSpace(group[0])
		switch single := len(group) == 1 && !strings.Contains(word, " "); {
		case !single:
			needed = append(needed, group)
		case word != "" && !slices.Contains(stops, word):
			words = append(words, word)
		}
	}
	return words, needed
}

// stops are words that say nothing about a page.
var stops = strings.Fields("a an and are as at be by can did do does for from had has have how in is it its much many of on one or that the this to was were what when where which who whose why will with")

// parts are words, phrases and parentheses.
func parts(text string) []string {
	var parts []string
	for i, piece := range strings.Split(text, `"`) {
		if i%2 == 1 {
			parts = append(parts, piece)
			continue
		}
		parts = append(parts, strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(piece))...)
	}
	return parts
}

// Find returns the pages that fit, the best first: of the words at least two of three, of
// a whole sentence half, words of the title counting thrice.
func (all Index) Find(q Query) []Page {
	type scored struct {
		Page
		score int
	}
	var found []scored
	for _, p := range all() {
		if score, ok := q.score(p); ok {
			found = append(found, scored{p, score})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	pages := make([]Page, len(found))
	for i, f := range found {
		pages[i] = f.Page
	}
	return pages
}

func (q Query) score(p Page) (score int, ok bool) {
	title := Stems(p.Title)
	all := title + Stems(p.URL+" "+p.Summary+" "+p.Text)
	holds := func(words string) bool { return strings.Contains(all, Stems(words)) }
	switch {
	case len(q.Words)+len(q.needed)+len(q.Sites) == 0, p.Narrow && len(q.Sites) == 0,
		slices.ContainsFunc(q.needed, func(group []string) bool { return !slices.ContainsFunc(group, holds) }),
		slices.ContainsFunc(q.without, holds), slices.ContainsFunc(q.Not, p.on),
		len(q.Sites) > 0 && !slices.ContainsFunc(q.Sites, p.on):
		return 0, false
	}
	matched := 0
	for _, word := range q.Words {
		if holds(word) {
			matched++
			score++
		}
		if strings.Contains(title, Stems(word)) {
			score += 2
		}
	}
	if len(q.Words) > 4 {
		return score, 2*matched >= len(q.Words)
	}
	return score, 3*matched >= 2*len(q.Words)
}

// on reports whether a page is on a site, or below a path of one.
func (p Page) on(site string) bool {
	return strings.Contains(p.URL, site)
}

// Stems are tokens without the s of a plural.
func Stems(text string) string {
	words := strings.Fields(site.Tokens(text))
	for i, w := range words {
		if len(w) > 3 && !strings.HasSuffix(w, "ss") {
			words[i] = strings.TrimSuffix(w, "s")
		}
	}
	return " " + strings.Join(words, " ") + " "
}

// Snippet is what an engine shows of a page: its summary, or the text from the sentence on that holds
// most of what was looked for.
func (q Query) Snippet(p Page) string {
	if p.Summary != "" {
		return p.Summary
	}
	const most = 32
	words := strings.Fields(p.Text)
	begin := q.bestSentence(words)
	end := min(len(words), begin+most)
	text := strings.Join(words[begin:end], " ")
	if end < len(words) {
		text += " ..."
	}
	return text
}

// bestSentence is where a sentence begins that holds most of the words looked for, the first of equals. What is in no
// sentence, as the names and prices of a list, counts as one.
func (q Query) bestSentence(words []string) (at int) {
	const longest = 24 // words of what a snippet shows of a sentence
	best := 0
	for begin := 0; begin < len(words); {
		end := begin + 1
		for end < len(words) && !endsSentence(words[end-1]) {
			end++
		}
		shown := Stems(strings.Join(words[begin:min(end, begin+longest)], " "))
		held := 0
		for _, looked := range q.Words {
			if strings.Contains(shown, Stems(looked)) {
				held++
			}
		}
		if held > best {
			at, best = begin, held
		}
		begin = end
	}
	return at
}

func endsSentence(word string) bool {
	return strings.ContainsAny(word[len(word)-1:], ".!?") && len(word) > 3
}

// Since keeps pages of the last so many days; those without a date are not known to be.
func Since(found []Page, days int) []Page {
	if days == 0 {
		return found
	}
	first := today.AddDate(0, 0, -days).Format(time.DateOnly)
	return slices.DeleteFunc(found, func(p Page) bool { return p.Published < first })
}

// Days are the time ranges of engines by their first letters.
func Days(name string) int {
	if name == "" {
		return 0
	}
	return map[byte]int{'d': 1, 'w': 7, 'm': 31, 'y': 366}[name[0]]
}

// FaultOf is the failure that the first word of a query asks for: quota, down, walled or
// empty, of all engines or, as down-brave, of one. What is behind it is looked for by the
// others.
func FaultOf(query, engine string) (fault, rest string) {
	first, rest, _ := strings.Cut(strings.TrimSpace(query), " ")
	name, whose, _ := strings.Cut(strings.ToLower(first), "-")
	if !slices.Contains([]string{"quota", "down", "walled", "empty"}, name) {
		return "", query
	}
	if whose != "" && whose != engine {
		return "", rest
	}
	return name, rest
}

// PageOf is a part of what was found, and whether there is more.
func PageOf(found []Page, begin, size int) (page []Page, more bool) {
	begin = min(max(begin, 0), len(found))
	end := min(begin+size, len(found))
	return found[begin:end], end < len(found)
}
