package adlibrary

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/read/companyname"
)

// words are what the library is searched for, where the subject is no page by its id.
// Pages mostly leave out a company's legal form.
func words(s ads.Subject) string {
	page := strings.NewReplacer(".", " ", "-", " ", "_", " ").Replace(s.PageName)
	return cmp.Or(companyname.Plain(s.CompanyName), page, s.Domain)
}

// match says by what an ad that was found by words is the subject's.
func match(ad *ads.Ad, s ads.Subject) (by ads.Match, ok bool) {
	switch {
	case s.PageName != "":
		return ads.ByAdvertiser, strings.EqualFold(ad.Advertiser.Username, s.PageName)
	case s.Domain != "":
		return ads.Attribute(ad, s.Domain)
	default:
		return ads.ByAdvertiser, companyname.Same(ad.Advertiser.Name, s.CompanyName)
	}
}

// pick keeps the ads of the subject. Those of a page that was asked for by its id all are.
func pick(all []ads.Ad, s ads.Subject, isPage bool) (own []ads.Ad, elsewhere int) {
	own = []ads.Ad{}
	for _, ad := range all {
		by, ok := ads.ByAdvertiser, true
		if !isPage {
			by, ok = match(&ad, s)
		}
		if !ok {
			elsewhere++
			continue
		}
		ad.MatchedBy = by
		own = append(own, ad)
	}
	return own, elsewhere
}

// pagesOf are the pages of Facebook that a subject turned out to be, in the order of ads
// that were found by words. What leads to a domain may be anybody's, so a domain is none.
func pagesOf(own []ads.Ad, s ads.Subject) []string {
	if s.PageName == "" && s.Domain != "" {
		return nil
	}
	var ids []string
	for _, ad := range own {
		if id := ad.Advertiser.ID; id != "" && !slices.Contains(ids, id) && len(ids) < mostPages {
			ids = append(ids, id)
		}
	}
	return ids
}
