package adstransparency

import "golang.org/x/text/language"

// regions begin here: Google's number of a country is this and the number of ISO 3166-1.
const firstRegion = 2000

// anywhere is the region that a visitor's page names for itself; it filters nothing.
const anywhere = "US"

// region is Google's number of a country; ok is false for what is none.
func region(country string) (n int, ok bool) {
	r, err := language.ParseRegion(country)
	if err != nil || !r.IsCountry() || r.M49() == 0 {
		return 0, false
	}
	return firstRegion + r.M49(), true
}
