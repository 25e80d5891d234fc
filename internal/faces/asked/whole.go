package asked

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// readTime is how long reading a large result may take.
const readTime = 30 * time.Second

// Whole has a job's result be the whole of it, where the API's answer had it cut. The link that is followed is the API's.
func (a API) Whole(from *http.Request, j *Job) error {
	if !j.ResultTruncated {
		return nil
	}
	answer, err := a.Do(from, Call{Method: http.MethodGet, Path: "/jobs/" + j.JobID + "/result"}, nil)
	if err != nil {
		return err
	}
	raw := json.RawMessage(answer.Body)
	if link := answer.Header.Get("Location"); link != "" {
		if raw, err = follow(from, link); err != nil {
			return errs.Internal(err)
		}
	}
	if !json.Valid(raw) {
		return errs.Internal(fmt.Errorf("result of %s: got %d bytes that are no JSON", j.JobID, len(raw)))
	}
	j.Result, j.ResultTruncated = raw, false
	return nil
}

func follow(from *http.Request, link string) (json.RawMessage, error) {
	r, err := http.NewRequestWithContext(from.Context(), http.MethodGet, link, http.NoBody)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Timeout: readTime} //nolint:forbidigo // for the service's own bucket, whose link is the API's
	res, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("large result: got status %d", res.StatusCode)
	}
	return io.ReadAll(res.Body)
}
