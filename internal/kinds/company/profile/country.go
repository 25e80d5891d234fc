package profile

import (
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// countryCode is the ISO 3166-1 code of a country that is given as a code or by its
// English name, else the text without what people write differently.
func countryCode(s string) string {
	if region, err := language.ParseRegion(s); err == nil && region.IsCountry() {
		return region.Canonicalize().String()
	}
	if code, ok := countryNames()[plain(s)]; ok {
		return code
	}
	return plain(s)
}

// countryNames maps English names to codes. Those that are common and not in the
// tables of Unicode are added.
var countryNames = sync.OnceValue(func() map[string]string {
	codes := map[string]string{
		"unitedstatesofamerica": "US", "usa": "US", "greatbritain": "GB", "england": "GB", "scotland": "GB", "wales": "GB",
		"peoplesrepublicofchina": "CN", "russianfederation": "RU", "republicofkorea": "KR", "kingdomofthenetherlands": "NL",
		"czechrepublic": "CZ",
	}
	namer := display.English.Regions()
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			region, err := language.ParseRegion(string([]rune{a, b}))
			if err == nil && region.IsCountry() {
				codes[plain(namer.Name(region))] = region.Canonicalize().String()
			}
		}
	}
	return codes
})
