package audit

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/seo"
)

// headRules look at what the page says to search engines.
var headRules = []rule{
	{code: "noindex", severity: seo.Error, page: func(p *seo.Page, _ *seo.Response) string {
		return when(!p.Robots.Indexable, "The page forbids indexing.")
	}},
	{code: "nofollow", severity: seo.Warning, page: func(p *seo.Page, _ *seo.Response) string {
		return when(!p.Robots.Followed, "The page forbids following its links.")
	}},
	{code: "title_missing", severity: seo.Error, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.TitleLength == 0, "The page has no title.")
	}},
	{code: "title_long", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.TitleLength > longTitle, "The title has %d characters; result pages show about %d.", p.TitleLength, longTitle)
	}},
	{code: "title_short", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.TitleLength > 0 && p.TitleLength < shortTitle, "The title has only %d characters.", p.TitleLength)
	}},
	{code: "description_missing", severity: seo.Warning, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.DescriptionLength == 0, "The page has no meta description.")
	}},
	{code: "description_long", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.DescriptionLength > longSnippet, "The meta description has %d characters; result pages show about %d.", p.DescriptionLength, longSnippet)
	}},
	{code: "canonical_missing", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.Canonical == nil, "The page declares no canonical URL.")
	}},
	{code: "canonical_conflict", severity: seo.Warning, page: func(p *seo.Page, _ *seo.Response) string {
		if p.Canonical == nil {
			return ""
		}
		return when(p.Canonical.Count > 1, "The page declares %d different canonical URLs.", p.Canonical.Count)
	}},
	{code: "canonical_elsewhere", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		if p.Canonical == nil {
			return ""
		}
		return when(!p.Canonical.Self, "The page declares another canonical URL: %s.", p.Canonical.URL)
	}},
	{code: "hreflang_invalid", severity: seo.Warning, page: func(p *seo.Page, _ *seo.Response) string {
		var wrong []string
		for _, a := range p.Alternates {
			if !a.Valid && !slices.Contains(wrong, a.Language) {
				wrong = append(wrong, a.Language)
			}
		}
		return when(len(wrong) > 0, "Search engines do not read these hreflang values: %s.", strings.Join(wrong[:min(len(wrong), 5)], ", "))
	}},
	{code: "hreflang_self_missing", severity: seo.Notice, page: func(p *seo.Page, r *seo.Response) string {
		own := slices.ContainsFunc(p.Alternates, func(a seo.Alternate) bool {
			return a.URL == r.FinalURL || p.Canonical != nil && a.URL == p.Canonical.URL
		})
		return when(len(p.Alternates) > 0 && !own, "The page lists versions in other languages but not itself.")
	}},
	{code: "language_missing", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.Language == "", "The html element has no lang attribute.")
	}},
	{code: "viewport_missing", severity: seo.Warning, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.Viewport == "", "The page has no viewport meta element, so phones show it as on a desktop.")
	}},
	{code: "open_graph_missing", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.OpenGraph["title"] == "" || p.OpenGraph["image"] == "", "Open Graph lacks a title or an image, which previews in social networks use.")
	}},
}

// contentRules look at what the page is made of.
var contentRules = []rule{
	{code: "h1_missing", severity: seo.Warning, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.Headings.H1Count == 0, "The page has no h1.")
	}},
	{code: "h1_multiple", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.Headings.H1Count > 1, "The page has %d h1.", p.Headings.H1Count)
	}},
	{code: "heading_skipped", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		for i, h := range p.Headings.Outline {
			if i > 0 && h.Level > p.Headings.Outline[i-1].Level+1 {
				return when(true, "The headings go from h%d to h%d at %q.", p.Headings.Outline[i-1].Level, h.Level, h.Text)
			}
		}
		return ""
	}},
	{code: "structured_data_broken", severity: seo.Warning, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.StructuredData.JSONLDBroken > 0, "%d JSON-LD blocks are no valid JSON.", p.StructuredData.JSONLDBroken)
	}},
	{code: "structured_data_missing", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		s := p.StructuredData
		return when(len(s.JSONLDTypes)+len(s.MicrodataTypes)+s.JSONLDBroken == 0, "The page has no JSON-LD and no microdata.")
	}},
	{code: "images_without_alt", severity: seo.Warning, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.Images.Share > shareMuchNoAlt, "%d of %d images have no alt attribute.", p.Images.WithoutAlt, p.Images.Count)
	}},
	{code: "mixed_content", severity: seo.Error, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.Resources.MixedContent > 0, "The https page loads %d files by plain http.", p.Resources.MixedContent)
	}},
	{code: "few_words", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.Words < fewWords, "Without JavaScript the page has %d words.", p.Words)
	}},
	{code: "links_missing", severity: seo.Notice, page: func(p *seo.Page, _ *seo.Response) string {
		return when(p.Links.Internal == 0, "Without JavaScript the page has no link to another page of the site.")
	}},
}
