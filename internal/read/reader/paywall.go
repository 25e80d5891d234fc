package reader

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// teaser is how many characters of text a page has at most that shows no more than the
// beginning of an article.
const teaser = 2500

// prompts are the texts that readers see where a text breaks off, in lower case.
var prompts = []string{
	"subscribe to continue reading", "subscribe to keep reading", "subscribe to read", "subscribe now to read", "subscribe for full access",
	"continue reading with a subscription", "to continue reading, subscribe", "to read the full story", "to read the full article",
	"to read this article in full", "this article is for subscribers", "this article is only for subscribers", "for subscribers only", "already a subscriber",
	"weiterlesen mit", "jetzt weiterlesen", "nur für abonnenten", "réservé aux abonnés", "il vous reste", "contenido exclusivo para suscriptores",
}

// paywalled goes first by what the page declares for search engines, and by the content
// tier that feeds readers. A prompt to subscribe counts only where there is little text,
// since sites show it below whole articles, too.
func (r *Reader) paywalled(p *page.Page, src extract.Source) bool {
	if p.Metadata.OpenGraph["article:content_tier"] == "locked" {
		return true
	}
	if p.Document != nil {
		if a := structured.AccessOf(structured.Objects(p.Document.JSONLD), slices.DeleteFunc([]string{src.URL.String(), p.Metadata.Canonical}, func(s string) bool { return s == "" })...); a.Declared {
			return !a.Free
		}
	}
	if p.Extraction == page.PDFText || utf8.RuneCountInString(p.Markdown) > teaser {
		return false
	}
	text := strings.ToLower(p.Markdown)
	if page, err := r.engine.Decode(src); err == nil && strings.Contains(src.MediaType, "html") {
		// The prompt stands beside the text and is no part of it.
		text = strings.ToLower(dom.Text(dom.Body(dom.Parse([]byte(page)))))
	}
	return slices.ContainsFunc(prompts, func(prompt string) bool { return strings.Contains(text, prompt) })
}
