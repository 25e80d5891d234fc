package main

import (
	"cmp"
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

// startRuns is how often each function is started; the runs of all take turns, so
// that a slow moment of the machine meets all alike.
const startRuns = 20

// Goals of starts, as ratios over a bare function.
const (
	// goalPlain is for the API and for workers that need no browser: callers wait for them.
	goalPlain = 1.5
	goalRest  = 2.0
)

// beyond are ceilings of functions that do not meet their goal, for the gate; ADR 0067 says why.
var beyond = map[string]float64{
	"api-submit": 1.9, "api-read": 2.4, "worker-url": 1.8, "worker-infra": 1.7, "worker-research": 2.0, "worker-search-answer": 2.6,
	"worker-company": 2.3,
}

// tolerance is how much more a measurement may be before the gate fails, since other programs make all starts
// slower in different parts; who is beyond it is measured again, attempts times at most.
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
// a Runtime API, which is what a cold start adds to a call: processor time, of which the
// least of all runs is what the function needs, whatever else the machine does.
func measureStarts(ctx context.Context, shop *workshop) error { //nolint:gocognit // rounds within attempts, and a table
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
	least := make([]startCost, len(binaries))
	ratio := func(i int) float64 { return float64(least[i].cpu) / float64(least[0].cpu) }
	ceiling := func(i int) float64 {
		name := filepath.Base(binaries[i])
		return tolerance * cmp.Or(beyond[name], goal(name, workers))
	}
	for attempt := range attempts {
		for range startRuns {
			for i, binary := range binaries {
				if attempt > 0 && i > 0 && ratio(i) <= ceiling(i) {
					continue
				}
				cost, err := api.start(ctx, binary)
				if err != nil {
					return fmt.Errorf("%s: %w", filepath.Base(binary), err)
				}
				least[i] = least[i].orLess(cost)
			}
		}
	}
	fmt.Printf("start of a function, process to first poll, least of %d or more\n", startRuns)
	fmt.Printf("  %-26s %8s %8s %8s %6s  %s\n", "function", "CPU ms", "ratio", "ms", "faults", "goal")
	var slow []string
	for i, binary := range binaries {
		name := filepath.Base(binary)
		limit, verdict := goal(name, workers), ""
		if ratio(i) > limit {
			verdict = " missed"
		}
		if ratio(i) > ceiling(i) {
			slow = append(slow, fmt.Sprintf("%s takes %.2f times a bare start, more than %.2f", name, ratio(i), ceiling(i)))
		}
		fmt.Printf("  %-26s %8.2f %8.2f %8.2f %6d  ≤ %.1f%s\n", name, ms(least[i].cpu), ratio(i), ms(least[i].took), least[i].faults, limit, verdict)
	}
	if shop.gate && len(slow) > 0 {
		return errors.New(strings.Join(slow, "\n"))
	}
	return nil
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
		"QUARRY_BROWSER_FUNCTION=browser", "QUARRY_STACK=bench", "AWS_LAMBDA_FUNCTION_NAME=bench", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=256",
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
