package adstransparencytest

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"time"
)

// world are the ads of the archive, by a clock.
type world struct{ now func() time.Time }

// owner is an advertiser.
type owner struct {
	id, name, country, domain string
	regions                   []string
	ads                       int
	political                 bool
}

func owners() []owner {
	return []owner{
		{"AR07300142000000000001", "Marrowfen Ltd", "GB", "company.test", []string{"GB", "DE", "US"}, 130, false},
		{"AR07300142000000000002", "Marrowfen Tidal Services GmbH", "DE", "marrowfen-tides.test", []string{"DE"}, 12, false},
		{"AR07300142000000000003", "Tideline Outfitters", "US", "shop.test", []string{"US"}, 45, false},
		{"AR07300142000000000004", "Carrow Forward", "US", "carrow-forward.test", []string{"US"}, 8, true},
		{"AR07300142000000000005", "Sallow Weir Trust", "GB", "", nil, 0, false},
		{"AR07300142000000000006", "Stutter Mill", "GB", "stutter.test", []string{"GB"}, 300, false},
		{"AR07300142000000000007", "Gauge Traders (Private) Limited", "IN", "company.test", []string{"IN", "GB"}, 6, false},
	}
}

// ad is one ad.
type ad struct {
	owner       owner
	id          string
	number      int
	first, last time.Time
	regions     []string
}

// all are an advertiser's ads: the first 30 run, the others ended one by one, the last
// about two years ago.
func (g world) all(o owner) []ad {
	today := g.now().UTC().Truncate(24 * time.Hour)
	var list []ad
	for i := range o.ads {
		last := today.Add(-time.Duration(i%5) * 7 * time.Hour)
		if i >= 30 {
			last = today.AddDate(0, 0, -10-7*(i-30)).Add(-time.Duration(i%7) * time.Hour)
		}
		ad := ad{owner: o, number: i, id: fmt.Sprintf("CR%s%08d", o.id[len(o.id)-12:], i+1), last: last, first: last.AddDate(0, 0, -3-i%45)}
		for n, region := range o.regions {
			if i%(n+1) == 0 {
				ad.regions = append(ad.regions, region)
			}
		}
		list = append(list, ad)
	}
	return list
}

// find are the ads of a search, those first that were shown last.
func (g world) find(q request) []ad {
	var found []ad
	for _, o := range owners() {
		ids, domain := q.Filter.Owners.IDs, q.Filter.Place.Domain
		if len(ids) > 0 && !slices.Contains(ids, o.id) || domain != "" && domain != o.domain || len(ids) == 0 && domain == "" {
			continue
		}
		for _, ad := range g.all(o) {
			day := func(t time.Time) int { n, _ := strconv.Atoi(t.Format("20060102")); return n }
			if q.Filter.From != 0 && (day(ad.last) < q.Filter.From || day(ad.first) > q.Filter.To) {
				continue
			}
			if len(q.Filter.Regions) == 0 || slices.ContainsFunc(ad.regions, func(r string) bool { return slices.Contains(q.Filter.Regions, regions[r]) }) {
				found = append(found, ad)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b ad) int { return cmp.Or(b.last.Compare(a.last), strings.Compare(a.id, b.id)) })
	return found
}

// regions are the numbers of countries.
var regions = map[string]int{"GB": 2826, "DE": 2276, "US": 2840, "IN": 2356, "FR": 2250}

// listed is an ad as lists have it.
func (a ad) listed(domain string) map[string]any {
	item := map[string]any{
		"1": a.owner.id, "2": a.id, "3": a.preview(0), "4": 1 + a.number%3, "6": stamp(a.first), "7": stamp(a.last),
		"12": a.owner.name, "13": 1 + int(a.last.Sub(a.first).Hours()/24),
	}
	if domain != "" {
		item["14"] = domain
	}
	return item
}

// preview is how a version of an ad can be looked at.
func (a ad) preview(version int) map[string]any {
	name := fmt.Sprintf("%s-%d", a.id, version)
	if a.number%3 == 2 {
		return map[string]any{"1": map[string]any{"4": "https://displayads-formats.googleusercontent.com/ads/preview/content.js?client=ads-integrity-transparency&creativeId=" + name + "&sig=sample"}}
	}
	return map[string]any{"3": map[string]any{"2": `<img src="` + html.EscapeString("https://tpc.googlesyndication.com/archive/simgad/"+name+"?w=320&h=180") + `" height="180" width="320">`}, "5": true}
}

// detail is an ad by itself; {} when there is none.
func (g world) detail(owner, id string) map[string]any {
	for _, o := range owners() {
		for _, a := range g.all(o) {
			if o.id != owner || a.id != id {
				continue
			}
			versions := []any{a.preview(0)}
			if a.number%4 == 0 {
				versions = append(versions, a.preview(1))
			}
			if a.number%3 == 2 {
				versions = append(versions, map[string]any{"2": map[string]any{"4": "https://www.youtube.com/embed/" + a.id[len(a.id)-11:]}})
			}
			d := map[string]any{"1": o.id, "2": a.id, "3": stamp(a.first), "4": stamp(a.last), "5": versions, "7": a.regions, "8": 1 + a.number%3}
			if o.political {
				d["9"], d["10"] = strconv.Itoa(10000*(a.number+1)), strconv.Itoa(10000*(a.number+2))
				d["11"], d["12"] = amount(100*a.number), amount(100*a.number+100)
			}
			return map[string]any{"1": d}
		}
	}
	return map[string]any{}
}

func stamp(t time.Time) map[string]any {
	return map[string]any{"1": strconv.FormatInt(t.Unix(), 10), "2": 347301000}
}

func amount(dollars int) map[string]any {
	return map[string]any{"1": []any{map[string]any{"1": "USD", "2": strconv.Itoa(dollars)}}}
}
