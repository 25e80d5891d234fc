package frontier

import (
	"hash/fnv"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Look is how a page looks, in hashes: by them the pages of a calendar are told from those that say something of their own.
type Look struct {
	Gist  uint64 // of its content without when; 0 where nothing is known of it
	Dates uint64 // of the dates that it and its URL have; 0 where there are none
	Name  uint64 // of its headlines, numbers and images without when
	Shape uint64 // a simhash of its text: near texts have near shapes
}

// Content is what is looked at of a page.
type Content struct {
	Title, Text       string
	Headlines, Images []string
	At                time.Time // when it was asked for
}

// LookOf is how a page looks. When is: its dates, the years of these and those beside them, the numbers of its URL and those
// beside the last, the days of a month in a row, and the time of day at which it was asked for.
func LookOf(u *url.URL, c Content) Look {
	parts := [][]word{wordsOf(place(u)), wordsOf(c.Title), wordsOf(strings.Join(c.Headlines, "\n")), wordsOf(c.Text)}
	day := fnv.New64a()
	dated := false
	for _, words := range parts {
		markDates(words)
		for _, w := range words {
			if w.date {
				_, _ = day.Write([]byte(w.text + "\x00")) // never fails
				dated = true
			}
		}
	}
	known := knownNumbers(parts)
	gist, name := fnv.New64a(), fnv.New64a()
	_, _ = gist.Write([]byte(strings.Join(c.Images, " ") + "\x00")) // never fails
	_, _ = name.Write([]byte(strings.Join(c.Images, " ") + "\x00")) // never fails
	for i, words := range parts[1:] {
		markClocks(words, c.At)
		for _, w := range said(words, known) {
			_, _ = gist.Write([]byte(w.text + "\x00")) // never fails
			if i < 2 || w.n >= 0 {
				_, _ = name.Write([]byte(w.text + "\x00")) // never fails
			}
		}
	}
	l := Look{Gist: gist.Sum64(), Name: name.Sum64(), Shape: shapeOf(c.Text)}
	if dated {
		l.Dates = day.Sum64()
	}
	return l
}

// knownNumbers are those that say nothing on a page: those of its URL, which is the first part, and those beside the last of them; and the years
// of dates, and those beside them.
func knownNumbers(parts [][]word) map[int]bool {
	known, last := map[int]bool{}, -1
	beside := func(n int) { known[n-1], known[n], known[n+1] = true, true, true }
	for i, words := range parts {
		for _, w := range words {
			if w.isYear() && (i == 0 || w.date) {
				beside(w.n)
			}
			if i == 0 && w.n >= 0 {
				last, known[w.n] = w.n, true
			}
		}
	}
	if last >= 0 {
		beside(last)
	}
	return known
}

// said are the words that say something of their own.
func said(words []word, known map[int]bool) []word {
	runs := runsOf(slices.DeleteFunc(words, func(w word) bool { return w.gone }))
	words = nil
	for i, run := range runs {
		switch last := run[len(run)-1].n; {
		case len(run) >= longCount:
		case i > 0 && isWholeMonth(runs[i-1]) && run[0].n == 1: // the first days of the month behind it
		case i+1 < len(runs) && isWholeMonth(runs[i+1]) && last >= leastDays && last <= mostDays: // the last ones of that before it
		default:
			words = append(words, slices.DeleteFunc(run, func(w word) bool { return known[w.n] })...)
		}
	}
	return words
}

// The days of a month.
const (
	leastDays = 28
	mostDays  = 31
)

func isWholeMonth(run []word) bool { return run[0].n == 1 && len(run) >= leastDays }

// runsOf splits words where a number is not one more than the one before it.
func runsOf(words []word) (runs [][]word) {
	for len(words) > 0 {
		long := 1
		for long < len(words) && words[0].n >= 0 && words[long].n == words[0].n+long {
			long++
		}
		runs, words = append(runs, words[:long:long]), words[long:]
	}
	return runs
}

// markClocks marks times of day that are those of a clock, in whatever zone: others, such as the times of a race, say something.
func markClocks(words []word, now time.Time) {
	for i := 0; i+1 < len(words); i++ {
		h, m, s, long := words[i].n, minutes(&words[i+1]), 0, 2
		if h < 0 || h > 23 || m < 0 || words[i].between == ":" {
			continue
		}
		if i+2 < len(words) {
			if seconds := minutes(&words[i+2]); seconds >= 0 {
				s, long = seconds, 3
			}
		}
		off := (int64(h*3600+m*60+s) - now.Unix()) % zoneStep
		if off = (off + zoneStep) % zoneStep; min(off, zoneStep-off) <= mostOff {
			for j := range long {
				words[i+j].gone = true
			}
		}
	}
}

const (
	zoneStep = 15 * 60 // between the times of any two zones, in seconds
	mostOff  = 2 * 60  // between a site's clock and ours, in seconds
)

// minutes is the number of a word behind a colon, of two digits; −1 of any other.
func minutes(w *word) int {
	if w.between != ":" || len(w.text) != 2 || w.n > 59 {
		return -1
	}
	return w.n
}
