// Package document is a page that was read in the form of Firecrawl, as answers and events of its face carry it. It must
// not know who asks for it.
package document

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page"
)

// Document is a page that was read.
type Document struct {
	Markdown   *string  `json:"markdown,omitempty"`
	HTML       *string  `json:"html,omitempty"`
	RawHTML    *string  `json:"rawHtml,omitempty"`
	Links      []string `json:"links,omitzero"`
	Images     []string `json:"images,omitzero"`
	Screenshot string   `json:"screenshot,omitempty"`
	Metadata   Metadata `json:"metadata"`
	Warning    string   `json:"warning,omitempty"`
}

// Metadata is what a page says of itself, and what is said of its job.
type Metadata struct {
	Title         string `json:"title,omitempty"`
	Description   string `json:"description,omitempty"`
	Language      string `json:"language,omitempty"`
	Author        string `json:"author,omitempty"`
	Favicon       string `json:"favicon,omitempty"`
	OGTitle       string `json:"ogTitle,omitempty"`
	OGDescription string `json:"ogDescription,omitempty"`
	OGURL         string `json:"ogUrl,omitempty"`
	OGImage       string `json:"ogImage,omitempty"`
	OGLocale      string `json:"ogLocale,omitempty"`
	OGSiteName    string `json:"ogSiteName,omitempty"`
	PublishedTime string `json:"publishedTime,omitempty"`
	ModifiedTime  string `json:"modifiedTime,omitempty"`

	SourceURL   string `json:"sourceURL"`
	URL         string `json:"url"`
	StatusCode  int    `json:"statusCode,omitempty"`
	ContentType string `json:"contentType,omitempty"`
	ScrapeID    string `json:"scrapeId,omitempty"`
	NumPages    int    `json:"numPages,omitempty"`   // of a PDF: those that were read
	TotalPages  int    `json:"totalPages,omitempty"` // and all
	ProxyUsed   string `json:"proxyUsed,omitempty"`
	CacheState  string `json:"cacheState,omitempty"`
	CreditsUsed *int64 `json:"creditsUsed,omitempty"`
	Error       string `json:"error,omitempty"`
}

// Of is the page that a job read. Errors: internal_error.
func Of(j *asked.Job) (*Document, error) {
	var res url.Result
	if err := json.Unmarshal(j.Result, &res); err != nil {
		return nil, errs.Internal(err)
	}
	return From(&res, j), nil
}

// From is the page that a job read as a result.
func From(res *url.Result, j *asked.Job) *Document {
	d := &Document{Markdown: res.Markdown, HTML: res.HTML, RawHTML: res.Raw, Metadata: metadataOf(res)}
	if res.Links != nil {
		d.Links = []string{}
		for _, l := range res.Links {
			d.Links = append(d.Links, l.URL)
		}
	}
	if res.Images != nil {
		d.Images = []string{}
		for _, i := range res.Images {
			d.Images = append(d.Images, i.URL)
		}
	}
	if len(res.Screenshot) > 0 {
		d.Screenshot = "data:image/" + string(res.ScreenshotFormat) + ";base64," + base64.StdEncoding.EncodeToString(res.Screenshot)
	}
	m := &d.Metadata
	m.ScrapeID, m.ProxyUsed, m.CacheState, m.CreditsUsed = j.JobID, "basic", "miss", new(j.Spent())
	if j.Cached {
		m.CacheState = "hit"
	}
	d.Warning = Warning(url.Cautions(res))
	return d
}

// Without is the page of a job whose content is not here, for a reason.
func Without(j *asked.Job, address, why string) *Document {
	return &Document{Warning: why, Metadata: Metadata{SourceURL: address, URL: address, ScrapeID: j.JobID, CreditsUsed: new(j.Spent()), Error: why}}
}

// Warning is one text of several.
func Warning(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return strings.Join(all, "; ") + "."
}

func metadataOf(res *url.Result) Metadata {
	m := Metadata{Title: res.Title, Language: res.Language, SourceURL: res.URL, URL: res.FinalURL, StatusCode: res.Status, ContentType: res.ContentType}
	if res.Pages != nil {
		m.NumPages, m.TotalPages = res.Pages.Read, res.Pages.Total
	}
	said := res.Metadata
	if said == nil {
		return m
	}
	m.Title = cmp.Or(said.PageTitle, said.Title, res.Title)
	m.Description, m.Author, m.PublishedTime, m.ModifiedTime = said.Description, said.Author, said.PublishedAt, said.UpdatedAt
	m.Language = cmp.Or(said.Language, res.Language)
	og := said.OpenGraph
	m.OGTitle, m.OGDescription, m.OGURL, m.OGImage, m.OGLocale, m.OGSiteName = og["title"], og["description"], og["url"], og["image"], og["locale"], og["site_name"]
	if i := slices.IndexFunc(said.Icons, func(i page.Icon) bool { return strings.Contains(i.Rel, "icon") }); i >= 0 {
		m.Favicon = said.Icons[i].URL
	}
	return m
}
