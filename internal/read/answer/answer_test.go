package answer_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/answer"
	"github.com/quarryapi/quarry/internal/read/answer/check"
	"github.com/quarryapi/quarry/internal/read/answer/choose"
	"github.com/quarryapi/quarry/internal/read/model"
)

func clock() time.Time { return time.Date(2026, 11, 2, 23, 30, 0, 0, time.FixedZone("", -3600)) }

func sources() []choose.Source {
	return []choose.Source{
		{Index: 1, Title: "Facts", Published: "2026-04-02", Text: "The **Skerwick** tide barrier has [six gates](/gates) and cost 184 million pounds."},
		{Index: 3, Title: "Bill", Text: "The Skerwick tide barrier cost 210 million pounds, accounts of the county show."},
	}
}

const costQuestion = `What did the "Skerwick" barrier cost?`

// fixed is a Model that answers at once, and keeps what it was asked.
type fixed struct {
	ready error
	json  string
	err   error
	asked model.Request
}

func (f *fixed) Ready() error { return f.ready }

func (f *fixed) Generate(_ context.Context, r model.Request) (model.Answer, error) {
	f.asked = r
	return model.Answer{JSON: json.RawMessage(f.json), Usage: model.Usage{Provider: "fixed", Calls: 1}}, f.err
}

func TestWrite(t *testing.T) {
	t.Parallel()
	m := &fixed{json: reply("It cost 184 million pounds [1]. Others say 210 million pounds [3]. It is red [3].",
		1, "six gates and cost 184 million pounds", 3, "barrier cost 210 million pounds", 3, "the barrier is red")}
	got, err := answer.New(m, clock).Write(t.Context(), costQuestion, sources(), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	want := answer.Answer{
		Status: answer.Answered, Text: "It cost 184 million pounds [1]. Others say 210 million pounds [3].",
		Citations: []check.Citation{{Index: 1, Quote: "six gates and cost 184 million pounds"}, {Index: 3, Quote: "barrier cost 210 million pounds"}},
		Usage:     model.Usage{Provider: "fixed", Calls: 1},
		Report:    answer.Report{SourcesRead: 2, Passages: 2, DroppedStatements: 1, DroppedCitations: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Write mismatch (-want +got):\n%s", diff)
	}
	data := []model.Data{
		{Name: "source 1", Text: "Title: Facts\nPublished: 2026-04-02\n\nThe Skerwick tide barrier has six gates and cost 184 million pounds."},
		{Name: "source 3", Text: "Title: Bill\n\nThe Skerwick tide barrier cost 210 million pounds, accounts of the county show."},
	}
	if diff := cmp.Diff(data, m.asked.Data); diff != "" {
		t.Errorf("Data mismatch (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(m.asked.Prompt, `Answer this question, which was asked on 2026-11-03: "What did the \"Skerwick\" barrier cost?"`) || !json.Valid(m.asked.Schema) {
		t.Errorf("the question is %q", m.asked.Prompt)
	}
}

func TestStatuses(t *testing.T) {
	t.Parallel()
	absent := errs.New(errs.ProviderNotConfigured, "no model")
	away := errs.New(errs.ProviderUnavailable, "away")
	cases := map[string]struct {
		model   *fixed
		sources []choose.Source
		want    answer.Answer
	}{
		"no model": {&fixed{ready: absent}, sources(), answer.Answer{Status: answer.NotConfigured, Report: answer.Report{Code: errs.ProviderNotConfigured, Reason: "no model"}}},
		"a wrong key": {&fixed{err: absent}, sources(), answer.Answer{
			Status: answer.NotConfigured, Usage: model.Usage{Provider: "fixed", Calls: 1},
			Report: answer.Report{SourcesRead: 2, Passages: 2, Code: errs.ProviderNotConfigured, Reason: "no model"},
		}},
		"away": {&fixed{err: away}, sources(), answer.Answer{
			Status: answer.Failed, Usage: model.Usage{Provider: "fixed", Calls: 1},
			Report: answer.Report{SourcesRead: 2, Passages: 2, Code: errs.ProviderUnavailable, Reason: "away"},
		}},
		"a fault of ours": {&fixed{err: errors.New("secret")}, sources(), answer.Answer{
			Status: answer.Failed, Usage: model.Usage{Provider: "fixed", Calls: 1},
			Report: answer.Report{SourcesRead: 2, Passages: 2, Code: errs.InternalError, Reason: errs.InternalError.Text()},
		}},
		"of another form": {&fixed{json: `{"text":7}`}, sources(), answer.Answer{
			Status: answer.Failed, Usage: model.Usage{Provider: "fixed", Calls: 1},
			Report: answer.Report{SourcesRead: 2, Passages: 2, Code: errs.ParseFailed, Reason: errs.ParseFailed.Text()},
		}},
		"no sources": {&fixed{json: reply("It cost 5 pounds [1].")}, nil, answer.Answer{Status: answer.NoAnswer, Text: answer.Nothing}},
		"the sources do not say": {&fixed{json: reply("")}, sources(), answer.Answer{
			Status: answer.NoAnswer, Text: answer.Nothing, Usage: model.Usage{Provider: "fixed", Calls: 1}, Report: answer.Report{SourcesRead: 2, Passages: 2},
		}},
		"nothing stands": {&fixed{json: reply("It cost 5 pounds [1].", 1, "it cost 5 pounds only")}, sources(), answer.Answer{
			Status: answer.NoAnswer, Text: answer.Nothing, Usage: model.Usage{Provider: "fixed", Calls: 1},
			Report: answer.Report{SourcesRead: 2, Passages: 2, DroppedStatements: 1, DroppedCitations: 1},
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := answer.New(c.model, clock).Write(t.Context(), costQuestion, c.sources, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Write mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// patient is a Model that answers when it is stopped.
type patient struct{}

func (patient) Ready() error { return nil }

func (patient) Generate(ctx context.Context, _ model.Request) (model.Answer, error) {
	<-ctx.Done()
	return model.Answer{Usage: model.Usage{Calls: 1}}, context.Cause(ctx)
}

func TestModelTakesTooLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		got, err := answer.New(patient{}, clock).Write(t.Context(), costQuestion, sources(), 20*time.Second)
		if err != nil || got.Status != answer.Failed || got.Report.Code != errs.ProviderUnavailable || !strings.Contains(got.Report.Reason, "within 20s") {
			t.Errorf(`got error %v, answer %+v; want no error, Status "failed", Report.Code "provider_unavailable", Report.Reason with "within 20s"`, err, got)
		}
		if took := time.Since(began); took != 20*time.Second {
			t.Errorf("took %s", took)
		}
	})
}

// Whoever stops the job is told nothing but that, and what the model took.
func TestWriteEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		stopped := errs.New(errs.Cancelled, "stopped")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(stopped) })
		got, err := answer.New(patient{}, clock).Write(ctx, costQuestion, sources(), time.Minute)
		if !errs.Is(err, errs.Cancelled) || got.Usage.Calls != 1 {
			t.Errorf(`got error %v, answer %+v; want error "cancelled", Usage.Calls 1`, err, got)
		}
	})
}
