package functions_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What initialising packages may allocate before a function's main begins, in bytes. It is the same on
// every machine, follows the time that it takes, and is the part of a cold start that is ours to choose:
// `make bench BENCHFLAGS='-only start -gate'` measures the whole of it.
const (
	initOfPackage = 8 << 10  // one of ours; tables and expressions are made at their first use
	initOfOurs    = 40 << 10 // all of ours together
	initOfAll     = 176 << 10
)

// dearer functions link what others brought that is made at every start, and that tools/lazy does not put off: CloudWatch's
// logs, which only operators wait for, and the protocol of Chromium, which takes longer to start itself.
var dearer = map[string]int{"admin": 760 << 10, "browser": 270 << 10}

var initLine = regexp.MustCompile(`(?m)^init (\S+) @.*, (\d+) bytes, \d+ allocs$`)

// starts holds every function to what its start may make.
func (s *stack) starts(t *testing.T) {
	mains, err := filepath.Glob(filepath.Join(s.binaries, "*"))
	if err != nil || len(mains) == 0 {
		t.Fatalf("got %d mains, error %v; want some", len(mains), err)
	}
	for _, path := range mains {
		name := filepath.Base(path)
		ours, all := 0, 0
		for _, line := range initLine.FindAllStringSubmatch(s.initTrace(t, path), -1) {
			n, _ := strconv.Atoi(line[2])
			all += n
			if !strings.HasPrefix(line[1], "github.com/quarryapi/quarry/") {
				continue
			}
			if ours += n; n > initOfPackage {
				t.Errorf("%s: package %s made %d bytes at start, want at most %d: make it at its first use", name, line[1], n, initOfPackage)
			}
		}
		limit := initOfAll
		if more, ok := dearer[name]; ok {
			limit = more
		}
		if all == 0 || all > limit || ours > initOfOurs {
			t.Errorf("%s: got %d bytes made at start, %d of them ours; want at most %d and %d", name, all, ours, limit, initOfOurs)
		}
	}
}

// initTrace starts a function that finds no Runtime API, which ends it after its packages were initialised.
func (s *stack) initTrace(t *testing.T, path string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path)
	cmd.Env = append([]string{"GODEBUG=inittrace=1", "AWS_LAMBDA_RUNTIME_API=127.0.0.1:1"}, s.environment(filepath.Base(path))...)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err == nil {
		t.Errorf("%s: got no error without a Runtime API, want one", path)
	}
	return said.String()
}

var highWater = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// measured notes the most memory that a function had, where the system says so.
func (s *stack) measured(name string, pid int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if most := highWater.FindSubmatch(status); err == nil && most != nil {
		kilobytes, _ := strconv.Atoi(string(most[1]))
		s.mu.Lock()
		defer s.mu.Unlock()
		s.peaks[name] = kilobytes
	}
}

// peak is the most memory that a function had, in kB; 0 is not known.
func (s *stack) peak(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peaks[name]
}

// submits holds api-submit to the memory that the stack gives it: as many jobs as an instance may see in its first
// minutes, admitted one after the other, which is how Lambda gives them.
func (s *stack) submits(t *testing.T) {
	const (
		megabytes = 128
		jobs      = 50
	)
	status, err := os.ReadFile("/proc/self/status")
	if err != nil || !bytes.Contains(status, []byte("VmHWM")) {
		t.Skip("this system does not say how much memory a process had at most")
	}
	event, err := os.ReadFile("../events/api-submit.json")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	given, done := 0, make(chan string, 1)
	cmd := exec.CommandContext(ctx, filepath.Join(s.binaries, "api-submit"))
	runtime := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/next") {
			if given++; given > jobs {
				status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
				done <- string(status)
				<-r.Context().Done()
				return
			}
			w.Header().Set("Lambda-Runtime-Aws-Request-Id", "sample")
			w.Header().Set("Lambda-Runtime-Deadline-Ms", "99999999999999")
			_, _ = w.Write(bytes.ReplaceAll(event, []byte("article.test"), fmt.Appendf(nil, "page-%d.test", given)))
			return
		}
		if body, _ := io.ReadAll(r.Body); !strings.Contains(string(body), `"statusCode":202`) {
			t.Errorf("got %s, want a job that was admitted", body)
		}
		w.WriteHeader(http.StatusAccepted)
	}))
	defer runtime.Close()
	defer runtime.CloseClientConnections()
	cmd.Env = append([]string{
		"AWS_LAMBDA_RUNTIME_API=" + strings.TrimPrefix(runtime.URL, "http://"), "AWS_LAMBDA_FUNCTION_NAME=api-submit",
		fmt.Sprintf("GOMEMLIMIT=%dMiB", megabytes*85/100),
	}, s.environment("api-submit")...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	select {
	case status := <-done:
		most := highWater.FindStringSubmatch(status)
		kilobytes, err := strconv.Atoi(most[1])
		t.Logf("%d jobs took at most %d MB", jobs, kilobytes>>10)
		if err != nil || kilobytes > megabytes<<10*3/4 {
			t.Errorf("got %d kB at most, error %v; want a quarter of %d MB to spare", kilobytes, err, megabytes)
		}
	case <-ctx.Done():
		t.Errorf("got no end of %d jobs, %d were given", jobs, given)
	}
}
