package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"time"
)

// startRuns is how often each function is started; the runs of all take turns, so
// that a slow moment of the machine meets all alike.
const startRuns = 20

// started are the functions whose start has a goal, as a ratio over a bare one.
var started = []struct {
	pkg  string
	goal string
}{
	{"./internal/cmd/bench/bare", "1"},
	{"./functions/api-submit", "≤ 1.5"},
	{"./functions/worker-url", "≤ 1.5"},
	{"./functions/api-read", ""},
	{"./functions/webhook-stream", ""},
	{"./functions/sweeper", ""},
}

// measureStarts times functions from the start of the process to the first poll of
// a Runtime API, which is what a cold start adds to a call.
func measureStarts(ctx context.Context, shop *workshop) error {
	api, err := newRuntimeAPI(ctx)
	if err != nil {
		return err
	}
	defer api.close()
	times := make([][]time.Duration, len(started))
	binaries := make([]string, len(started))
	for i, f := range started {
		if binaries[i], err = shop.build(ctx, f.pkg); err != nil {
			return err
		}
	}
	for range startRuns {
		for i, binary := range binaries {
			took, err := api.start(ctx, binary)
			if err != nil {
				return fmt.Errorf("%s: %w", started[i].pkg, err)
			}
			times[i] = append(times[i], took)
		}
	}
	fmt.Printf("start of a function, process to first poll, median of %d\n", startRuns)
	fmt.Printf("  %-30s %10s %8s  %s\n", "function", "ms", "ratio", "goal")
	floor := median(times[0])
	for i, f := range started {
		m := median(times[i])
		fmt.Printf("  %-30s %10.2f %8.2f  %s\n", f.pkg, float64(m.Microseconds())/1000, float64(m)/float64(floor), f.goal)
	}
	return nil
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
func (a *runtimeAPI) start(ctx context.Context, binary string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary)
	cmd.Env = []string{
		"AWS_LAMBDA_RUNTIME_API=" + a.addr, "AWS_REGION=eu-central-1", "AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY=b",
		"QUARRY_CORE_TABLE=core", "QUARRY_EDGE_TABLE=edge", "QUARRY_RESULTS_BUCKET=results", "QUARRY_QUEUE_PREFIX=http://127.0.0.1/q-", "QUARRY_CURSOR_KEY=bench",
		"AWS_LAMBDA_FUNCTION_NAME=bench", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=256",
	}
	cmd.Stderr = os.Stderr
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	select {
	case at := <-a.polled:
		return at.Sub(begin), nil
	case <-ctx.Done():
		return 0, errors.New("it never polled")
	}
}
