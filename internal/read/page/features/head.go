package features

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// Head is what a page says about itself outside of its text.
type Head struct {
	Title       Words // of its title
	Description Words
	Body        map[uint64]bool // pairs of words of the text that its data give as its article
	OGType      float32         // 0 none, 1 article, 2 product, 3 website, 4 another
	LD          [ldTypes]bool   // which of types its data name
}

// News reports whether the page's data call it an article of the news.
func (h *Head) News() bool { return h.LD[newsArticle] }

// Article reports whether the page calls itself an article of any sort.
func (h *Head) Article() bool {
	return h.OGType == ogArticle || h.LD[article] || h.LD[newsArticle] || h.LD[blogPosting]
}

// ogArticle is what OGType says of one.
const ogArticle = 1

// Places of those types among types.
const (
	article     = 0
	newsArticle = 1
	blogPosting = 2
)

// types of JSON-LD that declare what a page is.
var types = [ldTypes]string{"Article", "NewsArticle", "BlogPosting", "Product", "ItemList", "Question", "DiscussionForum", "Recipe", "WebPage", "Organization", "BreadcrumbList"}

const ldTypes = 11

// quoted are types as data name them, whatever stands before.
var quoted = func() (all [ldTypes]string) {
	for i, t := range types {
		all[i] = t + `"`
	}
	return all
}()

// HeadOf reads the head of a page.
func HeadOf(doc *html.Node) *Head {
	h := &Head{Body: map[uint64]bool{}}
	for n := range dom.Descendants(doc) {
		switch {
		case n.Type != html.ElementNode:
		case n.DataAtom == atom.Title && n.Namespace == "":
			if n.FirstChild != nil && h.Title.Len() == 0 {
				words(n.FirstChild.Data, h.Title.add)
			}
		case n.DataAtom == atom.Meta:
			h.meta(n)
		case n.DataAtom == atom.Script:
			if n.FirstChild != nil && isLD(n) {
				h.data(n.FirstChild.Data)
			}
		}
	}
	return h
}

func isLD(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "type" && strings.HasPrefix(a.Val, "application/ld+json") {
			return true
		}
	}
	return false
}

func (h *Head) meta(n *html.Node) {
	key, value := "", ""
	for _, a := range n.Attr {
		switch a.Key {
		case "name", "property":
			key = a.Val
		case "content":
			value = a.Val
		}
	}
	switch strings.ToLower(key) {
	case "og:title", "twitter:title":
		words(value, h.Title.add)
	case "description", "og:description":
		words(value, h.Description.add)
	case "og:type":
		switch {
		case value == "article":
			h.OGType = ogArticle
		case strings.HasPrefix(value, "product"):
			h.OGType = 2
		case value == "website":
			h.OGType = 3
		case value != "":
			h.OGType = 4
		}
	}
}

// maxData bounds what is read of a page's data.
const maxData = 1 << 20

// data looks for types and the text of an article without parsing: broken data tell
// them, too.
func (h *Head) data(s string) {
	s = s[:min(len(s), maxData)]
	for i, t := range quoted {
		h.LD[i] = h.LD[i] || strings.Contains(s, t)
	}
	for rest := s; ; {
		_, after, found := strings.Cut(rest, `"articleBody"`)
		if !found {
			return
		}
		rest = after
		_, text, found := strings.Cut(after, `"`)
		if !found {
			return
		}
		end := 0
		for end < len(text) && text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		last := uint32(0)
		words(strings.NewReplacer(`\n`, " ", `\r`, " ", `\t`, " ", `\u`, " ").Replace(text[:min(end, len(text))]), func(w uint32) {
			if last != 0 {
				h.Body[uint64(last)<<32|uint64(w)] = true
			}
			last = w
		})
	}
}

// words yields the hashes of a text's words.
func words(s string, yield func(uint32)) {
	if isASCII(s) {
		plainWords(s[:min(len(s), maxData)], yield)
		return
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(s[:min(len(s), maxData)]), func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		yield(segment.HashOf(w))
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// plainWords is words for ASCII, which it does not copy.
func plainWords(s string, yield func(uint32)) {
	begin := -1
	for i := 0; i <= len(s); i++ {
		switch inWord := i < len(s) && isWordByte(s[i]); {
		case inWord && begin < 0:
			begin = i
		case !inWord && begin >= 0:
			yield(segment.HashOf(strings.ToLower(s[begin:i])))
			begin = -1
		}
	}
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_'
}

// Words is a set of hashes of words, as segment.HashOf makes them.
type Words struct {
	// A bit for each word that may be in it: most that are asked for are not.
	filter [8]uint64
	places []uint32 // open-addressed, by hash; their number is a power of two, and at least half of them are 0
	n      int
	zero   bool // the hash 0 is in it
}

func (w *Words) add(word uint32) {
	if w.Has(word) {
		return
	}
	w.filter[word>>6%8] |= 1 << (word % 64)
	w.n++
	if word == 0 {
		w.zero = true
		return
	}
	if 2*w.n > len(w.places) {
		old := w.places
		w.places = make([]uint32, max(64, 2*len(old)))
		for _, known := range old {
			if known != 0 {
				w.places[w.place(known)] = known
			}
		}
	}
	w.places[w.place(word)] = word
}

// place is where a word is, or would be.
func (w *Words) place(word uint32) int {
	mask := len(w.places) - 1
	i := int(word^word>>15) & mask
	for w.places[i] != 0 && w.places[i] != word {
		i = (i + 1) & mask
	}
	return i
}

// Has reports whether a word is in the set.
func (w *Words) Has(word uint32) bool {
	if w.filter[word>>6%8]>>(word%64)&1 == 0 {
		return false
	}
	if word == 0 {
		return w.zero
	}
	return len(w.places) > 0 && w.places[w.place(word)] == word
}

// Len is how many words there are.
func (w *Words) Len() int { return w.n }

// overlap is which part of words is in a set.
func overlap(words []uint32, set *Words) float32 {
	if len(words) == 0 || set.Len() == 0 {
		return 0
	}
	n := 0
	for _, w := range words {
		if set.Has(w) {
			n++
		}
	}
	return float32(n) / float32(len(words))
}

func pairs(words []uint32, set map[uint64]bool) float32 {
	if len(words) < 2 || len(set) == 0 {
		return -1
	}
	n := 0
	for i := 1; i < len(words); i++ {
		if set[uint64(words[i-1])<<32|uint64(words[i])] {
			n++
		}
	}
	return float32(n) / float32(len(words)-1)
}
