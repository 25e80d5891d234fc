package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/serve/api/apitest"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// asQuarry makes the test binary be the command, so that tests start, kill and
// interrupt real processes without building one.
const asQuarry = "QUARRY_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asQuarry) != "" {
		main()
		return
	}
	dir, err := os.MkdirTemp("", "quarry-settings")
	if err != nil {
		panic(err)
	}
	settingsDir = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// settingsDir is where the commands of these tests keep profiles, so that those of whoever runs them
// stay as they are.
var settingsDir string

// quarry returns the command with these arguments.
func quarry(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asQuarry+"=1", "QUARRY_DATA=", "QUARRY_URL=", "QUARRY_TOKEN=", "QUARRY_ADMIN_FUNCTION=",
		"QUARRY_PROFILE=", "QUARRY_KEYRING=off", "NO_COLOR=", "XDG_CONFIG_HOME="+settingsDir, "HOME="+settingsDir)
	return cmd
}

// runQuarry runs a command to its end and returns its output and exit code.
func runQuarry(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := quarry(t.Context(), args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the exit code tells
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// process is a running `quarry local`.
type process struct {
	cmd    *exec.Cmd
	info   *local.Info
	stdout *lines
	stderr bytes.Buffer
	exited chan struct{}

	described sync.Once
	checker   *apitest.Checker
}

// lines keeps what a process prints and tells when a line came.
type lines struct {
	mu  sync.Mutex
	all []string
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.all, "\n")
}

// start runs `quarry local` over a folder until it is ready.
func start(t *testing.T, dir string, args ...string) *process {
	t.Helper()
	return begin(t, quarry(context.WithoutCancel(t.Context()), append([]string{"local", "--listen", "127.0.0.1:0", "--data", dir}, args...)...), dir)
}

// begin runs a command that is `quarry local` until it is ready.
func begin(t *testing.T, cmd *exec.Cmd, dir string) *process {
	t.Helper()
	p := &process{cmd: cmd, stdout: &lines{}, exited: make(chan struct{})}
	p.cmd.Stderr = &p.stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ready := make(chan struct{})
	go func() {
		defer close(p.exited)
		var once sync.Once
		scan := bufio.NewScanner(out)
		for scan.Scan() {
			p.stdout.mu.Lock()
			p.stdout.all = append(p.stdout.all, scan.Text())
			p.stdout.mu.Unlock()
			if strings.Contains(scan.Text(), "webhooks listen") { // the last line
				once.Do(func() { close(ready) })
			}
		}
		_ = p.cmd.Wait()
	}()
	t.Cleanup(p.kill)
	select {
	case <-ready:
	case <-p.exited:
		t.Fatalf("it ended: %s", p.stderr.String())
	case <-time.After(30 * time.Second):
		t.Fatal("it was never ready")
	}
	if p.info, err = local.ReadInfo(dir); err != nil {
		t.Fatal(err)
	}
	return p
}

// kill ends the process as kill -9 does.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.exited
}

// call makes one request to the service and returns status, headers and data.
func (p *process) call(t *testing.T, method, path, body string, header ...string) (int, http.Header, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, p.info.BaseURL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.info.Token)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	err = p.document(t).Check(apitest.Answer{Method: method, Path: r.URL.Path, Status: res.StatusCode, Header: res.Header, Body: raw})
	if err != nil {
		t.Error(err)
	}
	var answer struct {
		Data  map[string]any `json:"data"`
		Error map[string]any `json:"error"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatalf("%s %s: got raw %s, want no error", method, path, raw)
	}
	if answer.Error != nil {
		return res.StatusCode, res.Header, answer.Error
	}
	return res.StatusCode, res.Header, answer.Data
}

// document is what the service says of itself, which its answers are held against.
func (p *process) document(t *testing.T) *apitest.Checker {
	t.Helper()
	p.described.Do(func() {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.info.BaseURL+"/openapi.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		raw, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		if p.checker, err = apitest.New(raw); err != nil {
			t.Fatal(err)
		}
	})
	if p.checker == nil {
		t.Fatal("the service has no document")
	}
	return p.checker
}

func (p *process) scrape(t *testing.T, body string, header ...string) (int, http.Header, map[string]any) {
	t.Helper()
	return p.call(t, http.MethodPost, "/v1/public/scrape", body, header...)
}

// audited fails the test unless `quarry admin audit` finds the books in order.
func audited(t *testing.T, dir string) {
	t.Helper()
	out, errs, code := runQuarry(t, "admin", "--data", dir, "--json", "audit")
	if code != 0 {
		t.Errorf("audit: exit code %d\n%s%s", code, out, errs)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	out, errs, code := runQuarry(t, "--version")
	if code != 0 || !strings.HasPrefix(out, "quarry ") || !strings.Contains(out, runtime.Version()) || strings.Count(out, "\n") != 1 || errs != "" {
		t.Errorf("got exit code %d, output %q, errors %q; want 0, one line with %s, none", code, out, errs, runtime.Version())
	}
	number, _, _ := strings.Cut(strings.TrimPrefix(out, "quarry "), ", ")
	cmd := quarry(t.Context(), "mcp", "--server", "http://127.0.0.1:1")
	cmd.Env = append(cmd.Env, "QUARRY_TOKEN=satk_x")
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	if said, err := cmd.Output(); err != nil || !strings.Contains(string(said), `"version":"`+number+`"`) {
		t.Errorf("mcp: got %s, error %v; want the version %s alone", said, err, number)
	}
}

// The help of an operator says what each entitlement opens, and where.
func TestEntitlementsAreExplained(t *testing.T) {
	t.Parallel()
	for _, act := range []string{"create", "set"} {
		out, _, code := runQuarry(t, "admin", "org", act, "--help")
		said := strings.Join(strings.Fields(out), " ")
		for _, words := range []string{"scrape/channel, scrape/x/profile and scrape/mentions", "up to 100 results", "docs/limits.md"} {
			if code != 0 || !strings.Contains(said, words) {
				t.Errorf("%s: got exit code %d, help %q; want 0, and %q in it", act, code, said, words)
			}
		}
	}
}

func TestCommandsThatNeedAService(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"usage", "--data", dir}, exitUnreachable},
		{[]string{"admin", "--data", dir, "org", "list"}, exitUnreachable},
	} {
		args := c.args
		_, errs, code := runQuarry(t, args...)
		if code != c.code || !strings.Contains(errs, "make run") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q", args, code, errs)
		}
	}
	if _, errs, code := runQuarry(t, "nonsense"); code != 2 || errs == "" {
		t.Errorf("exit code %d, %q", code, errs)
	}
	if out, _, code := runQuarry(t); code != 0 || !strings.Contains(out, "local") {
		t.Errorf("exit code %d, %q", code, out)
	}
}

func TestStartsThatCannotBe(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "tables.db"), []byte(strings.Repeat("this is no database ", 400)), 0o600); err != nil {
		t.Fatal(err)
	}
	running := start(t, t.TempDir())
	taken := strings.TrimPrefix(running.info.BaseURL, "http://")
	for _, c := range []struct {
		name string
		args []string
		env  string
		want string
	}{
		{"a port in use", []string{"--listen", taken, "--data", t.TempDir()}, "", "--listen"},
		{"a file for a folder", []string{"--listen", "127.0.0.1:0", "--data", file}, "", "--data"},
		{"a broken folder", []string{"--listen", "127.0.0.1:0", "--data", broken}, "", broken},
		{"a folder in use", []string{"--listen", "127.0.0.1:0", "--data", running.info.DataDir}, "", running.info.DataDir},
		{"a wrong map", []string{"--listen", "127.0.0.1:0", "--data", t.TempDir(), "--hosts", "x"}, "", "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			cmd := quarry(t.Context(), append([]string{"local"}, c.args...)...)
			cmd.Env = append(cmd.Env, c.env)
			cmd.Stdout, cmd.Stderr = &out, &out
			_ = cmd.Run()
			said := strings.TrimSpace(out.String())
			if cmd.ProcessState.ExitCode() != 1 || strings.Contains(said, "\n") || !strings.Contains(said, c.want) {
				t.Errorf("exit code %d: %q", cmd.ProcessState.ExitCode(), said)
			}
		})
	}
}

func TestInterruptEndsEverything(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	if status, _, _ := p.scrape(t, `{"url":"http://slow.test/?ms=20000","wait":false}`); status != http.StatusAccepted {
		t.Fatalf("got status %v, want 202", status)
	}
	children := childrenOf(t, p.cmd.Process.Pid)
	if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.exited:
	case <-time.After(10 * time.Second): // the promise is 2 s; a busy test machine is given more
		t.Fatal("it did not end")
	}
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d: %s", code, p.stderr.String())
	}
	for _, pid := range children {
		if alive(pid) {
			t.Errorf("process %d was left behind", pid)
		}
	}
}
