package sim

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

const (
	// receives is how often a message is given before it becomes a dead letter.
	receives = 5
	// visibility is how long a message that was given is hidden.
	visibility = 3 * time.Minute
)

var errAway = errors.New("the queue is away")

// queues are SQS as its senders reach it. What it takes comes once, or twice, or never.
type queues struct{ *world }

func (q queues) SendJob(ctx context.Context, to string, m queue.Job, delay time.Duration) error {
	q.books.sentTo(actorOf(ctx), m.JobID, to)
	return q.send(ctx, func(a *actor, wait time.Duration) { q.carryJob(a, to, m, delay+wait) })
}

func (q queues) SendJobs(ctx context.Context, to string, jobs []queue.Job) error {
	return q.send(ctx, func(a *actor, wait time.Duration) {
		for _, m := range jobs {
			q.carryJob(a, to, m, wait)
		}
	})
}

func (q queues) SendDelivery(ctx context.Context, m queue.Delivery, delay time.Duration) error {
	return q.send(ctx, func(a *actor, wait time.Duration) { q.carryDelivery(a, m, delay+wait) })
}

func (q queues) SendCrawl(ctx context.Context, m queue.Crawl, delay time.Duration) error {
	return q.send(ctx, func(a *actor, wait time.Duration) { q.carryCrawl(a, m, delay+wait) })
}

// Waiting is a number that is right once all is calm: nothing waits, as there are always workers. It
// takes no time, as the sweeper holds a lock over it and time stands still for who waits for a lock.
func (q queues) Waiting(ctx context.Context, _ string) (int, error) {
	a := actorOf(ctx)
	if a.befalls(faultAway) {
		return 0, errAway
	}
	if !q.calm && a.draw(143) < 0.1 {
		return 5, nil
	}
	return 0, nil
}

func (q queues) send(ctx context.Context, carry func(a *actor, wait time.Duration)) error {
	a := actorOf(ctx)
	a.step()
	a.dies(faultBefore)
	if a.befalls(faultAway) {
		return errAway
	}
	a.trace(a, "send")
	a.sent = true
	var wait time.Duration
	if a.befalls(faultLate) {
		wait = spread(a.draw(140), time.Second, 10*time.Minute)
	}
	if !a.befalls(faultDrop) {
		carry(a, wait)
	}
	if a.befalls(faultDouble) {
		carry(a, wait+spread(a.draw(141), time.Millisecond, 5*time.Minute))
	}
	a.dies(faultAfter)
	if a.befalls(faultSilent) {
		return errAway
	}
	return nil
}

func sqsEvent(m any) events.SQSEvent {
	body, err := json.Marshal(m)
	if err != nil {
		panic(err) // two strings
	}
	return events.SQSEvent{Records: []events.SQSMessage{{MessageId: "m", Body: string(body)}}}
}

// carryJob gives a job's message to the workers of a function until one has acknowledged it, and then to the
// handler of dead letters.
func (q queues) carryJob(from *actor, to string, m queue.Job, delay time.Duration) {
	event := sqsEvent(m)
	q.carry(from, "job", delay, visibility, func(a *actor, receive int) bool {
		if receive > receives {
			res, err := q.rig.dead[a.machine].Handle(a.context(context.Background()), event)
			return err == nil && len(res.BatchItemFailures) == 0
		}
		ctx, cancel := context.WithTimeout(a.context(context.Background()), worker.Timeout(definition().Functions[0]))
		defer cancel()
		res, err := q.rig.workers[a.machine][to].Handle(ctx, event)
		if a.dead || err != nil || len(res.BatchItemFailures) > 0 {
			return false
		}
		q.books.jobLeft(a, m.OrgID, m.JobID)
		return true
	})
}

func (q queues) carryDelivery(from *actor, m queue.Delivery, delay time.Duration) {
	event := sqsEvent(m)
	q.carry(from, "dlv", delay, visibility, func(a *actor, _ int) bool {
		res, err := q.rig.deliverers[a.machine].HandleQueue(a.context(context.Background()), event)
		if a.dead || err != nil || len(res.BatchItemFailures) > 0 {
			return false
		}
		q.books.deliveryLeft(a, m.OrgID, m.DeliveryID)
		return true
	})
}

// carryCrawl gives a crawl's message to its function, and drops what nobody acknowledges in time.
func (q queues) carryCrawl(from *actor, m queue.Crawl, delay time.Duration) {
	event := sqsEvent(m)
	q.carry(from, "crawl", delay, visibility, func(a *actor, receive int) bool {
		if receive > receives {
			return true
		}
		res, err := q.rig.crawlers[a.machine].Handle(a.context(context.Background()), event)
		return !a.dead && err == nil && len(res.BatchItemFailures) == 0
	})
}

// carryInsert gives the insertion of a delivery to the stream's function.
func (q queues) carryInsert(from *actor, org, id string) {
	event := events.DynamoDBEvent{Records: []events.DynamoDBEventRecord{{
		EventName: string(events.DynamoDBOperationTypeInsert),
		Change: events.DynamoDBStreamRecord{SequenceNumber: "1", NewImage: map[string]events.DynamoDBAttributeValue{
			"org": events.NewStringAttribute(org), "id": events.NewStringAttribute(id),
			"entity": events.NewStringAttribute(store.EntityDelivery), "attempt": events.NewNumberAttribute("1"),
		}},
	}}}
	delay := time.Millisecond
	if from != nil {
		if from.befalls(faultLate) {
			delay = spread(from.draw(142), time.Second, 5*time.Minute)
		}
		if from.befalls(faultDrop) {
			return
		}
	}
	q.carry(from, "stream", delay, time.Second, func(a *actor, _ int) bool {
		res, err := q.rig.deliverers[a.machine].HandleStream(a.context(context.Background()), event)
		if a.dead || err != nil || len(res.BatchItemFailures) > 0 {
			return false
		}
		q.books.deliveryLeft(a, org, id)
		return true
	})
}

// carry gives a message until it is acknowledged. Whoever dies with it leaves it hidden for
// as long as visibility lasts.
func (w *world) carry(from *actor, name string, delay, visibility time.Duration, give func(a *actor, receive int) bool) {
	courier := w.actor(from, "courier", name)
	w.running.Go(func() {
		time.Sleep(delay + time.Duration(courier.hash%uint64(time.Millisecond))) // never at another's moment
		for receive := 1; receive <= 2*receives && !w.stopped; receive++ {
			a := w.actor(courier, name, "r"+strconv.Itoa(receive)+"-")
			acknowledged := false
			whole := a.do(func() { acknowledged = give(a, receive) })
			if w.stopped || (whole && acknowledged && !a.befalls(faultAck)) {
				return
			}
			time.Sleep(visibility)
		}
	})
}
