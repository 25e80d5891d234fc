package api

import (
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
		if err != nil {
			return err
		}
		if mine {
			return s.answerJob(w, c, j, manner{})
		}
	}
	return errs.Of(errs.ServiceUnavailable)
}
