package researchrun_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/kinds/research/researchrun"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/research/collect/collecttest"
	"github.com/quarryapi/quarry/internal/read/research/flow"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// today is the clock of all tests: the topic of the sample web is of 2026.
func today() time.Time { return time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC) }

// bundle is a runner over a sample web. It reads no PDFs, whose engine takes seconds to
// start.
type bundle struct {
	sample *webclient.Sample
	cache  *collecttest.Cache
	runs   kindtest.Runs[research.Args, research.Result]
}

func setup(t *testing.T, m flow.Model, sites ...webtest.Site) *bundle {
	t.Helper()
	sample := webclient.StartAt(t, today, sites...)
	b := &bundle{sample: sample, cache: &collecttest.Cache{}}
	b.runs = kindtest.Runs[research.Args, research.Result]{
		Call: research.Call(), Caller: kind.Caller{OrgID: "org_1"},
		Worker: researchrun.New(reader.New(sample.Web, reader.Config{Now: today}), sample.Upstreams(t, nil), b.cache, m, today),
	}
	return b
}

func pretty(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
