package researchrun_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	researchkind "github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/model/openai"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

const barrier = `{"topic":{"title":"Skerwick tide barrier","keyMessages":[{"title":"The barrier cost 184 million pounds"}]},"targetKeywords":["cost","gates"],"seedUrls":["http://skerwick-barrier.test/facts"]`

// In local runs the examples are sent with company.test for example.com.
func TestExamples(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	for _, e := range researchkind.Call().Examples {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			r := b.runs.Must(t, strings.NewReplacer("https://example.com", "http://company.test", "example.com", "company.test").Replace(e.Body))
			if len(r.Evidence) == 0 || r.Summary.Fetched == 0 || r.Summary.AverageTrust == 0 {
				t.Errorf("got summary %s, want some Evidence, Summary.Fetched other than 0, Summary.AverageTrust other than 0", pretty(t, r.Summary))
			}
		})
	}
}

// Lists are there when there is nothing in them.
func TestNoListIsNull(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	for _, body := range []string{
		`{"topic":{"title":"zzyzx quuxly"},"researchProfile":"simple"}`, barrier + `,"researchProfile":"simple","options":{"maxDocuments":1,"finalTopK":1}}`,
	} {
		raw, err := json.Marshal(b.runs.Must(t, body))
		if err != nil || strings.Contains(string(raw), "null") {
			t.Errorf(`got raw %s, error %v; want no error, raw without "null"`, raw, err)
		}
	}
}

func TestBudgetsAreKept(t *testing.T) {
	t.Parallel()
	r := setup(t, nil).runs.Must(t, barrier+`,"options":{"maxDocuments":3,"maxSearchResults":4,"finalTopK":5}}`)
	searched := 0
	for _, c := range r.Candidate {
		if c.Lane != research.Seed {
			searched++
		}
	}
	if len(r.Documents) != 3 || searched != 4 || len(r.Evidence) != 5 || r.Documents[0].Lane != research.Seed {
		t.Errorf("%d documents, %d of searches, %d passages", len(r.Documents), searched, len(r.Evidence))
	}
}

func TestReuse(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	const body = barrier + `,"researchProfile":"simple"}`
	first := b.runs.Must(t, body)
	hits := b.sample.Server.Web().Hits("skerwick-barrier.test")
	again := b.run(t, "job_2", "org_1", body)
	s := again.Summary
	if s.Reused != len(first.Documents) || s.Fetched != 0 || s.Historical != len(again.Evidence) || s.Current != 0 || s.Historical == 0 {
		t.Errorf("got summary %s, want Reused %v, Fetched 0, Historical %v, Current 0, Historical other than 0", pretty(t, s), len(first.Documents), len(again.Evidence))
	}
	for _, d := range again.Documents {
		if !d.Reused || d.Status != research.Reused || d.FetchedAt.IsZero() {
			t.Errorf(`got document %+v, want Reused true, Status "reused", a FetchedAt`, d)
		}
	}
	for _, e := range again.Evidence {
		if e.Scope != researchkind.Historical {
			t.Errorf(`got evidence %+v, want Scope "historical"`, e)
		}
	}
	if now := b.sample.Server.Web().Hits("skerwick-barrier.test"); now != hits {
		t.Errorf("fetched %d times more", now-hits)
	}
	if other := b.run(t, "job_3", "org_2", body).Summary; other.Reused != 0 || other.Fetched != len(first.Documents) {
		t.Errorf("another organization: %s", pretty(t, other))
	}
	for _, options := range []string{`{"reuse":false}`, `{"maxAgeSec":0}`} {
		if s := b.run(t, "job_4", "org_1", barrier+`,"researchProfile":"simple","options":`+options+`}`).Summary; s.Reused != 0 {
			t.Errorf("%s: got summary %s, want Reused 0", options, pretty(t, s))
		}
	}
	if diff := cmp.Diff([]string{"org_1", "org_2"}, b.cache.Organizations()); diff != "" {
		t.Errorf("Organizations mismatch (-want +got):\n%s", diff)
	}
}

// What the cache is asked for carries the organization of the run.
func (b *bundle) run(t *testing.T, id, org, body string) researchkind.Result {
	t.Helper()
	runs := b.runs
	runs.Caller.OrgID = org
	runs.Worker = named{b.runs.Worker, id}
	return runs.Must(t, body)
}

// named runs under an id.
type named struct {
	kind.Worker[researchkind.Args, researchkind.Result]

	id string
}

func (n named) Run(ctx context.Context, r kind.Run[researchkind.Args]) (kind.Output[researchkind.Result], error) {
	r.JobID = n.id
	return n.Worker.Run(ctx, r)
}

func TestFailure(t *testing.T) {
	t.Parallel()
	walled := func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) }
	var sites []webtest.Site
	for _, name := range []string{"searxng", "duckduckgo", "gdelt", "googlenews", "openalex", "crossref", "arxiv", "semanticscholar"} {
		sites = append(sites, webclient.Instead(name, walled))
	}
	b := setup(t, nil, sites...)
	out, err := b.runs.Output(t.Context(), t, `{"topic":{"title":"Skerwick tide barrier"}}`)
	if !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf(`got error %v, want error "upstream_blocked"`, err)
	}
	lanes, ok := out.Meta["lanes"].([]researchkind.Lane)
	if diff := cmp.Diff(researchkind.Result{}, out.Result); !ok || len(lanes) != 2 || diff != "" {
		t.Fatalf("got %+v, want two lanes and no result: %s", out, diff)
	}
	for _, l := range lanes {
		if l.Outcome != research.Blocked || l.Reason == "" {
			t.Errorf(`got lane %+v, want Outcome "blocked", a Reason`, l)
		}
	}
	r := b.runs.Must(t, barrier+`}`)
	if len(r.Documents) != 1 || len(r.Summary.Notes) != 2 {
		t.Errorf("what the caller names is read all the same: %s", pretty(t, r.Summary))
	}
}

func TestRobots(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	const body = `{"topic":{"title":"Ledger of pew rents"},"researchProfile":"simple","seedUrls":["http://robots.test/","http://robots.test/private/ledger"]`
	for options, want := range map[string]research.Status{`}`: research.SourceBlocked, `,"options":{"respectRobots":false,"reuse":false}}`: research.Fetched} {
		if got := b.runs.Must(t, body+options).Documents[1]; got.Status != want || (got.Reason == "") != (want == research.Fetched) {
			t.Errorf("%s: got %+v, want Status %q, empty Reason %t", options, got, want, want == research.Fetched)
		}
	}
}

// lures are pages that want to be obeyed.
const lures = `{"topic":{"title":"Toll for small craft at the Skerwick lock"},"researchProfile":"complex","options":{"maxDocuments":15}`

func TestHostilePages(t *testing.T) {
	t.Parallel()
	var seeds []string
	for _, name := range []string{"orders", "fence", "system", "hidden", "citations", "leak", "status", "base64", "answer", "marks", "title", "markup", "repetition"} {
		seeds = append(seeds, fmt.Sprintf("%q", "http://lures.test/"+name))
	}
	b := setup(t, writer(t, nil))
	r := b.runs.Must(t, lures+`,"seedUrls":[`+strings.Join(seeds, ",")+`]}`)
	if len(r.Documents) < len(seeds) {
		t.Errorf("%d documents", len(r.Documents))
	}
	for _, d := range r.Documents {
		if d.Status == research.Fetched && !strings.Contains(d.URL, ".test/") {
			t.Errorf("a page led to %s", d.URL)
		}
	}
	for _, e := range r.Evidence {
		if !strings.HasPrefix(e.DocumentID, "doc_") || e.Overall > 1 {
			t.Errorf(`got evidence %+v, want DocumentID beginning with "doc_", Overall at most 1`, e)
		}
	}
	text := map[string]string{}
	for _, d := range r.Documents {
		text[d.ID] = d.Text
	}
	for _, c := range r.Claims {
		if !strings.Contains(text[c.DocumentID], c.Snippet) {
			t.Errorf("nobody says %q", c.Snippet)
		}
	}
}

// writer is a client of the sample web's model, with embeddings.
func writer(t *testing.T, sample *webclient.Sample) *model.Client {
	t.Helper()
	if sample == nil {
		sample = webclient.StartAt(t, today)
	}
	up := sample.Upstreams(t, map[string]string{"model": "k"}).Client("model")
	return model.New(openai.New(up.Config, up), "writer").WithEmbedder(openai.NewEmbedder(up.Config, up, "vectors"))
}

func TestModels(t *testing.T) {
	t.Parallel()
	b := setup(t, writer(t, nil))
	out, err := b.runs.Output(t.Context(), t, barrier+`}`)
	if err != nil {
		t.Fatal(err)
	}
	r := out.Result
	if r.Summary.Semantic != "embeddings:vectors" {
		t.Errorf(`got summary %s, want Summary.Semantic "embeddings:vectors"`, pretty(t, r.Summary))
	}
	for name, id := range map[string]string{"model": "writer", "embeddings": "vectors"} {
		u, ok := out.Meta[name].(model.Usage)
		if !ok || u.Model != id || u.Calls == 0 || u.InputTokens == 0 {
			t.Errorf("%s: got usage %+v, want ok true, Model %q, Calls other than 0, InputTokens other than 0", name, out.Meta[name], id)
		}
	}
}
