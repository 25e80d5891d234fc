package model_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
)

// vectors is an Embedder whose vectors are worked out by a function of the text.
type vectors struct {
	batch int
	ready error
	of    func(text string) []float32
	fail  func(call int) error // nil is never

	mu    sync.Mutex
	calls [][]string
}

func (v *vectors) Name() string  { return "script" }
func (v *vectors) Model() string { return "e-1" }
func (v *vectors) Ready() error  { return v.ready }
func (v *vectors) Batch() int    { return v.batch }

func (v *vectors) Embed(ctx context.Context, texts []string) (model.Embedding, error) {
	if ctx.Err() != nil {
		return model.Embedding{}, context.Cause(ctx)
	}
	v.mu.Lock()
	v.calls = append(v.calls, texts)
	call := len(v.calls)
	v.mu.Unlock()
	if v.fail != nil {
		if err := v.fail(call); err != nil {
			return model.Embedding{}, err
		}
	}
	made := model.Embedding{InputTokens: 10}
	for _, text := range texts {
		if x := v.of(text); x != nil {
			made.Vectors = append(made.Vectors, x)
		}
	}
	return made, nil
}

// flat is a vector of two numbers in the direction of the text's length.
func flat(text string) []float32 { return []float32{3 * float32(len(text)), 4 * float32(len(text))} }

func client(e model.Embedder) *model.Client { return model.New(nil, "").WithEmbedder(e) }

func TestEmbed(t *testing.T) {
	t.Parallel()
	e := &vectors{batch: 2, of: flat}
	texts := []string{"one", " \n", strings.Repeat("é", model.MaxText), "a\xffb", "five"}
	got, usage, err := client(e).Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	unit := []float32{0.6, 0.8}
	if diff := cmp.Diff([][]float32{unit, {0, 0}, unit, unit, unit}, got, cmp.Comparer(near)); diff != "" {
		t.Errorf("Embed mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(model.Usage{Provider: "script", Model: "e-1", InputTokens: 20, Calls: 2}, usage); diff != "" {
		t.Errorf("usage mismatch (-want +got):\n%s", diff)
	}
	longest, sent := 0, 0
	for _, call := range e.calls {
		for _, text := range call {
			longest, sent = max(longest, len(text)), sent+1
		}
	}
	if longest != model.MaxText || sent != 4 {
		t.Errorf("%d texts were sent, the longest of %d bytes", sent, longest)
	}
}

func near(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 }

// Many long texts go into calls that a provider takes, and come back in their order.
func TestEmbedShares(t *testing.T) {
	t.Parallel()
	texts := make([]string, 200)
	for i := range texts {
		texts[i] = fmt.Sprintf("%03d%s", i, strings.Repeat("x", 7000))
	}
	e := &vectors{batch: 1000, of: func(text string) []float32 {
		var n int
		_, _ = fmt.Sscanf(text[:3], "%d", &n)
		return []float32{1, float32(n)}
	}}
	got, usage, err := client(e).Embed(t.Context(), texts)
	if err != nil || usage.Calls != len(e.calls) {
		t.Fatalf("got error %v, usage %+v; want no error, Calls %v", err, usage, len(e.calls))
	}
	for i, v := range got {
		if math.Abs(float64(v[1]/v[0])-float64(i)) > 0.01 {
			t.Fatalf("text %d has the vector %v", i, v)
		}
	}
	for _, call := range e.calls {
		if n := len(strings.Join(call, "")); n > 256<<10 {
			t.Errorf("a call of %d bytes", n)
		}
	}
}

func TestEmbedNothing(t *testing.T) {
	t.Parallel()
	e := &vectors{batch: 2, of: flat}
	got, usage, err := client(e).Embed(t.Context(), []string{"", " "})
	if err != nil || usage.Calls != 0 || len(e.calls) != 0 {
		t.Errorf("got error %v, usage %+v; want no error, Calls 0, no calls", err, usage)
	}
	if diff := cmp.Diff([][]float32{{}, {}}, got); diff != "" {
		t.Errorf("Embed mismatch (-want +got):\n%s", diff)
	}
}

func TestEmbedGivesUp(t *testing.T) {
	t.Parallel()
	away := errs.New(errs.ProviderUnavailable, "away")
	quota := &errs.Error{Code: errs.ProviderUnavailable, Message: "quota", Permanent: true}
	always := func(err error) func(int) error { return func(int) error { return err } }
	odd := func(of func(text string) []float32) *vectors { return &vectors{batch: 8, of: of} }
	cases := map[string]struct {
		embedder *vectors
		code     errs.Code
		took     time.Duration
		calls    int
	}{
		"away":             {&vectors{batch: 8, fail: always(away)}, errs.ProviderUnavailable, 5 * time.Second, 3},
		"no quota":         {&vectors{batch: 8, fail: always(quota)}, errs.ProviderUnavailable, 0, 1},
		"limited":          {&vectors{batch: 8, fail: always(&errs.Error{Code: errs.UpstreamRateLimited, RetryAfter: time.Hour})}, errs.ProviderUnavailable, 0, 1},
		"not configured":   {&vectors{batch: 8, ready: errs.New(errs.ProviderNotConfigured, "key")}, errs.ProviderNotConfigured, 0, 0},
		"too few":          {odd(func(text string) []float32 { return map[string][]float32{"aa": {1}}[text] }), errs.ParseFailed, 0, 1},
		"of two lengths":   {odd(func(text string) []float32 { return make([]float32, len(text)) }), errs.ParseFailed, 0, 1},
		"without length":   {odd(func(string) []float32 { return []float32{0, 0} }), errs.ParseFailed, 0, 1},
		"of no number":     {odd(func(string) []float32 { return []float32{float32(math.NaN()), 1} }), errs.ParseFailed, 0, 1},
		"empty":            {odd(func(string) []float32 { return []float32{} }), errs.ParseFailed, 0, 1},
		"the fault of one": {&vectors{batch: 1, of: flat, fail: always(errs.New(errs.ParseFailed, "odd"))}, errs.ParseFailed, 0, 2},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				got, _, err := client(c.embedder).Embed(t.Context(), []string{"aa", "bbb"})
				if got != nil || !errs.Is(err, c.code) {
					t.Errorf("got value %v, error %v; want nil, error %q", got, err, c.code)
				}
				if took := time.Since(start); took != c.took || len(c.embedder.calls) > c.calls {
					t.Errorf("took %s and %d calls", took, len(c.embedder.calls))
				}
			})
		})
	}
	if _, _, err := client(&vectors{batch: 8, of: flat}).Embed(t.Context(), make([]string, model.MaxTexts+1)); !errs.Is(err, errs.InternalError) {
		t.Errorf("too many texts: %v", err)
	}
}

func TestEmbedEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		stopped := errs.New(errs.Cancelled, "stopped")
		ctx, cancel := context.WithCancelCause(t.Context())
		var calls atomic.Int32
		e := &vectors{batch: 1, of: flat, fail: func(int) error {
			calls.Add(1)
			cancel(stopped)
			return errs.New(errs.ProviderUnavailable, "away")
		}}
		if _, _, err := client(e).Embed(ctx, []string{"a", "b", "c", "d", "e", "f"}); !errors.Is(err, stopped) || calls.Load() > 4 {
			t.Errorf("%v after %d calls", err, calls.Load())
		}
	})
}

func TestCanEmbed(t *testing.T) {
	t.Parallel()
	none := model.New(nil, "")
	if _, _, err := none.Embed(t.Context(), []string{"a"}); none.CanEmbed() || !errs.Is(err, errs.ProviderNotConfigured) || !strings.Contains(err.Error(), "QUARRY_EMBEDDINGS") {
		t.Errorf("none: %v", err)
	}
	if client(&vectors{ready: errs.New(errs.ProviderNotConfigured, "key")}).CanEmbed() || !client(&vectors{}).CanEmbed() {
		t.Error("it is not what Ready says")
	}
}

func TestUsageAdd(t *testing.T) {
	t.Parallel()
	a := model.Usage{Provider: "p", Model: "m", InputTokens: 1, OutputTokens: 2, Calls: 1}
	want := model.Usage{Provider: "p", Model: "m", InputTokens: 11, OutputTokens: 22, Calls: 4}
	if got := (model.Usage{}).Add(a).Add(model.Usage{InputTokens: 10, OutputTokens: 20, Calls: 3}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
