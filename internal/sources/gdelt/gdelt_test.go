package gdelt_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/gdelt"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// web answers all calls in turn, the last answer again and again, and keeps what was asked.
type web struct {
	answers []string
	asked   []url.Values
}

func says(answers ...string) *web { return &web{answers: answers} }

func (w *web) next(asked url.Values) string {
	w.asked = append(w.asked, asked)
	return w.answers[min(len(w.asked), len(w.answers))-1]
}

// Do answers without a network, on which synctest cannot wait.
func (w *web) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	u, err := url.Parse(r.URL)
	if err != nil {
		return nil, err
	}
	return &fetch.Response{Status: http.StatusOK, Header: http.Header{}, Body: []byte(w.next(u.Query()))}, nil
}

var noon = time.Date(2026, 8, 30, 12, 0, 0, 0, time.UTC)

// client leads a client to a web.
func client(t *testing.T, w *web) *gdelt.Client {
	t.Helper()
	up := webclient.Upstream(t, gdelt.Name, "", func(rw http.ResponseWriter, r *http.Request) {
		webclient.Answer(http.StatusOK, w.next(r.URL.Query()))(rw, r)
	})
	return gdelt.New(up, func() time.Time { return noon })
}

func TestArticles(t *testing.T) {
	t.Parallel()
	w := says(`{"articles":[
 {"url":"https://a.test:443/x?a=1&b=2","url_mobile":"https://a.test/m","title":"Tides rise ; ports  wait , and "` + "\x00\x0b" + `,"seendate":"20260828T121500Z","socialimage":"http://i.test/1.jpg","domain":"A.test","language":"English","sourcecountry":"Ireland"},
 {"url":"http://b.test:80/","title":"A \- b\` + "'" + `s \u00e9 \u12 \\ \"q\" \\","seendate":"20260829T000000Z","domain":"b.test"},
 {"url":"http://b.test/","title":"again","seendate":"20260829T000000Z"},
 {"url":"http://b.test:8080/","title":"The port ' s ( new ) gauge isn ' t \" much \" .NET : 3.5 % less ...","seendate":"20260827T000000Z"},
 {"url":"javascript:alert(1)","title":"no","seendate":"20260827T000000Z"}
]}`)
	got, err := client(t, w).Newest(t.Context(), gdelt.Query{Text: `"company.test"`}, 3)
	if err != nil {
		t.Fatal(err)
	}
	want := []gdelt.Article{
		{URL: "http://b.test/", Title: `A \- b\'s é \u12 \ "q" \`, Domain: "b.test", SeenAt: time.Date(2026, 8, 29, 0, 0, 0, 0, time.UTC)},
		{
			URL: "https://a.test/x?a=1&b=2", MobileURL: "https://a.test/m", Title: "Tides rise; ports wait, and", ImageURL: "http://i.test/1.jpg",
			Domain: "a.test", Language: "English", Country: "Ireland", SeenAt: time.Date(2026, 8, 28, 12, 15, 0, 0, time.UTC),
		},
		{URL: "http://b.test:8080/", Title: "The port's (new) gauge isn't \"much\" .NET: 3.5% less...", SeenAt: time.Date(2026, 8, 27, 0, 0, 0, 0, time.UTC)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Newest mismatch (-want +got):\n%s", diff)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body      string
		code      errs.Code
		permanent bool
	}{
		"nothing":       {"", errs.ParseFailed, false},
		"phrase":        {"The specified phrase is too short.\n", errs.TargetError, true},
		"query":         {"Your query was too short or too long.", errs.TargetError, true},
		"date":          {"Invalid query start date.", errs.TargetError, true},
		"limit":         {"Please limit requests to one every 5 seconds or contact us for larger queries.", errs.UpstreamRateLimited, false},
		"page":          {"<!DOCTYPE html><title>502</title>", errs.UpstreamBlocked, false},
		"cut":           {`{"articles":[{"url":"http://a.test/","title":"a`, errs.ParseFailed, false},
		"a list":        {`[]`, errs.ParseFailed, false},
		"null":          {`null`, errs.ParseFailed, false},
		"a number":      {`25.5`, errs.ParseFailed, false},
		"other data":    {`{"error":"none"}`, errs.ParseFailed, false},
		"no time":       {`{"articles":[{"url":"http://a.test/","title":"a"}]}`, errs.ParseFailed, false},
		"a long letter": {strings.Repeat("é", 1<<16), errs.TargetError, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := client(t, says(c.body)).Newest(t.Context(), gdelt.Query{Text: "tide"}, 10)
			if e := errs.As(err); e == nil || e.Code != c.code || e.Permanent != c.permanent || len(e.Message) > 400 || got != nil {
				t.Errorf("got %v, %+v", got, e)
			}
		})
	}
	got, err := client(t, says("\ufeff {} ")).Newest(t.Context(), gdelt.Query{Text: "tide"}, 10)
	if err != nil || got == nil || len(got) != 0 {
		t.Errorf("nothing found: %v, %v", got, err)
	}
}

// A call that came too early, perhaps of another program behind the same address, is
// made again after the five seconds that GDELT wants.
// Articles outside the bounds are left out, whatever the service makes of these.
func TestArticlesOutsideTheBounds(t *testing.T) {
	t.Parallel()
	const answer = `{"articles":[{"url":"http://a.test/late","seendate":"20260829T000001Z"},{"url":"http://a.test/last","seendate":"20260829T000000Z"},
		{"url":"http://a.test/first","seendate":"20260828T000000Z"},{"url":"http://a.test/early","seendate":"20260827T235959Z"}]}`
	day := time.Date(2026, 8, 28, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		since, until time.Time
		want         int
	}{
		"none": {want: 4}, "since": {since: day, want: 3}, "until": {until: day.AddDate(0, 0, 1), want: 3}, "both": {since: day, until: day.AddDate(0, 0, 1), want: 2},
	} {
		got, err := client(t, says(answer)).Newest(t.Context(), gdelt.Query{Text: "tide", Since: c.since, Until: c.until}, 10)
		if err != nil || len(got) != c.want {
			t.Errorf("%s: got %d articles, error %v; want %d, no error", name, len(got), err, c.want)
		}
	}
}

func TestTooEarly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := says("Please limit requests to one every 5 seconds or contact us for larger queries.", `{}`)
		c := gdelt.New(upstream.New(w, sources.Config{Upstream: sources.Upstream{Name: gdelt.Name, BaseURL: "http://gdelt.test", Pace: 5 * time.Second}}, time.Now), time.Now)
		began := time.Now()
		if got, err := c.Newest(t.Context(), gdelt.Query{Text: "tide"}, 10); err != nil || len(got) != 0 {
			t.Errorf("got %v, %v", got, err)
		}
		if len(w.asked) != 2 || time.Since(began) != 5*time.Second {
			t.Errorf("%d calls in %s", len(w.asked), time.Since(began))
		}
	})
}

func TestBounds(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return noon.AddDate(0, 0, -n) }
	cases := map[string]struct {
		since, until       time.Time
		start, end, amount string
		n                  int
	}{
		"none":          {n: 10, amount: "10"},
		"many":          {n: 5000, amount: "250"},
		"since":         {n: 1, since: day(5), start: "20260825120000", amount: "1"},
		"long since":    {n: 1, since: day(500), amount: "1"},
		"both":          {n: 1, since: day(5), until: day(1), start: "20260825120000", end: "20260829120000", amount: "1"},
		"until":         {n: 1, until: day(1), start: "20260601120000", end: "20260829120000", amount: "1"},
		"both long ago": {n: 1, since: day(500), until: day(400), start: "20250417120000", end: "20250726120000", amount: "1"},
		"before all":    {n: 1, until: day(400), end: "20250726120000", amount: "1"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := says("{}")
			if _, err := client(t, w).Newest(t.Context(), gdelt.Query{Text: "tide", Since: c.since, Until: c.until}, c.n); err != nil {
				t.Fatal(err)
			}
			q := w.asked[0]
			if diff := cmp.Diff([]string{c.start, c.end, c.amount}, []string{q.Get("startdatetime"), q.Get("enddatetime"), q.Get("maxrecords")}); diff != "" {
				t.Errorf("bounds mismatch (-want +got):\n%s", diff)
			}
			if (q.Get("timespan") != "") == (q.Get("startdatetime") != "" || q.Get("enddatetime") != "") {
				t.Errorf("bounds and a span of time exclude each other: %v", q)
			}
		})
	}
}

// TestSamples holds articles to recorded answers.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "mentions", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		got, err := client(t, says(string(body))).Newest(t.Context(), gdelt.Query{Text: "tide"}, gdelt.Most)
		switch {
		case name == "gdelt_rate_limited.txt":
			if !errs.Is(err, errs.UpstreamRateLimited) {
				t.Errorf(`got error %v, want error "upstream_rate_limited"`, err)
			}
		case strings.HasPrefix(name, "gdelt_"):
			if err != nil {
				t.Fatal(err)
			}
			sampleArticles(t, body, got)
		case !strings.HasPrefix(name, "google_news_"): // which package googlenews reads
			sampletest.Other(t, name)
		}
		return got
	})
}

func sampleArticles(t *testing.T, body []byte, got []gdelt.Article) {
	t.Helper()
	var sample struct {
		Articles []map[string]string `json:"articles"`
	}
	if err := json.Unmarshal(body, &sample); err != nil {
		t.Fatal(err)
	}
	if len(got) != len(sample.Articles) {
		t.Fatalf("%d of %d articles", len(got), len(sample.Articles))
	}
	byTitle := map[string]gdelt.Article{}
	letters := func(s string) string { return strings.Join(strings.Fields(s), "") }
	for i, a := range got {
		byTitle[letters(a.Title)] = a
		if i > 0 && a.SeenAt.After(got[i-1].SeenAt) {
			t.Error("the newest is not first")
		}
		if strings.Contains(a.Title, " ,") || strings.Contains(a.Title, " ;") || strings.Contains(a.Title, "  ") || strings.Contains(a.URL, ":443") {
			t.Errorf(`got article %+v, want Title without " ,", Title without " ;", Title without "  ", URL without ":443"`, a)
		}
	}
	for _, s := range sample.Articles {
		a := byTitle[letters(s["title"])]
		want := []string{strings.Replace(s["url"], ":443/", "/", 1), s["url_mobile"], s["seendate"], s["socialimage"], s["domain"], s["language"], s["sourcecountry"]}
		if diff := cmp.Diff(want, []string{a.URL, a.MobileURL, a.SeenAt.Format("20060102T150405Z"), a.ImageURL, a.Domain, a.Language, a.Country}); diff != "" {
			t.Errorf("sample articles mismatch (-want +got):\n%s", diff)
		}
	}
}
