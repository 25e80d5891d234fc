package frontier

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/page/dates"
)

// word is a number or a word of a text, in lower case.
type word struct {
	text    string
	between string // what stands between it and the one before it
	n       int    // −1 of what is no number
	date    bool   // it is of a date
	gone    bool   // it says nothing of its own, such as a date or a clock
}

// wordsOf splits a text at all but letters and digits, and between these two.
func wordsOf(text string) (words []word) {
	text = strings.ToLower(text)
	for begin, at := 0, 0; ; {
		next := strings.IndexFunc(text[at:], isOfWord)
		if next < 0 {
			return words
		}
		at += next
		digits := isDigit(rune(text[at]))
		end := strings.IndexFunc(text[at:], func(r rune) bool { return !isOfWord(r) || isDigit(r) != digits })
		if end < 0 {
			end = len(text) - at
		}
		w := word{text: text[at : at+end], between: text[begin:at], n: -1}
		if n, err := strconv.Atoi(w.text); err == nil {
			w.n = n
		}
		words = append(words, w)
		at += end
		begin = at
	}
}

// isOfWord takes the characters behind the year and the month of dates in Chinese, Japanese and Korean for signs.
func isOfWord(r rune) bool {
	return isDigit(r) || unicode.IsLetter(r) && !strings.ContainsRune("年月日년월일", r)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func (w *word) isYear() bool  { return w.n >= 1900 && w.n < 2100 }
func (w *word) isDay() bool   { return w.n >= 1 && w.n <= 31 }
func (w *word) isMonth() bool { return w.n >= 1 && w.n <= 12 }

// isDateName reports whether it names a month or a day of the week.
func (w *word) isDateName() bool {
	return w.n < 0 && (dates.IsMonth(w.text) || dates.IsWeekday(w.text))
}

// isDayBehind reports whether it is the day of the week in a single character, behind a date: 2026年11月3日（火）. Of Monday and Sunday nothing is
// left there but signs.
func (w *word) isDayBehind() bool {
	return strings.ContainsAny(w.between, "日일") && strings.ContainsAny(w.between, "(（[［ 　") && utf8.RuneCountInString(w.text) == 1 && strings.Contains(daysInOne, w.text)
}

// daysInOne are the days of the week in a single character, without those that are signs of dates as well.
const daysInOne = "火水木金土一二三四五六화수목금토"

// joins reports whether it and the word before it are joined as the parts of a numeric date are.
func (w *word) joins() bool {
	between := w.between
	if strings.ContainsAny(between, "年月년월") {
		between = strings.TrimSuffix(between, " ") // as Korean has it
	}
	return between != "" && strings.Contains(joints, between)
}

// joints stand between the numbers of a date.
const joints = "-./年月년월"

// ends reports whether it is the end of an ordinal number.
func (w *word) ends() bool {
	return w.between == "" && (w.text == "st" || w.text == "nd" || w.text == "rd" || w.text == "th")
}

// markDates marks dates, and what makes numbers ordinal.
func markDates(words []word) {
	for i := range words {
		w := &words[i]
		switch {
		case i > 0 && words[i-1].n >= 0 && w.ends():
			w.gone = true
		case w.n >= 0 && !w.date:
			long := numericDate(words[i:])
			if next := i + long; long > 0 && next < len(words) && words[next].isDayBehind() {
				long++
			}
			mark(words[i : i+long])
		case w.isDateName():
			mark(words[i : i+1])
			if dates.IsMonth(w.text) {
				markBeside(words, i)
			}
		}
	}
}

func mark(words []word) {
	for i := range words {
		words[i].date, words[i].gone = true, true
	}
}

// numericDate is of how many words the date is that they begin with: 2026-11-23, 2026/11, 23.11.2026, 11/2026.
func numericDate(words []word) int {
	if len(words) < 2 || !words[1].joins() {
		return 0
	}
	third := len(words) > 2 && words[2].joins()
	switch a, b := &words[0], &words[1]; {
	case a.isYear() && b.isMonth() && third && words[2].isDay():
		return 3
	case a.isDay() && b.isDay() && third && words[2].isYear():
		return 3
	case a.isYear() && b.isMonth(), a.isMonth() && b.isYear():
		return 2
	}
	return 0
}

// markBeside marks the day and the year beside the name of a month: one of each, as what follows a date may be a result. A
// number before a colon is no day.
func markBeside(words []word, month int) {
	day, year := false, false
	take := func(i int) bool {
		w := &words[i]
		switch {
		case w.gone || w.n < 0:
			return w.n < 0 && (w.gone || isLink(w.text))
		case w.isDay() && !day && (i+1 == len(words) || words[i+1].between != ":"):
			day = true
		case w.isYear() && !year:
			year = true
		default:
			return false
		}
		mark(words[i : i+1])
		return true
	}
	if i := month + 1; i < len(words) && words[i].isYear() { // rather than one before the name, as in "« 2025 January 2026"
		take(i)
	}
	for i := month - 1; i >= max(0, month-maxBeside) && !day && take(i); i-- {
	}
	for i := month + 1; i <= min(len(words)-1, month+maxBeside) && !year && take(i); i++ {
	}
}

// maxBeside is how far the parts of a date are from the name of its month: "2nd of November", "noviembre de 2026".
const maxBeside = 3

// isLink reports whether a word stands between the parts of a date.
func isLink(s string) bool { return slices.Contains([]string{"of", "de", "del", "er"}, s) }

// place is what of a URL tells the pages of a site apart, as it reads.
func place(u *url.URL) string {
	query, err := url.PathUnescape(u.RawQuery)
	if err != nil {
		query = u.RawQuery
	}
	return u.Path + "?" + query
}
