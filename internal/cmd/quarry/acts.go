package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/admin"
)

// entitlements are the words of two flags, each of two commands.
var entitlements = map[string]string{
	"extended": "Raise ceilings: search returns up to 100 results; it also opens the argument deep, as --deep does. See docs/limits.md.",
	"deep":     "Open the argument deep of scrape/channel, scrape/x/profile and scrape/mentions: more posts and pages in one call.",
}

type orgCommands struct {
	Create  orgCreate  `cmd:"" help:"Make an organization."`
	List    orgList    `cmd:"" help:"List organizations."`
	Show    orgShow    `cmd:"" help:"Show an organization."`
	Set     orgSet     `cmd:"" help:"Change an organization."`
	Suspend orgSuspend `cmd:"" help:"Stop an organization: it begins nothing more, and what it has under way is cancelled and refunded."`
	Resume  orgResume  `cmd:"" help:"End a suspension."`
	Export  orgExport  `cmd:"" help:"Write everything that an organization has to a folder."`
	Delete  orgDelete  `cmd:"" help:"Delete everything that an organization has. Its books stay, without contents."`
}

type orgCreate struct {
	Name             string `required:"" help:"Its name."`
	Credits          int64  `help:"Credits to begin with."`
	InFlightCap      int    `help:"Most unfinished jobs at once." default:"100"`
	EndpointCap      int    `help:"Most webhook endpoints." default:"100"`
	ExtendedCeilings bool   `help:"${extended}"`
	Deep             bool   `help:"${deep}"`
}

// Run performs the command.
func (c *orgCreate) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.invoke(ctx, out, admin.Request{
		Op: "org.create", Name: &c.Name, Credits: c.Credits, InFlightCap: &c.InFlightCap,
		EndpointCap:      &c.EndpointCap,
		ExtendedCeilings: &c.ExtendedCeilings, Deep: &c.Deep,
	})
}

type orgList struct{}

// Run performs the command.
func (c *orgList) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.list(ctx, out, admin.Request{Op: "org.list"}, "organizations", "organizationId", "balance", "reserved", "inFlight", "inFlightCap", "createdAt", "name")
}

type orgShow struct {
	Org string `required:"" help:"The organization's id."`
}

// Run performs the command.
func (c *orgShow) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.invoke(ctx, out, admin.Request{Op: "org.show", Org: c.Org})
}

type orgSet struct {
	Org              string  `required:"" help:"The organization's id."`
	Name             *string `help:"Its new name."`
	InFlightCap      *int    `help:"Most unfinished jobs at once."`
	EndpointCap      *int    `help:"Most webhook endpoints; those beyond it stay."`
	ExtendedCeilings *bool   `help:"${extended}" negatable:""`
	Deep             *bool   `help:"${deep}" negatable:""`
	WalletShards     *int    `help:"Rows that the wallet is spread over, 1 to 16; can only grow."`
}

// Run performs the command.
func (c *orgSet) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.invoke(ctx, out, admin.Request{
		Op: "org.set", Org: c.Org, Name: c.Name, InFlightCap: c.InFlightCap, EndpointCap: c.EndpointCap, ExtendedCeilings: c.ExtendedCeilings,
		Deep: c.Deep, WalletShards: c.WalletShards,
	})
}

type orgSuspend struct {
	Org    string `required:"" help:"The organization's id."`
	Reason string `required:"" help:"Why; the organization's row and the log keep it."`
}

// Run performs the command.
func (c *orgSuspend) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.invoke(ctx, out, admin.Request{Op: "org.suspend", Org: c.Org, Reason: c.Reason})
}

type orgResume struct {
	Org    string `required:"" help:"The organization's id."`
	Reason string `help:"Why; the log keeps it."`
}

// Run performs the command.
func (c *orgResume) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.invoke(ctx, out, admin.Request{Op: "org.resume", Org: c.Org, Reason: c.Reason})
}

type workspaceCommands struct {
	Create workspaceCreate `cmd:"" help:"Make a workspace."`
}

type workspaceCreate struct {
	Org  string  `required:"" help:"The organization's id."`
	Name *string `help:"Its name."`
}

// Run performs the command.
func (c *workspaceCreate) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.invoke(ctx, out, admin.Request{Op: "workspace.create", Org: c.Org, Name: c.Name})
}

type tokenCommands struct {
	Create tokenCreate `cmd:"" help:"Make a token. It is shown once."`
	List   tokenList   `cmd:"" help:"List an organization's tokens."`
	Revoke tokenRevoke `cmd:"" help:"End a token at once."`
}

type tokenCreate struct {
	Org         string   `required:"" help:"The organization's id."`
	Workspace   string   `help:"The workspace's id; the organization's first when left out, made when there is none."`
	Label       string   `help:"What it is for."`
	Scopes      []string `help:"api.read, api.write." default:"api.read,api.write"`
	CreateLimit int      `help:"Creating calls a minute; 0 is the default of 120."`
	PollLimit   int      `help:"Reading calls a minute; 0 is the default of 1200."`
}

// Run performs the command.
func (c *tokenCreate) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.invoke(ctx, out, admin.Request{
		Op: "token.create", Org: c.Org, Workspace: c.Workspace, Label: c.Label, Scopes: c.Scopes,
		CreateLimit: c.CreateLimit, PollLimit: c.PollLimit,
	})
}

type tokenList struct {
	Org string `required:"" help:"The organization's id."`
}

// Run performs the command.
func (c *tokenList) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.list(ctx, out, admin.Request{Op: "token.list", Org: c.Org}, "tokens", "tokenId", "status", "createLimit", "pollLimit", "createdAt", "workspaceId", "label")
}

type tokenRevoke struct {
	TokenID string `arg:"" help:"The token's id, tok_…"`
}

// Run performs the command.
func (c *tokenRevoke) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.invoke(ctx, out, admin.Request{Op: "token.revoke", Token: c.TokenID})
}

type creditsCommands struct {
	Grant creditsGrant `cmd:"" help:"Give credits to an organization, or take back with a negative amount."`
}

type creditsGrant struct {
	Org    string `required:"" help:"The organization's id."`
	Amount amount `required:"" help:"How many." placeholder:"NUMBER"`
	Reason string `required:"" help:"Why; the ledger keeps it."`
	ID     string `name:"id" help:"The grant's id, grt_…, to repeat a grant whose outcome is not known; a new one when left out." placeholder:"ID"`
}

// amount is a whole number that may be negative, which looks like a flag.
type amount int64

// Decode reads it.
func (a *amount) Decode(ctx *kong.DecodeContext) error {
	token := ctx.Scan.Pop()
	n, err := strconv.ParseInt(token.String(), 10, 64)
	if err != nil {
		return fmt.Errorf("expected a whole number, got %q", token.String())
	}
	*a = amount(n)
	return nil
}

// Run performs the command. The id is made here, so that it is known when no answer comes, and
// an invocation that the SDK repeats is booked once.
func (c *creditsGrant) Run(ctx context.Context, out streams, a *adminCommand) error {
	id := first(c.ID, ident.New(ident.Grant))
	err := a.invoke(ctx, out, admin.Request{Op: "credits.grant", Org: c.Org, ID: id, Amount: int64(c.Amount), Reason: c.Reason})
	if err != nil && !refused(err) {
		return fmt.Errorf("%w (sent again with --id %s it is booked once at most)", err, id)
	}
	return err
}

// refused reports whether an act failed for what was asked, so that nothing was booked and
// the same request fails again.
func refused(err error) bool {
	code, _, _ := strings.Cut(err.Error(), ":")
	return code == string(errs.InvalidRequest) || code == string(errs.NotFound)
}

type storyCommand struct {
	JobID string `arg:"" help:"The job's id, job_…"`
	Org   string `help:"Its organization's id; all are searched when left out."`
}

// Run performs the command.
func (c *storyCommand) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.invoke(ctx, out, admin.Request{Op: "job.show", Org: c.Org, Job: c.JobID})
}

type failuresCommand struct {
	Since time.Duration `help:"How long ago the oldest job was made, at most 720h." default:"1h"`
	Org   string        `help:"Only this organization."`
	Kind  string        `help:"Only this kind."`
}

// Validate holds the time to that for which jobs are kept.
func (c *failuresCommand) Validate() error {
	if c.Since <= 0 || c.Since > job.Retention {
		return fmt.Errorf("--since is %s; jobs are kept for %s", c.Since, job.Retention)
	}
	return nil
}

// Run performs the command.
func (c *failuresCommand) Run(ctx context.Context, out streams, a *adminCommand) error {
	return a.invoke(ctx, out, admin.Request{Op: "jobs.failed", Org: c.Org, Kind: c.Kind, Since: time.Now().Add(-c.Since)})
}

type auditCommand struct {
	Org string `help:"Only this organization."`
}

// Run performs the command. Its exit code is 1 when anything does not fit.
func (c *auditCommand) Run(ctx context.Context, out streams, a *adminCommand) error {
	payload, err := a.call(ctx, admin.Request{Op: "audit", Org: c.Org, Report: true})
	if err != nil {
		return err
	}
	if err := a.print(out, payload); err != nil {
		return err
	}
	var report admin.Audit
	if err := json.Unmarshal(payload, &report); err != nil {
		return err
	}
	if !report.Balanced {
		return errTold
	}
	return nil
}

// show prints a JSON value as lines of name and value.
func show(w io.Writer, indent string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if text, flat := plain(v[name]); flat {
				fmt.Fprintf(w, "%s%-18s %s\n", indent, name, text)
				continue
			}
			fmt.Fprintf(w, "%s%s\n", indent, name)
			show(w, indent+"  ", v[name])
		}
	case []any:
		for i, item := range v {
			if i > 0 {
				fmt.Fprintln(w)
			}
			show(w, indent, item)
		}
	default:
		text, _ := plain(v)
		fmt.Fprintln(w, indent+text)
	}
}

// plain is a value on one line, or false for one that needs more.
func plain(value any) (string, bool) {
	switch v := value.(type) {
	case map[string]any:
		return "", false
	case []any:
		words := make([]string, len(v))
		for i, item := range v {
			word, ok := item.(string)
			if !ok {
				return "none", len(v) == 0
			}
			words[i] = word
		}
		return strings.Join(words, ", "), true
	default:
		return fmt.Sprint(v), true
	}
}
