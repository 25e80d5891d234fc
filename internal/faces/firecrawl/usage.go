package firecrawl

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/faces/asked"
)

// creditUsage answers GET /team/credit-usage. There are no plans and periods here, only what is left.
func (f *face) creditUsage(w http.ResponseWriter, r *http.Request) error {
	var b struct {
		Balance int64 `json:"balance"`
	}
	answer, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/balance"}, &b)
	asked.Relay(w, answer)
	if err != nil {
		return err
	}
	if f.version == 1 {
		write(w, http.StatusOK, usage{Success: true, Data: map[string]any{"remaining_credits": b.Balance}})
		return nil
	}
	write(w, http.StatusOK, usage{Success: true, Data: map[string]any{"remainingCredits": b.Balance}})
	return nil
}

// usage is the answer to what asks for it.
type usage struct {
	Success bool           `json:"success"`
	Data    map[string]any `json:"data"`
}

// period is what was used in a span of days.
type period struct {
	StartDate   string `json:"startDate"`
	EndDate     string `json:"endDate,omitempty"`
	CreditsUsed int64  `json:"creditsUsed"`
}

// creditHistory answers GET /team/credit-usage/historical: one period, of the last 30 days.
func (f *face) creditHistory(w http.ResponseWriter, r *http.Request) error {
	var u struct {
		Since    instant.Time `json:"since"`
		Spent    int64        `json:"totalCreditsSpent"`
		Refunded int64        `json:"totalCreditsRefunded"`
	}
	answer, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/usage"}, &u)
	asked.Relay(w, answer)
	if err != nil {
		return err
	}
	write(w, http.StatusOK, map[string]any{
		"success": true, "periods": []period{{StartDate: instant.Text(u.Since.Time), CreditsUsed: u.Spent - u.Refunded}},
	})
	return nil
}

// tokenUsage answers GET /team/token-usage: tokens pay for what is not supported, and so there are none.
func (f *face) tokenUsage(w http.ResponseWriter, r *http.Request) error {
	if err := f.authorized(w, r); err != nil {
		return err
	}
	if f.version == 1 {
		write(w, http.StatusOK, usage{Success: true, Data: map[string]any{"remaining_tokens": 0}})
		return nil
	}
	write(w, http.StatusOK, usage{Success: true, Data: map[string]any{"remainingTokens": 0}})
	return nil
}

// tokenHistory answers GET /team/token-usage/historical.
func (f *face) tokenHistory(w http.ResponseWriter, r *http.Request) error {
	if err := f.authorized(w, r); err != nil {
		return err
	}
	write(w, http.StatusOK, map[string]any{"success": true, "periods": []period{}})
	return nil
}

// authorized refuses who has no token.
func (f *face) authorized(w http.ResponseWriter, r *http.Request) error {
	answer, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/token-info"}, nil)
	asked.Relay(w, answer)
	return err
}
