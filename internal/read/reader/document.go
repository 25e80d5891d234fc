package reader

import (
	"cmp"
	"encoding/json"
	"net"
	"net/url"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/quarryapi/quarry/internal/read/page"
)

// Document is what a reader gets out of a page. Its JSON can be kept and read again: it
// holds everything. What the page does not say is empty, and nothing is guessed.
type Document struct {
	URL      string `json:"url"`      // as it was asked for
	FinalURL string `json:"finalUrl"` // after redirects
	Domain   string `json:"domain"`   // the registrable part of FinalURL's host: "example.co.uk"

	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Author      string `json:"author,omitempty"`
	Site        string `json:"site,omitempty"`      // its name
	Language    string `json:"language,omitempty"`  // BCP 47 as declared
	Published   string `json:"published,omitempty"` // RFC 3339, or only the date
	Modified    string `json:"modified,omitempty"`  // as Published
	MediaType   string `json:"mediaType"`

	Text      string `json:"text"`                // markdown of the main content, never blank
	Truncated bool   `json:"truncated,omitempty"` // Text was cut at a limit, or the page was, or pages of it are missing
	// Paywalled says that the page itself declares, or shows, that readers have to pay for
	// it: Text may be no more than a teaser.
	Paywalled bool `json:"paywalled,omitempty"`

	JSONLD    []json.RawMessage `json:"jsonLd,omitempty"` // as page.Document has it
	OpenGraph map[string]string `json:"openGraph,omitempty"`
	Tables    []page.Table      `json:"tables,omitempty"`
	Links     []page.Link       `json:"links,omitempty"` // of the whole page, in reading order

	FetchedAt time.Time `json:"fetchedAt"` // UTC
	// CapturedAt is when an archive captured the page, as it says of its captures by the
	// header Memento-Datetime (RFC 7089); zero for everything else, also for an archive's
	// page about a capture that it does not show.
	CapturedAt time.Time `json:"capturedAt,omitzero"` // UTC
}

// Bounds of what a Document keeps of a page: enough for facts and for the next pages to
// read, and little to store.
const (
	maxLinks  = 300
	maxTables = 20
	maxRows   = 200
	maxJSONLD = 64 << 10 // bytes of all objects
)

// keep takes over what a page says beside its text.
func (d *Document) keep(p *page.Page) {
	m := p.Metadata
	d.Title, d.Description, d.Author, d.Site = cmp.Or(m.PageTitle, p.Title), m.Description, m.Author, m.SiteName
	d.Language, d.Published, d.Modified = p.Language, m.PublishedAt, m.UpdatedAt
	d.Text, d.Truncated = p.Markdown, d.Truncated || p.Truncated || p.Pages != nil && p.Pages.Read < p.Pages.Total
	d.OpenGraph = m.OpenGraph
	if p.Document == nil {
		return
	}
	d.Links = p.Document.Links[:min(len(p.Document.Links), maxLinks)]
	d.Tables = p.Document.Tables[:min(len(p.Document.Tables), maxTables)]
	for i := range d.Tables {
		d.Tables[i].Rows = d.Tables[i].Rows[:min(len(d.Tables[i].Rows), maxRows)]
	}
	size := 0
	for _, object := range p.Document.JSONLD {
		if size += len(object); size > maxJSONLD {
			break
		}
		d.JSONLD = append(d.JSONLD, object)
	}
}

// Domain is the registrable part of an address's host, or the host itself when it is a
// public suffix or an IP address; empty for what is no address.
func Domain(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := u.Hostname()
	if net.ParseIP(host) != nil {
		return host
	}
	name, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return name
}
