package quantity

import (
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// unit is a base unit and how many of it one of the unit are.
type unit struct {
	base   string
	factor float64
	// odd is true when numbers lose their round form when they are converted, as miles in
	// kilometres do: then they are approximate.
	odd bool
}

// unitTable has a line for each unit: base, factor, whether it is odd, and the
// names that it goes by. Names of two words have an underscore.
var unitTable = []struct {
	unit

	names string
}{
	{unit{"%", 1, false}, "% percent pct prozent procent per_cent por_ciento por_cento pour_cent per_cento"},
	{unit{"pp", 1, false}, "pp percentage_points percentage_point prozentpunkte"},
	{unit{"pp", 0.01, false}, "bps basis_points"},

	{unit{"USD", 1, false}, "dollar dollars usd us_dollars"},
	{unit{"EUR", 1, false}, "euro euros eur"},
	{unit{"GBP", 1, false}, "gbp pound pounds sterling"},
	{unit{"JPY", 1, false}, "yen jpy"},
	{unit{"CNY", 1, false}, "yuan cny rmb"},
	{unit{"INR", 1, false}, "rupee rupees inr"},
	{unit{"CHF", 1, false}, "francs franken chf"},
	{unit{"SEK", 1, false}, "sek"},
	{unit{"NOK", 1, false}, "nok"},
	{unit{"DKK", 1, false}, "dkk"},
	{unit{"PLN", 1, false}, "pln zloty"},
	{unit{"AUD", 1, false}, "aud"},
	{unit{"CAD", 1, false}, "cad"},
	{unit{"BRL", 1, false}, "brl reais"},

	{unit{"m", 1e-3, false}, "mm millimetres millimeters millimeter"},
	{unit{"m", 1e-2, false}, "cm centimetre centimetres centimeter centimeters zentimeter"},
	{unit{"m", 1, false}, "m metre metres meter meters metern metros"},
	{unit{"m", 1e3, false}, "km kilometre kilometres kilometer kilometers kilometern kilómetros"},
	{unit{"m", 1609.344, true}, "mile miles"},
	{unit{"m", 0.3048, true}, "ft foot feet"},
	{unit{"m", 0.0254, true}, "inch inches"},
	{unit{"m", 0.9144, true}, "yards"},
	{unit{"m2", 1, false}, "square_metres square_meters sq_m quadratmeter"},
	{unit{"m2", 1e4, false}, "hectare hectares ha hektar"},
	{unit{"m2", 1e6, false}, "square_kilometres square_kilometers sq_km quadratkilometer"},
	{unit{"m2", 4046.856, true}, "acre acres"},
	{unit{"m2", 2589988, true}, "square_miles"},
	{unit{"m2", 0.092903, true}, "square_feet sq_ft"},
	{unit{"m3", 1, false}, "cubic_metres cubic_meters kubikmeter"},
	{unit{"m3", 1e-3, false}, "litre litres liter liters"},
	{unit{"m3", 3.785e-3, true}, "gallons"},
	{unit{"barrel", 1, false}, "barrels"},

	{unit{"kg", 1e-3, false}, "g gram grams gramm"},
	{unit{"kg", 1, false}, "kg kilo kilos kilogram kilograms kilogramm"},
	{unit{"kg", 1e3, false}, "t ton tons tonne tonnes tonnen toneladas metric_tons metric_tonnes"},
	{unit{"kg", 0.4536, true}, "lb lbs"},

	{unit{"s", 1e-3, false}, "ms milliseconds"},
	{unit{"s", 1, false}, "second seconds sekunden secondes segundos"},
	{unit{"s", 60, false}, "minute minutes min minuten minutos"},
	{unit{"s", 3600, false}, "hour hours h stunde stunden heures horas"},
	{unit{"s", 86400, false}, "day days tag tage tagen jours dias"},
	{unit{"s", 604800, false}, "week weeks woche wochen semaines semanas"},
	{unit{"s", 2629800, true}, "month months monat monate monaten mois meses"},
	{unit{"s", 31557600, false}, "year years jahr jahre jahren ans annees anos"},
	{unit{"s", 315576000, true}, "decade decades"},

	{unit{"W", 1, false}, "w watt watts"},
	{unit{"W", 1e3, false}, "kw kilowatt kilowatts"},
	{unit{"W", 1e6, false}, "mw megawatt megawatts"},
	{unit{"W", 1e9, false}, "gw gigawatt gigawatts"},
	{unit{"W", 1e12, false}, "tw terawatts"},
	{unit{"Wh", 1e3, false}, "kwh"},
	{unit{"Wh", 1e6, false}, "mwh"},
	{unit{"Wh", 1e9, false}, "gwh"},
	{unit{"Wh", 1e12, false}, "twh"},
	{unit{"B", 1e3, false}, "kb"},
	{unit{"B", 1e6, false}, "mb megabytes"},
	{unit{"B", 1e9, false}, "gb gigabytes"},
	{unit{"B", 1e12, false}, "tb terabytes"},
	{unit{"Hz", 1, false}, "hz"},
	{unit{"Hz", 1e3, false}, "khz"},
	{unit{"Hz", 1e6, false}, "mhz"},
	{unit{"Hz", 1e9, false}, "ghz"},
	{unit{"°C", 1, false}, "celsius degrees_celsius °_c"},
	{unit{"°F", 1, false}, "fahrenheit degrees_fahrenheit °_f"},
	{unit{"km/h", 1, false}, "kmh km/h"},
	{unit{"km/h", 1.609344, true}, "mph"},
	{unit{"km/h", 1.852, true}, "knots"},
	{unit{"times", 1, false}, "times fold"},
}

var units = sync.OnceValue(func() map[string]unit {
	m := map[string]unit{}
	for _, row := range unitTable {
		for name := range strings.FieldsSeq(row.names) {
			m[tokens.Fold(name)] = row.unit
		}
	}
	return m
})

// currencies stand before a number.
var currencies = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY", "₴": "UAH", "₪": "ILS",
		"usd": "USD", "eur": "EUR", "gbp": "GBP", "chf": "CHF", "jpy": "JPY", "cny": "CNY", "inr": "INR",
		"sek": "SEK", "nok": "NOK", "dkk": "DKK", "pln": "PLN", "aud": "AUD", "cad": "CAD", "brl": "BRL",
	}
})

// dollars are letters before the sign that say whose dollar it is.
var dollars = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"us": "USD", "a": "AUD", "au": "AUD", "c": "CAD", "ca": "CAD", "nz": "NZD", "hk": "HKD", "s": "SGD", "r": "BRL",
	}
})

// fractions are the names of parts, as in "two thirds".
var fractions = sync.OnceValue(func() map[string]float64 {
	return map[string]float64{
		"half": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5, "tenth": 10, "tenths": 10,
		"halfte": 2, "drittel": 3, "viertel": 4, "funftel": 5, "zehntel": 10, "tiers": 3,
	}
})

// afterLength are the words before which "38m" is a length and no number of millions.
var afterLength = wordSet(`high long wide deep tall thick above below of from in to and or at apart away hoch lang breit tief passage span length`)

// labelled are the words whose numbers are names.
var labelled = wordSet(`no number nr chapter version section page figure table article phase line route flight part step level
grade class type model volume issue rule building pier terminal unit lot room reactor turbine phone harbour harbor gate tower block
platform season episode generation stage zone district station kapitel version seite phase linie teil`)

// approximate words stand before a number; roomy ones of two words are joined.
var (
	about = wordSet(`about around roughly approximately approx some circa ca nearly almost estimated close_to rund etwa ungefahr knapp
environ pres_de cerca_de casi aproximadamente ongeveer ~ ≈`)
	atLeast = wordSet(`more_than over above at_least exceeding exceeds upwards_of greater_than no_fewer_than no_less_than mehr_als uber mindestens
plus_de au_moins mas_de al_menos meer_dan > ≥`)
	atMost = wordSet(`less_than under below fewer_than up_to at_most no_more_than as_many_as weniger_als bis_zu hochstens unter moins_de menos_de hasta < ≤`)
	// links stand between two numbers of one unit.
	links = wordSet(`to and or bis und oder a y et - –`)
)

// wordSet is made at its first use, as all tables here: a function that links them starts without.
func wordSet(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := map[string]bool{}
		for word := range strings.FieldsSeq(list) {
			m[word] = true
		}
		return m
	})
}
