package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/drift"
	"github.com/quarryapi/quarry/internal/sources/probe"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// The exit codes of a probe. Drift wins over what could not be asked.
const (
	errDrift    = exitError(1)
	errNotAsked = exitError(2)
)

// probeCommand asks upstreams from where it runs, and needs no service.
type probeCommand struct {
	Upstreams []string          `arg:"" optional:"" help:"Names of upstreams, see docs/sources.md; all that are configured when left out." placeholder:"NAME"`
	Source    map[string]string `help:"Base URL of an upstream (repeatable)." placeholder:"NAME=URL" mapsep:"none"`
	Hosts     []string          `help:"Reach the hosts of a name or pattern at an address of this machine (repeatable)." placeholder:"'*.test=127.0.0.1:8099'" sep:"none"`
	Subject   map[string]string `help:"What an upstream is asked about in place of what it is by itself (repeatable)." placeholder:"NAME=SUBJECT" mapsep:"none"`
	Strict    bool              `help:"Count new members as drift, and changes of members that no parser reads."`
	All       bool              `help:"List such members."`
	Timeout   time.Duration     `help:"How long one upstream may take." default:"2m"`
	JSON      bool              `help:"Print JSON."`
}

// Help is what quarry probe --help says at its end.
func (c *probeCommand) Help() string {
	return `Keys are those of $QUARRY_KEYS. The exit code is 0 when nothing is different that a parser reads, 1 when something
is, and 2 when nothing is but an upstream could not be asked; a mistake in the command is 2, too.`
}

// Run performs the command.
func (c *probeCommand) Run(ctx context.Context, out streams) error {
	p, err := c.prober()
	if err != nil {
		return c.mistake(out, err)
	}
	names := c.Upstreams
	if len(names) == 0 {
		names = p.Configured()
	}
	for _, name := range names {
		if !slices.Contains(probe.Names(), name) {
			return c.mistake(out, fmt.Errorf("%s cannot be probed; the upstreams that can are %s", name, strings.Join(probe.Names(), ", ")))
		}
	}
	reports := c.probe(ctx, p, names)
	if c.JSON {
		err = out.json(map[string]any{"upstreams": reports})
	} else {
		c.print(out.out, reports)
	}
	if err != nil {
		return err
	}
	return outcome(reports)
}

// mistake is told as those of other commands are, but is no drift.
func (c *probeCommand) mistake(out streams, err error) error {
	fmt.Fprintf(out.err, "quarry: %v\n", err)
	return errNotAsked
}

func (c *probeCommand) prober() (*probe.Prober, error) {
	keys, err := config.Pairs(config.List(config.LoadLocal().Keys))
	if err != nil {
		return nil, fmt.Errorf("QUARRY_KEYS: %w", err)
	}
	settings, err := sources.NewSettings(c.Source, keys)
	if err != nil {
		return nil, err
	}
	hosts, err := egress.ParseHosts(c.Hosts)
	if err != nil {
		return nil, err
	}
	how := fetch.Config{Hosts: hosts}
	return &probe.Prober{
		Settings: settings, Web: fetch.New(how), Subjects: c.Subject, Strict: c.Strict,
		Proxied: func(proxy *url.URL) upstream.Fetcher {
			behind := how
			behind.Proxy = proxy
			return fetch.New(behind)
		},
	}, nil
}

// probe asks several upstreams at once, as each keeps its own pace.
func (c *probeCommand) probe(ctx context.Context, p *probe.Prober, names []string) []probe.Report {
	const atOnce = 8
	reports := make([]probe.Report, len(names))
	var group errgroup.Group
	group.SetLimit(atOnce)
	for i, name := range names {
		group.Go(func() error {
			own, cancel := context.WithTimeout(ctx, c.Timeout)
			defer cancel()
			reports[i] = p.Probe(own, name)
			return nil
		})
	}
	_ = group.Wait() // no probe returns an error
	return reports
}

func (c *probeCommand) print(w io.Writer, reports []probe.Report) {
	for _, r := range reports {
		fmt.Fprintf(w, "%-18s %-8s %s\n", r.Upstream, r.State, strings.TrimSuffix(cmp.Or(r.Error, r.Note), "."))
		others := 0
		for _, f := range r.Findings {
			if f.Read || c.All || c.Strict {
				fmt.Fprintf(w, "  %s%s\n", f, unread(f))
			} else {
				others++
			}
		}
		if others > 0 {
			fmt.Fprintf(w, "  and %d that no parser reads; --all lists them\n", others)
		}
	}
}

func unread(f drift.Finding) string {
	if f.Read || f.Change == drift.Unknown {
		return ""
	}
	return " (not read)"
}

// outcome is the exit code as an error; nil is 0.
func outcome(reports []probe.Report) error {
	var err error
	for _, r := range reports {
		switch r.State {
		case probe.Drift:
			return errDrift
		case probe.Failed, probe.NoKey:
			err = errNotAsked
		case probe.Same, probe.Unknown:
		}
	}
	return err
}
