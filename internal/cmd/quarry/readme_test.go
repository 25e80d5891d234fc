package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// TestReadmeDoesWhatItSays runs the commands of the README's beginning, but for those of make, in a folder whose
// local service is one with the sample web.
func TestReadmeDoesWhatItSays(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"bash", "curl", "sed"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("this machine has no %s", tool)
		}
	}
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, begin, _ := strings.Cut(string(readme), "\n## Try it\n")
	begin, _, _ = strings.Cut(begin, "\n## ")
	dir := t.TempDir()
	p := start(t, filepath.Join(dir, ".quarry"), "--sample-web")
	var script strings.Builder
	for _, block := range shellBlock.FindAllStringSubmatch(begin, -1) {
		if !strings.HasPrefix(block[1], "make ") {
			script.WriteString(strings.ReplaceAll(block[1], "http://127.0.0.1:8080", p.info.BaseURL))
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	own, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(own, filepath.Join(dir, "bin", "quarry")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-euxo", "pipefail", "-c", script.String())
	cmd.Dir, cmd.Env = dir, quarry(t.Context()).Env
	said, err := cmd.CombinedOutput()
	for _, want := range []string{"# Measuring the tide", `"status":"succeeded"`, "event: crawl.page", "event: crawl.finished", "finished: 10 pages · "} {
		if err != nil || !strings.Contains(string(said), want) {
			t.Errorf("got error %v, said %s; want no error and %q", err, said, want)
		}
	}
}
