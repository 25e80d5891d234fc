package reader_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/read/page/pdf/pdfium"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// noon is when the tests read.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.FixedZone("CEST", 7200))

func clock() time.Time { return noon }

func setup(t *testing.T, extra ...webtest.Site) *reader.Reader {
	t.Helper()
	return reader.New(webclient.Start(t, extra...).Web, reader.Config{Now: clock})
}

func serve(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body))
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	got, err := setup(t).Read(t.Context(), "http://article.test/", reader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got.Text, "behind a locked gate two miles down the coast") || strings.Contains(got.Text, "We use one cookie") {
		t.Errorf("the text is %.300q", got.Text)
	}
	if len(got.Links) == 0 || len(got.JSONLD) == 0 || len(got.Tables) == 0 || got.OpenGraph["title"] == "" {
		t.Errorf("%d links, %d objects, %d tables, %v", len(got.Links), len(got.JSONLD), len(got.Tables), got.OpenGraph)
	}
	kept, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var again reader.Document
	if err := json.Unmarshal(kept, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("what was kept is not what was read: %s", diff)
	}
	got.Text, got.Links, got.JSONLD, got.Tables, got.OpenGraph = "", nil, nil, nil, nil
	want := reader.Document{
		URL: "http://article.test/", FinalURL: "http://article.test/", Domain: "article.test",
		Title: "Measuring the tide with a twelve-pound sensor | The Harbour Notebook", Description: got.Description,
		Author: "Imogen Farrar", Site: got.Site, Language: "en-GB", Published: got.Published, Modified: got.Modified,
		MediaType: "text/html", FetchedAt: noon.UTC(),
	}
	if diff := cmp.Diff(want, got); diff != "" || got.Published == "" || got.FetchedAt.Location() != time.UTC {
		t.Errorf("got Published %q, FetchedAt in %s; want a time of publication, UTC; document mismatch (-want +got):\n%s", got.Published, got.FetchedAt.Location(), diff)
	}
}

func TestStatuses(t *testing.T) {
	t.Parallel()
	r := setup(t, webtest.Site{Host: "odd.test", Assets: map[string]http.HandlerFunc{
		"/gone":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) },
		"/teapot": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) },
		"/shell":  serve("text/html", `<title>App</title><div id="root"></div><script>start()</script>`),
		"/loads":  serve("text/html", `<title>App</title><div id="app"><p>Loading, please wait…</p></div><script src="/app.js"></script>`),
		"/image":  serve("image/png", "\x89PNG\r\n\x1a\n"),
	}})
	cases := map[string]struct {
		status reader.Status
		code   errs.Code
	}{
		"http://wall.test/":                 {reader.Blocked, errs.UpstreamBlocked},
		"http://members.test/":              {reader.Blocked, errs.LoginRequired},
		"http://status.test/429":            {reader.Blocked, errs.UpstreamRateLimited},
		"http://robots.test/private/ledger": {reader.Blocked, errs.UpstreamBlocked},
		"http://status.test/404":            {reader.NotFound, errs.TargetError},
		"http://odd.test/gone":              {reader.NotFound, errs.TargetError},
		"http://odd.test/teapot":            {reader.Failed, errs.TargetError},
		"http://status.test/500":            {reader.Failed, errs.TargetError},
		"http://redirect.test/loopback":     {reader.Failed, errs.InvalidTarget},
		"http://127.0.0.1/":                 {reader.Failed, errs.InvalidTarget},
		"nonsense":                          {reader.Failed, errs.InvalidTarget},
		"http://pdf.test/report.pdf":        {reader.Unsupported, errs.UnsupportedContent},
		"http://odd.test/shell":             {reader.Unsupported, errs.UnsupportedContent},
		"http://odd.test/loads":             {reader.Unsupported, errs.UnsupportedContent},
		"http://odd.test/image":             {reader.Unsupported, errs.UnsupportedContent},
		"http://slow.test/?ms=30000":        {reader.Timeout, errs.UpstreamTimeout},
		"http://redirect.test/1":            {reader.Fetched, ""},
	}
	var urls []string
	for address := range cases {
		urls = append(urls, address)
	}
	outcomes := r.ReadAll(t.Context(), urls, reader.Options{Robots: true, Timeout: 2 * time.Second})
	for i, o := range outcomes {
		want := cases[urls[i]]
		if o.URL != urls[i] || o.Status != want.status {
			t.Errorf("%s: got status %s, error %v; want its URL, Status %q", urls[i], o.Status, o.Err, want.status)
		}
		if e := errs.As(o.Err); e != nil && e.Code != want.code || (e == nil) != (want.code == "") {
			t.Errorf("%s: got error %v, want (Code %q if any), success %t", o.URL, o.Err, want.code, want.code == "")
		}
		if (o.Document.Text != "") != (o.Err == nil) {
			t.Errorf("%s: an error beside %q", o.URL, o.Document.Text)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	r := setup(t)
	big, err := r.Read(t.Context(), "http://big.test/", reader.Options{MaxChars: 1000, Timeout: time.Minute})
	if err != nil || !big.Truncated || len(big.Text) > 1000 {
		t.Errorf("%v: truncated %t, %d bytes", err, big.Truncated, len(big.Text))
	}
	whole, err := r.Read(t.Context(), "http://article.test/", reader.Options{})
	if err != nil || whole.Truncated {
		t.Errorf("%v: truncated %t", err, whole.Truncated)
	}
}

func TestPDF(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the engine for PDF takes seconds to start")
	}
	r := reader.New(webclient.Start(t).Web, reader.Config{Documents: pdfium.New(2), Now: clock})
	got, err := r.Read(t.Context(), "http://pdf.test/report.pdf", reader.Options{Timeout: 5 * time.Minute}) // the race detector makes the engine start slowly
	if err != nil || got.Title != "Condition of the sea wall, 2025" || got.Author == "" || !strings.Contains(got.Text, "before the equinox") {
		t.Errorf(`got error %v, document %+v; want no error, Title "Condition of the sea wall, 2025", an Author, Text with "before the equinox"`, err, got)
	}
}

// cutPDF is read as the first page of two.
type cutPDF struct{}

func (cutPDF) Read(context.Context, []byte) (pdf.Document, error) {
	return pdf.Document{Pages: []string{"The wall was walked at low water."}, Total: 2, Read: 1}, nil
}

func TestCutPDF(t *testing.T) {
	t.Parallel()
	r := reader.New(webclient.Start(t).Web, reader.Config{Documents: cutPDF{}, Now: clock})
	if got, err := r.Read(t.Context(), "http://pdf.test/report.pdf", reader.Options{}); err != nil || !got.Truncated {
		t.Errorf("got error %v, truncated %t; want no error, true, as a page is missing", err, got.Truncated)
	}
}

func TestPaywalled(t *testing.T) {
	t.Parallel()
	const (
		story  = `<h1>The barrier</h1><p>It was to close on Monday. The board met at noon and talked for three hours about the gates, the pumps and the money.</p>`
		prompt = `<aside class="offer"><p>Subscribe to continue reading this story.</p></aside>`
	)
	long := strings.Repeat(`<p>The gates are forty metres wide and were floated in from the yard across the bay, one each spring tide, for a year.</p>`, 40)
	cases := map[string]struct {
		body string
		want bool
	}{
		"free":                        {story, false},
		"declared":                    {story + `<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>`, true},
		"declared in words":           {story + long + `<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":"False"}</script>`, true},
		"declared of a part":          {story + `<script type="application/ld+json">{"@graph":[{"@type":"Article","hasPart":[{"isAccessibleForFree":false}]}]}</script>`, true},
		"declared of the part":        {story + `<script type="application/ld+json">{"@type":"Article","isAccessibleForFree":true,"hasPart":{"isAccessibleForFree":"http://schema.org/False"}}</script>`, true},
		"declared free":               {story + prompt + `<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":true}</script>`, false},
		"declared odd":                {story + `<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":{"a":[1]},"hasPart":[7,{"isAccessibleForFree":[]}]}</script>`, false},
		"locked":                      {`<meta property="article:content_tier" content="locked">` + story, true},
		"metered":                     {`<meta property="article:content_tier" content="metered">` + story, false},
		"a prompt beside the teaser":  {story + prompt, true},
		"a prompt in a script":        {story + `<script>var s = "subscribe to continue reading"</script>`, false},
		"a prompt below all of it":    {story + long + prompt, false},
		"a prompt in another tongue":  {`<html lang=de>` + story + `<footer>Nur für Abonnenten</footer>`, true},
		"a newsletter, no subscriber": {story + `<footer>Subscribe to our newsletter</footer>`, false},
	}
	site := webtest.Site{Host: "pay.test", Assets: map[string]http.HandlerFunc{}}
	for name, c := range cases {
		site.Assets["/"+strings.ReplaceAll(name, " ", "-")] = serve("text/html; charset=utf-8", "<title>The barrier</title>"+c.body)
	}
	r := setup(t, site)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := r.Read(t.Context(), "http://pay.test/"+strings.ReplaceAll(name, " ", "-"), reader.Options{})
			if err != nil || got.Paywalled != c.want {
				t.Errorf("%v: paywalled %t", err, got.Paywalled)
			}
		})
	}
}

// What a document keeps is bounded, whatever the page holds.
func TestKeepsLittle(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`<title>All</title><p>Much.`)
	for i := range 400 {
		b.WriteString(`<a href="/` + strings.Repeat("x", i) + `">link</a>`)
	}
	for range 5 {
		b.WriteString(`<script type="application/ld+json">{"a":"` + strings.Repeat("y", 20<<10) + `"}</script>`)
	}
	for range 30 {
		b.WriteString(`<table><tr><th>a<th>b</tr>` + strings.Repeat(`<tr><td>1<td>2`, 300) + `</table>`)
	}
	r := setup(t, webtest.Site{Host: "much.test", Rest: serve("text/html", b.String())})
	got, err := r.Read(t.Context(), "http://much.test/", reader.Options{MaxChars: 100})
	if err != nil || len(got.Links) != 300 || len(got.JSONLD) != 3 || len(got.Tables) != 20 || len(got.Tables[0].Rows) != 200 {
		t.Errorf("%v: %d links, %d objects, %d tables", err, len(got.Links), len(got.JSONLD), len(got.Tables))
	}
}

// stuck never answers; it counts how many wait for it at once.
type stuck struct{ now, most atomic.Int64 }

func (s *stuck) Do(ctx context.Context, _ fetch.Request) (*fetch.Response, error) {
	s.most.Store(max(s.most.Load(), s.now.Add(1)))
	<-ctx.Done()
	s.now.Add(-1)
	return nil, context.Cause(ctx)
}

func TestTimeIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		web := &stuck{}
		r := reader.New(web, reader.Config{AtOnce: 1})
		outcomes := r.ReadAll(t.Context(), make([]string, 3), reader.Options{Timeout: 4 * time.Second})
		if took := time.Since(began); took != 12*time.Second || web.most.Load() != 1 {
			t.Errorf("took %s with %d at once", took, web.most.Load())
		}
		for _, o := range outcomes {
			if o.Status != reader.Timeout || o.Took != 4*time.Second || !strings.Contains(o.Err.Error(), "within 4s") {
				t.Errorf("got %+v", o)
			}
		}
	})
}

// Whoever stops the whole says why.
func TestReadAllEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		stopped := errors.New("stopped")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(stopped) })
		for _, o := range reader.New(&stuck{}, reader.Config{AtOnce: 2}).ReadAll(ctx, make([]string, 5), reader.Options{}) {
			if !errors.Is(o.Err, stopped) || o.Status != reader.Failed || o.Took > time.Second {
				t.Errorf("got %+v", o)
			}
		}
	})
}

func TestDomain(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"http://news.harbour.test/a":      "harbour.test",
		"https://www.example.co.uk:8080/": "example.co.uk",
		"http://192.0.2.7/":               "192.0.2.7",
		"http://[2001:db8::1]/":           "2001:db8::1",
		"http://co.uk/":                   "co.uk",
		"not an address":                  "",
		"http://%zz/":                     "",
	} {
		if got := reader.Domain(address); got != want {
			t.Errorf("%s: got %q, want %q", address, got, want)
		}
	}
}
