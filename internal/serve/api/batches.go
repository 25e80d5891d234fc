package api

import (
	"context"
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/event"
)

// batchStatus is where a batch stands.
type batchStatus string

// The statuses of a batch.
const (
	batchQueued   batchStatus = "queued"
	batchRunning  batchStatus = "running"
	batchFinished batchStatus = "finished"
)

// BatchView is a batch as callers see it. It is exported because it is embedded, and what
// makes the document passes over embedded types that are not.
type BatchView struct {
	BatchID         string       `json:"batchId" doc:"The batch's id. Ids sort by creation time."`
	Status          batchStatus  `json:"status" enum:"queued,running,finished" doc:"queued: no job has begun. running: some have. finished: all have ended, however they ended; it is final."`
	Kind            string       `json:"kind" doc:"The kind of its jobs."`
	ActionCode      string       `json:"actionCode" doc:"The action under which its jobs are charged."`
	Counts          event.Counts `json:"counts" doc:"Number of entries of the call in each status."`
	CreditsCharged  int64        `json:"creditsCharged" doc:"Credits charged for all its jobs."`
	CreditsRefunded int64        `json:"creditsRefunded" doc:"Credits refunded of these: the whole charge of each job that failed or was cancelled."`
	PollURL         string       `json:"pollUrl" doc:"The path to poll the batch at."`
	EventsURL       string       `json:"eventsUrl" doc:"The path of its stream of events."`
	CreatedAt       instant.Time `json:"createdAt" doc:"When it was admitted."`
	CompletedAt     instant.Time `json:"completedAt,omitzero" doc:"When the last job ended; absent before that."`
	ExpiresAt       instant.Time `json:"expiresAt" doc:"Until when it can be read."`
}

// batchPage is a batch with a page of its jobs.
type batchPage struct {
	BatchView
	Jobs       []*batchItem `json:"jobs" doc:"Its jobs, in the order of the call. Entries that made none are counted in counts.invalid and are not among them."`
	NextCursor string       `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent on the last page."`
	Exhausted  bool         `json:"exhausted" doc:"True on the last page."`
}

func batchURL(id string) string { return base + "/batches/" + id }

// viewBatch shows a batch. Jobs are those of it that may not have ended; all when it is asked
// for the first time.
func viewBatch(b *store.Batch, jobs []*job.Job) BatchView {
	v := BatchView{
		BatchID: b.ID, Status: batchQueued, Kind: b.Kind, ActionCode: b.Action, CreditsCharged: b.Credits, CreditsRefunded: b.Refunded,
		PollURL: batchURL(b.ID), EventsURL: batchURL(b.ID) + "/events",
		CreatedAt: instant.Of(b.CreatedAt), CompletedAt: instant.Of(b.CompletedAt), ExpiresAt: instant.Of(b.ExpiresAt),
		Counts: event.Counts{
			Total: len(b.Jobs) + b.Invalid, Queued: b.Left, Invalid: b.Invalid,
			Succeeded: b.Counts.Succeeded, Failed: b.Counts.Failed, Cancelled: b.Counts.Cancelled,
		},
	}
	for _, j := range jobs {
		if j.Status == job.Running && v.Counts.Queued > 0 {
			v.Counts.Queued--
			v.Counts.Running++
		}
	}
	switch {
	case b.Left == 0:
		v.Status = batchFinished
	case b.Left < len(b.Jobs) || v.Counts.Running > 0:
		v.Status = batchRunning
	}
	return v
}

// batch answers GET /batches/{batchId}.
func (s *Server) batch(w http.ResponseWriter, c *call) error {
	params := c.params
	limit, err := pageLimit(params)
	if err != nil {
		return err
	}
	withResults, err := flag(params, "results")
	if err != nil {
		return err
	}
	b, err := s.findBatch(c)
	if err != nil {
		return err
	}
	sealed := "batch\x00" + b.ID
	after, err := s.Cursors.Open(b.OrgID, sealed, params.Get("cursor"))
	if err != nil {
		return err
	}
	jobs, err := s.Store.JobsOf(c.Context(), b.OrgID, b.Jobs)
	if err != nil {
		return err
	}
	page := batchPage{BatchView: viewBatch(b, jobs)}
	shown, next := pageAfter(jobs, after, limit)
	page.NextCursor, page.Exhausted = s.Cursors.Seal(b.OrgID, sealed, next), next == ""
	page.Jobs = s.items(c.Context(), shown, withResults)
	if b.Left > 0 {
		w.Header().Set("Retry-After", "1")
	}
	return writeData(w, http.StatusOK, page)
}

// pageAfter are the jobs behind one of them, and the last of them when there are more.
func pageAfter(jobs []*job.Job, after string, limit int) (page []*job.Job, next string) {
	for i, j := range jobs {
		if j.ID == after {
			jobs = jobs[i+1:]
			break
		}
	}
	if len(jobs) <= limit {
		return jobs, ""
	}
	return jobs[:limit], jobs[limit-1].ID
}

// items shows jobs as a batch has them.
func (s *Server) items(ctx context.Context, jobs []*job.Job, withResults bool) []*batchItem {
	list, room := make([]*batchItem, len(jobs)), result.MaxInline
	for i, j := range jobs {
		list[i] = &batchItem{URL: j.Target, job: j}
		if withResults {
			s.fill(ctx, list[i], &room)
			continue
		}
		list[i].show()
	}
	return list
}

func (s *Server) findBatch(c *call) (*store.Batch, error) {
	id := c.PathValue("batchId")
	if !ident.Valid(ident.Batch, id) {
		return nil, errs.Of(errs.BatchNotFound)
	}
	return s.Store.Batch(c.Context(), c.principal.OrgID, id)
}

// cancelBatch answers POST /batches/{batchId}/cancel: every job that has not ended is
// cancelled and refunded by a transaction of its own. Those that end on their own meanwhile
// stay as they are. When the database goes away on the way, the answer shows what was done:
// who sees jobs that are left sends the call again.
func (s *Server) cancelBatch(w http.ResponseWriter, c *call) error {
	b, err := s.findBatch(c)
	if err != nil {
		return err
	}
	jobs, err := s.Store.JobsOf(c.Context(), b.OrgID, b.Jobs)
	if err != nil {
		return err
	}
	cancelled := false
	for i, j := range jobs {
		if j.Status.Terminal() {
			continue
		}
		ended, err := s.end(c.Context(), j.OrgID, j.ID)
		switch {
		case err == nil:
			cancelled, jobs[i] = true, ended
		case !cancelled:
			return err
		default:
			s.Log.WarnContext(c.Context(), "job of a batch not cancelled", "job_id", j.ID, "org_id", j.OrgID, "error", err)
		}
	}
	recount(b, jobs)
	return writeData(w, http.StatusOK, viewBatch(b, jobs))
}

// recount counts a batch by its jobs, as they are known.
func recount(b *store.Batch, jobs []*job.Job) {
	b.Left, b.Counts, b.Refunded, b.CompletedAt = 0, store.Endings{}, 0, time.Time{}
	for _, j := range jobs {
		b.Refunded += j.Refunded
		if j.CompletedAt.After(b.CompletedAt) {
			b.CompletedAt = j.CompletedAt
		}
		switch j.Status {
		case job.Succeeded:
			b.Counts.Succeeded++
		case job.Failed:
			b.Counts.Failed++
		case job.Cancelled:
			b.Counts.Cancelled++
		case job.Queued, job.Running:
			b.Left++
		}
	}
	if b.Left > 0 {
		b.CompletedAt = time.Time{}
	}
}
