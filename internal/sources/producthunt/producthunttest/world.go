package producthunttest

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/websearch/enginetest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// product, post and user are what the replays of Product Hunt and of its API know,
// each in a form of its own.
type product struct {
	ID, Slug, Name, Tagline, About, Site, Logo string

	Followers, Reviews int64
	Rating             float64
	Categories         []string
	Alternatives       []string // slugs
	Older              bool     // its pages are of the former generation
	Bare               bool     // its pages have no data for scripts
	Gone               bool     // its site is no longer there
}

type post struct {
	ID, Slug, Product, Name, Tagline, At string

	Votes, LaunchVotes, Comments, Rank int64
	Topics, Makers                     []string
	Unlisted                           bool // never featured: not in the feed
}

type user struct {
	ID, Username, Name, Headline, Site string
	Followers, Following               int64
}

// products are in the order of their ids. The sites are those of the sample web.
func products() []product {
	return []product{
		{
			ID: "510001", Slug: "marrowfen", Name: "Marrowfen", Tagline: "River and tide gauges that report for ten years",
			About: "A gauge in a pipe, a battery the size of a jar and an antenna. It reports the level of a river or a tide every quarter of an hour, and nobody has to come by.",
			Site:  "http://company.test/", Logo: "7c1b2a90-51c4-4d6e-9a43-000000000001", Followers: 412, Reviews: 9, Rating: 4.8,
			Categories: []string{"Weather", "Hardware"}, Alternatives: []string{"tidebook", "drizzle-tin", "old-weir"},
		},
		{
			ID: "510002", Slug: "tidebook", Name: "Tidebook", Tagline: "A notebook for people who measure the tide",
			About: "Write down what the water does, and see what it did last year.", Site: "http://article.test/", Logo: "7c1b2a90-51c4-4d6e-9a43-000000000002",
			Followers: 96, Reviews: 0, Categories: []string{"Note taking"}, Alternatives: []string{}, Older: true,
		},
		{
			ID: "510003", Slug: "drizzle-tin", Name: "Drizzle Tin", Tagline: "A rain gauge from a coffee tin", Site: "http://shop.test/",
			About: "Twelve parts, one tin.", Logo: "7c1b2a90-51c4-4d6e-9a43-000000000003", Followers: 31, Reviews: 2, Rating: 3.5, Categories: []string{"Weather"}, Bare: true,
		},
		{
			ID: "510004", Slug: "old-weir", Name: "Old Weir", Tagline: "Water levels by telegram", Site: "http://status.test/404",
			About: "It is no longer sold.", Followers: 4, Categories: []string{"Weather"}, Gone: true,
		},
		{ID: "510005", Slug: "walled-garden-log", Name: "Walled Garden Log", Tagline: "What grew where, and when", Site: "http://redirect.test/1", About: "A calendar of beds."},
		{ID: "510006", Slug: "down-the-drain", Name: "Down the Drain", Tagline: "Find blocked drains by their sound", Site: "http://slow.test/", About: "Listen to pipes."},
	}
}

// posts are the newest first. Two of them are of one product.
func posts() []post {
	return []post{
		{ID: "1190006", Slug: "marrowfen-gauge-m2", Product: "marrowfen", Name: "Marrowfen Gauge M2", Tagline: "A tide gauge that reports for ten years on one battery", At: "2026-06-16T00:01:00-07:00", Votes: 388, LaunchVotes: 371, Comments: 42, Rank: 2, Topics: []string{"Weather", "Hardware", "Internet of Things"}, Makers: []string{"hester_quill", "tobias_rennick"}},
		{ID: "1190005", Slug: "walled-garden-log", Product: "walled-garden-log", Name: "Walled Garden Log", Tagline: "What grew where, and when", At: "2026-06-15T00:01:00-07:00", Votes: 77, LaunchVotes: 70, Comments: 3, Rank: 11, Topics: []string{"Gardening"}, Makers: []string{"odo_lanyard"}},
		{ID: "1190004", Slug: "down-the-drain", Product: "down-the-drain", Name: "Down the Drain", Tagline: "Find blocked drains by their sound", At: "2026-06-14T09:30:00-07:00", Votes: 51, LaunchVotes: 51, Comments: 0, Rank: 14, Topics: []string{"Hardware"}, Makers: []string{"odo_lanyard"}},
		{ID: "1190003", Slug: "drizzle-tin", Product: "drizzle-tin", Name: "Drizzle Tin", Tagline: "A rain gauge from a coffee tin & a straw", At: "2026-06-13T00:01:00-07:00", Votes: 120, LaunchVotes: 118, Comments: 8, Rank: 5, Topics: []string{"Weather", "Hardware"}, Makers: []string{"lowri_beck"}},
		{ID: "1190002", Slug: "tidebook-2", Product: "tidebook", Name: "Tidebook 2", Tagline: "A notebook for people who measure the tide", At: "2026-06-12T00:01:00-07:00", Votes: 203, LaunchVotes: 199, Comments: 17, Rank: 3, Topics: []string{"Weather", "Productivity"}, Makers: []string{"lowri_beck"}},
		{ID: "900417", Slug: "marrowfen-2", Product: "marrowfen", Name: "Marrowfen", Tagline: "River gauges that nobody has to visit", At: "2024-03-05T00:01:00-08:00", Votes: 140, LaunchVotes: 133, Comments: 21, Rank: 6, Topics: []string{"Weather"}, Makers: []string{"hester_quill"}, Unlisted: true},
		{ID: "880001", Slug: "old-weir", Product: "old-weir", Name: "Old Weir", Tagline: "Water levels by telegram", At: "2019-01-08T00:01:00-08:00", Votes: 9, LaunchVotes: 9, Comments: 1, Topics: []string{"Weather"}, Makers: []string{"odo_lanyard"}, Unlisted: true},
	}
}

func users() []user {
	return []user{
		{ID: "42001", Username: "hester_quill", Name: "Hester Quill", Headline: "Measures rivers", Site: "http://company.test/about", Followers: 231, Following: 12},
		{ID: "42002", Username: "tobias_rennick", Name: "Tobias Rennick", Headline: "Solders", Followers: 88, Following: 40},
		{ID: "42003", Username: "lowri_beck", Name: "Lowri Beck", Headline: "Writes firmware and rain", Followers: 65, Following: 71},
		{ID: "42004", Username: "odo_lanyard", Name: "Odo Lanyard", Followers: 3},
		{ID: "42005", Username: "ulla_mire", Name: "Ulla Mire", Headline: "Reads along", Followers: 1, Following: 300},
	}
}

// links are codes of links, and where each leads: as posts' own do, and as none should.
func links() map[string]string {
	return map[string]string{
		"M2GAUGE": "http://company.test/?ref=producthunt&utm_source=producthunt&utm_medium=launch&page=home",
		"CHAINED": "/r/M2GAUGE",
		"FOLLOWS": "http://redirect.test/1?ref=producthunt",
		"CIRCLES": "/r/CIRCLES",
		"ENDLESS": "http://redirect.test/loop",
		"CELLARS": "http://127.0.0.1:9001/2018-06-01/runtime/invocation/next",
		"METADAT": "http://redirect.test/metadata",
		"NOSITES": "/products/marrowfen",
		"NOWHERE": "http://status.test/404?ref=producthunt",
	}
}

func productOf(slug string) *product {
	all := products()
	if i := slices.IndexFunc(all, func(p product) bool { return p.Slug == slug }); i >= 0 {
		return &all[i]
	}
	return nil
}

func userOf(name string) *user {
	all := users()
	if i := slices.IndexFunc(all, func(u user) bool { return strings.EqualFold(u.Username, name) }); i >= 0 {
		return &all[i]
	}
	return nil
}

// postsWhere are the posts that something holds of.
func postsWhere(holds func(post) bool) []post {
	return slices.DeleteFunc(posts(), func(p post) bool { return !holds(p) })
}

// serveFailure answers for the names that stand for a failure, and reports whether it
// did. What protects Product Hunt answers with a page for people.
func serveFailure(w http.ResponseWriter, name string) bool {
	switch {
	case strings.HasPrefix(name, "walled"):
		w.Header().Set("Cf-Mitigated", "challenge")
		site.Send(w, http.StatusForbidden, site.HTML, []byte(`<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body><div class="main-wrapper"><noscript>Enable JavaScript and cookies to continue</noscript></div><script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=0';}())</script></body></html>`))
	case site.IsOver(name):
		w.Header().Set("Retry-After", "5")
		site.Send(w, http.StatusTooManyRequests, site.HTML, []byte(`<!DOCTYPE html><title>Too many requests</title>`))
	case site.IsDown(name):
		site.Send(w, http.StatusServiceUnavailable, site.HTML, []byte(`<!DOCTYPE html><title>Product Hunt is down for maintenance</title>`))
	default:
		return false
	}
	return true
}

func utc(at string) string {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		panic(err)
	}
	return t.UTC().Format(time.RFC3339)
}

func slugOf(name string) string { return strings.ToLower(strings.ReplaceAll(name, " ", "-")) }

// Pages are pages of Product Hunt as search engines show them. Two of them show
// the product's site.
func Pages() []enginetest.Page {
	var all []enginetest.Page
	for _, p := range products() {
		page := enginetest.Page{
			URL: "https://www.producthunt.com/products/" + p.Slug, Title: p.Name + ": " + p.Tagline + " | Product Hunt",
			Summary: p.About, Site: "Product Hunt", Narrow: true,
		}
		if p.Slug == "walled-garden-log" || p.Slug == "old-weir" {
			page.Summary += " Website: " + site.HostOf(p.Site) + "."
		}
		all = append(all, page)
	}
	return all
}
