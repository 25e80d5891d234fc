package store

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/job"
)

const (
	// DueShards is over how many partitions a lane of the due index is spread.
	DueShards = dueShards
	// FarFuture is further away than the next moment of anything.
	FarFuture = 365 * 24 * time.Hour
)

// Lane is a part of the due index. What waits in one lane never stands before what is
// due in another: a backlog of queued jobs must not delay the jobs of dead workers.
type Lane string

// The lanes.
const (
	LaneRunning    Lane = "R" // claimed jobs: due when their lease ends
	LaneDeliveries Lane = "D" // pending deliveries
	LaneQueued     Lane = "Q" // queued jobs
	LaneCrawls     Lane = "C" // crawls that run
)

// Lanes are all of them, in the order in which they are swept: first what was lost with a worker, last what waits for one.
func Lanes() []Lane { return []Lane{LaneRunning, LaneDeliveries, LaneQueued, LaneCrawls} }

// DueQuery asks for a page of what is due in one shard of a lane.
type DueQuery struct {
	Lane  Lane
	Shard int
	By    time.Time
	After DueCursor // zero for the first page
	Limit int32
}

// DueCursor is where a page ended. The zero value is before the first page and
// behind the last one.
type DueCursor struct{ key item }

// More reports whether there can be another page.
func (c DueCursor) More() bool { return len(c.key) > 0 }

// Due is something whose next moment has come: a job, a delivery
// or a crawl.
type Due struct {
	Job      *job.Job
	Delivery *Delivery
	Crawl    *CrawlRef
	// Ready is since when a queued job could be taken: it was made or given back then, or a message comes that was held
	// back, as its organization ran as many as it may.
	Ready time.Time
	// Touched is of a delivery that was due before, and Died of one whose lease ran out.
	Touched, Died bool
}

// CrawlRef names a crawl.
type CrawlRef struct {
	OrgID, ID string
	WakeAt    time.Time // a message of it comes then; zero when none was sent for later
}

// entityCrawl marks the rows that say where crawls stand.
const entityCrawl = "crawlState"

const dueCondition = "#duePk = :pk AND #dueAt <= :by"

// Due returns a page of what is due, earliest first, as it stands now. A page can be
// short, or empty, and still have a next one, because the index lags.
func (s *Store) Due(ctx context.Context, q DueQuery) ([]Due, DueCursor, error) {
	res, err := s.db.Query(ctx, &dynamodb.QueryInput{
		TableName: &s.core, IndexName: new(IndexDue),
		KeyConditionExpression:    new(dueCondition),
		ExpressionAttributeNames:  columnNames(nil, dueCondition),
		ExpressionAttributeValues: encodeValues(values{":pk": duePartition(q.Lane, q.Shard), ":by": millis(q.By)}),
		ExclusiveStartKey:         q.After.key,
		Limit:                     &q.Limit,
	})
	if err != nil {
		return nil, DueCursor{}, unavailable(err)
	}
	keys := make([]item, len(res.Items))
	for i, row := range res.Items {
		keys[i] = item{"pk": row["pk"], "sk": row["sk"]}
	}
	rows, err := s.batchGet(ctx, keys)
	if err != nil {
		return nil, DueCursor{}, err
	}
	due := make([]Due, 0, len(rows))
	for _, row := range rows {
		d, err := dueOf(row, q)
		if err != nil {
			return nil, DueCursor{}, err
		}
		if d.Job != nil || d.Delivery != nil || d.Crawl != nil {
			due = append(due, d)
		}
	}
	return due, DueCursor{res.LastEvaluatedKey}, nil
}

// dueOf reads a row that the index named; the index lags, so the row decides.
func dueOf(row item, q DueQuery) (Due, error) {
	entity, _ := row["entity"].(*types.AttributeValueMemberS)
	if entity == nil {
		return Due{}, nil
	}
	here := duePartition(q.Lane, q.Shard)
	if entity.Value == EntityDelivery {
		var d deliveryItem
		if err := decode(row, &d); err != nil || d.DuePK != here || d.DueAt > millis(q.By) {
			return Due{}, err
		}
		return Due{Delivery: d.delivery(), Touched: d.touched(), Died: d.LeaseUntil != 0}, nil
	}
	if entity.Value == entityCrawl {
		var c crawlStateItem
		if err := decode(row, &c); err != nil || c.DuePK != here || c.DueAt > millis(q.By) {
			return Due{}, err
		}
		return Due{Crawl: &CrawlRef{c.Org, c.ID, fromMillis(c.WakeAt)}}, nil
	}
	var j jobItem
	if err := decode(row, &j); err != nil || j.DuePK != here || j.DueAt > millis(q.By) {
		return Due{}, err
	}
	return Due{Job: j.job(), Ready: fromMillis(max(j.CreatedAt, j.QueuedAt, j.AgainAt))}, nil
}

// touched reports whether the attempt was looked at since it was planned.
func (r *deliveryItem) touched() bool {
	return r.DueAt > r.NextAttemptAt+deliveryGrace.Milliseconds()
}

// Touch moves the moment at which the sweeper looks at a queued job again. It
// reports false when the job is not queued any more.
func (s *Store) Touch(ctx context.Context, j *job.Job, wait time.Duration) (bool, error) {
	_, ok, err := s.update(ctx, s.core, change{
		key:       jobKey(j.OrgID, j.ID).item(),
		set:       "SET #dueAt = :due",
		condition: "#status = :queued",
		values:    values{":queued": string(job.Queued), ":due": millis(s.now().Add(wait))},
	})
	return ok, err
}

// TouchDelivery moves the moment at which the sweeper looks at a pending attempt
// again: so long after now, or after the attempt's own moment when that is to come.
// With release it also ends the lease of whoever died with it. It reports false when
// the attempt is not pending any more.
func (s *Store) TouchDelivery(ctx context.Context, d *Delivery, wait time.Duration, release bool) (bool, error) {
	due := d.NextAttemptAt
	if now := s.now(); due.Before(now) {
		due = now
	}
	c := change{
		key: deliveryKey(d.OrgID, d.ID).item(), set: "SET #dueAt = :due", condition: "#status = :pending",
		values: values{":pending": DeliveryPending, ":due": millis(due.Add(wait))},
	}
	if release {
		c.set += " REMOVE #leaseUntil"
	}
	_, ok, err := s.update(ctx, s.core, c)
	return ok, err
}
