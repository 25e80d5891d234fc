package kinds_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds"
)

// TestSpecs holds what every kind declares to what is derived from it.
func TestSpecs(t *testing.T) {
	t.Parallel()
	names, paths, workers := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range kinds.All() {
		if s.Kind == "" || names[s.Kind] {
			t.Errorf("%q: the name is missing or taken", s.Kind)
		}
		names[s.Kind] = true
		for _, w := range s.Workers() {
			if workers[w.Name] || w.Ceiling <= 0 || w.Ceiling > 10*time.Minute || w.MemoryMB < 128 || w.MemoryMB > 3008 || w.Concurrency < 2 {
				t.Errorf("%s: the worker's name is taken, or a limit out of bounds: %+v", s.Kind, w)
			}
			workers[w.Name] = true
		}
		if s.Batch != nil && len(s.Batch.Examples) == 0 {
			t.Errorf("%s shows no example of a batch", s.Kind)
		}
		actions := map[credit.Action]bool{}
		for _, c := range s.Calls() {
			if c.Path == "" || paths[c.Path] || c.Summary == "" || c.Title == "" || len(c.Title) > 40 {
				t.Errorf("%s at %q: a path, title or summary is missing, taken or too long", s.Kind, c.Path)
			}
			paths[c.Path] = true
			for _, action := range c.Actions {
				if actions[action] {
					t.Errorf("%s: two calls book %s, so that a runner cannot tell them apart", s.Kind, action)
				}
				actions[action] = true
			}
			documented(t, c)
		}
	}
}

// documented holds what the documentation shows of a call to what the call does.
func documented(t *testing.T, c job.Call) {
	t.Helper()
	for _, action := range c.Actions {
		if _, ok := credit.PriceOf(action); !ok {
			t.Errorf("%s: %s has no price", c.Path, action)
		}
	}
	if len(c.Actions) == 0 || len(c.Examples) == 0 {
		t.Errorf("%s names %d actions and shows %d examples", c.Path, len(c.Actions), len(c.Examples))
	}
	if c.Args() == c.Args() {
		t.Errorf("%s: calls share their arguments", c.Path)
	}
	if _, err := json.Marshal(c.Result); err != nil || c.Result == nil {
		t.Errorf("%s: result %T, %v", c.Path, c.Result, err)
	}
	for _, e := range c.Examples {
		args := c.Args()
		if err := json.Unmarshal([]byte(e.Body), args); err != nil {
			t.Errorf("%s: example %s: %v", c.Path, e.Name, err)
		}
		plan, err := args.Prepare(job.Caller{})
		if err != nil || !slices.Contains(c.Actions, plan.Quote.Action) {
			t.Errorf("%s: example %s is booked as %q, %v", c.Path, e.Name, plan.Quote.Action, err)
		}
	}
	_, err := c.Args().Prepare(job.Caller{}) // without anything
	if e := errs.As(err); e != nil && e.Code != errs.InvalidRequest && !slices.Contains(c.Refuses, e.Code) {
		t.Errorf("%s refuses with %s and does not say so", c.Path, e.Code)
	}
}
