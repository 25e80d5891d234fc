package frontier

import (
	"hash/fnv"
	"math"
	"math/bits"
	"net/url"
	"slices"
	"strings"
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
	// mostGists is how many contents are remembered of a template: of days some are free, taken or closed, while results of matches are of 20 kinds.
	mostGists = 4
	// longCount is from how many numbers in a row on, each one more than the last, they are the days of a month.
	longCount = 7
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

// Template is a URL without its numbers and the names of months and days: those of a calendar's pages, and of products, have one.
func Template(u *url.URL) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(u.Host)) // never fails
	words := wordsOf(place(u))
	markDates(words)
	for _, w := range words {
		switch {
		case isDigit(rune(w.text[0])):
			w.text = "0"
		case w.gone:
			w.text = ""
		}
		_, _ = h.Write([]byte(w.between + w.text)) // never fails
	}
	return h.Sum32()
}

// Sight is what was seen last of the pages of one template.
type Sight struct {
	Template    uint32
	Shape       uint64   // of the last page
	Name, Dates uint32   // of the last page, shortened
	Alike       int      // pages in a row that looked the same
	Gists       []uint32 `json:",omitempty"` // of contents, shortened, the newest last
}

// Sights are the templates of which pages were seen, the newest last. Of a template whose pages
// all look the same no more are wanted: they are those of a calendar, or an error that is called OK.
type Sights []Sight

// Saw remembers how a page looks. The result is another slice.
func (s Sights) Saw(u *url.URL, l Look) Sights {
	now := Sight{Template: Template(u), Shape: l.Shape, Name: short(l.Name), Dates: short(l.Dates), Alike: 1, Gists: []uint32{short(l.Gist)}}
	next := make(Sights, 0, len(s)+1)
	for _, old := range s {
		if old.Template != now.Template {
			next = append(next, old)
			continue
		}
		if old.Alike >= mostAlike { // it stays a trap
			now = old
			continue
		}
		if now.likeThose(&old) {
			now.Alike = old.Alike + 1
		}
		now.Gists = slices.Concat(slices.DeleteFunc(slices.Clone(old.Gists), func(g uint32) bool { return slices.Contains(now.Gists, g) }), now.Gists)
		now.Gists = now.Gists[max(0, len(now.Gists)-mostGists):]
	}
	next = append(next, now)
	if len(next) > mostTemplates {
		at := next.leastNeeded()
		next = slices.Delete(next, at, at+1)
	}
	return next
}

func short(hash uint64) uint32 { return uint32(hash & math.MaxUint32) }

// likeThose reports whether a page looks like those of its template before it: says the same as the last. Where the
// dates differ, it is enough that it says the same as one of the last few, since days can be of some kinds; or that it has the headlines,
// the numbers and the images of the last, and nearly its words.
func (x *Sight) likeThose(old *Sight) bool {
	gist := x.Gists[0]
	if x.Dates == 0 || x.Dates == old.Dates {
		return gist == old.Gists[len(old.Gists)-1]
	}
	return slices.Contains(old.Gists, gist) || x.Name == old.Name && bits.OnesCount64(x.Shape^old.Shape) <= nearShapes
}

// leastNeeded is the one of which the fewest pages in a row looked the same, the oldest of these, and not the newest.
func (s Sights) leastNeeded() (at int) {
	for i := range s[:len(s)-1] {
		if s[i].Alike < s[at].Alike {
			at = i
		}
	}
	return at
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
