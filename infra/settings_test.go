package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadSettings(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		context map[string]any
		want    settings
	}{
		"nothing said": {
			map[string]any{},
			settings{stackName: "quarry", logLevel: "info", dist: "../dist"},
		},
		"all said": {
			map[string]any{
				"stackName": "q2", "userAgent": "Acme/1 (+https://example.com/bot)", "alarmEmail": "ops@example.com", "logLevel": "debug", "dist": "/tmp/d",
			},
			settings{stackName: "q2", userAgent: "Acme/1 (+https://example.com/bot)", alarmEmail: "ops@example.com", logLevel: "debug", dist: "/tmp/d"},
		},
		"a template by the command line": {
			map[string]any{"template": "true"},
			settings{stackName: "quarry", logLevel: "info", template: true, dist: "../functions"},
		},
		"a template by cdk.json": {
			map[string]any{"template": true},
			settings{stackName: "quarry", logLevel: "info", template: true, dist: "../functions"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := readSettings(func(name string) any { return test.context[name] }); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// TestCheck: what is missing is said before the CDK panics over it.
func TestCheck(t *testing.T) {
	t.Parallel()
	dist := t.TempDir()
	if err := os.Mkdir(filepath.Join(dist, "built"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dist, "built", "bootstrap"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	built, unbuilt := function{name: "built"}, function{name: "unbuilt"}
	if err := (settings{dist: dist, logLevel: "info"}).check([]function{built}); err != nil {
		t.Errorf("refuses what is complete: %v", err)
	}
	err := settings{dist: dist, template: true, logLevel: "info"}.check([]function{built})
	if err == nil || !strings.Contains(err.Error(), "no main.go") {
		t.Errorf("got %v for a template without sources", err)
	}
	err = settings{dist: dist, logLevel: "loud"}.check([]function{built, unbuilt})
	for _, want := range []string{`logLevel is "loud"`, "for unbuilt: run make functions"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to say %q", err, want)
		}
	}
}
