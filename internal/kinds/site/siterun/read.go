package siterun

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"strings"

	"github.com/quarryapi/quarry/internal/kind/view/visit"
	"github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/inventory"
	"github.com/quarryapi/quarry/internal/read/page/logo"
	"github.com/quarryapi/quarry/internal/read/page/social"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// textScript gives the text of a page that could not be looked through: without what style
// sheets take away, but with what they make transparent or put where nobody can scroll.
const textScript = `document.body ? document.body.innerText : ""`

//go:embed styles.js
var stylesScript string

// read fills in what the document says. Its text is UTF-8 whatever its own meta
// element claims.
func (r *Worker) read(ctx context.Context, result *site.Result, shown *shown.Page) error {
	src := extract.Source{URL: shown.URL, MediaType: "text/html", ContentType: "text/html; charset=utf-8", Body: []byte(shown.HTML)}
	seen := src
	document, looked := visit.Shown(shown)
	seen.Body, seen.Seen = []byte(document), looked
	content, err := r.engine.Extract(ctx, seen, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
	if err != nil {
		return err
	}
	result.Markdown, result.Extraction, result.Language = content.Markdown, content.Extraction, content.Language
	result.Title = cmp.Or(strings.Join(strings.Fields(result.Title), " "), content.Title)

	doc := dom.Parse(src.Body)
	base := dom.Base(doc, shown.URL)
	blocks := structured.JSONLD(doc)
	objects := structured.Objects(blocks)
	result.JSONLD = append([]json.RawMessage{}, blocks...)
	result.SocialLinks = social.LinksOf(inventory.Links(doc, base, shown.URL), objects)
	result.LogoCandidates = logo.URLs(logo.Find(doc, base, objects, content.Metadata.Icons))
	if result.BodyText = paragraphs(shown.Values["text"]); looked {
		result.BodyText = dom.Paragraphs(dom.Body(dom.Parse(seen.Body)))
	}
	if result.BodyText == "" && !looked { // hidden until something happens that did not
		result.BodyText = dom.Paragraphs(dom.Body(doc))
	}
	return nil
}

// paragraphs brings the browser's text into the form of the other kinds: no space
// around lines, and at most one empty line between them.
func paragraphs(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) != nil {
		return ""
	}
	var b strings.Builder
	due := 0 // line ends before the next line
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			if b.Len() > 0 {
				b.WriteString("\n\n"[:min(due, 2)])
			}
			b.WriteString(line)
			due = 0
		}
		due++
	}
	return b.String()
}

// looks splits what the script found into colours and fonts. An element without a
// colour of its text would be invisible, and is left out.
func looks(value json.RawMessage) (map[string]site.Colors, map[string]site.Font) {
	colors, fonts := map[string]site.Colors{}, map[string]site.Font{}
	var found map[string]struct {
		site.Colors
		site.Font
	}
	if json.Unmarshal(value, &found) != nil {
		return colors, fonts
	}
	for name, look := range found {
		if look.Color != "" {
			colors[name] = look.Colors
		}
		fonts[name] = look.Font
	}
	return colors, fonts
}
