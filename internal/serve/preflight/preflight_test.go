package preflight_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/preflight"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	workers := []kind.Function{{Name: "url", Documents: true, Concurrency: 50}, {Name: "site", Browser: true, Concurrency: 100}, {Name: "rss", Concurrency: 200}}
	usual := preflight.Account{Region: "eu-central-1", Known: true, Concurrency: 1000, Unreserved: 1000, CodeBytes: 1 << 30, CodeLimit: 75 << 30}
	for name, c := range map[string]struct {
		change func(*preflight.Account)
		levels []preflight.Level // of concurrency, reservations, code and services, then of what is optional
		worst  preflight.Level
		says   string
	}{
		"a usual account": {
			func(*preflight.Account) {},
			[]preflight.Level{"ok", "ok", "ok", "ok"},
			"ok", "all workers together use about 500, 200 of them of rss, and 150 for what",
		},
		"a new account": {
			func(a *preflight.Account) { a.Concurrency, a.Unreserved = 10, 10 },
			[]preflight.Level{"warn", "warn", "ok", "ok"},
			"warn", "stop all of these for up to 25 s",
		},
		"an account that others use": {
			func(a *preflight.Account) { a.Unreserved = 499 },
			[]preflight.Level{"warn", "ok", "ok", "ok"},
			"warn", "functions are throttled",
		},
		"an account of which the installation has kept its part": {
			func(a *preflight.Account) { a.Unreserved, a.Own = 574, 426 },
			[]preflight.Level{"ok", "ok", "ok", "ok"},
			"ok", "Set accountConcurrency to 1000 at most",
		},
		"a small one of which it has": {
			func(a *preflight.Account) { a.Concurrency, a.Unreserved, a.Own = 500, 274, 226 },
			[]preflight.Level{"ok", "ok", "ok", "ok"},
			"ok", "Set accountConcurrency to 500 at most",
		},
		"less than can be reserved of": {
			func(a *preflight.Account) { a.Unreserved = 209 },
			[]preflight.Level{"warn", "warn", "ok", "ok"},
			"warn", "Leave accountConcurrency out",
		},
		"limits that nobody may ask for": {
			func(a *preflight.Account) { a.Known = false },
			[]preflight.Level{"warn", "ok"},
			"warn", "lambda:GetAccountSettings",
		},
		"a full account": {
			func(a *preflight.Account) { a.CodeBytes = a.CodeLimit - 1000 },
			[]preflight.Level{"ok", "ok", "fail", "ok"},
			"fail", "delete versions",
		},
		"a region without a service": {
			func(a *preflight.Account) { a.Absent = []string{"sqs", "bedrock-runtime"} },
			[]preflight.Level{"ok", "ok", "ok", "fail", "warn"},
			"fail", "no address of: sqs. Choose",
		},
		"a region without models": {
			func(a *preflight.Account) { a.Absent = []string{"bedrock-runtime"} },
			[]preflight.Level{"ok", "ok", "ok", "ok", "warn"},
			"warn", "no address of: bedrock-runtime. Models",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := usual
			c.change(&a)
			all := preflight.Check(a, workers)
			var levels []preflight.Level
			var texts strings.Builder
			for _, f := range all {
				levels = append(levels, f.Level)
				texts.WriteString(f.Text)
			}
			if diff := cmp.Diff(c.levels, levels); diff != "" {
				t.Errorf("levels mismatch (-want +got):\n%s", diff)
			}
			if !strings.Contains(texts.String(), c.says) {
				t.Errorf("got %s, want it to say %q", &texts, c.says)
			}
			if got := preflight.Worst(all); got != c.worst {
				t.Errorf("got %q as the worst, want %q", got, c.worst)
			}
		})
	}
}
