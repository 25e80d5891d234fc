package producthunt

import (
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

// Result is what a job gives: of its fields those that belong to the page.
type Result struct {
	Page         Page            `json:"page" enum:"discover,alternatives,product,launches,profile,resolve" doc:"The page that was read"`
	Product      *shape.Product  `json:"product,omitempty" doc:"With product, launches and alternatives: the product"`
	Launches     []shape.Launch  `json:"launches,omitzero" doc:"With product and launches: its launches; with profile: the launches that the person made. Newest first, at most maxCandidates"`
	Alternatives []shape.Product `json:"alternatives,omitzero" doc:"With alternatives: alternative products, in Product Hunt's order, at most maxCandidates"`
	Candidates   []Candidate     `json:"candidates,omitzero" doc:"With discover: matching products, best first, at most maxCandidates. Empty only when a search engine, or for websiteUrl the API, responded that there are none"`
	Profile      *shape.Person   `json:"profile,omitempty" doc:"With profile: the person"`
	Destination  *Destination    `json:"destination,omitempty" doc:"With resolve: the destination of the link"`
	Source       string          `json:"source,omitempty" enum:"page,api,feed,search" doc:"The surface that returned the result, or most of it. page: Product Hunt's pages and links. api: its API. feed: its feed of the newest launches. search: a search engine. Absent when nothing was found"`
	Sources      []Asked         `json:"sources" doc:"The outcome for each surface, in the order of the requests"`
	Exhausted    bool            `json:"exhausted" doc:"As coverage.complete"`
	Coverage     social.Coverage `json:"coverage" doc:"Whether the list has everything, and if not, why"`
}

// Candidate is a product that may be the one that is looked for.
type Candidate struct {
	Product shape.Product `json:"product" doc:"The product, with the facts that the source has"`
	Launch  *shape.Launch `json:"launch,omitempty" doc:"The launch by which it was found"`
	Match   Match         `json:"match" enum:"website,domain,mention,words" doc:"website: Product Hunt itself states that the product's website is at this host, with or without www. domain: it states that the website is at another host of the same registrable domain. mention: a search engine shows the domain on the product's page, which could not be read to confirm it. words: it was found by searchContext"`
	Score   *float64      `json:"score,omitempty" doc:"Share of the words of searchContext that occur in name, tagline, description or topics, 0 to 1 in hundredths; absent without searchContext"`
}

// Match is how a candidate fits.
type Match string

// The matches.
const (
	Website Match = "website"
	Domain  Match = "domain"
	Mention Match = "mention"
	Words   Match = "words"
)

// Destination is where a link leads.
type Destination struct {
	URL        string          `json:"url" doc:"The link"`
	LandingURL string          `json:"landingUrl" doc:"The URL to which Product Hunt redirects, without its tracking parameters"`
	FinalURL   string          `json:"finalUrl" doc:"Final URL after the site's own redirects, without those parameters"`
	Domain     string          `json:"domain" doc:"The registrable domain of finalUrl"`
	Status     int             `json:"status,omitempty" doc:"HTTP status of finalUrl; absent when it does not respond, see reason"`
	Redirects  []page.Redirect `json:"redirects" doc:"The redirects that were followed, in order, with all parameters"`
}

// Asked is how asking one surface went.
type Asked struct {
	Name string `json:"name" enum:"page,api,feed,link,search" doc:"The source. link: tracking links, for their destinations"`
	signal.Outcome
}

// sample is the result that the documentation shows.
func sample() Result {
	product := shape.Product{
		ID: "510001", Slug: "marrowfen", URL: permalink.Product("marrowfen"), Name: "Marrowfen", Tagline: "River and tide gauges that report for ten years",
		WebsiteURL: "https://example.com/", ReviewsRating: new(4.8),
		Counts:     shape.ProductCounts{Followers: new(int64(412)), Reviews: new(int64(9)), Launches: new(int64(2))},
		Categories: []shape.Topic{{Slug: "weather", Name: "Weather"}}, Offline: new(false), Source: shape.Page,
	}
	launch := shape.Launch{
		ID: "1190006", Slug: "marrowfen-gauge-m2", ProductSlug: "marrowfen", URL: permalink.Post("marrowfen-gauge-m2"), Name: "Marrowfen Gauge M2",
		Tagline: "A tide gauge that reports for ten years on one battery", TrackingURL: permalink.Link("1190006"), CreatedAt: "2026-06-16T07:01:00.000Z",
		FeaturedAt: "2026-06-16T07:01:00.000Z", Counts: shape.LaunchCounts{Score: new(int64(388)), Comments: new(int64(42))}, DailyRank: new(int64(2)), Source: shape.Page,
		Makers: []shape.Person{{ID: "42001", Username: "hester_quill", URL: permalink.User("hester_quill"), Name: "Hester Quill"}},
	}
	return Result{
		Page: Product, Product: &product, Launches: []shape.Launch{launch}, Source: shape.Page,
		Sources:  []Asked{{Name: "page", Outcome: signal.Of("producthunt", nil)}},
		Coverage: social.Coverage{Reason: "The product's first page shows 1 of 2 launches; use page launches to list them."},
	}
}
