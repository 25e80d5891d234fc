package frontier

import (
	"hash/fnv"
	"math/bits"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

const (
	// mostRepeated is how often a path can have the same segment, or the same segments in a row.
	mostRepeated = 3
	// mostSegments is how long a path can be.
	mostSegments = 40
	// mostAlike is how many pages of one template in a row can look the same.
	mostAlike = 20
	// nearShapes is by how many bits of 64 the shapes of pages differ at most that look the same: of 120
	// words one that differs changes 2 on average and 7 at most, while other texts differ in 10 at least.
	nearShapes = 6
	// mostTemplates is how many are remembered.
	mostTemplates = 24
	// longSession is from which length on the value of sid is that of a session.
	longSession = 16
)

// repeats reports whether a path looks as if links that are relative by mistake had made it.
func repeats(path string) bool {
	segments := strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
	if len(segments) > mostSegments {
		return true
	}
	seen := map[string]int{}
	for _, s := range segments {
		if seen[s]++; seen[s] > mostRepeated {
			return true
		}
	}
	return slices.ContainsFunc([]int{1, 2, 3, 4}, func(long int) bool { return cycles(segments, long) })
}

// cycles reports whether so many segments stand three times in a row.
func cycles(segments []string, long int) bool {
	same := 0
	for i := long; i < len(segments); i++ {
		if segments[i] != segments[i-long] {
			same = 0
			continue
		}
		if same++; same == 2*long {
			return true
		}
	}
	return false
}

// Template is a URL without its numbers: those of a calendar's pages, and of products, have one.
func Template(u *url.URL) uint32 {
	h := fnv.New32a()
	text := u.Host + u.EscapedPath() + "?" + u.RawQuery
	digits := false
	for _, r := range text {
		if digit := unicode.IsDigit(r); digit && digits {
			continue
		} else if digits = digit; digit {
			r = '0'
		}
		_, _ = h.Write([]byte(string(r))) // never fails
	}
	return h.Sum32()
}

// Sight is what was seen last of the pages of one template.
type Sight struct {
	Template uint32
	Shape    uint64 // of the last page
	Alike    int    // pages in a row that looked the same
}

// Sights are the templates of which pages were seen, the newest last. Of a template whose pages
// all look the same no more are wanted: they are those of a calendar, or an error that is called OK.
type Sights []Sight

// Saw remembers the shape of a page. The result is another slice.
func (s Sights) Saw(u *url.URL, shape uint64) Sights {
	t := Template(u)
	now := Sight{Template: t, Shape: shape, Alike: 1}
	next := make(Sights, 0, len(s)+1)
	for _, old := range s {
		if old.Template != t {
			next = append(next, old)
			continue
		}
		switch {
		case old.Alike >= mostAlike: // it stays a trap
			now.Alike = old.Alike
		case bits.OnesCount64(old.Shape^shape) <= nearShapes:
			now.Alike = old.Alike + 1
		}
	}
	next = append(next, now)
	if len(next) > mostTemplates {
		next = slices.Delete(next, next.leastNeeded(), next.leastNeeded()+1)
	}
	return next
}

// leastNeeded is the oldest that is no trap, or else the oldest.
func (s Sights) leastNeeded() int {
	return max(0, slices.IndexFunc(s, func(x Sight) bool { return x.Alike < mostAlike }))
}

// Known are the templates of which all pages looked the same: they are traps of the site in another crawl, too.
func (s Sights) Known() (traps Sights) {
	for _, x := range s {
		if x.Alike >= mostAlike {
			traps = append(traps, x)
		}
	}
	return traps
}

// Traps reports whether pages like this one have all looked the same.
func (s Sights) Traps(u *url.URL) bool {
	t := Template(u)
	return slices.ContainsFunc(s, func(x Sight) bool { return x.Template == t && x.Alike >= mostAlike })
}

// withoutSession drops the parameters of path segments that name a session, as in
// /a;jsessionid=1F.
func withoutSession(u *url.URL) *url.URL {
	segments := strings.Split(u.EscapedPath(), "/")
	for i, s := range segments {
		parts := strings.Split(s, ";")
		kept := slices.DeleteFunc(parts[1:], func(pair string) bool {
			name, value, _ := strings.Cut(pair, "=")
			return isSession(name, value)
		})
		segments[i] = strings.Join(parts[:1+len(kept)], ";")
	}
	own := *u
	path := strings.Join(segments, "/")
	plain, err := url.PathUnescape(path)
	if err != nil {
		return u
	}
	own.Path, own.RawPath = plain, path
	return &own
}

// withoutSessions drops the parameters of a query that name a session.
func withoutSessions(query string) string {
	if query == "" {
		return ""
	}
	return strings.Join(slices.DeleteFunc(strings.Split(query, "&"), func(pair string) bool {
		name, value, _ := strings.Cut(pair, "=")
		return isSession(name, value)
	}), "&")
}

func isSession(name, value string) bool {
	switch name = strings.ToLower(name); name {
	case "phpsessid", "jsessionid", "cfid", "cftoken":
		return true
	case "sid", "session", "sessionid", "session_id", "sess":
		return isRandom(value)
	}
	return strings.HasPrefix(name, "aspsessionid")
}

// isRandom reports whether a value is long, and nothing that somebody wrote: letters and digits, mixed, or a UUID. A
// talk of a conference is a session, too.
func isRandom(value string) bool {
	value = strings.ReplaceAll(value, "-", "")
	digits, others := 0, 0
	for _, c := range value {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		default:
			others++
		}
	}
	return len(value) >= longSession && others == 0 && digits*6 >= len(value)
}

func sorted(query string) string {
	pairs := strings.Split(query, "&")
	slices.SortStableFunc(pairs, func(a, b string) int {
		na, _, _ := strings.Cut(a, "=")
		nb, _, _ := strings.Cut(b, "=")
		return strings.Compare(na, nb)
	})
	return strings.Join(slices.DeleteFunc(pairs, func(p string) bool { return p == "" }), "&")
}
