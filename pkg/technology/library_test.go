package technology_test

import (
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	wappalyzer "github.com/projectdiscovery/wappalyzergo"

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

// answers are headers as servers send them, for pages that were saved without.
var answers = []http.Header{
	{"Server": {"nginx/1.25.3"}, "X-Powered-By": {"PHP/8.2.1"}},
	{"Server": {"cloudflare"}, "Cf-Ray": {"8a1b2c3d4e5f-FRA"}, "Set-Cookie": {"laravel_session=x; Path=/; HttpOnly"}},
	{"Server": {"Apache/2.4.58 (Debian)"}, "Link": {`<https://reed.test/wp-json/>; rel="https://api.w.org/"`}},
	{},
}

// TestSameAsLibraryOnPages: so do the pages that parsers of this repository are tested with.
func TestSameAsLibraryOnPages(t *testing.T) {
	t.Parallel()
	const most = 4 << 10 // of a page, since the library takes 2 ms for a KB
	l, pages := newLibrary(t), 0
	err := filepath.WalkDir("../../internal", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".html" {
			return err
		}
		body, err := os.ReadFile(path)
		if err != nil || len(body) > most {
			return err
		}
		l.same(t, path, technology.Page{Header: answers[pages%len(answers)], Body: body})
		pages++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 20 {
		t.Errorf("got %d pages that were compared, want 20 or more", pages)
	}
}
