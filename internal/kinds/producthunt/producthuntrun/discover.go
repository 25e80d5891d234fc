package producthuntrun

import (
	"cmp"
	"context"
	"math"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kind/subject"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

// hunt is a search for products.
type hunt struct {
	*visit
	host     string   // of websiteUrl, without www.; empty without one
	domain   string   // registrable, of that
	words    []string // stems of searchContext, each once
	found    []producthuntkind.Candidate
	answered bool  // a surface that could know of any product has answered
	closed   bool  // Product Hunt does not show where links lead
	failed   error // the first that did not
}

// maxVerified is how many of the API's launches are held to where their links lead.
const maxVerified = 3

// discover finds products by their site or by words. Nothing found is an answer only when
// the API or a search engine says so: the feed knows the newest launches only.
func (v *visit) discover(ctx context.Context) error {
	h := &hunt{visit: v, words: distinct(tokens.Stems(v.args.SearchContext)), found: []producthuntkind.Candidate{}}
	if v.args.WebsiteURL == "" {
		h.byWords(ctx)
	} else {
		h.bySite(ctx)
	}
	if len(h.found) == 0 && !h.answered {
		return h.nothing()
	}
	h.order()
	if len(h.found) > 0 {
		v.result.Source = h.found[0].Product.Source
	}
	v.result.Candidates = listed(v, h.found)
	v.result.Coverage.Complete = false
	v.result.Coverage.Reason = cmp.Or(v.result.Coverage.Reason, "No surface of Product Hunt with automated access lists all products; there may be others.")
	if h.failed != nil {
		v.result.Coverage.Reason += " Some surfaces failed: " + signal.Of("", h.failed).Reason
	}
	return nil
}

// nothing is the error of a search that no surface answered.
func (h *hunt) nothing() error {
	if h.failed == nil {
		return errs.New(errs.ProviderNotConfigured, "The feed of Product Hunt has no such product among its newest launches, and no other source is configured; the operator has to set a key of producthuntapi or of a search engine in QUARRY_KEYS.")
	}
	e := *errs.As(h.failed)
	e.Message = "The newest launches in the feed of Product Hunt have no such product, and the other sources failed: " + e.Message
	return &e
}

// lost notes a failure.
func (h *hunt) lost(err error) {
	if h.failed == nil && !errs.Is(err, errs.ProviderNotConfigured) {
		h.failed = err
	}
}

// byWords asks every surface: each knows products that the others do not.
func (h *hunt) byWords(ctx context.Context) {
	h.apiByWords(ctx)
	h.searchByWords(ctx)
	feed, err := h.site.Feed(ctx)
	h.asked("feed", signal.Of(producthunt.Name, err))
	for _, l := range feed {
		h.addIfScored(&official.Post{Launch: l})
	}
}

// apiByWords looks among the best ranked launches of the topics that the words name, and
// of all. The API has no search, so that it finds nothing says nothing.
func (h *hunt) apiByWords(ctx context.Context) {
	if !h.api.Configured() {
		return
	}
	slugs := []string{""}
	words := distinct(tokens.Words(h.args.SearchContext))
	for _, word := range words[:min(len(words), 3)] {
		topics, err := h.api.Topics(ctx, word)
		if err != nil {
			h.asked("api", signal.Of(official.Name, err))
			h.lost(err)
			return
		}
		for _, t := range topics[:min(len(topics), 1)] {
			slugs = append(slugs, t.Slug)
		}
	}
	for _, slug := range distinct(slugs) {
		posts, err := h.api.Posts(ctx, slug)
		if err != nil {
			h.asked("api", signal.Of(official.Name, err))
			h.lost(err)
			return
		}
		for i := range posts {
			h.addIfScored(&posts[i])
		}
	}
	h.asked("api", signal.Of(official.Name, nil))
}

// bySite asks one surface after the other until one is sure.
func (h *hunt) bySite(ctx context.Context) {
	site, err := url.Parse(h.args.WebsiteURL)
	if err != nil {
		h.lost(err)
		return
	}
	host := subject.Host(site.Hostname())
	h.host, h.domain = bare(host), subject.Registrable(host)
	if h.apiBySite(ctx, site); h.sure() {
		return
	}
	if h.feedBySite(ctx); h.sure() {
		return
	}
	h.searchBySite(ctx)
}

func (h *hunt) sure() bool {
	return slices.ContainsFunc(h.found, func(c producthuntkind.Candidate) bool { return c.Match == producthuntkind.Website })
}

func (h *hunt) apiBySite(ctx context.Context, site *url.URL) {
	if !h.api.Configured() {
		return
	}
	posts, known, err := h.api.PostsOfSite(ctx, site, int(h.args.MaxCandidates))
	switch {
	case err != nil:
		h.asked("api", signal.Of(official.Name, err))
		h.lost(err)
		return
	case !known:
		h.asked("api", signal.None(official.Name, "It cannot search launches by their website."))
		return
	case len(posts) == 0:
		h.asked("api", signal.None(official.Name, "It has no launch with this URL."))
	default:
		h.asked("api", signal.Of(official.Name, nil))
	}
	h.answered = true
	for i := range posts {
		if match, ok := h.verified(ctx, &posts[i], i); ok {
			h.add(&posts[i], match)
		}
	}
}

// verified asks where the links of the first launches lead, since the API compares
// addresses in a way that it does not document. Where Product Hunt does not answer, the API's
// word counts.
func (h *hunt) verified(ctx context.Context, l *official.Post, i int) (producthuntkind.Match, bool) {
	if l.WebsiteURL == "" && i < maxVerified && !h.closed {
		d, err := h.site.Leads(ctx, "/r/p/"+l.ID)
		if err != nil {
			h.closed = true
			h.asked("link", signal.Of(producthunt.Name, err))
			return producthuntkind.Website, true
		}
		l.WebsiteURL = d.First.String()
	}
	site, err := url.Parse(l.WebsiteURL)
	if err != nil || site.Host == "" {
		return producthuntkind.Website, true
	}
	return h.owns(site)
}

// owns reports whether a site is of the domain that is looked for, and how near: several
// products may live at hosts of one domain.
func (h *hunt) owns(site *url.URL) (match producthuntkind.Match, ok bool) {
	host := subject.Host(site.Hostname())
	switch {
	case bare(host) == h.host:
		return producthuntkind.Website, true
	case subject.Registrable(host) == h.domain:
		return producthuntkind.Domain, true
	}
	return "", false
}

// bare is a host without www.
func bare(host string) string { return strings.TrimPrefix(host, "www.") }

// add adds what a launch has about a product, once for each product.
func (h *hunt) add(l *official.Post, match producthuntkind.Match) {
	c := producthuntkind.Candidate{Product: productOf(l), Match: match}
	if l.ID != "" {
		c.Launch = &l.Launch
	}
	same := func(other producthuntkind.Candidate) bool { return other.Product.URL == c.Product.URL }
	if !slices.ContainsFunc(h.found, same) {
		c.Score = h.score(&c)
		h.found = append(h.found, c)
	}
}

// addIfScored adds a launch that holds one of the words.
func (h *hunt) addIfScored(l *official.Post) {
	c := producthuntkind.Candidate{Product: productOf(l)}
	if s := h.score(&c); s != nil && *s > 0 {
		h.add(l, producthuntkind.Words)
	}
}

// score is which part of the words a product's texts hold; nil without words.
func (h *hunt) score(c *producthuntkind.Candidate) *float64 {
	if len(h.words) == 0 {
		return nil
	}
	texts := []string{c.Product.Name, c.Product.Tagline, c.Product.Description}
	for _, t := range slices.Concat(c.Product.Topics, c.Product.Categories) {
		texts = append(texts, t.Name)
	}
	own, held := tokens.Stems(strings.Join(texts, "\n")), 0
	for _, word := range h.words {
		if slices.Contains(own, word) {
			held++
		}
	}
	return new(math.Round(100*float64(held)/float64(len(h.words))) / 100)
}

// order puts sure candidates first and those with more of the words before others; what
// is equal keeps the order in which it was found.
func (h *hunt) order() {
	sureness := func(c producthuntkind.Candidate) int {
		return slices.Index([]producthuntkind.Match{producthuntkind.Website, producthuntkind.Domain, producthuntkind.Mention, producthuntkind.Words}, c.Match)
	}
	slices.SortStableFunc(h.found, func(a, b producthuntkind.Candidate) int {
		if by := cmp.Compare(sureness(a), sureness(b)); by != 0 || a.Score == nil || b.Score == nil {
			return by
		}
		return cmp.Compare(*b.Score, *a.Score)
	})
}

func distinct(words []string) []string {
	var all []string
	for _, w := range words {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// website is a product that a page has in full, of the site that is looked for.
func (h *hunt) website(p *shape.Product, match producthuntkind.Match) {
	c := producthuntkind.Candidate{Product: *p, Match: match}
	c.Score = h.score(&c)
	h.found = append(h.found, c)
}
