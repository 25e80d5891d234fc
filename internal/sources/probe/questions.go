package probe

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/read/model/openai"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/arxiv"
	"github.com/quarryapi/quarry/internal/read/websearch/brave"
	"github.com/quarryapi/quarry/internal/read/websearch/crossref"
	"github.com/quarryapi/quarry/internal/read/websearch/duckduckgo"
	"github.com/quarryapi/quarry/internal/read/websearch/googlecse"
	"github.com/quarryapi/quarry/internal/read/websearch/openalex"
	"github.com/quarryapi/quarry/internal/read/websearch/searxng"
	"github.com/quarryapi/quarry/internal/read/websearch/semanticscholar"
	"github.com/quarryapi/quarry/internal/read/websearch/tavily"
	"github.com/quarryapi/quarry/internal/sources/adlibrary"
	"github.com/quarryapi/quarry/internal/sources/adstransparency"
	"github.com/quarryapi/quarry/internal/sources/certspotter"
	"github.com/quarryapi/quarry/internal/sources/commoncrawl"
	"github.com/quarryapi/quarry/internal/sources/crtsh"
	"github.com/quarryapi/quarry/internal/sources/crux"
	"github.com/quarryapi/quarry/internal/sources/doh"
	"github.com/quarryapi/quarry/internal/sources/gdelt"
	"github.com/quarryapi/quarry/internal/sources/googlenews"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/linkedin"
	"github.com/quarryapi/quarry/internal/sources/pagespeed"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/sources/rdap"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
	"github.com/quarryapi/quarry/internal/sources/tranco"
	"github.com/quarryapi/quarry/internal/sources/wayback"
	"github.com/quarryapi/quarry/internal/sources/wikidata"
	"github.com/quarryapi/quarry/internal/sources/x/fxtwitter"
	"github.com/quarryapi/quarry/internal/sources/x/guest"
	xapi "github.com/quarryapi/quarry/internal/sources/x/official"
	"github.com/quarryapi/quarry/internal/sources/x/syndication"
	"github.com/quarryapi/quarry/internal/sources/x/web"
	"github.com/quarryapi/quarry/internal/sources/youtube"
)

// question is something small that an upstream is asked for: about an organization, a
// product or a word of common knowledge, and about nobody.
type question struct {
	upstream string
	with     []string // upstreams that this one does not answer without
	subject  string   // unless the operator names another
	ask      func(ctx context.Context, p *party, subject string) (any, error)
}

// keyOf are upstreams that are asked with another's key.
var keyOf = map[string]string{reddit.API: reddit.Feeds, guest.Tokens: guest.Name}

// needsKey are upstreams that are asked for nothing without a key, though other kinds of
// access to the same service need none.
var needsKey = map[string]bool{"adlibraryapi": true, reddit.API: true, "xapi": true, guest.Name: true, guest.Tokens: true}

// few is how much is asked for where a list is.
const few = 5

// slow is how long logs of certificates may take.
const slow = time.Minute

// questions are in the order of names, and of all upstreams.
var questions = []question{
	{upstream: "adlibrary", subject: "20531316728", ask: metaAds},
	{upstream: "adlibraryapi", subject: "20531316728", ask: metaAds},
	{upstream: "adstransparency", subject: "google.com", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return adstransparency.New(p.Client("adstransparency")).Load(ctx, adsOf(p, ads.Subject{Domain: s}), "")
	}},
	{upstream: reddit.ArcticShift, subject: "reddit", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return reddit.From(p, p.now).Activity(ctx, s)
	}},
	{upstream: arxiv.Name, subject: "tide", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return search(ctx, arxiv.New(p.Client(arxiv.Name), p.now), s)
	}},
	{upstream: brave.Name, subject: "tide tables", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return search(ctx, brave.New(p.Client(brave.Name)), s)
	}},
	{upstream: "certspotter", subject: "example.com", ask: func(ctx context.Context, p *party, s string) (any, error) {
		c := p.Client("certspotter")
		found, _, err := certspotter.New(c, c.Key).Search(ctx, s, slow)
		return found, err
	}},
	{upstream: commoncrawl.Name, subject: "example.com", ask: captures},
	{upstream: crossref.Name, subject: "tide", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return search(ctx, crossref.New(p.Client(crossref.Name), p.now), s)
	}},
	{upstream: "crtsh", subject: "example.com", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return crtsh.New(p.Client("crtsh")).Search(ctx, s, slow)
	}},
	{upstream: crux.Name, subject: "https://www.wikipedia.org", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return crux.New(p.Client(crux.Name)).Record(ctx, crux.Key{Origin: s, FormFactor: "PHONE"})
	}},
	{upstream: "dns", subject: "example.com", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return doh.New(p.Client("dns")).Query(ctx, s, 1)
	}},
	{upstream: duckduckgo.Name, subject: "tide tables", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return search(ctx, duckduckgo.New(p.Client(duckduckgo.Name)), s)
	}},
	{upstream: fxtwitter.Name, subject: "X", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return fxtwitter.New(p.Client(fxtwitter.Name)).Profile(ctx, s)
	}},
	{upstream: gdelt.Name, subject: "harbour", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return gdelt.New(p.Client(gdelt.Name), p.now).Newest(ctx, gdelt.Query{Text: s}, few)
	}},
	{upstream: googlenews.Name, subject: "harbour", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return googlenews.New(p.Client(googlenews.Name)).Newest(ctx, googlenews.Query{Text: s})
	}},
	{upstream: hackernews.Search, subject: "121003", ask: thread},
	{upstream: hackernews.Official, subject: "121003", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return hackernews.New(p.Client(hackernews.Search), p.Client(hackernews.Official)).Post(ctx, s)
	}},
	{upstream: "iana", subject: "example.com", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return rdap.New(p.Client("iana"), p.prober.Web, p.now).Lookup(ctx, s)
	}},
	{upstream: linkedin.Name, subject: "company/linkedin", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return linkedin.New(p.Client(linkedin.Name)).Company(ctx, s)
	}},
	{upstream: "model", ask: func(ctx context.Context, p *party, _ string) (any, error) {
		c := p.Client("model")
		return openai.New(c.Config, c).Models(ctx)
	}},
	{upstream: openalex.Name, subject: "tide", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return search(ctx, openalex.New(p.Client(openalex.Name), p.now), s)
	}},
	{upstream: pagespeed.Name, subject: "https://example.com/", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return pagespeed.New(p.Client(pagespeed.Name)).Run(ctx, s, pagespeed.Mobile)
	}},
	{upstream: producthunt.Name, ask: func(ctx context.Context, p *party, _ string) (any, error) {
		return producthunt.New(p.Client(producthunt.Name), p.prober.Web).Feed(ctx)
	}},
	{upstream: official.Name, subject: "product-hunt", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return official.New(p.Client(official.Name)).PostBySlug(ctx, s)
	}},
	{upstream: googlecse.Name, subject: "tide tables", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return search(ctx, googlecse.New(p.Client(googlecse.Name)), s)
	}},
	{upstream: reddit.PullPush, subject: "example.com", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return reddit.From(p, p.now).Mentions(ctx, s, reddit.Window{}, "", few)
	}},
	{upstream: reddit.Feeds, subject: "announcements", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return reddit.From(p, p.now).Posts(ctx, permalink.Place{Subreddit: s}, "", few)
	}},
	{upstream: reddit.API, with: []string{reddit.Feeds}, subject: "announcements", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return reddit.From(p, p.now).Community(ctx, s)
	}},
	{upstream: searxng.Name, subject: "tide tables", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return search(ctx, searxng.New(p.Client(searxng.Name)), s)
	}},
	{upstream: semanticscholar.Name, subject: "tide", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return search(ctx, semanticscholar.New(p.Client(semanticscholar.Name), p.now), s)
	}},
	{upstream: tavily.Name, subject: "tide tables", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return search(ctx, tavily.New(p.Client(tavily.Name)), s)
	}},
	{upstream: tranco.Name, subject: "wikipedia.org", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return tranco.New(p.Client(tranco.Name)).Ranks(ctx, s)
	}},
	{upstream: "wayback", subject: "https://example.com/", ask: func(ctx context.Context, p *party, s string) (any, error) {
		found, _, err := wayback.From(p).Latest(ctx, s)
		return found, err
	}},
	{upstream: wayback.Captures, with: []string{wayback.Name}, subject: "https://example.com/", ask: capture},
	{upstream: wikidata.Name, subject: "Q2", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return wikidata.New(p.Client(wikidata.Name)).Entities(ctx, []string{s})
	}},
	{upstream: xapi.Name, subject: "X", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return xapi.New(p.Client(xapi.Name)).Profile(ctx, s)
	}},
	{upstream: guest.Name, with: []string{guest.Tokens}, subject: "X", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return guest.New(p.Client(guest.Name), p.Client(guest.Tokens), p.now).Profile(ctx, s)
	}},
	{upstream: guest.Tokens, with: []string{guest.Name}, subject: "X", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return guest.New(p.Client(guest.Name), p.Client(guest.Tokens), p.now).Profile(ctx, s)
	}},
	{upstream: syndication.Posts, subject: "20", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return syndication.New(p.Client(syndication.Posts), p.Client(syndication.Timelines)).Post(ctx, s)
	}},
	{upstream: syndication.Timelines, subject: "X", ask: func(ctx context.Context, p *party, s string) (any, error) {
		profile, page, err := syndication.New(p.Client(syndication.Posts), p.Client(syndication.Timelines)).Timeline(ctx, s)
		return []any{profile, page}, err
	}},
	{upstream: web.Name, subject: "X", ask: func(ctx context.Context, p *party, s string) (any, error) {
		profile, page, err := web.New(p.Client(web.Name)).Profile(ctx, s)
		return []any{profile, page}, err
	}},
	{upstream: youtube.Source, subject: "@YouTube", ask: func(ctx context.Context, p *party, s string) (any, error) {
		return youtube.New(p.Client(youtube.Source), p.now).Channel(ctx, s, "", few)
	}},
}

func search(ctx context.Context, e websearch.Engine, text string) (any, error) {
	return e.Search(ctx, websearch.Query{Text: text, Count: few})
}

func adsOf(p *party, s ads.Subject) ads.Query {
	return ads.Query{Subject: s, Status: ads.AnyStatus, Limit: few, Until: p.now()}
}

func metaAds(ctx context.Context, p *party, page string) (any, error) {
	return adlibrary.New(p.Client("adlibrary"), p.Client("adlibraryapi")).Load(ctx, adsOf(p, ads.Subject{AdvertiserID: page}), "")
}

func captures(ctx context.Context, p *party, domain string) (any, error) {
	c := commoncrawl.New(p.Client(commoncrawl.Name), p.now)
	crawl, err := c.Latest(ctx)
	if err != nil {
		return nil, err
	}
	found, _, err := c.Captures(ctx, crawl, domain, few)
	return []any{crawl, found}, err
}

// thread searches and reads a discussion, which are two forms of the same thing.
func thread(ctx context.Context, p *party, id string) (any, error) {
	c := hackernews.New(p.Client(hackernews.Search), p.Client(hackernews.Official))
	page, err := c.Relevant(ctx, hackernews.Query{Text: "harbour"}, "", few)
	if err != nil {
		return nil, err
	}
	read, err := c.Thread(ctx, id, few)
	return []any{page, read}, err
}

// capture gets the newest capture of a page.
func capture(ctx context.Context, p *party, page string) (any, error) {
	archive := wayback.From(p)
	c, found, err := archive.Latest(ctx, page)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return nil, errs.New(errs.TargetError, "The archive has no capture of "+page+"; name another page by --subject.")
	}
	_, c, err = archive.Get(ctx, c, page)
	return c, err
}
