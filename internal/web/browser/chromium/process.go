// Package chromium finds Chromium, runs it and takes it down again, with all that it
// started and wrote. It must not know what is said over the pipes that it hands out,
// nor what pages are.
package chromium

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// grace is how long a process may take to end by itself before it is killed.
const grace = time.Second

// Process is a running Chromium.
type Process struct {
	// In and Out carry the messages of the DevTools protocol, each ended by a zero
	// byte. No port is opened, so that no page and no neighbour can find it.
	In  io.WriteCloser
	Out io.ReadCloser

	pid  int
	home *home
	said *tail
	done chan struct{}
	kill sync.Once
}

// Start runs the binary, confined. The process ends with Close, and when In is closed, which
// is also what happens when this process dies. Certificates of the keys in pins, each the base64 of a public key's SHA-256, are
// accepted unseen; all others are checked as ever.
func Start(binary string, c Confinement, pins ...string) (*Process, error) {
	dir, err := newHome()
	if err != nil {
		return nil, fmt.Errorf("make a profile: %w", err)
	}
	p := &Process{home: dir, said: &tail{}, done: make(chan struct{})}
	if err := p.start(binary, c, pins); err != nil {
		dir.remove()
		return nil, err
	}
	return p, nil
}

func (p *Process) start(binary string, c Confinement, pins []string) error {
	var open pipes
	defer open.closeTheirs()
	theirIn, in := open.pipe()
	out, theirOut := open.pipe()
	said, theirErr := open.pipe()
	if open.err != nil {
		return errors.Join(open.err, open.closeAll())
	}
	open.theirs = []*os.File{theirIn, theirOut, theirErr}
	arguments := slices.Concat([]string{"--user-data-dir=" + p.home.profile()}, c.flags(), trusting(pins), flags)
	// Its life is bounded by Close, not by the context of whoever came first.
	cmd := exec.CommandContext(context.Background(), binary, arguments...) //nolint:gosec // found by Find
	cmd.Env = p.home.environ(binary)
	cmd.Dir = p.home.dir
	cmd.ExtraFiles = []*os.File{theirIn, theirOut} // descriptors 3 and 4
	cmd.Stderr = theirErr
	ownGroup(cmd)
	if err := c.demote(cmd, p.home.dir); err != nil {
		return errors.Join(err, open.closeAll())
	}
	if err := hide(); err != nil {
		return errors.Join(err, open.closeAll())
	}
	if err := cmd.Start(); err != nil {
		return errors.Join(err, open.closeAll())
	}
	if !c.Demoted { // who has done so itself
		limitMemory(cmd.Process.Pid)
		yield(cmd.Process.Pid)
	}
	p.In, p.Out, p.pid = in, out, cmd.Process.Pid
	go p.supervise(cmd, said)
	return nil
}

// supervise waits for the end, and ends what the process left behind at once, while
// the number of its group can be nobody else's.
func (p *Process) supervise(cmd *exec.Cmd, said io.ReadCloser) {
	defer close(p.done)
	copied := make(chan struct{})
	go func() {
		_, _ = io.Copy(p.said, said)
		close(copied)
	}()
	_ = cmd.Wait() // how it ended is told by those who miss it
	killGroup(p.pid)
	reapGroup(p.pid)
	select {
	case <-copied: // as nobody is left who could write
	case <-time.After(grace):
	}
	_ = said.Close()
}

// PID is the process id, which is also that of its group.
func (p *Process) PID() int { return p.pid }

// Done is closed when the process has ended, by Close or by itself.
func (p *Process) Done() <-chan struct{} { return p.done }

// Said is the end of what it wrote to its standard error, for the log.
func (p *Process) Said() string { return p.said.String() }

// Close ends the process, waits for its end and removes its folder. One that does not
// end by itself within a second of closing In is killed, and so are its children.
func (p *Process) Close() {
	_ = p.In.Close()
	select {
	case <-p.done:
	case <-time.After(grace):
	}
	p.Kill()
}

// Kill is Close without any patience.
func (p *Process) Kill() {
	p.kill.Do(func() {
		select {
		case <-p.done:
		default:
			killGroup(p.pid)
			<-p.done
		}
		_, _ = p.In.Close(), p.Out.Close()
		p.home.remove()
	})
}
