package main

import (
	"context"
	"encoding/json"
	"flag"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/kinds"
)

var (
	samCLI = flag.String("sam", "", "the sam command")
	quarry = flag.String("quarry", "", "the quarry command")
	image  = flag.String("image", "", "image in the place of Lambda's")
)

const (
	// invoked is what a container logs once its function has a call.
	invoked = "START RequestId"
	// begun is how long that may take: sam's containers sometimes lose a call, and tell so when the function's time is over.
	begun = time.Minute
)

// atOnce is how many functions are tried at once, beside the API.
const atOnce = 3

// TestContainers has the SAM CLI do all that docs/sam-local.md says. `make sam-test` runs it.
func TestContainers(t *testing.T) {
	t.Parallel()
	if *samCLI == "" {
		t.Skip("no SAM CLI was given: make sam-test runs this with one")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	service := startService(t, root, *quarry)
	t.Run("validate", func(t *testing.T) {
		t.Parallel()
		said := sam(t, root, "validate", "--lint", "--region", "us-east-1")
		if !strings.Contains(said, "is a valid SAM Template") {
			t.Errorf("got %q, want a valid template", said)
		}
	})
	t.Run("build", func(t *testing.T) {
		t.Parallel()
		built := t.TempDir()
		sam(t, root, "build", "--build-dir", built, "ApiRead")
		if info, err := os.Stat(filepath.Join(built, "ApiRead", "bootstrap")); err != nil || info.Mode()&0o111 == 0 {
			t.Errorf("got %v, error %v; want a program that sam built", info, err)
		}
	})
	slots := make(chan struct{}, atOnce)
	for _, name := range functions(t, root) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			said, err := service.invoke(t, name, begun)
			if err != nil && !strings.Contains(said, invoked) {
				t.Logf("sam's container did not take the call, which the function never saw; it is made once more. sam wrote:\n%s", said)
				said, err = service.invoke(t, name, 0)
			}
			if last := said[strings.LastIndex(strings.TrimSpace(said), "\n")+1:]; err != nil || !strings.HasPrefix(last, name+": ") {
				t.Errorf("got error %v, want a line that says what %s did; it wrote:\n%s", err, name, said)
			} else {
				t.Log(strings.TrimSpace(last))
			}
		})
	}
	t.Run("api", func(t *testing.T) {
		t.Parallel()
		service.api(t)
	})
}

// functions are those that have an event.
func functions(t *testing.T, root string) []string {
	t.Helper()
	events, err := filepath.Glob(filepath.Join(root, "events", "*.json"))
	if err != nil || len(events) < len(kinds.All()) {
		t.Fatalf("got %d events, error %v; want one of each function", len(events), err)
	}
	var names []string
	for _, path := range events {
		names = append(names, strings.TrimSuffix(filepath.Base(path), ".json"))
	}
	return names
}

func sam(t *testing.T, root string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), *samCLI, args...)
	cmd.Dir = root
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("sam %q: got error %v, want none; it wrote:\n%s", args, err, said)
	}
	return string(said)
}

// invoke is `make sam-invoke`, its functions built. A call that its function has not seen within a time is ended; 0 is none.
func (s service) invoke(t *testing.T, name string, within time.Duration) (string, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	said := &output{seen: make(chan struct{}), mark: invoked}
	if within > 0 {
		defer time.AfterFunc(within, func() {
			select {
			case <-said.seen:
			default:
				cancel()
			}
		}).Stop()
	}
	err := run(ctx, append(s.flags("-sam", *samCLI, "-function", name), "--invoke-image", *image, "--skip-pull-image"), said, said)
	return said.String(), err
}

// api is `make sam-api`, which is asked for a job that the workers of the service do.
func (s service) api(t *testing.T) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil || listener.Close() != nil {
		t.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt) // or sam ignores one where this test does, as in the background
	ended, said := make(chan error, 1), &output{seen: make(chan struct{}), mark: "Running on"}
	go func() {
		ended <- run(ctx, append(s.flags("-sam", *samCLI), "--port", port, "--invoke-image", *image, "--skip-pull-image"), said, said)
	}()
	select {
	case err := <-ended:
		t.Fatalf("got an end with error %v, want an API; it wrote:\n%s", err, said)
	case <-said.seen:
	}
	for _, ask := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{http.MethodPost, "/v1/public/scrape", `{"url":"http://article.test/","format":"markdown"}`, http.StatusOK, `"status":"succeeded"`},
		{http.MethodGet, "/v1/public/usage", "", http.StatusOK, `"creditsSpent"`},
		{http.MethodGet, "/healthz", "", http.StatusOK, ""},
		{http.MethodGet, "/nothing", "", http.StatusNotFound, `"not_found"`},
	} {
		status, body := s.ask(t, ask.method, "http://127.0.0.1:"+port+ask.path, ask.body)
		if status != ask.status || !strings.Contains(body, ask.want) {
			t.Errorf("%s %s: got status %d, body %s; want %d with %s", ask.method, ask.path, status, body, ask.status, ask.want)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("got error %v of an API that was ended, want none; it wrote:\n%s", err, said)
	}
}

func (s service) ask(t *testing.T, method, url, body string) (status int, answer string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.Token)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(raw)
}

// service is a local service of a test.
type service struct {
	neighbour

	root, data string
}

func (s service) flags(more ...string) []string {
	return append(append([]string{"-root", s.root, "-data", s.data}, more...), "--")
}

// startService starts the service with the sample web.
func startService(t *testing.T, root, binary string) service {
	t.Helper()
	s := service{root: root, data: t.TempDir()}
	cmd := exec.Command(binary, "local", "--sample-web", "--listen", "127.0.0.1:0", "--data", s.data) //nolint:noctx // ends in the clean-up
	said := &output{seen: make(chan struct{}), mark: "ready "}
	cmd.Stdout, cmd.Stderr, cmd.Dir = said, said, root
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		<-ended
	})
	select {
	case <-ended:
		t.Fatalf("the service ended; it wrote:\n%s", said)
	case <-said.seen:
	}
	raw, err := os.ReadFile(filepath.Join(s.data, "local.json"))
	if err == nil {
		err = json.Unmarshal(raw, &s.neighbour)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// output keeps what is written, and closes seen when it has the mark.
type output struct {
	mu   sync.Mutex
	text strings.Builder
	mark string
	seen chan struct{}
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	before := o.mark != "" && strings.Contains(o.text.String(), o.mark)
	n, err := o.text.Write(b)
	if o.mark != "" && !before && strings.Contains(o.text.String(), o.mark) {
		close(o.seen)
	}
	return n, err
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
