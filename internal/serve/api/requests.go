package api

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	defaultPage = 50
	maxPage     = store.MaxPage
)

// requestItem is one job in the list of requests.
type requestItem struct {
	RequestID       string       `json:"requestId" doc:"Id of the request that created the job."`
	JobID           string       `json:"jobId" doc:"Id of the job."`
	Kind            string       `json:"kind" doc:"The kind of the job."`
	ActionCode      string       `json:"actionCode" doc:"The action that was charged."`
	Status          job.Status   `json:"status" enum:"queued,running,succeeded,failed,cancelled" doc:"Status of the job."`
	Target          string       `json:"target" doc:"The subject of the job: a URL, a domain, a query."`
	Cached          bool         `json:"cached" doc:"True when the result came from the cache."`
	CreditsCharged  int64        `json:"creditsCharged" doc:"Credits charged."`
	CreditsRefunded int64        `json:"creditsRefunded" doc:"Credits refunded."`
	TokenID         string       `json:"tokenId" doc:"Id of the token that created the job."`
	CreatedAt       instant.Time `json:"createdAt" doc:"When the job was admitted."`
	CompletedAt     instant.Time `json:"completedAt,omitzero" doc:"When the job ended; absent before that."`
	DurationMS      *int64       `json:"durationMs,omitempty" doc:"From creation to completion; absent while the job is unfinished."`
}

type requestsData struct {
	Items      []requestItem `json:"items" doc:"The jobs, newest first."`
	NextCursor string        `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent on the last page."`
	Exhausted  bool          `json:"exhausted" doc:"True on the last page."`
}

// requests answers GET /requests: the organization's jobs, newest first.
func (s *Server) requests(w http.ResponseWriter, c *call) error {
	params := c.params
	limit, err := pageLimit(params)
	if err != nil {
		return err
	}
	q := store.RequestQuery{OrgID: c.principal.OrgID, Kind: params.Get("kind"), Status: job.Status(params.Get("status")), Limit: limit}
	if err := cmp.Or(checkStatus(q.Status), s.checkKind(q.Kind)); err != nil {
		return err
	}
	sealed := "requests\x00" + q.Kind + "\x00" + string(q.Status)
	if q.After, err = s.Cursors.Open(q.OrgID, sealed, params.Get("cursor")); err != nil {
		return err
	}
	jobs, next, err := s.Store.Requests(c.Context(), q)
	if err != nil {
		return err
	}
	data := requestsData{Items: make([]requestItem, len(jobs)), NextCursor: s.Cursors.Seal(q.OrgID, sealed, next), Exhausted: next == ""}
	for i, j := range jobs {
		data.Items[i] = viewRequest(j)
	}
	return writeData(w, http.StatusOK, data)
}

// checkStatus refuses a status that no job has.
func checkStatus(status job.Status) error {
	switch status {
	case "", job.Queued, job.Running, job.Succeeded, job.Failed, job.Cancelled:
		return nil
	}
	return errs.Field(errs.InvalidRequest, "status", "must be queued, running, succeeded, failed or cancelled")
}

// checkKind refuses a kind that there is not.
func (s *Server) checkKind(kind string) error {
	if kind == "" {
		return nil
	}
	known := make([]string, len(s.Kinds))
	for i, def := range s.Kinds {
		known[i] = def.Name
	}
	if slices.Contains(known, kind) {
		return nil
	}
	return errs.Field(errs.InvalidRequest, "kind", "is not a kind of job; there are "+strings.Join(known, ", "))
}

// pageLimit reads how many items a page is to have; larger numbers clamp.
func pageLimit(params url.Values) (int, error) {
	given := params.Get("limit")
	if given == "" {
		return defaultPage, nil
	}
	n, ok := clamped(given, maxPage)
	if !ok {
		return 0, errs.Field(errs.InvalidRequest, "limit", "must be a whole number, at least 1")
	}
	return n, nil
}

// clamped reads a positive integer of a query. Larger ones than most are most,
// those that no int holds too.
func clamped(given string, most int) (n int, ok bool) {
	n, err := strconv.Atoi(given)
	return min(n, most), n >= 1 && (err == nil || errors.Is(err, strconv.ErrRange))
}

func viewRequest(j *job.Job) requestItem {
	item := requestItem{
		RequestID: j.RequestID, JobID: j.ID, Kind: j.Kind, ActionCode: string(j.Quote.Action), Status: j.Status, Target: j.Target,
		Cached: j.Cached, CreditsCharged: j.Quote.Credits, CreditsRefunded: j.Refunded, TokenID: j.TokenID,
		CreatedAt: instant.Of(j.CreatedAt), CompletedAt: instant.Of(j.CompletedAt),
	}
	if j.Status.Terminal() {
		item.DurationMS = new(j.CompletedAt.Sub(j.CreatedAt).Milliseconds())
	}
	return item
}
