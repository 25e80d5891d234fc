package store

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// registryTries bounds the rounds against other changes of the same endpoint.
const registryTries = 5

// byOwner is the reason of an endpoint that its owner switched off.
const byOwner = "Disabled by its owner."

// EndpointChange says what to change of an endpoint; nil is to leave as it is.
type EndpointChange struct {
	URL         *string
	Description *string
	Events      *job.EventFilter
	Status      *string // EndpointActive or EndpointDisabled
}

// apply makes the change on e. A new URL and a new start both begin a new record
// of failures: the old one was of something else.
func (c EndpointChange) apply(e *Endpoint) {
	if c.URL != nil && *c.URL != e.URL {
		e.URL, e.ProvenAt = *c.URL, time.Time{}
		e.unblemish()
	}
	apply(&e.Description, c.Description)
	apply(&e.Events, c.Events)
	if c.Status == nil || *c.Status == e.Status {
		return
	}
	e.Status, e.DisabledReason = *c.Status, byOwner
	if e.Status == EndpointActive {
		e.DisabledReason = ""
		e.unblemish()
	}
}

// unblemish begins a new record.
func (e *Endpoint) unblemish() {
	e.FailingSince, e.Failures, e.HeldUntil = time.Time{}, 0, time.Time{}
	e.SlowUntil, e.Took, e.TurnAt = time.Time{}, 0, time.Time{}
}

// UpdateEndpoint changes an endpoint of the organization and returns it as it is
// then. A new URL takes the old one's place among the organization's in the same
// transaction. Errors: endpoint_not_found, invalid_webhook_url when another
// endpoint has the URL.
func (s *Store) UpdateEndpoint(ctx context.Context, org, id string, c EndpointChange) (*Endpoint, error) {
	for range registryTries {
		was, err := s.Endpoint(ctx, org, id)
		if err != nil {
			return nil, err
		}
		e := *was
		c.apply(&e)
		if e == *was {
			return was, nil
		}
		e.UpdatedAt = s.now()
		switch ok, err := s.replaceEndpoint(ctx, was, &e); {
		case err != nil:
			return nil, err
		case ok:
			return &e, nil
		}
	}
	return nil, errs.Of(errs.ServiceUnavailable)
}

// replaceEndpoint writes what UpdateEndpoint may change. It reports false when the
// endpoint is not as it was read.
func (s *Store) replaceEndpoint(ctx context.Context, was, e *Endpoint) (bool, error) {
	row := endpointRow(was, e)
	if e.URL == was.URL {
		_, ok, err := s.update(ctx, s.core, row)
		return ok, err
	}
	unique, err := putAction(s.core, newEndpointURLItem(e), absent, nil)
	if err != nil {
		return false, err
	}
	err = s.transact(ctx, []types.TransactWriteItem{
		row.action(s.core), unique, deleteAction(s.core, endpointURLKey(was.OrgID, was.URL), "", nil),
	})
	no, lost := errors.AsType[*cancelled](err)
	if !lost {
		return err == nil, err
	}
	if met, taken := no.failed(1); taken {
		var other endpointURLItem
		if err := decode(met, &other); err != nil {
			return false, err
		}
		return false, errs.Field(errs.InvalidWebhookURL, "url",
			"is the URL of the endpoint "+other.Endpoint+"; use that one, or delete it first")
	}
	return false, nil
}

// endpointRow is the change from one state of an endpoint to another. It holds as
// long as URL and status are what was read.
func endpointRow(was, e *Endpoint) change {
	c := change{
		key:       endpointKey(e.OrgID, e.ID).item(),
		set:       "SET #url = :url, #status = :status, #updatedAt = :now",
		condition: "#url = :wasUrl AND #status = :wasStatus",
		values: values{
			":url": e.URL, ":status": e.Status, ":now": millis(e.UpdatedAt), ":wasUrl": was.URL, ":wasStatus": was.Status,
		},
	}
	if e.Description != was.Description { // another call may be changing it, and this one not
		c.set += ", #description = :description"
		c.values[":description"] = e.Description
	}
	if e.Events != was.Events {
		c.set += ", #events = :events"
		c.values[":events"] = string(e.Events)
	}
	remove := ""
	if e.DisabledReason == "" {
		remove += ", #disabledReason"
	} else {
		c.set += ", #disabledReason = :reason"
		c.values[":reason"] = e.DisabledReason
	}
	if e.URL != was.URL || e.Status != was.Status && e.Status == EndpointActive {
		// Whatever was read: a failure of the old URL may have been noted meanwhile.
		remove += ", #failingSince, #failures, #heldUntil, #slowUntil, #tookMs, #turnAt"
	}
	if e.URL != was.URL {
		remove += ", #provenAt"
	}
	if remove != "" {
		c.set += " REMOVE " + remove[len(", "):]
	}
	return c
}

// RotateSecret gives an endpoint a new secret and returns it as it is then. The one
// before signs beside it for as long as the grace lasts; at most one does, so a
// rotation within an overlap ends the older secret at once. Errors:
// endpoint_not_found.
func (s *Store) RotateSecret(ctx context.Context, org, id, secret string, grace time.Duration) (*Endpoint, error) {
	now := s.now()
	c := change{
		key:       endpointKey(org, id).item(),
		set:       "SET #secret = :secret, #rotatedAt = :now, #updatedAt = :now",
		condition: present + " AND #secret <> :secret",
		values:    values{":secret": secret, ":now": millis(now)},
	}
	if grace > 0 {
		c.set += ", #previousSecret = #secret, #previousUntil = :until"
		c.values[":until"] = millis(now.Add(grace))
	} else {
		c.set += " REMOVE #previousSecret, #previousUntil"
	}
	found, ok, err := s.update(ctx, s.core, c)
	if err != nil {
		return nil, err
	}
	if !ok && len(found) == 0 {
		return nil, errs.Of(errs.EndpointNotFound)
	}
	// A refusal of an endpoint that is there: it has the secret, by a try whose answer
	// was lost. Another rotation would lose the secret before.
	var row endpointItem
	if err := decode(found, &row); err != nil {
		return nil, err
	}
	return row.endpoint(), nil
}

// DeleteEndpoint removes an endpoint, so that its URL can be registered anew.
// Deliveries that wait for it fail when their time comes. Errors:
// endpoint_not_found.
func (s *Store) DeleteEndpoint(ctx context.Context, org, id string) error {
	for range registryTries {
		e, err := s.Endpoint(ctx, org, id)
		if err != nil {
			return err
		}
		err = s.transact(ctx, []types.TransactWriteItem{
			deleteAction(s.core, endpointKey(org, id), "#url = :url", values{":url": e.URL}),
			deleteAction(s.core, endpointURLKey(org, e.URL), "", nil),
			change{
				key: orgKey(org).item(), set: "SET #endpoints = #endpoints - :one",
				condition: present, values: values{":one": int64(1)},
			}.action(s.core),
		})
		if _, changed := errors.AsType[*cancelled](err); !changed {
			return err
		}
	}
	return errs.Of(errs.ServiceUnavailable)
}
