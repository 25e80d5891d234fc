package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFlagsBeforeTheCommand are put behind it; what is none of all commands' stays where it is.
func TestFlagsBeforeTheCommand(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"--data dir scrape a.test":          "scrape a.test --data dir",
		"--json --server=http://x balance":  "balance --json --server=http://x",
		"-o f --profile p crawls list":      "crawls list -o f --profile p",
		"scrape a.test --json":              "scrape a.test --json",
		"--limit 3 crawl a.test":            "--limit 3 crawl a.test",
		"--json --limit 3 crawl a.test":     "--json --limit 3 crawl a.test",
		"help crawl":                        "crawl --help",
		"help":                              "--help",
		"--version":                         "--version",
		"local --listen 127.0.0.1:0 --data": "local --listen 127.0.0.1:0 --data",
	} {
		if diff := cmp.Diff(want, strings.Join(ordered(strings.Fields(given)), " ")); diff != "" {
			t.Errorf("%s: the words (-want +got):\n%s", given, diff)
		}
	}
}

// TestMessagesNameCommands in place of the API's calls.
func TestMessagesNameCommands(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"find it with POST /v1/public/scrape and format resolve": "find it with `quarry scrape` and format resolve",
		"poll GET /v1/public/jobs/job_x; it runs":                "poll `quarry jobs get job_x`; it runs",
		"send POST /v1/public/crawl/crl_x/export first":          "send `quarry crawls export crl_x` first",
		"POST /v1/public/nothing":                                "POST /v1/public/nothing",
	} {
		if diff := cmp.Diff(want, inCommands(given)); diff != "" {
			t.Errorf("the message (-want +got):\n%s", diff)
		}
	}
}

// TestHelpOfWhatFollowsManyJobs is about the command, not about a call of the API.
func TestHelpOfWhatFollowsManyJobs(t *testing.T) {
	t.Parallel()
	for command, absent := range map[string][]string{
		"crawl": {"Never waits", "--wait-timeout-ms", "--cache-ttl-sec", "--[no-]fresh", "402"},
		"batch": {"Never waits", "up to 50", "--wait-timeout-ms", "402"},
	} {
		out, _, code := runQuarry(t, command, "--help")
		if code != 0 || !strings.Contains(out, "prints each page as it ends") && !strings.Contains(out, "any number of URLs") || !strings.Contains(out, "--max-credits") {
			t.Errorf("%s --help: got exit code %d, %s; want what it does", command, code, out)
		}
		for _, word := range absent {
			if strings.Contains(out, word) {
				t.Errorf("%s --help: got %q in it, want it absent", command, word)
			}
		}
	}
}

// TestWhatIsPrintedIntoPipes: URLs of a map a line each, all of several formats, and that there is more.
func TestWhatIsPrintedIntoPipes(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	env := []string{"QUARRY_DATA=" + p.info.DataDir}
	for _, c := range []struct {
		args      string
		code      int
		out, errs string
	}{
		{"map maze.test --limit 2", 0, "http://maze.test/page/1\nhttp://maze.test/page/2\n", "There is more: a greater --limit"},
		{"scrape article.test --formats markdown,links", 0, `"links": [`, ""},
		{"--json balance", 0, `"available"`, ""},
		{"jobs get job_01m840977a90warh97xpd0p26p", exitNotFound, "", "`quarry jobs list`"},
		{"crawls wait crl_01m840977a90warh97xpd0p26p", exitNotFound, "", "`quarry crawls list`"},
		{"usage", 0, "of these the last 14 days", ""},
	} {
		out, errs, code := cli(t, t.TempDir(), env, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("%s: got exit code %d, %s, %s; want %d, %q and %q", c.args, code, out, errs, c.code, c.out, c.errs)
		}
	}
	key := []string{"scrape", "article.test", "--idempotency-key", "k1"}
	if _, errs, code := cli(t, t.TempDir(), env, key...); code != 0 {
		t.Errorf("%v: got exit code %d, %s; want 0", key, code, errs)
	}
	if out, errs, code := cli(t, t.TempDir(), env, "scrape", "app.test", "--idempotency-key", "k1"); code != exitUsage || !strings.Contains(errs, "another call") {
		t.Errorf("the same key for another page: got exit code %d, %s%s; want %d", code, out, errs, exitUsage)
	}
}
