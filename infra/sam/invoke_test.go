package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestInvokeChecks has a stand-in for sam answer for functions without doing their work: what a sample event names is there
// then, nothing of the service has taken it, and the command says what is missing.
func TestInvokeChecks(t *testing.T) {
	t.Parallel()
	const root = "../.."
	binary := filepath.Join(t.TempDir(), "quarry")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "./internal/cmd/quarry")
	build.Dir = root
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("got error %v, said %s; want the command built", err, said)
	}
	s := startService(t, root, binary)
	const taken = `{"batchItemFailures":[]}`
	for name, test := range map[string]struct{ function, answer, want string }{
		"no work":               {"worker-url", taken, `with status "queued", want succeeded`},
		"another's work":        {"worker-search-answer", taken, `with status "queued", want succeeded`},
		"a dead letter":         {"dead-letter", taken, `with status "queued" and 0 of 1 credits refunded`},
		"a crawl":               {"crawler", taken, "without pages, want its first admitted"},
		"a retry":               {"webhook-retry", taken, `with status "pending" and 0 signed posts`},
		"a first attempt":       {"webhook-stream", taken, `with status "pending" and 0 signed posts`},
		"a message left":        {"worker-rss", `{"batchItemFailures":[{"itemIdentifier":"m"}]}`, "want that of a message that was taken"},
		"refused":               {"api-read", `{"statusCode":401,"body":"no"}`, "got status 401, want 200 or 202: no"},
		"an act that is none":   {"admin", `{"refused":"not_found: no such thing"}`, "it refused: not_found: no such thing"},
		"an error":              {"admin", `{"errorType":"Error","errorMessage":"no such thing"}`, "it returned an error: no such thing"},
		"nothing":               {"sweeper", "", "got no answer, want one"},
		"no page":               {"browser", `{"packed":"AAAA"}`, "browser: "},
		"no document":           {"pdf", `{"packed":"AAAA"}`, "pdf: "},
		"no such function":      {"nothing", taken, "there is no such function"},
		"not even a worker":     {"worker-nothing", taken, "there is no such function"},
		"what is ours, by name": {"worker-url", "EVENT", `with status "queued"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := filepath.Join(t.TempDir(), "sam")
			line := "printf '%s' '" + test.answer + "'"
			if test.answer == "EVENT" {
				line = `cat "$5"`
			}
			writeFile(t, script, "#!/bin/sh\n"+line)
			makeProgram(t, script)
			var said output
			err := run(t.Context(), s.flags("-host", "127.0.0.1", "-sam", script, "-function", test.function), &said, &said)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want one that says %q; it wrote:\n%s", err, test.want, &said)
			}
			if test.answer == "EVENT" && (!strings.Contains(said.String(), s.OrganizationID) || strings.Contains(said.String(), "01kaj3v")) {
				t.Errorf("got the event %s, want one of organization %s", &said, s.OrganizationID)
			}
		})
	}
}

// TestOwnEvent: an event of the developer's own is passed as it is, and its function only has to answer.
func TestOwnEvent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "local.json"), `{"functionEnv":{"QUARRY_CORE_TABLE":"core"}}`)
	script, event := filepath.Join(dir, "sam"), filepath.Join(dir, "event.json")
	writeFile(t, script, "#!/bin/sh\ncat \"$5\"")
	makeProgram(t, script)
	writeFile(t, event, `{"op":"org.list"}`)
	var said output
	err := run(t.Context(), []string{"-data", dir, "-host", "127.0.0.1", "-sam", script, "-function", "admin", "-event", event}, &said, &said)
	if want := `{"op":"org.list"}` + "\nadmin: it answered\n"; err != nil || said.String() != want {
		t.Errorf("got error %v and %q, want none and %q", err, said.String(), want)
	}
}
