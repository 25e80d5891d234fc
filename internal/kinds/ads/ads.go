// Package ads declares jobs of kind ads: the ads that somebody runs, as the public
// archives of Meta and Google tell. It holds what the API needs and links nothing that
// makes a function start slowly; package adsrun beside it asks the archives.
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
		Summary: "Look up the ads that somebody runs or ran, in the Meta Ad Library and the Google Ads Transparency Center: a page of them (creatives), all of them as far as a number of page loads reaches (archive), or whom the archives know by a name or a domain (resolve). " +
			"An empty list means that the archives say that there are none; where one of them cannot be read, archives says so.",
		Examples: []kind.Example{
			{Name: "creatives", Summary: "Ads that lead to a domain", Body: `{"domain":"example.com"}`},
			{Name: "archive", Summary: "All ads of a year, by up to 12 page loads", Body: `{"op":"archive","domain":"example.com","maxLoads":12,"floorMonths":12}`},
			{Name: "resolve", Summary: "Whom the archives know by a name", Body: `{"op":"resolve","companyName":"Marrowfen"}`},
			{Name: "advertiser", Summary: "Running ads of one of Google's advertisers, with what their own pages tell", Body: `{"advertiserId":"AR07300142000000000001","activeStatus":"active","limit":5,"options":{"details":true}}`},
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
	Op           Op         `json:"op,omitempty" enum:"creatives,archive,resolve" default:"creatives" doc:"creatives: a page of ads, to go on by cursor. archive: a walk through all of them within one job. resolve: whom the archives know by these arguments, with their ids. Default creatives."`
	Domain       string     `json:"domain,omitempty" example:"example.com" doc:"Whose ads are meant, by where they lead. The Google Ads Transparency Center is asked for it; the Meta Ad Library finds ads by words, and those are kept that lead to the same registrable domain. Domain, companyName or advertiserId is needed."`
	CompanyName  string     `json:"companyName,omitempty" maxLength:"200" example:"Marrowfen" doc:"Whose ads are meant, by name: advertisers are taken that are called so but for case, punctuation and legal forms. Beside a domain it says which words the Meta Ad Library is searched for."`
	AdvertiserID string     `json:"advertiserId,omitempty" maxLength:"40" example:"AR07300142000000000001" doc:"Whose ads are meant, by an archive's own id, the most exact: digits for a page of Facebook, AR and digits for an advertiser of Google's. Its ads are not filtered by domain. The other archive is asked by domain or companyName, when given."`
	FacebookURL  string     `json:"facebookUrl,omitempty" example:"https://www.facebook.com/marrowfen" doc:"The advertiser's page on Facebook, beside one of the former: the Meta Ad Library is asked for its ads only."`
	Country      string     `json:"country,omitempty" maxLength:"3" default:"ALL" example:"DE" doc:"Where the ads were shown: ISO 3166-1 alpha-2, or ALL. Default ALL."`
	ActiveStatus ads.Status `json:"activeStatus,omitempty" enum:"all,active,inactive" default:"all" doc:"Which ads: all, those that run, or those that do not. Google tells when an ad was last shown instead: one of the past 7 days runs. Default all."`
	Archive      Choice     `json:"archive,omitempty" enum:"all,meta,google" default:"all" doc:"Which archives are asked, side by side: meta is the Meta Ad Library, google the Google Ads Transparency Center. Default all: each that can be asked by these arguments."`
	Cursor       string     `json:"cursor,omitempty" maxLength:"4096" doc:"The nextCursor of a former answer of the same op to the same arguments; limit, maxLoads and options may differ."`
	Limit        int64      `json:"limit,omitempty" minimum:"1" default:"30" doc:"With creatives how many ads at most, of both archives together; with archive how many a page load asks for, as far as the archive takes a wish: the Meta Ad Library always gives up to 30. 1 to 100; larger values clamp. Default 30."`
	MaxLoads     int64      `json:"maxLoads,omitempty" minimum:"1" default:"40" doc:"With archive: how many pages may be loaded, of both archives together. It is what is paid for. 1 to 80; larger values clamp. Default 40."`
	FloorMonths  int64      `json:"floorMonths,omitempty" minimum:"1" default:"24" doc:"With archive: how many months back to look. The Meta Ad Library goes by the day on which an ad began, Google by when it was shown. 1 to 120; larger values clamp. Default 24."`
	Options      Options    `json:"options,omitzero" doc:"What else to do. Unknown keys are kept and ignored."`
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
	if err := a.Options.extra.Check(); err != nil {
		return kind.Plan{}, err
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
			return errs.Field(errs.InvalidRequest, "cursor", "is not for op resolve, whose answer is whole")
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
