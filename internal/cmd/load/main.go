// Command load measures a whole local service under load, as a process of its own beside
// the clients and receivers in this one. It prints the figures of docs/performance.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"
)

// plan is what to measure, and for how long.
type plan struct {
	binary string
	each   time.Duration // each number of clients
	hooks  time.Duration // each number of endpoints
	rate   int           // events a second
	jobs   int           // of the queue that is drained
	soak   time.Duration
	rounds int // of fairness
}

// sections are the tables of figures, each over a service of its own.
var sections = []struct {
	name string
	run  func(context.Context, plan) error
}{
	{"calls", measureCalls},
	{"webhooks", measureWebhooks},
	{"drain", measureDrain},
	{"fairness", measureFairness},
	{"soak", measureSoak},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "load: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	var p plan
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	only := flags.String("only", "", "comma-separated sections: calls, webhooks, drain, fairness, soak")
	flags.StringVar(&p.binary, "binary", "bin/quarry", "the service's program")
	flags.DurationVar(&p.each, "each", 5*time.Second, "how long each number of clients calls")
	flags.DurationVar(&p.hooks, "hooks", time.Minute, "how long events are sent to each number of endpoints")
	flags.IntVar(&p.rate, "rate", 20, "events a second")
	flags.IntVar(&p.jobs, "jobs", 10_000, "how many jobs wait in the queue that is drained")
	flags.IntVar(&p.rounds, "rounds", 7, "how often a neighbour is measured beside each crowd")
	flags.DurationVar(&p.soak, "soak", time.Minute, "how long the service is kept busy while its memory is watched")
	if err := flags.Parse(args); err != nil {
		return err
	}
	for _, s := range sections {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), s.name) {
			continue
		}
		if err := s.run(ctx, p); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Println()
	}
	return nil
}
