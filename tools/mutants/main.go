// Mutants says what the tests of packages would not notice. It changes one small thing at
// a time in a sample of places, runs the package's own tests, and lists the changes that
// they let pass. See `make mutants`.
//
// gremlins was weighed: it takes no sample, copies the whole checkout for each worker, and
// neither leaves statements out nor changes what is returned.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/tools/mutants/mutate"
	"github.com/quarryapi/quarry/tools/mutants/trial"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type options struct {
	dir            string
	sample, jobs   int
	seed           uint64
	memory         int
	with, patterns []string
	breaks, module string
	only           part
}

func read(args []string) (options, error) {
	var o options
	var with, only string
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	flags.StringVar(&o.dir, "dir", ".", "the module")
	flags.IntVar(&o.sample, "sample", 50, "how many mutants are tried; 0 for all")
	flags.Uint64Var(&o.seed, "seed", 1, "which sample")
	flags.IntVar(&o.jobs, "jobs", 2, "how many are tried at once")
	flags.IntVar(&o.memory, "memory", 4, "GiB that each process of a test may write to; 0 for no bound")
	flags.StringVar(&with, "with", "", "packages whose tests judge, too, apart by spaces")
	flags.StringVar(&o.breaks, "breaks", "", "a list of breaks to try instead of every small change")
	flags.StringVar(&o.module, "module", "github.com/quarryapi/quarry", "the path of the module, for a list's folders")
	flags.StringVar(&only, "only", "", "which breaks of the list, such as 3-10")
	if err := flags.Parse(args); err != nil {
		return o, err //nolint:wrapcheck // flag names the flag
	}
	o.patterns, o.with = flags.Args(), strings.Fields(with)
	if len(o.patterns) == 0 && o.breaks == "" {
		return o, fmt.Errorf("name the packages")
	}
	var err error
	o.only, err = parsePart(only)
	return o, err
}

func run(ctx context.Context, args []string, out io.Writer) error {
	o, err := read(args)
	if err != nil {
		return err
	}
	if o.dir, err = filepath.Abs(o.dir); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	bench := &trial.Bench{Dir: o.dir, Temp: temp, Memory: o.memory, Slack: 10 * time.Second, Now: time.Now}
	if o.breaks != "" {
		return o.listed(ctx, out, bench)
	}
	all, err := mutate.Packages(o.dir, o.patterns...)
	if err != nil {
		return err
	}
	own, err := bench.Packages(ctx, o.patterns...)
	if err != nil {
		return err
	}
	var others []trial.Package
	if len(o.with) > 0 {
		with, err := bench.Packages(ctx, o.with...)
		if err != nil {
			return err
		}
		others = slices.SortedFunc(maps.Values(with), func(a, b trial.Package) int { return cmp.Compare(a.Path, b.Path) })
	}
	rand.New(rand.NewPCG(o.seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	tried, err := sample(ctx, all, o, func(ctx context.Context, m *mutate.Mutant) (trial.Verdict, error) {
		return bench.Try(ctx, m, append([]trial.Package{judge(own, m.Package)}, others...)...)
	})
	if err != nil {
		return err
	}
	report(out, o.dir, len(all), tried)
	return nil
}

// judge is the package itself or, for one without tests, the nearest that it lies in and
// that has some: that one's tests are its own.
func judge(all map[string]trial.Package, name string) trial.Package {
	for above := name; above != "."; above = path.Dir(above) {
		if all[above].Tests {
			return all[above]
		}
	}
	return all[name]
}

type outcome struct {
	mutant  *mutate.Mutant
	verdict trial.Verdict
	err     error
}

// sample tries the first mutants that build, so that a seed gives the same ones again.
func sample(ctx context.Context, all []mutate.Mutant, o options, verdict func(context.Context, *mutate.Mutant) (trial.Verdict, error)) ([]outcome, error) {
	var tried []outcome
	for len(all) > 0 && (o.sample == 0 || built(tried) < o.sample) {
		n := len(all)
		if o.sample > 0 {
			n = min(n, o.sample-built(tried))
		}
		round := make([]outcome, n)
		places := make(chan struct{}, o.jobs)
		var wg sync.WaitGroup
		for i := range round {
			places <- struct{}{}
			wg.Go(func() {
				defer func() { <-places }()
				round[i].mutant = &all[i]
				round[i].verdict, round[i].err = verdict(ctx, &all[i])
			})
		}
		wg.Wait()
		for i := range round {
			if round[i].err != nil {
				return nil, round[i].err
			}
		}
		tried, all = append(tried, round...), all[n:]
	}
	return tried, nil
}

func built(tried []outcome) int {
	return len(tried) - count(tried, trial.DoesNotBuild)
}

func count(tried []outcome, v trial.Verdict) (n int) {
	for _, t := range tried {
		if t.verdict == v {
			n++
		}
	}
	return n
}

func report(out io.Writer, dir string, places int, tried []outcome) {
	var alive []mutate.Mutant
	for _, t := range tried {
		if t.verdict == trial.Survived {
			alive = append(alive, *t.mutant)
		}
	}
	slices.SortFunc(alive, func(a, b mutate.Mutant) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.What, b.What))
	})
	for _, m := range alive {
		if rel, err := filepath.Rel(dir, m.File); err == nil {
			m.File = rel
		}
		fmt.Fprintln(out, &m)
	}
	n := built(tried)
	fmt.Fprintf(out, "%d of %d mutants killed (%.0f %%), %d of them by their time; %d survived; %d more do not build; %d places in all\n",
		n-len(alive), n, 100*float64(n-len(alive))/float64(max(n, 1)), count(tried, trial.TimedOut), len(alive), count(tried, trial.DoesNotBuild), places)
}
