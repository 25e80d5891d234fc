package seorun

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind/subject"
	seokind "github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/read/feed"
	"github.com/quarryapi/quarry/internal/read/feed/find"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/shell"
	"github.com/quarryapi/quarry/internal/read/seo"
	"github.com/quarryapi/quarry/internal/read/seo/audit"
	"github.com/quarryapi/quarry/internal/read/sitemap/lastmod"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

func newTechnical() *seokind.Technical {
	return &seokind.Technical{Audit: seo.Audit{Issues: []seo.Issue{}}}
}

// technical audits the page. A file that is no page is a finding. A page that answers with
// an error was not read: what its answer shows stands beside the error.
func (s *snapshot) technical(ctx context.Context) (string, error) {
	resp, err := s.page.load(ctx)
	if err != nil {
		return "", err
	}
	a, err := audit.Of(ctx, s.web, s.page.url, resp)
	s.result.Technical.Audit = *a
	if errs.Is(err, errs.UnsupportedContent) {
		return errs.As(err).Message, nil
	}
	if err == nil && isShell(resp) {
		return shell.Missing, nil
	}
	return "", err
}

// isShell reports whether a page is one that its scripts have yet to write.
func isShell(resp *fetch.Response) bool {
	text, _ := charset.Decode(resp.Body, resp.Header.Get("Content-Type"))
	return shell.Of(dom.Parse(text), shell.Content{Host: resp.URL.Host}) != shell.None
}

const (
	maxPosts = 10 // that are returned
	maxBlogs = 2  // pages that are tried
	recent   = 90 * 24 * time.Hour
	month    = 30 * 24 * time.Hour
)

// byBlog is how a feed was found that only a blog page of the site names.
const byBlog find.How = "blog"

// blogfeed finds the feed of the page, or of the blog that it links to.
func (s *snapshot) blogfeed(ctx context.Context) (string, error) {
	page, err := s.page.load(ctx)
	if err != nil {
		return "", err
	}
	found, err := s.findFeed(ctx, page)
	if err != nil {
		return "", err
	}
	if found == nil {
		return "", nothing("The page is not a feed, names none, links to no blog that has one, and there is none at a common path.")
	}
	s.result.BlogFeed.Feed = s.describe(found)
	if found.Feed.Broken {
		return "The feed is truncated; its posts are those before the damage.", nil
	}
	return "", nil
}

func (s *snapshot) findFeed(ctx context.Context, page *fetch.Response) (*find.Found, error) {
	if err := wall.Usable(page); err != nil {
		return nil, err
	}
	if feed.Is(page.MediaType, page.Body) {
		f, err := feed.Parse(page.Body, page.Header.Get("Content-Type"), page.URL)
		if err == nil {
			return &find.Found{Feed: f, URL: page.URL, How: find.Given}, nil
		}
	}
	found, err := find.Of(ctx, s.web, page, find.Options{})
	if found != nil || err != nil {
		return found, err
	}
	for _, blog := range blogLinks(page) {
		found, err := find.Open(ctx, s.web, blog, find.Options{})
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err == nil {
			found.How = byBlog
			return found, nil
		}
	}
	return nil, nil //nolint:nilnil // a site without a feed is no failure
}

// blogNames are what the parts of a site are called that have posts.
var blogNames = []string{"blog", "news", "journal", "articles", "insights", "posts", "stories", "updates", "newsroom", "press", "magazine"}

// blogLinks are links of the page to its own blog: by the name of a host, or of a
// path's first or last step.
func blogLinks(page *fetch.Response) []string {
	text, _ := charset.Decode(page.Body, page.Header.Get("Content-Type"))
	doc := dom.Parse(text)
	base, own := dom.Base(doc, page.URL), subject.Registrable(page.URL.Hostname())
	var list []string
	for n := range dom.All(doc, atom.A) {
		u, err := url.Parse(dom.Resolve(base, dom.Attr(n, "href")))
		if err != nil || u.Host == "" || subject.Registrable(u.Hostname()) != own || !isBlog(u) {
			continue
		}
		u.Fragment, u.RawFragment = "", ""
		if address := u.String(); !slices.Contains(list, address) && len(list) < maxBlogs {
			list = append(list, address)
		}
	}
	return list
}

func isBlog(u *url.URL) bool {
	host, _, _ := strings.Cut(u.Hostname(), ".")
	steps := strings.Split(strings.ToLower(strings.Trim(u.Path, "/")), "/")
	last, _, _ := strings.Cut(steps[len(steps)-1], ".")
	return slices.Contains(blogNames, host) || slices.Contains(blogNames, last) || len(steps) <= 2 && slices.Contains(blogNames, steps[0])
}

// describe counts posts and orders them by their dates.
func (s *snapshot) describe(found *find.Found) *seokind.Feed {
	f := &seokind.Feed{
		URL: found.URL.String(), Format: found.Feed.Type, Title: found.Feed.Title, FoundBy: string(found.How),
		Total: len(found.Feed.Items), Latest: []seokind.Post{},
	}
	items := slices.Clone(found.Feed.Items)
	when := func(i feed.Item) lastmod.Stamp {
		if i.Published.IsZero() {
			return i.Updated
		}
		return i.Published
	}
	slices.SortStableFunc(items, func(a, b feed.Item) int { return when(b).Start().Compare(when(a).Start()) })
	var dates []lastmod.Stamp
	for _, i := range items {
		at := when(i)
		if !at.IsZero() {
			dates = append(dates, at)
		}
		if len(f.Latest) < maxPosts {
			f.Latest = append(f.Latest, seokind.Post{Title: i.Title, URL: i.URL, PublishedAt: at.String()})
		}
	}
	s.cadence(f, dates)
	return f
}

// cadence fills in how often posts come; dates are the newest first.
func (s *snapshot) cadence(f *seokind.Feed, dates []lastmod.Stamp) {
	f.Dated = len(dates)
	if len(dates) == 0 {
		return
	}
	newest, oldest := dates[0], dates[len(dates)-1]
	f.NewestAt, f.OldestAt = newest.String(), oldest.String()
	if span := newest.Start().Sub(oldest.Start()); span >= 24*time.Hour {
		perMonth := float64(len(dates)-1) * float64(month) / float64(span)
		f.PostsPerMonth = new(rounded(perMonth, 100))
	}
	for _, at := range dates {
		if s.now().Sub(at.Start()) <= recent {
			f.Last90Days++
		}
	}
}

// stamp is RFC 3339 in UTC; empty for no time.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return instant.Text(t)
}

// rounded keeps so many parts of a whole number, so that results are short to read.
func rounded(f, parts float64) float64 { return float64(int64(f*parts+0.5)) / parts }
