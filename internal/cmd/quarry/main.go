// Command quarry runs the service on one machine and calls a service anywhere: as its user, by
// commands that follow from the definitions of the API, and as its operator (admin). It reads saved
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
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // for machines without certificates, as an empty container

	"github.com/quarryapi/quarry/internal/cmd/quarry/calls"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// commands is what is written here of the command line: each field is a command. The commands of
// the API's operations are added to them, see grow.
type commands struct {
	Local      localCommand      `cmd:"" group:"here" help:"Run the whole service on this machine."`
	Extract    extractCommand    `cmd:"" group:"here" help:"Print the main content of saved pages (files or standard input); needs no service. Of a page of the web: quarry scrape URL."`
	MCP        mcpCommand        `cmd:"" name:"mcp" group:"here" help:"Offer a service's tools to a language model, by the Model Context Protocol over standard input and output."`
	Probe      probeCommand      `cmd:"" group:"here" help:"Ask upstreams for something small and compare their answers with what the parsers know."`
	Doctor     doctorCommand     `cmd:"" group:"here" help:"Look for what keeps the service or the command line from working, and say what to do."`
	Version    versionCommand    `cmd:"" group:"here" help:"Print the version."`
	Completion completionCommand `cmd:"" group:"here" help:"Print what completes commands in bash, zsh or fish."`
	Complete   completeCommand   `cmd:"" name:"__complete" hidden:"" help:"Print what can follow some words." passthrough:""`
	Login      loginCommand      `cmd:"" group:"account" help:"Note a service and its token, and use it from now on."`
	Logout     logoutCommand     `cmd:"" group:"account" help:"Forget a service and its token."`
	Profiles   profilesCommand   `cmd:"" group:"account" help:"List the services that are noted, or use another."`
	Jobs       jobsCommand       `cmd:"" group:"account" help:"List, read, wait for, cancel and open jobs."`
	Crawls     crawlsCommand     `cmd:"" group:"account" help:"List, read, wait for, cancel, resume and export crawls."`
	Webhooks   webhooksCommand   `cmd:"" group:"account" help:"Receive webhooks, and work with endpoints and deliveries."`
	Admin      adminCommand      `cmd:"" group:"here" help:"Operate a service: organizations, tokens, credits, audit."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version and end."`
}

// release is what the linker sets: the number of a release, or the commit of make build. Others are named by the module's version.
var release string //nolint:gochecknoglobals // set by the linker

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// run performs one command line and returns the exit code.
func run(ctx context.Context, args []string, out streams) int {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	args = ordered(args)
	parser, err := grammar(ctx, out, func(c *calls.Command) bool { return begins(args, c) })
	if err != nil {
		fmt.Fprintf(out.err, "quarry: %v\n", err)
		return exitFailed
	}
	printed := false
	parser.Exit = func(int) { printed = true }
	parsed, err := parser.Parse(args)
	if printed {
		return 0 // the help or the version
	}
	if err != nil {
		said := strings.ReplaceAll(err.Error(), `expected value value but got "EOL" (<EOL>)`, "its value is missing")
		fmt.Fprintf(out.err, "quarry: %s%s\n", said, hint(args, err))
		return exitUsage
	}
	if err := parsed.Run(parser); err != nil {
		if code := exitError(0); errors.As(err, &code) {
			return int(code)
		}
		if !errors.Is(err, errTold) {
			fmt.Fprintf(out.err, "%s %v\n", out.terminal().ErrStyle().Red("quarry:"), terminal.Clean(inCommands(err.Error())))
		}
		return exitOf(err)
	}
	return 0
}

// hint is what a command line that is wrong was meant to be, where that is known.
func hint(args []string, err error) string {
	wrong := (*kong.ParseError)(nil)
	if name, ok := strings.CutPrefix(err.Error(), "unknown flag --"); ok && errors.As(err, &wrong) {
		return meantFlag(name, wrong.Context)
	}
	if !strings.HasPrefix(err.Error(), "unexpected argument ") {
		return ""
	}
	switch args[0] {
	case "scrape":
		return "; `quarry batch` scrapes any number of URLs"
	case "search", "answer", "research":
		return "; several words are one argument in quotes, such as \"tide gauge\""
	}
	return ""
}

// meantFlag is the flag that was probably meant by one that the command does not have; a name that is nearly one is told already.
func meantFlag(name string, at *kong.Context) string {
	var flags []string
	for _, f := range at.Flags() {
		flags = append(flags, f.Name)
	}
	likely := option.Likely(name, flags)
	if len(likely) == 0 || strings.Contains(name, "did you mean") {
		return ""
	}
	return `, did you mean "--` + strings.Join(likely, `" or "--`) + `"?`
}

// grammar is the command line; want says of which of the API's commands flags are needed.
func grammar(ctx context.Context, out streams, want func(c *calls.Command) bool) (*kong.Kong, error) {
	return kong.New(&commands{}, kong.Name("quarry"), kong.ShortUsageOnError(), kong.Writers(out.out, out.err),
		kong.Description("An open, self-hosted web-data API."), kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, WrapUpperBound: 110}),
		kong.ExplicitGroups(headings()), kong.PostBuild(func(k *kong.Kong) error { return grow(k, want) }),
		kong.Exit(func(int) {}), kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(out), kong.Vars(hooksVars), kong.Vars(entitlements), kong.Vars{"version": program()})
}

// begins reports whether a command line can be one of a command: whether the command's words are
// among its arguments, in their order.
func begins(args []string, c *calls.Command) bool {
	words := c.Words
	for _, a := range args {
		if len(words) > 0 && (a == words[0] || len(words) == 1 && slices.Contains(c.Aliases, a)) {
			words = words[1:]
		}
	}
	return len(words) == 0
}

// version is what was built: the release or the commit, where Git was there when it was built.
func version() string {
	if built, ok := debug.ReadBuildInfo(); ok {
		return cmp.Or(release, built.Main.Version)
	}
	return cmp.Or(release, "of unknown origin")
}

// program is all of what was built.
func program() string { return "quarry " + version() + ", " + made() }

// made is by which Go it was built, and for what.
func made() string { return runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH }

// errTold is the error of a command that has said all there is to say.
var errTold = errors.New("told")

// exitError is the error of a command that has said all there is to say, and whose exit
// code says what came of it.
type exitError int

// Error implements error.
func (c exitError) Error() string { return fmt.Sprintf("exit code %d", int(c)) }
