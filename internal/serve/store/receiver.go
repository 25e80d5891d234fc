package store

import (
	"context"
	"time"
)

const (
	// MaxTries is how often an organization posts to a receiver (see Endpoint.Receiver) none of
	// whose endpoints has ever responded with 2xx.
	MaxTries = 10
	// tryWait is between the first two posts, so that a burst for a host that works waits
	// briefly. Then the first failed, and the waits double from secondTryWait, which is longer
	// than a post takes, to lastTryWait: four posts in the first minute, one at a time.
	tryWait, secondTryWait, lastTryWait = 2 * time.Second, 16 * time.Second, time.Minute
	// triesKept is how long after the last of them they are counted.
	triesKept = 30 * 24 * time.Hour
)

// Try is what came of asking for a post to a receiver that has not proven that it wants any.
type Try struct {
	Granted bool
	Spent   bool      // there are no more
	At      time.Time // otherwise: when to ask again
}

// receiverItem counts an organization's posts to a receiver before the first success there. It
// is no part of an endpoint's row, because deleting and registering the endpoint, or
// registering others of the domain, must not give more of them.
type receiverItem struct {
	PK     string `dynamodbav:"pk"`
	SK     string `dynamodbav:"sk"`
	Entity string `dynamodbav:"entity"`
	Tries  int    `dynamodbav:"tries"`
	NextAt int64  `dynamodbav:"nextAt"`
	By     string `dynamodbav:"by"` // the claim that was granted the last one
	TTL    int64  `dynamodbav:"ttl"`
}

// TryReceiver asks for one of the MaxTries posts to a receiver, for a claimed attempt. Tests are
// not counted out, since they are how an owner proves an endpoint that was mended, but
// wait their turn as the others do.
func (s *Store) TryReceiver(ctx context.Context, d *Delivery, receiver string) (Try, error) {
	now, k := s.now(), receiverKey(d.OrgID, receiver)
	var row receiverItem
	if _, err := s.get(ctx, k, &row); err != nil {
		return Try{}, err
	}
	if row.TTL <= now.Unix() {
		row = receiverItem{NextAt: row.NextAt}
	}
	switch next := fromMillis(row.NextAt); {
	case row.By == d.Claim:
		return Try{Granted: true}, nil
	case row.Tries >= MaxTries && d.EventType != EventTest:
		return Try{Spent: true}, nil
	case next.After(now):
		return Try{At: next}, nil
	}
	wait := tryWait
	if row.Tries > 0 {
		wait = min(secondTryWait<<min(row.Tries-1, MaxTries), lastTryWait)
	}
	c := change{
		key:       k.item(),
		set:       "SET #entity = :receiver, #tries = :tries, #nextAt = :next, #by = :by, #ttl = :ttl",
		condition: "attribute_not_exists(#pk) OR #nextAt = :seen",
		values: values{
			":receiver": "receiver", ":tries": int64(row.Tries) + 1, ":next": millis(now.Add(wait)), ":seen": row.NextAt,
			":by": d.Claim, ":ttl": now.Add(triesKept).Unix(),
		},
	}
	found, ok, err := s.update(ctx, s.core, c)
	if err != nil || ok {
		return Try{Granted: ok}, err
	}
	if err := decode(found, &row); err != nil {
		return Try{}, err
	}
	if row.By == d.Claim { // the answer was lost
		return Try{Granted: true}, nil
	}
	return Try{At: fromMillis(row.NextAt)}, nil
}

// forgetTries begins the count of a receiver anew, which has responded with 2xx.
func forgetTries(e *Endpoint, now time.Time) change {
	return change{
		key: receiverKey(e.OrgID, e.Receiver()).item(),
		set: "SET #entity = :receiver, #tries = :none, #nextAt = :now, #ttl = :end",
		values: values{
			":receiver": "receiver", ":none": int64(0), ":now": millis(now), ":end": now.Unix(),
		},
	}
}
