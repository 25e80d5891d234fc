package firecrawl

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
)

// issue is a faulty field, as their clients show it.
type issue struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// about says which job an error is about.
type about struct {
	Code           errs.Code `json:"code"` // ours, which says more than theirs
	JobID          string    `json:"jobId,omitempty"`
	Retryable      bool      `json:"retryable"`
	CreditsCharged int64     `json:"creditsCharged"` // after refunds
	RequestID      string    `json:"requestId,omitempty"`
	RetryAfter     int64     `json:"retryAfterSeconds,omitempty"`
	Issues         []issue   `json:"issues,omitempty"`
}

// failure is the body of every error.
type failure struct {
	Success bool   `json:"success"`
	Code    string `json:"code,omitempty"`
	Error   string `json:"error"`
	Details any    `json:"details,omitempty"`
}

// invalid is a request that this face refuses itself. Nothing was made and nothing charged.
type invalid struct{ field, issue string }

func (e *invalid) Error() string { return e.field + ": " + e.issue }

// The codes of theirs that something of ours means.
const (
	badRequest = "BAD_REQUEST"
	unknown    = "UNKNOWN_ERROR"
	timedOut   = "SCRAPE_TIMEOUT"
	siteFailed = "SCRAPE_SITE_ERROR"
	allFailed  = "SCRAPE_ALL_ENGINES_FAILED"
	notHere    = "NOT_SUPPORTED"
)

// codes are theirs for the failures of jobs; what is not listed is siteFailed.
func codeOf(c errs.Code) (code string, status int) {
	switch c {
	case errs.UpstreamBlocked, errs.LoginRequired:
		return allFailed, http.StatusForbidden // "website not supported", as their client for Python has it
	case errs.UpstreamTimeout, errs.JobTimeout:
		return timedOut, http.StatusRequestTimeout
	case errs.DNSFailed:
		return "SCRAPE_DNS_RESOLUTION_ERROR", http.StatusUnprocessableEntity
	case errs.TLSFailed:
		return "SCRAPE_SSL_ERROR", http.StatusUnprocessableEntity
	case errs.UnsupportedContent:
		return "SCRAPE_UNSUPPORTED_FILE_ERROR", http.StatusUnprocessableEntity
	case errs.UpstreamRateLimited:
		return siteFailed, http.StatusTooManyRequests
	case errs.BrowserUnavailable, errs.ProviderNotConfigured:
		return notHere, http.StatusUnprocessableEntity
	case errs.InternalError, errs.ServiceUnavailable:
		return unknown, http.StatusInternalServerError
	default:
		return siteFailed, http.StatusUnprocessableEntity
	}
}

// refuse answers with an error. What a site did is none of 500: those are for what is wrong with this service.
func refuse(w http.ResponseWriter, err error) {
	var bad *invalid
	var refusal *asked.RefusedError
	var failed *asked.FailedError
	id := w.Header().Get("X-Request-Id")
	switch {
	case errors.As(err, &bad):
		write(w, http.StatusBadRequest, failure{Code: badRequest, Error: bad.Error(), Details: about{
			Code: errs.InvalidRequest, RequestID: id, Issues: []issue{{bad.field, bad.issue}},
		}})
	case errors.As(err, &failed):
		f := failed.Failure()
		code, status := codeOf(f.Code)
		write(w, status, failure{Code: code, Error: f.Message, Details: about{
			Code: f.Code, JobID: failed.Job.JobID, Retryable: f.Retryable, CreditsCharged: failed.Job.Spent(), RequestID: id, RetryAfter: f.RetryAfter,
		}})
	case errors.As(err, &refusal):
		refuseAs(w, refusal)
	default:
		e := errs.As(err)
		write(w, e.Code.Status(), failure{Code: unknown, Error: e.Code.Text(), Details: about{Code: e.Code, RequestID: id, Retryable: e.Retryable()}})
	}
}

func refuseAs(w http.ResponseWriter, r *asked.RefusedError) {
	body := failure{Error: r.Message}
	detail := about{Code: r.Code, RequestID: cmp.Or(r.RequestID, w.Header().Get("X-Request-Id")), Retryable: r.Retryable}
	if r.RetryAfter != "" {
		w.Header().Set("Retry-After", r.RetryAfter)
	}
	if r.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	if r.Status == http.StatusBadRequest {
		body.Code = badRequest
	}
	for _, d := range r.Details {
		detail.Issues = append(detail.Issues, issue{theirs(d.Field), d.Issue})
	}
	if (r.Status == http.StatusBadRequest || r.Code == errs.EndpointDisabled) && len(r.Details) > 0 {
		body.Error = detail.Issues[0].Path + ": " + detail.Issues[0].Message
	}
	body.Details = detail
	write(w, r.Status, body)
}

// renamed are our names of fields that theirs are other than.
func renamed() map[string]string {
	return map[string]string{
		"timeoutMs": "timeout", "cacheTtlSec": "maxAge", "q": "query", "maxResults": "limit", "maxDepth": "maxDiscoveryDepth", "ignoreQuery": "ignoreQueryParameters",
		"delayMs": "delay", "webhookUrl": "webhook.url", "country": "location.country", "domain": "url", "viewport": "formats[].viewport", "fullPage": "formats[].fullPage", "quality": "formats[].quality",
	}
}

// theirs is a field by the name that the caller knows.
func theirs(field string) string {
	field = strings.TrimPrefix(field, "options.")
	name, rest := field, ""
	if i := strings.IndexAny(field, ".["); i >= 0 {
		name, rest = field[:i], field[i:]
	}
	if known, ok := renamed()[name]; ok {
		return known + rest
	}
	return field
}

// unsupported answers what the face has no call for.
func unsupported(w http.ResponseWriter, r *http.Request) error {
	write(w, http.StatusNotFound, failure{Code: notHere, Error: r.Method + " " + r.URL.Path + " is not supported by this service; /docs/coming-from-firecrawl says what is.", Details: about{Code: errs.NotFound}})
	return nil
}
