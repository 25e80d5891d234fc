// Command sam runs `sam local` against the engines of a running `quarry local`. It
// gives the functions in sam's containers the engines' addresses and relays to them
// from one that containers reach. For one function it makes what the function's event names, such as a job, and
// checks what came of it. It knows nothing of what is relayed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// command is one command line.
type command struct {
	data, host, sam string
	root            string // the repository, with template.yaml and events/
	function, event string // to invoke; empty for the API
	more            []string
	out, logs       io.Writer
}

// run performs one command line: flags of its own, then what sam is given beside what it needs.
func run(ctx context.Context, args []string, out, logs io.Writer) error {
	c := command{out: out, logs: logs}
	flags := flag.NewFlagSet("sam", flag.ContinueOnError)
	flags.SetOutput(logs)
	flags.StringVar(&c.data, "data", "../.quarry", "folder of the running local service")
	flags.StringVar(&c.host, "host", "", "address by which containers reach this machine (default: Docker's bridge, else host.docker.internal)")
	flags.StringVar(&c.sam, "sam", "sam", "the sam command")
	flags.StringVar(&c.root, "root", "..", "folder of template.yaml")
	flags.StringVar(&c.function, "function", "", "function to invoke; empty serves the API")
	flags.StringVar(&c.event, "event", "", "its event; empty is that of events/, with what it names made first")
	if err := flags.Parse(args); err != nil {
		return err
	}
	c.more = flags.Args()
	n, err := readNeighbour(c.data)
	if err != nil {
		return err
	}
	if c.function == "" {
		return c.start(ctx, n.FunctionEnv, out, "start-api")
	}
	return c.invoke(ctx, n)
}

// start runs one command of `sam local` until it ends, or the context does.
func (c command) start(ctx context.Context, env environment, out io.Writer, args ...string) error {
	relays, err := openRelays(ctx, env, hostOf(ctx, c.host))
	if err != nil {
		return err
	}
	defer relays.close()
	file, err := relays.env.write()
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file) }()
	args = append(append([]string{"local"}, args...), "--template", filepath.Join(c.root, "template.yaml"), "--env-vars", file)
	sam := exec.CommandContext(ctx, c.sam, append(args, c.more...)...) //nolint:gosec // what the developer typed
	sam.Cancel = func() error { return sam.Process.Signal(os.Interrupt) }
	sam.WaitDelay = 30 * time.Second // for a container that does not end
	// sam gives containers the keys of its own environment, whatever the file has. With these it asks AWS for its account, and goes
	// on without an answer: where AWS cannot be reached, or knows no such keys, once is enough.
	sam.Env = append(append(sam.Environ(), "AWS_MAX_ATTEMPTS=1"), relays.env.keys()...)
	sam.Stdin, sam.Stdout, sam.Stderr = os.Stdin, out, c.logs
	if err := sam.Run(); err != nil && ctx.Err() == nil {
		if errors.Is(err, exec.ErrNotFound) {
			return fmt.Errorf("there is no %s: install the SAM CLI, or name it with SAM=: %w", c.sam, err)
		}
		return fmt.Errorf("%s: %w", c.sam, err)
	}
	return nil
}
