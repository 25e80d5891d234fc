package companyrun

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/shell"
	"github.com/quarryapi/quarry/internal/read/page/social"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// maxAbout is how many pages are read beside the first.
const maxAbout = 4

// about are the pages about a company, the most informative first. Path and link
// text are held against them.
var about = []*pattern.Pattern{
	pattern.Of(`(?i)\babout([-_ ]us)?\b|\b(who[-_ ]we[-_ ]are|our[-_ ]story|company|ueber[-_ ]uns|über uns|a[-_ ]propos|à propos)\b`),
	pattern.Of(`(?i)\b(team|leadership|people|management|board)\b`),
	pattern.Of(`(?i)\b(contact([-_ ]us)?|kontakt|contacts|locations|offices)\b`),
	pattern.Of(`(?i)\b(imprint|impressum|legal[-_ ]notice|mentions[-_ ]legales)\b`),
}

// reading is what the pages of a site say.
type reading struct {
	url     string // of the first page, after redirects
	first   page.Metadata
	shell   bool // the first page is one that its scripts have yet to write
	objects []structured.Object
	social  []social.Profile
}

// read reads the first page and those about the company that it links to. The error
// is the first page's; the others are a bonus.
func (r *Worker) read(ctx context.Context, start string) (reading, error) {
	first, at, isShell, err := r.page(ctx, start)
	if err != nil {
		return reading{}, err
	}
	pages := append([]*page.Document{first}, r.others(ctx, aboutPages(first.Links, at))...)
	out := reading{url: at.String(), first: first.Metadata, shell: isShell}
	var blocks []json.RawMessage
	var links []page.Link
	for _, p := range pages {
		blocks = append(blocks, p.JSONLD...)
		links = append(links, p.Links...)
	}
	out.objects = structured.Objects(blocks)
	out.social = social.Of(links, out.objects)
	return out, nil
}

// others reads pages side by side, in their order, and leaves out those that fail.
func (r *Worker) others(ctx context.Context, urls []string) []*page.Document {
	read := make([]*page.Document, len(urls))
	var all sync.WaitGroup
	for i, u := range urls {
		all.Go(func() {
			if doc, _, _, err := r.page(ctx, u); err == nil {
				read[i] = doc
			}
		})
	}
	all.Wait()
	return slices.DeleteFunc(read, func(d *page.Document) bool { return d == nil })
}

func (r *Worker) page(ctx context.Context, address string) (doc *page.Document, at *url.URL, isShell bool, err error) {
	resp, err := r.web.Do(ctx, fetch.Request{URL: address})
	if err != nil {
		return nil, nil, false, err
	}
	if err := wall.Usable(resp); err != nil {
		return nil, nil, false, err
	}
	p, err := r.engine.Extract(ctx, extract.Source{
		URL: resp.URL, MediaType: resp.MediaType, ContentType: resp.Header.Get("Content-Type"), Body: resp.Body,
	}, extract.Options{Parts: extract.Document})
	if err != nil {
		return nil, nil, false, err
	}
	text, _ := charset.Decode(resp.Body, resp.Header.Get("Content-Type"))
	isShell = shell.Of(dom.Parse(text), shell.Content{Host: resp.URL.Host}) != shell.None
	return p.Document, resp.URL, isShell, nil
}

// home fetches the domain's home page by https, and by http where there is none.
func (r *Worker) home(ctx context.Context, domain string) (reading, error) {
	out, err := r.read(ctx, "https://"+domain+"/")
	if errs.Is(err, errs.TLSFailed) || errs.Is(err, errs.TargetError) || errs.Is(err, errs.UpstreamTimeout) {
		if plain, again := r.read(ctx, "http://"+domain+"/"); again == nil {
			return plain, nil
		}
	}
	return out, err
}

// aboutPages picks the links of a page that lead to pages about the company: one for
// each expression at most, by its path first and then by its text.
func aboutPages(links []page.Link, from *url.URL) []string {
	chosen := []string{}
	for _, words := range about {
		for _, byText := range []bool{false, true} {
			found := slices.IndexFunc(links, func(l page.Link) bool {
				return fits(l, words, byText) && l.URL != from.String() && !slices.Contains(chosen, l.URL)
			})
			if found >= 0 && len(chosen) < maxAbout {
				chosen = append(chosen, links[found].URL)
				break
			}
		}
	}
	return chosen
}

// fits holds a link against words. Deep pages and long texts are articles, not pages
// about the company.
func fits(l page.Link, words *pattern.Pattern, byText bool) bool {
	u, err := egress.Parse(l.URL)
	if err != nil || !l.Internal || strings.Count(strings.Trim(u.Path, "/"), "/") > 1 {
		return false
	}
	if byText {
		return len(l.Text) < 30 && words.MatchString(l.Text)
	}
	return words.MatchString(strings.NewReplacer("/", " ", ".html", "", ".php", "").Replace(u.Path))
}
