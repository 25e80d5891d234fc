package firecrawl

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

// document is a page that was read.
type document struct {
	Markdown   *string  `json:"markdown,omitempty"`
	HTML       *string  `json:"html,omitempty"`
	RawHTML    *string  `json:"rawHtml,omitempty"`
	Links      []string `json:"links,omitzero"`
	Images     []string `json:"images,omitzero"`
	Screenshot string   `json:"screenshot,omitempty"`
	Metadata   metadata `json:"metadata"`
	Warning    string   `json:"warning,omitempty"`
}

// metadata is what a page says of itself, and what is said of its job.
type metadata struct {
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
	ProxyUsed   string `json:"proxyUsed,omitempty"`
	CacheState  string `json:"cacheState,omitempty"`
	CreditsUsed *int64 `json:"creditsUsed,omitempty"`
	Error       string `json:"error,omitempty"`
}

// documentOf is the page that a job read. Errors: internal_error.
func documentOf(j *asked.Job) (*document, error) {
	var res url.Result
	if err := json.Unmarshal(j.Result, &res); err != nil {
		return nil, errs.Internal(err)
	}
	d := &document{Markdown: res.Markdown, HTML: res.HTML, RawHTML: res.Raw, Metadata: metadataOf(&res)}
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
	d.Warning = warning(warningsOf(&res))
	return d, nil
}

// warningsOf are reasons to look at a page before it is used.
func warningsOf(res *url.Result) (all []string) {
	if slices.Contains(res.Warnings, url.NeedsRendering) {
		all = append(all, "scripts have yet to fill the page, which no browser has shown")
	}
	if slices.Contains(res.Warnings, url.NoContent) {
		all = append(all, "the page has next to no content, in a browser too")
	}
	return all
}

func metadataOf(res *url.Result) metadata {
	m := metadata{Title: res.Title, Language: res.Language, SourceURL: res.URL, URL: res.FinalURL, StatusCode: res.Status, ContentType: res.ContentType}
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
