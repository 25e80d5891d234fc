package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/local"
)

// cli is a command line with settings of its own.
func cli(t *testing.T, dir string, env []string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	return piped(t, dir, env, "", args...)
}

// piped is the same with a standard input.
func piped(t *testing.T, dir string, env []string, in string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := quarry(t.Context(), args...)
	cmd.Dir, cmd.Env = dir, append(append(cmd.Env, "XDG_CONFIG_HOME="+filepath.Join(dir, "settings")), env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &errs
	_ = cmd.Run() // the exit code says
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// TestCallsEndToEnd: each sort of call against a real service, for programs and for pipes.
func TestCallsEndToEnd(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	dir := t.TempDir()
	env := []string{"QUARRY_DATA=" + p.info.DataDir}
	ok := func(args ...string) string {
		t.Helper()
		out, errs, code := cli(t, dir, env, args...)
		if code != 0 {
			t.Fatalf("%v: got exit code %d, %s; want 0", args, code, errs)
		}
		return out
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"scrape", "app.test", "--render", "never"}, "Caution: scripts have yet to fill the page"},
		{[]string{"scrape", "http://skerwick-herald.test/2019/09/20/first-sketches", "--fallback", "archive"}, "Caution: this is an archive's copy of 20"},
		{[]string{"scrape", "article.test", "--max-tokens", "40"}, "There is more: --offset "},
	} {
		if _, errs, code := cli(t, dir, env, c.args...); code != 0 || !strings.Contains(errs, c.want) {
			t.Errorf("%v: got exit code %d, %s; want %q", c.args, code, errs, c.want)
		}
	}
	var steps sync.WaitGroup
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"scrape", "article.test"}, "# Measuring the tide"},
		{[]string{"scrape", "article.test", "--format", "links"}, "Skip to the text"},
		{[]string{"scrape", "article.test", "--formats", "metadata,links", "--json"}, `"kind": "url"`},
		{[]string{"map", "maze.test", "--limit", "2"}, "http://maze.test/page/2"},
		{[]string{"search", "tide", "--max-results", "2"}, " 2. "},
		{[]string{"answer", "when does the barrier open"}, "14 March 2026"},
		{[]string{"research", "tide barrier"}, "Skerwick"},
		{[]string{"company", "company.test", "--json"}, `"Marrowfen"`},
		{[]string{"balance"}, "available"},
		{[]string{"usage"}, "total"},
		{[]string{"usage", "--json"}, `"totalCreditsSpent"`},
		{[]string{"jobs", "list", "--limit", "2", "--all", "--json"}, `"items"`},
		{[]string{"jobs", "list", "--limit", "2"}, ""},
		{[]string{"requests", "--limit", "1"}, ""},
		{[]string{"token-info"}, "tok_"},
		{[]string{"webhooks", "register", "http://mine.test/in"}, "whsec_"},
		{[]string{"webhooks", "endpoints"}, ""},
	} {
		steps.Go(func() {
			out, errs, code := cli(t, dir, env, c.args...)
			if code != 0 || !strings.Contains(out, c.want) {
				t.Errorf("%v: got exit code %d, %s%s, want %s in it", c.args, code, out, errs, c.want)
			}
		})
	}
	steps.Wait()
	if got := ok("jobs", "list", "--limit", "1"); !strings.Contains(got, "job_") || !strings.Contains(got, "credits") {
		t.Errorf("jobs list: got %s, want a table", got)
	}
	var made struct {
		JobID string `json:"jobId"`
	}
	if err := json.Unmarshal([]byte(ok("scrape", "article.test", "--no-wait", "--json")), &made); err != nil || made.JobID == "" {
		t.Fatalf("got job %+v, error %v; want an id", made, err)
	}
	if got := ok("jobs", "wait", made.JobID); !strings.HasPrefix(got, "# Measuring the tide") {
		t.Errorf("jobs wait: got %s, want the page", got)
	}
	if got := ok("jobs", "result", made.JobID); !strings.HasPrefix(got, "# Measuring the tide") {
		t.Errorf("jobs result: got %s, want the page", got)
	}
	if got := ok("jobs", "events", made.JobID); !strings.Contains(got, `"event":"job.succeeded"`) {
		t.Errorf("jobs events: got %s, want the end of the job", got)
	}
	if name := strings.TrimSpace(ok("jobs", "open", "--print", made.JobID)); filepath.Ext(name) != ".md" {
		t.Errorf("jobs open: got %s, want the name of a file of Markdown", name)
	}
	audited(t, p.info.DataDir)
}

// TestCrawlLive: pages as lines as they end, and an exit code of its own for those that failed.
func TestCrawlLive(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	out, errs, code := runQuarry(t, "crawl", "--data", p.info.DataDir, "article.test", "--limit", "3")
	if code != exitPartly || strings.Count(out, "\n") != 3 || !strings.Contains(errs, "2 failed") {
		t.Errorf("got exit code %d, %s, %s; want %d, three lines and what failed", code, out, errs, exitPartly)
	}
	for line := range strings.Lines(out) {
		if !json.Valid([]byte(line)) {
			t.Errorf("got %s, want a line of JSON", line)
		}
	}
}

// TestExitCodes: each kind of failure has its own.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, `{"error":{"code":"outcome_unknown","message":"odd"}}`)
	}))
	t.Cleanup(broken.Close)
	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "900")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, `{"error":{"code":"rate_limited","message":"later"}}`)
	}))
	t.Cleanup(busy.Close)
	here := []string{"QUARRY_DATA=" + p.info.DataDir}
	for name, c := range map[string]struct {
		args []string
		env  []string
		code int
		want string
	}{
		"done":             {[]string{"balance"}, here, 0, ""},
		"no such command":  {[]string{"scarpe", "x"}, here, exitUsage, "scrape"},
		"no such flag":     {[]string{"scrape", "article.test", "--formt", "text"}, here, exitUsage, "--format"},
		"nothing said":     {[]string{"scrape"}, here, exitUsage, "quarry scrape URL"},
		"no number":        {[]string{"scrape", "article.test", "--timeout-ms", "soon"}, here, exitUsage, "--timeout-ms"},
		"refused":          {[]string{"scrape", "article.test", "--format", "pdf"}, here, exitUsage, "--format"},
		"a wrong token":    {[]string{"balance"}, []string{"QUARRY_URL=" + p.info.BaseURL, "QUARRY_TOKEN=satk_wrong"}, exitToken, "QUARRY_TOKEN"},
		"no token":         {[]string{"balance"}, []string{"QUARRY_URL=" + p.info.BaseURL}, exitToken, "quarry login"},
		"too dear":         {[]string{"scrape", "article.test", "--max-credits", "0"}, here, exitCredits, "max_credits_exceeded"},
		"no such job":      {[]string{"jobs", "get", "job_x"}, here, exitNotFound, "job_not_found"},
		"a failed job":     {[]string{"scrape", "wall.test"}, here, exitJob, "upstream_blocked"},
		"busy":             {[]string{"balance"}, []string{"QUARRY_URL=" + busy.URL, "QUARRY_TOKEN=x"}, exitLater, "rate_limited"},
		"no server":        {[]string{"balance"}, []string{"QUARRY_URL=" + gone.URL, "QUARRY_TOKEN=x"}, exitUnreachable, "quarry local"},
		"a fault":          {[]string{"balance"}, []string{"QUARRY_URL=" + broken.URL, "QUARRY_TOKEN=x"}, exitUnreachable, "outcome_unknown"},
		"no service":       {[]string{"balance"}, nil, exitUnreachable, "quarry login"},
		"no profile":       {[]string{"balance", "--profile", "acme"}, nil, exitUsage, "quarry login URL"},
		"no address":       {[]string{"balance", "--server", "ftp://x"}, nil, exitUsage, "--server: ftp://x is no address of a service"},
		"half an address":  {[]string{"balance"}, []string{"QUARRY_URL=http://[::1", "QUARRY_TOKEN=x"}, exitUsage, "QUARRY_URL: http://[::1 is no address"},
		"no scheme":        {[]string{"balance", "--server", strings.TrimPrefix(p.info.BaseURL, "http://")}, []string{"QUARRY_TOKEN=satk_x"}, exitToken, "invalid_token"},
		"a page":           {[]string{"login", p.info.BaseURL + "/console"}, []string{"QUARRY_TOKEN=" + p.info.Token}, exitFailed, "without what stands behind the host"},
		"a link":           {[]string{"login", p.info.BaseURL + "/console#once=x"}, []string{"QUARRY_TOKEN=" + p.info.Token}, exitUsage, "is no address of a service"},
		"help of nothing":  {[]string{"frobnicate", "--help"}, nil, exitUsage, "unexpected argument frobnicate"},
		"help as a query":  {[]string{"search", "--data", p.info.DataDir, "--max-credits", "0", "--", "--help"}, nil, exitCredits, "max_credits_exceeded"},
		"a name elsewhere": {[]string{"crawl", "a.test", "--max-pages", "3"}, nil, exitUsage, `unknown flag --max-pages, did you mean "--limit"?`},
		"no value":         {[]string{"scrape", "a.test", "--format"}, nil, exitUsage, "--format: its value is missing"},
		"no operator":      {[]string{"admin", "audit"}, nil, exitUnreachable, "no local service has run in .quarry"},
		"a crawl's id":     {[]string{"jobs", "get", "crl_x"}, here, exitNotFound, "`quarry crawls get crl_x`"},
		"a batch's id":     {[]string{"jobs", "wait", "bat_x"}, here, exitNotFound, "`quarry batches get bat_x`"},
		"a job's id":       {[]string{"crawls", "get", "job_x"}, here, exitNotFound, "`quarry jobs get job_x`"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, errs, code := cli(t, t.TempDir(), c.env, c.args...)
			if code != c.code || !strings.Contains(errs, c.want) {
				t.Errorf("got exit code %d, %s; want %d, and %q in it", code, errs, c.code, c.want)
			}
		})
	}
}

// TestFailuresKeepTheFile: a command that gets nothing leaves the file of -o as it was.
func TestFailuresKeepTheFile(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	env, dir := []string{"QUARRY_URL=" + gone.URL, "QUARRY_TOKEN=x"}, t.TempDir()
	before := filepath.Join(dir, "pages.jsonl")
	if err := os.WriteFile(before, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"batch a.test --run night", "crawls wait crl_x", "crawls export crl_x", "jobs list", "scrape a.test"} {
		if _, errs, code := cli(t, dir, env, append(strings.Fields(command), "-o", before)...); code != exitUnreachable {
			t.Errorf("%s: got exit code %d, %s; want %d", command, code, errs, exitUnreachable)
		}
		if content, err := os.ReadFile(before); err != nil || string(content) != "{}\n" {
			t.Errorf("%s: got %q and error %v in the file, want what was there", command, content, err)
		}
	}
	if _, errs, code := cli(t, dir, env, "batch", "a.test", "-o", filepath.Join(dir, "no", "x")); code != exitUsage || !strings.Contains(errs, "nothing was sent") {
		t.Errorf("a file that cannot be: got exit code %d, %s; want %d and that nothing was sent", code, errs, exitUsage)
	}
}

// TestExitCodesAreDocumented holds the table of docs/cli.md to the codes.
func TestExitCodesAreDocumented(t *testing.T) {
	t.Parallel()
	page := string(inDocs(t, "cli.md"))
	for _, e := range exits {
		if want := fmt.Sprintf("| %d | %s |", e.code, e.text); !strings.Contains(page, want) {
			t.Errorf("got no line %q in docs/cli.md, want one", want)
		}
	}
}

// TestDryRunsCallNothing: the price comes without a single request, or a service at all.
func TestDryRunsCallNothing(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(server.Close)
	env := []string{"QUARRY_URL=" + server.URL, "QUARRY_TOKEN=x"}
	for _, c := range []struct {
		args []string
		in   string
		code int
		want string
	}{
		{[]string{"scrape", "example.com"}, "", 0, "would cost 1 credit (url.page)"},
		{[]string{"screenshot", "example.com", "--full-page"}, "", 0, "5 credits (url.screenshot)"},
		{[]string{"screenshot", "example.com", "--max-credits", "4"}, "", exitCredits, "5 credits"},
		{[]string{"search", "tides", "--contents", "--max-results", "5"}, "", 0, "7 credits"},
		{[]string{"crawl", "example.com", "--limit", "20"}, "", 0, "at most 21 credits"},
		{[]string{"batch"}, "example.com\n# a comment\nexample.org\nexample.com\n", 0, "2 credits"},
		{[]string{"scrape", "ftp://example.com"}, "", exitUsage, ""},
	} {
		out, errs, code := piped(t, t.TempDir(), env, c.in, append(c.args, "--dry-run")...)
		if code != c.code || !strings.Contains(out, c.want) {
			t.Errorf("%v: got exit code %d, %s%s; want %d, and %q", c.args, code, out, errs, c.code, c.want)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("got %d requests, want none", n)
	}
}

// TestLogin: a profile is for its owner alone, its token comes from the environment or the standard
// input, and goes to no other service.
func TestLogin(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	dir := t.TempDir()
	if _, errs, code := piped(t, dir, nil, "satk_wrong\n", "login", p.info.BaseURL, "--name", "acme", "--token-file", "-"); code != exitToken || !strings.Contains(errs, "did not accept") {
		t.Errorf("a wrong token: got exit code %d, %s; want %d", code, errs, exitToken)
	}
	if out, errs, code := piped(t, dir, nil, p.info.Token+"\n", "login", p.info.BaseURL, "--name", "acme", "--token-file", "-"); code != 0 || strings.Contains(out+errs, p.info.Token) {
		t.Fatalf("got exit code %d, %s%s; want 0, and the token in neither", code, out, errs)
	}
	file := filepath.Join(dir, "settings", "quarry", "profiles.json")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, error %v; want a file with rights 0600", info.Mode(), err)
	}
	if out, errs, code := cli(t, dir, nil, "balance"); code != 0 || !strings.Contains(out, "available") {
		t.Errorf("got exit code %d, %s%s; want the balance of the profile", code, out, errs)
	}
	if out, _, _ := cli(t, dir, nil, "profiles"); !strings.Contains(out, "* acme") || strings.Contains(out, p.info.Token) {
		t.Errorf("got %s, want the profile and no token", out)
	}
	var sent atomic.Value
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { sent.Store(r.Header.Get("Authorization")) }))
	t.Cleanup(other.Close)
	cli(t, dir, []string{"QUARRY_URL=" + p.info.BaseURL, "QUARRY_TOKEN=" + p.info.Token}, "balance", "--server", other.URL)
	if got := sent.Load(); got != nil {
		t.Errorf("got %v sent to another service, want nothing", got)
	}
	if _, _, code := cli(t, dir, nil, "logout"); code != 0 {
		t.Errorf("logout: got exit code %d, want 0", code)
	}
	if content, err := os.ReadFile(file); err != nil || strings.Contains(string(content), p.info.Token) {
		t.Errorf("got %s, error %v; want no token any more", content, err)
	}
}

// TestALocalServiceIsAProfile: after quarry local, commands anywhere find it without another word.
func TestALocalServiceIsAProfile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := t.TempDir()
	cmd := quarry(context.WithoutCancel(t.Context()), "local", "--listen", "127.0.0.1:0", "--data", data, "--sample-web")
	cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME="+filepath.Join(dir, "settings"))
	p := begin(t, cmd, data)
	out, errs, code := cli(t, dir, nil, "scrape", "article.test")
	if code != 0 || !strings.HasPrefix(out, "# Measuring") {
		t.Errorf("got exit code %d, %s%s; want the page", code, out, errs)
	}
	p.kill()
	if _, errs, code := cli(t, dir, nil, "scrape", "article.test"); code != exitUnreachable || !strings.Contains(errs, "quarry local") {
		t.Errorf("without the service: got exit code %d, %s; want %d and what to do", code, errs, exitUnreachable)
	}
	if _, errs, code := cli(t, dir, []string{"QUARRY_DATA=" + data}, "admin", "org", "list"); code != exitUnreachable || !strings.Contains(errs, "no service is running here: start it with quarry local") {
		t.Errorf("an operator without the service: got exit code %d, %s; want %d and what to do", code, errs, exitUnreachable)
	}
}

// TestDoctor names what is wrong and its remedy, by an exit code, too.
func TestDoctor(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	empty := t.TempDir()
	here := "QUARRY_DATA=" + p.info.DataDir
	for name, c := range map[string]struct {
		env  []string
		args []string
		code int
		want []string
	}{
		"all is well":          {[]string{here}, nil, 0, []string{"100000 credits", "has the state of", "tok_", first(p.info.Browser, p.info.BaseURL+" has none")}},
		"nothing is installed": {[]string{"PATH=" + empty, "QUARRY_CHROMIUM=" + empty + "/no", "HOME=" + empty}, nil, 0, []string{"browser_unavailable", "QUARRY_CHROMIUM", "npm", "quarry local --sample-web"}},
		"no server":            {[]string{"QUARRY_URL=" + gone.URL, "QUARRY_TOKEN=x"}, nil, exitFailed, []string{"no service is running", "quarry local"}},
		"a wrong token":        {[]string{"QUARRY_URL=" + p.info.BaseURL, "QUARRY_TOKEN=satk_x"}, nil, exitFailed, []string{"invalid_token", "QUARRY_TOKEN"}},
		"a port in use":        {[]string{here}, []string{"--listen", strings.TrimPrefix(p.info.BaseURL, "http://")}, 0, []string{"a Quarry service answers"}},
		"no folder":            {[]string{"QUARRY_DATA=/dev/null/x", "QUARRY_URL=" + p.info.BaseURL, "QUARRY_TOKEN=" + p.info.Token}, nil, exitFailed, []string{"QUARRY_DATA"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, errs, code := cli(t, t.TempDir(), c.env, append([]string{"doctor"}, c.args...)...)
			if code != c.code {
				t.Errorf("got exit code %d, %s%s; want %d", code, out, errs, c.code)
			}
			for _, want := range c.want {
				if !strings.Contains(out, want) {
					t.Errorf("got %s, want %q in it", out, want)
				}
			}
		})
	}
}

// TestDoctorAsksWhoRuns: where a local service answers, the browser is the one that it has.
func TestDoctorAsksWhoRuns(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"data":{}}`) }))
	t.Cleanup(service.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, c := range map[string]struct{ url, browser, want string }{
		"it has one":  {service.URL, "/opt/theirs", "/opt/theirs, of " + service.URL},
		"it has none": {service.URL, "", service.URL + " has none"},
		"it is gone":  {gone.URL, "/opt/theirs", "none for `quarry local` to find here"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "local.json"), []byte(toJSON(t, local.Info{BaseURL: c.url, Token: "x", Browser: c.browser})), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, _, _ := cli(t, dir, []string{"QUARRY_DATA=" + dir, "QUARRY_CHROMIUM=" + dir + "/no"}, "doctor"); !strings.Contains(out, c.want) {
				t.Errorf("got %s, want %q in it", out, c.want)
			}
		})
	}
}

// TestCompletion: the shells' scripts are ones, and quarry says what can follow.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"sc": "scrape\t", "scrape --form": "--formats\t", "scrape --format ": "markdown\t", "jobs ": "wait\t", "screenshot --full": "--full-page\t", "admin org ": "create\t",
	} {
		out, errs, code := runQuarry(t, append([]string{"__complete"}, strings.Split(line, " ")...)...)
		if code != 0 || !strings.Contains("\n"+out, "\n"+want) {
			t.Errorf("%q: got exit code %d, %s%s; want %q", line, code, out, errs, want)
		}
	}
	for shell, check := range map[string][]string{"bash": {"bash", "-n"}, "zsh": {"zsh", "-n"}, "fish": {"fish", "--no-execute"}} {
		out, _, code := runQuarry(t, "completion", shell)
		if code != 0 || !strings.Contains(out, "quarry __complete") {
			t.Errorf("%s: got exit code %d, %s; want a script", shell, code, out)
		}
		program, err := exec.LookPath(check[0])
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(t.Context(), program, check[1:]...)
		cmd.Stdin = strings.NewReader(out)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: got %v, %s; want a script that it reads", shell, err, said)
		}
	}
}
