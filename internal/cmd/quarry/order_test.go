package main

import (
	"errors"
	"fmt"
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
		"--json webhooks endpoints list":    "webhooks endpoints --json",
		"webhooks endpoints get end_x":      "webhooks endpoint end_x",
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
		"poll /v1/public/jobs/job_x until it has ended":          "poll `quarry jobs get job_x` until it has ended",
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
		{"screenshot article.test --max-credits 2", exitCredits, "", "--max-credits is 2"},
		{"scrape article.test --no-wait", 0, "job_", "`quarry jobs wait job_"},
		{"scrape a.test b.test", exitUsage, "", "`quarry batch`"},
		{"version --json", 0, `"version": "`, ""},
	} {
		out, errs, code := cli(t, t.TempDir(), env, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("%s: got exit code %d, %s, %s; want %d, %q and %q", c.args, code, out, errs, c.code, c.out, c.errs)
		}
	}
	out, errs, code := cli(t, t.TempDir(), env, "usage")
	if _, days, _ := strings.Cut(out, "\nday "); code != 0 || strings.Count(days, "\n") != 31 {
		t.Errorf("usage: got exit code %d, %s%s; want all of its 30 days", code, out, errs)
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
	if _, errs, code := cli(t, dir, env, "crawls", "resume", id); code == 0 || !strings.Contains(errs, "--max-credits of 3") {
		t.Errorf("crawls resume: got exit code %d, %s; want what to do where --max-credits is used up", code, errs)
	}
	if _, errs, code := cli(t, dir, env, "crawls", "resume", id, "--max-credits", "20"); code != 0 {
		t.Errorf("crawls resume --max-credits: got exit code %d, %s; want it to go on", code, errs)
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

// TestLoginAndLogout say what is noted, what is used, and what a service speaks.
func TestLoginAndLogout(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	dir, host := t.TempDir(), strings.TrimPrefix(p.info.BaseURL, "http://")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"logout", exitNotFound, "no service is noted"},
		{"login https://" + host + " --token-file -", exitFailed, "`quarry login http://" + host + "`"},
		{"login http://127.0.0.1:1 --token-file -", exitUnreachable, "no service is running at http://127.0.0.1:1; check the address"},
		{"login " + host + " --name one --token-file -", 0, "logged in to http://" + host},
		{"login localhost:" + host[strings.LastIndex(host, ":")+1:] + " --name two --token-file -", 0, "logged in to http://localhost"},
		{"logout", 0, "no service is in use now; `quarry profiles NAME` uses one of those that are noted: one"},
		{"balance", exitUnreachable, "`quarry profiles NAME` uses one of those that are noted: one"},
		{"logout", exitNotFound, "those that are noted: one"},
		{"balance --profile nope", exitUsage, "there is no profile nope; these are noted: one"},
		{"logout three", exitNotFound, "there is no profile three; these are noted: one"},
	} {
		out, errs, code := piped(t, dir, []string{"QUARRY_KEYRING=off"}, p.info.Token+"\n", strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("%s: got exit code %d, %s%s; want %d, %s", c.args, code, out, errs, c.code, c.want)
		}
	}
	for token, want := range map[string]int{" " + p.info.Token + "\n": 0, "two words": exitToken, "ключ": exitToken} {
		if _, errs, code := cli(t, dir, []string{"QUARRY_URL=" + p.info.BaseURL, "QUARRY_TOKEN=" + token}, "balance"); code != want || strings.Contains(errs, "net/http") {
			t.Errorf("token %q: got exit code %d, %s; want %d and no words of Go", token, code, errs, want)
		}
	}
}

// TestFilesAreOpened by the first program of BROWSER that is there.
func TestFilesAreOpened(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	dir := t.TempDir()
	opened, program := filepath.Join(dir, "opened"), filepath.Join(dir, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$@\" >"+opened+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, _, job := p.scrape(t, `{"url":"http://article.test/"}`)
	for browser, want := range map[string]string{"not-there:" + program: "", program + " --new %s --last": "--new "} {
		out, errs, code := cli(t, dir, []string{"QUARRY_DATA=" + p.info.DataDir, "BROWSER=" + browser}, "jobs", "open", fmt.Sprint(job["jobId"]))
		got, err := os.ReadFile(opened)
		if err != nil || code != 0 || !strings.HasPrefix(string(got), want+strings.TrimSpace(out)) {
			t.Errorf("BROWSER=%s: got exit code %d, %s (%v), %s%s; want the file after %q", browser, code, got, err, out, errs, want)
		}
	}
}

// TestNegativeNumber is the value of a flag, and the bounds of the call say what is wrong with it.
func TestNegativeNumber(t *testing.T) {
	t.Parallel()
	_, errs, code := runQuarry(t, "search", "tide", "--max-results", "-1", "--dry-run")
	if code != exitUsage || !strings.Contains(errs, "must be at least 1") {
		t.Errorf("got exit code %d and %s, want that it must be at least 1", code, errs)
	}
}
