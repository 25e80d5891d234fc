// Package kinds is the registry of job kinds: what each declares, in one list that
// routes, queues, functions, the stack and the documentation follow. It holds no
// runners, so that whoever needs the list does not link what jobs need.
package kinds

import (
	"github.com/quarryapi/quarry/internal/kind"
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
	"github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/xpost"
	"github.com/quarryapi/quarry/internal/kinds/xprofile"
)

// All returns every kind's definition, in the order of the documentation.
func All() []kind.Definition {
	return []kind.Definition{
		url.Definition(),
		site.Definition(),
		sitemap.Definition(),
		rss.Definition(),
		channel.Definition(),
		hnsearch.Definition(),
		hnpost.Definition(),
		reddit.Definition(),
		xprofile.Definition(),
		xpost.Definition(),
		linkedinemployees.Definition(),
		mentions.Definition(),
		socialmentions.Definition(),
		socialengagement.Definition(),
		infra.Definition(),
		seo.Definition(),
		brand.Definition(),
		company.Definition(),
		ads.Definition(),
		producthunt.Definition(),
		search.Definition(),
		research.Definition(),
	}
}
