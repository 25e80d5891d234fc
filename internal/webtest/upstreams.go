package webtest

import (
	"sync"

	"github.com/quarryapi/quarry/internal/read/model/openai/openaitest"
	"github.com/quarryapi/quarry/internal/read/websearch/arxiv/arxivtest"
	"github.com/quarryapi/quarry/internal/read/websearch/brave/bravetest"
	"github.com/quarryapi/quarry/internal/read/websearch/crossref/crossreftest"
	"github.com/quarryapi/quarry/internal/read/websearch/duckduckgo/duckduckgotest"
	"github.com/quarryapi/quarry/internal/read/websearch/googlecse/googlecsetest"
	"github.com/quarryapi/quarry/internal/read/websearch/openalex/openalextest"
	"github.com/quarryapi/quarry/internal/read/websearch/searxng/searxngtest"
	"github.com/quarryapi/quarry/internal/read/websearch/semanticscholar/semanticscholartest"
	"github.com/quarryapi/quarry/internal/read/websearch/tavily/tavilytest"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/adlibrarytest"
	"github.com/quarryapi/quarry/internal/sources/adstransparency/adstransparencytest"
	"github.com/quarryapi/quarry/internal/sources/certlog/certlogtest"
	"github.com/quarryapi/quarry/internal/sources/commoncrawl/commoncrawltest"
	"github.com/quarryapi/quarry/internal/sources/crux/cruxtest"
	"github.com/quarryapi/quarry/internal/sources/doh/dohtest"
	"github.com/quarryapi/quarry/internal/sources/gdelt/gdelttest"
	"github.com/quarryapi/quarry/internal/sources/googlenews/googlenewstest"
	"github.com/quarryapi/quarry/internal/sources/hackernews/hackernewstest"
	"github.com/quarryapi/quarry/internal/sources/linkedin/linkedintest"
	"github.com/quarryapi/quarry/internal/sources/pagespeed/pagespeedtest"
	"github.com/quarryapi/quarry/internal/sources/producthunt/producthunttest"
	"github.com/quarryapi/quarry/internal/sources/rdap/rdaptest"
	"github.com/quarryapi/quarry/internal/sources/reddit/reddittest"
	"github.com/quarryapi/quarry/internal/sources/tranco/trancotest"
	"github.com/quarryapi/quarry/internal/sources/wayback/waybacktest"
	"github.com/quarryapi/quarry/internal/sources/wikidata/wikidatatest"
	"github.com/quarryapi/quarry/internal/sources/x/xtest"
	"github.com/quarryapi/quarry/internal/sources/youtube/youtubetest"
)

// Upstreams returns the replays of upstreams, one line each, by name. A replay answers
// for http://company.test and for the failures that it documents, in the format of the
// real service; its base URL takes the real one's place.
func Upstreams() []Site {
	return []Site{
		adlibrarytest.Site(),
		adlibrarytest.API(),
		adstransparencytest.Site(),
		reddittest.ArcticShift(),
		arxivtest.Site(),
		bravetest.Site(searchIndex),
		certlogtest.CertSpotter(),
		commoncrawltest.Site(crawledPages),
		crossreftest.Site(),
		certlogtest.CrtSh(),
		cruxtest.Site(),
		dohtest.Site(sampleZones),
		xtest.FxTwitter(),
		gdelttest.Site(),
		googlenewstest.Site(),
		duckduckgotest.Site(searchIndex),
		hackernewstest.Search(),
		hackernewstest.Official(),
		rdaptest.IANA(),
		linkedintest.Site(),
		openaitest.Site(),
		openalextest.Site(),
		pagespeedtest.Site(),
		producthunttest.Site(),
		producthunttest.API(),
		googlecsetest.Site(searchIndex),
		reddittest.PullPush(),
		reddittest.Feeds(),
		reddittest.API(),
		rdaptest.Registrar(sampleZones),
		rdaptest.Registry(sampleZones),
		searxngtest.Site(searchIndex),
		semanticscholartest.Site(),
		tavilytest.Site(searchIndex),
		trancotest.Site(),
		waybacktest.Site(),
		waybacktest.Captures(),
		wikidatatest.Site(),
		xtest.API(),
		xtest.Posts(),
		xtest.Timelines(),
		xtest.Pages(),
		youtubetest.Site(),
		youtubetest.Consent(),
	}
}

// sampleZones are the zones of the sample sites.
var sampleZones = sync.OnceValue(func() *dohtest.Zones {
	var hosts []string
	for _, s := range Sites() {
		hosts = append(hosts, s.Host)
	}
	return dohtest.ZonesOf(hosts)
})

// crawledPages are those of company.test.
func crawledPages() []commoncrawltest.Page {
	var all []commoncrawltest.Page
	for _, p := range companyPages() {
		all = append(all, commoncrawltest.Page{Path: p.Path, Lang: p.Lang})
	}
	return all
}
