// Package brand reads a brand's profile out of what its site shows: name, logo,
// favicon, colours and typefaces. It is pure: equal evidence gives an equal profile,
// byte by byte. The packages below it do the parts:
//
//	css, cascade       stylesheets → how elements look, where no browser tells
//	computedstyle      which elements matter, from either
//	color, palette     colours → the named ones of the brand
//	font               families → typefaces
//	identity           names
//	brandimage         candidates for logo and favicon
//	picture            bytes → is it an image
//	gather             fetches all of it; the only one that knows the network
//
// docs/brand.md says for callers how each field is decided.
package brand

import (
	"encoding/base64"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/brand/brandimage"
	"github.com/quarryapi/quarry/internal/read/brand/cascade"
	"github.com/quarryapi/quarry/internal/read/brand/computedstyle"
	"github.com/quarryapi/quarry/internal/read/brand/css"
	"github.com/quarryapi/quarry/internal/read/brand/font"
	"github.com/quarryapi/quarry/internal/read/brand/identity"
	"github.com/quarryapi/quarry/internal/read/brand/palette"
	"github.com/quarryapi/quarry/internal/read/brand/picture"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// Evidence is what a site shows of a brand.
type Evidence struct {
	URL      *url.URL // of the page, after redirects
	Doc      *html.Node
	Sheets   []css.Sheet // in the document's order, what one imports before it
	Manifest brandimage.Manifest
	// Look is how the page looks in a browser; nil where there was none, and the sheets
	// tell instead.
	Look []computedstyle.Element
	// Pictures are what the addresses gave that were asked for, without those that gave
	// no image.
	Pictures map[string]picture.Picture
}

// Profile is what is known of a brand. What is not known is empty.
type Profile struct {
	Name           string
	NameConfidence float64 // 0 to 1
	LogoURL        string  // absolute, or a data: URI of a drawing within the page
	LogoConfidence float64 // 0 to 1
	FaviconURL     string
	Palette        map[palette.Name]string // as "#rrggbb"
	Typography     font.Typography
}

// Read makes the profile.
func Read(e Evidence) Profile {
	r := newReader(e)
	p := Profile{Palette: map[palette.Name]string{}}
	p.Name, p.NameConfidence = r.name()
	if logo, confidence, ok := best(brandimage.Logos(r.page), e.Pictures); ok {
		p.LogoURL, p.LogoConfidence = logo.URL, confidence
	}
	if icon, _, ok := first(brandimage.Favicons(r.page), e.Pictures); ok {
		p.FaviconURL = icon.URL
	}
	styles := cascade.New(e.Sheets)
	elements := e.Look
	rendered := computedstyle.Styled(elements)
	if !rendered { // what the browser does of its own is not the brand's
		elements = computedstyle.FromSheets(e.Doc, styles)
	}
	p.Typography = font.Choose(elements)
	p.Palette = palette.Choose(palette.Evidence{
		Variables: styles.Variables(e.Doc), Hints: r.hints(), Elements: elements,
		Styled: len(e.Sheets) > 0 || rendered,
	})
	return p
}

// Logos lists the images that are worth asking for as a logo, the likeliest first;
// Picture returns what one of them is.
func Logos(e Evidence) []brandimage.Candidate { return brandimage.Logos(newReader(e).page) }

// Favicons is Logos for the favicon.
func Favicons(e Evidence) []brandimage.Candidate { return brandimage.Favicons(newReader(e).page) }

// best is the candidate that is likeliest after a look at its image, the first among
// equals.
func best(list []brandimage.Candidate, pictures map[string]picture.Picture) (found brandimage.Candidate, confidence float64, ok bool) {
	for _, c := range list {
		p, known := Picture(c.URL, pictures)
		if !known {
			continue
		}
		if judged, usable := c.Judge(p); usable && judged > confidence {
			found, confidence, ok = c, judged, true
		}
	}
	return found, confidence, ok
}

// first is the first candidate that is an image.
func first(list []brandimage.Candidate, pictures map[string]picture.Picture) (brandimage.Candidate, picture.Picture, bool) {
	for _, c := range list {
		if p, known := Picture(c.URL, pictures); known && max(p.Width, p.Height) != 1 {
			return c, p, true
		}
	}
	return brandimage.Candidate{}, picture.Picture{}, false
}

// Picture is the image at an address: one of those that were fetched, or what a data:
// URI holds.
func Picture(address string, pictures map[string]picture.Picture) (picture.Picture, bool) {
	if p, ok := pictures[address]; ok {
		return p, true
	}
	_, data, ok := strings.Cut(address, ";base64,")
	if !ok || !strings.HasPrefix(address, "data:image/") {
		return picture.Picture{}, false
	}
	file, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return picture.Picture{}, false
	}
	return picture.Sniff(file)
}

// reader holds what several parts read.
type reader struct {
	Evidence
	page    brandimage.Page
	objects []structured.Object
}

func newReader(e Evidence) *reader {
	r := &reader{Evidence: e, objects: structured.Objects(structured.JSONLD(e.Doc))}
	org, _ := identity.Find(r.objects, e.URL)
	r.page = brandimage.Page{
		Doc: e.Doc, Base: dom.Base(e.Doc, e.URL), Metas: structured.ReadMetas(e.Doc), Organization: org, Manifest: e.Manifest,
	}
	return r
}

func (r *reader) name() (name string, confidence float64) {
	metas := r.page.Metas
	return identity.Choose(identity.Names{
		Organization: r.page.Organization,
		Site:         metas.First("og:site_name"),
		Application:  metas.First("application-name"),
		Manifest:     []string{r.Manifest.Name, r.Manifest.ShortName},
		Apple:        metas.First("apple-mobile-web-app-title"),
		Title:        titleOf(r.Doc),
	}, r.URL)
}

// titleOf is the whole title element: the part of it that names the site is what is
// wanted here.
func titleOf(doc *html.Node) string {
	n := dom.First(doc, atom.Title)
	if n == nil || n.FirstChild == nil {
		return ""
	}
	return strings.Join(strings.Fields(n.FirstChild.Data), " ")
}

// hints are the colours that the page names for its surroundings, those for dark
// surroundings left out.
func (r *reader) hints() []palette.Hint {
	var hints []palette.Hint
	add := func(source palette.Source, color string) {
		if color != "" {
			hints = append(hints, palette.Hint{Source: source, Color: color})
		}
	}
	for n := range dom.All(r.Doc, atom.Meta, atom.Link) {
		switch {
		case strings.EqualFold(dom.Attr(n, "name"), "theme-color") && css.Applies(dom.Attr(n, "media")):
			add(palette.ThemeColor, dom.Attr(n, "content"))
		case strings.EqualFold(dom.Attr(n, "name"), "msapplication-TileColor"):
			add(palette.TileColor, dom.Attr(n, "content"))
		case strings.EqualFold(dom.Attr(n, "rel"), "mask-icon"):
			add(palette.MaskIcon, dom.Attr(n, "color"))
		}
	}
	add(palette.ManifestTheme, r.Manifest.ThemeColor)
	add(palette.ManifestBackground, r.Manifest.BackgroundColor)
	return hints
}
