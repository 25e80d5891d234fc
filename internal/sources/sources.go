// Package sources lists the upstreams that kinds of jobs ask, and how each is
// reached: its base URL and its key. Package upstream makes the calls, and a package
// for each upstream knows its formats. This one is light enough for a function that
// must start fast; it neither dials nor knows jobs.
package sources

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// Upstream is a service that others run and that we ask.
type Upstream struct {
	Name     string        // by which it is configured: "crux"
	BaseURL  string        // where it is unless configured otherwise, without a trailing slash; empty for one that only operators have
	NeedsKey bool          // answers nothing without a key
	TakesKey bool          // answers more with a key
	Pace     time.Duration // the least time between two calls of an installation
	About    string        // what it is asked for, and under which terms
}

// All returns the known upstreams by name. A new one is a line here.
func All() []Upstream {
	return []Upstream{
		{Name: "adlibrary", BaseURL: "https://www.facebook.com", Pace: 5 * time.Second, About: "ads of Facebook and Instagram, by the public page of the Meta Ad Library"},
		{Name: "adlibraryapi", BaseURL: "https://graph.facebook.com/v24.0", TakesKey: true, Pace: time.Second, About: "ads about politics, and others shown in the EU or the UK, by the official API of the Meta Ad Library; used first, and only with a key, the token of a person whose identity Meta has confirmed"},
		{Name: "adstransparency", BaseURL: "https://adstransparency.google.com", Pace: time.Second, About: "ads of Google's verified advertisers, by the Google Ads Transparency Center"},
		{Name: "arcticshift", BaseURL: "https://arctic-shift.photon-reddit.com", Pace: 500 * time.Millisecond, About: "an archive of Reddit by volunteers: accounts, and links to a domain"},
		{Name: "arxiv", BaseURL: "https://export.arxiv.org", Pace: 3 * time.Second, About: "search of preprints, by arXiv's API; one call in 3 seconds"},
		{Name: "brave", BaseURL: "https://api.search.brave.com/res/v1", NeedsKey: true, Pace: 1100 * time.Millisecond, About: "search of the web, by Brave's API; 1 call a second with the free plan"},
		{Name: "certspotter", BaseURL: "https://api.certspotter.com", TakesKey: true, About: "certificate transparency, when crt.sh is unavailable"},
		{Name: "commoncrawl", BaseURL: "https://index.commoncrawl.org", Pace: time.Second, About: "captures of a domain in the latest crawl"},
		{Name: "crossref", BaseURL: "https://api.crossref.org", TakesKey: true, Pace: 200 * time.Millisecond, About: "search of scholarly works, by Crossref; the key is an e-mail address, which gives access to its polite pool"},
		{Name: "crtsh", BaseURL: "https://crt.sh", About: "certificate transparency"},
		{Name: "crux", BaseURL: "https://chromeuxreport.googleapis.com", NeedsKey: true, About: "field data of the Chrome UX Report"},
		{Name: "dns", BaseURL: "https://cloudflare-dns.com/dns-query", About: "DNS over HTTPS in JSON"},
		{Name: "duckduckgo", BaseURL: "https://html.duckduckgo.com", Pace: 30 * time.Second, About: "search of the web; blocks clients that call it often, for up to an hour"},
		{Name: "fxtwitter", BaseURL: "https://api.fxtwitter.com", Pace: 100 * time.Millisecond, About: "accounts and posts of X, by FxTwitter, which volunteers run; its program FxEmbed can be self-hosted"},
		{Name: "gdelt", BaseURL: "https://api.gdeltproject.org", Pace: 5 * time.Second, About: "search of news, by the GDELT project; one call in 5 seconds, about three months back"},
		{Name: "googlenews", BaseURL: "https://news.google.com", Pace: time.Second, About: "search of news, by the feed of Google News"},
		{Name: "hackernews", BaseURL: "https://hn.algolia.com/api/v1", About: "search and discussions of Hacker News, by Algolia; 10,000 calls an hour"},
		{Name: "hackernewsapi", BaseURL: "https://hacker-news.firebaseio.com/v0", About: "items of Hacker News, by its official API"},
		{Name: "iana", BaseURL: "https://data.iana.org", About: "the RDAP service of a top-level domain"},
		{Name: "linkedin", BaseURL: "https://www.linkedin.com", Pace: 7 * time.Second, About: "companies, posts and people, as far as LinkedIn shows them without a login"},
		{Name: "model", BaseURL: "https://api.openai.com/v1", TakesKey: true, About: "a language model that speaks OpenAI's protocol"},
		{Name: "openalex", BaseURL: "https://api.openalex.org", TakesKey: true, Pace: 100 * time.Millisecond, About: "search of scholarly works, by OpenAlex; without a key, which is free, about ten searches a day"},
		{Name: "pagespeed", BaseURL: "https://www.googleapis.com", TakesKey: true, About: "a Lighthouse run; without a key from a small shared quota"},
		{Name: "producthunt", BaseURL: "https://www.producthunt.com", Pace: time.Second, About: "products, launches and people of Product Hunt: its feed, and its pages if it does not block automated access"},
		{Name: "producthuntapi", BaseURL: "https://api.producthunt.com", NeedsKey: true, Pace: 200 * time.Millisecond, About: "launches by Product Hunt's API; the key is a developer token, or client_id:client_secret of an application; 6,250 points in 15 minutes, and commercial use needs Product Hunt's consent"},
		{Name: "programmablesearch", BaseURL: "https://www.googleapis.com", NeedsKey: true, About: "search of the web by Google, by the API of its Programmable Search; the key is KEY:CX, that of the API and the id of a search engine for the whole web; 100 calls a day are free"},
		{Name: "pullpush", BaseURL: "https://api.pullpush.io", Pace: 4 * time.Second, About: "an archive of Reddit by volunteers, with gaps from 2025 on; 15 calls a minute"},
		{Name: "reddit", BaseURL: "https://www.reddit.com", TakesKey: true, Pace: 6 * time.Second, About: "feeds of Reddit, about 10 calls a minute; with the key client_id:client_secret of an app, tokens for its API"},
		{Name: "redditapi", BaseURL: "https://oauth.reddit.com", Pace: 600 * time.Millisecond, About: "the API of Reddit, with the app of the key of reddit; 100 calls a minute"},
		{Name: "searxng", About: "search of the web, by an instance of SearXNG of your own; its settings.yml must list json among the formats"},
		{Name: "semanticscholar", BaseURL: "https://api.semanticscholar.org", TakesKey: true, Pace: time.Second, About: "search of scholarly works, by Semantic Scholar; without a key from a small shared quota"},
		{Name: "tavily", BaseURL: "https://api.tavily.com", NeedsKey: true, About: "search of the web, by Tavily's API"},
		{Name: "tranco", BaseURL: "https://tranco-list.eu", Pace: time.Second, About: "rank of a domain"},
		{Name: "wayback", BaseURL: "https://archive.org", Pace: time.Second, About: "captures of pages that are gone, by the Internet Archive's availability API"},
		{Name: "waybackweb", BaseURL: "https://web.archive.org", About: "captures of pages, by the Internet Archive"},
		{Name: "wikidata", BaseURL: "https://www.wikidata.org", About: "facts about companies and products"},
		{Name: "xapi", BaseURL: "https://api.x.com", TakesKey: true, About: "accounts and posts of X, by its official API; the key is a bearer token, and each object read costs money"},
		{Name: "xguest", BaseURL: "https://x.com/i/api/graphql", TakesKey: true, About: "accounts and posts of X, by the API that its pages use for guests; used only with a key, which is the pages' bearer token and the ids of operations"},
		{Name: "xguesttoken", BaseURL: "https://api.x.com/1.1/guest", About: "tokens for xguest"},
		{Name: "xsyndication", BaseURL: "https://cdn.syndication.twimg.com", About: "single posts of X, as other sites show them"},
		{Name: "xtimeline", BaseURL: "https://syndication.twitter.com", Pace: time.Second, About: "timelines of X, as other sites show them; 30 calls in 15 minutes"},
		{Name: "xweb", BaseURL: "https://x.com", Pace: time.Second, About: "public pages of X"},
		{Name: "youtube", BaseURL: "https://www.youtube.com", About: "channels of YouTube: the API of its own site, and feeds"},
	}
}

// Config is how one upstream is reached.
type Config struct {
	Upstream
	Key   string   // empty is none
	Proxy *url.URL // an HTTP proxy that leads to it; nil is none
}

// What an operator's names may end in, to set something else of an upstream than its
// base URL or its key.
const (
	paceSuffix  = ".pace"  // among the URLs: the least time between two calls, "10s"
	proxySuffix = ".proxy" // among the keys, as it may hold a password: "http://user:password@host:port"
)

// Settings are the upstreams of one installation.
type Settings struct{ configs map[string]Config }

// NewSettings applies an operator's base URLs and keys, each by name, and what the
// suffixes of names set: NAME.pace among the URLs, NAME.proxy among the keys. The error
// names everything that is wrong at once, and shows no key.
func NewSettings(urls, keys map[string]string) (Settings, error) {
	every := All()
	s := Settings{configs: make(map[string]Config, len(every))} // at each start
	for _, u := range every {
		s.configs[u.Name] = Config{Upstream: u, Key: keys[u.Name]}
	}
	urls, paces := split(urls, paceSuffix)
	keys, proxies := split(keys, proxySuffix)
	problems := s.setBases(urls)
	problems = append(problems, s.setPaces(paces)...)
	problems = append(problems, s.setProxies(proxies)...)
	problems = append(problems, s.checkKeys(keys)...)
	return s, errors.Join(problems...)
}

// split takes out the entries whose names have a suffix, and the suffix off them.
func split(all map[string]string, suffix string) (plain, suffixed map[string]string) {
	plain, suffixed = map[string]string{}, map[string]string{}
	for name, value := range all {
		if bare, ok := strings.CutSuffix(name, suffix); ok {
			suffixed[bare] = value
		} else {
			plain[name] = value
		}
	}
	return plain, suffixed
}

func (s Settings) setBases(urls map[string]string) (problems []error) {
	for _, name := range slices.Sorted(maps.Keys(urls)) {
		c, known := s.configs[name]
		u, err := egress.Parse(urls[name])
		switch {
		case !known:
			problems = append(problems, s.unknown(name))
		case err != nil:
			problems = append(problems, fmt.Errorf("the base URL of %s %s", name, errs.As(err).Message))
		default:
			c.BaseURL = strings.TrimSuffix(u.String(), "/")
			if strings.HasSuffix(u.Hostname(), ".test") {
				c.Pace = 0 // a replay: no such name is on the internet (RFC 6761)
			}
			s.configs[name] = c
		}
	}
	return problems
}

func (s Settings) setPaces(paces map[string]string) (problems []error) {
	for _, name := range slices.Sorted(maps.Keys(paces)) {
		c, known := s.configs[name]
		pace, err := time.ParseDuration(paces[name])
		switch {
		case !known:
			problems = append(problems, s.unknown(name))
		case err != nil || pace < 0 || pace > time.Minute:
			problems = append(problems, fmt.Errorf("the pace of %s must be a time from 0s to 1m, such as 10s", name))
		default:
			c.Pace = pace
			s.configs[name] = c
		}
	}
	return problems
}

// setProxies takes what the operator says: a proxy may be in a network of his own.
func (s Settings) setProxies(proxies map[string]string) (problems []error) {
	for _, name := range slices.Sorted(maps.Keys(proxies)) {
		c, known := s.configs[name]
		u, err := url.Parse(proxies[name])
		switch {
		case !known:
			problems = append(problems, s.unknown(name))
		case err != nil || u.Scheme != "http" || u.Hostname() == "" || u.Port() == "":
			problems = append(problems, fmt.Errorf("the proxy of %s must be an address such as http://user:password@host:3128", name))
		default:
			c.Proxy = u
			s.configs[name] = c
		}
	}
	return problems
}

func (s Settings) checkKeys(keys map[string]string) (problems []error) {
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		if c, known := s.configs[name]; !known {
			problems = append(problems, s.unknown(name))
		} else if !c.NeedsKey && !c.TakesKey {
			problems = append(problems, fmt.Errorf("%s takes no key", name))
		}
	}
	return problems
}

func (s Settings) unknown(name string) error {
	return fmt.Errorf("there is no upstream %q; the known are %s", name, strings.Join(slices.Sorted(maps.Keys(s.configs)), ", "))
}

// Of returns how an upstream is reached. A name that is not in All is a mistake of
// the program.
func (s Settings) Of(name string) Config {
	c, ok := s.configs[name]
	if !ok {
		panic("sources: no upstream " + name)
	}
	return c
}
