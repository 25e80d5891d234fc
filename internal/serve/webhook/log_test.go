package webhook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/webtest"
)

// away are results that cannot be read.
type away struct{}

func (away) Load(context.Context, string, *job.ResultRef) (json.RawMessage, error) {
	return nil, errs.Of(errs.ServiceUnavailable)
}

// TestLinesNameTheJob: whoever asks for all of a job finds what became of its event by the job's id, also where an attempt could not be made.
func TestLinesNameTheJob(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		results webhook.Results // nil for those that are there
		unsent  bool
		want    []string
	}{
		"posted":         {nil, false, []string{"webhook attempt"}},
		"posted, unsent": {nil, true, []string{"webhook attempt", "attempt not sent"}},
		"not made":       {away{}, false, []string{"delivery left for another try"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, webtest.Answer{Status: 500})
			d := b.ended(t, `{}`)
			var log bytes.Buffer
			results := c.results
			if results == nil {
				results = b.results
			}
			if c.unsent {
				b.queue.Fail = func() error { return errs.Of(errs.ServiceUnavailable) }
			}
			deliver := webhook.NewDeliverer(b.Store, results, b.blobs, b.post, b.queue, slog.New(slog.NewJSONHandler(&log, nil)), b.Clock.Now)
			if err := deliver.Deliver(t.Context(), d.OrgID, d.ID); (err != nil) != (c.results != nil) {
				t.Fatalf("got error %v, want one where the result is away", err)
			}
			var got []string
			for line := range bytes.Lines(log.Bytes()) {
				var said struct {
					Msg      string `json:"msg"`
					Job      string `json:"job_id"`
					Delivery string `json:"delivery_id"`
				}
				if err := json.Unmarshal(line, &said); err != nil || said.Job != d.JobID || said.Delivery == "" {
					t.Errorf("got line %s, error %v; want it with %s and a delivery", line, err, d.JobID)
				}
				got = append(got, said.Msg)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("lines mismatch (-want +got):\n%s", diff)
			}
		})
	}
}
