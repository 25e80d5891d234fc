// Package shape turns the objects of the Meta Ad Library into ads. What the library does
// not disclose of an ad stays absent, and so does what only looks like a fact: the end of
// an ad that runs, which is the present day, and the names of fields that a catalogue
// fills in. It asks nobody.
package shape

import (
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/wire"
)

const site = "https://www.facebook.com"

// AdURL is the page of an ad in the library, for everybody.
func AdURL(id string) string { return site + "/ads/library/?id=" + id }

// IsID reports whether a text can be the id of an ad or of a page.
func IsID(id string) bool {
	return len(id) >= 4 && len(id) <= 20 && strings.Trim(id, "0123456789") == ""
}

// Ad is an ad of a page of the library; ok is false for one without an id.
func Ad(n *wire.Node) (ad ads.Ad, ok bool) {
	id := string(n.ID)
	if !IsID(id) {
		return ads.Ad{}, false
	}
	ad = ads.Ad{
		Archive: ads.Meta, ID: id, URL: AdURL(id), Advertiser: Advertiser(n), Platforms: lower(n.Platforms), Active: n.Active.Value,
		StartDate: day(n.Start), Countries: countries(n.Countries), Categories: categories(n.Categories), Sensitive: n.Sensitive.Value, Synthetic: n.Synthetic.Value,
		Spend: money(string(n.Spend), string(n.Currency)), Impressions: count(string(n.Impressions.Text)), Reach: count(string(n.Reach)),
		PaidBy: string(n.Snapshot.Byline),
	}
	if ad.PaidBy == "" {
		ad.PaidBy = string(n.Snapshot.Disclaimer)
	}
	if ad.Active != nil && !*ad.Active {
		ad.EndDate = day(n.End)
	}
	if n.CollationCount.Value > 0 {
		ad.Alike = n.CollationCount.Pointer()
	}
	creative(&ad, &n.Snapshot)
	return ad, true
}

// Advertiser is the page that runs an ad.
func Advertiser(n *wire.Node) ads.Advertiser {
	s := &n.Snapshot
	a := ads.Advertiser{
		ID: first(n.PageID, s.PageID), Name: first(n.PageName, s.PageName), Username: Alias(string(s.PageURI)), Category: first(s.PageCategories...),
		ImageURL: web(s.PagePicture), Counts: social.Counts{Likes: s.PageLikes.Pointer()},
	}
	if !IsID(a.ID) {
		a.ID = ""
	}
	switch {
	case a.Username != "":
		a.URL = site + "/" + a.Username
	case a.ID != "":
		a.URL = site + "/" + a.ID
	}
	return a
}

// Alias is what a page is called in its address, as "marrowfen" in
// https://www.facebook.com/marrowfen/; empty where the address has a number in its place.
func Alias(address string) string {
	u, err := url.Parse(address)
	if err != nil || ads.Registrable(u.Hostname()) != "facebook.com" {
		return ""
	}
	name, rest, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if rest != "" || name == "" || strings.HasSuffix(name, ".php") || IsID(name) {
		return ""
	}
	return name
}

// day is the day of a time: the library gives midnights in California, which are of the
// same day in UTC.
func day(n wire.Number) string {
	const first, last = 1075852800, 4102444800 // of February 2004, when Facebook began, and of 2100
	if n.Value < first || n.Value > last {
		return ""
	}
	return time.Unix(n.Value, 0).UTC().Format(time.DateOnly)
}

func first(all ...wire.Text) string {
	for _, t := range all {
		if t != "" {
			return string(t)
		}
	}
	return ""
}

func lower(list wire.List[wire.Text]) []string {
	all := wire.Texts(list)
	for i := range all {
		all[i] = strings.ToLower(all[i])
	}
	return all
}

// categories leaves out UNKNOWN, which commercial ads have.
func categories(list wire.List[wire.Text]) []string {
	var all []string
	for _, c := range lower(list) {
		switch c {
		case "unknown", "none", "all":
		default:
			all = append(all, c)
		}
	}
	return all
}

// countries keeps codes; some lists have names.
func countries(list wire.List[wire.Text]) []string {
	var all []string
	for _, c := range wire.Texts(list) {
		if len(c) == 2 && strings.Trim(c, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			all = append(all, c)
		}
	}
	return all
}
