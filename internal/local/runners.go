package local

import (
	"github.com/quarryapi/quarry/internal/browser"
	"github.com/quarryapi/quarry/internal/job"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	adsrunner "github.com/quarryapi/quarry/internal/kinds/ads/runner"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	brandrunner "github.com/quarryapi/quarry/internal/kinds/brand/runner"
	channelkind "github.com/quarryapi/quarry/internal/kinds/channel"
	channelrunner "github.com/quarryapi/quarry/internal/kinds/channel/runner"
	companykind "github.com/quarryapi/quarry/internal/kinds/company"
	companyrunner "github.com/quarryapi/quarry/internal/kinds/company/runner"
	hnpostkind "github.com/quarryapi/quarry/internal/kinds/hn_post"
	hnpostrunner "github.com/quarryapi/quarry/internal/kinds/hn_post/runner"
	hnsearchkind "github.com/quarryapi/quarry/internal/kinds/hn_search"
	hnsearchrunner "github.com/quarryapi/quarry/internal/kinds/hn_search/runner"
	infrakind "github.com/quarryapi/quarry/internal/kinds/infra"
	infrarunner "github.com/quarryapi/quarry/internal/kinds/infra/runner"
	linkedinemployeeskind "github.com/quarryapi/quarry/internal/kinds/linkedin_employees"
	linkedinemployeesrunner "github.com/quarryapi/quarry/internal/kinds/linkedin_employees/runner"
	mentionskind "github.com/quarryapi/quarry/internal/kinds/mentions"
	mentionsrunner "github.com/quarryapi/quarry/internal/kinds/mentions/runner"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
	producthuntrunner "github.com/quarryapi/quarry/internal/kinds/producthunt/runner"
	redditkind "github.com/quarryapi/quarry/internal/kinds/reddit"
	redditrunner "github.com/quarryapi/quarry/internal/kinds/reddit/runner"
	researchkind "github.com/quarryapi/quarry/internal/kinds/research"
	researchrunner "github.com/quarryapi/quarry/internal/kinds/research/runner"
	rsskind "github.com/quarryapi/quarry/internal/kinds/rss"
	rssrunner "github.com/quarryapi/quarry/internal/kinds/rss/runner"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/answerer"
	searchrunner "github.com/quarryapi/quarry/internal/kinds/search/runner"
	seokind "github.com/quarryapi/quarry/internal/kinds/seo"
	seorunner "github.com/quarryapi/quarry/internal/kinds/seo/runner"
	sitekind "github.com/quarryapi/quarry/internal/kinds/site"
	siterunner "github.com/quarryapi/quarry/internal/kinds/site/runner"
	sitemapkind "github.com/quarryapi/quarry/internal/kinds/sitemap"
	sitemaprunner "github.com/quarryapi/quarry/internal/kinds/sitemap/runner"
	socialengagementkind "github.com/quarryapi/quarry/internal/kinds/social_engagement"
	socialengagementrunner "github.com/quarryapi/quarry/internal/kinds/social_engagement/runner"
	socialmentionskind "github.com/quarryapi/quarry/internal/kinds/social_mentions"
	socialmentionsrunner "github.com/quarryapi/quarry/internal/kinds/social_mentions/runner"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	urlrunner "github.com/quarryapi/quarry/internal/kinds/url/runner"
	"github.com/quarryapi/quarry/internal/kinds/url/screenshot"
	xpostkind "github.com/quarryapi/quarry/internal/kinds/x_post"
	xpostrunner "github.com/quarryapi/quarry/internal/kinds/x_post/runner"
	xprofilekind "github.com/quarryapi/quarry/internal/kinds/x_profile"
	xprofilerunner "github.com/quarryapi/quarry/internal/kinds/x_profile/runner"
	"github.com/quarryapi/quarry/internal/model/choice"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/tech"
	"github.com/quarryapi/quarry/internal/workerhost"
)

// runners are what the workers run, by their names; in AWS each function links one.
func runners(p *workerhost.Parts, b *browser.Browser) map[string]job.Runner {
	infra, seo := infrarunner.New(p.Web, p.Upstreams, tech.New(), p.Now), seorunner.New(p.Web, p.Upstreams, p.Now)
	brand := brandrunner.New(p.Web, b, choice.New(p.Config.Model, p.Upstreams, p.AWS()))
	return map[string]job.Runner{
		urlkind.Kind:               urlrunner.New(p.Web),
		urlkind.ScreenshotWorker:   screenshot.New(b, p.Web),
		sitekind.Kind:              siterunner.New(b),
		sitemapkind.Kind:           sitemaprunner.New(p.Web, p.Now),
		hnsearchkind.Kind:          hnsearchrunner.New(hackernews.From(p.Upstreams), p.Cursors),
		hnpostkind.Kind:            hnpostrunner.New(hackernews.From(p.Upstreams)),
		redditkind.Kind:            redditrunner.New(reddit.From(p.Upstreams, p.Now)),
		xprofilekind.Kind:          xprofilerunner.New(x.From(p.Upstreams, p.Now), p.Cursors),
		xpostkind.Kind:             xpostrunner.New(x.From(p.Upstreams, p.Now), p.Cursors),
		rsskind.Kind:               rssrunner.New(p.Web),
		channelkind.Kind:           channelrunner.New(channelrunner.Platforms(p.Upstreams, p.Now), p.Cursors),
		linkedinemployeeskind.Kind: linkedinemployeesrunner.New(p.Web, p.Upstreams),
		mentionskind.Kind:          mentionsrunner.New(mentionsrunner.From(p.Upstreams, p.Now)),
		socialmentionskind.Kind:    socialmentionsrunner.New(socialmentionsrunner.From(p.Upstreams, p.Now), p.Cursors),
		socialengagementkind.Kind:  socialengagementrunner.New(socialengagementrunner.From(p.Upstreams, p.Now), p.Cursors),
		infrakind.Kind:             infra,
		seokind.Kind:               seo,
		brandkind.Kind:             brand,
		companykind.Kind:           companyrunner.New(p.Web, brand, infra, seo),
		adskind.Kind:               adsrunner.New(adsrunner.From(p.Upstreams), p.Cursors, p.Now),
		producthuntkind.Kind:       producthuntrunner.New(p.Web, p.Upstreams),
		searchkind.Kind:            searchrunner.New(p.Upstreams),
		searchkind.AnswerWorker:    answerer.New(answerer.Pages(p.Web, p.Now), p.Upstreams, choice.New(p.Config.Model, p.Upstreams, p.AWS()), p.Now),
		researchkind.Kind:          researchrunner.New(p.Web, p.Upstreams, p.Shelf, choice.NewWithEmbeddings(p.Config.Model, p.Config.Embeddings, p.Upstreams, p.AWS()), p.Now),
	}
}
