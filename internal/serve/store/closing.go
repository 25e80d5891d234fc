package store

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Closing is how a claimed attempt ends. An event has no next attempt only after the
// last one, after a success, or when its endpoint is not active: the latter holds at
// the moment of writing, not at that of an earlier read.
type Closing struct {
	Next     *Delivery // the next attempt, or nil
	Disable  *Disabling
	Inactive bool // written only while the endpoint is disabled or deleted
}

// Disabling switches an endpoint off together with the attempt that is the reason. It is
// written only while the endpoint is active at the URL that Endpoint has, and, when Unbroken,
// while it has been failing since the same moment.
type Disabling struct {
	Endpoint *Endpoint
	Reason   string
	Unbroken bool
}

// Closed is what came of closing an attempt.
type Closed int

// The outcomes of closing an attempt. Only ByUs has written anything.
const (
	ByUs     Closed = iota
	ByOthers        // it is closed, or belongs to a newer claim
	NotYet          // the endpoint is not as Closing wants it
)

// CloseDelivery ends a claimed attempt with what came of it, opens the next one and
// disables the endpoint, as c says, in one transaction.
func (s *Store) CloseDelivery(ctx context.Context, d *Delivery, c Closing) (Closed, error) {
	actions := []types.TransactWriteItem{closeRow(d, c.Next).action(s.core)}
	if c.Next != nil {
		action, err := putAction(s.core, newDeliveryItem(c.Next), absent, nil)
		if err != nil {
			return ByOthers, err
		}
		actions = append(actions, action)
	}
	switch {
	case c.Disable != nil:
		actions = append(actions, s.disabling(c.Disable).action(s.core))
	case c.Inactive:
		actions = append(actions, checkAction(s.core, endpointKey(d.OrgID, d.EndpointID),
			"#status <> :active", values{":active": EndpointActive})) // it holds for a row that is absent, too
	}
	err := s.transact(ctx, actions)
	no, refused := errors.AsType[*cancelled](err)
	if !refused {
		if err == nil && s.watch != nil {
			s.watch.Attempted(ctx, d.Status)
		}
		return ByUs, err
	}
	stored, met := no.failed(0)
	if !met {
		return NotYet, nil
	}
	var row deliveryItem
	if err := decode(stored, &row); err != nil {
		return ByOthers, err
	}
	if row.Claim == d.Claim && row.Status != DeliveryPending {
		return ByUs, nil // an earlier try wrote it, and its answer was lost
	}
	return ByOthers, nil
}

// closeRow is the change of a closed attempt's own row.
func closeRow(d, next *Delivery) change {
	c := change{
		key: deliveryKey(d.OrgID, d.ID).item(), condition: "#status = :pending AND #claim = :claim",
		set: "SET #url = :url, #status = :status, #attemptedAt = :at, #code = :code, #durationMs = :ms, #excerpt = :excerpt, #error = :error",
		values: values{
			":status": d.Status, ":pending": DeliveryPending, ":claim": d.Claim, ":at": millis(d.AttemptedAt), ":url": d.URL,
			":code": int64(d.Response.Status), ":ms": d.Response.Duration.Milliseconds(), ":excerpt": d.Response.Excerpt, ":error": d.Response.Error,
		},
	}
	remove := " REMOVE #leaseUntil, #duePk, #dueAt, #waits"
	if next == nil {
		remove += ", #nextAttemptAt"
	} else {
		c.set += ", #nextAttemptAt = :next"
		c.values[":next"] = millis(next.NextAttemptAt)
	}
	c.set += remove
	return c
}

// disabling is the change of the endpoint's row.
func (s *Store) disabling(d *Disabling) change {
	e := d.Endpoint
	c := change{
		key:       endpointKey(e.OrgID, e.ID).item(),
		set:       "SET #status = :disabled, #disabledReason = :reason, #updatedAt = :now",
		condition: "#url = :url AND #status = :active",
		values: values{
			":url": e.URL, ":active": EndpointActive, ":disabled": EndpointDisabled, ":reason": d.Reason, ":now": millis(s.now()),
		},
	}
	if d.Unbroken {
		c.condition += " AND #failingSince = :since"
		c.values[":since"] = millis(e.FailingSince)
	}
	return c
}
