package kind_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
)

type (
	args   struct{ N int }
	result struct {
		Twice int
		Bad   any `json:",omitempty"`
	}
	other struct { //nolint:recvcheck // arguments and a result
		Text string
		Raw  string `json:",omitempty"`
	}
)

func (*args) Prepare(kind.Caller) (kind.Plan, error)  { return kind.Plan{}, nil }
func (*other) Prepare(kind.Caller) (kind.Plan, error) { return kind.Plan{}, nil }

// Verbatim implements kind.Verbatim.
func (other) Verbatim() []string { return []string{"Raw"} }

// worker is a kind.Worker that is a function.
type worker[A, R any] func(context.Context, kind.Run[A]) (kind.Output[R], error)

func (w worker[A, R]) Run(ctx context.Context, r kind.Run[A]) (kind.Output[R], error) {
	return w(ctx, r)
}

func numbers() kind.Typed[args, result] {
	return kind.Define[args](kind.About{Path: "/numbers", Prices: []credit.Price{credit.Flat("n.one", 1), credit.Flat("n.two", 2)}}, result{})
}

func texts() kind.Typed[other, other] {
	return kind.Define[other](kind.About{Path: "/texts", Prices: []credit.Price{credit.Flat("t", 1)}}, other{})
}

// runner doubles numbers and gives texts back; a text "fail" fails, beside meta.
func runner() kind.Runner {
	return kind.Join(
		kind.Pair(numbers(), worker[args, result](func(_ context.Context, r kind.Run[args]) (kind.Output[result], error) {
			out := kind.Output[result]{Result: result{Twice: 2 * r.Args.N}, Incomplete: r.Args.N == 0}
			if r.Args.N < 0 {
				out.Result.Bad = func() {}
			}
			return out, nil
		})),
		kind.Pair(texts(), worker[other, other](func(_ context.Context, r kind.Run[other]) (kind.Output[other], error) {
			out := kind.Output[other]{Result: r.Args, Meta: map[string]any{"job": r.JobID, "org": r.OrgID, "action": r.Action}}
			if r.Args.Text == "fail" {
				return out, errors.New("failed")
			}
			return out, nil
		})),
	)
}

func TestRunnerPairsByAction(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		action     credit.Action
		input      string
		want       string
		meta       map[string]any
		incomplete bool
	}{
		"the first action":  {"n.one", `{"N":2}`, `{"Twice":4}`, nil, false},
		"the second action": {"n.two", `{"N":3}`, `{"Twice":6}`, nil, false},
		"incomplete":        {"n.one", `{}`, `{"Twice":0}`, nil, true},
		"unseen characters": {"t", `{"Text":"a\u200b\udb40\udc41","Raw":"a\u200b"}`, "{\"Text\":\"a\",\"Raw\":\"a\u200b\"}", map[string]any{"job": "job_1", "org": "org_1", "action": credit.Action("t")}, false},
		"another call":      {"t", `{"Text":"a"}`, `{"Text":"a"}`, map[string]any{"job": "job_1", "org": "org_1", "action": credit.Action("t")}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := runner().Run(t.Context(), kind.Run[json.RawMessage]{JobID: "job_1", OrgID: "org_1", Action: c.action, Args: json.RawMessage(c.input)})
			if err != nil || string(out.Result) != c.want || out.Incomplete != c.incomplete {
				t.Errorf("got %s, incomplete %t, error %v, want %s, incomplete %t", out.Result, out.Incomplete, err, c.want, c.incomplete)
			}
			if diff := cmp.Diff(c.meta, out.Meta); diff != "" {
				t.Errorf("meta (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunnerFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		action credit.Action
		input  string
		cause  string
	}{
		"no JSON":               {"n.one", `{`, "input"},
		"JSON of another form":  {"n.one", `{"N":"2"}`, "input"},
		"an action of no call":  {"n.three", `{}`, `"n.three"`},
		"a result without JSON": {"n.one", `{"N":-1}`, "result"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := runner().Run(t.Context(), kind.Run[json.RawMessage]{Action: c.action, Args: json.RawMessage(c.input)})
			if !errs.Is(err, errs.InternalError) || out.Result != nil || !strings.Contains(errors.Unwrap(err).Error(), c.cause) {
				t.Errorf("got %s, error %v, want internal_error because of %s", out.Result, err, c.cause)
			}
		})
	}
	out, err := runner().Run(t.Context(), kind.Run[json.RawMessage]{JobID: "job_1", Action: "t", Args: json.RawMessage(`{"Text":"fail"}`)})
	if err == nil || err.Error() != "failed" || out.Result != nil || out.Meta["job"] != "job_1" {
		t.Errorf("got %s with meta %v and error %v, want the meta and the worker's own error", out.Result, out.Meta, err)
	}
}

func TestPerforms(t *testing.T) {
	t.Parallel()
	for action, want := range map[credit.Action]bool{"n.one": true, "n.two": true, "t": true, "": false, "n": false} {
		if got := runner().Performs(action); got != want {
			t.Errorf("Performs(%q): got %t, want %t", action, got, want)
		}
	}
}

// TestDefineNeedsPrices: a call whose jobs nobody pays for cannot be declared.
func TestDefineNeedsPrices(t *testing.T) {
	t.Parallel()
	for name, prices := range map[string][]credit.Price{
		"none":            nil,
		"a zero value":    {{}},
		"without action":  {credit.Flat("", 1)},
		"one of two free": {credit.Flat("a", 1), credit.Flat("b", 0)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if p, ok := recover().(string); !ok || !strings.Contains(p, "/free") {
					t.Errorf("got panic %v, want one that names the path", p)
				}
			}()
			kind.Define[args](kind.About{Path: "/free", Prices: prices}, result{})
		})
	}
}

func TestDefine(t *testing.T) {
	t.Parallel()
	call := numbers().Call
	if diff := cmp.Diff([]credit.Action{"n.one", "n.two"}, call.Actions()); diff != "" {
		t.Errorf("actions (-want +got):\n%s", diff)
	}
	first, second := call.NewArgs(), call.NewArgs()
	if _, ok := first.(*args); !ok || first == second {
		t.Errorf("got arguments %T, shared %t, want *args of their own", first, first == second)
	}
	if _, ok := call.Sample().(result); !ok {
		t.Errorf("got a sample of type %T, want result", call.Sample())
	}
}
