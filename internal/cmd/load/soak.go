package main

import (
	"context"
	"fmt"
	"time"
)

const (
	// soakers make jobs all the time.
	soakers = 8
	// looks is how often the memory is looked at.
	looks = 5
)

// measureSoak keeps a service busy and watches its memory. The first part warms it up.
func measureSoak(ctx context.Context, p plan) error {
	s, err := start(ctx, p)
	if err != nil {
		return err
	}
	defer s.stop()
	fmt.Printf("memory while %d clients make jobs for %s\n", soakers, p.soak)
	fmt.Printf("  %8s %10s %12s %s\n", "after", "jobs", "MB", timesHead)
	for look := range looks {
		all, err := repeat(ctx, soakers, p.soak/looks, func(ctx context.Context) error {
			_, err := s.scrape(ctx, `{"url":"http://article.test/"}`)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Printf("  %8s %10d %12.1f %s\n", (p.soak * time.Duration(look+1) / looks).Round(time.Second), len(all),
			float64(s.used().resident)/(1<<20), all)
	}
	return nil
}
