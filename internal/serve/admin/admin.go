// Package admin is what an operator can do: organizations, tokens, credits and the
// audit of the books. It is called by name, never over the public API, and each act
// is logged. It must not know how it is called.
package admin

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// Store is what an operator's acts need of the database.
type Store interface {
	Orgs
	Credentials
	Jobs
	Life
	Books(ctx context.Context, org string) (map[string]*store.Books, error)
}

// Orgs keeps organizations and their money.
type Orgs interface {
	CreateOrg(ctx context.Context, o *store.Org) error
	Org(ctx context.Context, id string) (*store.Org, error)
	Orgs(ctx context.Context) ([]*store.Org, error)
	SetOrg(ctx context.Context, id string, c store.OrgChange) (*store.Org, error)
	SuspendOrg(ctx context.Context, id, reason string) (*store.Org, error)
	ResumeOrg(ctx context.Context, id string) (*store.Org, error)
	StopOrg(ctx context.Context, id string) (store.Suspension, error)
	Grant(ctx context.Context, org, id string, amount int64, reason string) error
	Balance(ctx context.Context, org string, shards int, consistent bool) (store.Balance, error)
}

// Credentials keeps workspaces and tokens.
type Credentials interface {
	CreateWorkspace(ctx context.Context, w *store.Workspace) error
	Workspaces(ctx context.Context, org string) ([]store.Workspace, error)
	CreateToken(ctx context.Context, c *store.Credential) error
	Tokens(ctx context.Context, org string) ([]store.Credential, error)
	RevokeToken(ctx context.Context, id string) error
}

// Request asks for one act. Op names it; the other fields are those that the act
// takes, and nil is to leave a thing as it is.
type Request struct {
	Op               string    `json:"op"`
	Org              string    `json:"org,omitempty"`
	Name             *string   `json:"name,omitempty"`
	Credits          int64     `json:"credits,omitempty"`
	InFlightCap      *int      `json:"inFlightCap,omitempty"`
	EndpointCap      *int      `json:"endpointCap,omitempty"`
	ExtendedCeilings *bool     `json:"extendedCeilings,omitempty"`
	Deep             *bool     `json:"deep,omitempty"`
	WalletShards     *int      `json:"walletShards,omitempty"`
	Workspace        string    `json:"workspace,omitempty"`
	Label            string    `json:"label,omitempty"`
	Scopes           []string  `json:"scopes,omitempty"`
	CreateLimit      int       `json:"createLimit,omitempty"`
	PollLimit        int       `json:"pollLimit,omitempty"`
	Token            string    `json:"token,omitempty"`
	ID               string    `json:"id,omitempty"` // credits.grant: what makes it the same grant when it is sent again
	Amount           int64     `json:"amount,omitempty"`
	Reason           string    `json:"reason,omitempty"`
	Report           bool      `json:"report,omitempty"` // audit: report differences instead of failing
	Job              string    `json:"job,omitempty"`
	Kind             string    `json:"kind,omitempty"`  // jobs.failed: of this kind alone
	Since            time.Time `json:"since,omitzero"`  // jobs.failed: of jobs made since then
	After            string    `json:"after,omitempty"` // org.export: where the part before ended

	// By is who asks, as the command reads it from AWS: the caller's ARN. The log has it beside the invocation's id,
	// by which CloudTrail has the caller that AWS itself knows.
	By string `json:"by,omitempty"`
}

// Service performs an operator's acts.
type Service struct {
	store   Store
	log     *slog.Logger
	logs    Logs    // nil for none
	objects Objects // nil for none
	place   Installation
	now     func() time.Time
}

// New returns a Service.
func New(s Store, log *slog.Logger) *Service {
	return &Service{store: s, log: log, now: time.Now}
}

// At returns the Service with another clock.
func (s *Service) At(now func() time.Time) *Service {
	other := *s
	other.now = now
	return &other
}

// Handle performs one act and returns its result, to be encoded as JSON. Errors:
// invalid_request, not_found.
func (s *Service) Handle(ctx context.Context, r Request) (any, error) {
	acts := map[string]func(context.Context, Request) (any, error){
		"org.create": s.createOrg, "org.list": s.listOrgs, "org.show": s.showOrg, "org.set": s.setOrg,
		"org.suspend": s.suspendOrg, "org.resume": s.resumeOrg,
		"org.export": s.exportOrg, "org.delete": s.deleteOrg,
		"workspace.create": s.createWorkspace,
		"token.create":     s.createToken, "token.list": s.listTokens, "token.revoke": s.revokeToken,
		"credits.grant": s.grant, "audit": s.audit,
		"job.show": s.story, "jobs.failed": s.failures, "installation.show": s.installation,
	}
	act, ok := acts[r.Op]
	if !ok {
		return nil, errs.Field(errs.InvalidRequest, "op", "is not a known operation: "+r.Op)
	}
	given, err := act(ctx, r)
	s.log.InfoContext(ctx, "admin act", append([]any{"op", r.Op, "by", r.By, "ok", err == nil}, r.about(given)...)...)
	return given, err
}

// Refusal is the answer to an act that asked for what is not there or may not be.
type Refusal struct {
	Refused string `json:"refused"`
}

// Answer performs one act as a function does: a refusal is an answer, so that an operator's slip is no failure
// of the function, which raises an alarm and takes a rollout back.
func (s *Service) Answer(ctx context.Context, r Request) (any, error) {
	given, err := s.Handle(ctx, r)
	if e := errs.As(err); e != nil && e.Code.Status() < http.StatusInternalServerError {
		return Refusal{err.Error()}, nil
	}
	return given, err
}
