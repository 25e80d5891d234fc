package quantity_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/claims/quantity"
)

// one is the only quantity of a text; nil when there is none or more.
func one(text string) *quantity.Quantity {
	if q := quantity.Read(text).Quantities; len(q) == 1 {
		return &q[0]
	}
	return nil
}

func is(t *testing.T, text, unit string, value float64) {
	t.Helper()
	if q := one(text); q == nil || q.Unit != unit || math.Abs((q.Low+q.High)/2/value-1) > 1e-9 {
		t.Errorf("%s: got %+v, want %g %s", text, quantity.Read(text).Quantities, value, unit)
	}
}

// TestUnits has every unit by each of its names, and what one of it is in the one that
// all of its sort are compared in.
func TestUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unit  string
		one   float64
		names string
	}{
		{"%", 1, "% percent pct prozent procent per_cent por_ciento por_cento pour_cent per_cento"},
		{"pp", 1, "pp percentage_points percentage_point prozentpunkte"},
		{"pp", 0.01, "bps basis_points"},
		{"USD", 1, "dollar dollars usd us_dollars"},
		{"EUR", 1, "euro euros eur"},
		{"GBP", 1, "gbp pound pounds sterling"},
		{"JPY", 1, "yen jpy"},
		{"CNY", 1, "yuan cny rmb"},
		{"INR", 1, "rupee rupees inr"},
		{"CHF", 1, "francs franken chf"},
		{"SEK", 1, "sek"},
		{"NOK", 1, "nok"},
		{"DKK", 1, "dkk"},
		{"PLN", 1, "pln zloty"},
		{"AUD", 1, "aud"},
		{"CAD", 1, "cad"},
		{"BRL", 1, "brl reais"},
		{"m", 1e-3, "mm millimetres millimeters millimeter"},
		{"m", 1e-2, "cm centimetre centimetres centimeter centimeters zentimeter"},
		{"m", 1, "m metre metres meter meters metern metros"},
		{"m", 1e3, "km kilometre kilometres kilometer kilometers kilometern kilómetros"},
		{"m", 1609.344, "mile miles"},
		{"m", 0.3048, "ft foot feet"},
		{"m", 0.0254, "inch inches"},
		{"m", 0.9144, "yards"},
		{"m2", 1, "square_metres square_meters sq_m quadratmeter"},
		{"m2", 1e4, "hectare hectares ha hektar"},
		{"m2", 1e6, "square_kilometres square_kilometers sq_km quadratkilometer"},
		{"m2", 4046.856, "acre acres"},
		{"m2", 2589988, "square_miles"},
		{"m2", 0.092903, "square_feet sq_ft"},
		{"m3", 1, "cubic_metres cubic_meters kubikmeter"},
		{"m3", 1e-3, "litre litres liter liters"},
		{"m3", 3.785e-3, "gallons"},
		{"barrel", 1, "barrels"},
		{"kg", 1e-3, "g gram grams gramm"},
		{"kg", 1, "kg kilo kilos kilogram kilograms kilogramm"},
		{"kg", 1e3, "t ton tons tonne tonnes tonnen toneladas metric_tons metric_tonnes"},
		{"kg", 0.4536, "lb lbs"},
		{"s", 1e-3, "ms milliseconds"},
		{"s", 1, "second seconds sekunden secondes segundos"},
		{"s", 60, "minute minutes min minuten minutos"},
		{"s", 3600, "hour hours h stunde stunden heures horas"},
		{"s", 86400, "day days tag tage tagen jours dias"},
		{"s", 604800, "week weeks woche wochen semaines semanas"},
		{"s", 2629800, "month months monat monate monaten mois meses"},
		{"s", 31557600, "year years jahr jahre jahren ans annees anos"},
		{"s", 315576000, "decade decades"},
		{"W", 1, "w watt watts"},
		{"W", 1e3, "kw kilowatt kilowatts"},
		{"W", 1e6, "mw megawatt megawatts"},
		{"W", 1e9, "gw gigawatt gigawatts"},
		{"W", 1e12, "tw terawatts"},
		{"Wh", 1e3, "kwh"},
		{"Wh", 1e6, "mwh"},
		{"Wh", 1e9, "gwh"},
		{"Wh", 1e12, "twh"},
		{"B", 1e3, "kb"},
		{"B", 1e6, "mb megabytes"},
		{"B", 1e9, "gb gigabytes"},
		{"B", 1e12, "tb terabytes"},
		{"Hz", 1, "hz"},
		{"Hz", 1e3, "khz"},
		{"Hz", 1e6, "mhz"},
		{"Hz", 1e9, "ghz"},
		{"°C", 1, "celsius degrees_celsius °_c"},
		{"°F", 1, "fahrenheit degrees_fahrenheit °_f"},
		{"km/h", 1, "kmh km/h"},
		{"km/h", 1.609344, "mph"},
		{"km/h", 1.852, "knots"},
		{"times", 1, "times fold"},
	} {
		for name := range strings.FieldsSeq(c.names) {
			is(t, "There were 24 "+strings.ReplaceAll(name, "_", " ")+" of it", c.unit, 24*c.one)
		}
	}
}

func TestCurrenciesBeforeTheirNumber(t *testing.T) {
	t.Parallel()
	for sign, unit := range map[string]string{
		"$":   "USD",
		"€":   "EUR",
		"£":   "GBP",
		"¥":   "JPY",
		"₹":   "INR",
		"₩":   "KRW",
		"₽":   "RUB",
		"₺":   "TRY",
		"₴":   "UAH",
		"₪":   "ILS",
		"USD": "USD",
		"EUR": "EUR",
		"GBP": "GBP",
		"CHF": "CHF",
		"JPY": "JPY",
		"CNY": "CNY",
		"INR": "INR",
		"SEK": "SEK",
		"NOK": "NOK",
		"DKK": "DKK",
		"PLN": "PLN",
		"AUD": "AUD",
		"CAD": "CAD",
		"BRL": "BRL",
	} {
		is(t, "It cost "+sign+" 24 in all", unit, 24)
	}
	for letters, unit := range map[string]string{
		"US": "USD",
		"A":  "AUD",
		"AU": "AUD",
		"C":  "CAD",
		"CA": "CAD",
		"NZ": "NZD",
		"HK": "HKD",
		"S":  "SGD",
		"R":  "BRL",
	} {
		is(t, "It cost "+letters+"$24 in all", unit, 24)
	}
}

func TestNumbersInWords(t *testing.T) {
	t.Parallel()
	for word, n := range map[string]float64{
		"two":       2,
		"three":     3,
		"four":      4,
		"five":      5,
		"six":       6,
		"seven":     7,
		"eight":     8,
		"nine":      9,
		"ten":       10,
		"eleven":    11,
		"twelve":    12,
		"thirteen":  13,
		"fourteen":  14,
		"fifteen":   15,
		"sixteen":   16,
		"seventeen": 17,
		"eighteen":  18,
		"nineteen":  19,
		"twenty":    20,
		"thirty":    30,
		"forty":     40,
		"fifty":     50,
		"sixty":     60,
		"seventy":   70,
		"eighty":    80,
		"ninety":    90,
		"zwei":      2,
		"drei":      3,
		"vier":      4,
		"funf":      5,
		"sechs":     6,
		"sieben":    7,
		"acht":      8,
		"neun":      9,
		"zehn":      10,
		"elf":       11,
		"zwolf":     12,
		"zwanzig":   20,
		"deux":      2,
		"trois":     3,
		"quatre":    4,
		"cinq":      5,
		"sept":      7,
		"huit":      8,
		"neuf":      9,
		"dix":       10,
		"onze":      11,
		"douze":     12,
		"vingt":     20,
		"dos":       2,
		"tres":      3,
		"cuatro":    4,
		"cinco":     5,
		"seis":      6,
		"siete":     7,
		"ocho":      8,
		"nueve":     9,
		"diez":      10,
		"doce":      12,
		"veinte":    20,
	} {
		is(t, "There are "+word+" km of it", "m", 1000*n)
	}
	for _, word := range []string{"one", "a", "ein", "eine", "une", "un", "una"} {
		is(t, "It cost "+word+" million euros", "EUR", 1e6)
	}
	for word, n := range map[string]float64{
		"hundred":    1e2,
		"dozen":      12,
		"thousand":   1e3,
		"tsd":        1e3,
		"tausend":    1e3,
		"mille":      1e3,
		"mil":        1e3,
		"lakh":       1e5,
		"million":    1e6,
		"millions":   1e6,
		"mio":        1e6,
		"mn":         1e6,
		"mln":        1e6,
		"millionen":  1e6,
		"millones":   1e6,
		"milione":    1e6,
		"milioni":    1e6,
		"miljoen":    1e6,
		"crore":      1e7,
		"billion":    1e9,
		"billions":   1e9,
		"bn":         1e9,
		"mrd":        1e9,
		"milliarde":  1e9,
		"milliarden": 1e9,
		"milliard":   1e9,
		"milliards":  1e9,
		"miliardi":   1e9,
		"miljard":    1e9,
		"trillion":   1e12,
		"trillions":  1e12,
		"tn":         1e12,
		"trn":        1e12,
	} {
		is(t, "It cost 3 "+word+" euros in all", "EUR", 3*n)
	}
	is(t, "It cost $3k in all", "USD", 3e3)
	is(t, "It cost $3mm in all", "USD", 3e6)
	is(t, "It was one half of the cost", "%", 50)
	for word, parts := range map[string]float64{
		"third":    3,
		"thirds":   3,
		"quarter":  4,
		"quarters": 4,
		"fifth":    5,
		"fifths":   5,
		"tenth":    10,
		"tenths":   10,
		"drittel":  3,
		"viertel":  4,
		"funftel":  5,
		"zehntel":  10,
		"tiers":    3,
	} {
		is(t, "It was two "+word+" of the cost", "%", 200/parts)
	}
}

func TestMonths(t *testing.T) {
	t.Parallel()
	for i, names := range []string{
		"january jan januar janner janvier enero gennaio janeiro januari",
		"february feb februar fevrier febrero febbraio fevereiro februari",
		"march marz mars marzo marco maart",
		"april apr avril abril aprile",
		"may mai mayo maggio maio mei",
		"june jun juni juin junio giugno junho",
		"july jul juli juillet julio luglio julho",
		"august aug aout agosto augustus",
		"september sept sep septembre septiembre settembre setembro",
		"october oct oktober okt octobre octubre ottobre outubro",
		"november nov novembre noviembre novembro",
		"december dec dezember dez décembre diciembre dicembre dezembro",
	} {
		for name := range strings.FieldsSeq(names) {
			r := quantity.Read("It was built on 5 " + name + " 2019 by them")
			if got := fmt.Sprint(r.Dates); len(r.Dates) != 1 || r.Dates[0].Year != 2019 || r.Dates[0].Month != i+1 || r.Dates[0].Day != 5 {
				t.Errorf("%s: got dates %s, want one of month %d", name, got, i+1)
			}
		}
	}
}

func TestWordsBeforeANumber(t *testing.T) {
	t.Parallel()
	for word := range strings.FieldsSeq(`about around roughly approximately approx some circa ca nearly almost estimated close_to rund etwa ungefahr knapp environ pres_de cerca_de casi aproximadamente ongeveer ~ ≈`) {
		text := "It is " + strings.ReplaceAll(word, "_", " ") + " 24 km of it"
		if q := one(text); q == nil || !q.About {
			t.Errorf("%s: got %+v, want about 24 km", text, q)
		}
	}
	for word := range strings.FieldsSeq(`more_than over above at_least exceeding exceeds upwards_of greater_than no_fewer_than no_less_than mehr_als uber mindestens plus_de au_moins mas_de al_menos meer_dan > ≥`) {
		text := "It is " + strings.ReplaceAll(word, "_", " ") + " 24 km of it"
		if q := one(text); q == nil || q.Low != 24000 || !math.IsInf(q.High, 1) {
			t.Errorf("%s: got %+v, want at least 24 km", text, q)
		}
	}
	for word := range strings.FieldsSeq(`less_than under below fewer_than up_to at_most no_more_than as_many_as weniger_als bis_zu hochstens unter moins_de menos_de hasta < ≤`) {
		text := "It is " + strings.ReplaceAll(word, "_", " ") + " 24 km of it"
		if q := one(text); q == nil || q.High != 24000 || !math.IsInf(q.Low, -1) {
			t.Errorf("%s: got %+v, want at most 24 km", text, q)
		}
	}
	for word := range strings.FieldsSeq(`to and or bis und oder a y et - –`) {
		text := "It is 24 " + word + " 30 km long"
		q := quantity.Read(text).Quantities
		if n := len(q); n == 0 || n > 2 || q[0].Low != 24000 || q[n-1].High != 30000 || q[0].Unit != "m" {
			t.Errorf("%s: got %+v, want 24 km and 30 km, or from the one to the other", text, q)
		}
	}
}

func TestNumbersThatAreNames(t *testing.T) {
	t.Parallel()
	for word := range strings.FieldsSeq(`no number nr chapter version section page figure table article phase line route flight part step level grade class type model volume issue rule building pier terminal unit lot room reactor turbine phone harbour harbor gate tower block platform season episode generation stage zone district station kapitel version seite phase linie teil`) {
		r := quantity.Read("They met at " + word + " 24 of it")
		if len(r.Quantities) != 0 || len(r.Labels) != 1 {
			t.Errorf("%s: got quantities %+v, labels %q; want a label alone", word, r.Quantities, r.Labels)
		}
	}
	for word := range strings.FieldsSeq(`high long wide deep tall thick above below of from in to and or at apart away hoch lang breit tief passage span length`) {
		is(t, "The gate stands 38m "+word+" it", "m", 38)
	}
}
