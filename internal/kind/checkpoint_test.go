package kind_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kind"
)

// kept is a checkpoint in memory.
type kept struct {
	state json.RawMessage
	fails error
}

func (k *kept) Load(context.Context) (json.RawMessage, error) { return k.state, k.fails }

func (k *kept) Save(_ context.Context, state json.RawMessage) error {
	k.state = state
	return k.fails
}

func TestRunsResume(t *testing.T) {
	t.Parallel()
	type state struct{ N int }
	var got state
	if found, err := (kind.Run[args]{}).Resume(t.Context(), &got); found || err != nil {
		t.Errorf("got found %t, error %v without a checkpoint; want false, none", found, err)
	}
	if err := (kind.Run[args]{}).Keep(t.Context(), state{1}); err != nil {
		t.Errorf("got error %v without a checkpoint, want none", err)
	}
	k := &kept{}
	run := kind.Run[args]{JobID: "job_1", Checkpoint: k}
	if found, err := run.Resume(t.Context(), &got); found || err != nil {
		t.Errorf("got found %t, error %v of a first run; want false, none", found, err)
	}
	if err := run.Keep(t.Context(), state{7}); err != nil {
		t.Fatal(err)
	}
	if found, err := run.Resume(t.Context(), &got); !found || err != nil || got.N != 7 {
		t.Errorf("got %+v, found %t, error %v; want what was kept, 7", got, found, err)
	}
	k.state = json.RawMessage(`[]`)
	if found, err := run.Resume(t.Context(), &got); found || err == nil || !strings.Contains(err.Error(), "job_1") {
		t.Errorf("got found %t, error %v of another form; want an error that names the job", found, err)
	}
	if err := run.Keep(t.Context(), func() {}); err == nil || !strings.Contains(err.Error(), "job_1") {
		t.Errorf("got error %v of what is no JSON, want one that names the job", err)
	}
	k.state, k.fails = json.RawMessage(`{}`), errors.New("away")
	if found, err := run.Resume(t.Context(), &got); found || !errors.Is(err, k.fails) {
		t.Errorf("got found %t, error %v; want false, %v", found, err, k.fails)
	}
	if err := run.Keep(t.Context(), state{}); !errors.Is(err, k.fails) {
		t.Errorf("got error %v, want %v", err, k.fails)
	}
}

// TestRunnerPassesTheCheckpoint: what a lost worker kept reaches the next one's worker.
func TestRunnerPassesTheCheckpoint(t *testing.T) {
	t.Parallel()
	counts := kind.Pair(texts(), worker[other, other](func(ctx context.Context, r kind.Run[other]) (kind.Output[other], error) {
		var before other
		if _, err := r.Resume(ctx, &before); err != nil {
			return kind.Output[other]{}, err
		}
		now := other{Text: before.Text + "x"}
		return kind.Output[other]{Result: now}, r.Keep(ctx, now)
	}))
	k := &kept{}
	for _, want := range []string{`{"Text":"x"}`, `{"Text":"xx"}`} {
		out, err := counts.Run(t.Context(), kind.Run[json.RawMessage]{Action: "t", Args: json.RawMessage(`{}`), Checkpoint: k})
		if err != nil || string(out.Result) != want {
			t.Errorf("got %s and error %v, want %s", out.Result, err, want)
		}
	}
}
