// Package faces has the service answer in the form of other APIs, for programs written for those. Each face is a package
// below it that translates calls and answers, over the jobs and the money of the API that it stands before. It must not
// know how those are kept: it asks the API as any caller does.
package faces

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/exa"
	"github.com/quarryapi/quarry/internal/faces/firecrawl"
	"github.com/quarryapi/quarry/internal/faces/jina"
	"github.com/quarryapi/quarry/internal/faces/mcp"
	"github.com/quarryapi/quarry/internal/faces/tavily"
)

// toolWait is the longest that a tool waits for its job: most clients end a call after a minute.
const toolWait = 50 * time.Second

// face is one of them.
type face struct {
	name string
	owns func(path string) bool
	// paths are its paths; one that ends with a slash is what others begin with.
	paths []string
	make  func(asked.API, Options) http.Handler
}

// all are the faces that there are.
func all() []face {
	return []face{
		{"firecrawl", firecrawl.Owns, firecrawl.Paths(), func(api asked.API, o Options) http.Handler {
			return firecrawl.New(api, firecrawl.Options{Longest: o.Longest, Bounded: o.Bounded, Sockets: o.Sockets})
		}},
		{"jina", jina.Owns, jina.Paths(), func(api asked.API, o Options) http.Handler { return jina.New(api, o.Longest, o.Bounded) }},
		{"tavily", tavily.Owns, []string{tavily.Prefix}, func(api asked.API, o Options) http.Handler { return tavily.New(api, o.Longest, o.Bounded) }},
		{"exa", exa.Owns, []string{exa.Prefix}, func(api asked.API, o Options) http.Handler { return exa.New(api, o.Longest, o.Bounded) }},
		{"mcp", func(path string) bool { return path == mcp.Path }, []string{mcp.Path}, func(api asked.API, o Options) http.Handler {
			return mcp.New(api, mcp.Options{Version: o.Version, Longest: min(o.Longest, toolWait), Bounded: o.Bounded})
		}},
	}
}

// Options say how faces answer.
type Options struct {
	// Version is the service's.
	Version string
	// Longest is the longest that a call waits for its job, which is then cancelled and refunded.
	Longest time.Duration
	// Bounded is whether an answer may be no larger than one of the API, as it is behind a gateway.
	Bounded bool
	// Sockets are for callers who watch; without them they poll.
	Sockets firecrawl.Sockets
}

// Names are the faces that there are.
func Names() []string {
	var names []string
	for _, f := range all() {
		names = append(names, f.name)
	}
	return names
}

// Check reports names that are no faces.
func Check(names []string) error {
	known := Names()
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("there is no face %q; there are %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// Paths are the paths of the named faces, where one that ends with a slash stands for all that begin with it; the API's
// own among them stay the API's.
func Paths(names []string) (paths []string) {
	for _, f := range all() {
		if slices.Contains(names, f.name) {
			paths = append(paths, f.paths...)
		}
	}
	return paths
}

// Before has the named faces answer what is theirs, and next all else. API is the whole API, which the faces ask; it and
// they are made with the first call of theirs, so that a function starts no slower for them.
func Before(next http.Handler, api func() http.Handler, names []string, o Options) http.Handler {
	type made struct {
		face
		handler func() http.Handler
	}
	var chosen []made
	for _, f := range all() {
		if slices.Contains(names, f.name) {
			chosen = append(chosen, made{f, sync.OnceValue(func() http.Handler { return f.make(asked.New(api()), o) })})
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, f := range chosen {
			if f.owns(r.URL.Path) {
				f.handler().ServeHTTP(w, r)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
