// Command bench prints the figures that the design sets, as ratios within one run
// wherever two things can be compared: machines differ, ratios hold.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
)

// section is one table of figures.
type section struct {
	name string
	run  func(context.Context, *workshop) error
}

var sections = []section{
	{"start", measureStarts},
	{"calls", countCalls},
	{"page", measurePages},
	{"parts", measureParts},
	{"engine", measureEngine},
	{"jobs", measureJobs},
	{"fairness", underLoad("fairness")},
	{"deliveries", underLoad("webhooks", "-hooks", "40s")},
	{"sitemap", measureSitemap},
	{"crawl", measureCrawl},
	{"site", measureRenders},
	{"social", measureSocial},
	{"research", measureResearch},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	only := flags.String("only", "", "comma-separated sections: start, calls, page, parts, engine, jobs, fairness, deliveries, sitemap, crawl, site, social, research")
	crawlPages := flags.Int("crawl-pages", 50_000, "how many pages the site has that is crawled")
	gate := flags.Bool("gate", false, "fail where a start takes more than its ceiling")
	if err := flags.Parse(args); err != nil {
		return err
	}
	shop, err := openWorkshop(*gate)
	if err != nil {
		return err
	}
	defer shop.close()
	shop.crawlPages = *crawlPages
	for _, s := range sections {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), s.name) {
			continue
		}
		if err := s.run(ctx, shop); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Println()
	}
	return nil
}
