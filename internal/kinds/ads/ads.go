// Package ads declares jobs of kind ads: the ads that somebody runs, as the public
// archives of Meta and Google tell. It holds what the API needs and links nothing that
// makes a function start slowly; package adsrun below it asks the archives.
package ads

import (
	"cmp"
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/read/ads"
)

// Kind is the kind's public name.
const Kind = "ads"

// Defaults and bounds.
const (
	// DefaultLimit is what a page of the Meta Ad Library has.
	DefaultLimit, maxLimit       = 30, 100
	defaultLoads, maxLoads       = 40, 80 // the Meta Ad Library takes 5 s each
	defaultFloor, maxFloorMonths = 24, 120
)

// Ceiling is the longest a run may take.
const Ceiling = 8 * time.Minute

// What jobs cost.
var (
	creativesPrice = credit.Flat("ads.creatives", 5)
	archivePrice   = credit.PerBlock("ads.archive", 1, 1)
	resolvePrice   = credit.Flat("ads.resolve", 1)
)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:      Kind,
		Calls:     []kind.Call{Call().Call},
		Functions: []kind.Function{Function()},
	}
}

// Call is the call that makes the kind's jobs.
func Call() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:  "/scrape/ads",
		Title: "Look up ads in public archives",
		Summary: "Look up the current and past ads of an advertiser in the Meta Ad Library and the Google Ads Transparency Center: a page of ads (creatives), all ads up to a number of page loads (archive), or the advertisers with a name or a domain (resolve). " +
			"An empty list means that the archives report no ads; when one of them cannot be read, archives has its status.",
		Examples: []kind.Example{
			{Name: "creatives", Summary: "Ads that lead to a domain", Body: `{"domain":"example.com"}`},
			{Name: "archive", Summary: "All ads of a year, with up to 12 page loads", Body: `{"op":"archive","domain":"example.com","maxLoads":12,"floorMonths":12}`},
			{Name: "resolve", Summary: "Advertisers with a name", Body: `{"op":"resolve","companyName":"Marrowfen"}`},
			{Name: "advertiser", Summary: "Running ads of a Google advertiser, with details of their own pages", Body: `{"advertiserId":"AR07300142000000000001","activeStatus":"active","limit":5,"options":{"details":true}}`},
		},
		Prices:  []credit.Price{creativesPrice, archivePrice, resolvePrice},
		Refuses: []errs.Code{errs.InvalidURL, errs.InvalidCursor},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: Ceiling, MemoryMB: 512, Concurrency: 10}
}

// Op is what to do.
type Op string

// The ops.
const (
	Creatives Op = "creatives"
	Archive   Op = "archive"
	Resolve   Op = "resolve"
)

// Choice is which archives to ask.
type Choice string

// The choices.
const (
	All    Choice = "all"
	Meta   Choice = "meta"
	Google Choice = "google"
)

// Everywhere is the country that is every country.
const Everywhere = "ALL"

// Args are the arguments of a job. Prepare leaves out those that the op does not use.
type Args struct {
	Op           Op         `json:"op,omitempty" enum:"creatives,archive,resolve" default:"creatives" doc:"creatives: a page of ads, with a cursor for the next page. archive: a walk through all ads within one job. resolve: the advertisers that match these arguments, with their ids. Default creatives."`
	Domain       string     `json:"domain,omitempty" example:"example.com" doc:"The domain that the ads lead to. The Google Ads Transparency Center is searched by the domain; the Meta Ad Library is searched by words, and only ads that lead to the same registrable domain are kept. One of domain, companyName and advertiserId is required."`
	CompanyName  string     `json:"companyName,omitempty" maxLength:"200" example:"Marrowfen" doc:"The advertiser whose ads to return, by name: advertisers match whose name is equal, ignoring case, punctuation and legal forms. With a domain, it sets the words that the Meta Ad Library is searched for."`
	AdvertiserID string     `json:"advertiserId,omitempty" maxLength:"40" example:"AR07300142000000000001" doc:"The advertiser whose ads to return, by an archive's own id, which is the most precise: digits for a Facebook page, AR and digits for a Google advertiser. Its ads are not filtered by domain. The other archive is searched by domain or companyName, if given."`
	FacebookURL  string     `json:"facebookUrl,omitempty" example:"https://www.facebook.com/marrowfen" doc:"The advertiser's Facebook page, in addition to one of domain, companyName and advertiserId. The Meta Ad Library then returns only ads of this page."`
	Country      string     `json:"country,omitempty" maxLength:"3" default:"ALL" example:"DE" doc:"Country in which the ads were shown: ISO 3166-1 alpha-2, or ALL. Default ALL."`
	ActiveStatus ads.Status `json:"activeStatus,omitempty" enum:"all,active,inactive" default:"all" doc:"Which ads to return: all, only running ones, or only ended ones. Google only reports when an ad was last shown: an ad shown in the past 7 days counts as running. Default all."`
	Archive      Choice     `json:"archive,omitempty" enum:"all,meta,google" default:"all" doc:"Which archives to query, in parallel: meta is the Meta Ad Library, google the Google Ads Transparency Center. Default all: each one that can be queried with these arguments."`
	Cursor       string     `json:"cursor,omitempty" minLength:"1" maxLength:"4096" doc:"The nextCursor of a previous response for the same op and arguments; limit, maxLoads and options may differ."`
	Limit        int64      `json:"limit,omitempty" minimum:"1" default:"30" doc:"With op creatives, the maximum number of ads of both archives together. With op archive, the number of ads to request in a page load, if the archive supports it: the Meta Ad Library always returns up to 30. 1 to 100. Larger values are clamped. Default 30."`
	MaxLoads     int64      `json:"maxLoads,omitempty" minimum:"1" default:"40" doc:"With op archive: the maximum number of page loads of both archives together, which determines the price. 1 to 80. Larger values are clamped. Default 40."`
	FloorMonths  int64      `json:"floorMonths,omitempty" minimum:"1" default:"24" doc:"With op archive: how many months to go back. The Meta Ad Library counts from the day on which an ad started, Google from when it was shown. 1 to 120. Larger values are clamped. Default 24."`
	Options      Options    `json:"options,omitzero" doc:"Further options."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_url, invalid_cursor.
func (a *Args) Prepare(c kind.Caller) (kind.Plan, error) {
	a.Op, a.ActiveStatus, a.Archive = cmp.Or(a.Op, Creatives), cmp.Or(a.ActiveStatus, ads.AnyStatus), cmp.Or(a.Archive, All)
	if err := a.identify(); err != nil {
		return kind.Plan{}, err
	}
	if err := a.place(); err != nil {
		return kind.Plan{}, err
	}
	if err := a.size(); err != nil {
		return kind.Plan{}, err
	}
	if a.Options.Details && a.Op != Creatives {
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "options.details", "is for op creatives only: each ad costs a load of its own")
	}
	if _, err := c.Cursors.Open(c.OrgID, a.Walk(), a.Cursor); err != nil {
		return kind.Plan{}, errs.Field(errs.InvalidCursor, "cursor", "is not one that a call with this op and these arguments returned; send the nextCursor of one, or start again without it")
	}
	price, quantity := creativesPrice, 1
	switch a.Op {
	case Archive:
		price, quantity = archivePrice, int(a.MaxLoads)
	case Resolve:
		price = resolvePrice
	case Creatives:
	}
	return kind.Plan{Target: cmp.Or(a.AdvertiserID, a.Domain, a.CompanyName), Quote: price.For(quantity)}, nil
}

// size fills in numbers and holds them to their bounds. Numbers of other ops are left
// out, so that equal questions are equal.
func (a *Args) size() (err error) {
	if a.Limit, err = option.Limit("limit", a.Limit, DefaultLimit, maxLimit); err != nil {
		return err
	}
	if a.MaxLoads, err = option.Limit("maxLoads", a.MaxLoads, defaultLoads, maxLoads); err != nil {
		return err
	}
	if a.FloorMonths, err = option.Limit("floorMonths", a.FloorMonths, defaultFloor, maxFloorMonths); err != nil {
		return err
	}
	if a.Op != Archive {
		a.MaxLoads, a.FloorMonths = 0, 0
	}
	if a.Op == Resolve {
		if a.Cursor != "" {
			return errs.Field(errs.InvalidRequest, "cursor", "is not supported with op resolve, which returns everything; leave it out")
		}
		a.Limit, a.Country, a.ActiveStatus = 0, "", ""
	}
	return nil
}

// Walk names what a cursor is bound to: the op, and which ads are meant.
func (a *Args) Walk() string {
	bound, _ := json.Marshal([]any{Kind, a.Op, a.Domain, a.CompanyName, a.AdvertiserID, a.FacebookURL, a.Country, a.ActiveStatus, a.Archive, a.FloorMonths}) // strings and numbers always can be
	return string(bound)
}
