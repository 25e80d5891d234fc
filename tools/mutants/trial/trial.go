// Package trial runs the tests of a package against a changed source, by an overlay, so
// that no file of the checkout is written. It judges by the exit status alone.
package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/quarryapi/quarry/tools/mutants/mutate"
)

// Verdict is what became of a mutant.
type Verdict string

// The verdicts. A mutant that does not compile says nothing about the tests.
const (
	Killed       Verdict = "killed"
	TimedOut     Verdict = "killed by its time"
	Survived     Verdict = "survived"
	DoesNotBuild Verdict = "does not build"
)

// Bench builds and runs tests of the module in Dir.
type Bench struct {
	Dir    string
	Temp   string        // for test binaries and changed sources
	Memory int           // GiB that each process of a test may write to; 0 for no bound
	Slack  time.Duration // what a mutant may take beside five times of what the tests take
	Now    func() time.Time

	mu     sync.Mutex
	limits map[string]func() (time.Duration, error)
}

// Package is where a package's tests lie.
type Package struct {
	Path  string
	Dir   string
	Tests bool
}

// Packages finds the packages that the patterns name.
func (b *Bench) Packages(ctx context.Context, patterns ...string) (map[string]Package, error) {
	list := exec.CommandContext(ctx, "go", append([]string{"list", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles"}, patterns...)...)
	list.Dir = b.Dir
	var stderr bytes.Buffer
	list.Stderr = &stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list the packages: %w: %s", err, stderr.String())
	}
	found := map[string]Package{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			ImportPath   string   `json:"ImportPath"`
			Dir          string   `json:"Dir"`
			TestGoFiles  []string `json:"TestGoFiles"`
			XTestGoFiles []string `json:"XTestGoFiles"`
		}
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("read the list of packages: %w", err)
		}
		found[p.ImportPath] = Package{Path: p.ImportPath, Dir: p.Dir, Tests: len(p.TestGoFiles)+len(p.XTestGoFiles) > 0}
	}
	return found, nil
}

// limit is how long a mutant may take. The first one of a package waits until its tests
// have run without a change; these MUST pass, or no mutant could be judged by them.
func (b *Bench) limit(ctx context.Context, p Package) (time.Duration, error) {
	b.mu.Lock()
	if b.limits == nil {
		b.limits = map[string]func() (time.Duration, error){}
	}
	measured := b.limits[p.Path]
	if measured == nil {
		measured = sync.OnceValues(func() (time.Duration, error) { return b.measure(ctx, p) })
		b.limits[p.Path] = measured
	}
	b.mu.Unlock()
	return measured()
}

// unchanged is how long tests may take as they are.
const unchanged = 10 * time.Minute

// measure allows a mutant five times of what the tests take, their build included.
func (b *Bench) measure(ctx context.Context, p Package) (time.Duration, error) {
	began := b.Now()
	verdict, said, err := b.try(ctx, "", p, unchanged)
	if err != nil {
		return 0, err
	}
	if verdict != Survived {
		return 0, fmt.Errorf("the tests of %s fail as they are (%s): %s", p.Path, verdict, tail(said))
	}
	return 5*b.Now().Sub(began) + b.Slack, nil
}

// Try judges a mutant by the tests of each package in turn, until one of them fails.
func (b *Bench) Try(ctx context.Context, m *mutate.Mutant, by ...Package) (Verdict, error) {
	dir, err := os.MkdirTemp(b.Temp, "mutant")
	if err != nil {
		return "", fmt.Errorf("make room for a mutant: %w", err)
	}
	defer os.RemoveAll(dir)
	overlay, err := write(dir, m)
	if err != nil {
		return "", err
	}
	for _, p := range by {
		if !p.Tests {
			continue
		}
		limit, err := b.limit(ctx, p)
		if err != nil {
			return "", err
		}
		verdict, _, err := b.try(ctx, overlay, p, limit)
		if err != nil || verdict != Survived {
			return verdict, err
		}
	}
	return Survived, nil
}

func write(dir string, m *mutate.Mutant) (string, error) {
	src, err := os.ReadFile(m.File)
	if err != nil {
		return "", fmt.Errorf("read what is to be changed: %w", err)
	}
	changed := filepath.Join(dir, filepath.Base(m.File))
	if err := os.WriteFile(changed, m.Apply(src), 0o600); err != nil {
		return "", fmt.Errorf("write the change: %w", err)
	}
	raw, err := json.Marshal(map[string]any{"Replace": map[string]string{m.File: changed}})
	if err != nil {
		return "", fmt.Errorf("write the overlay: %w", err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, raw, 0o600); err != nil {
		return "", fmt.Errorf("write the overlay: %w", err)
	}
	return overlay, nil
}

func (b *Bench) try(ctx context.Context, overlay string, p Package, limit time.Duration) (Verdict, []byte, error) {
	dir, err := os.MkdirTemp(b.Temp, "test")
	if err != nil {
		return "", nil, fmt.Errorf("make room for a test: %w", err)
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "x.test")
	args := []string{"test", "-c", "-vet=off", "-o", binary}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	build := exec.CommandContext(ctx, "go", append(args, p.Path)...)
	build.Dir = b.Dir
	if said, err := build.CombinedOutput(); err != nil {
		return DoesNotBuild, said, ended(ctx, err)
	}
	return b.run(ctx, binary, p, limit)
}

// run starts the tests in a process group of their own, with all that they start ended
// behind them.
func (b *Bench) run(ctx context.Context, binary string, p Package, limit time.Duration) (Verdict, []byte, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	script := `exec "$@"`
	if b.Memory > 0 {
		script = "ulimit -d " + strconv.Itoa(b.Memory<<20) + "; " + script
	}
	test := exec.CommandContext(limited, "sh", "-c", script, "sh", binary, "-test.failfast", "-test.timeout=0")
	test.Dir = p.Dir
	test.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	group := func() error { return syscall.Kill(-test.Process.Pid, syscall.SIGKILL) }
	test.Cancel, test.WaitDelay = group, 5*time.Second
	said, err := test.CombinedOutput()
	if test.Process != nil {
		_ = group() // nobody may be left, and then this fails
	}
	switch {
	case err == nil:
		return Survived, said, nil
	case ctx.Err() != nil:
		return "", said, ctx.Err()
	case limited.Err() != nil:
		return TimedOut, said, nil
	}
	return Killed, said, ended(ctx, err)
}

// ended is nil for a command that ran and failed: that is a verdict and no error.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil
	}
	return fmt.Errorf("run a test: %w", err)
}

func tail(said []byte) []byte { return said[max(0, len(said)-2000):] }
