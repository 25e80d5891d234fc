// Package maze is a site of generated pages, to be crawled: with walls, redirects, duplicates, traps, soft
// errors and a robots.txt, and with the set of pages that a crawl is to find. It must not know who crawls.
package maze

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Host is the name that the site's own links have.
const Host = "maze.test"

// Every how many pages something is a page's neighbour.
const (
	wallEvery     = 97
	goneEvery     = 89
	redirectEvery = 41
	repeatEvery   = 31
	softEvery     = 167
	awayEvery     = 211
	privateEvery  = 53
	loopEvery     = 61
	sessionEvery  = 37
	perSection    = 40
)

// away is a page of another site of the sample web, to which some links lead.
const away = "http://article.test/"

// Alike is how many pages of a calendar are crawled before it is seen that they are all the same.
const Alike = 20

// Made is when the pages were changed last that are as they were; each change is a month later.
func Made() time.Time { return time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC) }

// Maze is the site. It is safe for concurrent use.
type Maze struct {
	pages int

	mu       sync.Mutex
	bodies   map[string]int // times that a path's body was sent
	asked    map[string]int
	versions map[int]int // of pages that have changed
	without  map[int]bool
}

// New returns a site of so many pages, beside those that are not its own.
func New(pages int) *Maze {
	return &Maze{pages: pages, bodies: map[string]int{}, asked: map[string]int{}, versions: map[int]int{}, without: map[int]bool{}}
}

// Root is the first page.
func (*Maze) Root() string { return "http://" + Host + "/" }

// Change has pages be others from now on.
func (m *Maze) Change(numbers ...int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, n := range numbers {
		m.versions[n]++
	}
}

// Remove has a page be gone from now on.
func (m *Maze) Remove(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.without[n] = true
}

// Bodies are how often the body of each path was sent since the last call, pages that failed included.
func (m *Maze) Bodies() map[string]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	sent := m.bodies
	m.bodies = map[string]int{}
	return sent
}

// Set is what a crawl of the whole site is to find: the URLs of pages that succeed, and of those that fail.
func (m *Maze) Set() (succeed, fail []string) {
	at := func(format string, args ...any) string { return "http://" + Host + fmt.Sprintf(format, args...) }
	succeed = []string{m.Root()}
	for s := 1; s <= m.sections(); s++ {
		succeed = append(succeed, at("/section/%d", s))
	}
	for n := 1; n <= m.pages; n++ {
		switch {
		case n%wallEvery == 0 || n%goneEvery == 0:
			fail = append(fail, at("/page/%d", n))
		case m.moved(n):
			succeed = append(succeed, at("/old/%d", n))
		default:
			succeed = append(succeed, at("/page/%d", n))
		}
		if n%softEvery == 0 {
			succeed = append(succeed, at("/missing/entry-%d", n))
		}
		if n%awayEvery == 0 {
			succeed = append(succeed, at("/away/%d", n))
		}
	}
	for n := 1; n <= Alike; n++ {
		succeed = append(succeed, at("/calendar/%d", n))
	}
	slices.Sort(succeed)
	slices.Sort(fail)
	return succeed, fail
}

func (m *Maze) sections() int { return (m.pages + perSection - 1) / perSection }

// moved reports whether a page is linked to only by a URL that redirects to it.
func (*Maze) moved(n int) bool {
	return n%redirectEvery == 0 && n%wallEvery != 0 && n%goneEvery != 0
}

// ServeHTTP implements http.Handler.
func (m *Maze) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.EscapedPath()
	m.mu.Lock()
	m.asked[path]++
	m.mu.Unlock()
	kind, rest, _ := strings.Cut(strings.Trim(path, "/"), "/")
	rest, _, _ = strings.Cut(rest, ";")
	n, err := strconv.Atoi(strings.TrimSuffix(rest, "/index.html"))
	switch {
	case strings.TrimPrefix(r.Host, "www.") != Host:
		m.send(w, r, "Elsewhere", "This is another site, which no crawl of the maze visits.")
	case path == "/robots.txt":
		_, _ = fmt.Fprintf(w, "User-agent: *\nDisallow: /private/\n")
	case path == "/sitemap.xml":
		m.sitemap(w)
	case strings.HasSuffix(path, ".xml"):
		http.NotFound(w, r)
	case path == "/":
		m.send(w, r, "The maze", words("home", 80), m.home()...)
	case kind == "missing":
		m.send(w, r, "Nothing here", "We are sorry, but this page does not exist. Try the index of sections, or ask at the desk.")
	case kind == "loop":
		m.send(w, r, "A loop "+path, words(path, 60), strings.TrimSuffix(path, "/")+"/loop/")
	case err != nil || n < 1:
		http.NotFound(w, r)
	case kind == "section" && n <= m.sections():
		m.send(w, r, fmt.Sprintf("Section %d", n), words("section"+rest, 80), m.section(n)...)
	case kind == "page" && n <= m.pages:
		m.page(w, r, n)
	case kind == "old":
		http.Redirect(w, r, fmt.Sprintf("/page/%d", n), http.StatusMovedPermanently)
	case kind == "away":
		http.Redirect(w, r, fmt.Sprintf("%s?from=%d", away, n), http.StatusFound)
	case kind == "calendar":
		m.send(w, r, "Calendar", words("calendar", 400)+fmt.Sprintf(" month %d.", n), fmt.Sprintf("/calendar/%d", n+1))
	default:
		http.NotFound(w, r)
	}
}

func (m *Maze) page(w http.ResponseWriter, r *http.Request, n int) {
	m.mu.Lock()
	version, gone := m.versions[n], m.without[n]
	m.mu.Unlock()
	canonical := fmt.Sprintf("/page/%d", n)
	switch {
	case n%wallEvery == 0:
		w.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprint(w, "<html><title>Just a moment...</title><body>Checking your browser before accessing the site.</body></html>")
		return
	case n%goneEvery == 0 || gone:
		http.Error(w, "gone", http.StatusGone)
		return
	case r.URL.EscapedPath() != canonical:
		http.Redirect(w, r, canonical, http.StatusMovedPermanently)
		return
	}
	etag, changed := fmt.Sprintf(`"%d-%d"`, n, version), Made().AddDate(0, version, 0)
	w.Header().Set("ETag", etag)
	w.Header().Set("Last-Modified", changed.Format(http.TimeFormat))
	since, err := http.ParseTime(r.Header.Get("If-Modified-Since"))
	known := r.Header.Get("If-None-Match")
	if known == etag || known == "" && err == nil && !changed.After(since) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	m.send(w, r, fmt.Sprintf("Page %d", n), words(fmt.Sprintf("page %d %d", n, version), 120), m.neighbours(n)...)
}

// sitemap lists the pages, as the site links to them.
func (m *Maze) sitemap(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/xml")
	_, _ = fmt.Fprint(w, `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for n := 1; n <= m.pages; n++ {
		_, _ = fmt.Fprintf(w, "<url><loc>http://%s%s</loc></url>", Host, m.link(n))
	}
	_, _ = fmt.Fprint(w, "</urlset>")
}

func (m *Maze) home() []string {
	links := []string{"/calendar/1", "/page/1"}
	for s := 1; s <= m.sections(); s++ {
		links = append(links, fmt.Sprintf("/section/%d", s))
	}
	return links
}

func (m *Maze) section(s int) (links []string) {
	for n := (s-1)*perSection + 1; n <= min(s*perSection, m.pages); n++ {
		links = append(links, m.link(n))
	}
	return links
}

// link is the URL by which the site links to a page.
func (m *Maze) link(n int) string {
	if m.moved(n) {
		return fmt.Sprintf("/old/%d", n)
	}
	return fmt.Sprintf("/page/%d", n)
}

// neighbours are the links of a page, to others and into traps.
func (m *Maze) neighbours(n int) []string {
	links := []string{"/", m.link(n%m.pages + 1), m.link(n*7%m.pages + 1), away, "mailto:desk@maze.test"}
	add := func(every int, format string) {
		if n%every == 0 {
			links = append(links, fmt.Sprintf(format, n))
		}
	}
	add(softEvery, "/missing/entry-%d")
	add(awayEvery, "/away/%d")
	add(privateEvery, "/private/%d")
	add(loopEvery, "/loop/loop/loop/loop/%d")
	if plain := m.link(n); plain == fmt.Sprintf("/page/%d", n) {
		add(sessionEvery, "/page/%d;jsessionid=0123456789ABCDEF")
		add(repeatEvery, "/page/%d#part")
	}
	return links
}

// send sends a page of HTML, and counts its body.
func (m *Maze) send(w http.ResponseWriter, r *http.Request, title, text string, links ...string) {
	m.mu.Lock()
	m.bodies[r.URL.EscapedPath()]++
	m.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	//nolint:gosec // the words are ours, and paths are numbers
	_, _ = fmt.Fprintf(w, "<!doctype html><html lang=en><head><title>%s</title></head><body><main><h1>%s</h1><p>%s</p></main><nav>", title, title, text)
	for _, l := range links {
		_, _ = fmt.Fprintf(w, `<a href="%s">%s</a> `, l, l) //nolint:gosec // as above
	}
	_, _ = fmt.Fprint(w, "</nav></body></html>")
}

// words is a text that is a name's own.
func words(name string, count int) string {
	vocabulary := strings.Fields("harbour lantern copper ledger orchard granite ferry compass willow anchor marble thistle " +
		"barrel meadow chimney saddle ribbon kettle pigeon hammer gravel velvet timber basket candle mirror shovel garden bridge tunnel")
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // never fails
	x := h.Sum64()
	var b strings.Builder
	for i := range count {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		b.WriteString(vocabulary[x%uint64(len(vocabulary))])
		if i%12 == 11 {
			b.WriteByte('.')
		}
		b.WriteByte(' ')
	}
	return b.String()
}
