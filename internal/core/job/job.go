// Package job holds what a job is: its life, its parts and how it can fail. It knows
// nothing of kinds, storage, queues, HTTP or AWS.
package job

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
)

// Status is where a job stands: queued → running → one of the three terminal ones.
type Status string

// The statuses. The last three are terminal and final.
const (
	Queued    Status = "queued"
	Running   Status = "running"
	Succeeded Status = "succeeded"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// Terminal reports whether a job in this status never changes again.
func (s Status) Terminal() bool {
	return s == Succeeded || s == Failed || s == Cancelled
}

// Refunds reports whether reaching this status gives the charge back.
func (s Status) Refunds() bool { return s == Failed || s == Cancelled }

const (
	// Retention is how long a job can be read and its idempotency key is held.
	Retention = 30 * 24 * time.Hour
	// MaxCacheTTL is the longest reuse time a caller can ask for.
	MaxCacheTTL = 7 * 24 * time.Hour
	// ResultRetention outlives every job that can refer to a result by the cache.
	ResultRetention = Retention + MaxCacheTTL + 24*time.Hour
	// MaxAttempts is how often a job is run before it fails: once, and once more
	// after a worker died or an internal call failed.
	MaxAttempts = 2
	// MaxQueued is how long a job may wait for a worker before it fails.
	MaxQueued = 2 * time.Hour
	// LongQueued is how long a job that a worker could take may wait for one before an operator is told.
	LongQueued = 5 * time.Minute
)

// Job is one unit of paid work.
type Job struct {
	ID          string
	OrgID       string
	WorkspaceID string
	TokenID     string
	RequestID   string
	Kind        string
	Worker      string // whose queue it is sent to
	Status      Status
	Input       json.RawMessage // canonical arguments without secrets: what is shown and posted
	Sealed      []byte          // the secrets of the arguments, encrypted; absent when the job has ended
	InputDigest string          // of the arguments with their secrets, by the installation's key; empty for none
	Target      string          // what the job is about, for lists: a URL, a handle, a query
	BodyHash    string          // digest of the request's body, to detect a replay with another body

	Quote    credit.Quote
	Refunded int64
	Unneeded int64  // what of Refunded was charged for what the job did not need
	Shard    int    // of the organization's wallet
	Shards   int    // that the wallet had when the job was charged
	Seats    int    // the rows of the wallet that have places among what runs; 0 for all
	BatchID  string // of the batch that it was charged with; empty when it was charged alone
	Page     *Page  // of a crawl; nil for a job of none
	Found    []byte // what the crawl goes on with: a packed Found

	CacheKey string        // empty when the result is not to be stored
	Cached   bool          // the result came from the cache
	Webhook  *Subscription // nil when nobody asked for an event

	HandedOver string        // the function that handed the job over to Worker; empty for none
	Spent      time.Duration // of the caller's time, by the function that handed it over

	Attempts   int   // by Worker
	Fence      int64 // grows with each claim; only the newest claim may finish
	LeaseUntil time.Time

	Progress *Progress // what its newest run reported last; nil when it reported nothing

	Result *ResultRef
	Error  *Failure
	Meta   json.RawMessage // an object: what the kind reports beside the result

	CreatedAt   time.Time
	StartedAt   time.Time
	CompletedAt time.Time
	ExpiresAt   time.Time
}

// SealedFor is whom the job's secrets are sealed for: no other job can open them.
func (j *Job) SealedFor() string { return j.OrgID + " " + j.ID }

// Subscription is the webhook endpoint that gets a job's terminal event.
type Subscription struct {
	EndpointID string
	URL        string
	Events     EventFilter // as the endpoint's was when the job was admitted, or that of its Form
	Form       *Form       // nil for events in the form of this service
}

// EventFilter is which types of events an endpoint gets: their names, with commas between
// them, where the last part of a name can be an asterisk. Empty is all of them.
type EventFilter string

// Wants reports whether events of a type, such as job.failed, pass.
func (f EventFilter) Wants(event string) bool {
	if f == "" {
		return true
	}
	for name := range strings.SplitSeq(string(f), ",") {
		if family, wild := strings.CutSuffix(name, "*"); name == event || wild && strings.HasPrefix(event, family) {
			return true
		}
	}
	return false
}

// Progress is how far a run has come, as its worker reported it.
type Progress struct {
	Done  int64  `json:"done" minimum:"0" doc:"Units of the stage that are done."`
	Total int64  `json:"total" minimum:"0" doc:"Units of the stage that are known so far, which can grow; 0 when it is not known."`
	Stage string `json:"stage" doc:"What is being done, in one or two words; done for a job that has succeeded."`
}

// Reached is how far the job has come: what its newest run reported last, and of a job that has
// succeeded the whole, done, since a run ends without a report and one in haste is not written. Nil when
// nothing was reported.
func (j *Job) Reached() *Progress {
	if j.Progress == nil || j.Status != Succeeded {
		return j.Progress
	}
	whole := max(j.Progress.Done, j.Progress.Total)
	return &Progress{Done: whole, Total: whole, Stage: "done"}
}

// ResultRef says where a result lies. Key and InlineKey are blob keys; a small
// result lies in the table instead, and then both are empty and Item names the
// job and fence that wrote it.
type ResultRef struct {
	Item      string // "<jobId>#<fence>"
	Key       string // the whole result
	InlineKey string // the cut result that answers carry when the whole is too large
	Size      int    // bytes of the whole as JSON
}

// Truncated reports whether answers carry a cut result.
func (r *ResultRef) Truncated() bool { return r != nil && r.InlineKey != "" }

// Failure is why a job failed, in words for the caller.
type Failure struct {
	Code      errs.Code `json:"code" doc:"Stable error code to branch on; it never changes."`
	Message   string    `json:"message" doc:"What happened, for people."`
	Retryable bool      `json:"retryable" doc:"True when the same job can succeed later."`
	// RetryAfter is in seconds; 0 when unknown.
	RetryAfter int64 `json:"retryAfterSeconds,omitempty" doc:"Seconds to wait before the same job can succeed; absent when unknown."`
}

// FailureOf turns an error into what the caller sees. Unknown errors become
// internal_error without their text.
func FailureOf(err error) *Failure {
	e := errs.As(err)
	f := &Failure{Code: e.Code, Message: e.Message, Retryable: e.Retryable()}
	if f.Retryable {
		f.RetryAfter = int64((e.RetryAfter + time.Second - 1) / time.Second)
	}
	return f
}

// Grants are the abilities that the operator gave an organization, see docs/limits.md.
type Grants struct {
	ExtendedCeilings bool // larger numbers, and the argument deep
	Deep             bool // the argument deep alone
}

// MayDeep reports whether the argument deep has an effect. Either entitlement is enough, and
// every call that has the argument asks this.
func (g Grants) MayDeep() bool { return g.Deep || g.ExtendedCeilings }

// Names are the entitlements as callers read them; never nil.
func (g Grants) Names() []string {
	names := []string{}
	if g.Deep {
		names = append(names, "deep")
	}
	if g.ExtendedCeilings {
		names = append(names, "extendedCeilings")
	}
	return names
}
