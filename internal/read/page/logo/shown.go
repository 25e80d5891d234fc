package logo

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// looked is how many images of a page are looked at.
const looked = 500

// shown are the images that the page shows as its logo, likeliest first.
type shown struct{ header, elsewhere []string }

// sight is one image and how much speaks for it.
type sight struct {
	url   string
	score int
}

// shownImages judges by name, place and destination. What is named a logo in the
// middle of a page is mostly that of a customer or a partner, and not taken.
func shownImages(doc *html.Node, base *url.URL) shown {
	var header, elsewhere []sight
	count := 0
	for img := range dom.All(doc, atom.Img) {
		if count++; count > looked {
			break
		}
		u := dom.ImageURL(base, img)
		if u == "" {
			continue
		}
		top, named, home := inHeader(img), namedLogo(img), linksHome(img, base)
		score := 0
		if named {
			score += 2
		}
		if home {
			score++
		}
		switch {
		case top && score > 0:
			header = append(header, sight{u, score})
		case named && home:
			elsewhere = append(elsewhere, sight{u, score})
		}
	}
	return shown{header: urls(header), elsewhere: urls(elsewhere)}
}

func urls(sights []sight) []string {
	slices.SortStableFunc(sights, func(a, b sight) int { return cmp.Compare(b.score, a.score) })
	list := make([]string, len(sights))
	for i, s := range sights {
		list[i] = s.url
	}
	return list
}

// inHeader goes by element, role, and the words of class and id. The header
// of an article is none of the page.
func inHeader(n *html.Node) bool {
	if dom.Closest(n, atom.Article, atom.Main, atom.Footer) != nil {
		return false
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if dom.Is(p, atom.Header, atom.Nav) || dom.Attr(p, "role") == "banner" || hasWord(p, "header", "navbar", "topbar", "masthead") {
			return true
		}
	}
	return false
}

// namedLogo looks at the image, what it is called and shown for, and the two
// elements around it.
func namedLogo(img *html.Node) bool {
	if hasWord(img, "logo", "brand", "wordmark", "logotype") || strings.Contains(strings.ToLower(dom.Attr(img, "alt")), "logo") {
		return true
	}
	path, _, _ := strings.Cut(strings.ToLower(dom.Attr(img, "src")), "?")
	if name := path[strings.LastIndexByte(path, '/')+1:]; strings.Contains(name, "logo") || strings.Contains(name, "wordmark") {
		return true
	}
	for p, up := img.Parent, 0; p != nil && up < 2; p, up = p.Parent, up+1 {
		if hasWord(p, "logo", "brand", "wordmark", "logotype") {
			return true
		}
	}
	return false
}

// linksHome reports whether a click on the image leads to the site's front page.
func linksHome(img *html.Node, base *url.URL) bool {
	a := dom.Closest(img, atom.A)
	if a == nil {
		return false
	}
	u, err := url.Parse(dom.Resolve(base, dom.Attr(a, "href")))
	if err != nil || !dom.SameSite(u, base) {
		return false
	}
	path := strings.Trim(u.Path, "/")
	return u.RawQuery == "" && (path == "" || path == "index.html" || len(path) == 2) // "/en"
}

// hasWord reports whether class or id has one of the words: "site-logo" has logo,
// "logotherapy" has not. A plural is another word, as "logos" are a wall of them.
func hasWord(n *html.Node, words ...string) bool {
	for _, attr := range []string{"class", "id"} {
		name := dom.Attr(n, attr)
		if name == "" || len(name) > 500 {
			continue
		}
		for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == '-' || r == '_' }) {
			if slices.Contains(words, word) {
				return true
			}
		}
	}
	return false
}
