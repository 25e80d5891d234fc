package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestASlowEngineIsNoMissingOne: the script skips where no engine can be started, and fails where one was started and does not answer in time, or
// is there and says nothing.
func TestASlowEngineIsNoMissingOne(t *testing.T) {
	t.Parallel()
	const (
		absent = "exit 1"                            // docker of no engine
		late   = `test -e "${SAM_ENGINE:-/none}/up"` // docker of an engine that is up when it says so
		hangs  = "exec sleep 20"
	)
	for name, c := range map[string]struct {
		docker, dockerd string
		inner           bool // the engine alone, as within its namespaces
		status          int
		said            string
	}{
		"in time":              {late, `sleep 2; touch "$SAM_ENGINE/up"; exec sleep 20`, true, 0, ""},
		"lives, says nothing":  {late, "echo loading containers >&2; exec sleep 20", true, 75, "dockerd runs, but did not answer within 4 s (SAM_START); it logged last: loading containers"},
		"hangs at calls":       {hangs, "exec sleep 20", true, 75, "dockerd runs, but did not answer"},
		"ends":                 {absent, "echo no permission >&2; exit 1", true, 1, "no permission"},
		"all, says nothing":    {late, "exec sleep 20", false, 1, "FAIL sam: dockerd runs, but did not answer"},
		"all, ends":            {absent, "echo no permission >&2; exit 1", false, 0, "SKIP sam: no container engine runs, and none can be started: no permission"},
		"all, another is hung": {hangs, "echo no permission >&2; exit 1", false, 1, "FAIL sam: a container engine took the call and did not answer within 1 s (SAM_PATIENCE), and none can be started: no permission"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
				t.Skip("the script skips where functions cannot run")
			}
			if !c.inner && os.Geteuid() != 0 {
				t.Skip("the script starts engines for root alone")
			}
			bin, state := t.TempDir(), t.TempDir()
			for program, text := range map[string]string{
				"docker": c.docker, "dockerd": c.dockerd, "python3": "exit 0", "ip": "exit 0", // and namespaces that are none:
				"unshare": `while [[ $1 == --* ]]; do shift; done; exec "$@"`,
			} {
				writeFile(t, filepath.Join(bin, program), "#!/usr/bin/env bash\n"+text+"\n")
				makeProgram(t, filepath.Join(bin, program))
			}
			cmd := exec.CommandContext(t.Context(), "./run")
			cmd.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "TMPDIR=" + state, "SAM_PATIENCE=1", "SAM_START=4"}
			if c.inner {
				cmd.Args, cmd.Env = append(cmd.Args, "try"), append(cmd.Env, "SAM_ENGINE="+state)
			}
			out, err := os.Create(filepath.Join(state, "said")) // a file, as what the script leaves running would hold a pipe open
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = out.Close() }()
			cmd.Stdout, cmd.Stderr = out, out
			status := 0
			if failed, ok := errors.AsType[*exec.ExitError](cmd.Run()); ok {
				status = failed.ExitCode()
			}
			text, err := os.ReadFile(out.Name())
			if err != nil {
				t.Fatal(err)
			}
			if status != c.status || !strings.Contains(string(text), c.said) {
				t.Errorf("got status %d, %q; want %d, %q", status, text, c.status, c.said)
			}
		})
	}
}
