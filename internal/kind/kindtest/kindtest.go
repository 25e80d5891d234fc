// Package kindtest treats the bodies of calls as the service does: it decodes and
// prepares them, and runs them. It is for tests of kinds only and knows none of them.
package kindtest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
)

// Prepare returns the canonical input of a body and its plan, or the refusal. A
// canonical input MUST be its own, since the worker reads it and the cache goes by it.
func Prepare(tb testing.TB, call job.Call, caller job.Caller, body string) (string, job.Plan, error) {
	tb.Helper()
	input, plan, err := prepare(tb, call, caller, body)
	if err != nil {
		return "", job.Plan{}, err
	}
	if again, _, err := prepare(tb, call, caller, input); err != nil || again != input {
		tb.Errorf("the canonical input %s is not its own: %v, %s", input, err, again)
	}
	return input, plan, nil
}

func prepare(tb testing.TB, call job.Call, caller job.Caller, body string) (string, job.Plan, error) {
	tb.Helper()
	args := call.Args()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		tb.Fatalf("%s: %v", body, err)
	}
	plan, err := args.Prepare(caller)
	if err != nil {
		return "", job.Plan{}, err
	}
	input, err := json.Marshal(args)
	if err != nil {
		tb.Fatal(err)
	}
	return string(input), plan, nil
}

// Canonical holds that every one of the bodies gives this canonical input and plan.
func Canonical(tb testing.TB, call job.Call, caller job.Caller, input string, plan job.Plan, bodies ...string) {
	tb.Helper()
	for _, body := range bodies {
		got, planned, err := Prepare(tb, call, caller, body)
		if err != nil {
			tb.Errorf("%s: %v", body, err)
			continue
		}
		if diff := cmp.Diff(input, got); diff != "" {
			tb.Errorf("%s: %s", body, diff)
		}
		if diff := cmp.Diff(plan, planned); diff != "" {
			tb.Errorf("%s: %s", body, diff)
		}
	}
}

// Runs is a kind's runner with the call whose bodies it takes; T is the type of its
// results.
type Runs[T any] struct {
	Call   job.Call
	Runner job.Runner
	Caller job.Caller // nobody unless given
}

// Run admits a body as the API does and runs the job. A refusal of the body ends the
// test: see Prepare for those.
func (r Runs[T]) Run(ctx context.Context, tb testing.TB, body string) (T, error) {
	tb.Helper()
	var result T
	out, err := r.Output(ctx, tb, body)
	if err != nil {
		return result, err
	}
	result, ok := out.Result.(T)
	if !ok {
		tb.Fatalf("the result is a %T", out.Result)
	}
	return result, nil
}

// Output is Run with all that the runner gives.
func (r Runs[T]) Output(ctx context.Context, tb testing.TB, body string) (job.Output, error) {
	tb.Helper()
	input, plan, err := Prepare(tb, r.Call, r.Caller, body)
	if err != nil {
		tb.Fatalf("%s: %v", body, err)
	}
	return r.Runner.Run(ctx, job.Run{JobID: "job_1", OrgID: r.Caller.OrgID, Action: plan.Quote.Action, Input: json.RawMessage(input)})
}

// Must is Run for bodies whose jobs succeed.
func (r Runs[T]) Must(tb testing.TB, body string) T {
	tb.Helper()
	result, err := r.Run(tb.Context(), tb, body)
	if err != nil {
		tb.Fatalf("%s: %v", body, err)
	}
	return result
}
