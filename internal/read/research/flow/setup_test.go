package flow_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/collect"
	"github.com/quarryapi/quarry/internal/read/research/collect/collecttest"
	"github.com/quarryapi/quarry/internal/read/research/flow"
	"github.com/quarryapi/quarry/internal/read/research/lane"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/sources/wayback"
)

// world is a web of a test's own: what searches find, and what pages say. All of it may
// take up to jitter, at random.
type world struct {
	jitter time.Duration
	finds  map[research.Lane][]string // URLs that every search of a lane finds
	fails  map[research.Lane]error
	pages  map[string]string // texts by URL; a missing one is not found
	broken map[string]error

	mu      sync.Mutex
	asked   []string       // queries
	fetched map[string]int // by URL
	cache   collecttest.Cache
}

// barrier is a world about a barrier: ten sources on the web, one of news, two works.
func barrier() *world {
	w := &world{
		finds: map[research.Lane][]string{}, fails: map[research.Lane]error{}, pages: map[string]string{}, broken: map[string]error{},
		fetched: map[string]int{},
	}
	for i := range 14 {
		url := fmt.Sprintf("https://site%d.example/barrier", i)
		w.finds[research.Web] = append(w.finds[research.Web], url)
		w.pages[url] = fmt.Sprintf("Report number %d says that the Skerwick tide barrier cost 184 million pounds, and Maud Ferrier built it in year %d with %d people on the quay.\n\nThe ferry number %d left at %d past nine, as it does on all days but Sundays.", i, 2000+i, i*i+3, i+40, i+2)
	}
	w.finds[research.News] = []string{"https://news.example/opening"}
	w.pages["https://news.example/opening"] = "The Skerwick tide barrier opened in March, and Maud Ferrier spoke to four thousand people on the quay about its cost."
	w.finds[research.Scholarly] = []string{"https://works.example/1", "https://works.example/2"}
	w.pages["https://works.example/1"] = "We measured the tide barrier of Skerwick with gauges, at a cost that is small, for two years and a month."
	w.pages["https://seed.example/"] = "A seed says that the cost of the Skerwick tide barrier was 184 million pounds, no more and no less."
	return w
}

func (w *world) wait(ctx context.Context) {
	if w.jitter == 0 {
		return
	}
	select {
	case <-time.After(rand.N(w.jitter)):
	case <-ctx.Done():
	}
}

// searcher is the world's engine of a lane.
type searcher struct {
	*world
	lane research.Lane
}

func (s searcher) Search(ctx context.Context, q websearch.Query) (websearch.Answer, error) {
	s.wait(ctx)
	if ctx.Err() != nil {
		return websearch.Answer{}, context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, q.Text)
	if err := s.fails[s.lane]; err != nil {
		return websearch.Answer{}, err
	}
	answer := websearch.Answer{Engine: "engine-" + string(s.lane), Results: []websearch.Result{}}
	for i, url := range s.finds[s.lane] {
		// Each search ranks otherwise, but always the same.
		if (i+len(q.Text))%3 > 0 || len(s.finds[s.lane]) < 4 {
			answer.Results = append(answer.Results, websearch.Result{URL: url, Title: "Page " + url, Snippet: "Snippet"})
		}
	}
	return answer, nil
}

// ReadAll implements collect.Reader.
func (w *world) ReadAll(ctx context.Context, urls []string, _ reader.Options) []reader.Outcome {
	outcomes := make([]reader.Outcome, len(urls))
	var group sync.WaitGroup
	for i, url := range urls {
		group.Go(func() {
			w.wait(ctx)
			outcomes[i] = w.read(ctx, url)
		})
	}
	group.Wait()
	return outcomes
}

func (w *world) read(ctx context.Context, url string) reader.Outcome {
	o := reader.Outcome{URL: url}
	if ctx.Err() != nil {
		o.Err = context.Cause(ctx)
		return o
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fetched[url]++
	text, ok := w.pages[url]
	switch {
	case w.broken[url] != nil:
		o.Err = w.broken[url]
	case !ok:
		o.Err = &errs.Error{Code: errs.TargetError, Message: "404", Err: reader.ErrNotFound}
	default:
		o.Document = reader.Document{
			URL: url, FinalURL: url, Domain: reader.Domain(url), Title: "Page " + url, Text: text, Published: "2026-03-14", FetchedAt: today(),
			Links: []page.Link{{URL: url + "/cost", Text: "Cost of the tide barrier", Internal: true}},
		}
	}
	return o
}

// Latest implements collect.Archive, without any capture.
func (w *world) Latest(context.Context, string) (wayback.Capture, bool, error) {
	return wayback.Capture{}, false, nil
}

// kept is a flow.Keeper that stops the run at a point, as a lost worker would: what was
// kept until then is there.
type kept struct {
	state  json.RawMessage
	times  int
	stopAt int // 0 never
	err    error
}

func (k *kept) Resume(_ context.Context, state any) (bool, error) {
	if k.state == nil {
		return false, nil
	}
	return true, json.Unmarshal(k.state, state)
}

func (k *kept) Keep(_ context.Context, state any) error {
	raw, err := json.Marshal(state)
	if err != nil {
		return err
	}
	k.state = raw
	if k.times++; k.times == k.stopAt {
		return k.err
	}
	return nil
}

// oracle is a model that proposes a search, makes vectors of lengths, and judges claims
// by quotes that nobody wrote.
type oracle struct {
	mu       sync.Mutex
	calls    int
	prompts  []model.Request
	err      error
	embedErr error
}

func (*oracle) Ready() error   { return nil }
func (*oracle) CanEmbed() bool { return true }

func (o *oracle) Generate(_ context.Context, r model.Request) (model.Answer, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls++
	o.prompts = append(o.prompts, r)
	usage := model.Usage{Provider: "test", Model: "writer", Calls: 1, InputTokens: 10}
	answer := `{"queries":["criticism of flood gates"]}`
	if r.Name == "claim_check" { // it invents
		answer = `{"verdicts":[{"source":1,"verdict":"refuted","quote":"The barrier cost 999 million pounds."},{"source":99,"verdict":"supported","quote":"x"}]}`
	}
	return model.Answer{JSON: json.RawMessage(answer), Usage: usage}, o.err
}

func (o *oracle) Embed(_ context.Context, texts []string) ([][]float32, model.Usage, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls++
	var all [][]float32
	for _, text := range texts {
		all = append(all, []float32{1, float32(len(text)%7) / 10})
	}
	return all, model.Usage{Provider: "test", Model: "vectors", Calls: 1}, o.embedErr
}

func today() time.Time { return time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC) }

var topic = research.Topic{Title: "Skerwick tide barrier cost", Seeds: []string{"https://seed.example/"}}

func settings(p research.Profile, documents int) research.Settings {
	return research.Settings{Profile: p, Documents: documents, Results: 25, TopK: 20, Robots: true, MaxAge: time.Hour}
}

// flowOf is a flow over a world.
func flowOf(w *world, m flow.Model, now func() time.Time) *flow.Flow {
	return flow.New(flow.Parts{Engines: enginesOf(w), Collector: collectorOf(w, w), Model: m, Now: now})
}

// must does research that succeeds.
func must(t *testing.T, f *flow.Flow, r flow.Run) flow.Outcome {
	t.Helper()
	o, err := f.Do(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func run(p research.Profile, documents int, k *kept) flow.Run {
	return flow.Run{ID: "run_1", Org: "org_1", Topic: topic, Settings: settings(p, documents), Keeper: k}
}

// lines are what an outcome has of documents, for comparing at a glance.
func lines(o flow.Outcome) []string {
	var list []string
	for _, d := range o.Documents {
		list = append(list, fmt.Sprintf("%s %s %s", d.Lane, d.Status, strings.TrimPrefix(d.URL, "https://")))
	}
	return list
}

// most is how often any page was fetched.
func (w *world) most() int {
	n := 0
	for _, times := range w.fetched {
		n = max(n, times)
	}
	return n
}

func (w *world) queries() []string {
	slices.Sort(w.asked)
	return w.asked
}

func enginesOf(w *world) lane.Engines {
	engines := lane.Engines{}
	for _, l := range []research.Lane{research.Web, research.News, research.Scholarly} {
		engines[l] = searcher{w, l}
	}
	return engines
}

func collectorOf(r collect.Reader, w *world) *collect.Collector { return collect.New(r, &w.cache, w) }

// slowly reads as the world does, and takes its time for each wave.
type slowly struct {
	*world
	every time.Duration
}

func (s *slowly) ReadAll(ctx context.Context, urls []string, o reader.Options) []reader.Outcome {
	select {
	case <-time.After(s.every):
	case <-ctx.Done():
	}
	return s.world.ReadAll(ctx, urls, o)
}
