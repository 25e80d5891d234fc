package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/queue"
	code "github.com/quarryapi/quarry/internal/worker"
)

// TestNamesAndTimesAgree: the stack makes the queues that the code names, and gives
// a worker the time by which the code reckons its lease.
func TestNamesAndTimesAgree(t *testing.T) {
	t.Parallel()
	equal(t, queue.Deliveries, deliveries)
	for _, kind := range kinds.All() {
		equal(t, queue.KindQueue(kind.Kind), kindQueue(kind.Kind))
		equal(t, code.Timeout(kind), worker(kind).timeout)
	}
}

// TestVariablesAgree: a function is told every variable without which it does not
// start, and none that nothing reads.
func TestVariablesAgree(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../internal/config/config.go")
	if err != nil {
		t.Fatal(err)
	}
	var needed, read []string
	for _, call := range regexp.MustCompile(`(need|getenv)\("([A-Z0-9_]+)"\)`).FindAllStringSubmatch(string(source), -1) {
		read = append(read, call[2])
		if call[1] == "need" && call[2] != "AWS_REGION" { // Lambda sets this one itself
			needed = append(needed, call[2])
		}
	}
	if len(needed) == 0 {
		t.Fatal("internal/config is written in another way: this test has to follow")
	}
	for id, f := range resourcesOf[lambdaFunction](t, deployed(t), "AWS::Lambda::Function") {
		for _, name := range needed {
			if _, told := f.Environment.Variables[name]; !told {
				t.Errorf("%s is not told %s", id, name)
			}
		}
		for name := range f.Environment.Variables {
			if !slices.Contains(read, name) {
				t.Errorf("%s is told %s, which nothing reads", id, name)
			}
		}
	}
}

// TestNoLocalHosts: the variable that lets local runs reach addresses that the
// guarded dialer refuses never comes near an installation.
func TestNoLocalHosts(t *testing.T) {
	t.Parallel()
	for _, stack := range []*synthesis{deployed(t), templated(t)} {
		if strings.Contains(string(stack.raw), "QUARRY_HOSTS") {
			t.Error("the stack sets QUARRY_HOSTS")
		}
	}
}
