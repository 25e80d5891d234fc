// Package kinds is the registry of job kinds: what each declares, in one list that
// routes, queues, functions, the stack and the documentation follow. It holds no
// runners, so that whoever needs the list does not link what jobs need.
package kinds

import (
	"github.com/quarryapi/quarry/internal/job"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	brandkind "github.com/quarryapi/quarry/internal/kinds/brand"
	channelkind "github.com/quarryapi/quarry/internal/kinds/channel"
	companykind "github.com/quarryapi/quarry/internal/kinds/company"
	hnpostkind "github.com/quarryapi/quarry/internal/kinds/hn_post"
	hnsearchkind "github.com/quarryapi/quarry/internal/kinds/hn_search"
	infrakind "github.com/quarryapi/quarry/internal/kinds/infra"
	linkedinemployeeskind "github.com/quarryapi/quarry/internal/kinds/linkedin_employees"
	mentionskind "github.com/quarryapi/quarry/internal/kinds/mentions"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
	redditkind "github.com/quarryapi/quarry/internal/kinds/reddit"
	researchkind "github.com/quarryapi/quarry/internal/kinds/research"
	rsskind "github.com/quarryapi/quarry/internal/kinds/rss"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	seokind "github.com/quarryapi/quarry/internal/kinds/seo"
	sitekind "github.com/quarryapi/quarry/internal/kinds/site"
	sitemapkind "github.com/quarryapi/quarry/internal/kinds/sitemap"
	socialengagementkind "github.com/quarryapi/quarry/internal/kinds/social_engagement"
	socialmentionskind "github.com/quarryapi/quarry/internal/kinds/social_mentions"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	xpostkind "github.com/quarryapi/quarry/internal/kinds/x_post"
	xprofilekind "github.com/quarryapi/quarry/internal/kinds/x_profile"
)

// All returns every kind's Spec, in the order of the documentation.
func All() []job.Spec {
	return []job.Spec{
		urlkind.Spec(),
		sitekind.Spec(),
		sitemapkind.Spec(),
		rsskind.Spec(),
		channelkind.Spec(),
		hnsearchkind.Spec(),
		hnpostkind.Spec(),
		redditkind.Spec(),
		xprofilekind.Spec(),
		xpostkind.Spec(),
		linkedinemployeeskind.Spec(),
		mentionskind.Spec(),
		socialmentionskind.Spec(),
		socialengagementkind.Spec(),
		infrakind.Spec(),
		seokind.Spec(),
		brandkind.Spec(),
		companykind.Spec(),
		adskind.Spec(),
		producthuntkind.Spec(),
		searchkind.Spec(),
		researchkind.Spec(),
	}
}
