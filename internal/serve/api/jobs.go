package api

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"net/http"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
)

// envelope is a job as callers see it.
type envelope struct {
	JobID           string          `json:"jobId" doc:"The job's id. Ids sort by creation time."`
	Status          job.Status      `json:"status" enum:"queued,running,succeeded,failed,cancelled" doc:"succeeded, failed and cancelled are final."`
	BatchID         string          `json:"batchId,omitempty" doc:"The batch that the job is of; absent for a job of none."`
	Kind            string          `json:"kind" doc:"The kind of the job."`
	ActionCode      string          `json:"actionCode" doc:"The action under which the job is charged."`
	CreditsCharged  int64           `json:"creditsCharged" doc:"Credits charged at admission."`
	CreditsRefunded int64           `json:"creditsRefunded" doc:"Credits refunded: the whole charge when the job failed or was cancelled, and the price of what was not delivered when a call charges for each part."`
	Cached          bool            `json:"cached" doc:"True when the result came from the cache."`
	Progress        *job.Progress   `json:"progress,omitempty" doc:"How far the run has come; absent when the kind reports nothing, and before it does. Shown at most 5 seconds late."`
	Result          json.RawMessage `json:"result,omitempty" doc:"The job's result, by kind."`
	ResultTruncated bool            `json:"resultTruncated" doc:"True when the result was cut to 4 MB; resultUrl returns the whole result."`
	ResultURL       string          `json:"resultUrl,omitempty" doc:"A link to the whole result when it was cut, valid for one hour."`
	Error           *job.Failure    `json:"error,omitempty" doc:"Why the job failed."`
	Meta            map[string]any  `json:"meta,omitempty" doc:"What the kind reports beside the result; idempotency when the key was used before."`
	PricingDecision pricing         `json:"pricingDecision" doc:"Whether the job was charged, and why."`
	PollURL         string          `json:"pollUrl" doc:"The path to poll the job at."`
	Input           json.RawMessage `json:"input" doc:"The arguments with every default filled in. Values of headers and cookies, and user names and passwords within URLs, are [redacted]."`
	Attempts        int             `json:"attempts" doc:"Number of attempts started: 2 when a worker died."`
	CreatedAt       instant.Time    `json:"createdAt" doc:"When the job was admitted."`
	StartedAt       instant.Time    `json:"startedAt,omitzero" doc:"When a worker first started the job; absent before that."`
	CompletedAt     instant.Time    `json:"completedAt,omitzero" doc:"When the job ended; absent before that."`
	ExpiresAt       instant.Time    `json:"expiresAt" doc:"Until when the job can be read."`
}

// pricing is the outcome of a job's charge, and the reason.
type pricing struct {
	Outcome string `json:"outcome" enum:"charged,partly_refunded,refunded,waived" doc:"charged: the job was charged and the charge stays. partly_refunded: the job was charged, and creditsRefunded were refunded. refunded: the charge was refunded. waived: there was no charge."`
	Stage   string `json:"stage" enum:"admission,settlement" doc:"When the outcome was decided."`
	Reason  string `json:"reason" enum:"fresh,cache_hit,job_failed,job_cancelled,undelivered,not_needed,invalid_item" doc:"The reason for the outcome. undelivered: a part was charged and could not be had. not_needed: a part was charged that the job did not need, such as a browser where the operator has a price of its own for that."`
	// HandedOver is of a job that costs what it would have cost without.
	HandedOver bool `json:"handedOver,omitempty" doc:"True when the job turned out to need another function, such as a browser."`
	UnitCount  int  `json:"unitCount" doc:"Number of units charged: started blocks of the requested number, or 1."`
}

func pricingOf(j *job.Job) pricing {
	p := pricing{Outcome: "charged", Stage: "admission", Reason: "fresh", UnitCount: j.Quote.Units, HandedOver: j.HandedOver != ""}
	switch {
	case j.Status == job.Failed:
		p.Outcome, p.Stage, p.Reason = "refunded", "settlement", "job_failed"
	case j.Status == job.Cancelled:
		p.Outcome, p.Stage, p.Reason = "refunded", "settlement", "job_cancelled"
	case j.Refunded > 0 && j.Refunded == j.Unneeded:
		p.Outcome, p.Stage, p.Reason = "partly_refunded", "settlement", "not_needed"
	case j.Refunded > 0:
		p.Outcome, p.Stage, p.Reason = "partly_refunded", "settlement", "undelivered"
	case j.Cached:
		p.Reason = "cache_hit"
	}
	return p
}

// manner says how a call came to its job.
type manner struct {
	async       bool // it never waits
	replayed    bool // an idempotency key had made the job before
	bodyMatched bool // by the same body
}

// answerJob answers a job-creating call: 200 when the job has ended, failed ones
// too, else 202 with where to poll. A call that never waits answers 202 whatever the
// job's status is, also of one that the cache or an idempotency key gives. So does
// one whose job has a result that cannot be read now: polling gives it.
func (s *Server) answerJob(w http.ResponseWriter, c *call, j *job.Job, r manner) error {
	e, err := s.envelope(c.Context(), j)
	if err != nil {
		s.Log.WarnContext(c.Context(), "job answered without its result", "job_id", j.ID, "org_id", j.OrgID, "error", err)
	}
	if r.replayed {
		meta := maps.Clone(e.Meta)
		if meta == nil {
			meta = map[string]any{}
		}
		meta["idempotency"] = map[string]bool{"bodyMatched": r.bodyMatched}
		e.Meta = meta
	}
	s.creditHeaders(w, c, j.Quote.Credits)
	again(w, j)
	if j.Status.Terminal() && !r.async && err == nil {
		return writeData(w, http.StatusOK, e)
	}
	w.Header().Set("Location", e.PollURL)
	if w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", "1")
	}
	return writeData(w, http.StatusAccepted, e)
}

// job answers GET /jobs/{jobId}.
func (s *Server) job(w http.ResponseWriter, c *call) error {
	id := c.PathValue("jobId")
	if !ident.Valid(ident.Job, id) {
		return noID(errs.JobNotFound, id)
	}
	j, err := s.Store.Job(c.Context(), c.principal.OrgID, id)
	if err != nil {
		return err
	}
	tag := etag(j)
	w.Header().Set("ETag", tag)
	s.creditHeaders(w, c, j.Quote.Credits)
	// A link within the body goes stale, so such an answer is never "not modified".
	if c.Header.Get("If-None-Match") == tag && !j.Result.Truncated() {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	e, err := s.envelope(c.Context(), j)
	if err != nil {
		return err
	}
	if !j.Status.Terminal() {
		w.Header().Set("Retry-After", "1")
	}
	again(w, j)
	return writeData(w, http.StatusOK, e)
}

// again has the header of a failed job say when the same can succeed, as the error does.
func again(w http.ResponseWriter, j *job.Job) {
	if j.Error != nil && j.Error.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.FormatInt(j.Error.RetryAfter, 10))
	}
}

// etag changes with every change that an answer shows.
func etag(j *job.Job) string {
	return `"` + version(j) + `"`
}

// version names what a job is now.
func version(j *job.Job) string {
	v := string(j.Status) + "-" + strconv.FormatInt(j.Fence, 10)
	if p := j.Progress; p != nil {
		h := fnv.New32a()
		_, _ = h.Write([]byte(p.Stage)) // never fails
		v += fmt.Sprintf("-%d-%d-%x", p.Done, p.Total, h.Sum32())
	}
	return v
}

// envelope is the whole of a job. With an error it is what could be read.
func (s *Server) envelope(ctx context.Context, j *job.Job) (*envelope, error) {
	e := unfilled(j)
	if len(j.Meta) > 0 {
		if err := json.Unmarshal(j.Meta, &e.Meta); err != nil {
			return e, errs.Internal(err)
		}
	}
	if j.Result == nil {
		return e, nil
	}
	var err error
	if e.Result, err = s.Results.Load(ctx, j.OrgID, j.Result); err != nil {
		return e, err
	}
	if e.ResultTruncated {
		e.ResultURL, err = s.Results.URL(ctx, j.Result)
	}
	return e, err
}

// unfilled is what of a job lies in its row.
func unfilled(j *job.Job) *envelope {
	return &envelope{
		JobID: j.ID, Status: j.Status, BatchID: j.BatchID, Kind: j.Kind, Progress: j.Reached(), ActionCode: string(j.Quote.Action), CreditsCharged: j.Quote.Credits,
		CreditsRefunded: j.Refunded, Cached: j.Cached, ResultTruncated: j.Result.Truncated(), Error: j.Error,
		PricingDecision: pricingOf(j), PollURL: pollURL(j.ID), Input: j.Input, Attempts: j.Attempts,
		CreatedAt: instant.Of(j.CreatedAt), StartedAt: instant.Of(j.StartedAt), CompletedAt: instant.Of(j.CompletedAt), ExpiresAt: instant.Of(j.ExpiresAt),
	}
}

func pollURL(jobID string) string { return base + "/jobs/" + jobID }

// creditHeaders sets the headers with what was charged and, if it can be read, what is
// left.
func (s *Server) creditHeaders(w http.ResponseWriter, c *call, charged int64) {
	w.Header().Set("X-Credits-Charged", strconv.FormatInt(charged, 10))
	b, err := s.Store.Balance(c.Context(), c.principal.OrgID, c.principal.Shards, false)
	if err != nil {
		s.Log.WarnContext(c.Context(), "balance not read", "org_id", c.principal.OrgID, "error", err)
		return
	}
	w.Header().Set("X-Credits-Remaining", strconv.FormatInt(b.Balance, 10))
}
