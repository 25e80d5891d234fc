package answerrun_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/answerrun"
	"github.com/quarryapi/quarry/internal/read/answer"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/model/openai"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/read/page/pdf/pdfium"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// runs takes bodies of the call.
type runs struct {
	kindtest.Runs[search.AnswerArgs, search.AnswerResult]
	web *webtest.Web
}

// setup gives a runner on the sample web, with the replay's model of this id; "" is an
// installation without a model.
func setup(tb testing.TB, id string, extra ...webtest.Site) runs {
	tb.Helper()
	return setupWith(tb, id, nil, extra...)
}

// setupWith is setup with what reads PDFs.
func setupWith(tb testing.TB, id string, documents extract.PDF, extra ...webtest.Site) runs {
	tb.Helper()
	sample := webclient.Start(tb, extra...)
	up := sample.Upstreams(tb, webtest.New().Keys())
	m := model.New(nil, "")
	if id != "" {
		c := up.Client("model")
		m = model.New(openai.New(c.Config, c), id)
	}
	now := func() time.Time { return time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC) }
	pages := reader.New(sample.Web, reader.Config{Documents: documents, Now: now})
	return runs{
		kindtest.Runs[search.AnswerArgs, search.AnswerResult]{Call: search.Answers(), Worker: answerrun.New(pages, up, m, now)},
		sample.Server.Web(),
	}
}

const (
	costly = `{"q":"What did the Skerwick tide barrier cost to build?","maxResults":10}`
	toll   = `{"q":"toll for small craft Skerwick lock","maxResults":10}`
)

func TestAnswer(t *testing.T) {
	t.Parallel()
	r := setup(t, "sample")
	out, err := r.Output(t.Context(), t, costly)
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/cost.json", out.Result)
	report, ok := out.Meta["answer"].(answer.Report)
	if !ok || report.SourcesRead == 0 || report.DroppedStatements+report.DroppedCitations != 0 {
		t.Errorf("the report is %+v", out.Meta["answer"])
	}
	usage, ok := out.Meta["model"].(model.Usage)
	if !ok || usage.Calls != 1 || usage.InputTokens == 0 {
		t.Errorf("the usage is %+v", out.Meta["model"])
	}
	if _, ok := out.Meta["searchDiagnostics"]; ok {
		t.Error("diagnostics that nobody asked for")
	}
}

// Pages that talk to models are among the sources, and nothing of them gets through.
func TestHostileSources(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{"an honest model": toll, "one led astray": strings.Replace(toll, "toll", "gullible toll", 1)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := setup(t, "sample").Output(t.Context(), t, body)
			if err != nil {
				t.Fatal(err)
			}
			got := out.Result
			if got.Answer.Status != search.Answered || !strings.Contains(got.Answer.Text, "4.50 pounds") {
				t.Fatalf("got %+v", got.Answer)
			}
			lured := 0
			for _, r := range got.Results {
				if strings.Contains(r.URL, "lures.test") {
					lured++
				}
			}
			if lured < 5 {
				t.Errorf("%d hostile pages were found", lured)
			}
			for _, wrong := range []string{"9,999", "abolished", "Trust me", "collect", "://", "](", "[42]", "66 pounds", "not_configured"} {
				if strings.Contains(got.Answer.Text, wrong) {
					t.Errorf("%q is in %q", wrong, got.Answer.Text)
				}
			}
			for _, c := range got.Answer.Citations {
				if got.Results[c.Index-1].URL != c.URL || strings.Contains(c.Title+c.Quote, "://") {
					t.Errorf("cited %+v", c)
				}
			}
			report, ok := out.Meta["answer"].(answer.Report)
			if astray := name == "one led astray"; !ok || astray != (report.DroppedStatements >= 3 && report.DroppedCitations == 3) {
				t.Errorf("the report is %+v", report)
			}
		})
	}
}

func TestNotConfigured(t *testing.T) {
	t.Parallel()
	r := setup(t, "")
	got := r.Must(t, costly)
	if diff := cmp.Diff(search.Answer{Status: search.NotConfigured, Citations: []search.Citation{}}, got.Answer); diff != "" {
		t.Errorf("Answer mismatch (-want +got):\n%s", diff)
	}
	for _, item := range got.Results {
		if (item.Content != "") != (item.SourceStatus == search.Fetched) || item.Snippet == "" {
			t.Errorf("%s is %s with %d bytes of content", item.URL, item.SourceStatus, len(item.Content))
		}
	}
	if n := r.web.Hits("model.upstream.test"); n != 0 {
		t.Errorf("the model was asked %d times", n)
	}
}

func TestModelFails(t *testing.T) {
	t.Parallel()
	mumbling := strings.Replace(costly, "tide", "tide mumbling", 1)
	cases := map[string]struct {
		model, body string
		status      search.AnswerStatus
		code        errs.Code
	}{
		"limited":     {"throttled", costly, search.AnswerFailed, errs.ProviderUnavailable},
		"malformed":   {"malformed", costly, search.AnswerFailed, errs.ParseFailed},
		"no JSON":     {"sample", mumbling, search.AnswerFailed, errs.ParseFailed},
		"not allowed": {"off", costly, search.NotConfigured, errs.ProviderNotConfigured},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := setup(t, c.model).Output(t.Context(), t, c.body)
			if err != nil {
				t.Fatal(err)
			}
			got := out.Result
			report, reported := out.Meta["answer"].(answer.Report)
			if !reported || !out.Incomplete || got.Answer.Status != c.status || got.Answer.Text != "" || len(got.Results) != 10 || report.Code != c.code || report.Reason == "" {
				t.Errorf("got %+v, %+v", got.Answer, report)
			}
		})
	}
}

// What was found but cannot be read is no failure of the search, and no answer.
func TestNothingCanBeRead(t *testing.T) {
	t.Parallel()
	got := setup(t, "sample").Must(t, `{"q":"site:gatehouse-news.test Skerwick tide barrier"}`)
	if got.Answer.Status != search.NoAnswer || got.Answer.Text != answer.Nothing || len(got.Results) != 1 || got.Results[0].SourceStatus != search.SourceBlocked {
		t.Errorf("got %+v", got)
	}
	gone := setup(t, "sample").Must(t, `{"q":"site:skerwick-herald.test first sketches seven gates","maxResults":1}`)
	if gone.Answer.Status != search.NoAnswer || len(gone.Results) != 1 || gone.Results[0].SourceStatus != search.SourceNotFound {
		t.Errorf("got %+v", gone)
	}
}

func TestNothingIsFound(t *testing.T) {
	t.Parallel()
	got := setup(t, "sample").Must(t, `{"q":"empty barrier"}`)
	if got.Answer.Status != search.NoAnswer || got.Results == nil || len(got.Results) != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestContent(t *testing.T) {
	t.Parallel()
	got := setup(t, "sample").Must(t, `{"q":"site:skerwick-barrier.test closure plan gates","maxResults":2,"includeContent":true}`)
	if len(got.Results) != 2 || got.Results[0].SourceStatus != search.SourceUnsupported || got.Results[0].Content != "" || got.Results[1].Content == "" {
		t.Errorf("got %+v", got.Results)
	}
	paid := setup(t, "sample").Must(t, `{"q":"site:ledger-daily.test control room telephone rang"}`)
	if len(paid.Results) != 1 || !paid.Results[0].Paywalled || paid.Results[0].Content != "" {
		t.Errorf("got %+v", paid.Results)
	}
}

func TestPDFIsCited(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the engine for PDF takes seconds to start")
	}
	// The engine is started before, since the race detector makes that slower than a page may be.
	engine := pdfium.New(2)
	if _, err := engine.Read(t.Context(), []byte("%PDF-1.4")); !errors.Is(err, pdf.ErrUnusable) {
		t.Fatalf("got error %v, want error %v", err, pdf.ErrUnusable)
	}
	got := setupWith(t, "sample", engine).Must(t, `{"q":"Skerwick closure plan: is the harbour master called first?","maxResults":3}`)
	cited := got.Answer.Citations
	if len(cited) == 0 || cited[0].SourceType != search.SourcePDF || cited[0].Title != "Closure plan of the Skerwick tide barrier" {
		t.Errorf("got %+v", got.Answer)
	}
}

// When no engine answers the job fails, and the diagnostics say why.
func TestSearchFails(t *testing.T) {
	t.Parallel()
	r := setup(t, "sample")
	out, err := r.Output(t.Context(), t, `{"q":"walled barrier","strictProvider":true,"includeDiagnostics":true}`)
	told, ok := out.Meta["searchDiagnostics"].([]websearch.Diagnostic)
	diff := cmp.Diff(search.AnswerResult{}, out.Result)
	if e := errs.As(err); e == nil || !ok || len(told) == 0 || told[0].Outcome == websearch.OK || diff != "" {
		t.Errorf("got %v, %+v, want a failure with diagnostics and no result: %s", err, out, diff)
	}
	out, err = r.Output(t.Context(), t, `{"q":"Skerwick lock","includeDiagnostics":true}`)
	told, ok = out.Meta["searchDiagnostics"].([]websearch.Diagnostic)
	if err != nil || !ok || len(told) != 1 || told[0].Outcome != websearch.OK {
		t.Errorf(`got error %v, meta %+v; want no error, ok true, 1 in told, told[0].Outcome "ok"`, err, out.Meta)
	}
}

// A job that is stopped from outside tells nothing of its own, whatever it was at.
func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"searxng.upstream.test", "skerwick-barrier.test", "model.upstream.test"} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			stuck := webtest.Site{Host: host, Rest: func(_ http.ResponseWriter, r *http.Request) {
				cancel(errs.New(errs.Cancelled, "stopped"))
				<-r.Context().Done()
			}}
			if _, err := setup(t, "sample", stuck).Run(ctx, t, costly); !errs.Is(err, errs.Cancelled) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// The examples of the documentation, with a site of the sample web in the place of
// example.com.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, example := range search.Answers().Examples {
		t.Run(example.Name, func(t *testing.T) {
			t.Parallel()
			got := setup(t, "sample").Must(t, strings.ReplaceAll(example.Body, "example.com", "company.test"))
			if got.Answer.Status != search.Answered || len(got.Answer.Citations) == 0 || len(got.Results) == 0 {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// hasty is a model that keeps how long it may take.
type hasty struct{ within time.Duration }

func (*hasty) Ready() error { return nil }

func (h *hasty) Generate(ctx context.Context, _ model.Request) (model.Answer, error) {
	end, _ := ctx.Deadline()
	h.within = time.Until(end)
	return model.Answer{}, errs.New(errs.ProviderUnavailable, "away")
}

// The model has what is left of the job's time, less what storing the result takes.
func TestModelHasTheRest(t *testing.T) {
	t.Parallel()
	sample := webclient.Start(t)
	const body = `{"q":"Skerwick lock toll","maxResults":2}`
	for total, most := range map[time.Duration]time.Duration{20 * time.Second: 17 * time.Second, 5 * time.Minute: 30 * time.Second} {
		m := &hasty{}
		ctx, cancel := context.WithTimeout(t.Context(), total)
		r := kindtest.Runs[search.AnswerArgs, search.AnswerResult]{
			Call:   search.Answers(),
			Worker: answerrun.New(reader.New(sample.Web, reader.Config{}), sample.Upstreams(t, webtest.New().Keys()), m, time.Now),
		}
		got, err := r.Run(ctx, t, body)
		cancel()
		if err != nil || got.Answer.Status != search.AnswerFailed || m.within > most || m.within < most/2 {
			t.Errorf("%v, %+v: the model had %s of %s", err, got.Answer, m.within, total)
		}
	}
}
