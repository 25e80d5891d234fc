package tavily

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	neturl "net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl"
	"github.com/quarryapi/quarry/internal/faces/form"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// reading are the members that say how pages are read.
type reading struct {
	Format         string   `json:"format"`
	IncludeImages  bool     `json:"include_images"`
	IncludeFavicon bool     `json:"include_favicon"`
	IncludeUsage   bool     `json:"include_usage"`
	Timeout        *float64 `json:"timeout"` // seconds
}

// read is how pages are read, in our words.
func (o *reading) read() (*form.Reading, error) {
	how := &form.Reading{Formats: []url.Format{url.Markdown, url.Metadata}}
	switch o.Format {
	case "", "markdown":
	case "text":
		how.Formats[0] = url.Text
	default:
		return nil, &form.InvalidError{Field: "format", Issue: "must be markdown or text"}
	}
	if o.IncludeImages {
		how.Formats = append(how.Formats, url.Images)
	}
	if o.Timeout != nil && *o.Timeout <= 0 {
		return nil, &form.InvalidError{Field: "timeout", Issue: "must be above 0"}
	}
	return how, nil
}

// seconds is how long a call may take, which is no day; 0 where it does not say.
func (o *reading) seconds() float64 {
	if o.Timeout == nil {
		return 0
	}
	return min(*o.Timeout, (24 * time.Hour).Seconds())
}

// extracted is a page that was read.
type extracted struct {
	URL        string   `json:"url"`
	Title      string   `json:"title,omitempty"`
	RawContent string   `json:"raw_content"`
	Images     []string `json:"images,omitzero"`
	Favicon    string   `json:"favicon,omitempty"`
}

func (o *reading) page(p *form.Page) extracted {
	e := extracted{URL: p.URL, Title: p.Result.Title}
	for _, text := range []*string{p.Result.Markdown, p.Result.Text} {
		if text != nil {
			e.RawContent = *text
		}
	}
	if o.IncludeImages {
		e.Images = []string{}
		for _, i := range p.Result.Images {
			e.Images = append(e.Images, i.URL)
		}
	}
	if m := p.Result.Metadata; o.IncludeFavicon && m != nil {
		if i := slices.IndexFunc(m.Icons, func(i page.Icon) bool { return strings.Contains(i.Rel, "icon") }); i >= 0 {
			e.Favicon = m.Icons[i].URL
		}
	}
	return e
}

// readEffects are the members of what reads pages that are known and not read.
func readEffects() map[string]form.Effect {
	return map[string]form.Effect{
		"api_key": {}, "extract_depth": {Only: []string{`"basic"`}}, "chunks_per_source": form.Ignored(),
		"query": {Only: []string{`""`}, Refused: "is not supported: a page is returned as it is, and nothing is ranked within it"},
	}
}

// extractBody is the body of an extraction.
type extractBody struct {
	URLs json.RawMessage `json:"urls"`
	reading
}

// lost is a page that could not be read.
type lost struct {
	URL   string `json:"url"`
	Error string `json:"error"`
}

// extract answers POST /extract.
func (f *face) extract(w http.ResponseWriter, r *http.Request) error {
	began := time.Now() //nolint:forbidigo // what a call took is the wall's time
	var body extractBody
	notes, err := form.Read(w, r, &body, readEffects())
	if err != nil {
		return err
	}
	how, err := body.read()
	if err != nil {
		return err
	}
	list, err := addresses(body.URLs)
	if err != nil {
		return err
	}
	limit := f.Patience(body.seconds())
	how.Options.TimeoutMS = int64(body.seconds() * 1000)
	pages, id, err := f.Pages(w, r, "urls", list, how, limit)
	if err != nil {
		return err
	}
	out := struct {
		Results []extracted `json:"results"`
		Failed  []lost      `json:"failed_results"`
		common
	}{Results: []extracted{}, Failed: []lost{}}
	for _, p := range pages {
		if p.Result == nil {
			out.Failed = append(out.Failed, lost{p.URL, string(p.Failure.Code) + ": " + p.Failure.Message})
			continue
		}
		out.Results = append(out.Results, body.page(p))
		notes = append(notes, p.Cautions()...)
	}
	out.common = commonOf(w, began, id, body.IncludeUsage, notes)
	form.Write(w, http.StatusOK, out)
	return nil
}

// mostURLs is how many URLs an extraction has at most; it is theirs.
const mostURLs = 20

// addresses are one URL or a list of them.
func addresses(raw json.RawMessage) (list []string, err error) {
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}, nil
	}
	if json.Unmarshal(raw, &list) != nil || len(list) == 0 || len(list) > mostURLs {
		return nil, &form.InvalidError{Field: "urls", Issue: fmt.Sprintf("must be a URL, or a list of 1 to %d of them", mostURLs)}
	}
	return list, nil
}

// walk are the members that say which pages of a site are meant.
type walk struct {
	URL            string   `json:"url"`
	Limit          *int64   `json:"limit"`
	SelectPaths    []string `json:"select_paths"`
	ExcludePaths   []string `json:"exclude_paths"`
	SelectDomains  []string `json:"select_domains"`
	ExcludeDomains []string `json:"exclude_domains"`
}

// walkEffects are the members of a crawl and a map that are known and not read.
func walkEffects(more map[string]form.Effect) map[string]form.Effect {
	all := readEffects()
	all["max_breadth"], all["allow_external"] = form.Ignored(), form.Effect{Only: []string{"false"}}
	all["instructions"] = form.Effect{Only: []string{`""`}, Refused: "is not supported: name the paths that it stands for"}
	all["categories"] = form.Effect{Only: []string{"[]"}, Refused: "is not supported: name the paths that they stand for"}
	maps.Copy(all, more)
	return all
}

// usualLinks is how many links are read of a site, of which a map is chosen, unless more are asked for.
const usualLinks = 5000

// usualPages is how many pages a crawl and a map have that name no limit; it is theirs.
const usualPages = 50

// prepare checks what is common, and returns the address of the site and the most pages.
func (b *walk) prepare() (root *neturl.URL, limit int64, err error) {
	root, err = subject.URL("url", b.URL)
	if err != nil {
		return nil, 0, &form.InvalidError{Field: "url", Issue: "is not a public http or https address"}
	}
	if limit = usualPages; b.Limit != nil {
		limit = *b.Limit
	}
	if limit < 1 {
		return nil, 0, &form.InvalidError{Field: "limit", Issue: "must be at least 1"}
	}
	return root, limit, nil
}

// crawlBody is the body of a crawl.
type crawlBody struct {
	walk
	reading
	MaxDepth *int64 `json:"max_depth"`
}

// crawl answers POST /crawl.
func (f *face) crawl(w http.ResponseWriter, r *http.Request) error {
	began := time.Now() //nolint:forbidigo // what a call took is the wall's time
	var body crawlBody
	notes, err := form.Read(w, r, &body, walkEffects(nil))
	if err != nil {
		return err
	}
	how, err := body.read()
	if err != nil {
		return err
	}
	_, limit, err := body.prepare()
	if err != nil {
		return err
	}
	args := &url.CrawlArgs{URL: body.URL, Limit: limit, MaxDepth: new(int64(1)), Scope: frontier.Subdomains, Formats: how.Formats}
	if body.MaxDepth != nil {
		if args.MaxDepth = body.MaxDepth; *args.MaxDepth < 1 {
			return &form.InvalidError{Field: "max_depth", Issue: "must be at least 1"}
		}
	}
	if len(body.SelectDomains) > 0 {
		return &form.InvalidError{Field: "select_domains", Issue: "is not supported: a crawl stays on its site and its subdomains"}
	}
	if len(body.ExcludeDomains) > 0 {
		return &form.InvalidError{Field: "exclude_domains", Issue: "is not supported: a crawl stays on its site and its subdomains"}
	}
	if args.IncludePaths, err = globs("select_paths", body.SelectPaths); err != nil {
		return err
	}
	if args.ExcludePaths, err = globs("exclude_paths", body.ExcludePaths); err != nil {
		return err
	}
	c, err := f.Crawl(w, r, args, f.Patience(body.seconds()))
	if err != nil {
		return err
	}
	out := struct {
		BaseURL string      `json:"base_url"`
		Results []extracted `json:"results"`
		common
	}{BaseURL: body.URL, Results: []extracted{}}
	for _, p := range c.Pages {
		out.Results = append(out.Results, body.page(p))
	}
	out.common = commonOf(w, began, c.ID, body.IncludeUsage, append(notes, c.Notes...))
	form.Write(w, http.StatusOK, out)
	return nil
}

func globs(field string, expressions []string) ([]string, error) {
	list, i := firecrawl.Globs(expressions)
	if i >= 0 {
		return nil, &form.InvalidError{Field: fmt.Sprintf("%s[%d]", field, i), Issue: "is a regular expression that this service has no glob for; it has literals, .*, [^/]*, alternatives, [a-z] and the anchors ^ and $"}
	}
	return list, nil
}

// mapBody is the body of a map.
type mapBody struct {
	walk
	IncludeUsage bool     `json:"include_usage"`
	Timeout      *float64 `json:"timeout"` // seconds
}

// sitemapCall is the job of a map.
type sitemapCall struct {
	sitemap.Args
	asked.Common
}

// siteMap answers POST /map: by the lists of a site, which have no depth.
func (f *face) siteMap(w http.ResponseWriter, r *http.Request) error {
	began := time.Now() //nolint:forbidigo // what a call took is the wall's time
	var body mapBody
	notes, err := form.Read(w, r, &body, walkEffects(map[string]form.Effect{"max_depth": form.Ignored(), "include_images": {Only: []string{"false"}}}))
	if err != nil {
		return err
	}
	root, most, err := body.prepare()
	if err != nil {
		return err
	}
	belongs, err := body.filter(root)
	if err != nil {
		return err
	}
	timeout := reading{Timeout: body.Timeout}
	if _, err := timeout.read(); err != nil {
		return err
	}
	limit := f.Patience(timeout.seconds())
	j, err := f.Finish(w, r, asked.Call{Method: http.MethodPost, Path: "/scrape/sitemap", Key: form.Key(r), Body: sitemapCall{
		Args: sitemap.Args{Domain: root.Hostname(), Limit: max(most, usualLinks)}, Common: asked.Common{WaitTimeoutMS: asked.Patience(limit)},
	}}, limit)
	if err != nil {
		return err
	}
	var res sitemap.Result
	if err := json.Unmarshal(j.Result, &res); err != nil {
		return errs.Internal(err)
	}
	out := struct {
		BaseURL string   `json:"base_url"`
		Results []string `json:"results"`
		common
	}{BaseURL: body.URL, Results: []string{}}
	seen := map[string]bool{}
	for _, i := range res.Items {
		if int64(len(out.Results)) < most && !seen[i.URL] && belongs(i.URL) {
			seen[i.URL] = true
			out.Results = append(out.Results, i.URL)
		}
	}
	if res.Coverage.Reason != "" {
		notes = append(notes, form.Note{Text: res.Coverage.Reason})
	}
	out.common = commonOf(w, began, j.JobID, body.IncludeUsage, notes)
	form.Write(w, http.StatusOK, out)
	return nil
}

// filter is whether a link is meant: expressions match anywhere in the path and in the host.
func (b *walk) filter(root *neturl.URL) (func(string) bool, error) {
	lists := map[string][]string{"select_paths": b.SelectPaths, "exclude_paths": b.ExcludePaths, "select_domains": b.SelectDomains, "exclude_domains": b.ExcludeDomains}
	compiled := map[string][]*regexp.Regexp{}
	for name, list := range lists {
		for i, expression := range list {
			e, err := regexp.Compile(expression)
			if err != nil {
				return nil, &form.InvalidError{Field: fmt.Sprintf("%s[%d]", name, i), Issue: "is not a regular expression that this service knows; it has RE2's"}
			}
			compiled[name] = append(compiled[name], e)
		}
	}
	matches := func(name, text string) bool {
		return slices.ContainsFunc(compiled[name], func(e *regexp.Regexp) bool { return e.MatchString(text) })
	}
	site := frontier.Rules{Scope: frontier.Subdomains}
	return func(link string) bool {
		u, err := neturl.Parse(link)
		if err != nil || !site.Belongs(root.Host, u.Host) {
			return false
		}
		for _, side := range []struct{ name, text string }{{"paths", u.Path}, {"domains", u.Hostname()}} {
			if len(compiled["select_"+side.name]) > 0 && !matches("select_"+side.name, side.text) || matches("exclude_"+side.name, side.text) {
				return false
			}
		}
		return true
	}, nil
}
