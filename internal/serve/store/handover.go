package store

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/job"
)

// HandOver gives a claimed job to another function of its kind, whose message the caller
// sends then; one that is lost is made up for by the sweeper. The job keeps its id, its
// charge, its slot and its secrets, and begins its attempts anew, once: a job that was
// handed over is not handed on. Spent is how long the run took, which is not the next
// one's. It reports false when the claim was no longer the newest.
func (s *Store) HandOver(ctx context.Context, j *job.Job, to string, spent time.Duration) (bool, error) {
	row := change{
		key: jobKey(j.OrgID, j.ID).item(),
		set: "SET #status = :queued, #worker = :to, #handedOver = :from, #spent = :spent, #attempts = :none, #duePk = :lane, #dueAt = :due, #queuedAt = :now " +
			"REMOVE #leaseUntil, #againAt, #putOff", // a postponed message is of the queue that it leaves
		condition: "#status = :running AND #fence = :fence AND attribute_not_exists(#handedOver)",
		values: values{
			":queued": string(job.Queued), ":running": string(job.Running), ":fence": j.Fence, ":to": to, ":from": j.Worker,
			":spent": spent.Milliseconds(), ":none": int64(0), ":lane": dueShard(LaneQueued, j.ID), ":due": millis(s.now().Add(sendGrace)), ":now": millis(s.now()),
		},
	}
	err := s.transact(ctx, []types.TransactWriteItem{row.action(s.core), givePlace(j).action(s.core)})
	no, refused := errors.AsType[*cancelled](err)
	if !refused {
		return err == nil, err
	}
	// Queued for that function with our fence: by a try whose answer was lost.
	met, _ := no.failed(0)
	var now jobItem
	err = decode(met, &now)
	return now.Status == string(job.Queued) && now.Fence == j.Fence && now.Worker == to, err
}
