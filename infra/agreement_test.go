package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/lambdacontext"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/sweeper"
	code "github.com/quarryapi/quarry/internal/serve/worker"
)

// TestNamesAndTimesAgree: the stack makes the queues that the code names, and gives
// a worker the time by which the code reckons its lease.
func TestNamesAndTimesAgree(t *testing.T) {
	t.Parallel()
	equal(t, queue.Deliveries, deliveries)
	for _, w := range workers(kinds.All()) {
		equal(t, queue.Jobs(w.Name), jobQueue(w.Name))
		equal(t, code.Timeout(w), workerFunction(w).timeout)
	}
}

// TestVariablesAgree: a function is told every variable without which it does not
// start, and none that nothing reads.
func TestVariablesAgree(t *testing.T) {
	t.Parallel()
	needed, read := variables(t)
	for id, f := range resourcesOf[lambdaFunction](t, furnished(t), "AWS::Lambda::Function") {
		if f.FunctionName == "quarry-browser" || f.FunctionName == "quarry-pdf" {
			continue // see TestWhatWorkersInvokeFindsNothing
		}
		for _, name := range needed {
			if _, told := f.Environment.Variables[name]; !told {
				t.Errorf("%s is not told %s", id, name)
			}
		}
		for name := range f.Environment.Variables {
			if !slices.Contains(read, name) && name != "GOMEMLIMIT" { // which Go itself reads
				t.Errorf("%s is told %s, which nothing reads", id, name)
			}
		}
	}
}

// variables are those that a function cannot do without, Lambda's own left out, and all that functions read.
func variables(t *testing.T) (needed, read []string) {
	t.Helper()
	source, err := os.ReadFile("../internal/serve/config/config.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range regexp.MustCompile(`(need|getenv|pairs)\("([A-Z0-9_]+)"\)`).FindAllStringSubmatch(string(source), -1) {
		if !slices.Contains(read, call[2]) {
			read = append(read, call[2])
		}
		if call[1] == "need" && call[2] != "AWS_REGION" { // Lambda sets this one itself
			needed = append(needed, call[2])
		}
	}
	if len(needed) == 0 {
		t.Fatal("internal/serve/config is written in another way: this test has to follow")
	}
	return needed, read
}

// TestSweptLinesAgree: the lines that the alarms count are those that the sweeper
// writes, and no log level of the settings leaves them out.
func TestSweptLinesAgree(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{ReplaceAttr: lambdacontext.ReplaceAttr, Level: slog.LevelWarn}))
	if _, err := sweeper.New(&late{}, lateQueue{}, logger, nil).Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	line, err := parse[map[string]any](log.Bytes())
	if err != nil {
		t.Fatalf("%v in %s", err, &log)
	}
	type filter struct {
		FilterPattern         string
		MetricTransformations []struct{ MetricName, MetricNamespace, MetricValue string }
	}
	alarmed := map[string]bool{}
	for _, a := range resourcesOf[cloudAlarm](t, deployed(t), "AWS::CloudWatch::Alarm") {
		alarmed[a.Namespace+" "+a.MetricName] = true
	}
	filters := resourcesOf[filter](t, deployed(t), "AWS::Logs::MetricFilter")
	swept := 0
	for _, f := range filters {
		metric := f.MetricTransformations[0]
		if strings.Contains(f.FilterPattern, "platform.report") {
			continue // of a line of Lambda's: TestFailedFunctionsAreCounted
		}
		swept++
		equal(t, "$."+metric.MetricName, metric.MetricValue)
		equal(t, "quarry", metric.MetricNamespace)
		equal(t, fmt.Sprintf(`{ ($.message = "%s") && ($.%s > 0) }`, line["message"], metric.MetricName), f.FilterPattern)
		if !alarmed[metric.MetricNamespace+" "+metric.MetricName] {
			t.Errorf("no alarm looks at %s", metric.MetricName)
		}
		if _, counted := line[metric.MetricName].(float64); !counted {
			t.Errorf("the sweeper does not log %s: %s", metric.MetricName, &log)
		}
	}
	equal(t, 3, swept)
}

// late is a store with a single queued job that nobody took, and a queue.
type late struct {
	sweeper.Store
	told atomic.Bool
}

func (l *late) Due(context.Context, store.DueQuery) ([]store.Due, store.DueCursor, error) {
	if l.told.Swap(true) {
		return nil, store.DueCursor{}, nil
	}
	return []store.Due{{Job: &job.Job{ID: "job_1", Status: job.Queued, CreatedAt: time.Now()}, Ready: time.Now()}}, store.DueCursor{}, nil
}

func (*late) Touch(context.Context, *job.Job, time.Duration) (bool, error) { return true, nil }

type lateQueue struct{ sweeper.Queue }

func (lateQueue) SendJob(context.Context, string, queue.Job, time.Duration) error { return nil }

func (lateQueue) Waiting(context.Context, string) (int, error) { return 0, nil }

// TestNoLocalHosts: the variable that lets local runs reach addresses that the
// guarded dialer refuses never comes near an installation.
func TestNoLocalHosts(t *testing.T) {
	t.Parallel()
	for _, stack := range []*synthesis{deployed(t), furnished(t), emulated(t)} {
		if strings.Contains(string(stack.raw), "QUARRY_HOSTS") {
			t.Error("the stack sets QUARRY_HOSTS")
		}
	}
}

// TestNoRunners: the stack needs what kinds declare. What their jobs are done with
// would only make it compile for longer, and grow its go.sum.
func TestNoRunners(t *testing.T) {
	t.Parallel()
	build, ok := debug.ReadBuildInfo()
	if !ok || len(build.Deps) == 0 {
		t.Fatal("the test binary does not know what it is made of")
	}
	for _, d := range build.Deps {
		for _, module := range []string{"github.com/go-rod/", "github.com/projectdiscovery/", "github.com/miekg/", "github.com/mmcdole/", "github.com/openrdap/"} {
			if strings.HasPrefix(d.Path, module) {
				t.Errorf("the stack links %s", d.Path)
			}
		}
	}
}
