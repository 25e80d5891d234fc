package admin

import (
	"context"
	"fmt"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// defaultInFlightCap is how many unfinished jobs an organization may have when the
// operator says nothing else.
const defaultInFlightCap = 100

// Org is an organization as an operator sees it.
type Org struct {
	OrganizationID   string      `json:"organizationId"`
	Name             string      `json:"name"`
	Balance          int64       `json:"balance"`
	Reserved         int64       `json:"reserved"`
	InFlight         int64       `json:"inFlight"`
	InFlightCap      int         `json:"inFlightCap"`
	EndpointCap      int         `json:"endpointCap"`
	ExtendedCeilings bool        `json:"extendedCeilings"`
	Deep             bool        `json:"deep"`
	WalletShards     int         `json:"walletShards"`
	Workspaces       []Workspace `json:"workspaces,omitempty"`
	CreatedAt        string      `json:"createdAt"`
	DeletedAt        string      `json:"deletedAt,omitempty"`
	SuspendedAt      string      `json:"suspendedAt,omitempty"`
	SuspendedFor     string      `json:"suspendedFor,omitempty"`
}

// Workspace is a workspace as an operator sees it.
type Workspace struct {
	WorkspaceID string `json:"workspaceId"`
	Name        string `json:"name"`
}

// Created names what a create made.
type Created struct {
	OrganizationID string `json:"organizationId,omitempty"`
	WorkspaceID    string `json:"workspaceId,omitempty"`
}

// Granted is what a grant led to.
type Granted struct {
	GrantID        string `json:"grantId"`
	OrganizationID string `json:"organizationId"`
	Balance        int64  `json:"balance"`
}

func (s *Service) createOrg(ctx context.Context, r Request) (any, error) {
	if r.Name == nil || *r.Name == "" {
		return nil, errs.Field(errs.InvalidRequest, "name", "is required")
	}
	if r.Credits < 0 {
		return nil, errs.Field(errs.InvalidRequest, "credits", "must not be negative")
	}
	if r.Credits > store.MaxCredits {
		return nil, errs.Field(errs.InvalidRequest, "credits", fmt.Sprintf("must be at most %d", int64(store.MaxCredits)))
	}
	o := &store.Org{ID: ident.New(ident.Org), Name: *r.Name, InFlightCap: defaultInFlightCap}
	if r.InFlightCap != nil {
		o.InFlightCap = *r.InFlightCap
	}
	if r.EndpointCap != nil {
		o.EndpointCap = *r.EndpointCap
	}
	if err := checkCaps(&o.InFlightCap, r.EndpointCap); err != nil {
		return nil, err
	}
	o.Grants = job.Grants{ExtendedCeilings: isTrue(r.ExtendedCeilings), Deep: isTrue(r.Deep)}
	if err := s.store.CreateOrg(ctx, o); err != nil {
		return nil, err
	}
	if r.Credits > 0 {
		if err := s.store.Grant(ctx, o.ID, ident.New(ident.Grant), r.Credits, "first grant"); err != nil {
			return nil, err
		}
	}
	return Created{OrganizationID: o.ID}, nil
}

// checkCaps holds what is to be set of the caps within sense.
func checkCaps(inFlight, endpoints *int) error {
	if inFlight != nil && *inFlight < 1 {
		return errs.Field(errs.InvalidRequest, "inFlightCap", "must be at least 1")
	}
	if endpoints != nil && *endpoints < 1 {
		return errs.Field(errs.InvalidRequest, "endpointCap", "must be at least 1")
	}
	return nil
}

func (s *Service) listOrgs(ctx context.Context, _ Request) (any, error) {
	orgs, err := s.store.Orgs(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]*Org, len(orgs))
	for i, o := range orgs {
		if views[i], err = s.view(ctx, o); err != nil {
			return nil, err
		}
	}
	return map[string]any{"organizations": views}, nil
}

func (s *Service) showOrg(ctx context.Context, r Request) (any, error) {
	o, err := s.store.Org(ctx, r.Org)
	if err != nil {
		return nil, err
	}
	view, err := s.view(ctx, o)
	if err != nil {
		return nil, err
	}
	workspaces, err := s.store.Workspaces(ctx, o.ID)
	for _, w := range workspaces {
		view.Workspaces = append(view.Workspaces, Workspace{w.ID, w.Name})
	}
	return view, err
}

func (s *Service) setOrg(ctx context.Context, r Request) (any, error) {
	if err := checkCaps(r.InFlightCap, r.EndpointCap); err != nil {
		return nil, err
	}
	o, err := s.store.SetOrg(ctx, r.Org, store.OrgChange{
		Name: r.Name, InFlightCap: r.InFlightCap, EndpointCap: r.EndpointCap, ExtendedCeilings: r.ExtendedCeilings, Deep: r.Deep, Shards: r.WalletShards,
	})
	if err != nil {
		return nil, err
	}
	return s.view(ctx, o)
}

// Suspended is an organization that was suspended, and what it had under way.
type Suspended struct {
	Org
	Cancelled int `json:"jobsCancelled"`
	Stopped   int `json:"crawlsCancelled"`
}

// suspendOrg performs org.suspend. A call that was under way can still have begun a crawl, which has no room for
// pages: who repeats the act cancels it as well.
func (s *Service) suspendOrg(ctx context.Context, r Request) (any, error) {
	if r.Reason == "" {
		return nil, errs.Field(errs.InvalidRequest, "reason", "is required: the organization's row and the log keep it")
	}
	if _, err := s.store.SuspendOrg(ctx, r.Org, r.Reason); err != nil {
		return nil, err
	}
	done, err := s.store.StopOrg(ctx, r.Org)
	if err != nil {
		return nil, err
	}
	o, err := s.store.Org(ctx, r.Org)
	if err != nil {
		return nil, err
	}
	view, err := s.view(ctx, o)
	return &Suspended{Org: *view, Cancelled: done.Jobs, Stopped: done.Crawls}, err
}

func (s *Service) resumeOrg(ctx context.Context, r Request) (any, error) {
	o, err := s.store.ResumeOrg(ctx, r.Org)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, o)
}

func (s *Service) view(ctx context.Context, o *store.Org) (*Org, error) {
	b, err := s.store.Balance(ctx, o.ID, o.Shards, true)
	return &Org{
		OrganizationID: o.ID, Name: o.Name, Balance: b.Balance, Reserved: b.Reserved, InFlight: b.InFlight,
		InFlightCap: o.InFlightCap, EndpointCap: o.EndpointCap, ExtendedCeilings: o.Grants.ExtendedCeilings, Deep: o.Grants.Deep,
		WalletShards: o.Shards, CreatedAt: o.CreatedAt.Format(timeFormat), DeletedAt: moment(o.ClosedAt),
		SuspendedAt: moment(o.SuspendedAt), SuspendedFor: o.SuspendedFor,
	}, err
}

const timeFormat = "2006-01-02T15:04:05.000Z07:00"

func (s *Service) createWorkspace(ctx context.Context, r Request) (any, error) {
	name := "workspace"
	if r.Name != nil {
		name = *r.Name
	}
	w := &store.Workspace{ID: ident.New(ident.Workspace), OrgID: r.Org, Name: name}
	if err := s.store.CreateWorkspace(ctx, w); err != nil {
		return nil, err
	}
	return Created{WorkspaceID: w.ID}, nil
}

func isTrue(b *bool) bool { return b != nil && *b }

// grant books credits. An operator who lost its answer sends it again with its id.
func (s *Service) grant(ctx context.Context, r Request) (any, error) {
	if r.Amount == 0 {
		return nil, errs.Field(errs.InvalidRequest, "amount", "must not be 0; use a negative one to remove credits")
	}
	if r.Reason == "" {
		return nil, errs.Field(errs.InvalidRequest, "reason", "is required: the ledger keeps it")
	}
	id := r.ID
	if id == "" {
		id = ident.New(ident.Grant)
	}
	if !ident.Valid(ident.Grant, id) {
		return nil, errs.Field(errs.InvalidRequest, "id", "must be the id of a grant, grt_ and 26 lower-case characters")
	}
	if err := s.store.Grant(ctx, r.Org, id, r.Amount, r.Reason); err != nil {
		return nil, err
	}
	o, err := s.store.Org(ctx, r.Org)
	if err != nil {
		return nil, err
	}
	b, err := s.store.Balance(ctx, o.ID, o.Shards, true)
	return &Granted{GrantID: id, OrganizationID: r.Org, Balance: b.Balance}, err
}
