package api

import (
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
)

const (
	defaultDays = 30
	maxDays     = 90
)

type usageReport struct {
	Since                instant.Time  `json:"since" doc:"Start of the first day, in UTC."`
	Days                 int           `json:"days" doc:"Number of days in the report, including today."`
	TotalCreditsSpent    int64         `json:"totalCreditsSpent" doc:"Total credits charged."`
	TotalCreditsRefunded int64         `json:"totalCreditsRefunded" doc:"Total credits refunded; not subtracted from the credits spent."`
	Actions              []usageAction `json:"actions" doc:"The same by action; actions that were not used are left out."`
}

type usageAction struct {
	ActionCode      string `json:"actionCode" doc:"The action that was charged."`
	Requests        int64  `json:"requests" doc:"Number of jobs."`
	CreditsSpent    int64  `json:"creditsSpent" doc:"Credits charged."`
	CreditsRefunded int64  `json:"creditsRefunded" doc:"Credits refunded of these."`
}

// usage answers GET /usage: whole UTC days, today's included. Debits and refunds
// are never netted.
func (s *Server) usage(w http.ResponseWriter, c *call) error {
	days := defaultDays
	params := c.params
	if given := params.Get("days"); given != "" {
		n, ok := clamped(given, maxDays)
		if !ok {
			return errs.Field(errs.InvalidRequest, "days", "must be an integer from 1 to 90")
		}
		days = n
	}
	since := s.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 1-days)
	actions, err := s.Store.Usage(c.Context(), c.principal.OrgID, since)
	if err != nil {
		return err
	}
	report := usageReport{Since: instant.Of(since), Days: days, Actions: make([]usageAction, len(actions))}
	for i, a := range actions {
		report.Actions[i] = usageAction{a.Action, a.Requests, a.Spent, a.Refunded}
		report.TotalCreditsSpent += a.Spent
		report.TotalCreditsRefunded += a.Refunded
	}
	return writeData(w, http.StatusOK, report)
}

type balanceReport struct {
	OrganizationID string       `json:"organizationId" doc:"The organization that owns the credits."`
	Balance        int64        `json:"balance" doc:"Credits that can be spent now."`
	Reserved       int64        `json:"reserved" doc:"Credits charged for unfinished jobs, which may still be refunded."`
	Available      int64        `json:"available" doc:"The same as balance."`
	UpdatedAt      instant.Time `json:"updatedAt" doc:"When the balance last changed."`
}

// balance answers GET /balance.
func (s *Server) balance(w http.ResponseWriter, c *call) error {
	b, err := s.Store.Balance(c.Context(), c.principal.OrgID, c.principal.Shards, true)
	if err != nil {
		return err
	}
	return writeData(w, http.StatusOK, balanceReport{
		OrganizationID: c.principal.OrgID, Balance: b.Balance, Reserved: b.Reserved, Available: b.Balance, UpdatedAt: instant.Of(b.UpdatedAt),
	})
}

type tokenReport struct {
	TokenID        string   `json:"tokenId" doc:"The token's id, which the operator also sees."`
	Label          string   `json:"label" doc:"The label given when it was created."`
	Scopes         []string `json:"scopes" doc:"Its permissions: api.read, api.write."`
	WorkspaceID    string   `json:"workspaceId" doc:"The workspace that it belongs to."`
	OrganizationID string   `json:"organizationId" doc:"The organization whose credits it spends."`
	Entitlements   []string `json:"entitlements" enum:"deep,extendedCeilings" doc:"The organization's entitlements. Without any, the argument deep has no effect."`
}

// tokenInfo answers GET /token-info.
func (s *Server) tokenInfo(w http.ResponseWriter, c *call) error {
	p := c.principal
	return writeData(w, http.StatusOK, tokenReport{
		TokenID: p.TokenID, Label: p.Label, Scopes: p.Scopes, WorkspaceID: p.WorkspaceID, OrganizationID: p.OrgID,
		Entitlements: p.Grants.Names(),
	})
}
