package ads

import (
	"context"
	"time"
)

// Subject is whose ads are meant. An empty field says nothing; at least one is filled.
// What is most exact counts: AdvertiserID before PageName, Domain and CompanyName.
type Subject struct {
	// AdvertiserID is the archive's own. Ads by it are not filtered by Domain.
	AdvertiserID string
	// Domain is in lower case and ASCII, without "www.". Google finds ads by it; at Meta
	// it is what ads found by keywords MUST lead to, see Attribute.
	Domain string
	// CompanyName has its space collapsed.
	CompanyName string
	// PageName is that of a page of Facebook, as its address has it, in lower case.
	PageName string
}

// Status is which ads are wanted, by whether they run.
type Status string

// The statuses.
const (
	AnyStatus Status = "all"
	Active    Status = "active"
	Inactive  Status = "inactive"
)

// Query is which ads are wanted. It stays the same through a walk, Until included.
type Query struct {
	Subject

	Country string // ISO 3166-1 alpha-2 in upper case; empty is every country
	Status  Status // never empty
	Limit   int    // ads a load, as far as the archive takes a wish: 1 to 100
	// Floor is the day before which nothing is looked for; zero is as far back as the
	// archive reaches.
	Floor time.Time
	// Until is when the walk began.
	Until time.Time
}

// Load is what one step of a walk gives.
type Load struct {
	// Ads are those of the subject, in the archive's order, each with MatchedBy. One that
	// an earlier load of the walk gave may come again.
	Ads []Ad
	// Next is the state of the next step; empty at the end of the walk.
	Next string
	// Loads is how many pages were loaded, at least 1.
	Loads int
	// Total is how many ads the archive says that the whole query has, where it does.
	Total *Range
	// Elsewhere is how many ads were found and left out since they are not the subject's.
	Elsewhere int
	// NoAdvertiser says that the archive knows nobody whom the subject could mean, which
	// proves that it has no ads of the subject. The walk is at its end.
	NoAdvertiser bool
	// Missed says what the archive did not show although it has it; empty for nothing.
	Missed string
	// Note says how the ads were got, where that is worth telling; empty otherwise.
	Note string
	// Ahead says what the walk has yet to look through, as "2024-11-21 to 2025-03-02";
	// empty at its end, and where the archive's pages stand for no time.
	Ahead string
}

// Candidate is somebody whom an archive knows by a name or a domain.
type Candidate struct {
	Archive Archive `json:"archive" enum:"meta,google" doc:"The archive that has the advertiser."`
	Advertiser

	Domain    string `json:"domain,omitempty" doc:"A domain that ads lead to: request its ads with domain. Google suggests such domains, without an id."`
	Country   string `json:"country,omitempty" doc:"Country of the advertiser as ISO 3166-1 alpha-2, if the archive discloses it."`
	Verified  *bool  `json:"verified,omitempty" doc:"Whether the archive's operator has verified it; Meta only."`
	Ads       *Range `json:"ads,omitempty" doc:"Number of its ads, if the archive discloses it."`
	Exact     bool   `json:"exact" doc:"True when it matches the request exactly: by id, by the page's name, by the domain that its ads lead to, or by its name, ignoring case, punctuation and legal forms. With companyName, only ads of exact advertisers are returned."`
	MatchedBy string `json:"matchedBy,omitempty" enum:"advertiser_id,page_name,domain,company_name" doc:"The argument by which it was found."`
}

// Library is an archive. Implementations MUST be safe for concurrent use. A wall, a login
// page or an answer that cannot be read MUST be an *errs.Error (upstream_blocked,
// login_required, upstream_rate_limited, parse_failed, …), never an empty list: one is
// given only where the archive's answer proves it.
type Library interface {
	// Resolve lists whom the archive knows by a subject, the exact ones first; none is
	// proven.
	Resolve(ctx context.Context, s Subject) ([]Candidate, error)
	// Load makes one step of a walk through all ads of a query: the first one for an empty
	// state, else that of a former Load.Next of the same query. A state MUST be valid
	// UTF-8 of at most 1500 bytes and hold all that the next step needs, so that a walk
	// can go on in another process, days later. The step from one state MAY be made
	// again. A state that the archive no longer takes is invalid_cursor.
	Load(ctx context.Context, q Query, state string) (Load, error)
	// Detail adds to an ad what only its own page has, by one load.
	Detail(ctx context.Context, ad *Ad) error
}
