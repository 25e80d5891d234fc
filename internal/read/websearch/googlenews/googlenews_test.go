package googlenews_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/googlenews"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func now() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// engine asks a handler, or the replay when there is none.
func engine(t *testing.T, serve http.HandlerFunc) *googlenews.Engine {
	t.Helper()
	return googlenews.New(webclient.Upstream(t, googlenews.Name, "", serve), now)
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: googlenews.Name, New: func(up *upstream.Client) websearch.Engine { return googlenews.New(up, now) }, Finds: "Skerwick",
	})
}

func TestReplay(t *testing.T) {
	t.Parallel()
	e := engine(t, nil)
	got, err := e.Search(t.Context(), websearch.Query{Text: `"Skerwick tide barrier"`, Fresh: 60 * 24 * time.Hour})
	if err != nil || len(got) != 2 {
		t.Fatalf("got results %+v, error %v; want no error, length 2", got, err)
	}
	for i := range got {
		if !strings.HasPrefix(got[i].URL, "https://news.google.com/rss/articles/CBMi") {
			t.Errorf("%s is not as Google gave it", got[i].URL)
		}
		got[i].URL = ""
	}
	want := []websearch.Result{
		{DisplayURL: "ledger-daily.test", Title: "Inside the control room of the Skerwick tide barrier", Published: "2026-10-05T05:00:00.000Z", Source: "Ledger Daily"},
		{DisplayURL: "skerwick-herald.test", Title: "The night the door was shut", Published: "2026-10-03T06:30:00.000Z", Source: "Skerwick Herald"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Search mismatch (-want +got):\n%s", diff)
	}
}

// Google ranks by more than the time, and its order is kept.
func TestOrder(t *testing.T) {
	t.Parallel()
	item := func(id, day, site string) string {
		return `<item><title>` + id + `</title><link>https://news.google.com/rss/articles/` + id + `</link><guid>` + id + `</guid><pubDate>` + day + ` Sep 2026 10:00:00 GMT</pubDate><source url="` + site + `">S</source></item>`
	}
	got, err := engine(t, webclient.Answer(http.StatusOK, `<rss><channel>`+item("b", "Mon, 07", "https://www.s.test")+item("a", "Tue, 08", "::")+`</channel></rss>`)).
		Search(t.Context(), websearch.Query{Text: "a"})
	if err != nil || len(got) != 2 || got[0].Title != "b" || got[0].DisplayURL != "s.test" || got[1].DisplayURL != "" {
		t.Errorf(`got results %+v, error %v; want no error, length 2, [0].Title "b", [0].DisplayURL "s.test", empty [1].DisplayURL`, got, err)
	}
}
