package store

import (
	"context"
	"time"
)

const (
	// MaxTries is how often an organization posts to a receiver none of whose endpoints has
	// ever responded with 2xx. A receiver is a domain (see Endpoint.Receiver) until one of its
	// hosts responds with 2xx, and then a host: its owner is there, and one of a thousand hosts
	// that hangs holds up no other.
	MaxTries = 10
	// tryWait is between the first two posts, so that a burst for a host that works waits
	// briefly. Then the first failed, and the waits double from secondTryWait, which is longer
	// than a post takes, to lastTryWait: four posts in the first minute, one at a time.
	tryWait, secondTryWait, lastTryWait = 2 * time.Second, 16 * time.Second, time.Minute
	// triesKept is how long after the last of them they are counted, and how long a domain's
	// hosts are counted singly after the last of them was proven.
	triesKept = 30 * 24 * time.Hour
)

// Try is what came of asking for a post to a receiver that has not proven that it wants any.
type Try struct {
	Granted bool
	Spent   bool      // there are no more
	Of      string    // the domain, address or host whose posts are counted
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
	By     string `dynamodbav:"by"`     // the claim that was granted the last one
	Proven int64  `dynamodbav:"proven"` // of a domain: when a host of it responded with 2xx
	TTL    int64  `dynamodbav:"ttl"`
}

// TryReceiver asks for one of the MaxTries posts to an endpoint's receiver, for a claimed attempt.
// Tests are not counted out, since they are how an owner proves an endpoint that was mended. They
// wait for each other as the others do, and not for the others: somebody watches.
func (s *Store) TryReceiver(ctx context.Context, d *Delivery, e *Endpoint) (Try, error) {
	of := e.Receiver()
	k := receiverKey(d.OrgID, of)
	row, err := s.receiver(ctx, k)
	if err == nil && row.Proven > 0 && row.By != d.Claim {
		of, k = e.hostname(), hostKey(d.OrgID, e)
		row, err = s.receiver(ctx, k)
	}
	if err == nil && d.EventType == EventTest {
		k = testsKey(d.OrgID, of)
		row, err = s.receiver(ctx, k)
	}
	if err != nil {
		return Try{}, err
	}
	t, err := s.tryOnce(ctx, d, k, row)
	t.Of = of
	return t, err
}

// receiver is what is known of a receiver, as far as it counts still.
func (s *Store) receiver(ctx context.Context, k key) (row receiverItem, err error) {
	if _, err = s.get(ctx, k, &row); err != nil {
		return receiverItem{}, err
	}
	if row.TTL <= s.now().Unix() {
		row = receiverItem{NextAt: row.NextAt}
	}
	return row, nil
}

// tryOnce takes a receiver's next post for the attempt, if it is time for it.
func (s *Store) tryOnce(ctx context.Context, d *Delivery, k key, row receiverItem) (Try, error) {
	now := s.now()
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

// forgetTries begins the counts of a receiver anew, which has responded with 2xx: its domain's
// hosts are counted singly from now on, and its host's count is none.
func forgetTries(e *Endpoint, now time.Time) []change {
	forgotten := func(k key, proven int64, until time.Time) change {
		return change{
			key: k.item(),
			set: "SET #entity = :receiver, #tries = :none, #nextAt = :now, #proven = :proven, #ttl = :end",
			values: values{
				":receiver": "receiver", ":none": int64(0), ":now": millis(now), ":proven": proven, ":end": until.Unix(),
			},
		}
	}
	return []change{
		forgotten(receiverKey(e.OrgID, e.Receiver()), millis(now), now.Add(triesKept)),
		forgotten(hostKey(e.OrgID, e), 0, now),
	}
}
