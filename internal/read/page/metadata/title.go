package metadata

import (
	"iter"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// The places in which pages say their title. Agreement between them decides. The order is
// that of titleWeights.
const (
	inTitle     uint32 = 1 << iota // the title element, whole
	inTitleHead                    // its beginning, without what is behind a separator
	inTitleTail                    // its end
	inTitlePart                    // one of several parts in its middle
	inShare                        // Open Graph, whole
	inSharePart                    // its beginning or end
	inTwitter                      // Twitter card
	inData                         // headline or name of the JSON-LD object
	inOnlyH1                       // the only h1
	inFirstH1                      // the first of several
	inOtherH1                      // another of them
	inHeading                      // the first h2 or h3 of a page without h1
	inNamed                        // an element that is named the title
	inProperty                     // itemprop headline or name
	isSite                         // it is the name of the site, and the page is not its first
	isCut                          // it ends in an ellipsis
	leavesSite                     // what is cut off the title is the name of the site
	leavesMore                     // what is cut off is longer
	atColon                        // the cut is at a colon
	atLast                         // the cut leaves one part behind
	atFirst                        // the cut leaves one part before
	inH1Part                       // one element of an h1, or what is behind it
)

// titleWeights say how much each place speaks for a title, in the order of the
// constants. They are those of a conditional logit fitted on the development pages of the
// Web Content Extraction Benchmark (Murrough Foley, CC BY 4.0): of all texts of a page,
// which one do people call its title?
var titleWeights = [...]float32{
	0.93, 2.22, 0.48, 1.34, 1.54, 1.85, 0.28, -0.18, 2.43, 2.11, 1.21, 0.76, -0.98, 1.11,
	-0.43, -0.26, 0.34, -0.79, -2.18, -0.42, 0.06, 0.80,
}

// articleWeights are added on pages that say that they are articles.
var articleWeights = [...]struct {
	place  uint32
	weight float32
}{{inTitle, -0.27}, {inTitleHead, -0.45}, {inOnlyH1, 1.35}, {inFirstH1, -0.39}, {inData, 0.58}}

// What is added for the words of the address, and for texts that are short.
const (
	inAddress   = 2.35 // times the share of the text's words that the address has
	ofAddress   = 0.43 // times the share of the address's words that the text has
	short       = -1.21
	shortLength = 8 // bytes
)

const (
	maxTitleParts = 6
	maxOnes       = 10
	maxTitled     = 12
)

// headline is one text that may be the title.
type headline struct {
	text, key string
	found     uint32
}

// titles collects texts, equal ones once.
type titles struct{ list []headline }

func (t *titles) add(text string, where uint32) {
	text = first(text)
	key := fold(text)
	if key == "" {
		return
	}
	if strings.HasSuffix(text, "…") || strings.HasSuffix(text, "...") {
		where |= isCut
	}
	for i := range t.list {
		if t.list[i].key == key {
			t.list[i].found |= where
			return
		}
	}
	if len(t.list) < 60 {
		t.list = append(t.list, headline{text, key, where})
	}
}

// readTitle chooses among all that stands where titles do.
func (r *reader) readTitle() string {
	t := r.titles()
	if len(t.list) == 0 {
		return ""
	}
	slug := slugWords(r.address.Path)
	best, most := "", float32(0)
	for _, h := range t.list {
		if w := r.weight(h, slug); best == "" || w > most {
			best, most = h.text, w
		}
	}
	return best
}

// pageTitle is the whole title element where it says more than the title: the name of the
// site, mostly.
func (r *reader) pageTitle() string {
	if r.title == nil || r.title.FirstChild == nil {
		return ""
	}
	whole := first(r.title.FirstChild.Data)
	if fold(whole) == fold(r.heading) {
		return ""
	}
	return whole
}

// weight says how much speaks for a text.
func (r *reader) weight(h headline, slug map[string]bool) float32 {
	var sum float32
	for f := h.found; f != 0; f &= f - 1 {
		sum += titleWeights[bits.TrailingZeros32(f)]
	}
	if r.article {
		for _, more := range articleWeights {
			if h.found&more.place != 0 {
				sum += more.weight
			}
		}
	}
	if len(h.text) < shortLength {
		sum += short
	}
	words, shared := 0, 0
	for w := range longWords(h.text) {
		words++
		if slug[w] {
			shared++
		}
	}
	if shared > 0 {
		sum += inAddress*float32(shared)/float32(words) + ofAddress*float32(shared)/float32(len(slug))
	}
	return sum
}

// slugWords are the words of an address.
func slugWords(path string) map[string]bool {
	words := map[string]bool{}
	for w := range longWords(path[:min(len(path), 1000)]) {
		words[w] = true
	}
	return words
}

// longWords yields the words of a text that have three letters or more, in lower case.
func longWords(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if utf8.RuneCountInString(w) > 2 && !yield(w) {
				return
			}
		}
	}
}

func (r *reader) titles() titles {
	var t titles
	r.headings(&t)
	for _, s := range r.titled[:min(len(r.titled), maxTitled)] {
		if dom.TextLength(s.n, 300) < 300 {
			t.add(dom.HeadingText(s.n), inNamed)
		}
	}
	t.add(r.linked("headline"), inData)
	t.add(r.property("headline"), inProperty)
	if r.title != nil && r.title.FirstChild != nil {
		r.parts(&t, r.title.FirstChild.Data, inTitle, inTitleHead, inTitleTail)
	}
	r.parts(&t, r.metas.First("og:title"), inShare, inSharePart, inSharePart)
	t.add(r.metas.First("twitter:title"), inTwitter)
	t.add(r.metas.First("dc.title", "dcterms.title", "citation_title"), inTwitter)
	t.add(r.linked("name"), inData)
	for i := range t.list {
		if !r.isHome() && r.isSiteName(t.list[i].key) {
			t.list[i].found |= isSite
		}
	}
	return t
}

// headingText is the text of a heading; empty when it is longer than any title.
func headingText(n *html.Node) string {
	if dom.TextLength(n, maxField+1) > maxField {
		return ""
	}
	return dom.HeadingText(n)
}

// headings adds the h1 of the page, or what stands in for it.
func (r *reader) headings(t *titles) {
	var ones []string
	other := ""
	for _, h := range r.heads {
		switch {
		case h.n.DataAtom == atom.H1 && len(ones) < maxOnes:
			text := headingText(h.n)
			if text != "" && len(ones) == 0 {
				t.pieces(h.n, text)
			}
			if text != "" {
				ones = append(ones, text)
			}
		case other == "" && len(ones) == 0:
			other = headingText(h.n)
		}
	}
	for i, text := range ones {
		switch {
		case len(ones) == 1:
			t.add(text, inOnlyH1)
		case i == 0:
			t.add(text, inFirstH1)
		default:
			t.add(text, inOtherH1)
		}
	}
	if len(ones) == 0 {
		t.add(other, inHeading)
	}
}
