package plan_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/plan"
)

// saying is a model that gives what it is made of.
type saying struct {
	answer string
	err    error
	asked  *[]model.Request
}

func (s saying) Generate(_ context.Context, r model.Request) (model.Answer, error) {
	*s.asked = append(*s.asked, r)
	return model.Answer{JSON: json.RawMessage(s.answer), Usage: model.Usage{Model: "m", Calls: 1}}, s.err
}

func TestPropose(t *testing.T) {
	t.Parallel()
	planned := plan.Make(&barrier, research.Auto)
	cases := map[string]struct {
		answer string
		want   []string
	}{
		"two of three":  {`{"queries":["flood gates criticism","who paid for the barrier","third"]}`, []string{"web: flood gates criticism", "web: who paid for the barrier"}},
		"what is there": {`{"queries":["barrier, tide Skerwick"]}`, nil},
		"operators":     {`{"queries":["site:evil.example -tide \"(costs)\" OR"]}`, []string{"web: evil.example tide costs OR"}},
		"nothing":       {`{"queries":[]}`, nil},
		"blanks":        {`{"queries":[" ","\"\""]}`, nil},
		"an essay":      {`{"queries":["` + strings.Repeat("word ", 30) + `other"]}`, []string{"web: " + strings.TrimSpace(strings.Repeat("word ", 16))}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked []model.Request
			got, usage, err := plan.Propose(t.Context(), saying{answer: c.answer, asked: &asked}, &barrier, research.Auto, planned)
			if err != nil || usage.Calls != 1 || len(asked) != 1 {
				t.Fatalf("got error %v, usage %+v; want no error, Calls 1, 1 in asked", err, usage)
			}
			if diff := cmp.Diff(said(planned), said(got[:len(planned)])); diff != "" {
				t.Error("what was planned changed", diff)
			}
			if diff := cmp.Diff(c.want, said(got[len(planned):])); diff != "" {
				t.Errorf("Propose mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestProposalsThatFail(t *testing.T) {
	t.Parallel()
	planned := plan.Make(&barrier, research.Auto)
	for name, s := range map[string]saying{
		"an error":  {err: errs.New(errs.ProviderUnavailable, "away")},
		"no answer": {answer: `[]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.asked = &[]model.Request{}
			got, _, err := plan.Propose(t.Context(), s, &barrier, research.Auto, planned)
			if err == nil {
				t.Error("no error")
			}
			if diff := cmp.Diff(said(planned), said(got)); diff != "" {
				t.Errorf("Propose mismatch (-want +got):\n%s", diff)
			}
		})
	}
	asked := []model.Request{}
	if got, _, err := plan.Propose(t.Context(), saying{asked: &asked}, &barrier, research.Simple, planned); err != nil || len(got) != len(planned) || len(asked) != 0 {
		t.Errorf("simple research asks a model: %v, %v", err, asked)
	}
}
