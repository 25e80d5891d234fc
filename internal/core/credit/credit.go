// Package credit knows what things cost and the rules of the ledger. It is pure
// arithmetic: it must not know storage, HTTP or the clock.
package credit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Action is the code under which a charge is booked and reported.
type Action string

// The actions whose kinds exist.
const (
	URLPage            Action = "url.page"
	URLScreenshot      Action = "url.screenshot"
	SiteFull           Action = "site.full"
	SiteText           Action = "site.text"
	Sitemap            Action = "sitemap"
	RSS                Action = "rss"
	Channel            Action = "channel"
	HNSearch           Action = "hn.search"
	HNPost             Action = "hn.post"
	RedditProfile      Action = "reddit.profile"
	XProfile           Action = "x.profile"
	XPost              Action = "x.post"
	LinkedInEmployees  Action = "linkedin.employees"
	Mentions           Action = "mentions"
	SocialMentions     Action = "social.mentions"
	SocialEngagement   Action = "social.engagement"
	Infra              Action = "infra"
	SEO                Action = "seo"
	BrandBasic         Action = "brand.basic"
	BrandFull          Action = "brand.full"
	Company            Action = "company"
	SearchResults      Action = "search.results"
	SearchAnswer       Action = "search.answer"
	ResearchStandard   Action = "research.standard"
	ResearchComplex    Action = "research.complex"
	AdsCreatives       Action = "ads.creatives"
	AdsArchive         Action = "ads.archive"
	AdsResolve         Action = "ads.resolve"
	ProductHunt        Action = "producthunt"
	ProductHuntResolve Action = "producthunt.resolve"
)

// Price is what one action costs: Base for the call, plus PerBlock for each
// started block of Block items of the requested quantity.
type Price struct {
	Action   Action
	Base     int64
	PerBlock int64
	Block    int
}

// prices is the one price list; the OpenAPI document shows it.
var prices = map[Action]Price{
	URLPage:            {Action: URLPage, Base: 1},
	URLScreenshot:      {Action: URLScreenshot, Base: 5},
	SiteFull:           {Action: SiteFull, Base: 5},
	SiteText:           {Action: SiteText, Base: 2},
	Sitemap:            {Action: Sitemap, Base: 1},
	RSS:                {Action: RSS, Base: 1},
	Channel:            {Action: Channel, PerBlock: 3, Block: 20},
	HNSearch:           {Action: HNSearch, Base: 1},
	HNPost:             {Action: HNPost, Base: 1},
	RedditProfile:      {Action: RedditProfile, Base: 3},
	XProfile:           {Action: XProfile, PerBlock: 3, Block: 20},
	XPost:              {Action: XPost, PerBlock: 3, Block: 20},
	LinkedInEmployees:  {Action: LinkedInEmployees, Base: 10, PerBlock: 2, Block: 1},
	Mentions:           {Action: Mentions, Base: 3},
	SocialMentions:     {Action: SocialMentions, PerBlock: 3, Block: 20},
	SocialEngagement:   {Action: SocialEngagement, PerBlock: 3, Block: 20},
	Infra:              {Action: Infra, Base: 2},
	SEO:                {Action: SEO, Base: 4},
	BrandBasic:         {Action: BrandBasic, Base: 5},
	BrandFull:          {Action: BrandFull, Base: 15},
	Company:            {Action: Company, Base: 20},
	SearchResults:      {Action: SearchResults, Base: 2},
	SearchAnswer:       {Action: SearchAnswer, Base: 8},
	ResearchStandard:   {Action: ResearchStandard, Base: 50},
	ResearchComplex:    {Action: ResearchComplex, Base: 150},
	AdsCreatives:       {Action: AdsCreatives, Base: 5},
	AdsArchive:         {Action: AdsArchive, PerBlock: 1, Block: 1},
	AdsResolve:         {Action: AdsResolve, Base: 1},
	ProductHunt:        {Action: ProductHunt, Base: 3},
	ProductHuntResolve: {Action: ProductHuntResolve, Base: 1},
}

// PriceOf returns the price of an action; ok is false for an unknown one.
func PriceOf(a Action) (Price, bool) {
	p, ok := prices[a]
	return p, ok
}

// Prices returns the whole list by action, for the documentation.
func Prices() []Price {
	return slices.SortedFunc(maps.Values(prices), func(a, b Price) int { return cmp.Compare(a.Action, b.Action) })
}

// Words says a price as people do: "10 credits and 2 credits for each item".
func (p Price) Words() string {
	each := fmt.Sprintf("%s for each started %d items", credits(p.PerBlock), p.Block)
	if p.Block == 1 {
		each = credits(p.PerBlock) + " for each item"
	}
	switch {
	case p.PerBlock == 0:
		return credits(p.Base)
	case p.Base == 0:
		return each
	default:
		return credits(p.Base) + " and " + each
	}
}

func credits(n int64) string {
	if n == 1 {
		return "1 credit"
	}
	return fmt.Sprintf("%d credits", n)
}

// Quote is a price worked out for one job.
type Quote struct {
	Action  Action `json:"action"`
	Units   int    `json:"units"`   // started blocks, or 1 for a flat price
	Credits int64  `json:"credits"` // what is charged at admission
}

// For works out the price of a quantity of items. A flat price ignores it.
func (p Price) For(quantity int) Quote {
	if p.PerBlock == 0 {
		return Quote{Action: p.Action, Units: 1, Credits: p.Base}
	}
	blocks := max(1, (quantity+p.Block-1)/p.Block)
	return Quote{Action: p.Action, Units: blocks, Credits: p.Base + p.PerBlock*int64(blocks)}
}
