package researchrun_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/research"
)

// checkpoint keeps what a run has, and ends it at a point.
type checkpoint struct {
	state  json.RawMessage
	saved  int
	stopAt int
}

func (p *checkpoint) Load(context.Context) (json.RawMessage, error) { return p.state, nil }

func (p *checkpoint) Save(_ context.Context, state json.RawMessage) error {
	p.state = state
	if p.saved++; p.saved == p.stopAt {
		return errs.New(errs.Cancelled, "lost")
	}
	return nil
}

// hosts are the sites that the topic's documents are on.
var hosts = []string{
	"skerwick-barrier.test", "skerwick-herald.test", "coast-times.test", "coastal-agency.test", "openalmanac.test", "mudlark.test", "estuary-forum.test",
	"tidal-letters.test", "estuary-papers.test", "slow-coast.test", "searxng.upstream.test", "openalex.upstream.test", "gdelt.upstream.test",
}

// A job whose worker is lost goes on where it was, by what kind.Run keeps.
func TestALostWorker(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	const body = barrier + `,"researchProfile":"complex","options":{"reuse":false}}`
	want := b.runs.Must(t, body)
	once := b.hits()
	input, plan, err := kindtest.Prepare(t, b.runs.Call, b.runs.Caller, body)
	if err != nil {
		t.Fatal(err)
	}
	run := kind.Run[research.Args]{JobID: "job_1", OrgID: "org_1", Action: plan.Quote.Action}
	if err := json.Unmarshal([]byte(input), &run.Args); err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{1, 3} {
		before := b.hits()
		p := &checkpoint{stopAt: at}
		run.Checkpoint = p
		if _, err := b.runs.Worker.Run(t.Context(), run); !errs.Is(err, errs.Cancelled) {
			t.Fatalf(`%d: got error %v, want error "cancelled"`, at, err)
		}
		out, err := b.runs.Worker.Run(t.Context(), run)
		if diff := cmp.Diff(pretty(t, want), pretty(t, out.Result)); diff != "" || err != nil {
			t.Errorf("lost at %d: %v\n%s", at, err, diff)
		}
		for host, hits := range b.hits() {
			// robots.txt is remembered from the first run.
			if again := hits - before[host]; again > once[host] {
				t.Errorf("lost at %d: %s was asked %d times, not %d", at, host, again, once[host])
			}
		}
		if len(p.state) > 4<<20 || !strings.Contains(string(p.state), `"format":1`) {
			t.Errorf("%d bytes are kept", len(p.state))
		}
	}
}

func (b *bundle) hits() map[string]int {
	all := map[string]int{}
	for _, h := range hosts {
		all[h] = b.sample.Server.Web().Hits(h)
	}
	return all
}
