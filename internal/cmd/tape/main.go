// Command tape records commands of quarry on a terminal of its own, against a local service with
// the sample web, and draws the screen as an SVG whose lines appear as they did. It must not know
// how a command works.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"
)

const columns = 100

// session is what is recorded: a line as it is typed, and at most how many lines of its output are
// shown.
var session = []struct {
	line string
	most int
}{
	{"quarry scrape article.test", 5},
	{"quarry search 'tide barrier' --max-results 2", 9},
	{"quarry screenshot article.test", 3},
	{"quarry research 'tide barriers' --dry-run", 2},
	{"quarry batch article.test wall.test shop.test/packs", 9},
	{"quarry usage --days 1", 9},
}

func main() {
	program := flag.String("quarry", "bin/quarry", "the program")
	out := flag.String("o", "docs/images/terminal.svg", "the picture")
	flag.Parse()
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	err := record(ctx, *program, *out)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tape:", err)
		os.Exit(1)
	}
}

func record(ctx context.Context, program, out string) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "tape")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	env := slices.Concat(os.Environ(), []string{"XDG_CONFIG_HOME=" + dir, "HOME=" + dir, "QUARRY_KEYRING=off", "QUARRY_DATA=", "QUARRY_URL=", "QUARRY_PROFILE=", "TERM=xterm-256color", "NO_COLOR="}) //nolint:forbidigo // what the recorded command sees
	service := exec.CommandContext(ctx, program, "local", "--sample-web", "--listen", "127.0.0.1:0", "--data", filepath.Join(dir, "data"), "--log-format", "off")                                     //nolint:gosec // the program to record
	service.Env = env
	ready, err := service.StdoutPipe()
	if err != nil {
		return err
	}
	if err := service.Start(); err != nil {
		return err
	}
	defer func() {
		_ = service.Process.Signal(syscall.SIGINT)
		_ = service.Wait()
	}()
	if _, err := ready.Read(make([]byte, 1)); err != nil {
		return fmt.Errorf("the service did not start: %w", err)
	}
	go func() { _, _ = io.Copy(io.Discard, ready) }()
	var screen Screen
	for _, scene := range session {
		shown, took, err := play(ctx, program, dir, env, scene.line)
		if err != nil {
			return fmt.Errorf("%s: %w", scene.line, err)
		}
		screen.Add(scene.line, shown, scene.most, took)
	}
	return os.WriteFile(out, screen.SVG(), 0o644) //nolint:gosec // a picture for everybody
}

// play runs a line on a terminal and returns what it showed, and how long it took.
func play(ctx context.Context, program, dir string, env []string, line string) (shown []byte, took time.Duration, err error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", strings.Replace(line, "quarry", program, 1)) //nolint:gosec // a line of the session
	cmd.Dir, cmd.Env = dir, env
	begin := time.Now()
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: columns})
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = terminal.Close() }()
	var all bytes.Buffer
	if _, err := io.Copy(&all, terminal); err != nil && !errors.Is(err, syscall.EIO) { // EIO is its end on Linux
		return nil, 0, err
	}
	_ = cmd.Wait() // a wall among the pages is an exit code, too
	return all.Bytes(), time.Since(begin), nil
}
