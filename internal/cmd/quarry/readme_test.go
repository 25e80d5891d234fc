package main

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestKeepACopy runs the script of docs/crawl.md on three nights: the site stays as it is, and so do the files.
func TestKeepACopy(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"sh", "sed"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("this machine has no %s", tool)
		}
	}
	_, section, _ := strings.Cut(string(inDocs(t, "crawl.md")), "\n### Keep a copy")
	script := strings.NewReplacer("https://docs.example.com/", "maze.test --limit 3", " --webhook-url https://hooks.example.com/quarry", "").Replace(keepScript.FindStringSubmatch(section)[1])
	p, dir := start(t, t.TempDir(), "--sample-web"), t.TempDir()
	own, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink(own, filepath.Join(dir, "quarry")), os.Mkdir(filepath.Join(dir, "docs"), 0o700)); err != nil {
		t.Fatal(err)
	}
	last, copied := "", map[string]string{}
	for night := range 3 {
		cmd := exec.CommandContext(t.Context(), "sh", "-c", script)
		cmd.Dir, cmd.Env = dir, quarry(t.Context()).Env
		cmd.Env = append(cmd.Env, "QUARRY_DATA="+p.info.DataDir, "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		said, err := cmd.CombinedOutput()
		if err != nil || len(said) > 0 {
			t.Fatalf("night %d: got error %v, %s; want nothing said", night, err, said)
		}
		noted, err := os.ReadFile(filepath.Join(dir, "last"))
		if err != nil || !strings.HasPrefix(string(noted), "crl_") || string(noted) == last {
			t.Errorf("night %d: got %q after %q, error %v; want the id of another crawl", night, noted, last, err)
		}
		now := files(t, filepath.Join(dir, "docs"))
		if len(now) == 0 || night > 0 && !maps.Equal(now, copied) {
			t.Errorf("night %d: got files %v after %v, want the same", night, now, copied)
		}
		last, copied = string(noted), now
	}
}

var (
	shellBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")
	keepScript = regexp.MustCompile("(?ms)^```sh keep.sh\n(.*?)^```$")
)

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
