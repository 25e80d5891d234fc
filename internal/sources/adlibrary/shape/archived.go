package shape

import (
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/wire"
)

// Archived is an ad of the official API as of a day; ok is false for one without an id.
// The API has neither format, links nor media, and of whether it runs only the day of its end.
func Archived(a *wire.Archived, today string) (ad ads.Ad, ok bool) {
	id := string(a.ID)
	if !IsID(id) {
		return ads.Ad{}, false
	}
	ad = ads.Ad{
		Archive: ads.Meta, ID: id, URL: AdURL(id), Advertiser: ads.Advertiser{ID: string(a.PageID), Name: string(a.PageName)},
		Title: said(head(a.Titles)), Body: said(head(a.Bodies)), Description: said(head(a.Descriptions)), DisplayURL: said(head(a.Captions)), Variations: versions(a),
		Platforms: lower(a.Platforms), StartDate: date(a.Start), Languages: wire.Texts(a.Languages),
		Spend: cost(a.Spend, string(a.Currency)), Impressions: between(a.Impressions), PaidBy: string(a.Bylines),
		Audience: audience(a),
	}
	if IsID(ad.Advertiser.ID) {
		ad.Advertiser.URL = site + "/" + ad.Advertiser.ID
	} else {
		ad.Advertiser.ID = ""
	}
	if stop := date(a.Stop); stop != "" && stop < today {
		ad.Active, ad.EndDate = new(false), stop
	}
	if ad.Spend != nil {
		ad.Categories = []string{"political"} // of no others is it disclosed
	}
	if a.EUReach.Set {
		ad.Reach = &ads.Range{Lower: a.EUReach.Pointer(), Upper: a.EUReach.Pointer()}
	}
	for _, p := range a.Payers {
		if payer := first(p.Payer, p.Beneficiary); ad.PaidBy == "" || p.Current.Is() && a.Bylines == "" {
			ad.PaidBy = payer
		}
	}
	return ad, true
}

func head(list wire.List[wire.Text]) wire.Text { return wire.Text(first(list...)) }

// date is the day of a day or a time.
func date(t wire.Text) string {
	day, _, _ := strings.Cut(string(t), "T")
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return ""
	}
	return day
}

// versions are the texts behind the first ones. The API lists titles, texts and captions
// each for itself; what stands at one place of them is taken for one version.
func versions(a *wire.Archived) []ads.Variation {
	at := func(list wire.List[wire.Text], i int) string {
		if i >= len(list) {
			return ""
		}
		return said(list[i])
	}
	var all []ads.Variation
	for i := 1; i < max(len(a.Titles), len(a.Bodies), len(a.Descriptions), len(a.Captions)); i++ {
		all = vary(all, ads.Variation{Title: at(a.Titles, i), Body: at(a.Bodies, i), Description: at(a.Descriptions, i), DisplayURL: at(a.Captions, i)})
	}
	return all
}

// audience is nil when nothing of it is disclosed.
func audience(a *wire.Archived) *ads.Audience {
	who := ads.Audience{Size: between(a.Audience), Demographics: shares(a.Demographic), Regions: shares(a.Regions)}
	for _, b := range a.Breakdown {
		for _, g := range b.Groups {
			for _, group := range []struct {
				gender string
				wire.Number
			}{{"male", g.Male}, {"female", g.Female}, {"unknown", g.Unknown}} {
				if group.Set {
					who.Reached = append(who.Reached, ads.Reach{Country: string(b.Country), Age: string(g.Age), Gender: group.gender, Count: group.Value})
				}
			}
		}
	}
	if who.Size == nil && who.Demographics == nil && who.Regions == nil && who.Reached == nil {
		return nil
	}
	return &who
}

func shares(list wire.List[wire.Share]) []ads.Share {
	var all []ads.Share
	for _, s := range list {
		if part, err := s.Percentage.Float64(); err == nil {
			all = append(all, ads.Share{Age: string(s.Age), Gender: strings.ToLower(string(s.Gender)), Region: string(s.Region), Share: part})
		}
	}
	return all
}
