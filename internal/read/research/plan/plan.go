// Package plan decides what to search for: from the topic alone, then, in a second
// round, from what documents of several owners agree to be about. It asks nobody, and
// what pages say reaches a query only as a name that two independent sources have.
package plan

import (
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// Share is how many searches a profile makes in each lane.
type Share struct {
	Web, News, Scholarly int
	Domains              int // trusted domains that are searched, each a search of the web more
	FollowUps            int // searches of the second round; 0 has none
	SiteLinks            int // links of documents that the second round reads
	Proposals            int // searches of the web that a model may propose more
	Judged               int // claims that a model looks at
	PerHost              int // sources of one host, those that the caller names aside
}

// ShareOf returns the share of a profile.
func ShareOf(p research.Profile) Share {
	switch p {
	case research.Simple:
		return Share{Web: 2, Domains: 2, Judged: 6, PerHost: 2}
	case research.Complex:
		return Share{Web: 5, News: 1, Scholarly: 2, Domains: 6, FollowUps: 2, SiteLinks: 2, Proposals: 3, Judged: 24, PerHost: 3}
	case research.Auto:
	}
	return Share{Web: 3, News: 1, Scholarly: 1, Domains: 3, Proposals: 2, Judged: 12, PerHost: 2}
}

// NewsAge is how old news may be.
const NewsAge = 90 * 24 * time.Hour

// longest is how many words a query has at most: engines cut longer ones, or refuse
// more than 32.
const longest = 16

// Make returns the searches for a topic, in the order of asking within each lane: the
// best first, as time may end before the last. Scholarly ones are made for every complex
// research, and for an auto one whose topic looks like theirs.
func Make(t *research.Topic, p research.Profile) []research.Query {
	share := ShareOf(p)
	var all []research.Query
	add := func(lane research.Lane, most int, texts ...string) {
		for _, text := range distinct(texts) {
			if most--; most >= 0 {
				all = append(all, research.Query{Lane: lane, Text: text})
			}
		}
	}
	add(research.Web, share.Web, webTexts(t, p)...)
	for _, domain := range t.TrustedDomains[:min(len(t.TrustedDomains), share.Domains)] {
		all = append(all, research.Query{Lane: research.Web, Text: clip(t.Name(), longest-1) + " site:" + domain, Domain: domain})
	}
	add(research.News, share.News, t.Name())
	if p == research.Complex || Academic(t) {
		add(research.Scholarly, share.Scholarly, scholarlyTexts(t)...)
	}
	for i := range all {
		if all[i].Lane == research.News {
			all[i].Fresh = NewsAge
		}
	}
	return all
}

// webTexts are the title, the title with what distinguishes it, then each keyword with
// what the title is about; complex research looks for the very words of key messages.
func webTexts(t *research.Topic, p research.Profile) []string {
	texts := []string{t.Name()}
	if extra := distinguishing(t); len(extra) > 0 {
		texts = append(texts, t.Name()+" "+strings.Join(extra, " "))
	}
	if p == research.Complex {
		for _, m := range t.Messages[:min(len(t.Messages), 2)] {
			if phrase := phraseOf(m.Title); phrase != "" {
				texts = append(texts, phrase)
			}
		}
	}
	about := strings.Join(keywordsOf(t.Name(), 4), " ")
	for _, k := range t.Keywords {
		texts = append(texts, strings.TrimSpace(k+" "+about))
	}
	for _, m := range t.Messages {
		texts = append(texts, m.Title)
	}
	return texts
}

// distinguishing are up to three keywords that the title lacks, else words that the
// summary repeats.
func distinguishing(t *research.Topic) []string {
	has := tokens.Stems(t.Name())
	var extra []string
	for _, k := range t.Keywords {
		if stems := tokens.Stems(k); len(extra) < 3 && slices.ContainsFunc(stems, func(s string) bool { return !slices.Contains(has, s) }) {
			extra = append(extra, k)
			has = append(has, stems...)
		}
	}
	if len(extra) > 0 {
		return extra
	}
	for _, word := range keywordsOf(t.Summary, 20) {
		if stem := tokens.Stem(word); len(extra) < 3 && !slices.Contains(has, stem) {
			extra = append(extra, word)
			has = append(has, stem)
		}
	}
	return extra
}

// scholarlyTexts have words alone: works are not found by how a page puts it.
func scholarlyTexts(t *research.Topic) []string {
	keywords := strings.Join(t.Keywords[:min(len(t.Keywords), 4)], " ")
	return []string{
		strings.TrimSpace(keywords + " " + strings.Join(keywordsOf(t.Title, 4), " ")),
		strings.Join(keywordsOf(t.Name(), 8), " "),
	}
}

// phraseOf is a statement as a phrase that stands literally in pages: its first eight
// words in quotation marks, or nothing when it has fewer than four.
func phraseOf(statement string) string {
	words := strings.Fields(strings.ReplaceAll(statement, `"`, " "))
	if len(words) < 4 {
		return ""
	}
	return `"` + strings.Trim(strings.Join(words[:min(len(words), 8)], " "), " .,;:!?") + `"`
}

// keywordsOf are the first different words of a text that say something.
func keywordsOf(text string, most int) []string {
	var words []string
	for _, w := range tokens.Words(text) {
		if len(words) < most && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// distinct drops queries that have the same words as one before, and empty ones, and
// cuts long ones.
func distinct(texts []string) []string {
	seen := map[string]bool{"": true}
	var kept []string
	for _, text := range texts {
		text = clip(text, longest)
		stems := tokens.Stems(text)
		slices.Sort(stems)
		key := strings.Join(slices.Compact(stems), " ")
		if seen[key] {
			continue
		}
		seen[key] = true
		kept = append(kept, text)
	}
	return kept
}

// clip keeps a query's first words. What engines read as operators is taken out of the
// caller's words: a title such as "site:x" is no restriction.
func clip(text string, most int) string {
	words := strings.Fields(text)
	quoted := strings.Count(text, `"`)%2 == 0
	kept := words[:0:0]
	for _, w := range words {
		w = strings.TrimLeft(w, "-+")
		if name, rest, ok := strings.Cut(w, ":"); ok && operator(name) {
			w = rest
		}
		if !quoted {
			w = strings.ReplaceAll(w, `"`, "")
		}
		if w != "" && len(kept) < most {
			kept = append(kept, w)
		}
	}
	if text = strings.Join(kept, " "); strings.Count(text, `"`)%2 == 1 {
		text += `"`
	}
	return text
}

func operator(name string) bool {
	return slices.Contains([]string{"site", "intitle", "inurl", "filetype", "when", "after", "before", "source"}, strings.ToLower(name))
}
