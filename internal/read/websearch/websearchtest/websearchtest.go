// Package websearchtest is the suite that every search engine passes: what it finds is
// well-formed, it asks no more than it must, and whatever goes wrong is a failure that
// says what, never "nothing found". It is for tests only and knows no engine's format:
// hostile answers are made of the replay's own.
package websearchtest

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// Subject is an engine under test.
type Subject struct {
	Upstream string // its name in package sources, whose replay answers
	New      func(up *upstream.Client) websearch.Engine
	Finds    string // a query of which the replay finds something; more than a page of it when Paged
	Paged    bool   // it reads several pages
	// Lenient says that answers are pages for people, of which a part is a page, too: what
	// is cut off within one cannot be noticed.
	Lenient bool
	// Nothing are answers by which the service says that it found nothing and which the
	// suite would take for garbage.
	Nothing []string
}

// Check is one demand on an engine; the error says how it is not met.
type Check struct {
	Name string
	Run  func(tb testing.TB, s Subject) error
}

// Run holds an engine to all checks.
func Run(t *testing.T, s Subject) {
	t.Helper()
	for _, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			if err := c.Run(t, s); err != nil {
				t.Errorf("%s: got error %v, want no error", s.Upstream, err)
			}
		})
	}
}

// Checks are all checks.
func Checks() []Check {
	return []Check{
		{"finds", finds},
		{"finds nothing", findsNothing},
		{"asks once for one", asksOnce},
		{"comes to an end", comesToAnEnd},
		{"keeps pages before a failure", keepsPages},
		{"failures of the service", failures},
		{"statuses", statuses},
		{"pages for people", pagesForPeople},
		{"garbage", garbage},
		{"cut off", cutOff},
		{"huge", huge},
		{"deep", deep},
		{"needs its key", needsKey},
		{"keeps its key to itself", hidesKey},
		{"a context that is over", contextOver},
		{"a context that ends", contextEnds},
	}
}

// key is the one that the replay takes; empty when it takes none.
func (s Subject) key() string { return webtest.New().Keys()[s.Upstream] }

// asking returns the engine on a handler, or on the replay when serve is nil.
func (s Subject) asking(tb testing.TB, serve http.HandlerFunc) websearch.Engine {
	tb.Helper()
	return s.New(webclient.Upstream(tb, s.Upstream, s.key(), serve))
}

// replay serves what the engine's replay does.
func (s Subject) replay() http.HandlerFunc {
	replay := webtest.New()
	return func(w http.ResponseWriter, r *http.Request) {
		r.Host = s.Upstream + ".upstream.test"
		replay.ServeHTTP(w, r)
	}
}

func (s Subject) search(ctx context.Context, e websearch.Engine, count int) ([]websearch.Result, error) {
	return e.Search(ctx, websearch.Query{Text: s.Finds, Count: count})
}

// said describes what a search came to.
func said(found []websearch.Result, err error) string {
	return fmt.Sprintf("got %d results and error %v", len(found), err)
}
