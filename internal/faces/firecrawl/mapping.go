package firecrawl

import (
	"cmp"
	"encoding/json"
	"net/http"
	neturl "net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/document"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// mapBody is the body of a map. Fields behind the empty line are those of v1 alone.
type mapBody struct {
	URL                   string       `json:"url"`
	Search                string       `json:"search"`
	Sitemap               kind.ListUse `json:"sitemap"`
	IncludeSubdomains     *bool        `json:"includeSubdomains"`
	IgnoreQueryParameters *bool        `json:"ignoreQueryParameters"`
	Limit                 *int64       `json:"limit"`
	Timeout               *int64       `json:"timeout"` // milliseconds
	FilterByPath          *bool        `json:"filterByPath"`

	IgnoreSitemap bool `json:"ignoreSitemap"`
	SitemapOnly   bool `json:"sitemapOnly"`
}

// mapped is the answer to one; links are texts in v1.
type mapped struct {
	Success bool   `json:"success"`
	ID      string `json:"id"`
	Links   []any  `json:"links"`
	Warning string `json:"warning,omitempty"`
}

// sitemapCall and pageCall are the jobs that a map is made of.
type sitemapCall struct {
	sitemap.Args
	asked.Common
}

// usualLinks is how many links a map has at most that names no limit.
const usualLinks = 5000

// siteMap answers POST /map.
func (f *face) siteMap(w http.ResponseWriter, r *http.Request) error {
	var body mapBody
	warnings, err := decode(w, r, &body)
	if err != nil {
		return err
	}
	root, err := subject.URL("url", body.URL)
	if err != nil {
		return &invalid{"url", "is not a public http or https address"}
	}
	limit := int64(usualLinks)
	if body.Limit != nil {
		limit = *body.Limit
	}
	if err := body.check(limit); err != nil {
		return err
	}
	job, links, lacking, err := f.linksOf(w, r, &body, root, limit)
	if err != nil {
		return err
	}
	if lacking != "" {
		warnings = append(warnings, strings.TrimSuffix(lacking, "."))
	}
	below := body.below(root, links)
	if len(below) == 0 && len(links) > 0 {
		warnings = append(warnings, "no link is below "+root.Path+"; the root of the site, or filterByPath false, has those of the whole site")
	}
	out := mapped{Success: true, ID: job.JobID, Links: []any{}, Warning: document.Warning(warnings)}
	for _, link := range body.keep(root, below) {
		switch {
		case int64(len(out.Links)) == limit:
		case f.version == 1:
			out.Links = append(out.Links, link)
		default:
			out.Links = append(out.Links, map[string]string{"url": link})
		}
	}
	write(w, http.StatusOK, out)
	return nil
}

// check refuses what asks for nothing that there is. Error: *invalid.
func (b *mapBody) check(limit int64) error {
	switch {
	case limit < 1:
		return &invalid{"limit", "must be at least 1"}
	case b.Timeout != nil && *b.Timeout < 0:
		return &invalid{"timeout", "must not be negative"}
	case !slices.Contains([]kind.ListUse{"", kind.IncludeLists, kind.SkipLists, kind.OnlyLists}, b.Sitemap):
		return &invalid{"sitemap", "must be one of: include, skip, only"}
	}
	return nil
}

// linksOf asks for the site's lists, or where they are to be skipped for the links of the page, and says what the list
// is known to lack.
func (f *face) linksOf(w http.ResponseWriter, r *http.Request, body *mapBody, root *neturl.URL, most int64) (j *asked.Job, links []string, lacking string, err error) {
	limit := f.patience(body.Timeout)
	common := asked.Common{WaitTimeoutMS: asked.Patience(limit)}
	if body.IgnoreSitemap || body.Sitemap == kind.SkipLists {
		j, answer, err := f.finish(r, asked.Call{Method: http.MethodPost, Path: "/scrape", Key: keyOf(r), Body: call{
			Args: url.Args{URL: body.URL, Formats: []url.Format{url.Links}}, Common: common,
		}}, limit)
		relay(w, answer, j)
		if err != nil {
			return nil, nil, "", err
		}
		var res url.Result
		if err := json.Unmarshal(j.Result, &res); err != nil {
			return nil, nil, "", errs.Internal(err)
		}
		for _, l := range res.Links {
			links = append(links, l.URL)
		}
		return j, links, "", nil
	}
	j, answer, err := f.finish(r, asked.Call{Method: http.MethodPost, Path: "/scrape/sitemap", Key: keyOf(r), Body: sitemapCall{
		Args: sitemap.Args{Domain: root.Hostname(), Limit: max(most, usualLinks)}, Common: common,
	}}, limit)
	relay(w, answer, j)
	if err != nil {
		return nil, nil, "", err
	}
	var res sitemap.Result
	if err := json.Unmarshal(j.Result, &res); err != nil {
		return nil, nil, "", errs.Internal(err)
	}
	for _, item := range res.Items {
		links = append(links, item.URL)
	}
	lacking = res.Coverage.Reason
	if (body.SitemapOnly || body.Sitemap == kind.OnlyLists) && res.Method == listing.Page {
		lacking = "the site has no sitemap; these are the pages of its feeds and the links of its home page"
	}
	return j, links, lacking, nil
}

// below are the links whose path begins with that of the call, as theirs has it.
func (b *mapBody) below(root *neturl.URL, links []string) []string {
	if b.FilterByPath != nil && !*b.FilterByPath || root.Path == "" || root.Path == "/" {
		return links
	}
	return slices.DeleteFunc(slices.Clone(links), func(link string) bool {
		u, err := neturl.Parse(link)
		return err != nil || !strings.HasPrefix(u.Path, root.Path)
	})
}

// keep are the links that were asked for: each once, and with search those that have one of its words, most words first.
func (b *mapBody) keep(root *neturl.URL, links []string) (kept []string) {
	site := frontier.Rules{Scope: frontier.Subdomains}
	if b.IncludeSubdomains != nil && !*b.IncludeSubdomains {
		site.Scope = frontier.SameHost
	}
	seen := map[string]bool{}
	for _, link := range links {
		u, err := neturl.Parse(link)
		if err != nil || !site.Belongs(root.Host, u.Host) {
			continue
		}
		if u.Fragment = ""; b.IgnoreQueryParameters == nil || *b.IgnoreQueryParameters {
			u.RawQuery = ""
		}
		if link = u.String(); !seen[link] {
			seen[link] = true
			kept = append(kept, link)
		}
	}
	words := strings.Fields(strings.ToLower(b.Search))
	if len(words) == 0 {
		return kept
	}
	found := map[string]int{}
	for _, link := range kept {
		for _, word := range words {
			if strings.Contains(strings.ToLower(link), word) {
				found[link]++
			}
		}
	}
	kept = slices.DeleteFunc(kept, func(link string) bool { return found[link] == 0 })
	slices.SortStableFunc(kept, func(a, c string) int { return cmp.Compare(found[c], found[a]) })
	return kept
}
