package webtest

// Upstreams returns the replays of upstreams, one line each, by name. A replay answers
// for http://company.test and for the failures that it documents, in the format of the
// real service; its base URL takes the real one's place.
func Upstreams() []Site {
	return []Site{
		adstransparencyUpstream(),
		arcticshiftUpstream(),
		certspotterUpstream(),
		commoncrawlUpstream(),
		crtshUpstream(),
		cruxUpstream(),
		dnsUpstream(),
		fxtwitterUpstream(),
		gdeltUpstream(),
		googlenewsUpstream(),
		duckduckgoUpstream(),
		hackernewsUpstream(),
		hackernewsAPIUpstream(),
		ianaUpstream(),
		linkedinUpstream(),
		modelUpstream(),
		pagespeedUpstream(),
		pullpushUpstream(),
		redditUpstream(),
		redditapiUpstream(),
		registrarUpstream(),
		registryUpstream(),
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
