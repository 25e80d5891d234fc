// Package brandimage lists the images that may be a brand's logo or favicon, the likeliest
// first, each with how likely it is. It goes by what a page declares and where it
// shows an image; whether there is an image at all is for who fetches it.
package brandimage

import (
	"cmp"
	"net/url"
	"slices"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/brand/identity"
	"github.com/quarryapi/quarry/internal/read/brand/picture"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/logo"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// Page is what candidates are looked for in.
type Page struct {
	Doc          *html.Node
	Base         *url.URL // of relative addresses
	Metas        structured.Metas
	Organization identity.Organization
	Manifest     Manifest
}

// Candidate is an image that may be the logo or the favicon.
type Candidate struct {
	URL        string  // absolute, or a data: URI of a drawing within the page
	Confidence float64 // 0 to 1, before anybody has looked at the image
}

// Confidences by where an image stands; docs/brand.md explains them.
const (
	ownWord     = 0.9  // logo of the site's own organization in JSON-LD
	likelyWord  = 0.8  // the same of one that does not say whose it is
	marked      = 0.85 // itemprop or og:logo
	inHeader    = 0.75 // shown at the top, named a logo or linked to the front page
	drawnLogo   = 0.75 // a drawing there that is named a logo
	drawnHome   = 0.7  // a drawing there that leads to the front page
	inFooter    = 0.6  // named a logo and linked to the front page elsewhere
	largeIcon   = 0.5
	tileImage   = 0.4
	smallIcon   = 0.3
	sharedImage = 0.2 // og:image, mostly a banner
)

// most is how many candidates are worth looking at.
const most = 12

// Logos lists what may be the logo.
func Logos(p Page) []Candidate {
	l := list{at: map[string]int{}}
	word := likelyWord
	if p.Organization.Own {
		word = ownWord
	}
	for _, address := range p.Organization.Logos {
		l.add(dom.Resolve(p.Base, address), word)
	}
	for _, c := range logo.Find(p.Doc, p.Base, nil, nil) {
		switch c.Source {
		case logo.Microdata, logo.OpenGraph:
			l.add(c.URL, marked)
		case logo.Header:
			l.add(c.URL, inHeader)
		case logo.Elsewhere:
			l.add(c.URL, inFooter)
		case logo.JSONLD, logo.Icon:
		}
	}
	for _, d := range drawings(p.Doc, p.Base) {
		l.add(d.URL, d.Confidence)
	}
	for _, i := range icons(p) {
		l.add(i.url, i.asLogo())
	}
	l.add(dom.Resolve(p.Base, p.Metas.First("msapplication-tileimage", "msapplication-square150x150logo")), tileImage)
	l.add(dom.Resolve(p.Base, p.Metas.First("og:image:secure_url", "og:image", "og:image:url")), sharedImage)
	slices.SortStableFunc(l.found, func(a, b Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return l.found[:min(len(l.found), most)]
}

type list struct {
	at    map[string]int
	found []Candidate
}

// add takes an address once, as the best of what it is declared to be.
func (l *list) add(address string, confidence float64) {
	if address == "" {
		return
	}
	if i, known := l.at[address]; known {
		l.found[i].Confidence = max(l.found[i].Confidence, confidence)
		return
	}
	l.at[address] = len(l.found)
	l.found = append(l.found, Candidate{address, confidence})
}

// Judge is how likely a candidate is once its image is known: what is as small as a
// tracker's pixel is none, and an icon in a header is less than a logo.
func (c Candidate) Judge(p picture.Picture) (confidence float64, ok bool) {
	largest := max(p.Width, p.Height)
	switch {
	case p.Format != picture.SVG && largest > 0 && largest <= 2:
		return 0, false
	case p.Format != picture.SVG && largest > 0 && largest < 24 && c.Confidence > smallIcon:
		return round(c.Confidence * 0.6), true
	}
	return c.Confidence, true
}

// round keeps two digits, so that equal evidence gives equal bytes.
func round(v float64) float64 { return float64(int(v*100+0.5)) / 100 }
