// Package tech recognises the technologies of a web page by its headers, cookies, tags
// and scripts, with the fingerprints of wappalyzergo. It must not know where a page came
// from, and fetches nothing.
package tech

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	wappalyzer "github.com/projectdiscovery/wappalyzergo"
)

// Technology is one that a page shows.
type Technology struct {
	Name       string
	Version    string // empty when the page does not tell
	Categories []string
	Website    string // of the technology; empty when it is not known
}

// Page is what is looked at.
type Page struct {
	Header http.Header
	Body   []byte // HTML in UTF-8
}

// Detector recognises technologies. It is safe for concurrent use; pages are looked at
// one after the other, since each takes up to some seconds of one processor.
type Detector struct {
	matcher func() (*wappalyzer.Wappalyze, error)
	turn    chan struct{}
}

// New returns a Detector. It costs nothing until its first use, which then takes 0.4 s
// and 100 MB for the fingerprints.
func New() *Detector {
	return &Detector{matcher: sync.OnceValues(wappalyzer.New), turn: make(chan struct{}, 1)}
}

// Detect returns what a page shows, sorted by name. It returns early when ctx ends, but
// its work goes on for the rest of the seconds that a page can take.
func (d *Detector) Detect(ctx context.Context, p Page) ([]Technology, error) {
	select {
	case d.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	type outcome struct {
		list []Technology
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { <-d.turn }()
		list, err := d.match(p)
		done <- outcome{list, err}
	}()
	select {
	case o := <-done:
		return o.list, o.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (d *Detector) match(p Page) ([]Technology, error) {
	matcher, err := d.matcher()
	if err != nil {
		return nil, fmt.Errorf("fingerprints: %w", err)
	}
	apps := matcher.GetCompiledFingerprints().Apps
	versions := map[string]string{}
	for found := range matcher.Fingerprint(bounded(p.Header), reduce(p.Body)) {
		name, version := split(found, func(name string) bool { return apps[name] != nil })
		versions[name] = cmp.Or(versions[name], version)
	}
	list := make([]Technology, 0, len(versions))
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		t := Technology{Name: name, Version: versions[name], Categories: []string{}}
		if app := apps[name]; app != nil {
			info := wappalyzer.AppInfoFromFingerprint(app)
			t.Categories, t.Website = append(t.Categories, info.Categories...), info.Website
		}
		list = append(list, t)
	}
	return list, nil
}

// split separates a version: "Apache:2.4", where names may hold colons, too. What one
// technology implies of another comes as it is written in the fingerprints:
// `Magento\;version:2` or `PHP\;confidence:75`.
func split(found string, known func(string) bool) (name, version string) {
	if name, note, ok := strings.Cut(found, `\;`); ok {
		version, _ = strings.CutPrefix(note, "version:")
		if version == note {
			version = ""
		}
		return name, version
	}
	if i := strings.LastIndexByte(found, ':'); i > 0 && !known(found) && known(found[:i]) {
		return found[:i], found[i+1:]
	}
	return found, ""
}

// maxHeader is the most of a header's value that is matched.
const maxHeader = 1 << 10

// bounded cuts headers, of which a server may send 256 KB.
func bounded(header http.Header) http.Header {
	short := make(http.Header, len(header))
	for name, values := range header {
		for _, v := range values[:min(len(values), 20)] {
			short[name] = append(short[name], v[:min(len(v), maxHeader)])
		}
	}
	return short
}
