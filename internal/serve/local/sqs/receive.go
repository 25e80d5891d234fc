package sqs

import (
	"cmp"
	"context"
	"maps"
	"strconv"
	"time"
)

const receiptPrefix = "receipt-"

// received is a message as ReceiveMessage answers it.
type received struct {
	MessageID         string               `json:"MessageId"`
	ReceiptHandle     string               `json:"ReceiptHandle"`
	Body              string               `json:"Body"`
	MD5OfBody         string               `json:"MD5OfBody"`
	Attributes        map[string]string    `json:"Attributes"`
	MessageAttributes map[string]attribute `json:"MessageAttributes"`
}

// receive is called with the lock held and gives it up while it waits: until a
// message is visible, the wait is over, the caller has gone or the server closes.
func (b *Broker) receive(ctx context.Context, q *queue, in *request) (any, error) {
	visibility, err := q.seconds("VisibilityTimeout", in.VisibilityTimeout)
	wait, invalid := q.seconds("ReceiveMessageWaitTimeSeconds", in.WaitTimeSeconds)
	if err := cmp.Or(err, invalid); err != nil {
		return nil, err
	}
	most := cmp.Or(in.MaxNumberOfMessages, 1)
	if most < 1 || most > maxBatch {
		return nil, refuse("InvalidParameterValue", "Value %d for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and %d.", most, maxBatch)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(wait)*time.Second)
	defer cancel()
	for {
		taken, soon := b.take(q, in, most, visibility)
		if len(taken) > 0 || ctx.Err() != nil {
			return map[string]any{"Messages": taken}, nil
		}
		changed := q.changed
		b.mu.Unlock()
		again, cancel := context.WithTimeout(ctx, soon)
		select {
		case <-changed:
		case <-again.Done():
		}
		cancel()
		b.mu.Lock()
	}
}

// take receives what is visible. It also returns how long it takes until the next
// message becomes visible by itself.
func (b *Broker) take(q *queue, in *request, most, visibility int) (taken []received, soon time.Duration) {
	now := b.now()
	soon = time.Hour
	kept, waiting := q.messages[:0], groups{}
	for _, m := range q.messages {
		switch {
		case !now.Before(after(m.sent, q.number["MessageRetentionPeriod"])):
			continue // it ends unread
		case m.visible.After(now):
			soon = min(soon, m.visible.Sub(now))
			waiting.hold(m)
		case q.deadLetter != nil && m.receivedHere >= q.maxReceive:
			m.source, m.receivedHere, m.receipt = arns+q.name, 0, ""
			q.deadLetter.messages = append(q.deadLetter.messages, m)
			q.deadLetter.wake()
			continue
		default:
			waiting.add(m, len(kept))
		}
		kept = append(kept, m)
	}
	clear(q.messages[len(kept):])
	q.messages = kept
	for len(taken) < most {
		m := waiting.next(q.number[Capacity], q.number[SharePercent])
		if m == nil {
			break
		}
		taken = append(taken, b.hand(m, in, now))
		m.visible = after(now, visibility)
	}
	return taken, soon
}

// hand counts a receive and makes its answer.
func (b *Broker) hand(m *message, in *request, now time.Time) received {
	b.sequence++
	m.received++
	m.receivedHere++
	m.first = cmp.Or(m.first, now)
	m.receipt = receiptPrefix + strconv.FormatInt(b.sequence, 36)
	system := map[string]string{
		"ApproximateReceiveCount":          strconv.Itoa(m.received),
		"ApproximateFirstReceiveTimestamp": strconv.FormatInt(m.first.UnixMilli(), 10),
		"SentTimestamp":                    strconv.FormatInt(m.sent.UnixMilli(), 10),
		"SenderId":                         account,
		"MessageGroupId":                   m.entry.MessageGroupID,
		"DeadLetterQueueSourceArn":         m.source,
	}
	maps.DeleteFunc(system, func(_, value string) bool { return value == "" })
	return received{
		MessageID: m.id, ReceiptHandle: m.receipt, Body: m.entry.MessageBody, MD5OfBody: digest(m.entry.MessageBody),
		Attributes:        pick(system, append(in.MessageSystemNames, in.AttributeNames...)),
		MessageAttributes: pick(m.entry.MessageAttributes, in.MessageNames),
	}
}
