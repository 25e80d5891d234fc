package commoncrawl_test

import (
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources/commoncrawl"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup leads a client to a handler; now is its clock.
func setup(t *testing.T, now func() time.Time, serve http.HandlerFunc) *commoncrawl.Client {
	t.Helper()
	return commoncrawl.New(webclient.Upstream(t, commoncrawl.Name, "", serve), now)
}

var crawl = &commoncrawl.Crawl{ID: "CC-MAIN-2025-33", API: "https://index.commoncrawl.org/CC-MAIN-2025-33-index"}

func TestLatest(t *testing.T) {
	t.Parallel()
	const list = `[{"id":"CC-MAIN-2025-33","name":"August 2025 Index","timegate":"https://index.commoncrawl.org/CC-MAIN-2025-33/","cdx-api":"https://index.commoncrawl.org/CC-MAIN-2025-33-index","from":"2025-08-02T22:09:07","to":"2025-08-15T23:42:38"},{"id":"CC-MAIN-2009-2010","cdx-api":"https://index.commoncrawl.org/CC-MAIN-2009-2010-index"}]`
	now, calls := time.Date(2025, 9, 1, 0, 0, 0, 0, time.UTC), 0
	client := setup(t, func() time.Time { return now }, func(w http.ResponseWriter, r *http.Request) {
		calls++
		webclient.Answer(200, list)(w, r)
	})
	want := &commoncrawl.Crawl{
		ID: "CC-MAIN-2025-33", Name: "August 2025 Index", API: "https://index.commoncrawl.org/CC-MAIN-2025-33-index",
		From: "2025-08-02T22:09:07", To: "2025-08-15T23:42:38",
	}
	for _, age := range []time.Duration{0, 59 * time.Minute, 2 * time.Minute} {
		now = now.Add(age)
		got, err := client.Latest(t.Context())
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("got error %v, want no error; Latest mismatch (-want +got):\n%s", err, diff)
		}
	}
	if calls != 2 {
		t.Errorf("the list was read %d times within an hour and after it", calls)
	}
}

// The list cannot lead to another place than the index.
func TestLatestPassesOverWhatIsNoIndex(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`[]`, `[{"id":"a","cdx-api":"https://elsewhere.example/admin"}]`, `[{"id":"","cdx-api":"https://a.test/-index"}]`, `[{"id":"a","cdx-api":"://"}]`,
	} {
		if _, err := setup(t, time.Now, webclient.Answer(200, body)).Latest(t.Context()); !errs.Is(err, errs.ParseFailed) {
			t.Errorf(`%s: got error %v, want error "parse_failed"`, body, err)
		}
	}
}

func TestCaptures(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("testdata/captures.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	var path string
	var query url.Values
	client := setup(t, time.Now, func(w http.ResponseWriter, r *http.Request) {
		path, query = r.URL.Path, r.URL.Query()
		webclient.Answer(200, string(body))(w, r)
	})
	captures, _, err := client.Captures(t.Context(), crawl, "harbour.example", 50)
	if err != nil {
		t.Fatal(err)
	}
	wantQuery := url.Values{"url": {"harbour.example"}, "matchType": {"domain"}, "output": {"json"}, "limit": {"50"}}
	if diff := cmp.Diff(wantQuery, query); diff != "" || path != "/CC-MAIN-2025-33-index" {
		t.Errorf("got path %s, want \"/CC-MAIN-2025-33-index\"; query mismatch (-want +got):\n%s", path, diff)
	}
	if at := captures[0].Time(); !at.Equal(time.Date(2025, 8, 4, 10, 33, 29, 0, time.UTC)) || !captures[2].Time().IsZero() {
		t.Errorf("times: %v, %v", at, captures[2].Time())
	}
	golden.JSON(t, "testdata/golden/captures.json", captures)
}

func TestCapturesOtherwise(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code // empty for none
	}{
		"none":              {404, `{"message": "No Captures found for: *.harbour.example"}`, ""},
		"none with 200":     {200, `{"message": "No Captures found for: *.harbour.example"}`, ""},
		"no lines":          {200, "\n", ""},
		"another 404":       {404, `<html>404 Not Found</html>`, errs.UpstreamBlocked},
		"bad page":          {400, `{"message": "Page 1 invalid: First Page is 0, Last Page is 0"}`, errs.TargetError},
		"another message":   {200, `{"message": "Page 1 invalid"}`, errs.TargetError},
		"blocked":           {403, `<html>403 Forbidden</html>`, errs.UpstreamBlocked},
		"slow down":         {503, `<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>`, errs.ProviderUnavailable},
		"a page with 200":   {200, `<html></html>`, errs.ParseFailed},
		"broken in between": {200, `{"url":"a"}` + "\n{\n" + `{"url":"b"}`, errs.ParseFailed},
		"an endless line":   {200, `{"url":"` + strings.Repeat("a", 2<<20) + `"}`, errs.ParseFailed},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _, err := setup(t, time.Now, webclient.Answer(c.status, c.body)).Captures(t.Context(), crawl, "harbour.example", 5)
			if len(got) != 0 || (err == nil) != (c.code == "") || err != nil && !errs.Is(err, c.code) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

// A line that names no address is no capture. It is left out, and said to be.
func TestNamelessLines(t *testing.T) {
	t.Parallel()
	const body = `{"timestamp":"20250804103329","status":"200"}` + "\n" + `{"urlkey":"example,harbour)/","timestamp":"20250804103329","url":"https://harbour.example/","status":"200"}` + "\n" + `{"url":""}` + "\n"
	got, nameless, err := setup(t, time.Now, webclient.Answer(200, body)).Captures(t.Context(), crawl, "harbour.example", 5)
	if err != nil || nameless != 2 || len(got) != 1 || got[0].URL != "https://harbour.example/" {
		t.Errorf("got %+v, %d without an address, error %v; want the one capture with an address, 2, no error", got, nameless, err)
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		want   *commoncrawl.Size
		code   errs.Code
	}{
		"counted":    {200, `{"pages": 2, "pageSize": 5, "blocks": 7}`, &commoncrawl.Size{Pages: 2, Blocks: 7}, ""},
		"bare":       {200, "3\n", &commoncrawl.Size{Pages: 3}, ""},
		"none":       {404, `{"message": "No Captures found for: *.harbour.example"}`, nil, ""},
		"nonsense":   {200, `{"pages": -2}`, nil, errs.ParseFailed},
		"not JSON":   {200, `many`, nil, errs.ParseFailed},
		"a page":     {200, `<html>`, nil, errs.UpstreamBlocked},
		"other type": {200, `{"pages": "2"}`, nil, errs.ParseFailed},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := setup(t, time.Now, webclient.Answer(c.status, c.body)).Count(t.Context(), crawl, "harbour.example")
			if diff := cmp.Diff(c.want, got); diff != "" || (err == nil) != (c.code == "") || err != nil && !errs.Is(err, c.code) {
				t.Errorf("got error %v, want success %t, (error %q if any); Count mismatch (-want +got):\n%s", err, c.code == "", c.code, diff)
			}
		})
	}
}
