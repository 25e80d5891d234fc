// Package kinds is the registry of job kinds: what each declares, in one list that
// routes, queues, functions, the stack and the documentation follow. It holds no
// runners, so that whoever needs the list does not link what jobs need.
package kinds

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/hnpost"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/kinds/reddit"
	"github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/kinds/rss"
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/xpost"
	"github.com/quarryapi/quarry/internal/kinds/xprofile"
)

// All returns every kind's Spec, in the order of the documentation.
func All() []job.Spec {
	return []job.Spec{
		urlkind.Spec(),
		site.Spec(),
		sitemap.Spec(),
		rss.Spec(),
		channel.Spec(),
		hnsearch.Spec(),
		hnpost.Spec(),
		reddit.Spec(),
		xprofile.Spec(),
		xpost.Spec(),
		linkedinemployees.Spec(),
		mentions.Spec(),
		socialmentions.Spec(),
		socialengagement.Spec(),
		infra.Spec(),
		seo.Spec(),
		brand.Spec(),
		company.Spec(),
		ads.Spec(),
		producthunt.Spec(),
		search.Spec(),
		research.Spec(),
	}
}
