package kinds_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	"github.com/quarryapi/quarry/internal/kinds"
)

// TestSpecs holds what every kind declares to what is derived from it.
func TestSpecs(t *testing.T) {
	t.Parallel()
	names, paths := map[string]bool{}, map[string]bool{}
	for _, s := range kinds.All() {
		if s.Kind == "" || names[s.Kind] || s.Path == "" || paths[s.Path] || s.Summary == "" || s.Title == "" || len(s.Title) > 40 {
			t.Errorf("%q at %q: a name, path, title or summary is missing, taken or too long", s.Kind, s.Path)
		}
		names[s.Kind], paths[s.Path] = true, true
		if s.Ceiling <= 0 || s.Ceiling > 10*time.Minute || s.CacheTTL < 0 {
			t.Errorf("%s: ceiling %s, cache time %s", s.Kind, s.Ceiling, s.CacheTTL)
		}
		if s.MemoryMB < 128 || s.MemoryMB > 3008 || s.Concurrency < 2 {
			t.Errorf("%s: %d MB, %d at once", s.Kind, s.MemoryMB, s.Concurrency)
		}
		if s.Args() == s.Args() {
			t.Errorf("%s: calls share their arguments", s.Kind)
		}
		documented(t, s)
		if _, err := json.Marshal(s.Result); err != nil || s.Result == nil {
			t.Errorf("%s: result %T, %v", s.Kind, s.Result, err)
		}
	}
}

// documented holds what the documentation shows of a kind to what the kind does.
func documented(t *testing.T, s job.Spec) {
	t.Helper()
	for _, action := range s.Actions {
		if _, ok := credit.PriceOf(action); !ok {
			t.Errorf("%s: %s has no price", s.Kind, action)
		}
	}
	if len(s.Actions) == 0 || len(s.Examples) == 0 || (s.Batch != nil && len(s.Batch.Examples) == 0) {
		t.Errorf("%s names %d actions and shows %d examples", s.Kind, len(s.Actions), len(s.Examples))
	}
	for _, e := range s.Examples {
		args := s.Args()
		if err := json.Unmarshal([]byte(e.Body), args); err != nil {
			t.Errorf("%s: example %s: %v", s.Kind, e.Name, err)
		}
		plan, err := args.Prepare(job.Grants{})
		if err != nil || !slices.Contains(s.Actions, plan.Quote.Action) {
			t.Errorf("%s: example %s is booked as %q, %v", s.Kind, e.Name, plan.Quote.Action, err)
		}
	}
	_, err := s.Args().Prepare(job.Grants{}) // without anything
	if e := errs.As(err); e != nil && e.Code != errs.InvalidRequest && !slices.Contains(s.Refuses, e.Code) {
		t.Errorf("%s refuses with %s and does not say so", s.Kind, e.Code)
	}
}
