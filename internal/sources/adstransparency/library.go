package adstransparency

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/read/companyname"
)

// looked is how many ads of a domain are looked at for their advertisers.
const looked = 100

// Resolve implements ads.Library: by an id, by who has ads that lead to a domain, and by
// what Google suggests for a name. Each is one load.
func (c *Client) Resolve(ctx context.Context, s ads.Subject) ([]ads.Candidate, error) {
	all := []ads.Candidate{}
	add := func(candidate ads.Candidate) {
		same := func(known ads.Candidate) bool { return known.ID == candidate.ID && known.Domain == candidate.Domain }
		if at := slices.IndexFunc(all, same); at < 0 {
			all = append(all, candidate)
		} else if all[at].Ads == nil { // suggestions have more than ads do
			all[at].Country, all[at].Ads = candidate.Country, candidate.Ads
		}
	}
	for _, search := range []struct {
		by string
		Search
	}{
		{"advertiser_id", Search{Advertisers: list(s.AdvertiserID), Size: 1}}, {"domain", Search{Domain: s.Domain, Size: looked}},
	} {
		if search.Advertisers == nil && search.Domain == "" {
			continue
		}
		page, err := c.Creatives(ctx, search.Search)
		if err != nil {
			return nil, err
		}
		for _, ad := range page.Ads {
			add(ads.Candidate{Archive: ads.Google, Advertiser: ad.Advertiser, Exact: true, MatchedBy: search.by})
		}
	}
	if s.CompanyName != "" {
		suggested, err := c.Suggestions(ctx, companyname.Plain(s.CompanyName))
		if err != nil {
			return nil, err
		}
		for _, candidate := range suggested {
			candidate.MatchedBy = "company_name"
			candidate.Exact = companyname.Same(candidate.Name, s.CompanyName)
			add(candidate)
		}
	}
	slices.SortStableFunc(all, exactFirst)
	return all, nil
}

func list(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}

func exactFirst(a, b ads.Candidate) int {
	switch {
	case a.Exact && !b.Exact:
		return -1
	case b.Exact && !a.Exact:
		return 1
	}
	return 0
}

// position is where a walk stands.
type position struct {
	Token string `json:"t,omitempty"`
	// Advertisers are those of the name that was asked for; nil when an id or a domain was.
	Advertisers []string `json:"a,omitempty"`
}

// maxNamed is how many advertisers of one name are asked for.
const maxNamed = 10

// Load implements ads.Library. A walk by a name begins with a load of suggestions, whose
// exact advertisers it is about. Google takes a date in days, so that ads shown on the day
// of Floor count, and takes pages of up to 100 ads.
func (c *Client) Load(ctx context.Context, q ads.Query, state string) (ads.Load, error) {
	var at position
	if state != "" && json.Unmarshal([]byte(state), &at) != nil {
		return ads.Load{}, errs.Of(errs.InvalidCursor)
	}
	by := ads.ByAdvertiser
	search := Search{Country: q.Country, Size: max(1, min(q.Limit, looked)), Token: at.Token, AsOf: q.Until}
	search.From, search.To = window(q)
	switch {
	case q.AdvertiserID != "":
		search.Advertisers = list(q.AdvertiserID)
	case q.Domain != "":
		search.Domain, by = q.Domain, ads.ByArchive
	case at.Advertisers == nil:
		return c.named(ctx, q.CompanyName)
	default:
		search.Advertisers = at.Advertisers
	}
	page, err := c.Creatives(ctx, search)
	if err != nil {
		return ads.Load{}, err
	}
	load := ads.Load{Ads: []ads.Ad{}, Loads: 1, Total: page.Total}
	for _, ad := range page.Ads {
		ad.MatchedBy = by
		if q.Status == ads.AnyStatus || ad.Active != nil && *ad.Active == (q.Status == ads.Active) {
			load.Ads = append(load.Ads, ad)
		}
	}
	if page.Unread > 0 {
		load.Missed = fmt.Sprintf("%d ads of the Google Ads Transparency Center are in a form that is not understood.", page.Unread)
	}
	switch page.Next {
	case "":
	case at.Token:
		load.Missed = "Google gave the same page again, so the list ends here."
	default:
		at.Token = page.Next
		load.Next = at.String()
	}
	return load, nil
}

// window is when wanted ads were shown; zero is any time.
func window(q ads.Query) (from, to time.Time) {
	from = q.Floor
	if since := q.Until.Add(-running); q.Status == ads.Active && since.After(from) {
		from = since
	}
	return from, q.Until
}

// named is the first step of a walk by a name.
func (c *Client) named(ctx context.Context, name string) (ads.Load, error) {
	suggested, err := c.Suggestions(ctx, companyname.Plain(name))
	if err != nil {
		return ads.Load{}, err
	}
	var at position
	for _, candidate := range suggested {
		if candidate.ID != "" && companyname.Same(candidate.Name, name) && len(at.Advertisers) < maxNamed {
			at.Advertisers = append(at.Advertisers, candidate.ID)
		}
	}
	load := ads.Load{Ads: []ads.Ad{}, Loads: 1, NoAdvertiser: at.Advertisers == nil}
	if !load.NoAdvertiser {
		load.Next = at.String()
	}
	return load, nil
}

func (p position) String() string {
	b, _ := json.Marshal(p) // strings always can be
	return string(b)
}
