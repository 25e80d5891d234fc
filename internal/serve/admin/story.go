package admin

import (
	"context"
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/meter"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// Jobs are the rows that tell of jobs.
type Jobs interface {
	Job(ctx context.Context, org, id string) (*job.Job, error)
	Movements(ctx context.Context, j *job.Job) ([]store.Movement, error)
	Deliveries(ctx context.Context, q store.DeliveryQuery) ([]*store.Delivery, string, error)
	Requests(ctx context.Context, q store.RequestQuery) ([]*job.Job, string, error)
}

// Logs reads what the functions logged.
type Logs interface {
	// Of returns the lines that name a job, and those that the crawl of a page has of itself meanwhile, oldest first, each a
	// JSON object. Posted are the times of the attempts to post its event, which follow its end by days.
	Of(ctx context.Context, j *job.Job, posted []time.Time) ([]json.RawMessage, error)
}

// Reading returns the Service with a reader of logs. Without one stories have no log.
func (s *Service) Reading(logs Logs) *Service {
	other := *s
	other.logs = logs
	return &other
}

// Story is everything that is known of a job.
type Story struct {
	Job        Row               `json:"job"`
	Money      []store.Movement  `json:"money"`
	Deliveries []Delivery        `json:"deliveries"`
	Upstreams  []json.RawMessage `json:"upstreams"` // the log's lines of calls, apart from the others
	Log        []json.RawMessage `json:"log"`
	// Missing says why a part is not here; absent when all are.
	Missing []string `json:"missing,omitempty"`
}

// Row is a job's row without its arguments' secrets and its result.
type Row struct {
	JobID          string          `json:"jobId"`
	OrganizationID string          `json:"organizationId"`
	TokenID        string          `json:"tokenId"`
	RequestID      string          `json:"requestId"`
	BatchID        string          `json:"batchId,omitempty"`
	Kind           string          `json:"kind"`
	Action         string          `json:"action"`
	Worker         string          `json:"worker"`
	HandedOver     string          `json:"handedOverBy,omitempty"`
	Status         job.Status      `json:"status"`
	Error          *job.Failure    `json:"error,omitempty"`
	Input          json.RawMessage `json:"input"`
	Meta           json.RawMessage `json:"meta,omitempty"`
	Charged        int64           `json:"charged"`
	Refunded       int64           `json:"refunded"`
	Cached         bool            `json:"cached"`
	ResultBytes    int             `json:"resultBytes,omitempty"`
	Attempts       int             `json:"attempts"`
	LeaseUntil     string          `json:"leaseUntil,omitempty"`
	CreatedAt      string          `json:"createdAt"`
	StartedAt      string          `json:"startedAt,omitempty"`
	CompletedAt    string          `json:"completedAt,omitempty"`
}

// Delivery is an attempt to post a job's event.
type Delivery struct {
	DeliveryID  string `json:"deliveryId"`
	EndpointID  string `json:"endpointId"`
	Event       string `json:"event"`
	Status      string `json:"status"`
	Attempt     int    `json:"attempt"`
	Response    int    `json:"responseStatus,omitempty"`
	Error       string `json:"error,omitempty"`
	CreatedAt   string `json:"createdAt"`
	AttemptedAt string `json:"attemptedAt,omitempty"`
	NextAt      string `json:"nextAttemptAt,omitempty"`
}

// story performs job.show. Errors: job_not_found.
func (s *Service) story(ctx context.Context, r Request) (any, error) {
	j, err := s.find(ctx, r.Org, r.Job)
	if err != nil {
		return nil, err
	}
	told := &Story{Job: rowOf(j), Deliveries: []Delivery{}, Upstreams: []json.RawMessage{}, Log: []json.RawMessage{}}
	if told.Money, err = s.store.Movements(ctx, j); err != nil {
		return nil, err
	}
	var posted []time.Time
	for after, more := "", true; more; more = after != "" {
		var page []*store.Delivery
		if page, after, err = s.store.Deliveries(ctx, store.DeliveryQuery{OrgID: j.OrgID, JobID: j.ID, After: after, Limit: store.MaxPage}); err != nil {
			return nil, err
		}
		for _, d := range page {
			told.Deliveries, posted = append(told.Deliveries, deliveryOf(d)), append(posted, posting(d))
		}
	}
	told.read(ctx, s.logs, j, posted)
	return told, nil
}

// posting is when an attempt was made, or is to be made.
func posting(d *store.Delivery) time.Time {
	if d.AttemptedAt.IsZero() {
		return d.NextAttemptAt
	}
	return d.AttemptedAt
}

// find looks for a job with one organization, or with each: an id does not name its own.
func (s *Service) find(ctx context.Context, org, id string) (*job.Job, error) {
	if org != "" {
		return s.store.Job(ctx, org, id)
	}
	orgs, err := s.store.Orgs(ctx)
	if err != nil {
		return nil, err
	}
	for _, o := range orgs {
		if j, err := s.store.Job(ctx, o.ID, id); !errs.Is(err, errs.JobNotFound) {
			return j, err
		}
	}
	return nil, errs.Newf(errs.JobNotFound, "No organization has a job %s; jobs are kept for 30 days.", id)
}

// read adds the log. A story without it is better than none, so what fails is only said.
func (t *Story) read(ctx context.Context, logs Logs, j *job.Job, posted []time.Time) {
	if logs == nil {
		t.Missing = append(t.Missing, "log: no log is read here")
		return
	}
	lines, err := logs.Of(ctx, j, posted)
	if err != nil {
		t.Missing = append(t.Missing, "log: "+err.Error())
	}
	for _, line := range lines {
		line = plain(line)
		var said struct {
			Message string `json:"message"`
			Msg     string `json:"msg"` // of the local log
		}
		if json.Unmarshal(line, &said) == nil && (said.Message == meter.CalledLine || said.Msg == meter.CalledLine) {
			t.Upstreams = append(t.Upstreams, line)
			continue
		}
		t.Log = append(t.Log, line)
	}
}

// plain leaves out of a line what only makes metrics of it.
func plain(line json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(line, &members) != nil || members[meter.Metadata] == nil {
		return line
	}
	delete(members, meter.Metadata)
	short, err := json.Marshal(members)
	if err != nil {
		return line
	}
	return short
}

func rowOf(j *job.Job) Row {
	row := Row{
		JobID: j.ID, OrganizationID: j.OrgID, TokenID: j.TokenID, RequestID: j.RequestID, BatchID: j.BatchID, Kind: j.Kind,
		Action: string(j.Quote.Action), Worker: j.Worker, HandedOver: j.HandedOver, Status: j.Status, Error: j.Error, Input: j.Input, Meta: j.Meta,
		Charged: j.Quote.Credits, Refunded: j.Refunded, Cached: j.Cached, Attempts: j.Attempts,
		LeaseUntil: moment(j.LeaseUntil), CreatedAt: moment(j.CreatedAt), StartedAt: moment(j.StartedAt), CompletedAt: moment(j.CompletedAt),
	}
	if j.Result != nil {
		row.ResultBytes = j.Result.Size
	}
	return row
}

func deliveryOf(d *store.Delivery) Delivery {
	return Delivery{
		DeliveryID: d.ID, EndpointID: d.EndpointID, Event: d.EventType, Status: d.Status, Attempt: d.Attempt, Response: d.Response.Status,
		Error: d.Response.Error, CreatedAt: moment(d.CreatedAt), AttemptedAt: moment(d.AttemptedAt), NextAt: moment(d.NextAttemptAt),
	}
}

// moment is empty for the zero time.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(timeFormat)
}
