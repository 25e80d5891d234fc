package metadata

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page/dates"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// dayWeights say how much each place, and what follows from all, speaks for a day to be
// that of the publication. They are those of a conditional logit, of which no publication
// is one answer, fitted on the development pages of the Web Content Extraction Benchmark
// (Murrough Foley, CC BY 4.0) and the evaluation pages of trafilatura (Adrien Barbaresi
// and others, Apache 2.0). Left out of the fit were pages whose annotated day is that of a
// change, and undated ones that declare a publication out of sight: people wrote down
// what they saw. Silence has 1 less than it fitted, which buys three right days with one wrong.
var dayWeights = [numberOfClaims]float32{
	0.90, 0.05, 3.49, 1.35, -1.53, 0.77, -0.02, 0.95, 1.20, -0.94, 1.26, -1.18, -1.40, -0.31, 0.32, -0.39, 0.91, 2.70, -0.70, -0.42, -0.52, -0.50,
	2.23, 0.29, -2.59, 0.29, -1.31, -1.00, 1.32, 1.75, 1.25, 0.66, 0.97, 0.70, 1.06,
	1.38, 2.30, -0.31,
}

// Where pages declare days.
var (
	publishedMetas = []string{
		"article:published_time", "og:article:published_time", "og:published_time", "article.published", "datepublished", "citation_publication_date", "citation_online_date",
		"parsely-pub-date", "sailthru.date", "cxenseparse:recs:publishtime", "publishdate", "publish_date", "publish-date", "published_date", "pubdate", "publication_date", "publication-date",
		"dc.date.issued", "dcterms.issued", "dc.date.created", "dcterms.created",
	}
	dateMetas     = []string{"dc.date", "dcterms.date", "date", "citation_date", "created", "creation_date", "dc.created", "article_date_original", "ptime", "timestamp"}
	modifiedMetas = []string{"article:modified_time", "og:article:modified_time", "og:updated_time", "og:modified_time", "article.updated", "datemodified", "dcterms.modified", "dc.date.modified", "last-modified", "revised"}
)

// readDates finds when the page was published and last changed, as exact as it says. A
// day that it only shows as that of a change is no publication.
func (r *reader) readDates(a *anchor) (published, modified dates.Date) {
	d := days{options: r.dateOptions(), votes: map[dates.Order]int{}}
	modified = r.declaredDays(&d)
	path, _ := dates.InPath(r.address.Path)
	if path.Day > 0 {
		d.put(path, inPath)
	}
	r.shownDays(&d, a)
	d.decide(path, r.habit())
	d.settle()
	list := d.candidates(path)
	if i := choose(list, r.isHome()); i >= 0 {
		published = list[i].date
	}
	if modified.IsZero() {
		modified = shownChange(d.list, published)
	}
	return published, modified
}

// declaredDays reads what structured data, meta elements and itemprops declare. It
// returns the last change.
func (r *reader) declaredDays(d *days) (modified dates.Date) {
	for i, o := range r.objects {
		where := dataPage
		if i == r.own {
			where = dataArticle
		} else if isContent(o) {
			continue
		}
		for _, field := range []string{"datePublished", "uploadDate"} {
			for _, s := range structured.Strings(o[field]) {
				d.declare(s, where)
			}
		}
	}
	for _, name := range publishedMetas {
		d.declare(r.metas[name], metaPublished)
	}
	for _, name := range dateMetas {
		d.declare(r.metas[name], metaDate)
	}
	d.declare(r.property("datePublished"), propPublished)
	d.declare(r.property("dateCreated"), propPublished)
	for _, s := range r.changes() {
		f, ok := dates.Declared(s, d.options)
		if !ok {
			continue
		}
		d.add(f, declaredLast)
		if modified.IsZero() {
			modified = f.In(r.habit())
		}
	}
	return modified
}

// changes are the texts that declare the last change.
func (r *reader) changes() []string {
	var all []string
	for i, o := range r.objects {
		if i == r.own || !isContent(o) {
			all = append(all, structured.Strings(o["dateModified"])...)
		}
	}
	for _, name := range modifiedMetas {
		all = append(all, r.metas[name])
	}
	return append(all, r.property("dateModified"))
}

// isContent reports whether an object describes what a page is there for, not the page.
func isContent(o structured.Object) bool {
	return o.Is("Article") || o.Is("Posting") || o.Is("Recipe") || o.Is("HowTo") || o.Is("Report") || o.Is("Question")
}

// ownContent returns the index of the object that describes the content of this page: the
// only one that could, or the one with the page's title or address. Lists of articles
// describe each of theirs the same way. It is -1 when there is none.
func (r *reader) ownContent() int {
	var all []int
	title := fold(r.heading)
	address := strings.TrimSuffix(r.canonical(), "/")
	for i, o := range r.objects {
		if !isContent(o) {
			continue
		}
		all = append(all, i)
		for _, field := range []string{"headline", "name"} {
			if s := structured.Strings(o[field]); len(s) > 0 && title != "" && fold(s[0]) == title {
				return i
			}
		}
		for _, field := range []string{"mainEntityOfPage", "url", "@id"} {
			for _, s := range structured.Named(o[field], "@id") {
				s, _, _ = strings.Cut(dom.Resolve(r.base, s), "#")
				if address != "" && strings.TrimSuffix(s, "/") == address {
					return i
				}
			}
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return -1
}

// candidates are the days that may be that of the publication, with what follows from
// seeing them together.
func (d *days) candidates(path dates.Date) []day {
	told := slices.ContainsFunc(d.list, func(one day) bool { return one.has(declared) })
	list := slices.DeleteFunc(slices.Clone(d.list), func(one day) bool { return one.onlyUpdate() || told && one.onlyLast() })
	var all crowd
	for i := range list {
		one := &list[i]
		if path.Year == one.date.Year && path.Month == one.date.Month {
			one.found |= inPathMonth
		}
		all.count(one)
	}
	for i := range list {
		list[i].compare(&all)
	}
	return list
}

// crowd is what the days of a page are together.
type crowd struct {
	near, shown, plain, said int        // how many are of each kind
	earliest                 dates.Date // of those near the headline
}

// count adds a day, which learns whether it is the first near the headline.
func (c *crowd) count(d *day) {
	if d.near() {
		if c.near++; c.near == 1 {
			d.found |= firstNear
		}
		if c.earliest.IsZero() || d.date.DaysTo(c.earliest) > 0 {
			c.earliest = d.date
		}
	}
	if d.has(shown) {
		c.shown++
	}
	if d.has(shown) && !d.has(amongOthers) {
		c.plain++
	}
	if d.isSaid() {
		c.said++
	}
}

// compare notes what a day is among the others.
func (d *day) compare(all *crowd) {
	is := func(what uint64, holds bool) {
		if holds {
			d.found |= what
		}
	}
	own := d.has(declared)
	is(isDeclared, own)
	is(onlyDeclared, own && !d.has(shown))
	is(onlyPage, d.has(dataPage) && !d.has(dataArticle|metaPublished|shown))
	is(onlyArticle, d.has(dataArticle) && !d.has(metaPublished|shown))
	is(nearSomething, d.near() && !own && !d.has(alone))
	is(oneOfMany, d.near() && !own && all.near > 3)
	is(amongNear, d.has(nearby) && d.has(amongOthers))
	is(earliestNear, d.near() && d.date.SameDay(all.earliest))
	is(onlyClean, all.plain == 1 && d.has(shown) && d.has(alone) && !d.has(amongOthers))
	is(onlyShown, all.shown == 1 && d.has(shown) && d.has(alone))
	is(withClock, d.date.HasClock && !own)
	is(onlySaid, all.said == 1 && d.isSaid())
}

// choose returns the index of the day that most speaks for, or -1 when more speaks for
// none.
func choose(list []day, home bool) int {
	none := noDay
	if home {
		none |= noDayHome
	}
	if slices.ContainsFunc(list, func(d day) bool { return d.has(declared | metaDate) }) {
		none |= noDayForAll
	}
	best, most := -1, weightOf(none)
	for i, d := range list {
		if w := weightOf(d.found); w > most {
			best, most = i, w
		}
	}
	return best
}

func weightOf(found uint64) float32 {
	var sum float32
	for f := found &^ clean; f != 0; f &= f - 1 {
		sum += dayWeights[bits.TrailingZeros64(f)]
	}
	return sum
}

// shownChange is the last change that the page shows in its content, not before its
// publication.
func shownChange(list []day, published dates.Date) dates.Date {
	for _, one := range list {
		if one.onlyUpdate() && !one.has(amongOthers|inSentence) && (published.IsZero() || published.DaysTo(one.date) >= 0) {
			return one.date
		}
	}
	return dates.Date{}
}
