package form

import (
	"net/http"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
)

// pollPause is between two looks at what takes longer than a call of the API.
const pollPause = time.Second

// maxTogether is how many bytes of results one answer has where it is bounded: as many as one result of the API.
const maxTogether = 4 << 20

// Patience is how long a call waits that may take so many seconds; 0 is as long as it can.
func (d *Desk) Patience(seconds float64) time.Duration {
	if seconds <= 0 || seconds >= d.Longest.Seconds() {
		return d.Longest
	}
	return time.Duration(seconds * float64(time.Second))
}

// Finish makes a job and waits for its end, and for the whole of its result.
func (d *Desk) Finish(w http.ResponseWriter, r *http.Request, c asked.Call, limit time.Duration) (*asked.Job, error) {
	j, answer, err := d.API.Finish(r, c, limit)
	spent := charged(w)
	asked.Relay(w, answer)
	if j != nil {
		spent += j.Spent()
	}
	charge(w, spent)
	if err != nil {
		return j, err
	}
	return j, d.whole(r, j)
}

// header is the one that says what a call cost.
const header = "X-Credits-Charged"

func charged(w http.ResponseWriter) int64 {
	n, _ := strconv.ParseInt(w.Header().Get(header), 10, 64)
	return n
}

func charge(w http.ResponseWriter, credits int64) {
	w.Header().Set(header, strconv.FormatInt(credits, 10))
}

// Spent is what a call cost until now, after refunds.
func Spent(w http.ResponseWriter) int64 { return charged(w) }

// whole has a job's result be the whole of it. Where no answer can be so large the error says where it is.
func (d *Desk) whole(r *http.Request, j *asked.Job) error {
	if !j.ResultTruncated {
		return nil
	}
	if d.Bounded {
		return tooLarge(j)
	}
	return d.API.Whole(r, j)
}

func tooLarge(j *asked.Job) error {
	j.Error = &job.Failure{
		Code:    errs.PayloadTooLarge,
		Message: "The content is larger than an answer can be. It was read and charged; the whole is at GET " + asked.Base + "/jobs/" + j.JobID + "/result.",
	}
	return &asked.FailedError{Job: j}
}
