package metadata

import (
	"github.com/quarryapi/quarry/internal/read/page/dates"
)

// The places in which pages have a day, and what follows from them together. The order
// is that of dayWeights.
const (
	dataArticle   uint64 = 1 << iota // datePublished of a JSON-LD object that is content
	dataPage                         // datePublished of another one
	metaPublished                    // meta properties of publication
	metaDate                         // meta names that say date alone
	propPublished                    // itemprop datePublished, or the class published of microformats
	shownTime                        // a time element
	shownNamed                       // an element that is named a date
	shownText                        // a short text
	justBehind                       // between the headline and the text; of the places the best one counts
	behind                           // further behind the headline
	justBefore                       // right before it
	before                           // further before it
	far                              // elsewhere
	amongOthers                      // shown only among comments, or what surrounds the content
	saysPublished                    // words before it say that it is the publication
	saysUpdated                      // words before it, or its element, say that it is the last change
	inPath                           // the address carries the day
	inPathMonth                      // the address carries its month
	declaredLast                     // the page declares it its last change
	alone                            // nothing else stands in its text
	shortYear                        // its year has two digits
	inSentence                       // much else stands in its text

	isDeclared     // the page declares it its publication
	onlyDeclared   // and does not show it
	onlyPage       // nothing but the description of a web page declares it
	onlyArticle    // nothing but the JSON-LD of content does
	nearSomething  // shown near the headline, in a text with more in it
	oneOfMany      // shown near the headline beside three other days or more
	firstNear      // the first that is shown near the headline
	amongNear      // near the headline, among what surrounds content
	earliestNear   // the earliest that is shown near the headline
	onlyClean      // the only one that is shown alone in the content
	onlyShown      // the only one that is shown at all
	withClock      // shown with a time
	onlySaid       // the only one in the content of which words say that it is the publication
	noDay          // of the answer that the page has no publication date: the answer itself,
	noDayHome      // and the page is the first of its site,
	noDayForAll    // and it declares some day or other
	numberOfClaims = iota
)

const (
	spots    = justBehind | behind | justBefore | before | far
	nearby   = justBehind | behind | justBefore | before
	shown    = shownTime | shownNamed | shownText
	declared = dataArticle | dataPage | metaPublished | propPublished
	clean    = uint64(1) << 63 // shown where neither comments nor surroundings are
)

// maxDays bounds the days of a page that are distinguished.
const maxDays = 200

// day is one day that the page has, with all its places.
type day struct {
	date  dates.Date
	found uint64
}

func (d *day) has(what uint64) bool { return d.found&what != 0 }

// near reports whether the day is shown near the headline, and not in passing.
func (d *day) near() bool { return d.has(nearby) && !d.has(amongOthers) }

// isSaid reports whether words in the content say that it is the publication.
func (d *day) isSaid() bool { return d.has(saysPublished) && !d.has(amongOthers|inSentence) }

// onlyUpdate reports whether all that is known is that something changed that day.
func (d *day) onlyUpdate() bool { return d.has(saysUpdated) && !d.has(declared|saysPublished|inPath) }

// onlyLast reports whether the page declares the day as that of its last change alone.
func (d *day) onlyLast() bool { return d.has(declaredLast) && !d.has(declared|saysPublished|inPath) }

// days collects the dates of a page.
type days struct {
	list    []day
	unsure  []claim // dates whose day and month cannot be distinguished
	votes   map[dates.Order]int
	options dates.Options
}

// claim is a date in one place.
type claim struct {
	dates.Found
	where uint64
}

// add notes a date.
func (d *days) add(f dates.Found, where uint64) {
	if f.ShortYear {
		where |= shortYear
	}
	d.votes[f.Order]++
	if !f.Other.IsZero() {
		if len(d.unsure) < maxDays {
			d.unsure = append(d.unsure, claim{f, where})
		}
		return
	}
	d.put(f.Date, where)
}

// put keeps the most exact reading of each day.
func (d *days) put(date dates.Date, where uint64) {
	for i := range d.list {
		if one := &d.list[i]; one.date.SameDay(date) {
			one.found = merged(one.found, where)
			if exactness(date) > exactness(one.date) {
				one.date = date
			}
			return
		}
	}
	if len(d.list) < maxDays {
		d.list = append(d.list, day{date, where})
	}
}

func exactness(d dates.Date) int {
	switch {
	case d.HasZone:
		return 2
	case d.HasClock:
		return 1
	}
	return 0
}

// merged joins what is known of a day, of its places the best.
func merged(a, b uint64) uint64 {
	all := a | b
	if spot := all & spots; spot != 0 {
		all = all&^spots | spot&-spot
	}
	if all&clean != 0 {
		all &^= amongOthers
	}
	if a&b&inSentence == 0 && a&shown != 0 && b&shown != 0 {
		all &^= inSentence
	}
	if isPlain(a) || isPlain(b) {
		all &^= saysUpdated
	}
	return all
}

// isPlain reports whether a day is shown near the headline as no more than a day.
func isPlain(found uint64) bool {
	return found&shown != 0 && found&nearby != 0 && found&clean != 0 && found&(saysUpdated|inSentence) == 0
}

// declare notes the date that a text is meant to be.
func (d *days) declare(text string, where uint64) {
	if text == "" {
		return
	}
	if f, ok := dates.Declared(text, d.options); ok {
		d.add(f, where)
	}
}

// decide reads the dates that could be either of two days: as the one that the page
// tells elsewhere, else in the order of its other dates, else in that of its language.
func (d *days) decide(path dates.Date, habit dates.Order) {
	switch day, month := d.votes[dates.DayFirst], d.votes[dates.MonthFirst]; {
	case day > month:
		habit = dates.DayFirst
	case month > day:
		habit = dates.MonthFirst
	}
	sure := len(d.list)
	for _, c := range d.unsure {
		date := c.In(habit)
		first, second := d.tells(c.Date, sure, path), d.tells(c.Other, sure, path)
		switch {
		case first && !second:
			date = c.Date
		case second && !first:
			date = c.Other
		}
		if !date.IsZero() {
			d.put(date, c.where)
		}
	}
}

// tells reports whether the page has a day in one of its sure dates or its address.
func (d *days) tells(date dates.Date, sure int, path dates.Date) bool {
	for _, one := range d.list[:sure] {
		if one.date.SameDay(date) {
			return true
		}
	}
	return path.Year == date.Year && path.Month == date.Month
}

// settle joins the days that are one moment in two zones: pages often declare a moment in
// UTC and show it in the time of their place.
func (d *days) settle() {
	for i := range d.list {
		for j := range d.list {
			a, b := &d.list[i], &d.list[j]
			if i == j || a.date.IsZero() || b.date.IsZero() {
				continue
			}
			if joined, ok := sameMoment(a.date, b); ok {
				a.date, a.found = joined, merged(a.found, b.found)
				b.date = dates.Date{}
			}
		}
	}
	kept := d.list[:0]
	for _, one := range d.list {
		if !one.date.IsZero() {
			kept = append(kept, one)
		}
	}
	d.list = kept
}

// sameMoment compares a moment in UTC with a day that is next to it. It returns the
// local one: with its offset, where that follows from both; without the time, where
// that was only midnight.
func sameMoment(utc dates.Date, other *day) (dates.Date, bool) {
	local := other.date
	days := utc.DaysTo(local)
	switch {
	case !utc.HasZone || utc.Offset != 0 || days != 1 && days != -1:
		return dates.Date{}, false
	case days == 1 && utc.Hour >= 21 && utc.Min == 0 && utc.Sec == 0:
		return local, true
	case local.HasZone && local.Offset == 0 || !other.has(shown):
		return dates.Date{}, false
	case !local.HasClock:
		return utc, days == 1 && utc.Hour >= 12 || days == -1 && utc.Hour < 12
	}
	offset := days*24*60 + (local.Hour*60 + local.Min) - (utc.Hour*60 + utc.Min)
	if offset%30 != 0 || offset < -12*60 || offset > 14*60 || local.HasZone && local.Offset != offset {
		return dates.Date{}, false
	}
	local.HasZone, local.Offset = true, offset
	if local.Sec == 0 {
		local.Sec = utc.Sec
	}
	return local, true
}
