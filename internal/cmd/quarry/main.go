// Command quarry runs the service on one machine and calls a service anywhere: as
// its user (scrape, jobs, usage, webhooks) and as its operator (admin). It reads saved
// pages, too (extract).
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // for machines without certificates, as an empty container
)

// commands is the command line: each field is a command.
type commands struct {
	Local    localCommand    `cmd:"" help:"Run the whole service on this machine."`
	Scrape   scrapeCommand   `cmd:"" help:"Scrape one URL and print what came."`
	Extract  extractCommand  `cmd:"" help:"Print the main content of a saved page; needs no service."`
	Job      jobCommand      `cmd:"" help:"Print a job."`
	Usage    usageCommand    `cmd:"" help:"Print what was spent, by action."`
	Balance  balanceCommand  `cmd:"" help:"Print the credits that are left."`
	Webhooks webhooksCommand `cmd:"" help:"Work with webhooks."`
	Probe    probeCommand    `cmd:"" help:"Ask upstreams for something small and compare their answers with what the parsers know."`
	Admin    adminCommand    `cmd:"" help:"Operate a service: organizations, tokens, credits, audit."`

	Version kong.VersionFlag `help:"Print the version and end."`
}

// release is what the linker of a release sets; others are named by the module's version.
var release string //nolint:gochecknoglobals // set by the linker

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// run performs one command line and returns the exit code.
func run(ctx context.Context, args []string, out streams) int {
	var c commands
	parser, err := kong.New(&c, kong.Name("quarry"), kong.UsageOnError(), kong.Writers(out.out, out.err),
		kong.Description("An open, self-hosted web-data API."),
		kong.Exit(func(int) {}), kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(out), kong.Vars(hooksVars), kong.Vars(entitlements), kong.Vars{"version": version()})
	if err != nil {
		fmt.Fprintf(out.err, "quarry: %v\n", err)
		return 1
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if helped(args) || slices.Contains(args, "--version") {
		return 0 // the help or the version has been printed
	}
	if err != nil {
		fmt.Fprintf(out.err, "quarry: %v\n", err)
		return 2
	}
	if err := parsed.Run(); err != nil {
		if code := exitError(0); errors.As(err, &code) {
			return int(code)
		}
		if !errors.Is(err, errTold) {
			fmt.Fprintf(out.err, "quarry: %v\n", err)
		}
		return 1
	}
	return 0
}

// version is what was built: the commit, where Git was there when it was built, and by which Go.
func version() string {
	built, ok := debug.ReadBuildInfo()
	if !ok {
		return "quarry, of unknown origin"
	}
	return fmt.Sprintf("quarry %s, %s %s/%s", cmp.Or(release, built.Main.Version), built.GoVersion, runtime.GOOS, runtime.GOARCH)
}

// errTold is the error of a command that has said all there is to say.
var errTold = errors.New("told")

// exitError is the error of a command that has said all there is to say, and whose exit
// code says what came of it.
type exitError int

// Error implements error.
func (c exitError) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// helped reports whether help was asked for.
func helped(args []string) bool {
	return slices.Contains(args, "--help") || slices.Contains(args, "-h")
}
