package main

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/quarryapi/quarry/internal/cmd/quarry/profile"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/serve/meter"
)

const (
	// heapGrowth collects garbage when the heap is five times what is in use: at the usual
	// twice, of the few megabytes that are, collecting was a fifth of a job's time.
	heapGrowth = 400
	// heapLimit is where it is collected more often all the same.
	heapLimit = 256 << 20
)

// localCommand runs the whole service in one process.
type localCommand struct {
	Listen     string            `help:"Address to answer on." default:"127.0.0.1:8080" placeholder:"ADDRESS"`
	Data       string            `help:"Folder of its state (default: $QUARRY_DATA, then .quarry)." type:"path" placeholder:"DIR"`
	Hosts      []string          `help:"Reach the hosts of a name or pattern at an address of this machine (repeatable)." placeholder:"'*.test=127.0.0.1:8099'" sep:"none"`
	Source     map[string]string `help:"Base URL of an upstream (repeatable)." placeholder:"NAME=URL" mapsep:"none"`
	Embeddings string            `help:"Embedding model (default: $QUARRY_EMBEDDINGS)." placeholder:"PROVIDER:ID"`
	Share      string            `help:"Percent of what a worker runs at once that one organization may have, 1 to 100 (default: $QUARRY_SHARE_PERCENT, then 50)." name:"share-percent" placeholder:"N"`
	Render     string            `help:"Credits of a page that the browser shows before it is read, 1 to 1000 (default: $QUARRY_RENDER_CREDITS, then 1)." name:"render-credits" placeholder:"N"`
	Faces      string            `help:"APIs of others in whose form calls are answered, too, comma-separated; empty for none." default:"firecrawl,jina,tavily,exa,mcp" placeholder:"NAMES"`
	SampleWeb  bool              `help:"Serve the sample web under .test names, to try everything without the internet."`
	LogFormat  string            `help:"Log as text or json, to the standard error; off is silent." enum:"text,json,off" default:"text"`
	Verbose    bool              `help:"Log every request and job, not only what is wrong."`
}

// Run performs the command until it is interrupted.
func (c *localCommand) Run(ctx context.Context, out streams) error {
	debug.SetGCPercent(heapGrowth)
	debug.SetMemoryLimit(heapLimit)
	env := config.LoadLocal()
	keys, err := config.Pairs(config.List(env.Keys))
	if err != nil {
		return fmt.Errorf("QUARRY_KEYS: %w", err)
	}
	render, err := config.ParseRenderCredits(first(c.Render, env.RenderCredits))
	if err != nil {
		return err
	}
	share, err := config.ParseShare(first(c.Share, env.SharePercent))
	if err != nil {
		return err
	}
	service, err := local.Start(ctx, local.Options{
		Listen: c.Listen, DataDir: first(c.Data, env.DataDir, local.DefaultDataDir), Hosts: c.Hosts, Sources: c.Source,
		Keys: keys, Model: env.Model, Embeddings: first(c.Embeddings, env.Embeddings), Chromium: env.Chromium, Sandbox: env.Sandbox, TryBrowser: true, SharePercent: share, RenderCredits: render, Faces: config.List(c.Faces),
		SampleWeb: c.SampleWeb, Version: version(), DynamoDBEndpoint: env.DynamoDBEndpoint, Log: c.logger(out),
	})
	if err != nil {
		return err
	}
	info := service.Info()
	noted(info.DataDir)
	fmt.Fprintf(out.out, "ready %s\n", info.BaseURL)
	fmt.Fprint(out.out, greeting(info, c.SampleWeb), browserAdvice(env.Chromium), searchAdvice(c.Source, keys, c.SampleWeb))
	select {
	case <-ctx.Done():
	case <-service.Failed():
		err = service.Err()
	}
	service.Close()
	return err
}

func (c *localCommand) logger(out streams) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelWarn}
	if c.Verbose {
		options.Level = slog.LevelInfo
	}
	switch c.LogFormat {
	case "json":
		return slog.New(meter.Log(seal.Log(slog.NewJSONHandler(out.err, options)), ""))
	case "off":
		return slog.New(slog.DiscardHandler)
	default:
		return slog.New(meter.Log(seal.Log(slog.NewTextHandler(out.err, options)), ""))
	}
}

// noted makes a service the profile "local", and the one that commands call when none is noted yet.
// What cannot be kept is no reason not to run: commands in this folder find the service all the same.
func noted(dir string) {
	known, err := profile.Load()
	if err != nil {
		return
	}
	known.Profiles[profile.Local] = profile.Profile{Data: dir}
	if _, _, ok := known.Find(""); !ok {
		known.Current = profile.Local
	}
	_ = known.Save()
}

// greeting is commands to paste: a scrape, the same by curl, a usage report, a webhook
// listener.
func greeting(info *local.Info, sampleWeb bool) string {
	page := "https://example.com/"
	if sampleWeb {
		page = "http://article.test/"
	}
	return fmt.Sprintf(`
Its state is in %[4]s, its organization is %[5]s. Use it in a browser, by links that fill in the token once:

  %[7]s   the console
  %[6]s   the reference

Or in another terminal:

  bin/quarry scrape %[3]s

  curl -s %[1]s/v1/public/scrape -H 'Authorization: Bearer %[2]s' -H 'Content-Type: application/json' -d '{"url":"%[3]s","format":"markdown"}'

  curl -s %[1]s/v1/public/usage -H 'Authorization: Bearer %[2]s'

  bin/quarry webhooks listen --data %[4]s

`, info.BaseURL, info.Token, page, info.DataDir, info.OrganizationID, info.DocsURL, info.ConsoleURL)
}
