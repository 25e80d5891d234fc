package api

import (
	"context"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// cancelTries bounds the rounds against a worker that claims or ends the job at
// the same time.
const cancelTries = 5

// cancel answers POST /jobs/{jobId}/cancel. The charge is given back in the
// transaction that ends the job; a worker that is at it is not heard any more.
// Cancelling twice is the same as once.
func (s *Server) cancel(w http.ResponseWriter, c *call) error {
	id := c.PathValue("jobId")
	if !ident.Valid(ident.Job, id) {
		return errs.Of(errs.JobNotFound)
	}
	for range cancelTries {
		j, err := s.Store.Job(c.Context(), c.principal.OrgID, id)
		if err != nil {
			return err
		}
		switch j.Status {
		case job.Cancelled:
			return s.answerJob(w, c, j, manner{})
		case job.Succeeded, job.Failed:
			return errs.Newf(errs.JobNotCancellable, "The job has %s and cannot be cancelled.", j.Status)
		case job.Queued, job.Running:
		}
		mine, err := s.Store.Finish(c.Context(), j, store.Outcome{
			Status: job.Cancelled, Error: &job.Failure{Code: errs.Cancelled, Message: errs.Cancelled.Text()},
		})
		if errs.Is(err, errs.ServiceUnavailable) {
			j, mine, err = s.cancelled(c.Context(), j, err)
		}
		if err != nil {
			return err
		}
		if mine {
			return s.answerJob(w, c, j, manner{})
		}
	}
	return errs.Of(errs.ServiceUnavailable)
}

// cancelled decides about a cancellation that failed: it may have been made after all.
// One of which nobody knows can be sent again, since it cannot be made twice.
func (s *Server) cancelled(ctx context.Context, j *job.Job, failed error) (*job.Job, bool, error) {
	now, err := look(ctx, func(ctx context.Context) (*job.Job, error) { return s.Store.Job(ctx, j.OrgID, j.ID) })
	if err != nil || now.Status != job.Cancelled {
		return nil, false, failed
	}
	return now, true, nil
}
