package main

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/quarryapi/quarry/internal/sources/skeleton"
)

// recipe is one skeleton of the repository.
type recipe struct {
	upstream  string // whose rules it is made by
	dir       string // the package that reads it
	name      string // by which the package knows it, and its recording
	recording string // where that is in the folder of recordings
	source    string // where that was published
	items     int    // see skeleton.Rules
	whole     bool

	// What the probe knows of answers comes from skeletons: of those of which upstream and
	// surface, see probe.Sample; empty for a skeleton of a refusal, or of a part of an answer.
	answers, request string
	at               string   // path of the answer in the skeleton, where that is a whole exchange
	data             []string // names of members whose objects have data for names
	subject          string
	partial          bool
	optional         []string
}

func (r recipe) folder() string { return filepath.Join(r.dir, "testdata", "skeleton") }

func (r recipe) path() string { return filepath.Join(r.folder(), r.name) }

func (r recipe) adapt(rules skeleton.Rules) skeleton.Rules {
	if r.items != 0 {
		rules.Items = r.items
	}
	rules.Whole = rules.Whole || r.whole
	return rules
}

func upstreams() []string { return slices.Sorted(maps.Keys(rulesOf)) }

// rulesOf are the rules of each upstream's skeletons, beside those that all have.
var rulesOf = map[string]skeleton.Rules{
	"adlibrary": {
		Hosts: []string{"facebook.com", "fbcdn.net"}, Words: []string{"product", "name", "brand", "description", "price"},
		Enums: []string{"publisher_platform", "categories", "gated_type"}, Whole: true,
	},
	"adstransparency": {Hosts: []string{"googleusercontent.com", "googlesyndication.com", "youtube.com"}, Prefixes: []string{"AR", "CR"}, Words: []string{"US", "USD", "embed"}},
	"arxiv":           {Hosts: []string{"arxiv.org", "w3.org", "a9.com"}, Words: []string{"api", "errors", "query", "abs", "pdf"}},
	"bedrock":         {Hosts: []string{"amazonaws.com"}},
	"certspotter":     {Words: []string{"C", "O", "CN", "US"}},
	"commoncrawl":     {Hosts: []string{"index.commoncrawl.org"}, Words: []string{"CC", "MAIN", "warc", "index", "crawl", "data", "No", "Captures", "found"}, Enums: []string{"mime", "mime-detected", "languages", "status"}, Lines: true},
	"crossref":        {Hosts: []string{"doi.org", "crossref.org"}},
	"crtsh":           {Words: []string{"C", "O", "OU", "CN"}},
	"crux":            {Hosts: []string{"googleapis.com"}, Enums: []string{"formFactor", "effectiveConnectionType"}, Whole: true},
	"dns":             {},
	"duckduckgo":      {Hosts: []string{"duckduckgo.com"}, Enums: []string{"data-result", "data-area", "data-layout", "data-nrn"}, Classes: []string{"eVNp", "result", "anomaly", "nav-link", "no-results", "web-result"}},
	"gdelt":           {Words: []string{"limit", "requests", "every", "seconds"}, Enums: []string{"language", "sourcecountry"}},
	"googlenews":      {Hosts: []string{"news.google.com", "search.yahoo.com"}, Words: []string{"rss", "articles"}},
	"hackernews":      {Words: []string{"story", "comment", "author", "poll", "pollopt", "ask", "show", "job", "hn", "front", "page"}, Whole: true},
	"linkedin":        {Hosts: []string{"linkedin.com", "licdn.com"}, Words: []string{"company", "school", "showcase", "in", "posts", "pulse", "feed", "update", "activity", "share", "ugcPost", "urn", "li", "redir", "redirect", "followers", "follower", "employees", "reposted", "this", "comments", "comment", "likes", "like", "reactions", "d", "h", "w", "mo", "yr", "ago", "Edited", "month", "months", "year", "years", "week", "weeks", "day", "days", "dms", "image", "facetCurrentCompany", "search", "results", "people"}, Enums: []string{"data-tracking-control-name", "pageKey"}, Classes: []string{"top-card-layout", "cover-img", "base-main-card", "main-feed", "feed-reshare", "about-us", "share-", "social-counts", "comment", "experience-item", "date-range", "similar", "authwall", "pulse", "article"}, Drop: []string{"icon", "footer", "form", "code", "data-tracking-will-navigate", "data-ghost-classes", "data-ghost-url", "aria-label", "aria-hidden", "aria-expanded", "aria-live", "aria-describedby", "aria-disabled", "aria-labelledby", "aria-busy", "aria-controls", "tabindex", "role", "target", "data-impression-id", "data-js-module-id", "data-semaphore-tracking-prefix", "data-modal", "data-featured-activity-urn", "data-tracking-client-ingraph", "data-stream-tracking-token", "data-li-uetrk-token", "button", "nav", "poster", "alt"}, Items: 4},
	"openai":          {Hosts: []string{"openai.com"}, Enums: []string{"code"}},
	"openalex":        {Hosts: []string{"openalex.org", "doi.org", "orcid.org", "ror.org"}, Prefixes: []string{"W", "A", "I", "S"}, Maps: []string{"abstract_inverted_index"}, Whole: true},
	"pagespeed": {
		Hosts: []string{"googleapis.com"}, Enums: []string{"category", "overall_category", "lighthouseVersion"}, Lists: []string{"audits"},
		Keep: []string{
			"metrics", "first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time", "cumulative-layout-shift", "interactive", "server-response-time",
			"document-latency-insight",
		},
		Drop: []string{"fullPageScreenshot", "timing", "i18n", "stackPacks", "entities", "configSettings", "categoryGroups", "environment"}, Items: 6,
	},
	"producthunt":        {Hosts: []string{"producthunt.com"}, Words: []string{"tag", "Post", "r", "p", "products", "posts", "Discussion", "Link", "feed"}},
	"programmablesearch": {Hosts: []string{"googleapis.com"}, Enums: []string{"kind"}},
	"rdap": {
		Enums: []string{"objectClassName", "eventAction", "rdapConformance", "rel", "status"},
		Words: []string{"vcard", "version", "fn", "n", "org", "adr", "tel", "email", "uri", "text", "voice", "fax", "url", "kind", "individual", "IANA", "Registrar", "ID", "cc", "title", "role"},
		Whole: true,
	},
	"reddit":          {Hosts: []string{"reddit.com", "redd.it", "redditstatic.com", "redditmedia.com"}, Prefixes: []string{"t1", "t2", "t3", "t4", "t5"}, Words: []string{"r", "u", "user", "comments", "link", "submitted", "by", "SC_OFF", "SC", "OFF", "ON", "md", "self", "default", "top", "rss", "bearer"}},
	"searxng":         {Enums: []string{"engine", "engines"}},
	"semanticscholar": {},
	"tavily":          {},
	"tranco":          {},
	"wayback":         {Hosts: []string{"web.archive.org"}, Words: []string{"web"}},
	"wikidata":        {Enums: []string{"snaktype", "datatype", "rank"}, Prefixes: []string{"Q", "P"}},
	"x":               {Hosts: []string{"x.com", "twitter.com", "twimg.com", "t.co"}, Words: []string{"status", "photo", "video", "media", "profile_images", "profile_banners", "ext_tw_video_thumb", "amplify_video", "tweet_video", "normal", "cursor", "bottom", "top", "user", "tweet", "conversationthread", "promoted", "who", "to", "follow", "module", "home", "conversation", "profile", "Likes", "Reposts", "Replies", "Quotes", "Followers", "Following", "Posts", "Views", "Bookmarks", "Follows", "Retweets", "Tweets", "suspended"}, Drop: []string{"class", "svg", "button", "aria-label", "imageSrcSet"}, Items: 3},
	"youtube":         {Hosts: []string{"youtube.com", "ytimg.com", "ggpht.com", "googleusercontent.com"}, Prefixes: []string{"UC"}, Words: []string{"videos", "video", "shorts", "streams", "featured", "playlists", "community", "search", "view", "views", "watching", "waiting", "scheduled", "premieres", "streamed", "subscriber", "subscribers", "no", "live", "upcoming", "second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year", "years", "ago", "watch", "channel", "user", "feeds", "youtubei", "v1", "browse", "navigation", "resolve", "url", "hl", "gl", "prettyPrint", "application", "json", "hqdefault", "vi", "item", "shelf"}, Enums: []string{"imageName"}, Drop: []string{"trackingParams", "clickTrackingParams", "loggingDirectives", "topbar", "frameworkUpdates", "sequenceParams", "params64", "accessibilityContext", "rendererContext", "thumbnailHoverOverlayToggleActionsViewModel"}, Items: 4},
}
