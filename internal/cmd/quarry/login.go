package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/profile"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
	"github.com/quarryapi/quarry/internal/serve/config"
)

// loginCommand notes a service. Its token comes from the environment, a prompt or the standard
// input, never from the command line, which the shell remembers.
type loginCommand struct {
	URL       string `arg:"" help:"The service's address, such as https://quarry.example.com."`
	Name      string `help:"Name of the profile (default: the host)." placeholder:"NAME"`
	TokenFile string `help:"File with the token, - for the standard input (default: $QUARRY_TOKEN, else a prompt)." placeholder:"FILE"`
}

// Run performs the command.
func (c *loginCommand) Run(ctx context.Context, out streams) error {
	base, err := c.address()
	if err != nil {
		return &coded{exitUsage, err}
	}
	if at, err := url.Parse(base); err == nil && at.Scheme == "http" && !onThisMachine(at.Hostname()) {
		fmt.Fprintf(out.err, "%s has no encryption: whoever is on the way reads the token\n", base)
	}
	token, err := c.token(out)
	if err != nil {
		return &coded{exitToken, err}
	}
	answer, err := caller.New(base, token).Do(ctx, caller.Request{Method: http.MethodGet, Path: "/v1/public/token-info"})
	if err != nil {
		return unaccepted(base, err)
	}
	info, err := people.Decode(answer.Data)
	if err != nil {
		return err
	}
	known, err := profile.Load()
	if err != nil {
		return err
	}
	kept := known.SetToken(c.Name, profile.Profile{URL: base}, token, config.LoadTerminal().Keyring == "off")
	known.Current = c.Name
	if err := known.Save(); err != nil {
		return fmt.Errorf("the profile cannot be kept: %w", err)
	}
	fmt.Fprintf(out.out, "logged in to %s as %v; the profile %s is used from now on, and its token is in %s\n", base, info["organizationId"], c.Name, kept)
	return nil
}

// onThisMachine reports whether a host is this machine, by its name.
func onThisMachine(host string) bool {
	at, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && at.IsLoopback()
}

// address checks what was given, and names the profile after its host.
func (c *loginCommand) address() (string, error) {
	raw, err := address(c.URL)
	if err != nil {
		return "", err
	}
	if at, err := url.Parse(raw); err == nil && c.Name == "" {
		c.Name = at.Hostname()
	}
	if !profile.Valid(c.Name) {
		return "", errors.New("--name: a name has letters, digits, dots and dashes")
	}
	return raw, nil
}

// address is that of a service, with a scheme and without a slash at its end.
func address(given string) (string, error) {
	raw := strings.TrimRight(strings.TrimSpace(given), "/")
	if !strings.Contains(raw, "://") {
		raw = scheme(raw) + raw
	}
	at, err := url.Parse(raw)
	if err != nil || at.Hostname() == "" || at.Scheme != "https" && at.Scheme != "http" || at.User != nil || at.RawQuery != "" || at.Fragment != "" {
		return "", fmt.Errorf("%s is no address of a service, such as https://quarry.example.com", given)
	}
	return raw, nil
}

// scheme is that of an address that was given without: a service on this machine has no certificate.
func scheme(address string) string {
	if at, err := url.Parse("//" + address); err == nil && onThisMachine(at.Hostname()) {
		return "http://"
	}
	return "https://"
}

// unaccepted says why a login failed: nobody is there, another scheme is spoken, or the token is refused.
func unaccepted(base string, err error) error {
	gone, lost := errors.AsType[*caller.UnreachableError](err)
	switch {
	case lost && gone.Refused():
		return fmt.Errorf("%w; check the address, and that the service runs. Nothing was noted", err)
	case lost && strings.HasPrefix(base, "https://") && gone.Plain():
		return fmt.Errorf("%s has no encryption: `quarry login http://%s`", base, strings.TrimPrefix(base, "https://"))
	case lost:
		return fmt.Errorf("%w. Nothing was noted", err)
	}
	if refusal, ok := errors.AsType[*caller.RefusedError](err); ok && refusal.Status == http.StatusNotFound {
		return fmt.Errorf("there is no API of Quarry at %s; give the address alone, without what stands behind the host", base)
	}
	return fmt.Errorf("%s did not accept the token: %w", base, err)
}

// token is what the user has for the service.
func (c *loginCommand) token(out streams) (string, error) {
	env := config.LoadLocal().Token
	file, isFile := out.in.(*os.File)
	switch {
	case c.TokenFile != "":
		content, err := load(out.in, c.TokenFile)
		return checked(string(content), err)
	case env != "":
		return checked(env, nil)
	case isFile && terminal.IsTerminal(file):
		return prompted(file, out.err)
	}
	content, err := io.ReadAll(io.LimitReader(out.in, 1<<12))
	return checked(string(content), err)
}

// prompted asks for the token. What is typed is not shown from before the question is: who pastes at
// once shows nothing either.
func prompted(in *os.File, out io.Writer) (string, error) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(int(in.Fd()), before) }()
	token, err := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, out}, "").ReadPassword("Token (it is not shown): ")
	return checked(token, err)
}

func checked(token string, err error) (string, error) {
	if err != nil {
		return "", err
	}
	if token = strings.TrimSpace(token); token == "" || strings.ContainsAny(token, " \n\t") {
		return "", errors.New("that is no token; set QUARRY_TOKEN, or name its file with --token-file")
	}
	return token, nil
}

type logoutCommand struct {
	Name string `arg:"" optional:"" help:"Name of the profile (default: the current one)."`
}

// Run performs the command.
func (c *logoutCommand) Run(out streams) error {
	known, err := profile.Load()
	if err != nil {
		return err
	}
	name, _, ok := known.Find(c.Name)
	switch names := slices.Sorted(maps.Keys(known.Profiles)); {
	case ok:
	case len(names) == 0:
		return &coded{exitNotFound, errors.New("no service is noted, so that there is none to forget")}
	case c.Name == "":
		return &coded{exitNotFound, fmt.Errorf("no service is in use; `quarry logout NAME` forgets one of those that are noted: %s", strings.Join(names, ", "))}
	default:
		return &coded{exitNotFound, fmt.Errorf("there is no profile %s; these are noted: %s", c.Name, strings.Join(names, ", "))}
	}
	known.Remove(name)
	if err := known.Save(); err != nil {
		return err
	}
	fmt.Fprintf(out.out, "forgot %s\n", name)
	if rest := slices.Sorted(maps.Keys(known.Profiles)); known.Current == "" && len(rest) > 0 {
		fmt.Fprintf(out.out, "no service is in use now; `quarry profiles NAME` uses one of those that are noted: %s\n", strings.Join(rest, ", "))
	}
	return nil
}

type profilesCommand struct {
	Use  string `arg:"" optional:"" help:"Name of the profile to use from now on."`
	JSON bool   `help:"Print JSON."`
}

// Run performs the command. Tokens are not printed.
func (c *profilesCommand) Run(out streams) error {
	known, err := profile.Load()
	if err != nil {
		return err
	}
	if c.Use != "" {
		if _, _, ok := known.Find(c.Use); !ok {
			return &coded{exitNotFound, fmt.Errorf("there is no profile %s", c.Use)}
		}
		known.Current = c.Use
		return known.Save()
	}
	var list []people.Object
	for _, name := range slices.Sorted(maps.Keys(known.Profiles)) {
		p := known.Profiles[name]
		list = append(list, people.Object{"name": name, "current": name == known.Current, "url": first(p.URL, p.Data)})
	}
	if c.JSON {
		return out.json(map[string]any{"profiles": list})
	}
	for _, p := range list {
		mark := " "
		if p["current"] == true {
			mark = "*"
		}
		fmt.Fprintf(out.out, "%s %-20v %v\n", mark, p["name"], p["url"])
	}
	if len(list) == 0 {
		fmt.Fprintln(out.err, "No service is noted: `quarry login URL`, or `quarry local`.")
	}
	return nil
}
