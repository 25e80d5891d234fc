package websearch

import (
	"net/url"
	"strings"
	"time"
)

// Filter is what a searcher allows of results, beside the words of the query. Domains and times are
// held by ourselves, whatever an engine makes of them; country and language are wishes that only
// engines can honour.
type Filter struct {
	Include []string  // hosts: only of these and what is below them; nil for all
	Exclude []string  // hosts: none of these, nor of what is below them
	Since   time.Time // not published before
	Until   time.Time // not published behind
	// Country and Language are ISO 3166-1 alpha-2 in upper case and ISO 639-1 in lower case; empty for any.
	Country, Language string
}

// longestText is how many characters of a query every engine reads.
const longestText = 400

// text is the query's with the operators of its domains, which all engines for the web know,
// as far as there is room.
func (q Query) text() string {
	text := q.Text
	add := func(words []string, between string) {
		more := strings.Join(words, between)
		if more != "" && len([]rune(text))+1+len(more) <= longestText {
			text += " " + more
		}
	}
	add(prefixed("site:", q.Include), " OR ")
	add(prefixed("-site:", q.Exclude), " ")
	return text
}

func prefixed(operator string, hosts []string) []string {
	words := make([]string, len(hosts))
	for i, h := range hosts {
		words[i] = operator + h
	}
	return words
}

// narrowed is the query as engines get it.
func (q Query) narrowed(now time.Time) Query {
	q.Text = q.text()
	if !q.Since.IsZero() && q.Fresh == 0 {
		q.Fresh = max(now.Sub(q.Since), time.Second)
	}
	return q
}

// Filtered is what became of a filter.
type Filtered struct {
	Dropped int // results that it does not allow
	Undated int // results that it may allow or not: the engine reports no time
}

// keep applies the filter to results.
func (f Filter) keep(all []Result) ([]Result, Filtered) {
	kept, how := []Result{}, Filtered{}
	for _, r := range all {
		switch allowed, dated := f.allows(r); {
		case !allowed:
			how.Dropped++
		default:
			if !dated {
				how.Undated++
			}
			kept = append(kept, r)
		}
	}
	return kept, how
}

// allows judges one result. dated is false where times are asked for and it has none.
func (f Filter) allows(r Result) (allowed, dated bool) {
	host := hostOf(r)
	if len(f.Include) > 0 && !below(host, f.Include) || below(host, f.Exclude) {
		return false, true
	}
	if f.Since.IsZero() && f.Until.IsZero() {
		return true, true
	}
	begin, end, ok := period(r.Published)
	switch {
	case !ok:
		return true, false
	case !f.Since.IsZero() && !end.After(f.Since), !f.Until.IsZero() && begin.After(f.Until):
		return false, true
	}
	return true, true
}

// hostOf is whose page a result is. The addresses of Google News are its own, and the publisher's
// site is what it shows.
func hostOf(r Result) string {
	u, err := url.Parse(r.URL)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	if host == "news.google.com" && r.DisplayURL != "" {
		host, _, _ = strings.Cut(strings.ToLower(r.DisplayURL), " ")
	}
	return strings.TrimPrefix(host, "www.")
}

func below(host string, domains []string) bool {
	for _, d := range domains {
		if host == d || strings.HasSuffix(host, "."+d) {
			return true
		}
	}
	return false
}

// period is the time that an engine's date may mean: a year, a month, a day or a moment.
func period(published string) (begin, end time.Time, ok bool) {
	if t, err := time.Parse(time.RFC3339, published); err == nil {
		return t, t.Add(time.Second), true
	}
	if t, err := time.Parse(time.DateOnly, published); err == nil {
		return t, t.AddDate(0, 0, 1), true
	}
	if t, err := time.Parse("2006-01", published); err == nil {
		return t, t.AddDate(0, 1, 0), true
	}
	if t, err := time.Parse("2006", published); err == nil {
		return t, t.AddDate(1, 0, 0), true
	}
	return time.Time{}, time.Time{}, false
}

// Regional is an Engine that honours a country or a language.
type Regional interface {
	// Regions reports which of the two the engine honours.
	Regions() (country, language bool)
}

// unheard are the options of a query that an engine does not honour.
func (f Filter) unheard(e Engine) (names []string) {
	var country, language bool
	if r, ok := e.(Regional); ok {
		country, language = r.Regions()
	}
	if f.Country != "" && !country {
		names = append(names, "country")
	}
	if f.Language != "" && !language {
		names = append(names, "language")
	}
	return names
}

// Paced is an Engine that may be asked only seldom.
type Paced interface {
	// Pace says how seldom, for callers: "one call in 30s".
	Pace() string
}

func paceOf(e Engine) string {
	if p, ok := e.(Paced); ok {
		return p.Pace()
	}
	return ""
}
