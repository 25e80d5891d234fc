package flow_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/claims"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/flow"
)

// A worker is lost after each point at which something is kept; the next one comes to
// the same result, fetches nothing again, searches nothing again and pays for no answer
// of a model twice.
func TestResume(t *testing.T) {
	t.Parallel()
	lost := errors.New("the worker is lost")
	for name, with := range map[string]func() *oracle{"without a model": func() *oracle { return nil }, "with a model": func() *oracle { return &oracle{} }} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			do := func(w *world, m *oracle, k *kept) (flow.Outcome, error) {
				var asked flow.Model
				if m != nil {
					asked = m
				}
				return flowOf(w, asked, today).Do(t.Context(), run(research.Complex, 15, k))
			}
			whole, model, quiet := barrier(), with(), &kept{}
			want, err := do(whole, model, quiet)
			if err != nil {
				t.Fatal(err)
			}
			if quiet.times < 5 {
				t.Errorf("something is kept %d times only", quiet.times)
			}
			for at := 1; at <= quiet.times; at++ {
				w, m, k := barrier(), with(), &kept{stopAt: at, err: lost}
				if _, err := do(w, m, k); !errors.Is(err, lost) {
					t.Fatalf("%d: got error %v, want error %v", at, err, lost)
				}
				got, err := do(w, m, k)
				if diff := cmp.Diff(want, got, same); diff != "" || err != nil {
					t.Errorf("lost at %d: %v\n%s", at, err, diff)
				}
				if diff := cmp.Diff(whole.fetched, w.fetched); diff != "" {
					t.Errorf("lost at %d, fetched otherwise:\n%s", at, diff)
				}
				if diff := cmp.Diff(whole.queries(), w.queries()); diff != "" {
					t.Errorf("lost at %d, searched otherwise:\n%s", at, diff)
				}
				if m != nil && m.calls != model.calls {
					t.Errorf("lost at %d: %d calls of a model instead of %d", at, m.calls, model.calls)
				}
			}
		})
	}
}

// A worker that is lost again and again comes to the end all the same.
func TestResumeAgainAndAgain(t *testing.T) {
	t.Parallel()
	want := must(t, flowOf(barrier(), nil, today), run(research.Complex, 15, &kept{}))
	w, k := barrier(), &kept{err: errors.New("lost")}
	for range 20 {
		k.stopAt = k.times + 1
		got, err := flowOf(w, nil, today).Do(t.Context(), run(research.Complex, 15, k))
		if err != nil {
			continue
		}
		if diff := cmp.Diff(want, got, same); diff != "" || w.most() != 1 {
			t.Errorf("got fetched %v, want most() 1; resume again and again mismatch (-want +got):\n%s", w.fetched, diff)
		}
		return
	}
	t.Error("it never ends")
}

// What another version has kept is not understood, and begun anew.
func TestAnotherFormat(t *testing.T) {
	t.Parallel()
	k := &kept{state: json.RawMessage(`{"format":99,"searched":true}`)}
	if o := must(t, flowOf(barrier(), nil, today), run(research.Simple, 3, k)); len(o.Documents) != 3 {
		t.Errorf("got lines of outcome %v, want 3 Documents", lines(o))
	}
	k = &kept{state: json.RawMessage(`[]`)}
	if _, err := flowOf(barrier(), nil, today).Do(t.Context(), run(research.Simple, 3, k)); err == nil {
		t.Error("what cannot be read passes")
	}
}

// The largest state: every document as long as it can be, of letters that JSON writes
// with six.
func TestSizeOfTheState(t *testing.T) {
	t.Parallel()
	w := barrier()
	for url := range w.pages {
		w.pages[url] = url + " " + strings.Repeat("<", 40_000-len(url)-1)
	}
	k := &kept{}
	if _, err := flowOf(w, nil, today).Do(t.Context(), run(research.Complex, 15, k)); err != nil {
		t.Fatal(err)
	}
	if size := len(k.state); size > 4<<20 {
		t.Errorf("%d bytes are kept", size)
	}
}

func TestModel(t *testing.T) {
	t.Parallel()
	m := &oracle{}
	w := barrier()
	o := must(t, flowOf(w, m, today), run(research.Auto, 8, &kept{}))
	if o.Method != "embeddings:vectors" || !slices.Contains(w.asked, "criticism of flood gates") {
		t.Errorf(`got method %s, asked %v; want Method "embeddings:vectors", asked with "criticism of flood gates"`, o.Method, w.asked)
	}
	calls := 1 + min(12, len(o.Claims))
	want := []model.Usage{{Provider: "test", Model: "writer", Calls: calls, InputTokens: int64(10 * calls)}, {Provider: "test", Model: "vectors", Calls: 1}}
	if diff := cmp.Diff(want, []model.Usage{o.Usage, o.Embedding}); diff != "" || o.Judged != "model:writer and rules" {
		t.Errorf("judged by %s, %s", o.Judged, diff)
	}
	for _, c := range o.Claims {
		for _, e := range c.Evidence {
			if strings.Contains(e.Quote, "999") || c.Status == claims.Unverified {
				t.Errorf("the model's invention counts: %+v", c)
			}
		}
	}
}

// What models took is told apart by what they did, also when they were of no use, and of
// a research that fails.
func TestUsageOfFailures(t *testing.T) {
	t.Parallel()
	o := must(t, flowOf(barrier(), &oracle{embedErr: errs.New(errs.ProviderUnavailable, "away")}, today), run(research.Auto, 8, &kept{}))
	if o.Usage.Model != "writer" || o.Embedding.Model != "vectors" || o.Embedding.Calls != 1 {
		t.Errorf(`got usage %+v, embedding %+v; want Model "writer", Model "vectors", Calls 1`, o.Usage, o.Embedding)
	}
	w, r := barrier(), run(research.Auto, 5, &kept{})
	r.Topic.Seeds, w.fails[research.Web], w.fails[research.News] = nil, errs.New(errs.UpstreamBlocked, "a captcha"), errs.New(errs.UpstreamBlocked, "a captcha")
	o, err := flowOf(w, &oracle{}, today).Do(t.Context(), r)
	if !errs.Is(err, errs.UpstreamBlocked) || o.Usage.Model != "writer" || o.Usage.Calls != 1 {
		t.Errorf(`got usage %+v, error %v; want error "upstream_blocked", Model "writer", Calls 1`, o.Usage, err)
	}
}

// Without an answer of the model the research goes on as if there were none, and says so.
func TestModelThatFails(t *testing.T) {
	t.Parallel()
	away := errs.New(errs.ProviderUnavailable, "the model is away")
	m := &oracle{err: away, embedErr: away}
	o := must(t, flowOf(barrier(), m, today), run(research.Auto, 8, &kept{}))
	want := must(t, flowOf(barrier(), nil, today), run(research.Auto, 8, &kept{}))
	notes := strings.Join(o.Notes, "\n")
	if o.Method != want.Method || o.Judged != want.Judged || strings.Count(notes, "the model is away") != 3 || m.calls > 5 {
		t.Errorf("%s, %s, %s, after %d calls", o.Method, o.Judged, notes, m.calls)
	}
	if diff := cmp.Diff(want.Claims, o.Claims); diff != "" {
		t.Errorf("Claims mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want.Evidence, o.Evidence); diff != "" {
		t.Errorf("Evidence mismatch (-want +got):\n%s", diff)
	}
}

func TestLongTimes(t *testing.T) {
	t.Parallel()
	k := &kept{stopAt: 2, err: errors.New("lost")}
	now := today()
	f := flowOf(barrier(), nil, func() time.Time { return now })
	_, _ = f.Do(t.Context(), run(research.Auto, 8, k))
	now = now.Add(time.Hour)
	o := must(t, f, run(research.Auto, 8, k))
	if !o.Began.Equal(today()) || o.Took != time.Hour {
		t.Errorf("began %v and took %v: %s", o.Began, o.Took, fmt.Sprint(o.Notes))
	}
}
