package collect

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/fact"
)

const (
	maxLinks   = 60  // that stay on the host
	maxAddress = 500 // bytes
	maxName    = 120 // bytes of a link's text
	citing     = 2   // other owners that a text links to
)

// document is what is kept of an outcome.
func document(s research.Candidate, o reader.Outcome, run string) research.Document {
	d := research.Document{
		ID: idOf(s.Key), Key: s.Key, URL: s.URL, Domain: reader.Domain(s.URL), Title: s.Title, Lane: s.Lane, Provider: s.Provider,
		Status: StatusOf(o.Err), Published: s.Published, Run: run, Trusted: s.Trusted, DOI: s.DOI != "",
	}
	if o.Err != nil {
		e := errs.As(o.Err)
		d.Reason, d.Code = e.Message, string(e.Code)
		return d
	}
	page := o.Document
	d.URL, d.Domain, d.Title = page.FinalURL, page.Domain, cmp.Or(page.Title, s.Title)
	d.FetchedAt, d.Author, d.Site, d.Language = page.FetchedAt, page.Author, page.Site, page.Language
	d.Published, d.Modified = cmp.Or(page.Published, s.Published), page.Modified
	d.Text, d.Content = page.Text, research.Full
	if page.Paywalled {
		d.Content = research.Teaser
	}
	for _, l := range page.Links {
		switch {
		case !l.Internal:
			d.Outbound++
		case len(d.Links) < maxLinks && len(l.URL) <= maxAddress && l.Text != "":
			d.Links = append(d.Links, research.Link{URL: l.URL, Text: l.Text[:cut(l.Text, maxName)]})
		}
	}
	d.Cites = cites(page)
	d.Facts = fact.Of(&page)
	return d
}

// outward is a link in markdown.
var outward = pattern.Of(`\]\(<?(https?://[^)>\s]{1,500})`)

// cites matches a text that links to what it speaks of: pages of at least two other
// owners.
func cites(d reader.Document) bool {
	const looked = 200
	owners := map[string]bool{}
	for _, m := range outward.FindAllStringSubmatch(d.Text, looked) {
		if domain := reader.Domain(m[1]); domain != "" && domain != d.Domain {
			owners[domain] = true
		}
	}
	return len(owners) >= citing
}

// cut is where to cut a text at a number of bytes, between characters.
func cut(text string, most int) int {
	if len(text) <= most {
		return len(text)
	}
	return len(strings.ToValidUTF8(text[:most], ""))
}

// idOf is the same for one address in every research.
func idOf(key string) string {
	sum := sha256.Sum256([]byte(key))
	return "doc_" + hex.EncodeToString(sum[:8])
}
