package adlibrary

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/read/companyname"
)

// Resolve implements ads.Library by one load: the pages of Facebook whose ads the library
// finds by the subject's words, or shows of its page. A page that never had an ad is not
// known here. Errors: as Load; target_error and permanent when none of the ads that could
// be read is the subject's though there are more, so that nothing is proven.
func (c *Client) Resolve(ctx context.Context, s ads.Subject) ([]ads.Candidate, error) {
	if c.api.Key != "" && (s.PageName == "" || known(s) != nil) {
		found, err := c.resolveByAPI(ctx, s)
		if ctx.Err() != nil || err == nil && len(found) > 0 {
			return found, err
		}
	}
	q := ads.Query{Subject: s, Status: ads.AnyStatus}
	list, err := c.search(ctx, question(q, begin(q, Page)))
	if err != nil {
		return nil, err
	}
	if list.hidesAll() {
		return nil, blocked(nil, "it reported ads but showed none")
	}
	found := candidates(list.Ads, s)
	if len(found) == 0 && list.isFull() {
		return nil, unproven(s, len(list.Ads))
	}
	if len(found) == 1 && known(s) != nil && list.Count != nil {
		found[0].Ads = &ads.Range{Lower: list.Count, Upper: list.Count}
	}
	return found, nil
}

func (c *Client) resolveByAPI(ctx context.Context, s ads.Subject) ([]ads.Candidate, error) {
	q := ads.Query{Subject: s, Status: ads.AnyStatus, Limit: 100}
	answer, err := c.ask(ctx, request(q, begin(q, API)), q.Limit)
	if err != nil {
		return nil, err
	}
	return candidates(archived(answer, q), s), nil
}

func unproven(s ads.Subject, shown int) error {
	return &errs.Error{Code: errs.TargetError, Permanent: true, Message: fmt.Sprintf("None of the first %d ads that the Meta Ad Library finds for %q is by the requested advertiser, and it does not show the others; "+
		"pass the exact companyName, the facebookUrl or the advertiserId.", shown, words(s))}
}

// candidates are the pages of ads: those that are meant first, then those whose names have
// all the words that were asked for; those with more ads first.
func candidates(all []ads.Ad, s ads.Subject) []ads.Candidate {
	found, seen := []ads.Candidate{}, map[string]int{}
	for i := range all {
		a := all[i].Advertiser
		by, exact, ok := means(&all[i], s)
		if !ok || a.ID == "" {
			continue
		}
		seen[a.ID]++
		if seen[a.ID] == 1 {
			found = append(found, ads.Candidate{Archive: ads.Meta, Advertiser: a, Exact: exact, MatchedBy: by})
			continue
		}
		at := slices.IndexFunc(found, func(c ads.Candidate) bool { return c.ID == a.ID })
		if exact && !found[at].Exact {
			found[at].Exact, found[at].MatchedBy = true, by
		}
	}
	slices.SortStableFunc(found, func(a, b ads.Candidate) int {
		return cmp.Or(order(b.Exact)-order(a.Exact), seen[b.ID]-seen[a.ID])
	})
	return found
}

func order(first bool) int {
	if first {
		return 1
	}
	return 0
}

// means says by which argument an ad's page is meant, and whether it is exactly that.
func means(ad *ads.Ad, s ads.Subject) (by string, exact, ok bool) {
	if known(s) != nil {
		if s.AdvertiserID != "" {
			return "advertiser_id", true, true
		}
		return "page_name", true, true
	}
	if _, ok := match(ad, s); ok {
		switch {
		case s.PageName != "":
			return "page_name", true, true
		case s.Domain != "":
			return "domain", true, true
		}
		return "company_name", true, true
	}
	if s.CompanyName == "" {
		return "", false, false
	}
	if companyname.Same(ad.Advertiser.Name, s.CompanyName) {
		return "company_name", true, true
	}
	name := strings.ToLower(ad.Advertiser.Name)
	for word := range strings.FieldsSeq(strings.ToLower(companyname.Plain(s.CompanyName))) {
		if !strings.Contains(name, word) {
			return "", false, false
		}
	}
	return "company_name", false, true
}

// Detail implements ads.Library: it reads the ad's own page, which has what lists of ads
// cut, and the reach in the EU where the page has it. Errors: target_error and permanent
// for an ad that the library does not have any more, and those of Load.
func (c *Client) Detail(ctx context.Context, ad *ads.Ad) error {
	body, err := c.load(ctx, url.Values{"id": {ad.ID}})
	if err != nil {
		return err
	}
	return detail(body, ad)
}
