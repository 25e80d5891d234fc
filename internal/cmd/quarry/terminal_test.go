package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// onTerminal runs a command on a terminal of its own and returns all that it shows.
func onTerminal(t *testing.T, dir string, env []string, args ...string) (shown string, code int) {
	t.Helper()
	cmd := quarry(t.Context(), args...)
	cmd.Dir, cmd.Env = dir, append(append(cmd.Env, "TERM=xterm-256color", "XDG_CONFIG_HOME="+dir), env...)
	screen, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 100})
	if err != nil {
		t.Fatalf("a terminal: got error %v, want none", err)
	}
	defer func() { _ = screen.Close() }()
	var all bytes.Buffer
	if _, err := io.Copy(&all, screen); err != nil && !errors.Is(err, syscall.EIO) { // EIO is its end on Linux
		t.Fatalf("the screen: got error %v, want none", err)
	}
	_ = cmd.Wait() // the exit code says
	return all.String(), cmd.ProcessState.ExitCode()
}

// scripted is a service that answers each call with one job.
func scripted(t *testing.T, result string) []string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"data":{"jobId":"job_x","kind":"url","status":"succeeded","actionCode":"url.page","creditsCharged":1,"cached":false,"resultTruncated":false,"result":%s}}`, result)
	}))
	t.Cleanup(server.Close)
	return []string{"QUARRY_URL=" + server.URL, "QUARRY_TOKEN=x"}
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatalf("a picture: got error %v, want none", err)
	}
	return b.Bytes()
}

// TestPicturesAreNotForTerminals: they go to a file, into a pipe, and never onto a screen.
func TestPicturesAreNotForTerminals(t *testing.T) {
	t.Parallel()
	want := picture(t)
	env := scripted(t, fmt.Sprintf(`{"finalUrl":"http://article.test/","screenshotFormat":"png","screenshot":%q}`, base64.StdEncoding.EncodeToString(want)))
	dir := t.TempDir()
	for _, name := range []string{"article.test.png", "article.test-2.png"} {
		shown, code := onTerminal(t, dir, env, "screenshot", "article.test")
		if got, err := os.ReadFile(filepath.Join(dir, name)); code != 0 || err != nil || !bytes.Equal(got, want) || strings.Contains(shown, "PNG") {
			t.Errorf("got exit code %d, %q, error %v; want %s with the picture, and nothing of it shown", code, shown, err, name)
		}
	}
	if shown, code := onTerminal(t, dir, env, "screenshot", "article.test", "-o", "-"); code != exitUsage || !strings.Contains(shown, "-o") {
		t.Errorf("-o -: got exit code %d, %q; want %d and what to do", code, shown, exitUsage)
	}
	if shown, _ := onTerminal(t, dir, env, "screenshot", "article.test", "--json"); strings.Contains(shown, "iVBOR") {
		t.Errorf("--json: got %q, want no Base64", shown)
	}
	if out, _, code := cli(t, dir, env, "screenshot", "article.test"); code != 0 || out != string(want) {
		t.Errorf("a pipe: got exit code %d, %d bytes; want 0 and the %d of the picture", code, len(out), len(want))
	}
	if _, _, code := cli(t, dir, env, "screenshot", "article.test", "-o", "out.png"); code != 0 {
		t.Errorf("a file: got exit code %d, want 0", code)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "out.png")); err != nil || !bytes.Equal(got, want) {
		t.Errorf("a file: got %d bytes, error %v; want those of the picture", len(got), err)
	}
}

// TestColours are for terminals alone, and for none that says so.
func TestColours(t *testing.T) {
	t.Parallel()
	env := scripted(t, `{"url":"http://article.test/","title":"Tides"}`)
	dir := t.TempDir()
	if shown, code := onTerminal(t, dir, env, "scrape", "article.test"); code != 0 || !strings.Contains(shown, "\x1b[") || !strings.Contains(shown, "✓") {
		t.Errorf("a terminal: got exit code %d, %q; want colours", code, shown)
	}
	for name, off := range map[string]string{"NO_COLOR": "NO_COLOR=1", "a dumb terminal": "TERM=dumb"} {
		if shown, code := onTerminal(t, dir, append([]string{off}, env...), "scrape", "article.test"); code != 0 || strings.Contains(strings.ReplaceAll(shown, "\r\x1b[K", ""), "\x1b[") {
			t.Errorf("%s: got exit code %d, %q; want no colours", name, code, shown)
		}
	}
	if out, errs, code := cli(t, dir, env, "scrape", "article.test"); code != 0 || strings.Contains(out+errs, "\x1b") || errs != "" {
		t.Errorf("a pipe: got exit code %d, %q, %q; want no colours and nothing on the standard error", code, out, errs)
	}
}

// TestPagesDoNotDriveTheTerminal: what strangers wrote moves no cursor and renames no window.
func TestPagesDoNotDriveTheTerminal(t *testing.T) {
	t.Parallel()
	env := scripted(t, `{"markdown":"a\u001b]0;evil\u0007b\u009b2Jc","title":"\u001b[2Jx"}`)
	shown, _ := onTerminal(t, t.TempDir(), append([]string{"NO_COLOR=1"}, env...), "scrape", "article.test")
	if !strings.Contains(shown, "a]0;evilb2Jc") || strings.Contains(shown, "\x1b]") {
		t.Errorf("got %q, want the text without its control characters", shown)
	}
	if out, _, _ := cli(t, t.TempDir(), env, "scrape", "article.test"); !strings.Contains(out, "\x1b]0;evil") {
		t.Errorf("a pipe: got %q, want the text as it is", out)
	}
}

// TestThePromptShowsNoToken: a token that is typed is not echoed.
func TestThePromptShowsNoToken(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	dir := t.TempDir()
	cmd := quarry(context.WithoutCancel(t.Context()), "login", p.info.BaseURL, "--name", "acme")
	cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME="+dir)
	screen, err := pty.Start(cmd)
	if err != nil {
		t.Fatalf("a terminal: got error %v, want none", err)
	}
	defer func() { _ = screen.Close() }()
	shown := make([]byte, 0, 1024)
	for !bytes.Contains(shown, []byte("not shown): ")) {
		part := make([]byte, 256)
		n, err := screen.Read(part)
		if err != nil {
			t.Fatalf("got %q, error %v; want a prompt", shown, err)
		}
		shown = append(shown, part[:n]...)
	}
	if _, err := io.WriteString(screen, p.info.Token+"\n"); err != nil {
		t.Fatalf("typing: got error %v, want none", err)
	}
	rest, _ := io.ReadAll(screen) // its end is an error on Linux
	_ = cmd.Wait()                // the exit code says
	if code := cmd.ProcessState.ExitCode(); code != 0 || bytes.Contains(rest, []byte(p.info.Token)) {
		t.Errorf("got exit code %d, %q; want 0 and no token", code, rest)
	}
}
