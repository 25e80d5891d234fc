// Code generated from internal/kinds by "make generate"; DO NOT EDIT.

package local

import (
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/kinds/ads/adsrun"
	"github.com/quarryapi/quarry/internal/kinds/brand/brandrun"
	"github.com/quarryapi/quarry/internal/kinds/channel/channelrun"
	"github.com/quarryapi/quarry/internal/kinds/company/companyrun"
	"github.com/quarryapi/quarry/internal/kinds/hnpost/hnpostrun"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch/hnsearchrun"
	"github.com/quarryapi/quarry/internal/kinds/infra/infrarun"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/linkedinemployeesrun"
	"github.com/quarryapi/quarry/internal/kinds/mentions/mentionsrun"
	"github.com/quarryapi/quarry/internal/kinds/producthunt/producthuntrun"
	"github.com/quarryapi/quarry/internal/kinds/reddit/redditrun"
	"github.com/quarryapi/quarry/internal/kinds/research/researchrun"
	"github.com/quarryapi/quarry/internal/kinds/rss/rssrun"
	"github.com/quarryapi/quarry/internal/kinds/search/answerrun"
	"github.com/quarryapi/quarry/internal/kinds/search/searchrun"
	"github.com/quarryapi/quarry/internal/kinds/seo/seorun"
	"github.com/quarryapi/quarry/internal/kinds/site/siterun"
	"github.com/quarryapi/quarry/internal/kinds/sitemap/sitemaprun"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement/socialengagementrun"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions/socialmentionsrun"
	"github.com/quarryapi/quarry/internal/kinds/url/screenshotrun"
	"github.com/quarryapi/quarry/internal/kinds/url/urlrun"
	"github.com/quarryapi/quarry/internal/kinds/xpost/xpostrun"
	"github.com/quarryapi/quarry/internal/kinds/xprofile/xprofilerun"
)

// wires make the runner of each function by its name: the same that the function's main
// starts.
func wires() map[string]func(*parts.Parts) kind.Runner {
	return map[string]func(*parts.Parts) kind.Runner{
		"url":                urlrun.Wire,
		"url-screenshot":     screenshotrun.Wire,
		"site":               siterun.Wire,
		"sitemap":            sitemaprun.Wire,
		"rss":                rssrun.Wire,
		"channel":            channelrun.Wire,
		"hn_search":          hnsearchrun.Wire,
		"hn_post":            hnpostrun.Wire,
		"reddit":             redditrun.Wire,
		"x_profile":          xprofilerun.Wire,
		"x_post":             xpostrun.Wire,
		"linkedin_employees": linkedinemployeesrun.Wire,
		"mentions":           mentionsrun.Wire,
		"social_mentions":    socialmentionsrun.Wire,
		"social_engagement":  socialengagementrun.Wire,
		"infra":              infrarun.Wire,
		"seo":                seorun.Wire,
		"brand":              brandrun.Wire,
		"company":            companyrun.Wire,
		"ads":                adsrun.Wire,
		"producthunt":        producthuntrun.Wire,
		"search":             searchrun.Wire,
		"search-answer":      answerrun.Wire,
		"research":           researchrun.Wire,
	}
}
