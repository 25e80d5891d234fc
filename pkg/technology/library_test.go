package technology_test

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	wappalyzer "github.com/projectdiscovery/wappalyzergo"

	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/pkg/technology"
	"github.com/quarryapi/quarry/pkg/technology/internal/fingerprint"
	"github.com/quarryapi/quarry/pkg/technology/internal/pattern"
	"github.com/quarryapi/quarry/pkg/technology/internal/patterntest"
)

var all = flag.Bool("all", false, "hold pages of all fingerprints to the library, which takes minutes, rather than some")

// library is what wappalyzergo's own matcher makes of a page, in our words: what stands
// behind an implied technology is its version or a note, and `\1` is no version.
type library struct{ *wappalyzer.Wappalyze }

func newLibrary(tb testing.TB) library {
	tb.Helper()
	w, err := loaded()
	if err != nil {
		tb.Fatal(err)
	}
	return library{w}
}

// loaded is the library, which takes 0.5 s and 100 MB.
var loaded = sync.OnceValues(wappalyzer.New)

func (l library) detect(p technology.Page) []string {
	apps := l.GetFingerprints().Apps
	versions := map[string]string{}
	for found := range l.Fingerprint(p.Header, p.Body) {
		name, note, _ := strings.Cut(found, `\;`)
		version, _ := strings.CutPrefix(note, "version:")
		for at := range name { // a name may hold colons, too
			if note == "" && apps[name] == nil && name[at] == ':' && apps[name[:at]] != nil {
				name, version = name[:at], name[at+1:]
				break
			}
		}
		if strings.HasPrefix(note, "confidence") || version == `\1` {
			version = ""
		}
		if versions[name] == "" {
			versions[name] = version
		}
	}
	list := []string{}
	for name, version := range versions {
		list = append(list, strings.TrimSpace(name+" "+version))
	}
	slices.Sort(list)
	return list
}

// same holds a page to the library and returns how many technologies it shows.
func (l library) same(t *testing.T, name string, p technology.Page) int {
	t.Helper()
	want, got := l.detect(p), []string{}
	for technology, version := range detect(t, p) {
		got = append(got, strings.TrimSpace(technology+" "+version))
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: -library +ours\n%s\n%.2000s", name, diff, p.Body)
	}
	return len(want)
}

// TestSameAsLibraryOnFingerprints: pages that are written from the fingerprints show the
// same to the library.
func TestSameAsLibraryOnFingerprints(t *testing.T) {
	t.Parallel()
	set, err := fingerprint.Read()
	if err != nil {
		t.Fatal(err)
	}
	const together = 12 // patterns of a page
	step, least := 100, 40
	if *all {
		step, least = 1, 5000
	}
	l, write, found := newLibrary(t), patterntest.New(3), 0
	for i := 0; i < len(set.Patterns)/together; i += step {
		p := written(write, set.Patterns[i*together:(i+1)*together])
		found += l.same(t, fmt.Sprint("patterns from ", i*together), p)
	}
	if found < least {
		t.Errorf("only %d technologies were found", found)
	}
}

// written is a page with all that patterns look for.
func written(w *patterntest.Writer, patterns []fingerprint.Pattern) technology.Page {
	header, body := http.Header{}, strings.Builder{}
	for i, p := range patterns {
		_, expression := pattern.Notes(p.Source)
		text := w.Text(expression)
		if i%5 == 4 {
			text = w.Near(expression)
		}
		value := strings.NewReplacer(`"`, "&quot;", "\n", " ").Replace(text)
		switch p.Field {
		case fingerprint.Header:
			header.Add(p.Key, strings.ReplaceAll(text, "\n", " "))
		case fingerprint.Cookie:
			header.Add("Set-Cookie", p.Key+"="+strings.Join(strings.Fields(text), "")+"; Path=/")
		case fingerprint.Script:
			fmt.Fprintf(&body, "<script async src=\"https://reed.test%s\"></script>\n", value)
		case fingerprint.Meta:
			fmt.Fprintf(&body, "<META name=%q content=\"%s\">\n", p.Key, value)
		default:
			body.WriteString("<p class=\"reed\">\n" + text + "\n</p>")
		}
	}
	return technology.Page{Header: header, Body: []byte(body.String())}
}

// TestSameAsLibraryOnSampleWeb: so do the pages of the sample web.
func TestSameAsLibraryOnSampleWeb(t *testing.T) {
	t.Parallel()
	const most = 4 << 10 // of a page, since the library takes 2 ms for a KB
	web, l, pages := webtest.New(), newLibrary(t), 0
	for _, site := range webtest.Sites() {
		for _, page := range site.Pages {
			u, err := url.Parse(page.URL)
			if err != nil || page.Serve == nil || strings.Contains(site.Host, "slow") || strings.Contains(site.Host, "big") {
				continue
			}
			answer := httptest.NewRecorder()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/"+strings.TrimPrefix(u.RequestURI(), "/"), nil)
			r.Host = site.Host
			web.ServeHTTP(answer, r)
			if answer.Body.Len() == 0 || answer.Body.Len() > most || !strings.Contains(answer.Header().Get("Content-Type"), "html") {
				continue
			}
			pages++
			l.same(t, page.URL, technology.Page{Header: answer.Header(), Body: answer.Body.Bytes()})
		}
	}
	if pages < 20 {
		t.Errorf("only %d pages were compared", pages)
	}
}
