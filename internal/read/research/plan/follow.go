package plan

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// name is a run of up to four capitalised words within a sentence. Nothing but letters,
// digits, apostrophes and hyphens is in it, so that no operator of an engine can be.
var name = pattern.Of(`\b\p{Lu}[\p{L}\p{N}]*(?:['’-][\p{L}\p{N}]+)*(?:[ \x{00a0}]\p{Lu}[\p{L}\p{N}]*(?:['’-][\p{L}\p{N}]+)*){0,3}\b`)

const (
	agreeing = 2   // independent owners that have to name something
	scanned  = 400 // names looked at in one document
	longName = 60  // bytes
)

// Passage is an accepted part of a document.
type Passage struct{ Domain, Text string }

// FollowUps are searches for what passages of at least two registrable domains name and
// the topic does not: a page alone decides nothing. They come in the order of how many
// domains name it, then how often.
func FollowUps(t *research.Topic, passages []Passage, most int) []research.Query {
	type count struct {
		form    string // as it stands first
		domains map[string]bool
		times   int
	}
	known := tokens.Stems(t.Words())
	counts := map[string]*count{}
	for _, p := range passages {
		for _, form := range name.FindAllString(p.Text, scanned) {
			form = bare(form)
			key := tokens.Fold(form)
			if len(form) > longName || !telling(form, known) {
				continue
			}
			if counts[key] == nil {
				counts[key] = &count{form: form, domains: map[string]bool{}}
			}
			counts[key].domains[p.Domain] = true
			counts[key].times++
		}
	}
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(counts)), func(k string) bool { return len(counts[k].domains) < agreeing })
	slices.SortStableFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(counts[b].domains), len(counts[a].domains)), cmp.Compare(counts[b].times, counts[a].times))
	})
	about := strings.Join(keywordsOf(t.Name(), 5), " ")
	var all []research.Query
	for _, k := range keys[:min(len(keys), most)] {
		all = append(all, research.Query{Lane: research.Web, Text: clip(`"`+counts[k].form+`" `+about, longest)})
	}
	return all
}

// bare takes off the words before a name that are capitalised only because a sentence
// begins with them.
func bare(form string) string {
	form = strings.ReplaceAll(form, "\u00a0", " ")
	for {
		first, rest, more := strings.Cut(form, " ")
		if !more || !tokens.IsStop(tokens.Fold(first)) {
			return form
		}
		form = rest
	}
}

// telling matches a name that adds something: of two words and more, or one of at least
// four letters that is written in capitals or has a digit, as a sentence's first word
// seldom is; and not all of it known.
func telling(form string, known []string) bool {
	words := tokens.Stems(form)
	if len(words) == 0 || !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(known, w) }) {
		return false
	}
	if len(words) > 1 {
		return true
	}
	return utf8.RuneCountInString(form) >= 4 && (strings.ContainsAny(form, "0123456789") || form == strings.ToUpper(form))
}
