package errs

import (
	"net/http"
	"sync"
)

// Code is the public name of an error. Callers switch on it, so it never changes.
type Code string

// Codes of a refused request: nothing was created and nothing charged. OutcomeUnknown alone
// says that nobody knows.
const (
	InvalidJSON           Code = "invalid_json"
	InvalidRequest        Code = "invalid_request"
	InvalidURL            Code = "invalid_url"
	InvalidWebhookURL     Code = "invalid_webhook_url"
	UnknownSignal         Code = "unknown_signal"
	LimitOutOfRange       Code = "limit_out_of_range"
	InvalidCursor         Code = "invalid_cursor"
	InvalidIdempotencyKey Code = "invalid_idempotency_key"
	MissingToken          Code = "missing_token"
	InvalidToken          Code = "invalid_token"
	TokenRevoked          Code = "token_revoked"
	TestTokensRetired     Code = "test_tokens_retired"
	InsufficientCredits   Code = "insufficient_credits"
	MaxCreditsExceeded    Code = "max_credits_exceeded"
	InsufficientScope     Code = "insufficient_scope"
	OrganizationSuspended Code = "organization_suspended"
	NotFound              Code = "not_found"
	JobNotFound           Code = "job_not_found"
	EndpointNotFound      Code = "endpoint_not_found"
	DeliveryNotFound      Code = "delivery_not_found"
	BatchNotFound         Code = "batch_not_found"
	CrawlNotFound         Code = "crawl_not_found"
	MethodNotAllowed      Code = "method_not_allowed"
	EndpointDisabled      Code = "endpoint_disabled"
	TooManyEndpoints      Code = "too_many_endpoints"
	JobNotCancellable     Code = "job_not_cancellable"
	CrawlNotResumable     Code = "crawl_not_resumable"
	JobNotFinished        Code = "job_not_finished"
	PayloadTooLarge       Code = "payload_too_large"
	UnsupportedMediaType  Code = "unsupported_media_type"
	RateLimited           Code = "rate_limited"
	TooManyInFlight       Code = "too_many_in_flight"
	TooManyTimeouts       Code = "too_many_timeouts"
	TooManyStreams        Code = "too_many_streams"
	InternalError         Code = "internal_error"
	ServiceUnavailable    Code = "service_unavailable"
	OutcomeUnknown        Code = "outcome_unknown"
)

// Codes of a failed job: the job exists, was charged and has been refunded.
// InternalError serves here too.
const (
	InvalidTarget         Code = "invalid_target"
	DNSFailed             Code = "dns_failed"
	TLSFailed             Code = "tls_failed"
	UpstreamTimeout       Code = "upstream_timeout"
	UpstreamBlocked       Code = "upstream_blocked"
	UpstreamRateLimited   Code = "upstream_rate_limited"
	TargetError           Code = "target_error"
	TooManyRedirects      Code = "too_many_redirects"
	LoginRequired         Code = "login_required"
	UnsupportedContent    Code = "unsupported_content"
	ParseFailed           Code = "parse_failed"
	BrowserUnavailable    Code = "browser_unavailable"
	ProviderNotConfigured Code = "provider_not_configured"
	ProviderUnavailable   Code = "provider_unavailable"
	JobTimeout            Code = "job_timeout"
	JobInterrupted        Code = "job_interrupted"
	Cancelled             Code = "cancelled"
)

// meaning is a row of the table: status is the HTTP status of a refused request
// (0 for codes that only jobs carry).
type meaning struct {
	status    int
	retryable bool
	text      string
}

var meanings = sync.OnceValue(func() map[Code]meaning {
	return map[Code]meaning{
		InvalidJSON:           {http.StatusBadRequest, false, "The body is not valid JSON."},
		InvalidRequest:        {http.StatusBadRequest, false, "The request is not valid; details lists each invalid field."},
		InvalidURL:            {http.StatusBadRequest, false, "The URL is not a public http or https address."},
		InvalidWebhookURL:     {http.StatusBadRequest, false, "The webhook URL is not a public http or https address."},
		UnknownSignal:         {http.StatusBadRequest, false, "A name in signals is unknown; remove or correct it."},
		LimitOutOfRange:       {http.StatusBadRequest, false, "limit is outside the range that this route supports."},
		InvalidCursor:         {http.StatusBadRequest, false, "The cursor was not returned for this query; start again without a cursor."},
		InvalidIdempotencyKey: {http.StatusBadRequest, false, "The idempotency key must have 1 to 255 characters."},
		MissingToken:          {http.StatusUnauthorized, false, "Send your API token as `Authorization: Bearer satk_…`."},
		InvalidToken:          {http.StatusUnauthorized, false, "The API token is unknown; check its spelling."},
		TokenRevoked:          {http.StatusUnauthorized, false, "The API token has been revoked; use another one."},
		TestTokensRetired:     {http.StatusUnauthorized, false, "Test tokens (satk_test_…) are retired; use a live token."},
		InsufficientCredits:   {http.StatusPaymentRequired, false, "The credit balance is too low for this job."},
		MaxCreditsExceeded:    {http.StatusPaymentRequired, false, "The job costs more than maxCredits allows."},
		InsufficientScope:     {http.StatusForbidden, false, "The token does not have the scope that this call requires."},
		OrganizationSuspended: {http.StatusForbidden, false, "The operator of the service has suspended the organization: it can read, export crawls, cancel and delete, and nothing else. Ask the operator."},
		NotFound:              {http.StatusNotFound, false, "There is nothing at this path; /docs lists the calls."},
		JobNotFound:           {http.StatusNotFound, false, "The job was not found."},
		EndpointNotFound:      {http.StatusNotFound, false, "The webhook endpoint was not found."},
		DeliveryNotFound:      {http.StatusNotFound, false, "The delivery was not found."},
		BatchNotFound:         {http.StatusNotFound, false, "The batch was not found."},
		CrawlNotFound:         {http.StatusNotFound, false, "The crawl was not found."},
		MethodNotAllowed:      {http.StatusMethodNotAllowed, false, "This path does not support that method; see the Allow header."},
		EndpointDisabled:      {http.StatusConflict, false, "The webhook endpoint is disabled; enable it before you use it."},
		TooManyEndpoints:      {http.StatusConflict, false, "The organization has as many webhook endpoints as it may have; delete one, or ask your operator for more."},
		JobNotCancellable:     {http.StatusConflict, false, "The job has ended and cannot be cancelled."},
		CrawlNotResumable:     {http.StatusConflict, false, "The crawl runs, or is through, and cannot be resumed."},
		JobNotFinished:        {http.StatusConflict, true, "The job has not ended and has no result yet; poll it until it has."},
		PayloadTooLarge:       {http.StatusRequestEntityTooLarge, false, "The body is larger than 1 MB."},
		UnsupportedMediaType:  {http.StatusUnsupportedMediaType, false, "Send the body as application/json."},
		RateLimited:           {http.StatusTooManyRequests, true, "Too many requests; wait for the seconds in Retry-After."},
		TooManyInFlight:       {http.StatusTooManyRequests, true, "Too many unfinished jobs; wait until some have ended."},
		TooManyTimeouts:       {http.StatusTooManyRequests, true, "The targets of many jobs in a row did not respond in time; wait for the seconds in Retry-After."},
		TooManyStreams:        {http.StatusTooManyRequests, true, "Too many streams of events are open; close some, or poll."},
		InternalError:         {http.StatusInternalServerError, true, "Internal error; retry later."},
		ServiceUnavailable:    {http.StatusServiceUnavailable, true, "The service is temporarily unavailable; retry later."},
		OutcomeUnknown:        {http.StatusServiceUnavailable, false, "It is not known whether this was done; read what details names before you send the call again."},

		InvalidTarget:         {0, false, "The target is not a public http or https address."},
		DNSFailed:             {0, true, "The target's name could not be resolved; a name that does not exist is not retryable."},
		TLSFailed:             {0, false, "The target's TLS handshake failed."},
		UpstreamTimeout:       {0, true, "The target did not respond in time."},
		UpstreamBlocked:       {0, true, "The target returned a bot wall instead of the page, or its robots.txt disallows it; only a wall is retryable."},
		UpstreamRateLimited:   {0, true, "The target rate-limits requests; retry later."},
		TargetError:           {0, true, "The target responded with an error."},
		TooManyRedirects:      {0, false, "The target redirects too often."},
		LoginRequired:         {0, false, "The target shows this page only after a login."},
		UnsupportedContent:    {0, false, "The target's content type does not support this format."},
		ParseFailed:           {0, false, "The target's response could not be read."},
		BrowserUnavailable:    {0, false, "This installation has no browser to show the page in."},
		ProviderNotConfigured: {0, false, "This installation has no provider configured for this job."},
		ProviderUnavailable:   {0, true, "The provider is unavailable; retry later."},
		JobTimeout:            {0, true, "The job took longer than its kind allows."},
		JobInterrupted:        {0, true, "What performed the job ended before it did, twice; the job is not known to be at fault."},
		Cancelled:             {0, false, "The job was cancelled."},
	}
})

// Status is the HTTP status of a request refused with this code; 500 for a code
// that no request carries.
func (c Code) Status() int {
	if m := meanings()[c]; m.status != 0 {
		return m.status
	}
	return http.StatusInternalServerError
}

// Retryable reports whether the same call can succeed later without a change.
func (c Code) Retryable() bool { return meanings()[c].retryable }

// Text is the message used when nothing more exact is known.
func (c Code) Text() string { return meanings()[c].text }

// RequestCodes returns every code that a refused request can carry.
func RequestCodes() []Code {
	return codes(func(m meaning) bool { return m.status != 0 })
}

// JobCodes returns every code that only a failed job carries.
func JobCodes() []Code {
	return codes(func(m meaning) bool { return m.status == 0 })
}

func codes(keep func(meaning) bool) []Code {
	var list []Code
	for c, m := range meanings() {
		if keep(m) {
			list = append(list, c)
		}
	}
	return list
}
