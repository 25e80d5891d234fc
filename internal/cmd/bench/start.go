package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

// startRuns is how often each function is started, right after a bare one each time: what makes the machine slow
// makes both slow, so that the median of their ratios hardly depends on it.
const startRuns = 20

// Goals of starts, as ratios over a bare function.
const (
	// goalPlain is for the API and for workers that need no browser: callers wait for them.
	goalPlain = 1.5
	goalRest  = 2.0
)

// tolerance is how much more a measurement may be before the gate fails; who is beyond it is measured
// again, attempts times at most, and the least counts.
const (
	tolerance = 1.1
	attempts  = 3
)

// goal is the most that the start of a function shall take.
func goal(name string, workers map[string]kind.Function) float64 {
	w, isWorker := workers[strings.TrimPrefix(name, "worker-")]
	if strings.HasPrefix(name, "api-") || isWorker && !w.Browser {
		return goalPlain
	}
	return goalRest
}

// measureStarts measures functions from the start of the process to the first poll of
// a Runtime API, which is what a cold start adds to a call: processor time, over that of a bare function.
func measureStarts(ctx context.Context, shop *workshop) error {
	api, err := newRuntimeAPI(ctx)
	if err != nil {
		return err
	}
	defer api.close()
	binaries, err := shop.functions(ctx)
	if err != nil {
		return err
	}
	workers := map[string]kind.Function{}
	for _, def := range kinds.All() {
		for _, w := range def.Functions {
			workers[w.Name] = w
		}
	}
	fmt.Printf("start of a function, process to first poll, over a bare one right before it: median of %d\n", startRuns)
	fmt.Printf("  %-26s %8s %8s %8s %6s  %s\n", "function", "CPU ms", "ratio", "ms", "faults", "goal")
	var slow []string
	for _, binary := range binaries[1:] {
		name := filepath.Base(binary)
		limit, verdict := goal(name, workers), ""
		ceiling := tolerance * limit
		cost, err := api.compare(ctx, binaries[0], binary, ceiling)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if cost.ratio > limit {
			verdict = " missed"
		}
		if cost.ratio > ceiling {
			slow = append(slow, fmt.Sprintf("%s takes %.2f times a bare start, more than %.2f", name, cost.ratio, ceiling))
		}
		fmt.Printf("  %-26s %8.2f %8.2f %8.2f %6d  ≤ %.1f%s\n", name, ms(cost.cpu), cost.ratio, ms(cost.took), cost.faults, limit, verdict)
	}
	if shop.gate && len(slow) > 0 {
		return errors.New(strings.Join(slow, "\n"))
	}
	return nil
}

// compare measures a function beside a bare one, again while it takes more than a ceiling.
func (a *runtimeAPI) compare(ctx context.Context, bare, binary string, ceiling float64) (compared, error) {
	var c compared
	for range attempts {
		ratios := make([]float64, 0, startRuns)
		for range startRuns {
			floor, err := a.start(ctx, bare)
			if err != nil {
				return c, err
			}
			cost, err := a.start(ctx, binary)
			if err != nil {
				return c, err
			}
			c.startCost = c.orLess(cost)
			ratios = append(ratios, float64(cost.cpu)/float64(floor.cpu))
		}
		slices.Sort(ratios)
		if got := ratios[len(ratios)/2]; c.ratio == 0 || got < c.ratio {
			c.ratio = got
		}
		if c.ratio <= ceiling {
			break
		}
	}
	return c, nil
}

// compared is the least that starts of a function took, and how much that is of a bare one's.
type compared struct {
	startCost

	ratio float64
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// startCost is what one start took.
type startCost struct {
	cpu, took time.Duration
	faults    int64 // pages that were mapped at their first touch
}

// orLess is the lesser of both in each respect; nothing at all is none.
func (c startCost) orLess(other startCost) startCost {
	if c == (startCost{}) {
		return other
	}
	return startCost{min(c.cpu, other.cpu), min(c.took, other.took), min(c.faults, other.faults)}
}

func median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

// runtimeAPI is the part of the Lambda Runtime API that a function polls first.
type runtimeAPI struct {
	server *http.Server
	addr   string
	polled chan time.Time
}

func newRuntimeAPI(ctx context.Context) (*runtimeAPI, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	a := &runtimeAPI{addr: l.Addr().String(), polled: make(chan time.Time, 1)}
	a.server = &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		a.polled <- time.Now()
		<-r.Context().Done() // there is never an event
	})}
	go func() { _ = a.server.Serve(l) }()
	return a, nil
}

func (a *runtimeAPI) close() { _ = a.server.Close() }

// start runs a function until its first poll.
func (a *runtimeAPI) start(ctx context.Context, binary string) (startCost, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary)
	cmd.Env = []string{
		"AWS_LAMBDA_RUNTIME_API=" + a.addr, "AWS_REGION=eu-central-1", "AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY=b",
		"QUARRY_CORE_TABLE=core", "QUARRY_EDGE_TABLE=edge", "QUARRY_RESULTS_BUCKET=results", "QUARRY_QUEUE_PREFIX=http://127.0.0.1/q-", "QUARRY_CURSOR_KEY=bench",
		"QUARRY_BROWSER_FUNCTION=browser", "QUARRY_PDF_FUNCTION=pdf", "QUARRY_STACK=bench", "AWS_LAMBDA_FUNCTION_NAME=bench", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=256",
	}
	cmd.Stderr = os.Stderr
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return startCost{}, err
	}
	select {
	case at := <-a.polled:
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return costOf(cmd.ProcessState, at.Sub(begin)), nil
	case <-ctx.Done():
		_ = cmd.Wait()
		return startCost{}, errors.New("it never polled")
	}
}
