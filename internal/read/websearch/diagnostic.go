package websearch

import (
	"context"
	"errors"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Outcome is how asking an engine went, in a word.
type Outcome string

// The outcomes.
const (
	OK          Outcome = "ok"           // it gave results
	Empty       Outcome = "empty"        // it said that there is nothing
	Blocked     Outcome = "blocked"      // it does not let us in: a captcha, a wall, another page
	RateLimited Outcome = "rate_limited" // it was asked too often
	TimedOut    Outcome = "timeout"      // it did not answer in time
	Disabled    Outcome = "disabled"     // it is not configured, or its key is wrong
	Failed      Outcome = "failed"       // it failed, or what it said cannot be read
)

// Diagnostic is the outcome of one engine, for callers.
type Diagnostic struct {
	Engine     string   `json:"engine" doc:"Name of the engine: searxng, searxng-google, searxng-duckduckgo, programmablesearch, brave, tavily, duckduckgo, googlenews and so on."`
	Outcome    Outcome  `json:"outcome" enum:"ok,empty,blocked,rate_limited,timeout,disabled,failed" doc:"The outcome. After ok and empty no further engine is tried."`
	Status     int      `json:"status,omitempty" doc:"HTTP status of its last response; absent when there was none."`
	DurationMs int64    `json:"durationMs" doc:"Duration in milliseconds, including the wait for its pace."`
	Results    int      `json:"results" doc:"Number of results, before duplicates were merged."`
	Dropped    int      `json:"dropped,omitempty" doc:"Results left out because of includeDomains, excludeDomains, since or until; absent when there are none."`
	Undated    int      `json:"undated,omitempty" doc:"Results returned although since or until is given and the engine reports no time of them; absent when there are none."`
	Ignored    []string `json:"ignored,omitempty" enum:"country,language" doc:"Options that the engine cannot honour; absent when it honours all."`
	Pace       string   `json:"pace,omitempty" doc:"How often the engine may be called at most, where that is seldom; absent otherwise."`
	Reason     string   `json:"reason,omitempty" doc:"Why it was skipped, or why there are fewer results than it has; absent when it returned all."`
}

// Diagnostics describes each engine that was asked, in the order of asking.
func Diagnostics(a Answer) []Diagnostic {
	all := make([]Diagnostic, len(a.Attempts))
	for i, attempt := range a.Attempts {
		all[i] = Diagnostic{
			Engine: attempt.Engine, Outcome: attempt.Outcome(), Status: attempt.Status,
			DurationMs: attempt.Took.Milliseconds(), Results: attempt.Found, Reason: reason(attempt.Err),
			Dropped: attempt.Dropped, Undated: attempt.Undated, Ignored: attempt.Unheard, Pace: attempt.Pace,
		}
	}
	return all
}

// Outcome says in a word how it went.
func (a Attempt) Outcome() Outcome {
	switch {
	case a.Found > 0:
		return OK
	case a.Err == nil:
		return Empty
	}
	for code, outcome := range map[errs.Code]Outcome{
		errs.UpstreamBlocked: Blocked, errs.LoginRequired: Blocked, errs.UpstreamRateLimited: RateLimited,
		errs.UpstreamTimeout: TimedOut, errs.JobTimeout: TimedOut, errs.ProviderNotConfigured: Disabled,
	} {
		if errs.Is(a.Err, code) {
			return outcome
		}
	}
	if errors.Is(a.Err, context.DeadlineExceeded) {
		return TimedOut
	}
	return Failed
}

// reason is what callers may read of an error.
func reason(err error) string {
	if e, ok := errors.AsType[*errs.Error](err); ok {
		return e.Message
	}
	switch {
	case err == nil:
		return ""
	case errors.Is(err, context.DeadlineExceeded):
		return "The time of the job was used up."
	}
	return errs.InternalError.Text()
}
