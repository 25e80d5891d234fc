package store

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Crowd is what crowds a job out: the unfinished jobs of its row of the wallet.
type Crowd struct {
	Waiting int           // those that do not run, of all workers
	Running int           // those that the job's worker runs
	Took    time.Duration // by the last of them that ended; 0 when none has
	Idle    time.Duration // since one was admitted or ended
}

// Crowd reads what crowds a job out, which may be out of date by a second. It gives back a
// place that it finds without a use.
func (s *Store) Crowd(ctx context.Context, j *job.Job) (Crowd, error) {
	res, err := s.db.GetItem(ctx, &dynamodb.GetItemInput{TableName: &s.core, Key: walletKey(j.OrgID, seatOf(j.Shard, j.Seats)).item()})
	if err != nil {
		return Crowd{}, unavailable(err)
	}
	var w walletItem
	if err := decode(res.Item, &w); err != nil {
		return Crowd{}, err
	}
	var took int64
	if v, ok := res.Item[workerColumns(j.Worker)["#took"]]; ok {
		if err := attributevalue.Unmarshal(v, &took); err != nil {
			return Crowd{}, errs.Internal(err)
		}
	}
	taken := places(res.Item, j.Worker)
	return Crowd{
		Waiting: max(0, int(w.Cap-w.Slots)-len(taken)), Running: len(taken),
		Took: time.Duration(took) * time.Millisecond, Idle: s.now().Sub(fromMillis(w.UpdatedAt)).Abs(),
	}, s.tidy(ctx, j, taken)
}

// farAway is further than any message is held back: a moment beyond it is of a clock that
// has been set back since.
const farAway = 15 * time.Minute

// Postpone has a queued job that is crowded out wait for another message, which the caller sends
// to come after the wait. The sweeper looks for the job a grace later. It reports false when such a
// message is on its way already, or when the job is not queued any more: of two messages of
// one job one is enough.
func (s *Store) Postpone(ctx context.Context, j *job.Job, wait, grace time.Duration) (bool, error) {
	now, by := s.now(), ident.New("")
	found, ok, err := s.update(ctx, s.core, change{
		key:       jobKey(j.OrgID, j.ID).item(),
		set:       "SET #againAt = :again, #putOff = :by, #dueAt = :due",
		condition: "#status = :queued AND #fence = :fence AND (attribute_not_exists(#againAt) OR #againAt <= :now OR #againAt > :far)",
		values: values{
			":queued": string(job.Queued), ":fence": j.Fence, ":now": millis(now), ":far": millis(now.Add(farAway)),
			":again": millis(now.Add(wait)), ":by": by, ":due": millis(now.Add(wait + grace)),
		},
	})
	if err != nil || ok || len(found) == 0 {
		return ok, err
	}
	// Put off by ourselves: by a try whose answer was lost.
	var row jobItem
	err = decode(found, &row)
	return row.Status == string(job.Queued) && row.PutOff == by, err
}
