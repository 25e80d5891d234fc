package adlibrarytest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// world are the ads of the Meta Ad Library, by a clock.
type world struct{ now func() time.Time }

// page is a page of Facebook. An empty alias is one that only its number leads to.
type page struct {
	id, alias, name, category, site, words string
	likes                                  int
	countries                              []string
	ads                                    int
	political                              bool
}

func pages() []page {
	return []page{
		{"104730014200001", "marrowfen", "Marrowfen", "Measuring instruments", "company.test", "The level, every minute, for ten years.", 4812, []string{"GB", "DE", "US"}, 150, false},
		{"104730014200002", "marrowfen.tides", "Marrowfen Tidal Services GmbH", "Local service", "marrowfen-tides.test", "Tide tables for the whole coast.", 310, []string{"DE"}, 12, false},
		{"104730014200003", "tidelineoutfitters", "Tideline Outfitters", "Outdoor equipment", "shop.test", "Packs that dry overnight.", 20481, []string{"US"}, 75, false},
		{"104730014200004", "carrowforward", "Carrow Forward", "Political organization", "carrow-forward.test", "Vote for clean estuaries.", 9120, []string{"US"}, 60, true},
		{"104730014200005", "sallowweir", "Sallow Weir Trust", "Charity", "sallow-weir.test", "", 55, []string{"GB"}, 0, false},
		{"104730014200006", "stutter.mill", "Stutter Mill", "Bakery", "stutter.test", "Flour of the mill.", 12, []string{"GB"}, 90, false},
		{"104730014200007", "", "Gauge Traders", "Wholesale", "gauge-traders.test", "A gauge by Marrowfen for your river.", 830, []string{"IN", "GB"}, 26, false},
	}
}

// ad is one ad. A zero end is one that runs.
type ad struct {
	page       page
	number     int
	start, end time.Time
	seen       int // how often, for the order of lists
}

// all are the ads of all pages. Marrowfen began one each five days or so.
func (m world) all() []ad {
	today := m.now().UTC().Truncate(24 * time.Hour)
	var list []ad
	for _, p := range pages() {
		for i := range p.ads {
			ago := 2 + i*715/max(p.ads, 100)
			if p.alias == "tidelineoutfitters" && i < 45 {
				ago = 60
			}
			// A midnight in California, as the library gives it.
			ad := ad{page: p, number: i, start: today.AddDate(0, 0, -ago).Add(8 * time.Hour), seen: ((i-i%10)*7919 + max(i%10, 1)*4001 + len(p.name)*31) % 10007}
			if i >= 20 {
				ad.end = ad.start.AddDate(0, 0, min(ago-1, 3+i%40))
			}
			list = append(list, ad)
		}
	}
	return list
}

func (a ad) id() string {
	return fmt.Sprintf("%s%04d", a.page.id[len(a.page.id)-12:], 1000+a.number)
}

// collation is that of a group of ads with one creative: every tenth is one of two.
func (a ad) collation() string {
	n := a.number
	if n%10 == 1 {
		n--
	}
	return fmt.Sprintf("88%s%04d", a.page.id[len(a.page.id)-8:], n)
}

func (a ad) countries() []string {
	var all []string
	for i, c := range a.page.countries {
		if a.number%(i+1) == 0 {
			all = append(all, c)
		}
	}
	return all
}

// isOf reports whether an ad fits the choices of a query.
func (a ad) isOf(status, country, kind string) bool {
	active := a.end.IsZero()
	return (status == "all" || active == (status == "active")) && (country == "ALL" || slices.Contains(a.countries(), country)) &&
		(kind == "all" || a.page.political == (kind == "political_and_issue_ads"))
}

// has reports whether the ad has all of some words, wherever.
func (a ad) has(words string) bool {
	text := strings.ToLower(strings.Join([]string{a.page.name, a.title(), a.body(), a.caption(), a.link()}, " "))
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func (a ad) title() string {
	if a.format() == "DPA" {
		return "{{product.name}}"
	}
	return fmt.Sprintf("Offer %d of %s", a.number+1, a.page.name)
}

func (a ad) body() string {
	switch {
	case a.format() == "DPA":
		return "{{product.brand}}"
	case a.number%11 == 4:
		return "" // null on the page
	}
	return a.page.words + "\n\nNo. " + strconv.Itoa(a.number+1) + " ⚓"
}

// site is where the ad leads: the dealer's first six lead to the firm.
func (a ad) site() string {
	if a.page.alias == "" && a.number < 6 {
		return "company.test"
	}
	return a.page.site
}

func (a ad) link() string {
	switch to := fmt.Sprintf("http://%s/?ad=%d&utm_source=facebook", a.site(), a.number+1); {
	case a.number%13 == 12:
		return "" // an ad that leads nowhere of the web
	case a.number%9 == 8:
		return fmt.Sprintf("https://l.facebook.com/l.php?u=http%%3A%%2F%%2Fwww.%s%%2Foffer&h=AT0sample", a.site())
	default:
		return to
	}
}

func (a ad) caption() string { return "www." + a.site() }

func (a ad) format() string {
	if a.page.political {
		return "IMAGE"
	}
	return []string{"IMAGE", "VIDEO", "CAROUSEL", "DPA", "MULTI_IMAGES", "DCO", "IMAGE", "EVENT"}[a.number%8]
}

// one is the ad with an id as its own page has it, nil when there is none.
func (m world) one(id string) any {
	for _, a := range m.all() {
		if a.id() == id {
			return a.node(m.now())
		}
	}
	return nil
}
