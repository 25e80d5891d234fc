package admin

import (
	"context"
	"slices"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// Token is a token as an operator sees it. The secret is shown at its making only.
type Token struct {
	TokenID     string      `json:"tokenId"`
	Token       token.Token `json:"token,omitempty"`
	Label       string      `json:"label,omitempty"`
	WorkspaceID string      `json:"workspaceId"`
	Scopes      []string    `json:"scopes"`
	Status      string      `json:"status"`
	CreateLimit int         `json:"createLimit"`
	PollLimit   int         `json:"pollLimit"`
	CreatedAt   string      `json:"createdAt,omitempty"`
	RevokedAt   string      `json:"revokedAt,omitempty"`
}

var allScopes = []string{"api.read", "api.write"}

func (s *Service) createToken(ctx context.Context, r Request) (any, error) {
	c := &store.Credential{
		ID: ident.New(ident.Token), OrgID: r.Org, WorkspaceID: r.Workspace, Label: r.Label, Scopes: r.Scopes,
		CreateLimit: r.CreateLimit, PollLimit: r.PollLimit, Status: store.TokenActive,
	}
	if len(c.Scopes) == 0 {
		c.Scopes = allScopes
	}
	for _, scope := range c.Scopes {
		if !slices.Contains(allScopes, scope) {
			return nil, errs.Field(errs.InvalidRequest, "scopes", "can be api.read and api.write, not "+scope)
		}
	}
	if c.CreateLimit == 0 {
		c.CreateLimit = ratelimit.DefaultCreate
	}
	if c.PollLimit == 0 {
		c.PollLimit = ratelimit.DefaultPoll
	}
	if c.CreateLimit < 0 || c.PollLimit < 0 {
		return nil, errs.Field(errs.InvalidRequest, "createLimit and pollLimit", "must be at least 1 a minute")
	}
	var err error
	if c.WorkspaceID, err = s.workspace(ctx, r.Org, r.Workspace); err != nil {
		return nil, err
	}
	secret := token.New()
	c.Hash = secret.Hash()
	if err := s.store.CreateToken(ctx, c); err != nil {
		return nil, err
	}
	view := viewToken(c)
	view.Token, view.CreatedAt = secret, ""
	return view, nil
}

// workspace checks the one that was named, or takes the organization's first, or
// makes a default one for a first token.
func (s *Service) workspace(ctx context.Context, org, id string) (string, error) {
	list, err := s.store.Workspaces(ctx, org)
	if err != nil {
		return "", err
	}
	if id != "" {
		if !slices.ContainsFunc(list, func(w store.Workspace) bool { return w.ID == id }) {
			return "", errs.Field(errs.InvalidRequest, "workspace", "does not belong to the organization; leave it out to use its first workspace")
		}
		return id, nil
	}
	if len(list) > 0 {
		return list[0].ID, nil
	}
	w := &store.Workspace{ID: ident.New(ident.Workspace), OrgID: org, Name: "default"}
	return w.ID, s.store.CreateWorkspace(ctx, w)
}

func viewToken(c *store.Credential) *Token {
	t := &Token{
		TokenID: c.ID, Label: c.Label, WorkspaceID: c.WorkspaceID, Scopes: c.Scopes, Status: c.Status,
		CreateLimit: c.CreateLimit, PollLimit: c.PollLimit, CreatedAt: c.CreatedAt.Format(timeFormat),
	}
	if !c.RevokedAt.IsZero() {
		t.RevokedAt = c.RevokedAt.Format(timeFormat)
	}
	return t
}

func (s *Service) listTokens(ctx context.Context, r Request) (any, error) {
	if _, err := s.store.Org(ctx, r.Org); err != nil {
		return nil, err
	}
	list, err := s.store.Tokens(ctx, r.Org)
	views := make([]*Token, len(list))
	for i := range list {
		views[i] = viewToken(&list[i])
	}
	return map[string]any{"tokens": views}, err
}

func (s *Service) revokeToken(ctx context.Context, r Request) (any, error) {
	if err := s.store.RevokeToken(ctx, r.Token); err != nil {
		return nil, err
	}
	return map[string]string{"tokenId": r.Token, "status": store.TokenRevoked}, nil
}
