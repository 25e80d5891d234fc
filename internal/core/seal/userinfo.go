package seal

import (
	"strings"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

var (
	// slashes stand before an authority, with the scheme's colon. Each of the three is as it
	// is, or percent-encoded any number of times, for a URL within another's query.
	slashes = pattern.Of(`(?i)(:|%(?:25)*3a)([/\\]|%(?:25)*(?:2f|5c))([/\\]|%(?:25)*(?:2f|5c))+`)
	// ends an authority, as it is or encoded.
	ends = pattern.Of(`(?i)[/?#\\ \t\r\n"<>]|%(?:25)*(?:2f|3f|23|5c|20|09|0d|0a|22|3c|3e)`)
	ats  = pattern.Of(`@|%(?:25)*40`)
)

// userinfo is where the first user name and password of a text stand, and where the slashes
// before and the @ behind them begin and end; ok is false for none. The last @ of an
// authority counts, as it does to browsers.
func userinfo(text string) (at span, ok bool) {
	if !strings.ContainsAny(text, `/\%`) {
		return span{}, false // most texts, and those of a start, for which nothing is compiled
	}
	for {
		slash := slashes.FindStringSubmatchIndex(text[at.end:])
		if slash == nil {
			return span{}, false
		}
		at.before, at.start = at.end+slash[0], at.end+slash[1]
		at.end = at.start
		authority := within(text[at.start:], level(slash[2:]))
		if all := ats.FindAllStringIndex(authority, -1); len(all) > 0 && all[len(all)-1][0] > 0 {
			last := all[len(all)-1]
			at.end, at.behind = at.start+last[0], at.start+last[1]
			return at, true
		}
	}
}

type span struct{ before, start, end, behind int }

// level is how often the least encoded of some groups is percent-encoded.
func level(groups []int) int {
	least := 0
	for i := 0; i < len(groups); i += 2 {
		length := groups[i+1] - groups[i]
		if i == 0 || length < least {
			least = length
		}
	}
	return least / 2 // one byte as it is, three encoded, two more for each time again
}

// within is the authority that a text begins with. What is encoded more often than the
// slashes before it is a part of it: the password of a URL as it is may hold %2F.
func within(text string, level int) string {
	for _, end := range ends.FindAllStringIndex(text, -1) {
		if (end[1]-end[0])/2 <= level {
			return text[:end[0]]
		}
	}
	return text
}
