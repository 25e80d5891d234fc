// Package kindtest treats the bodies of calls as the service does: it decodes and
// prepares them, and runs them. It is for tests of kinds only and knows none of them.
package kindtest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
)

// Call is a call of a kind, typed or not.
type Call interface{ NewArgs() kind.Args }

// Prepare returns the canonical input of a body and its plan, or the refusal. A
// canonical input MUST be its own, since the worker reads it and the cache goes by it.
func Prepare(tb testing.TB, call Call, caller kind.Caller, body string) (string, kind.Plan, error) {
	tb.Helper()
	input, plan, err := prepare(tb, call, caller, body)
	if err != nil {
		return "", kind.Plan{}, err
	}
	if again, _, err := prepare(tb, call, caller, input); err != nil || again != input {
		tb.Errorf("the canonical input %s is not its own: %v, %s", input, err, again)
	}
	return input, plan, nil
}

func prepare(tb testing.TB, call Call, caller kind.Caller, body string) (string, kind.Plan, error) {
	tb.Helper()
	args := call.NewArgs()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		tb.Fatalf("%s: got error %v, want no error", body, err)
	}
	plan, err := args.Prepare(caller)
	if err != nil {
		return "", kind.Plan{}, err
	}
	input, err := json.Marshal(args)
	if err != nil {
		tb.Fatal(err)
	}
	return string(input), plan, nil
}

// Canonical holds that every one of the bodies gives this canonical input and plan.
func Canonical(tb testing.TB, call Call, caller kind.Caller, input string, plan kind.Plan, bodies ...string) {
	tb.Helper()
	for _, body := range bodies {
		got, planned, err := Prepare(tb, call, caller, body)
		if err != nil {
			tb.Errorf("%s: got error %v, want no error", body, err)
			continue
		}
		if diff := cmp.Diff(input, got); diff != "" {
			tb.Errorf("%s: Prepare mismatch (-want +got):\n%s", body, diff)
		}
		if diff := cmp.Diff(plan, planned); diff != "" {
			tb.Errorf("%s: planned mismatch (-want +got):\n%s", body, diff)
		}
	}
}

// Runs is a worker with the call whose bodies it takes.
type Runs[A, R any] struct {
	Call   kind.Typed[A, R]
	Worker kind.Worker[A, R]
	Caller kind.Caller // nobody unless given
	Page   *job.Page   // of no crawl unless given
}

// Run admits a body as the API does and runs the kind. A refusal of the body ends the
// test: see Prepare for those.
func (r Runs[A, R]) Run(ctx context.Context, tb testing.TB, body string) (R, error) {
	tb.Helper()
	out, err := r.Output(ctx, tb, body)
	return out.Result, err
}

// Output is Run with all that the worker gives.
func (r Runs[A, R]) Output(ctx context.Context, tb testing.TB, body string) (kind.Output[R], error) {
	tb.Helper()
	input, plan, err := Prepare(tb, r.Call, r.Caller, body)
	if err != nil {
		tb.Fatalf("%s is refused: %v", body, err)
	}
	run := kind.Run[A]{JobID: "job_1", OrgID: r.Caller.OrgID, Action: plan.Quote.Action, Charged: plan.Quote.Credits, Page: r.Page}
	if err := json.Unmarshal([]byte(input), &run.Args); err != nil {
		tb.Fatalf("canonical input %s: %v", input, err)
	}
	return r.Worker.Run(ctx, run)
}

// Must is Run for bodies whose jobs succeed.
func (r Runs[A, R]) Must(tb testing.TB, body string) R {
	tb.Helper()
	result, err := r.Run(tb.Context(), tb, body)
	if err != nil {
		tb.Fatalf("%s: got error %v, want no error", body, err)
	}
	return result
}
