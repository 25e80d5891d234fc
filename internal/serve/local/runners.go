package local

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/kinds/ads/adsrun"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/brand/brandrun"
	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/kinds/channel/channelrun"
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/company/companyrun"
	"github.com/quarryapi/quarry/internal/kinds/hnpost"
	"github.com/quarryapi/quarry/internal/kinds/hnpost/hnpostrun"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch/hnsearchrun"
	infrakind "github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/infrarun"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/linkedinemployeesrun"
	"github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/kinds/mentions/mentionsrun"
	"github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/kinds/producthunt/producthuntrun"
	redditkind "github.com/quarryapi/quarry/internal/kinds/reddit"
	"github.com/quarryapi/quarry/internal/kinds/reddit/redditrun"
	"github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/kinds/research/researchrun"
	"github.com/quarryapi/quarry/internal/kinds/rss"
	"github.com/quarryapi/quarry/internal/kinds/rss/rssrun"
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/answerrun"
	"github.com/quarryapi/quarry/internal/kinds/search/searchrun"
	seokind "github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/kinds/seo/seorun"
	"github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/kinds/site/siterun"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/sitemap/sitemaprun"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement/socialengagementrun"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions/socialmentionsrun"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/screenshotrun"
	"github.com/quarryapi/quarry/internal/kinds/url/urlrun"
	"github.com/quarryapi/quarry/internal/kinds/xpost"
	"github.com/quarryapi/quarry/internal/kinds/xpost/xpostrun"
	"github.com/quarryapi/quarry/internal/kinds/xprofile"
	"github.com/quarryapi/quarry/internal/kinds/xprofile/xprofilerun"
	"github.com/quarryapi/quarry/internal/read/tech"
	"github.com/quarryapi/quarry/internal/serve/modelprovider"
	"github.com/quarryapi/quarry/internal/serve/workerhost"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/web/browser"
)

// runners are what the workers run, by their names; in AWS each function links one.
func runners(p *workerhost.Parts, b *browser.Browser) map[string]job.Runner {
	infra, seo := infrarun.New(p.Web, p.Upstreams, tech.New(), p.Now), seorun.New(p.Web, p.Upstreams, p.Now)
	brand := brandrun.New(p.Web, b, modelprovider.New(p.Config.Model, p.Upstreams, p.AWS()))
	return map[string]job.Runner{
		urlkind.Kind:             urlrun.New(p.Web),
		urlkind.ScreenshotWorker: screenshotrun.New(b, p.Web),
		site.Kind:                siterun.New(b),
		sitemap.Kind:             sitemaprun.New(p.Web, p.Now),
		hnsearch.Kind:            hnsearchrun.New(hackernews.From(p.Upstreams), p.Cursors),
		hnpost.Kind:              hnpostrun.New(hackernews.From(p.Upstreams)),
		redditkind.Kind:          redditrun.New(reddit.From(p.Upstreams, p.Now)),
		xprofile.Kind:            xprofilerun.New(x.From(p.Upstreams, p.Now), p.Cursors),
		xpost.Kind:               xpostrun.New(x.From(p.Upstreams, p.Now), p.Cursors),
		rss.Kind:                 rssrun.New(p.Web),
		channel.Kind:             channelrun.New(channelrun.Platforms(p.Upstreams, p.Now), p.Cursors),
		linkedinemployees.Kind:   linkedinemployeesrun.New(p.Web, p.Upstreams),
		mentions.Kind:            mentionsrun.New(mentionsrun.From(p.Upstreams, p.Now)),
		socialmentions.Kind:      socialmentionsrun.New(socialmentionsrun.From(p.Upstreams, p.Now), p.Cursors),
		socialengagement.Kind:    socialengagementrun.New(socialengagementrun.From(p.Upstreams, p.Now), p.Cursors),
		infrakind.Kind:           infra,
		seokind.Kind:             seo,
		brandkind.Kind:           brand,
		company.Kind:             companyrun.New(p.Web, brand, infra, seo),
		ads.Kind:                 adsrun.New(adsrun.From(p.Upstreams), p.Cursors, p.Now),
		producthunt.Kind:         producthuntrun.New(p.Web, p.Upstreams),
		search.Kind:              searchrun.New(p.Upstreams),
		search.AnswerWorker:      answerrun.New(answerrun.Pages(p.Web, p.Now), p.Upstreams, modelprovider.New(p.Config.Model, p.Upstreams, p.AWS()), p.Now),
		research.Kind:            researchrun.New(p.Web, p.Upstreams, p.Shelf, modelprovider.NewWithEmbeddings(p.Config.Model, p.Config.Embeddings, p.Upstreams, p.AWS()), p.Now),
	}
}
