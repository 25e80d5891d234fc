package firecrawl

import (
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
)

// finish makes a job and waits for its end, and for the whole of its result.
func (f *face) finish(r *http.Request, c asked.Call, limit time.Duration) (*asked.Job, *asked.Answer, error) {
	j, answer, err := f.api.Finish(r, c, limit)
	if err == nil {
		err = f.whole(r, j)
	}
	return j, answer, err
}

// whole has a job's result be the whole of it. Where no answer can be so large the error says where it is.
func (f *face) whole(r *http.Request, j *asked.Job) error {
	if !j.ResultTruncated {
		return nil
	}
	if !f.bounded {
		return f.api.Whole(r, j)
	}
	j.Error = &job.Failure{
		Code:    errs.PayloadTooLarge,
		Message: "The content is larger than an answer can be. It was read and charged; the whole is at GET " + asked.Base + "/jobs/" + j.JobID + "/result.",
	}
	return &asked.FailedError{Job: j}
}
