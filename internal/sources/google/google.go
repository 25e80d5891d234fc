// Package google reads the refusals of Google's APIs, which are the same for all of
// them. It knows no API's answers.
package google

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Final are the statuses whose bodies say more than the status does; see
// upstream.Call.
var Final = []int{http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusInternalServerError}

// Problem is a refusal as the body has it.
type Problem struct {
	Code    int    // an HTTP status, also when it came with another one
	Message string // for the operator: it may name the project of the key
	Status  string // "RESOURCE_EXHAUSTED"
	reasons []string
}

// problem is the object of the API's two layouts: within "error", or bare.
type problem struct {
	Code    int      `json:"code"`
	Message string   `json:"message"`
	Status  string   `json:"status"`
	Errors  []reason `json:"errors"`
	Details []reason `json:"details"`
}

type reason struct {
	Reason string `json:"reason"`
}

// Read returns the refusal that an answer holds, and nil for data. An answer of 400
// and more is a refusal whatever its body says.
func Read(resp *fetch.Response) *Problem {
	var body struct {
		problem
		Error *problem `json:"error"`
	}
	p := &body.problem
	if json.Unmarshal(resp.Body, &body) == nil && body.Error != nil {
		p = body.Error
	}
	if p.Code < 400 && resp.Status >= 400 {
		p.Code = resp.Status
	}
	if p.Code < 400 {
		return nil
	}
	refused := &Problem{Code: p.Code, Message: p.Message, Status: p.Status}
	for _, e := range append(p.Errors, p.Details...) {
		if e.Reason != "" {
			refused.reasons = append(refused.reasons, e.Reason)
		}
	}
	return refused
}

// Err is what a refusal by the API of this name means for a job. Google's own words
// stay inside, since they may name the operator's project.
func (p *Problem) Err(name string) *errs.Error {
	code, text := errs.TargetError, " did not accept the request."
	switch {
	case p.limits():
		code, text = errs.UpstreamRateLimited, " has reached its rate limit; try again later."
	case p.wantsKey():
		code, text = errs.ProviderNotConfigured, " does not accept the key; the operator should check it in QUARRY_KEYS, and that the API is enabled for it."
	case p.Code == http.StatusForbidden:
		code, text = errs.UpstreamBlocked, " does not let us ask this."
	case p.Code >= http.StatusInternalServerError:
		code, text = errs.ProviderUnavailable, " failed; try again later."
	}
	e := errs.Wrap(fmt.Errorf("%d %s: %s", p.Code, p.Status, p.Message), code, name+text)
	e.Permanent = code == errs.TargetError
	return e
}

func (p *Problem) limits() bool {
	return p.Code == http.StatusTooManyRequests || p.Status == "RESOURCE_EXHAUSTED" || p.hasReason(
		"rateLimitExceeded", "userRateLimitExceeded", "dailyLimitExceeded", "quotaExceeded", "RATE_LIMIT_EXCEEDED")
}

func (p *Problem) wantsKey() bool {
	return strings.Contains(p.Message, "API key") || p.Status == "PERMISSION_DENIED" || p.hasReason(
		"keyInvalid", "keyExpired", "accessNotConfigured", "API_KEY_INVALID", "API_KEY_SERVICE_BLOCKED", "SERVICE_DISABLED")
}

func (p *Problem) hasReason(known ...string) bool {
	return slices.ContainsFunc(p.reasons, func(r string) bool { return slices.Contains(known, r) })
}
