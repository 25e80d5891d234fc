package metadata

import (
	"math/bits"
	"slices"
	"strings"
)

// The places in which pages name their authors. The order is that of authorWeights.
const (
	authorData           uint32 = 1 << iota // author of the JSON-LD object that is the page's content
	authorDataOther                         // author or creator of another object of the page
	authorDataGroup                         // one that is no person
	authorMeta                              // the meta element author
	authorMetaOther                         // article:author, Dublin Core, citations and others
	authorProp                              // itemprop author
	authorRel                               // a link of the relation author
	authorNamed                             // an element that is named an author
	authorLed                               // a text that begins as bylines do
	authorNear                              // between the headline and the text, or right before it
	authorBehind                            // further behind the headline
	authorFar                               // elsewhere
	authorAmong                             // only among comments, or what surrounds the content
	authorSite                              // the name of the site, or of its publisher
	authorFirst                             // the first that is shown near the headline
	authorOneOfMany                         // one of four or more that are shown
	authorPart                              // another place names these and more
	authorSingle                            // one word only
	authorDeclared                          // the page declares it, and shows it
	authorOnlyShown                         // shown only
	authorLong                              // more than four words in one name
	noAuthor                                // of the answer that the page names none: the answer itself,
	noAuthorArticle                         // and the page says that it is an article
	numberOfAuthorClaims = iota
)

const (
	authorSpots = authorNear | authorBehind | authorFar
	authorShown = authorProp | authorRel | authorNamed | authorLed
	authorTold  = authorData | authorDataOther | authorDataGroup | authorMeta | authorMetaOther
	authorClean = uint32(1) << 31
)

// authorWeights say how much each place, and what follows from all, speaks for names to be
// those of the authors. They were fitted as dayWeights were. Silence has 1 less than it
// fitted: most pages that people found without an author do declare one, out of sight.
var authorWeights = [numberOfAuthorClaims]float32{
	0.82, -0.24, -0.70, 0.87, 0.94, 1.03, 0.92, 1.05, 0.97, 1.33, -0.40, -0.70, -2.11, -0.96, 0.36, -1.52, 0.13, -0.18, 0.64, -0.41, -2.29,
	-0.24, -0.21,
}

// people are names that stand together in one place or several.
type people struct {
	names []string
	key   string // the folded names, sorted
	found uint32
}

func (p *people) has(what uint32) bool { return p.found&what != 0 }

type authors struct {
	list []people
	site func(key string) bool
}

func (a *authors) add(names []string, where uint32) {
	if len(names) > 1 { // "Ada Lane, The Times"
		names = slices.DeleteFunc(names, func(n string) bool { return a.site(fold(n)) })
	}
	if len(names) == 0 {
		return
	}
	keys := make([]string, len(names))
	for i, n := range names {
		keys[i] = fold(n)
	}
	slices.Sort(keys)
	key := strings.Join(keys, ",")
	for i := range a.list {
		if p := &a.list[i]; p.key == key {
			p.found |= where
			if spot := p.found & authorSpots; spot != 0 {
				p.found = p.found&^authorSpots | spot&-spot
			}
			if p.has(authorClean) {
				p.found &^= authorAmong
			}
			return
		}
	}
	if len(a.list) < 60 {
		a.list = append(a.list, people{names, key, where})
	}
}

// readAuthor joins the names of those whom most speaks for to be the authors.
func (r *reader) readAuthor(a *anchor) string {
	list := r.candidateAuthors(a)
	none := noAuthor
	if r.article {
		none |= noAuthorArticle
	}
	best, most := -1, authorWeight(none)
	for i := range list {
		if w := authorWeight(list[i].found); w > most {
			best, most = i, w
		}
	}
	if best < 0 {
		return ""
	}
	return strings.Join(list[best].names, ", ")
}

func authorWeight(found uint32) float32 {
	var sum float32
	for f := found &^ authorClean; f != 0; f &= f - 1 {
		sum += authorWeights[bits.TrailingZeros32(f)]
	}
	return sum
}

func (r *reader) candidateAuthors(a *anchor) []people {
	all := authors{site: r.isSiteName}
	r.declaredAuthors(&all)
	r.shownAuthors(&all, a)
	shownCount, first := 0, true
	for i := range all.list {
		if p := &all.list[i]; p.has(authorShown) && !p.has(authorAmong) {
			shownCount++
		}
	}
	for i := range all.list {
		p := &all.list[i]
		if first && p.has(authorNear) && !p.has(authorAmong) {
			p.found |= authorFirst
			first = false
		}
		p.compare(all.list, r, shownCount)
	}
	return all.list
}

func (p *people) compare(list []people, r *reader, shownCount int) {
	if slices.ContainsFunc(p.names, func(n string) bool { return r.isSiteName(fold(n)) }) {
		p.found |= authorSite
	}
	if shownCount > 3 && p.has(authorShown) && !p.has(authorTold) {
		p.found |= authorOneOfMany
	}
	for i := range list {
		o := &list[i]
		if o.key == p.key || !strings.Contains(","+o.key+",", ","+p.key+",") {
			continue
		}
		p.found |= authorPart
		if p.has(authorTold) && !p.has(authorShown) && o.has(authorShown) { // the page shows them, and more
			p.found |= o.found & (authorShown | authorClean | authorAmong | authorFirst)
			p.found = p.found&^authorSpots | o.found&authorSpots
		}
	}
	words := 0
	for _, n := range p.names {
		words = max(words, strings.Count(n, " ")+1)
	}
	switch {
	case words == 1:
		p.found |= authorSingle
	case words > 4:
		p.found |= authorLong
	}
	switch told, shown := p.has(authorTold), p.has(authorShown); {
	case told && shown:
		p.found |= authorDeclared
	case shown:
		p.found |= authorOnlyShown
	}
}
