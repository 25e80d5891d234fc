package api

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// jobSummary is a job in a list: what can be shown without reading its result.
type jobSummary struct {
	JobID           string        `json:"jobId" doc:"The job's id."`
	BatchID         string        `json:"batchId,omitempty" doc:"The batch that the job is of; absent for a job of none."`
	Status          job.Status    `json:"status" enum:"queued,running,succeeded,failed,cancelled" doc:"Status of the job."`
	Kind            string        `json:"kind" doc:"The kind of the job."`
	ActionCode      string        `json:"actionCode" doc:"The action under which the job is charged."`
	Target          string        `json:"target" doc:"The subject of the job: a URL, a domain, a query."`
	CreditsCharged  int64         `json:"creditsCharged" doc:"Credits charged."`
	CreditsRefunded int64         `json:"creditsRefunded" doc:"Credits refunded."`
	Cached          bool          `json:"cached" doc:"True when the result came from the cache."`
	Progress        *job.Progress `json:"progress,omitempty" doc:"How far the run has come; absent when the kind reports nothing, and before it does."`
	Error           *job.Failure  `json:"error,omitempty" doc:"Why the job failed."`
	PollURL         string        `json:"pollUrl" doc:"The path to poll the job at."`
	CreatedAt       instant.Time  `json:"createdAt" doc:"When the job was admitted."`
	StartedAt       instant.Time  `json:"startedAt,omitzero" doc:"When a worker first started the job; absent before that."`
	CompletedAt     instant.Time  `json:"completedAt,omitzero" doc:"When the job ended; absent before that."`
}

type jobsData struct {
	Items      []jobSummary `json:"items" doc:"The jobs, newest first."`
	NextCursor string       `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent on the last page. A page that is short or empty because of a filter can still have a next one."`
	Exhausted  bool         `json:"exhausted" doc:"True on the last page."`
}

func summary(j *job.Job) jobSummary {
	return jobSummary{
		JobID: j.ID, BatchID: j.BatchID, Status: j.Status, Kind: j.Kind, ActionCode: string(j.Quote.Action), Target: j.Target,
		CreditsCharged: j.Quote.Credits, CreditsRefunded: j.Refunded, Cached: j.Cached, Progress: j.Reached(), Error: j.Error,
		PollURL: pollURL(j.ID), CreatedAt: instant.Of(j.CreatedAt), StartedAt: instant.Of(j.StartedAt), CompletedAt: instant.Of(j.CompletedAt),
	}
}

// jobs answers GET /jobs: the organization's jobs, newest first.
func (s *Server) jobs(w http.ResponseWriter, c *call) error {
	params := c.params
	q, err := s.jobQuery(c, params)
	if err != nil {
		return err
	}
	sealed := strings.Join([]string{
		"jobs", q.Kind, q.Action, string(q.Status), params.Get("since"), params.Get("until"), params.Get("batchId"),
	}, "\x00")
	if q.After, err = s.Cursors.Open(q.OrgID, sealed, params.Get("cursor")); err != nil {
		return err
	}
	list, next, err := s.listJobs(c, q, params.Get("batchId"))
	if err != nil {
		return err
	}
	data := jobsData{Items: make([]jobSummary, len(list)), NextCursor: s.Cursors.Seal(q.OrgID, sealed, next), Exhausted: next == ""}
	for i, j := range list {
		data.Items[i] = summary(j)
	}
	return writeData(w, http.StatusOK, data)
}

// jobQuery reads the filters. Errors: invalid_request.
func (s *Server) jobQuery(c *call, params url.Values) (q store.RequestQuery, err error) {
	q = store.RequestQuery{
		OrgID: c.principal.OrgID, Kind: params.Get("kind"), Action: params.Get("action"), Status: job.Status(params.Get("status")),
	}
	if q.Limit, err = pageLimit(params); err != nil {
		return q, err
	}
	if err := checkStatus(q.Status); err != nil {
		return q, err
	}
	if q.Since, q.Until, err = s.checkMade(q.Kind, q.Action, params); err != nil {
		return q, err
	}
	if id := params.Get("batchId"); id != "" && !ident.Valid(ident.Batch, id) {
		return q, errs.Field(errs.InvalidRequest, "batchId", "is not the id of a batch, which begins with "+ident.Batch)
	}
	return q, nil
}

// checkMade checks the filters of lists that go by what was made, and when. Errors: invalid_request.
func (s *Server) checkMade(kind, action string, params url.Values) (since, until time.Time, err error) {
	if err = s.checkKind(kind); err != nil {
		return since, until, err
	}
	if err = s.checkAction(action); err != nil {
		return since, until, err
	}
	if since, err = moment(params, "since"); err != nil {
		return since, until, err
	}
	if until, err = moment(params, "until"); err == nil && !until.IsZero() && since.After(until) {
		err = errs.Field(errs.InvalidRequest, "since", "must not be later than until")
	}
	return since, until, err
}

// checkAction refuses an action that no call has.
func (s *Server) checkAction(action string) error {
	var known []string
	for _, def := range s.Kinds {
		for _, call := range def.Calls {
			for _, a := range call.Actions() {
				known = append(known, string(a))
			}
		}
	}
	if action == "" || slices.Contains(known, action) {
		return nil
	}
	return errs.Field(errs.InvalidRequest, "action", "is not an action; there are "+strings.Join(known, ", "))
}

// listJobs reads a page: of all jobs by the list, of a batch's by its own row.
func (s *Server) listJobs(c *call, q store.RequestQuery, batch string) ([]*job.Job, string, error) {
	if batch == "" {
		return s.Store.Requests(c.Context(), q)
	}
	b, err := s.Store.Batch(c.Context(), q.OrgID, batch)
	if errs.Is(err, errs.BatchNotFound) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	jobs, err := s.Store.JobsOf(c.Context(), q.OrgID, b.Jobs)
	if err != nil {
		return nil, "", err
	}
	slices.Reverse(jobs)
	page, next := jobsAfter(slices.DeleteFunc(jobs, func(j *job.Job) bool { return !q.Takes(j) }), q.After, q.Limit)
	return page, next, nil
}

// jobsAfter are the jobs behind one of them, and the last of them when there are more.
func jobsAfter(jobs []*job.Job, after string, limit int) (page []*job.Job, next string) {
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

// moment reads a time of a query; zero when there is none. Errors: invalid_request.
func moment(params url.Values, name string) (time.Time, error) {
	given := params.Get(name)
	if given == "" {
		return time.Time{}, nil
	}
	t, err := option.Instant(given)
	if err != nil {
		return t, errs.Field(errs.InvalidRequest, name, err.Error())
	}
	return t, nil
}

// flag reads a boolean of a query. Errors: invalid_request.
func flag(params url.Values, name string) (bool, error) {
	switch params.Get(name) {
	case "", "false":
		return false, nil
	case "true":
		return true, nil
	}
	return false, errs.Field(errs.InvalidRequest, name, "must be true or false")
}
