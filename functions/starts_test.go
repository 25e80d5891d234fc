package functions_test

import (
	"bytes"
	"context"
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
	initOfAll     = 500 << 10
)

// dearer functions link what others brought that is made at every start: huma's expressions and the pages of
// the documentation, PDFium's engine, checkers of schemas, a markdown parser, names of countries, CloudWatch's
// logs (docs/adr/0067-…).
var dearer = map[string]int{
	"admin": 1100 << 10, "api-read": 1100 << 10, "worker-company": 900 << 10, "worker-research": 720 << 10, "worker-search-answer": 1300 << 10,
}

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
