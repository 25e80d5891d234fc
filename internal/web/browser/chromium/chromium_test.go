package chromium_test

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

// fake gives a program that stands for Chromium: descriptors 3 and 4 are its pipes. It
// is one file for all, since a program that was just written may be held open by
// another test's child and cannot be run then.
func fake(t *testing.T, body string) string {
	t.Helper()
	program, err := filepath.Abs("testdata/fake.sh")
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "bin")
	path := filepath.Join(bin, "chromium")
	err = errors.Join(os.Mkdir(bin, 0o755), os.Symlink(program, path), os.WriteFile(path+".body", []byte(body), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func start(t *testing.T, binary string) *chromium.Process {
	t.Helper()
	return confine(t, binary, chromium.Confinement{})
}

func confine(t *testing.T, binary string, c chromium.Confinement) *chromium.Process {
	t.Helper()
	p, err := chromium.Start(binary, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

func TestFind(t *testing.T) {
	t.Parallel()
	binary := fake(t, "")
	if got, err := chromium.Find(binary); err != nil || got != binary {
		t.Errorf("got value %s, error %v; want no error, %q", got, err, binary)
	}
	for name, path := range map[string]string{"none": binary + "x", "folder": filepath.Dir(binary), "not executable": "chromium_test.go"} {
		if _, err := chromium.Find(path); !errors.Is(err, chromium.ErrNotFound) || !strings.Contains(err.Error(), "QUARRY_CHROMIUM="+path) {
			t.Errorf("%s: got error %v, want error %v, Error() with %q", name, err, chromium.ErrNotFound, "QUARRY_CHROMIUM="+path)
		}
	}
}

// It lies where `make chromium` puts it, above the working directory or anywhere else
// on the machine, or it is told what to do.
func TestFindInstalled(t *testing.T) {
	dir := t.TempDir()
	binary := filepath.Join(dir, "tools/chromium/dist/bin/chromium")
	below := filepath.Join(dir, "some/where")
	for _, folder := range []string{filepath.Dir(binary), below} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(binary, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/opt/bin/chromium"); err == nil {
		t.Skip("this machine has the layer, which comes first")
	}
	t.Chdir(below)
	got, err := chromium.Find("")
	if resolved, _ := filepath.EvalSymlinks(binary); err != nil || got != binary && got != resolved {
		t.Errorf("got value %s, error %v; want no error, (%q or %q)", got, err, binary, resolved)
	}
	t.Chdir("/")
	t.Setenv("PATH", "")
	if got, err := chromium.Find(""); err == nil {
		if _, err := os.Stat(got); err != nil {
			t.Errorf("found %s, which is not there", got)
		}
	} else if !errors.Is(err, chromium.ErrNotFound) || !strings.Contains(err.Error(), "make chromium") {
		t.Errorf(`got error %v, want error %v, Error() with "make chromium"`, err, chromium.ErrNotFound)
	}
}

// The process has its pipes, an environment of its own and a folder that goes with it.
func TestStart(t *testing.T) {
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("TMPDIR", t.TempDir())
	binary := fake(t, `env >&4; pwd >&4; echo "$@" >&4; while read line <&3; do echo "heard $line" >&4; done; echo bye >&2`)
	for _, folder := range []string{"lib", "fonts"} {
		if err := os.Mkdir(filepath.Join(filepath.Dir(filepath.Dir(binary)), folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	conf := filepath.Join(filepath.Dir(filepath.Dir(binary)), "fonts", "fonts.conf")
	if err := os.WriteFile(conf, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t, binary)
	if _, err := io.WriteString(p.In, "hello\n"); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for lines := bufio.NewScanner(p.Out); lines.Scan() && lines.Text() != "heard hello"; {
		said.WriteString(lines.Text() + "\n")
	}
	text := said.String()
	for _, want := range []string{
		"HOME=" + os.Getenv("TMPDIR"), "TMPDIR=" + os.Getenv("TMPDIR"), "LD_LIBRARY_PATH=" + filepath.Dir(filepath.Dir(binary)) + "/lib\n",
		"FONTCONFIG_FILE=" + conf, "--user-data-dir=" + os.Getenv("TMPDIR"), "--remote-debugging-pipe", "--proxy-server=http://127.0.0.1:9", "--disable-quic",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %s", want)
		}
	}
	if strings.Contains(text, "secret") || strings.Contains(text, "AWS") {
		t.Errorf("it knows our environment:\n%s", text)
	}
	began := time.Now()
	p.Close()
	if took := time.Since(began); took > 900*time.Millisecond {
		t.Errorf("it ended by itself, but after %s", took)
	}
	if files, _ := os.ReadDir(os.Getenv("TMPDIR")); len(files) > 0 {
		t.Errorf("%s is left", files[0].Name())
	}
}

// Folders that a killed process left are removed by the next one, those in use are not.
func TestFoldersOfTheDead(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	left := filepath.Join(temp, "quarry-chromium-left")
	if err := errors.Join(os.MkdirAll(left, 0o700), os.WriteFile(filepath.Join(left, "lock"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	binary := fake(t, "read line <&3")
	start(t, binary)
	start(t, binary)
	files, err := os.ReadDir(temp)
	if err != nil || len(files) != 2 {
		t.Errorf("got files %v, error %v; want no error, 2 files", files, err)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("the folder that was left is still there")
	}
}

// One that does not end is killed, and so are those that it started.
func TestClose(t *testing.T) {
	t.Parallel()
	binary := fake(t, `trap "" TERM; (trap "" TERM; echo ready >&4; while :; do sleep 1; done) & while :; do sleep 1; done`)
	p := start(t, binary)
	if _, err := bufio.NewReader(p.Out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	p.Close()
	<-p.Done()
	stats, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, stat := range stats {
		if text, _ := os.ReadFile(stat); strings.Contains(string(text), binary) {
			t.Errorf("%s is left: %q", stat, text)
		}
	}
	p.Close()
	p.Kill()
}

// What a process said last is there for the log.
func TestSaid(t *testing.T) {
	t.Parallel()
	p := start(t, fake(t, `i=0; while [ $i -lt 200 ]; do echo "line $i of many" >&2; i=$((i+1)); done`))
	<-p.Done()
	if said := p.Said(); len(said) > 2<<10 || !strings.HasSuffix(said, "line 199 of many") {
		t.Errorf("%d bytes: %s", len(said), said)
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("this system does not tell")
	}
	p := start(t, fake(t, `sleep 60 & echo ready >&4; wait`))
	if _, err := bufio.NewReader(p.Out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	m := p.Memory()
	if m.RSS < 1<<19 || m.RSS > 1<<28 || m.Private > m.RSS || m.Largest == 0 || m.Largest == p.PID() {
		t.Errorf("got memory %+v, want RSS at least 1 << 19, RSS at most 1 << 28, Private at most %v, Largest other than 0, Largest other than p.PID()", m, m.RSS)
	}
	p.KillChild(m.Largest)
	<-p.Done()
	if m := p.Memory(); m.RSS != 0 || m.Largest != 0 {
		t.Errorf("afterwards %+v", m)
	}
}

// Processes that start at the same time leave each other's folders alone.
func TestStartsTogether(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			p, err := chromium.Start("/bin/true", chromium.Confinement{})
			if err != nil {
				t.Errorf("got %v, want a process in a folder of its own", err)
				return
			}
			p.Close()
		})
	}
	all.Wait()
}
