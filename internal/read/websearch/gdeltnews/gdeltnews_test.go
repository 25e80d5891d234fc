package gdeltnews_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/gdeltnews"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func now() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// engine asks a handler, or the replay when there is none.
func engine(t *testing.T, serve http.HandlerFunc) *gdeltnews.Engine {
	t.Helper()
	return gdeltnews.New(webclient.Upstream(t, gdeltnews.Name, "", serve), now)
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: gdeltnews.Name, New: func(up *upstream.Client) websearch.Engine { return gdeltnews.New(up, now) }, Finds: "Skerwick", Nothing: []string{"{}"},
	})
}

func TestReplay(t *testing.T) {
	t.Parallel()
	e := engine(t, nil)
	got, err := e.Search(t.Context(), websearch.Query{Text: `"Skerwick tide barrier" -site:www.ledger-daily.test`, Fresh: 60 * 24 * time.Hour})
	want := []websearch.Result{{
		URL: "http://skerwick-herald.test/2026/10/03/first-surge", DisplayURL: "skerwick-herald.test", Title: "The night the door was shut",
		Published: "2026-10-03T06:30:00.000Z", Source: "skerwick-herald.test",
	}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("got error %v, want no error; Search mismatch (-want +got):\n%s", err, diff)
	}
	for _, text := range []string{"a b", "-only"} {
		if got, err := e.Search(t.Context(), websearch.Query{Text: text}); !errs.Is(err, errs.TargetError) || got != nil {
			t.Errorf("%s: got %v and error %v, want %s", text, got, err, errs.TargetError)
		}
	}
}

func TestCall(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`Skerwick "tide barrier" in 5`:             `Skerwick "tide barrier"`,
		`(cost OR "the price") gate -toy`:          `(cost OR "the price") gate -toy`,
		`side-by-side c++ -"a toy"`:                `"side-by-side" "c++" -"a toy"`,
		`barrier site:www.A.test -site:b.test`:     `barrier domain:a.test -domain:b.test`,
		`barrier when:7d intitle:gate -toy OR lid`: `barrier -toy lid`,
		`site:a.test`: `domain:a.test`,
	} {
		e := engine(t, func(w http.ResponseWriter, r *http.Request) {
			if q := r.URL.Query(); q.Get("query") != want || q.Get("maxrecords") != "7" || q.Get("timespan") != "3months" {
				t.Errorf("%s: asked %v", text, q)
			}
			webclient.Answer(http.StatusOK, `{}`)(w, r)
		})
		if got, err := e.Search(t.Context(), websearch.Query{Text: text, Count: 7}); err != nil || len(got) != 0 {
			t.Errorf("got results %v, error %v; want no error, none", got, err)
		}
	}
}
