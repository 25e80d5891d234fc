package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/profile"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

// doctorCommand looks for what goes wrong first.
type doctorCommand struct {
	service
	Listen string `help:"Address that a local service is to answer on." default:"127.0.0.1:8080" placeholder:"ADDRESS"`
	JSON   bool   `help:"Print JSON."`
}

// The outcomes of a check. Only a fault makes the exit code 1.
const (
	fine  = "ok"
	note  = "note"  // something is missing that not everybody needs
	fault = "fault" // calls fail because of it
)

// finding is what one check found.
type finding struct {
	Check  string `json:"check"`
	State  string `json:"state"`
	Found  string `json:"found"`
	Remedy string `json:"remedy,omitempty"`
}

// Help is what the help says at its end.
func (*doctorCommand) Help() string {
	return "Nothing is changed, and nothing that costs is called. The exit code is 1 when something keeps calls from working."
}

// Run performs the command.
func (c *doctorCommand) Run(ctx context.Context, out streams) error {
	findings := []finding{{"program", fine, program(), ""}, settings(), keyringFound()}
	findings = append(findings, c.reach(ctx)...)
	findings = append(findings, dataFolder(c.Data), c.port(ctx), c.browserFound(ctx), npm())
	bad := false
	for _, f := range findings {
		bad = bad || f.State == fault
	}
	if c.JSON {
		if err := out.json(map[string]any{"healthy": !bad, "findings": findings}); err != nil {
			return err
		}
	} else {
		report(out, findings)
	}
	if bad {
		return errTold
	}
	return nil
}

func report(out streams, findings []finding) {
	style := out.terminal().Style()
	for _, f := range findings {
		state := map[string]string{fine: style.Green("ok   "), note: style.Yellow("note "), fault: style.Red("fault")}[f.State]
		fmt.Fprintf(out.out, "%s  %-10s %s\n", state, f.Check, f.Found)
		if f.Remedy != "" {
			fmt.Fprintf(out.out, "%18s %s\n", "", style.Bold("→ "+f.Remedy))
		}
	}
}

// settings looks whether profiles can be kept.
func settings() finding {
	f := finding{Check: "settings", State: fine}
	path, err := profile.Path()
	if err != nil {
		return finding{"settings", note, err.Error(), "set HOME, or use QUARRY_URL and QUARRY_TOKEN"}
	}
	known, err := profile.Load()
	if err != nil {
		return finding{"settings", fault, err.Error(), "correct " + path}
	}
	f.Found = fmt.Sprintf("%s, %s", path, counted(int64(len(known.Profiles)), "profile"))
	if info, err := os.Stat(path); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return finding{"settings", fault, path + " can be read by others", "chmod 600 " + path}
	}
	dir := filepath.Dir(path)
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	if err := writable(dir); err != nil {
		return finding{"settings", note, dir + " cannot be written, so that `quarry login` cannot keep anything", "correct its rights, or use QUARRY_URL and QUARRY_TOKEN"}
	}
	return f
}

func writable(dir string) error {
	probe, err := os.CreateTemp(dir, ".quarry-doctor-*")
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

func keyringFound() finding {
	if config.LoadTerminal().Keyring == "off" {
		return finding{"keyring", fine, "off by QUARRY_KEYRING; tokens are kept in the file of the profiles, for its owner alone", ""}
	}
	if err := profile.HasKeyring(); err != nil {
		return finding{"keyring", note, "there is none; tokens are kept in the file of the profiles, for its owner alone", ""}
	}
	return finding{"keyring", fine, "tokens of `quarry login` are kept in it", ""}
}

// reach calls the service that commands would call.
func (c *doctorCommand) reach(ctx context.Context) []finding {
	t, err := c.find()
	if err != nil {
		return []finding{{"service", note, err.Error(), "quarry local --sample-web, or quarry login URL"}}
	}
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	at := fmt.Sprintf("%s, of %s", t.URL, t.From)
	if _, err := caller.New(t.URL, "").Do(ctx, caller.Request{Method: http.MethodGet, Path: "/healthz", Once: true}); err != nil {
		remedy := "look at its log"
		if gone := (*caller.UnreachableError)(nil); errors.As(err, &gone) && gone.Refused() {
			remedy = "start it: quarry local; or name another: quarry login URL, --server, --profile"
		}
		return []finding{{"service", fault, at + ": " + err.Error(), remedy}}
	}
	all := []finding{{"service", fine, at, ""}}
	if t.Token == "" {
		return append(all, finding{"token", fault, "there is none for it", "set QUARRY_TOKEN, or quarry login " + t.URL})
	}
	return append(all, c.tokenFound(ctx, t))
}

func (c *doctorCommand) tokenFound(ctx context.Context, t *target) finding {
	api := caller.New(t.URL, t.Token)
	answer, err := api.Do(ctx, caller.Request{Method: http.MethodGet, Path: "/v1/public/token-info"})
	if err != nil {
		return finding{"token", fault, err.Error(), t.Remedy}
	}
	info, err := people.Decode(answer.Data)
	if err != nil {
		return finding{"token", fault, err.Error(), ""}
	}
	found := fmt.Sprintf("%v of %v, for %v", info["tokenId"], info["organizationId"], info["scopes"])
	answer, err = api.Do(ctx, caller.Request{Method: http.MethodGet, Path: "/v1/public/balance"})
	if err != nil {
		return finding{"token", note, found, "it cannot read the balance: " + err.Error()}
	}
	if balance, err := people.Decode(answer.Data); err == nil {
		found += "; " + counted(whole64(balance["balance"]), "credit")
		if fmt.Sprint(balance["balance"]) == "0" {
			return finding{"token", fault, found, "the operator grants more: quarry admin credits grant"}
		}
	}
	return finding{"token", fine, found, ""}
}

// dataFolder looks whether a local service could keep its state.
func dataFolder(given string) finding {
	dir := first(given, config.LoadLocal().DataDir, local.DefaultDataDir)
	at := dir
	for {
		if _, err := os.Stat(at); err == nil || at == filepath.Dir(at) {
			break
		}
		at = filepath.Dir(at)
	}
	info, err := os.Stat(at)
	if err == nil && !info.IsDir() {
		return finding{"folder", fault, at + " is no folder", "name another with --data or QUARRY_DATA"}
	}
	if err := writable(at); err != nil {
		return finding{"folder", fault, dir + " cannot be written", "correct its rights, or name another with --data or QUARRY_DATA"}
	}
	if known, err := local.ReadInfo(dir); err == nil {
		return finding{"folder", fine, fmt.Sprintf("%s has the state of %s", dir, known.BaseURL), ""}
	}
	return finding{"folder", fine, dir + " can be written; no service has run in it", ""}
}

// port looks whether a local service could answer.
func (c *doctorCommand) port(ctx context.Context) finding {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	if err == nil {
		_ = l.Close()
		return finding{"port", fine, c.Listen + " is free for `quarry local`", ""}
	}
	if healthy(ctx, "http://"+c.Listen) {
		return finding{"port", fine, "a Quarry service answers at " + c.Listen, ""}
	}
	return finding{"port", note, c.Listen + " is in use by another program", "quarry local --listen 127.0.0.1:PORT"}
}

// healthy reports whether a service answers at an address.
func healthy(ctx context.Context, at string) bool {
	ctx, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	_, err := caller.New(at, "").Do(ctx, caller.Request{Method: http.MethodGet, Path: "/healthz", Once: true})
	return err == nil
}

// browserFound says which browser the local service has that commands call, and where none answers which it would find.
func (c *doctorCommand) browserFound(ctx context.Context) finding {
	t, err := c.find()
	if err == nil && t.Local != nil && healthy(ctx, t.URL) {
		if t.Local.Browser == "" {
			return finding{"browser", note, t.URL + " has none; its calls that show a page fail with browser_unavailable and cost nothing", "install Chromium or set QUARRY_CHROMIUM, and start it again"}
		}
		return finding{"browser", fine, fmt.Sprintf("%s, of %s", t.Local.Browser, t.URL), ""}
	}
	program, err := chromium.Find(config.LoadLocal().Chromium)
	if err != nil {
		return finding{"browser", note, "there is none for `quarry local` to find here; its calls that show a page fail with browser_unavailable and cost nothing", strings.TrimSpace(err.Error())}
	}
	return finding{"browser", fine, program, ""}
}

func npm() finding {
	if program, err := exec.LookPath("npm"); err == nil {
		return finding{"npm", fine, program, ""}
	}
	return finding{"npm", note, "there is none; only developers need it, and `make run` to install Chromium", ""}
}
