package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/preflight"
)

func TestReservations(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		account string
		want    map[string]int
		refused string
	}{
		"not said":            {"", nil, ""},
		"a usual account":     {"1000", map[string]int{"sweeper": 2, "dead-letter": 2, "webhook-stream": 40, "api-submit": 382}, ""},
		"as few as possible":  {"210", map[string]int{"sweeper": 2, "dead-letter": 2, "webhook-stream": 40, "api-submit": 66}, ""},
		"one less":            {"209", nil, "AWS keeps 100"},
		"a new account":       {"10", nil, "AWS keeps 100"},
		"what is no number":   {"many", nil, "quarry admin doctor"},
		"less than is needed": {"-5", nil, "AWS keeps 100"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := settings{accountConcurrency: c.account}.reservations()
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("reservations of %q mismatch (-want +got):\n%s", c.account, diff)
			}
			if (err != nil) != (c.refused != "") || err != nil && !strings.Contains(err.Error(), c.refused) {
				t.Errorf("got error %v of %q, want one that says %q", err, c.account, c.refused)
			}
		})
	}
}

func TestConcurrencyIsASetting(t *testing.T) {
	t.Parallel()
	got, err := settings{concurrency: "url=200, crawler=2"}.concurrencies(kinds.All())
	if diff := cmp.Diff(map[string]int{"url": 200, "crawler": 2}, got); diff != "" || err != nil {
		t.Errorf("got error %v, concurrency mismatch (-want +got):\n%s", err, diff)
	}
	for _, wrong := range []string{"url=1", "url=1001", "url=all", "none=5", "sweeper=5", "url"} {
		if _, err := (settings{concurrency: wrong}).concurrencies(kinds.All()); err == nil || !strings.Contains(err.Error(), "setting concurrency") {
			t.Errorf("got error %v of %q, want one of the setting", err, wrong)
		}
	}
}

// TestLimitsInTheStack: what the settings say is in the template, and an organization's share follows.
func TestLimitsInTheStack(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	functions := resourcesOf[struct {
		FunctionName                 ref
		ReservedConcurrentExecutions int
		Environment                  struct{ Variables map[string]any }
	}](t, s, "AWS::Lambda::Function")
	reserved, told := map[string]int{}, map[string]any{}
	for _, f := range functions {
		name := strings.TrimPrefix(string(f.FunctionName), "quarry-")
		if f.ReservedConcurrentExecutions > 0 {
			reserved[name] = f.ReservedConcurrentExecutions
		}
		if v, ok := f.Environment.Variables["QUARRY_CONCURRENCY"]; ok {
			told[name] = v
		}
	}
	want := map[string]int{"sweeper": 2, "dead-letter": 2, "webhook-stream": 40, "api-submit": 382}
	if diff := cmp.Diff(want, reserved); diff != "" {
		t.Errorf("reserved concurrency mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]any{"worker-kind0": "200"}, told); diff != "" {
		t.Errorf("workers that know of another concurrency mismatch (-want +got):\n%s", diff)
	}
	runs := map[string]int{}
	for _, source := range resourcesOf[eventSource](t, s, "AWS::Lambda::EventSourceMapping") {
		name := strings.TrimPrefix(string(functions[string(source.FunctionName)].FunctionName), "quarry-")
		runs[name] = source.ScalingConfig.MaximumConcurrency
	}
	maps.DeleteFunc(runs, func(name string, _ int) bool {
		return name != "worker-kind0" && name != "worker-kind1" && name != "webhook-retry"
	})
	if diff := cmp.Diff(map[string]int{"worker-kind0": 200, "worker-kind1": 20, "webhook-retry": 5}, runs); diff != "" {
		t.Errorf("maximum concurrency mismatch (-want +got):\n%s", diff)
	}
	if names := slices.Sorted(maps.Keys(reserved)); !slices.Equal(names, slices.Sorted(slices.Values(preflight.Reserving()))) {
		t.Errorf("got reservations of %q, want those that the doctor counts", names)
	}
	if raw := string(deployed(t).raw); strings.Contains(raw, "ReservedConcurrentExecutions") {
		t.Error("got reserved concurrency without the account's number, want none: AWS would refuse it in a new account")
	}
}
