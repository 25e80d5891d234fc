package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/shown"
	"github.com/quarryapi/quarry/internal/webtest"
)

const (
	// renderRuns is how often the app is rendered in each way; the median counts.
	renderRuns = 15
	// app is the page of the sample web that scripts fill, and rendered what only they write.
	app, rendered = "http://app.test/", "Wanderer"
)

// measureRenders prints how long the sample app takes in the browser, beside a plain
// fetch of it, and what Chromium holds meanwhile.
func measureRenders(ctx context.Context, _ *workshop) error {
	web, err := webtest.New().Listen(ctx, "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer web.Close()
	hosts, err := egress.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		return err
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	defer client.CloseIdle()
	b := browser.New(browser.Config{Path: config.LoadLocal().Chromium, Hosts: hosts})
	defer b.Close()
	visit := func(v shown.Visit) func() error {
		v.URL = app
		return func() error {
			page, err := b.Visit(ctx, v)
			if err == nil && !strings.Contains(page.HTML, rendered) {
				err = fmt.Errorf("the page lacks %q", rendered)
			}
			return err
		}
	}
	began := time.Now()
	if err := visit(shown.Visit{})(); err != nil {
		return err
	}
	fmt.Printf("the sample app, median of %d; the ratio is over a plain fetch of its document\n", renderRuns)
	fmt.Printf("  first visit, Chromium's start with it  %8.1f ms\n", milliseconds(time.Since(began)))
	peak := watchMemory(b)
	var floor time.Duration
	for _, way := range []struct {
		name string
		do   func() error
	}{
		{"plain fetch", func() error { _, err := client.Do(ctx, fetch.Request{URL: app}); return err }},
		{"visit until its content is there", visit(shown.Visit{BlockMedia: true, Wait: shown.Wait{Selector: "table td"}})},
		{"visit until the network is quiet", visit(shown.Visit{BlockMedia: true})},
		{"visit with images and a screenshot", visit(shown.Visit{Screenshot: &shown.Screenshot{}})},
	} {
		took, err := medianOf(renderRuns, way.do)
		if err != nil {
			return fmt.Errorf("%s: %w", way.name, err)
		}
		if floor == 0 {
			floor = took
		}
		fmt.Printf("  %-38s %8.1f ms %8.0f\n", way.name, milliseconds(took), took.Seconds()/floor.Seconds())
	}
	m := peak()
	fmt.Printf("  Chromium at its peak: %.0f MB resident in all its processes, %.0f MB of that its own\n",
		float64(m.RSS)/(1<<20), float64(m.Private)/(1<<20))
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func medianOf(runs int, do func() error) (time.Duration, error) {
	var times []time.Duration
	for range runs {
		began := time.Now()
		if err := do(); err != nil {
			return 0, err
		}
		times = append(times, time.Since(began))
	}
	return median(times), nil
}

// watchMemory looks at Chromium's memory until the function that it returns is called,
// which gives the most that it held.
func watchMemory(b *browser.Browser) (stop func() chromium.Memory) {
	done, peak := make(chan struct{}), make(chan chromium.Memory)
	go func() {
		var most chromium.Memory
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				m := b.Memory()
				most.RSS, most.Private = max(most.RSS, m.RSS), max(most.Private, m.Private)
			case <-done:
				peak <- most
				return
			}
		}
	}()
	return func() chromium.Memory {
		close(done)
		return <-peak
	}
}
