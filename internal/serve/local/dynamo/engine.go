// Package dynamo runs the DynamoDB engine of a local installation, dynoxide, as
// a child process: it finds the binary, starts it on a free port of loopback,
// reports when it answers and stops it again. It knows nothing of tables or
// items; those who store things reach the engine through the ordinary SDK.
package dynamo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// startTimeout is how long an engine may take to listen; it usually needs 3 ms.
	startTimeout = 10 * time.Second
	// stopGrace is how long it may finish requests before it is killed. What it
	// has acknowledged is on disk either way.
	stopGrace = time.Second
	// portAttempts bounds the starts after another program took the port that
	// was free a moment before.
	portAttempts = 5
)

// Options say what to start.
type Options struct {
	// Binary is the path that Find returned.
	Binary string
	// DBPath is the file that holds the tables; its directory must exist. Empty
	// keeps everything in memory.
	DBPath string
	// Identity is written into a file that is created: 8 bytes as hexadecimal digits, by
	// which Inspect distinguishes it from others. Empty is none.
	Identity string
	// Restarted, when it is not nil, gets a value after each start but the first, unless it
	// is full.
	Restarted chan<- struct{}
	// Logger gets the engine's own output, at debug level. Nil drops it.
	Logger *slog.Logger
}

// Engine is a running engine. Its endpoint stays the same when it is started again.
type Engine struct {
	endpoint string
	host     string
	port     string
	opts     Options
	lock     *fileLock
	closing  chan struct{}
	done     chan struct{}
	err      error // written before done closes
	stop     sync.Once

	mu     sync.Mutex
	child  *child
	closed bool
}

// child is one process of an engine.
type child struct {
	process *os.Process
	done    chan struct{}
	exitErr error // written before done closes
	out     *output
}

// Start runs the engine and returns once it accepts requests. The context bounds
// only the start. The engine ends with Close, and where the system offers a way
// (Linux, other Unixes) also when this process dies in any manner.
//
// An engine with a file that ends by itself is started again on the same port; when it ends
// too often, Done is closed. One in memory has lost what it had, and is not.
//
// Two engines never share a file: Start refuses a DBPath that another process
// has open through this package.
func Start(ctx context.Context, opts Options) (*Engine, error) {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if err := runnable(opts.Binary); err != nil {
		return nil, fmt.Errorf("start the DynamoDB engine: %s: %w", opts.Binary, err)
	}
	lock, err := prepare(opts)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	e := &Engine{opts: opts, lock: lock, closing: make(chan struct{}), done: make(chan struct{})}
	for range portAttempts {
		if e.host, e.port, err = freeAddress(ctx); err != nil {
			break
		}
		if e.child, err = launch(ctx, opts, e.host, e.port); !errors.Is(err, errPortTaken) {
			break
		}
	}
	if err != nil {
		lock.release()
		return nil, fmt.Errorf("start the DynamoDB engine: %w", err)
	}
	e.endpoint = "http://" + net.JoinHostPort(e.host, e.port)
	go e.keep()
	return e, nil
}

// prepare locks the file of an engine and, when it is new, creates it.
func prepare(opts Options) (*fileLock, error) {
	if opts.DBPath == "" {
		return nil, nil //nolint:nilnil // an engine in memory has no file to lock
	}
	lock, err := acquire(opts.DBPath + ".lock")
	if err != nil {
		return nil, err
	}
	if err := create(opts.DBPath, opts.Identity); err != nil {
		lock.release()
		return nil, err
	}
	return lock, nil
}

var errPortTaken = errors.New("other programs take every free port of this machine before it does; try again")

// launch starts the process once, at an address.
func launch(ctx context.Context, opts Options, host, port string) (*child, error) {
	args := []string{"serve", "--host", host, "--port", port}
	if opts.DBPath != "" {
		args = append(args, "--db-path", opts.DBPath)
	}
	c := &child{done: make(chan struct{}), out: newOutput(opts.Logger)}
	// The child outlives the context of the start, hence WithoutCancel.
	cmd := exec.CommandContext(context.WithoutCancel(ctx), opts.Binary, args...)
	cmd.Env = []string{"RUST_LOG=error"} // and none of ours: it needs no credentials
	cmd.Stdout, cmd.Stderr = c.out, c.out
	cmd.WaitDelay = stopGrace

	spawned := make(chan error, 1)
	go c.supervise(cmd, spawned)
	if err := <-spawned; err != nil {
		return nil, fmt.Errorf("%s: %w", opts.Binary, err)
	}
	c.process = cmd.Process
	return c, c.await(ctx)
}

// supervise starts the process and waits for its end.
func (c *child) supervise(cmd *exec.Cmd, spawned chan<- error) {
	// The parent-death signal of Linux is sent when the thread that forked ends,
	// so this goroutine keeps its thread for as long as the child lives.
	defer tether(cmd)()
	err := cmd.Start()
	spawned <- err
	if err == nil {
		c.exitErr = cmd.Wait()
	}
	close(c.done)
}

// await returns when the process listens, or with the reason why it does not.
func (c *child) await(ctx context.Context) error {
	select {
	case <-c.out.listening:
		return nil
	case <-c.done:
		last := c.why()
		if strings.Contains(last, "in use") || strings.Contains(last, "bind") {
			return errPortTaken
		}
		return fmt.Errorf("it ended at once: %s", last)
	case <-ctx.Done():
		c.end()
		return fmt.Errorf("it does not listen: %w", context.Cause(ctx))
	}
}

// why is what a process that ended said last, or how it ended.
func (c *child) why() string {
	last := c.out.last()
	if last == "" || strings.Contains(last, listening) {
		return fmt.Sprint(c.exitErr)
	}
	return strings.TrimPrefix(last, "error: ")
}

// end ends the process and returns when it is gone.
func (c *child) end() {
	// Both signals find a process that ended already; that is no fault.
	_ = c.process.Signal(syscall.SIGTERM)
	select {
	case <-c.done:
	case <-time.After(stopGrace):
		_ = c.process.Kill()
		<-c.done
	}
}

// Endpoint is the engine's base URL, for the SDK's BaseEndpoint.
func (e *Engine) Endpoint() string { return e.endpoint }

// PID is the process id of the engine as it runs now.
func (e *Engine) PID() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.child.process.Pid
}

// Done is closed when the engine has ended for good, by Close or by itself.
func (e *Engine) Done() <-chan struct{} { return e.done }

// Err is why the engine ended for good; nil while it runs and after Close.
func (e *Engine) Err() error {
	select {
	case <-e.done:
		return e.err
	default:
		return nil
	}
}

// Close ends the engine and returns when it is gone. It may be called again.
func (e *Engine) Close() {
	e.stop.Do(func() {
		e.mu.Lock()
		e.closed = true
		running := e.child
		e.mu.Unlock()
		close(e.closing)
		running.end()
		<-e.done
		e.lock.release()
	})
}

// freeAddress picks an address of loopback, of 2^24, and asks the system for a port of it
// that nobody listens on. The engine asks its callers for no key and lets every page of a
// browser read its answers, so that its address is what a page must not find by trying.
// Systems whose loopback is 127.0.0.1 alone (macOS) have that. Another program can take
// the port before the engine does; then the engine ends and launch is repeated.
func freeAddress(ctx context.Context) (host, port string, err error) {
	random := [4]byte{127}
	_, _ = rand.Read(random[1:]) // it never fails, see its documentation
	random[3] |= 1               // neither the network's own address nor one that ends in 0
	for _, host = range []string{netip.AddrFrom4(random).String(), "127.0.0.1"} {
		var listener net.Listener
		listener, err = new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(host, "0"))
		if err != nil {
			continue
		}
		_, port, err = net.SplitHostPort(listener.Addr().String())
		_ = listener.Close()
		return host, port, err
	}
	return "", "", fmt.Errorf("find a free port of this machine: %w", err)
}
