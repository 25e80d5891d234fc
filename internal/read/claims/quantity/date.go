package quantity

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// date reads the date that begins at the next word and returns how many words it has.
func (p *parser) date() int {
	for _, form := range []func(int) (Date, int){p.digits, p.dayFirst, p.monthFirst, p.inQuarter, p.year} {
		if d, n := form(p.at); n > 0 {
			d.Start, d.End = p.words[p.at].start, p.words[p.at+n-1].end
			p.out.Dates = append(p.out.Dates, d)
			return n
		}
	}
	return 0
}

// digits reads 2024-03-12, 12.03.2024, and 12/03/2024 where only one order is possible;
// otherwise of the latter the year alone is sure.
func (p *parser) digits(i int) (Date, int) {
	if !p.is(i, number) {
		return Date{}, 0
	}
	if parts := strings.Split(p.words[i].raw, "."); len(parts) == 3 {
		return dated(parts[2], parts[1], parts[0], 1)
	}
	mark := p.text(i + 1)
	if mark != "-" && mark != "/" || p.text(i+3) != mark || !p.is(i+2, number) || !p.is(i+4, number) || !p.glued(i+2) || !p.glued(i+4) {
		return Date{}, 0
	}
	a, b, c := p.text(i), p.text(i+2), p.text(i+4)
	const words = 5
	if len(a) == 4 {
		return dated(a, b, c, words)
	}
	byDay, n := dated(c, b, a, words)
	byMonth, m := dated(c, a, b, words)
	switch {
	case n > 0 && m > 0 && byDay != byMonth:
		return Date{Year: byDay.Year}, words
	case n > 0:
		return byDay, n
	}
	return byMonth, m
}

// dated makes a date of digits, if they are one.
func dated(year, month, day string, words int) (Date, int) {
	y, errY := strconv.Atoi(year)
	m, errM := strconv.Atoi(month)
	d, errD := strconv.Atoi(day)
	if errY != nil || errM != nil || errD != nil || !likely(y) || m < 1 || m > 12 || d < 1 || d > 31 {
		return Date{}, 0
	}
	return Date{Year: y, Month: m, Day: d}, words
}

// likely matches years that texts of our day speak of.
func likely(year int) bool { return 1400 <= year && year <= 2199 }

// dayFirst reads "12 March 2024", "12th of March", "12. März 2024", "12 de marzo de 2024".
func (p *parser) dayFirst(i int) (Date, int) {
	day := p.day(i)
	if day == 0 {
		return Date{}, 0
	}
	n := 1
	for _, filler := range []string{"st", "nd", "rd", "th", "er", "º", ".", "of", "de"} {
		if p.text(i+n) == filler {
			n++
		}
	}
	month := months()[p.text(i+n)]
	if month == 0 {
		return Date{}, 0
	}
	year, m := p.yearBehind(i + n + 1)
	return Date{Year: year, Month: month, Day: day}, n + 1 + m
}

// monthFirst reads "March 12, 2024", "March 2024", and "March" where that is surely one.
func (p *parser) monthFirst(i int) (Date, int) {
	month := months()[p.text(i)]
	if month == 0 || !p.is(i, word) {
		return Date{}, 0
	}
	n := 1
	if p.text(i+1) == "." && p.glued(i+1) {
		n++
	}
	day := p.day(i + n)
	if day > 0 {
		n++
		for _, filler := range []string{"st", "nd", "rd", "th"} {
			if p.text(i+n) == filler && p.glued(i+n) {
				n++
			}
		}
	}
	year, m := p.yearBehind(i + n)
	first, _ := utf8.DecodeRuneInString(p.words[i].raw)
	if year == 0 && day == 0 && (!datePreposition()[p.text(i-1)] || !unicode.IsUpper(first)) {
		return Date{}, 0
	}
	return Date{Year: year, Month: month, Day: day}, n + m
}

// yearBehind reads a year that follows a month, with what may stand between.
func (p *parser) yearBehind(i int) (year, words int) {
	n := 0
	if text := p.text(i); text == "," || text == "of" || text == "de" || text == "." {
		n++
	}
	if y := p.fourDigits(i + n); y > 0 {
		return y, n + 1
	}
	return 0, 0
}

func (p *parser) day(i int) int {
	if !p.is(i, number) || len(p.words[i].raw) > 2 {
		return 0
	}
	n, err := strconv.Atoi(p.words[i].raw)
	if err != nil || n < 1 || n > 31 {
		return 0
	}
	return n
}

func (p *parser) fourDigits(i int) int {
	if !p.is(i, number) || len(p.words[i].raw) != 4 {
		return 0
	}
	n, err := strconv.Atoi(p.words[i].raw)
	if err != nil || !likely(n) {
		return 0
	}
	return n
}

// inQuarter reads "Q3 2024" and "third quarter of 2024".
func (p *parser) inQuarter(i int) (Date, int) {
	quarter, n := 0, 0
	if p.text(i) == "q" && p.glued(i+1) && p.is(i+1, number) {
		quarter, n = p.day(i+1), 2
	} else if q, ok := ordinals()[p.text(i)]; ok && (p.text(i+1) == "quarter" || p.text(i+1) == "quartal" || p.text(i+1) == "trimestre") {
		quarter, n = q, 2
	}
	if quarter < 1 || quarter > 4 {
		return Date{}, 0
	}
	year, m := p.yearBehind(i + n)
	return Date{Year: year, Quarter: quarter}, n + m
}

// year reads a year that stands alone: where what is before it, or the lack of anything
// counted behind it, says that it is no amount.
func (p *parser) year(i int) (Date, int) {
	y := p.fourDigits(i)
	if y == 0 || currencies()[p.text(i-1)] != "" || p.glued(i+1) && (p.text(i+1) == "s" || p.text(i+1) == "%") {
		return Date{}, 0
	}
	if p.glued(i) && p.is(i-1, word) && p.text(i-1) != "fy" {
		return Date{}, 0
	}
	if datePreposition()[p.text(i-1)] || datePreposition()[p.text(i+1)] || p.text(i-1) == "fy" {
		return Date{Year: y}, 1
	}
	if _, isUnit := units()[p.text(i+1)]; isUnit || magnitudes()[p.text(i+1)] != 0 {
		return Date{}, 0
	}
	if linked := p.text(i-1) == "-" || p.text(i-1) == "and" || p.text(i-1) == "to" || p.text(i-1) == "or"; linked && p.fourDigits(i-2) > 0 {
		return Date{Year: y}, 1
	}
	if len(p.countedBehind(i+1)) == 0 {
		return Date{Year: y}, 1
	}
	return Date{}, 0
}

// countedBehind is what the number before an index may count: nothing, when the word
// there begins with a capital and so goes on with something else.
func (p *parser) countedBehind(i int) []string {
	if i < len(p.words) {
		if r, _ := utf8.DecodeRuneInString(p.words[i].raw); unicode.IsUpper(r) {
			return nil
		}
	}
	return p.things(i)
}

var datePreposition = wordSet(`in since by until till before after during from between through around early late mid of for year years
im seit bis ab ende anfang jahr en desde hasta depuis vers durant nel dal em desde sinds tegen last next this fiscal`)

var ordinals = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"first": 1, "second": 2, "third": 3, "fourth": 4, "erstes": 1, "ersten": 1, "zweiten": 2, "dritten": 3, "vierten": 4,
		"premier": 1, "deuxieme": 2, "troisieme": 3, "quatrieme": 4, "primer": 1, "segundo": 2, "tercer": 3, "cuarto": 4,
	}
})

// months by their names in English, German, French, Spanish, Italian, Portuguese and
// Dutch; short forms only where they are no other word.
var months = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
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
			m[tokens.Fold(name)] = i + 1
		}
	}
	return m
})
