package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/sources/youtube"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
)

// crawlSize is how many items a deep crawl may ask for.
const crawlSize = 1000

// crawl is a list that a source reads out of its replay.
type crawl struct {
	name string
	read func(context.Context) ([]social.Item, error)
}

// measureSocial prints how fast the sources read the largest lists of their replays,
// the replays and the way over loopback included, and what a thousand items take.
func measureSocial(ctx context.Context, _ *workshop) error {
	up, stop, err := replays(ctx)
	if err != nil {
		return err
	}
	defer stop()
	fmt.Println("lists of the replays, read through loopback in the same process; memory over idle at the peak, with the result's JSON")
	for _, c := range crawls(up) {
		var items []social.Item
		read := func() (err error) {
			if items, err = c.read(ctx); err == nil {
				_, err = json.Marshal(items)
			}
			return err
		}
		if err := read(); err != nil { // opens the connections
			return fmt.Errorf("%s: %w", c.name, err)
		}
		took, err := fastest(read)
		if err != nil {
			return err
		}
		peak, err := peakOf(read)
		if err != nil {
			return err
		}
		fmt.Printf("  %-36s %5d items %9.0f items/s %8.1f MB\n", c.name, len(items), float64(len(items))/took.Seconds(), float64(peak)/(1<<20))
	}
	fmt.Println("  (goal for a thousand items: 64 MB over the idle worker)")
	return nil
}

// replays starts the sample web and returns the upstreams that it stands for.
func replays(ctx context.Context) (up *upstream.Set, stop func(), err error) {
	server, err := webtest.New().Listen(ctx, "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	hosts, err := egress.ParseHosts([]string{server.HostsRule()})
	if err != nil {
		return nil, nil, err
	}
	settings, err := sources.NewSettings(server.Web().Sources(), server.Web().Keys())
	if err != nil {
		return nil, nil, err
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	return upstream.NewSet(client, settings, time.Now), func() { client.CloseIdle(); _ = server.Close() }, nil
}

func crawls(up *upstream.Set) []crawl {
	return []crawl{
		{"Reddit, a community by the API", func(ctx context.Context) ([]social.Item, error) {
			page, err := reddit.From(up, time.Now).Posts(ctx, permalink.Place{Subreddit: "gaugereadings"}, "", crawlSize)
			return page.Items, err
		}},
		{"Hacker News, a discussion", func(ctx context.Context) ([]social.Item, error) {
			thread, err := hackernews.From(up).Thread(ctx, "9000", crawlSize)
			if err != nil {
				return nil, err
			}
			return thread.Comments(0, crawlSize), nil
		}},
		{"X, a timeline", func(ctx context.Context) ([]social.Item, error) {
			list, err := x.From(up, time.Now).Search(ctx, "from:tidewatch", x.Walk{PageSize: 200})
			return list.Items, err
		}},
		{"YouTube, a channel's three tabs", func(ctx context.Context) ([]social.Item, error) {
			page, err := youtube.From(up, time.Now).Channel(ctx, "@marrowfen", "", crawlSize)
			if err != nil {
				return nil, err
			}
			return page.Items, nil
		}},
	}
}
