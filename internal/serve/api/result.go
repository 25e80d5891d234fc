package api

import (
	"encoding/json"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
)

// result answers GET /jobs/{jobId}/result with the whole of a job's result: itself, or
// where it lies. Unlike the link there, this path is good for as long as the job, so that
// an event can carry it whose bytes must not change.
func (s *Server) result(w http.ResponseWriter, c *call) error {
	id := c.PathValue("jobId")
	if !ident.Valid(ident.Job, id) {
		return noID(errs.JobNotFound, id)
	}
	j, err := s.Store.Job(c.Context(), c.principal.OrgID, id)
	if err != nil {
		return err
	}
	if !j.Status.Terminal() {
		return errs.Newf(errs.JobNotFinished, "The job is %s and has no result yet; poll %s until it has ended.", j.Status, pollURL(j.ID))
	}
	if j.Result == nil {
		return errs.Newf(errs.NotFound, "The job has no result; its status is %s.", j.Status)
	}
	link, err := s.Results.URL(c.Context(), j.Result)
	if err != nil {
		return err
	}
	if link != "" {
		w.Header().Set("Location", link)
		w.WriteHeader(http.StatusFound)
		return nil
	}
	var raw json.RawMessage
	if raw, err = s.Results.Load(c.Context(), j.OrgID, j.Result); err != nil {
		return err
	}
	write(w, http.StatusOK, "application/json", raw)
	return nil
}
