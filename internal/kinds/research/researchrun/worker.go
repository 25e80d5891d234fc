// Package researchrun performs jobs of kind research: it puts the pipeline of package
// research together and converts its outcome to the kind's shape. It links the parsers, the
// engines and the model, so only a worker may import it.
package researchrun

import (
	"context"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/kind"
	researchkind "github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/collect"
	"github.com/quarryapi/quarry/internal/read/research/flow"
	"github.com/quarryapi/quarry/internal/read/research/lane"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/engine"
	"github.com/quarryapi/quarry/internal/read/websearch/gdeltnews"
	"github.com/quarryapi/quarry/internal/read/websearch/googlenews"
	"github.com/quarryapi/quarry/internal/read/websearch/searxng"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/wayback"
)

// Engines are whom the lanes ask. Google News is the last for news, since its results do
// not lead to the articles themselves.
func Engines(up upstream.Upstreams, now func() time.Time) lane.Engines {
	return lane.Engines{
		research.Web: engine.All(up),
		research.News: websearch.New(
			searxng.Only(up.Client(searxng.Name), searxng.News), gdeltnews.New(up.Client(gdeltnews.Name), now), googlenews.New(up.Client(googlenews.Name), now),
		),
		research.Scholarly: engine.Scholarly(up, false),
	}
}

// Worker performs jobs of kind research. It is safe for concurrent use.
type Worker struct{ flow *flow.Flow }

// New returns a Worker that reads pages by pages. A model that is not ready is done without; nil is none.
func New(pages collect.Reader, up upstream.Upstreams, cache collect.DocumentCache, m flow.Model, now func() time.Time) *Worker {
	return &Worker{flow: flow.New(flow.Parts{
		Engines: Engines(up, now), Collector: collect.New(pages, cache, wayback.From(up)), Model: m, Now: now,
	})}
}

// Run implements kind.Worker. The meta tells under "model" and "embeddings" what was used
// of either, and, when the job fails, under "lanes" how each lane went.
func (r *Worker) Run(ctx context.Context, run kind.Run[researchkind.Args]) (Output, error) {
	args := run.Args
	id := "run_" + strings.TrimPrefix(run.JobID, ident.Job)
	o, err := r.flow.Do(ctx, flow.Run{ID: id, Org: run.OrgID, Topic: topic(&args), Settings: settings(&args), Keeper: run, Report: run.Report})
	meta := usage(o)
	if err != nil {
		if len(o.Reports) > 0 {
			meta["lanes"] = lanes(o)
		}
		return Output{Meta: meta}, err
	}
	return Output{Result: result(id, args.Profile, o), Meta: meta}, nil
}

func topic(a *researchkind.Args) research.Topic {
	t := research.Topic{Title: a.Topic.Title, Summary: a.Topic.Summary, Keywords: a.TargetKeywords, Seeds: a.SeedURLs}
	for _, m := range a.Topic.KeyMessages {
		t.Messages = append(t.Messages, research.Message(m))
	}
	t.TrustedPages, t.TrustedDomains = a.Trusted()
	return t
}

func settings(a *researchkind.Args) research.Settings {
	return research.Settings{
		Profile: a.Profile, Documents: int(a.Options.MaxDocuments), Results: int(a.Options.MaxSearchResults), TopK: int(a.Options.FinalTopK),
		Robots: a.Options.RespectRobots == nil || *a.Options.RespectRobots, MaxAge: a.Options.MaxAge(),
	}
}

// usage is what models took.
func usage(o flow.Outcome) map[string]any {
	meta := map[string]any{}
	for name, u := range map[string]model.Usage{"model": o.Usage, "embeddings": o.Embedding} {
		if u.Calls > 0 {
			meta[name] = u
		}
	}
	return meta
}
