package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Batch is several jobs that one call admitted.
type Batch struct {
	ID        string
	OrgID     string
	Kind      string
	Action    string
	Jobs      []string // their ids, in the order of the call
	Refused   []Refusal
	Credits   int64 // charged for all of them
	CreatedAt time.Time
	ExpiresAt time.Time

	Left        int     // jobs that have not ended
	Counts      Endings // those that have
	Refunded    int64
	CompletedAt time.Time // when the last one ended; zero before that
	Running     int       // of those left, where jobs were read with the batch
}

// Refusal is an entry of a batch's call that made no job.
type Refusal struct {
	At      int       `dynamodbav:"at"` // its place among the jobs and the refused
	Name    string    `dynamodbav:"name"`
	Code    errs.Code `dynamodbav:"code"`
	Message string    `dynamodbav:"message"`
}

// Endings counts jobs by how they ended.
type Endings struct{ Succeeded, Failed, Cancelled int }

// batchItem is what of a batch never changes.
type batchItem struct {
	PK        string   `dynamodbav:"pk"`
	SK        string   `dynamodbav:"sk"`
	Entity    string   `dynamodbav:"entity"`
	ID        string   `dynamodbav:"id"`
	Org       string   `dynamodbav:"org"`
	Kind      string   `dynamodbav:"kind"`
	Action    string   `dynamodbav:"action"`
	Jobs      []string `dynamodbav:"jobs"`
	Credits   int64    `dynamodbav:"credits"`
	CreatedAt int64    `dynamodbav:"createdAt"`
	ExpiresAt int64    `dynamodbav:"expiresAt"`
	TTL       int64    `dynamodbav:"ttl"`

	Refused []Refusal `dynamodbav:"refused,omitempty"`
}

// tallyItem counts a batch's jobs. The transaction that ends a job counts it, so that
// exactly one of them, the one that leaves none, has the batch's event in it. All jobs of a
// batch are charged to one row of the wallet, which each of these transactions writes as
// well: who meets here meets there.
type tallyItem struct {
	PK          string `dynamodbav:"pk"`
	SK          string `dynamodbav:"sk"`
	Entity      string `dynamodbav:"entity"`
	Left        int    `dynamodbav:"left"`
	Succeeded   int    `dynamodbav:"succeeded"`
	Failed      int    `dynamodbav:"failed"`
	Cancelled   int    `dynamodbav:"cancelled"`
	Refunded    int64  `dynamodbav:"refunded"`
	CompletedAt int64  `dynamodbav:"completedAt,omitempty"`
	TTL         int64  `dynamodbav:"ttl"`

	// What lists go by never changes, so no end writes to their index.
	ID        string `dynamodbav:"id"`
	Org       string `dynamodbav:"org"`
	Kind      string `dynamodbav:"kind"`
	Action    string `dynamodbav:"action"`
	CreatedAt int64  `dynamodbav:"createdAt"`
	ExpiresAt int64  `dynamodbav:"expiresAt"`
	RecentPK  string `dynamodbav:"recentPk"`
	RecentID  string `dynamodbav:"recentId"`
}

func (b *BatchAdmission) item(now time.Time) batchItem {
	k, expires, first := batchKey(b.OrgID, b.ID), now.Add(job.Retention), b.Jobs[0]
	row := batchItem{
		PK: k.pk, SK: k.sk, Entity: "batch", ID: b.ID, Org: b.OrgID, Kind: first.Kind, Action: string(first.Quote.Action),
		Refused: b.Refused, CreatedAt: millis(now), ExpiresAt: millis(expires), TTL: expires.Unix(),
	}
	for _, j := range b.Jobs {
		row.Jobs = append(row.Jobs, j.ID)
		row.Credits += j.Quote.Credits
	}
	return row
}

// tally is the count as the batch is admitted: what came from the cache has ended.
func (b *BatchAdmission) tally(now time.Time) tallyItem {
	k, expires, first := tallyKey(b.OrgID, b.ID), now.Add(job.Retention), b.Jobs[0]
	row := tallyItem{
		PK: k.pk, SK: k.sk, Entity: "tally", TTL: expires.Unix(), ID: b.ID, Org: b.OrgID, Kind: first.Kind, Action: string(first.Quote.Action),
		CreatedAt: millis(now), ExpiresAt: millis(expires), RecentPK: recentShard(b.OrgID, listBatches, b.ID), RecentID: b.ID,
	}
	for _, j := range b.Jobs {
		if j.Status.Terminal() {
			row.Succeeded++
			continue
		}
		row.Left++
	}
	if row.Left == 0 {
		row.CompletedAt = millis(now)
	}
	return row
}

// counting are the actions that count a job's end among those of its batch. The first holds
// as long as the job is, or is not, the last one: then others are how the others ended.
func (s *Store) counting(done *job.Job, others *Endings) ([]types.TransactWriteItem, error) {
	c := change{
		key:       tallyKey(done.OrgID, done.BatchID).item(),
		set:       "SET #left = #left - :one, #ended = #ended + :one, #refunded = #refunded + :refund",
		condition: "#left > :one",
		names:     map[string]string{"#ended": string(done.Status)},
		values:    values{":one": int64(1), ":refund": done.Refunded},
	}
	if others == nil {
		return []types.TransactWriteItem{c.action(s.core)}, nil
	}
	c.set, c.condition = c.set+", #completedAt = :now", "#left = :one"
	c.values[":now"] = millis(done.CompletedAt)
	actions := []types.TransactWriteItem{c.action(s.core)}
	all := *others
	all.add(done.Status)
	event := ended(done.Webhook, EventBatch, all.how())
	if !tellsBatch(done, event) {
		return actions, nil
	}
	delivery, err := putAction(s.core, batchDelivery(done, event, done.CompletedAt), absent, nil)
	return append(actions, delivery), err
}

func (e *Endings) add(how job.Status) {
	switch how {
	case job.Succeeded:
		e.Succeeded++
	case job.Failed:
		e.Failed++
	case job.Cancelled:
		e.Cancelled++
	case job.Queued, job.Running:
	}
}

// how is how a batch ended whose jobs ended so.
func (e *Endings) how() string {
	switch {
	case e.Cancelled > 0:
		return endCancelled
	case e.Succeeded == 0:
		return endFailed
	}
	return endCompleted
}

// tellsBatch reports whether somebody wants an event of a job's batch. All jobs of a batch have one subscription.
func tellsBatch(j *job.Job, event string) bool {
	return j.Webhook != nil && j.Webhook.Events.Wants(event)
}

// batchDelivery is the first delivery of an event of a job's batch.
func batchDelivery(j *job.Job, event string, now time.Time) deliveryItem {
	return newDeliveryItem(firstDelivery(j, Delivery{BatchID: j.BatchID, EventType: event}, now))
}

// Batch reads a batch of the organization, with its count. It reads row by row, since who
// delivers events may do no more. Errors: batch_not_found.
func (s *Store) Batch(ctx context.Context, org, id string) (*Batch, error) {
	var row batchItem
	var tally tallyItem
	found, err := s.get(ctx, batchKey(org, id), &row)
	if err != nil {
		return nil, err
	}
	if !found || !fromMillis(row.ExpiresAt).After(s.now()) {
		return nil, errs.Of(errs.BatchNotFound)
	}
	if _, err := s.get(ctx, tallyKey(org, id), &tally); err != nil {
		return nil, err
	}
	return row.batch(&tally), nil
}

func (row *batchItem) batch(tally *tallyItem) *Batch {
	return &Batch{
		ID: row.ID, OrgID: row.Org, Kind: row.Kind, Action: row.Action, Jobs: row.Jobs, Refused: row.Refused, Credits: row.Credits,
		CreatedAt: fromMillis(row.CreatedAt), ExpiresAt: fromMillis(row.ExpiresAt),
		Left: tally.Left, Counts: Endings{tally.Succeeded, tally.Failed, tally.Cancelled},
		Refunded: tally.Refunded, CompletedAt: fromMillis(tally.CompletedAt),
	}
}

// JobsOf reads up to MaxPage jobs of the organization by their ids, in the order of the ids.
// Those that are not kept any more are not among them.
func (s *Store) JobsOf(ctx context.Context, org string, ids []string) ([]*job.Job, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	keys := make([]item, len(ids))
	for i, id := range ids {
		keys[i] = jobKey(org, id).item()
	}
	rows, err := s.batchGet(ctx, keys)
	if err != nil {
		return nil, err
	}
	var jobs []*job.Job
	for _, found := range rows {
		var row jobItem
		if err := decode(found, &row); err != nil {
			return nil, err
		}
		if fromMillis(row.ExpiresAt).After(s.now()) {
			jobs = append(jobs, row.job())
		}
	}
	slices.SortFunc(jobs, func(a, b *job.Job) int {
		return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID))
	})
	return jobs, nil
}

// NoteProgress keeps how far a claimed job's run has come. It reports false when the claim is
// not the newest any more, or the job has ended, and then writes nothing.
func (s *Store) NoteProgress(ctx context.Context, j *job.Job, p job.Progress) (bool, error) {
	_, ok, err := s.update(ctx, s.core, change{
		key: jobKey(j.OrgID, j.ID).item(), set: "SET #progress = :progress",
		condition: "#status = :running AND #fence = :fence",
		values:    values{":progress": progress(p), ":running": string(job.Running), ":fence": j.Fence},
	})
	return ok, err
}
