package browser_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/go-rod/rod"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// TestSandbox holds that Chromium's renderers are in its sandbox on every machine that has one
// to give: system calls are filtered, and the process has a namespace of processes to itself.
func TestSandbox(t *testing.T) {
	t.Parallel()
	if !namespaces(t) {
		t.Skip("this machine gives its users no namespaces")
	}
	var log bytes.Buffer
	s := setup(t, pages(map[string]string{"/": "in the sandbox"}), func(c *browser.Config) {
		c.Sandbox, c.Log = chromium.SandboxRequired, slog.New(slog.NewTextHandler(&log, nil))
	})
	renderers := 0
	if err := s.Act(t.Context(), shown.Visit{URL: "http://page.test/"}, func(*rod.Page) error {
		for _, status := range children(t, s.Process().PID(), "--type=renderer") {
			renderers++
			if !strings.Contains(status, "Seccomp:\t2") || !nested(status) {
				t.Errorf("got a renderer with the status %s, want Seccomp 2 and a NSpid of its own", status)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	s.Close() // ends the writing of the log
	if renderers == 0 || strings.Contains(log.String(), "WITHOUT") || !strings.Contains(log.String(), "sandbox=true") {
		t.Errorf("got %d renderers and the log %s, want one and more, and a start with the sandbox", renderers, &log)
	}
}

// namespaces is true where an ordinary user may make a namespace, as Chromium does.
func namespaces(t *testing.T) bool {
	t.Helper()
	try := exec.CommandContext(t.Context(), "unshare", "--user", "--map-root-user", "true")
	if os.Geteuid() == 0 {
		try.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	return try.Run() == nil
}

// children are the status files of the group's processes whose command line has a word.
func children(t *testing.T, group int, word string) []string {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, line := range lines {
		command, _ := os.ReadFile(line)
		status, err := os.ReadFile(filepath.Join(filepath.Dir(line), "status"))
		if err == nil && bytes.Contains(command, []byte(word)) && strings.Contains(string(status), fmt.Sprintf("NSpgid:\t%d\t", group)) {
			found = append(found, string(status))
		}
	}
	return found
}

// nested is true for a process that has another id in a namespace of its own.
func nested(status string) bool {
	_, ids, _ := strings.Cut(status, "NSpid:")
	ids, _, _ = strings.Cut(ids, "\n")
	return len(strings.Fields(ids)) > 1
}

// TestNoSandbox: a Chromium that does not start in its sandbox starts without, is warned of
// once, and is not shown a page where the sandbox is required.
func TestNoSandbox(t *testing.T) {
	t.Parallel()
	found, err := chromium.Find("")
	if errors.Is(err, chromium.ErrNotFound) {
		t.Skip(err)
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "chromium")
	refusing := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *--no-sandbox*) ;; *) echo No usable sandbox! >&2; exit 1;; esac\nexport LD_LIBRARY_PATH=%[1]s/lib FONTCONFIG_FILE=%[1]s/fonts/fonts.conf\nexec %[2]s \"$@\"\n",
		filepath.Dir(filepath.Dir(found)), found)
	if err := os.WriteFile(binary, []byte(refusing), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		sandbox  chromium.Sandbox
		warnings int
		code     errs.Code // empty for pages that are shown
	}{
		"auto":     {chromium.SandboxAuto, 1, ""},
		"off":      {chromium.SandboxOff, 0, ""},
		"required": {chromium.SandboxRequired, 0, errs.BrowserUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			s := setup(t, pages(map[string]string{"/": "bare"}), func(cfg *browser.Config) {
				cfg.Path, cfg.Sandbox, cfg.Served, cfg.Log = binary, c.sandbox, 1, slog.New(slog.NewTextHandler(&log, nil))
			})
			s.Try(t.Context())
			if n := strings.Count(log.String(), "WITHOUT ITS SANDBOX"); n != c.warnings {
				t.Errorf("before the first visit: got %d warnings, want %d:\n%s", n, c.warnings, &log)
			}
			for range 2 { // each by a process of its own
				_, err := s.Visit(t.Context(), shown.Visit{URL: "http://page.test/"})
				switch e := errs.As(err); {
				case c.code == "" && err != nil:
					t.Errorf("got error %v, want a page", err)
				case c.code != "" && (e == nil || e.Code != c.code || !strings.Contains(e.Message, "QUARRY_CHROMIUM_SANDBOX")):
					t.Errorf("got error %v, want %s that names QUARRY_CHROMIUM_SANDBOX", err, c.code)
				}
			}
			s.Close()
			if n := strings.Count(log.String(), "WITHOUT ITS SANDBOX"); n != c.warnings {
				t.Errorf("got %d warnings, want %d:\n%s", n, c.warnings, &log)
			}
		})
	}
}
