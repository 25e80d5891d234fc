package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/event"
)

// BatchView is a batch as callers see it. It is exported because it is embedded, and what
// makes the document passes over embedded types that are not.
type BatchView struct {
	BatchID         string            `json:"batchId" doc:"The batch's id. Ids sort by creation time."`
	Status          store.BatchStatus `json:"status" enum:"queued,running,finished" doc:"queued: no job has begun. running: some have. finished: all have ended, however they ended; it is final."`
	Kind            string            `json:"kind" doc:"The kind of its jobs."`
	ActionCode      string            `json:"actionCode" doc:"The action under which its jobs are charged."`
	Counts          event.Counts      `json:"counts" doc:"Number of entries of the call in each status."`
	CreditsCharged  int64             `json:"creditsCharged" doc:"Credits charged for all its jobs."`
	CreditsRefunded int64             `json:"creditsRefunded" doc:"Credits refunded of these: the whole charge of each job that failed or was cancelled."`
	PollURL         string            `json:"pollUrl" doc:"The path to poll the batch at."`
	EventsURL       string            `json:"eventsUrl" doc:"The path of its stream of events."`
	CreatedAt       instant.Time      `json:"createdAt" doc:"When it was admitted."`
	CompletedAt     instant.Time      `json:"completedAt,omitzero" doc:"When the last job ended; absent before that."`
	ExpiresAt       instant.Time      `json:"expiresAt" doc:"Until when it can be read."`
}

// batchPage is a batch with a page of its jobs.
type batchPage struct {
	BatchView
	Jobs       []*batchItem `json:"jobs" doc:"One item for each entry, in the order of the call; with an error where it made no job."`
	NextCursor string       `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent on the last page."`
	Exhausted  bool         `json:"exhausted" doc:"True on the last page."`
}

func batchURL(id string) string { return base + "/batches/" + id }

// viewBatch shows a batch as it was counted.
func viewBatch(b *store.Batch) BatchView {
	return BatchView{
		BatchID: b.ID, Status: b.Status(), Kind: b.Kind, ActionCode: b.Action, CreditsCharged: b.Credits, CreditsRefunded: b.Refunded,
		PollURL: batchURL(b.ID), EventsURL: batchURL(b.ID) + "/events",
		CreatedAt: instant.Of(b.CreatedAt), CompletedAt: instant.Of(b.CompletedAt), ExpiresAt: instant.Of(b.ExpiresAt),
		Counts: event.Counts{
			Total: len(b.Jobs) + len(b.Refused), Queued: b.Left - b.Running, Running: b.Running, Invalid: len(b.Refused),
			Succeeded: b.Counts.Succeeded, Failed: b.Counts.Failed, Cancelled: b.Counts.Cancelled,
		},
	}
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
	if b.Left > 0 {
		b.Count(jobs)
		w.Header().Set("Retry-After", "1")
	}
	page := batchPage{BatchView: viewBatch(b)}
	shown, next := itemsAfter(b, jobs, after, limit)
	page.NextCursor, page.Exhausted = s.Cursors.Seal(b.OrgID, sealed, next), next == ""
	page.Jobs = s.filled(c.Context(), shown, withResults)
	return writeData(w, http.StatusOK, page)
}

// itemsAfter are the entries of a batch behind the place after, "" for all, and the place of the
// last of them when there are more.
func itemsAfter(b *store.Batch, jobs []*job.Job, after string, limit int) (page []*batchItem, next string) {
	from, err := strconv.Atoi(after)
	if err != nil {
		from = -1 // the cursor was ours, so there was none
	}
	last := ""
	b.Entries(jobs, func(at int, j *job.Job, r *store.Refusal) {
		switch {
		case at <= from:
		case len(page) == limit:
			next = last
		case r != nil:
			page, last = append(page, refusedItem(r)), strconv.Itoa(at)
		default:
			page, last = append(page, &batchItem{URL: j.Target, job: j}), strconv.Itoa(at)
		}
	})
	return page, next
}

// refusedItem is an entry that made no job, as the call that made the batch answered it.
func refusedItem(r *store.Refusal) *batchItem {
	item := &batchItem{URL: r.Name}
	item.refuse(errs.New(r.Code, r.Message))
	return item
}

// filled shows the jobs of items, and their results where those are wanted.
func (s *Server) filled(ctx context.Context, items []*batchItem, withResults bool) []*batchItem {
	room := result.MaxInline
	for _, item := range items {
		switch {
		case item.job == nil:
		case withResults:
			s.fill(ctx, item, &room)
		default:
			item.show()
		}
	}
	return items
}

func (s *Server) findBatch(c *call) (*store.Batch, error) {
	id := c.PathValue("batchId")
	if !ident.Valid(ident.Batch, id) {
		return nil, noID(errs.BatchNotFound, id)
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
	b.Count(jobs)
	return writeData(w, http.StatusOK, viewBatch(b))
}
