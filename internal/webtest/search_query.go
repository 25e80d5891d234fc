package webtest

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// searchToday is the day on which the replays of search engines search: with a real clock
// their answers would change.
var searchToday = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// searchQuery is a query in what search engines have in common. Words are tokens, see
// hnTokens, and any of a group is enough.
type searchQuery struct {
	words   []string
	needed  [][]string // phrases, and groups with OR between
	without []string
	sites   []string
	not     []string // sites
}

// readSearchQuery understands words, "phrases", -words, site:, -site:, and OR, in
// parentheses or without.
func readSearchQuery(text string) searchQuery {
	var q searchQuery
	var group []string // of an OR, while one is open
	or := false
	for _, part := range searchParts(text) {
		name, value, operator := strings.Cut(part, ":")
		switch {
		case part == "OR" || part == "|":
			or = true
			continue
		case part == "(" || part == ")", operator && slices.Contains([]string{"after", "before", "when", "filetype"}, name):
		case operator && name == "site":
			q.sites = append(q.sites, value)
		case operator && name == "-site":
			q.not = append(q.not, value)
		case strings.HasPrefix(part, "-") && len(part) > 1:
			q.without = append(q.without, hnTokens(part))
		case or && len(group) > 0:
			group = append(group, hnTokens(part))
			q.needed[len(q.needed)-1] = group
		default:
			group = []string{hnTokens(part)}
			q.needed = append(q.needed, group)
		}
		or = false
	}
	q.words, q.needed = split(q.needed)
	return q
}

// split takes single words out of what is needed: engines forgive one that is missing.
func split(all [][]string) (words []string, needed [][]string) {
	for _, group := range all {
		word := strings.TrimSpace(group[0])
		switch single := len(group) == 1 && !strings.Contains(word, " "); {
		case !single:
			needed = append(needed, group)
		case word != "" && !slices.Contains(searchStops, word):
			words = append(words, word)
		}
	}
	return words, needed
}

// searchStops are words that say nothing about a page.
var searchStops = strings.Fields("a an and are as at be by can did do does for from had has have how in is it its much many of on one or that the this to was were what when where which who whose why will with")

// searchParts are words, phrases and parentheses.
func searchParts(text string) []string {
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

// find returns the pages that fit, the best first: of the words at least two of three, of
// a whole sentence half, words of the title counting thrice.
func (all searchable) find(q searchQuery) []searchPage {
	type scored struct {
		searchPage
		score int
	}
	var found []scored
	for _, p := range all() {
		if score, ok := q.score(p); ok {
			found = append(found, scored{p, score})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	pages := make([]searchPage, len(found))
	for i, f := range found {
		pages[i] = f.searchPage
	}
	return pages
}

func (q searchQuery) score(p searchPage) (score int, ok bool) {
	title := searchStems(p.title)
	all := title + searchStems(p.url+" "+p.summary+" "+p.text)
	holds := func(words string) bool { return strings.Contains(all, searchStems(words)) }
	switch {
	case len(q.words)+len(q.needed)+len(q.sites) == 0, p.narrow && len(q.sites) == 0,
		slices.ContainsFunc(q.needed, func(group []string) bool { return !slices.ContainsFunc(group, holds) }),
		slices.ContainsFunc(q.without, holds), slices.ContainsFunc(q.not, p.on),
		len(q.sites) > 0 && !slices.ContainsFunc(q.sites, p.on):
		return 0, false
	}
	matched := 0
	for _, word := range q.words {
		if holds(word) {
			matched++
			score++
		}
		if strings.Contains(title, searchStems(word)) {
			score += 2
		}
	}
	if len(q.words) > 4 {
		return score, 2*matched >= len(q.words)
	}
	return score, 3*matched >= 2*len(q.words)
}

// on reports whether a page is on a site, or below a path of one.
func (p searchPage) on(site string) bool {
	return strings.Contains(p.url, site)
}

// searchStems are tokens without the s of a plural.
func searchStems(text string) string {
	words := strings.Fields(hnTokens(text))
	for i, w := range words {
		if len(w) > 3 && !strings.HasSuffix(w, "ss") {
			words[i] = strings.TrimSuffix(w, "s")
		}
	}
	return " " + strings.Join(words, " ") + " "
}

// snippet is what an engine shows of a page: its summary, or the words around the first
// that was looked for.
func (q searchQuery) snippet(p searchPage) string {
	if p.summary != "" {
		return p.summary
	}
	const before, most = 6, 32
	words := strings.Fields(p.text)
	at := slices.IndexFunc(words, func(w string) bool {
		return slices.ContainsFunc(q.words, func(looked string) bool { return searchStems(w) == searchStems(looked) })
	})
	begin := max(0, at-before)
	end := min(len(words), begin+most)
	text := strings.Join(words[begin:end], " ")
	if end < len(words) {
		text += " ..."
	}
	return text
}

// since keeps pages of the last so many days; those without a date are not known to be.
func since(found []searchPage, days int) []searchPage {
	if days == 0 {
		return found
	}
	first := searchToday.AddDate(0, 0, -days).Format(time.DateOnly)
	return slices.DeleteFunc(found, func(p searchPage) bool { return p.published < first })
}

// searchDays are the time ranges of engines by their first letters.
func searchDays(name string) int {
	if name == "" {
		return 0
	}
	return map[byte]int{'d': 1, 'w': 7, 'm': 31, 'y': 366}[name[0]]
}

// faultOf is the failure that the first word of a query asks for: quota, down, walled or
// empty, of all engines or, as down-brave, of one. What is behind it is looked for by the
// others.
func faultOf(query, engine string) (fault, rest string) {
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

// pageOf is a part of what was found, and whether there is more.
func pageOf(found []searchPage, begin, size int) (page []searchPage, more bool) {
	begin = min(max(begin, 0), len(found))
	end := min(begin+size, len(found))
	return found[begin:end], end < len(found)
}
