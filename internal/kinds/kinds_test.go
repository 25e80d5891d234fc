package kinds_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

// TestDefinitions holds what every kind declares to what is derived from it.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	names, paths, functions, booked := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[credit.Action]bool{}
	for _, s := range kinds.All() {
		if s.Name == "" || names[s.Name] {
			t.Errorf("%q: the name is missing or taken", s.Name)
		}
		names[s.Name] = true
		if s.Functions[0].Name != s.Name || len(s.Functions[0].Actions) > 0 {
			t.Errorf("%s: the first function is %+v, want one of the kind's name without actions of its own", s.Name, s.Functions[0])
		}
		for _, w := range s.Functions {
			if functions[w.Name] || w.Ceiling <= 0 || w.Ceiling > 10*time.Minute || w.MemoryMB < 128 || w.MemoryMB > 3008 || w.Concurrency < 2 {
				t.Errorf("%s: the function's name is taken, or a limit out of bounds: %+v", s.Name, w)
			}
			functions[w.Name] = true
		}
		if s.Batch != nil && len(s.Batch.Examples) == 0 {
			t.Errorf("%s shows no example of a batch", s.Name)
		}
		own := map[credit.Action]bool{}
		for _, c := range s.Calls {
			if c.Path == "" || paths[c.Path] || c.Summary == "" || c.Title == "" || len(c.Title) > 40 {
				t.Errorf("%s at %q: a path, title or summary is missing, taken or too long", s.Name, c.Path)
			}
			paths[c.Path] = true
			for _, action := range c.Actions() {
				if booked[action] {
					t.Errorf("%s: two calls book %s, so that a runner cannot tell them apart", s.Name, action)
				}
				booked[action], own[action] = true, true
			}
			documented(t, c)
		}
		for _, f := range s.Functions[1:] {
			if len(f.Actions) == 0 || slices.ContainsFunc(f.Actions, func(a credit.Action) bool { return !own[a] }) {
				t.Errorf("%s: the function %s performs %v, want actions of the kind's calls", s.Name, f.Name, f.Actions)
			}
		}
	}
}

// documented holds what the documentation shows of a call to what the call does.
func documented(t *testing.T, c kind.Call) {
	t.Helper()
	if len(c.Actions()) == 0 || len(c.Examples) == 0 {
		t.Errorf("%s names %d actions and shows %d examples", c.Path, len(c.Actions()), len(c.Examples))
	}
	if c.NewArgs() == c.NewArgs() {
		t.Errorf("%s: calls share their arguments", c.Path)
	}
	if _, err := json.Marshal(c.Sample()); err != nil || c.Sample() == nil {
		t.Errorf("%s: result %T, %v", c.Path, c.Sample(), err)
	}
	for _, e := range c.Examples {
		args := c.NewArgs()
		if err := json.Unmarshal([]byte(e.Body), args); err != nil {
			t.Errorf("%s: example %s: %v", c.Path, e.Name, err)
		}
		plan, err := args.Prepare(kind.Caller{})
		if err != nil || !slices.Contains(c.Actions(), plan.Quote.Action) {
			t.Errorf("%s: example %s is booked as %q, %v", c.Path, e.Name, plan.Quote.Action, err)
		}
	}
	_, err := c.NewArgs().Prepare(kind.Caller{}) // without anything
	if e := errs.As(err); e != nil && e.Code != errs.InvalidRequest && !slices.Contains(c.Refuses, e.Code) {
		t.Errorf("%s refuses with %s and does not say so", c.Path, e.Code)
	}
}

// TestCrawls: functions whose jobs may be of a crawl say so, since their roles follow from it.
func TestCrawls(t *testing.T) {
	t.Parallel()
	for _, def := range kinds.All() {
		for _, f := range def.Functions {
			if want := def.Crawl != nil || def.Name == kind.Lists; f.Crawls != want {
				t.Errorf("%s: got Crawls %t, want %t", f.Name, f.Crawls, want)
			}
		}
	}
}

// TestHandsTo: a function hands jobs over to one of its own kind, which hands to nobody and never
// hands back.
func TestHandsTo(t *testing.T) {
	t.Parallel()
	hands := 0
	for _, def := range kinds.All() {
		for _, f := range def.Functions {
			if f.HandsTo == "" {
				continue
			}
			hands++
			at := slices.IndexFunc(def.Functions, func(other kind.Function) bool { return other.Name == f.HandsTo })
			if at < 0 || def.Functions[at].HandsTo != "" || def.Functions[at].Name == f.Name {
				t.Errorf("%s hands to %q, want another function of its kind that hands to nobody", f.Name, f.HandsTo)
			}
		}
	}
	if hands == 0 {
		t.Error("got no function that hands over, want url's")
	}
}
