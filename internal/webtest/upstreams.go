package webtest

import "sync"

// Upstreams returns the replays of upstreams, one line each, by name. A replay answers
// for http://company.test and for the failures that it documents, in the format of the
// real service; its base URL takes the real one's place.
func Upstreams() []Site {
	return []Site{
		adlibraryUpstream(),
		adlibraryAPIUpstream(),
		adstransparencyUpstream(),
		arcticshiftUpstream(),
		arxivUpstream(),
		braveUpstream(searchIndex),
		certspotterUpstream(),
		commoncrawlUpstream(crawledPages),
		crossrefUpstream(),
		crtshUpstream(),
		cruxUpstream(),
		dnsUpstream(sampleZones),
		fxtwitterUpstream(),
		gdeltUpstream(),
		googlenewsUpstream(),
		duckduckgoUpstream(searchIndex),
		hackernewsUpstream(),
		hackernewsAPIUpstream(),
		ianaUpstream(),
		linkedinUpstream(),
		modelUpstream(),
		openalexUpstream(),
		pagespeedUpstream(),
		producthuntUpstream(),
		producthuntapiUpstream(),
		programmablesearchUpstream(searchIndex),
		pullpushUpstream(),
		redditUpstream(),
		redditapiUpstream(),
		registrarUpstream(sampleZones),
		registryUpstream(sampleZones),
		searxngUpstream(searchIndex),
		semanticscholarUpstream(),
		tavilyUpstream(searchIndex),
		trancoUpstream(),
		waybackUpstream(),
		waybackwebUpstream(),
		wikidataUpstream(),
		xapiUpstream(),
		xsyndicationUpstream(),
		xtimelineUpstream(),
		xwebUpstream(),
		youtubeUpstream(),
		youtubeConsent(),
	}
}

// sampleZones are the zones of the sample sites.
var sampleZones = sync.OnceValue(func() *zones {
	var hosts []string
	for _, s := range Sites() {
		hosts = append(hosts, s.Host)
	}
	return zonesOf(hosts)
})

// crawledPages are those of company.test.
func crawledPages() []crawledPage {
	var all []crawledPage
	for _, p := range companyPages() {
		all = append(all, crawledPage{Path: p.Path, Lang: p.Lang})
	}
	return all
}
