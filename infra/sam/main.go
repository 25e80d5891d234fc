// Command sam runs `sam local` against the engines of a running `quarry local`. It
// tells the functions in sam's containers where the engines are and relays to them
// from an address that containers reach. It knows nothing of what is relayed.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
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

// run performs one command line: flags of its own, then what sam is to do.
func run(ctx context.Context, args []string, out, logs io.Writer) error {
	flags := flag.NewFlagSet("sam", flag.ContinueOnError)
	flags.SetOutput(logs)
	data := flags.String("data", "../.quarry", "folder of the running local service")
	host := flags.String("host", "", "address by which containers reach this machine (default: Docker's bridge, else host.docker.internal)")
	sam := flags.String("sam", "sam", "the sam command")
	if err := flags.Parse(args); err != nil {
		return err
	}
	env, err := readEnvironment(filepath.Join(*data, "local.json"))
	if err != nil {
		return err
	}
	relays, err := openRelays(ctx, env, hostOf(ctx, *host))
	if err != nil {
		return err
	}
	defer relays.close()
	file, err := relays.env.write()
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file) }()
	command := exec.CommandContext(ctx, *sam, append(flags.Args(), "--env-vars", file)...) //nolint:gosec // what the developer typed
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	// sam gives containers the keys of its own environment, whatever the file has.
	command.Env = append(command.Environ(), relays.env.keys()...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, out, logs
	if err := command.Run(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("%s: %w", *sam, err)
	}
	return nil
}
