// Package technology recognises the technologies of a web page by its headers, cookies, tags
// and scripts, with the fingerprints of wappalyzergo and a matcher of its own, whose time grows
// with the size of the page alone. It fetches nothing and runs no scripts.
//
// A [Detector] is made once, by [New], and serves all pages. The first page takes 30 ms more
// than the others, for the fingerprints.
package technology

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Technology is a technology that was detected.
type Technology struct {
	Name       string
	Version    string   // empty when the page does not say
	Categories []string // such as "Web servers"; never nil
	Website    string   // of the technology; empty when it is not known
}

// Page is the input of Detect. Both parts may be empty.
type Page struct {
	Header http.Header // of the answer, cookies included
	Body   []byte      // HTML in UTF-8; it is not changed
}

// Detector recognises technologies. It is safe for concurrent use.
type Detector struct {
	index func() (*index, error)
}

// New returns a Detector. It costs nothing until its first use, which then takes 30 ms
// for the fingerprints.
func New() *Detector { return &Detector{index: sync.OnceValues(newIndex)} }

// Detect returns what a page shows, sorted by name. It takes some ms, and no more than
// 0.1 s for a MB of any page. It fails with the
// cause of ctx when that has ended, and when the fingerprints cannot be read, which the tests
// of this package rule out.
func (d *Detector) Detect(ctx context.Context, p Page) ([]Technology, error) {
	x, err := d.index()
	if err != nil {
		return nil, err
	}
	s := newScan(x)
	s.page(ctx, p)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return s.technologies(), nil
}

// technologies describes what was found.
func (s *scan) technologies() []Technology {
	versions := map[string]string{}
	for _, found := range slices.Sorted(maps.Keys(s.found)) {
		if f := s.found[found]; f.confidence > 0 {
			name, version := split(found)
			versions[name] = cmp.Or(versions[name], f.version, version)
		}
	}
	list := make([]Technology, 0, len(versions))
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		t := Technology{Name: name, Version: versions[name], Categories: []string{}}
		if i, ok := s.byName[name]; ok {
			app := s.set.Apps[i]
			t.Categories, t.Website = app.Categories(), app.Website()
		}
		list = append(list, t)
	}
	return list
}

// split separates a note from what one technology implies of another: "Magento\;version:2"
// or "PHP\;confidence:75".
func split(found string) (name, version string) {
	name, note, _ := strings.Cut(found, `\;`)
	if v, ok := strings.CutPrefix(note, "version:"); ok {
		version = v
	}
	return name, version
}
