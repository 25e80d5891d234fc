package identity

import (
	"math"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

// Names are what a page calls its owner, by where it does so.
type Names struct {
	Organization Organization
	Site         string // og:site_name
	Application  string // meta application-name
	Manifest     []string
	Apple        string // apple-mobile-web-app-title
	Title        string // of the page, the owner's name mostly within
}

// separators stand between the parts of a title.
var separators = pattern.Of(`\s+[|\-–—·•:»«~/]+\s+|\s*[|•»«]\s*|:\s+`)

// empty are names that say nothing: what generators and templates leave.
var empty = []string{
	"home", "homepage", "home page", "website", "web site", "my site", "my website", "welcome", "index", "untitled", "wordpress", "just another wordpress site",
	"react app", "create next app", "vite app", "vite + react", "next.js", "nuxt app", "gatsby", "hugo", "localhost", "test", "blog", "startseite", "accueil", "inicio",
	"app", "name", "company", "site", "sitename", "site name", "logo", "document", "about", "about us", "404",
}

// Choose returns the name of who runs the page's site: as it calls itself in its
// structured data, its metadata, its manifest or its titles; else the domain's own
// part. It is never empty for a page with a host. Confidence is how likely that is the
// name, by where it was found, from 0 to 1.
func Choose(n Names, page *url.URL) (name string, confidence float64) {
	label := Label(page.Hostname())
	for _, c := range n.candidates() {
		if name := tidy(c.text, label); name != "" {
			return name, c.confidence
		}
	}
	if name, likeness := ofTitle(n.Title, label); name != "" {
		return name, math.Round(100*likeness*likeTitle) / 100
	}
	return capitalized(label), fromLabel
}

const (
	// likeTitle is how far the part of a title is believed that is the domain's own word.
	// One that only has that among its words, as "Example Domain" at example.com, may be
	// what the page is about.
	likeTitle = 0.7
	// fromLabel is for what nothing on the page says.
	fromLabel = 0.2
)

// candidate is what one place calls the owner.
type candidate struct {
	text       string
	confidence float64
}

// candidates are in the order in which they are believed.
func (n Names) candidates() []candidate {
	all := []candidate{{n.Organization.Name, 0.9}, {n.Organization.LegalName, 0.9}, {n.Site, 0.8}, {n.Application, 0.7}}
	for _, name := range n.Manifest {
		all = append(all, candidate{name, 0.7})
	}
	return append(all, candidate{n.Apple, 0.6})
}

// tidy takes the name out of a text that may hold a slogan behind it; "" when there
// is none.
func tidy(text, label string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	const longest = 80
	if parts := split(text); len(parts) > 1 {
		if best, likeness := likest(parts, label); likeness > 0 {
			text = best
		} else {
			text = parts[0]
		}
	}
	switch {
	case text == "" || utf8.RuneCountInString(text) > longest:
		return ""
	case strings.Contains(text, "://") || strings.HasPrefix(text, "www.") || strings.ContainsAny(text, "<>{}"):
		return ""
	case slices.Contains(empty, strings.ToLower(text)):
		return ""
	case !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return ""
	}
	return text
}

// ofTitle is the part of a title that is most like the domain. A title without such
// a part says what the page is about, not whose it is.
func ofTitle(title, label string) (name string, likeness float64) {
	best, likeness := likest(split(strings.Join(strings.Fields(title), " ")), label)
	if likeness < 0.5 {
		return "", 0
	}
	return tidy(best, label), likeness
}

func split(text string) []string {
	const longest = 500
	text = text[:min(len(text), longest)]
	return slices.DeleteFunc(separators.Split(text, -1), func(s string) bool { return strings.TrimSpace(s) == "" })
}

// likest is the part most like the domain's label, and how much of the longer of the
// two they share.
func likest(parts []string, label string) (best string, likeness float64) {
	want := letters(label)
	for _, p := range parts {
		have := letters(p)
		if have == "" || want == "" {
			continue
		}
		like := 0.0
		switch {
		case have == want:
			like = 1
		case strings.Contains(have, want):
			like = float64(len(want)) / float64(len(have))
			if aWordOf(p, label) { // "Internet Archive" at archive.org
				like = max(like, 0.6)
			}
		case strings.Contains(want, have) && len(have) > 2:
			like = float64(len(have)) / float64(len(want))
		case initials(p) == want && len(want) > 1:
			like = 0.9
		}
		if like > likeness {
			best, likeness = strings.TrimSpace(p), like
		}
	}
	return best, likeness
}

// aWordOf reports whether the label is one of a name's few words.
func aWordOf(name, label string) bool {
	const few = 3
	words := strings.Fields(strings.ToLower(name))
	return len(words) <= few && slices.Contains(words, label)
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func initials(s string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(s) {
		if r, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// Label is the part of a host that its owner chose: "example" of www.example.co.uk. An
// address is its own.
func Label(host string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	label, _, _ := strings.Cut(domain, ".")
	return label
}

func capitalized(label string) string {
	r, size := utf8.DecodeRuneInString(label)
	return string(unicode.ToUpper(r)) + label[size:]
}
