package main

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
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

// TestACrawlIsReadAtAGlance: where it stands comes first, and who resumes it reads how it is followed.
func TestACrawlIsReadAtAGlance(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	env, dir := []string{"QUARRY_DATA=" + p.info.DataDir}, t.TempDir()
	_, errs, code := cli(t, dir, env, "crawl", "maze.test", "--limit", "9", "--max-credits", "3", "--sitemap", "skip")
	if code != exitCredits || !strings.Contains(errs, "crawls resume") {
		t.Fatalf("got exit code %d, %s; want %d and how it goes on", code, errs, exitCredits)
	}
	id := strings.TrimSuffix(strings.Fields(errs)[1], ";")
	if out, _, code := cli(t, dir, env, "crawls", "get", id); code != 0 || !strings.HasPrefix(out, "finished 9 pages · 3 done") {
		t.Errorf("crawls get: got exit code %d, %s; want where it stands first", code, out)
	}
	if _, errs, code := cli(t, dir, env, "crawls", "resume", id); code == 0 || !strings.Contains(errs, "maxCredits of 3") {
		t.Errorf("crawls resume: got exit code %d, %s; want what to do where --max-credits is used up", code, errs)
	}
	_, _, made := p.call(t, http.MethodPost, "/v1/public/crawl", `{"url":"http://maze.test/","delayMs":60000}`)
	id, _ = made["crawlId"].(string)
	p.call(t, http.MethodPost, "/v1/public/crawl/"+id+"/cancel", "")
	p.crawled(t, id, 1000)
	if _, errs, code := cli(t, dir, env, "crawls", "resume", id); code != 0 || !strings.Contains(errs, "`quarry crawls wait "+id+"` follows it") {
		t.Errorf("crawls resume: got exit code %d, %s; want how it is followed", code, errs)
	}
	out, errs, code := piped(t, dir, env, "article.test\n", "batch", "-")
	if code != 0 || strings.Count(out, "\n") != 1 {
		t.Errorf("batch -: got exit code %d, %s%s; want the page of the standard input", code, out, errs)
	}
}

// TestNoServiceAfterLogout: the message has no blanks in it.
func TestNoServiceAfterLogout(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "settings", "quarry", "profiles.json")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(`{"current":"x","profiles":{"x":{}}}`), 0o600)); err != nil {
		t.Fatalf("the profiles: got error %v, want none", err)
	}
	if _, errs, code := cli(t, dir, nil, "balance"); code != exitUnreachable || !strings.Contains(errs, "quarry login URL") {
		t.Errorf("got exit code %d, %s; want %d and what to do", code, errs, exitUnreachable)
	}
}
