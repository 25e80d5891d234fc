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
		return noID(errs.JobNotFound, id)
	}
	j, err := s.end(c.Context(), c.principal.OrgID, id)
	if err != nil {
		return err
	}
	if j.Status != job.Cancelled {
		return errs.Newf(errs.JobNotCancellable, "The job has %s and cannot be cancelled.", j.Status)
	}
	return s.answerJob(w, c, j, manner{})
}

// end cancels a job unless it has ended, and returns it as it is then.
func (s *Server) end(ctx context.Context, org, id string) (*job.Job, error) {
	for range cancelTries {
		j, err := s.Store.Job(ctx, org, id)
		if err != nil || j.Status.Terminal() {
			return j, err
		}
		mine, err := s.Store.Finish(ctx, j, store.Outcome{
			Status: job.Cancelled, Error: &job.Failure{Code: errs.Cancelled, Message: errs.Cancelled.Text()},
		})
		if errs.Is(err, errs.ServiceUnavailable) {
			j, mine, err = s.cancelled(ctx, j, err)
		}
		if err != nil || mine {
			return j, err
		}
	}
	return nil, errs.Of(errs.ServiceUnavailable)
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
