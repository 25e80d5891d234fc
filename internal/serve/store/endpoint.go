package store

import (
	"cmp"
	"context"
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"golang.org/x/net/publicsuffix"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// The statuses of an endpoint.
const (
	EndpointActive   = "active"
	EndpointDisabled = "disabled"
)

// Endpoint is a registered webhook destination. Its secret signs its deliveries
// alone.
type Endpoint struct {
	ID                string
	OrgID             string
	URL               string
	Description       string
	Events            job.EventFilter // the types of events that it gets
	Status            string
	DisabledReason    string
	Secret            string
	PreviousSecret    string
	PreviousExpiresAt time.Time // until when deliveries are signed with PreviousSecret, too
	CreatedAt         time.Time
	UpdatedAt         time.Time
	RotatedAt         time.Time
	LastDeliveryAt    time.Time     // of the last success, exact to a minute
	FailingSince      time.Time     // the first of an unbroken run of failures
	Failures          int           // so many of that run, up to what opens the breaker
	ProvenAt          time.Time     // the first success at its URL
	SlowUntil         time.Time     // until when it counts as slow to respond, and after that until it responds quickly
	Took              time.Duration // about how long a slow one takes
	TurnAt            time.Time     // of a slow one: when the next post may begin
	HeldUntil         time.Time     // until when new events wait, for it failed
}

// Overlaps reports whether the previous secret still signs beside the current one.
func (e *Endpoint) Overlaps(now time.Time) bool {
	return e.PreviousSecret != "" && now.Before(e.PreviousExpiresAt)
}

// Host is the host of its URL, with the port where there is one.
func (e *Endpoint) Host() string {
	u, err := url.Parse(e.URL)
	if err != nil {
		return e.URL
	}
	return strings.ToLower(u.Host)
}

// Receiver is whom posts to its URL reach, as far as its name says: the registrable domain of
// its host, for who has one has any number of names in it, or its address.
func (e *Endpoint) Receiver() string {
	host := e.hostname()
	if _, err := netip.ParseAddr(host); err == nil {
		return host
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// hostname is the host of its URL without a port.
func (e *Endpoint) hostname() string {
	u, err := url.Parse(e.URL)
	if err != nil {
		return e.URL
	}
	return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
}

// Secrets are what a delivery at a time is signed with, the current one first.
func (e *Endpoint) Secrets(now time.Time) []string {
	if e.Overlaps(now) {
		return []string{e.Secret, e.PreviousSecret}
	}
	return []string{e.Secret}
}

type endpointItem struct {
	PK             string `dynamodbav:"pk"`
	SK             string `dynamodbav:"sk"`
	Entity         string `dynamodbav:"entity"`
	Org            string `dynamodbav:"org"`
	URL            string `dynamodbav:"url"`
	Description    string `dynamodbav:"description,omitempty"`
	Events         string `dynamodbav:"events,omitempty"`
	Status         string `dynamodbav:"status"`
	DisabledReason string `dynamodbav:"disabledReason,omitempty"`
	Secret         string `dynamodbav:"secret"`
	PreviousSecret string `dynamodbav:"previousSecret,omitempty"`
	PreviousUntil  int64  `dynamodbav:"previousUntil,omitempty"`
	CreatedAt      int64  `dynamodbav:"createdAt"`
	UpdatedAt      int64  `dynamodbav:"updatedAt"`
	RotatedAt      int64  `dynamodbav:"rotatedAt"`
	LastDeliveryAt int64  `dynamodbav:"lastDeliveryAt,omitempty"`
	FailingSince   int64  `dynamodbav:"failingSince,omitempty"`
	Failures       int    `dynamodbav:"failures,omitempty"`
	ProvenAt       int64  `dynamodbav:"provenAt,omitempty"`
	SlowUntil      int64  `dynamodbav:"slowUntil,omitempty"`
	TookMS         int64  `dynamodbav:"tookMs,omitempty"`
	TurnAt         int64  `dynamodbav:"turnAt,omitempty"`
	HeldUntil      int64  `dynamodbav:"heldUntil,omitempty"`
}

// endpointURLItem makes an endpoint's URL unique within its organization.
type endpointURLItem struct {
	PK       string `dynamodbav:"pk"`
	SK       string `dynamodbav:"sk"`
	Entity   string `dynamodbav:"entity"`
	Endpoint string `dynamodbav:"endpoint"`
}

func newEndpointURLItem(e *Endpoint) endpointURLItem {
	k := endpointURLKey(e.OrgID, e.URL)
	return endpointURLItem{PK: k.pk, SK: k.sk, Entity: "endpointUrl", Endpoint: e.ID}
}

func (r *endpointItem) endpoint() *Endpoint {
	return &Endpoint{
		ID: r.SK, OrgID: r.Org, URL: r.URL, Description: r.Description, Events: job.EventFilter(r.Events), Status: r.Status,
		DisabledReason: r.DisabledReason, Secret: r.Secret, PreviousSecret: r.PreviousSecret,
		PreviousExpiresAt: fromMillis(r.PreviousUntil), CreatedAt: fromMillis(r.CreatedAt),
		UpdatedAt: fromMillis(r.UpdatedAt), RotatedAt: fromMillis(r.RotatedAt),
		LastDeliveryAt: fromMillis(r.LastDeliveryAt), FailingSince: fromMillis(r.FailingSince),
		Failures: r.Failures, ProvenAt: fromMillis(r.ProvenAt),
		SlowUntil: fromMillis(r.SlowUntil), Took: time.Duration(r.TookMS) * time.Millisecond, TurnAt: fromMillis(r.TurnAt),
		HeldUntil: fromMillis(r.HeldUntil),
	}
}

// ErrEndpointTaken is of an admission that was to register an endpoint for a URL which
// another call has registered meanwhile: find that one.
var ErrEndpointTaken = errors.New("the webhook's URL has been registered meanwhile")

func newEndpointItem(e *Endpoint, now time.Time) endpointItem {
	k, at := endpointKey(e.OrgID, e.ID), millis(now)
	return endpointItem{
		PK: k.pk, SK: k.sk, Entity: "endpoint", Org: e.OrgID, URL: e.URL, Description: e.Description, Events: string(e.Events),
		Status: EndpointActive, Secret: e.Secret, CreatedAt: at, UpdatedAt: at, RotatedAt: at,
	}
}

// registering are the actions that store a new endpoint, in the order that takenOrFull
// reads: its row, its URL's row, and its organization's count.
func (s *Store) registering(e *Endpoint, now time.Time) ([]types.TransactWriteItem, error) {
	row, err1 := putAction(s.core, newEndpointItem(e, now), absent, nil)
	unique, err2 := putAction(s.core, newEndpointURLItem(e), absent, nil)
	count := change{
		key: orgKey(e.OrgID).item(), set: "SET #endpoints = #endpoints + :one",
		condition: "#endpoints < #endpointCap", values: values{":one": int64(1)},
	}
	return []types.TransactWriteItem{row, unique, count.action(s.core)}, errors.Join(err1, err2)
}

// takenOrFull is why the actions of registering, the first of which is the ith of a
// transaction, did not pass, or nil. Errors: ErrEndpointTaken, too_many_endpoints.
func (c *cancelled) takenOrFull(i int) error {
	if _, there := c.failed(i); there {
		return ErrEndpointTaken
	}
	if _, taken := c.failed(i + 1); taken {
		return ErrEndpointTaken
	}
	if row, full := c.failed(i + 2); full {
		return tooManyEndpoints(row)
	}
	return nil
}

// tooManyEndpoints refuses an endpoint, by its organization's row.
func tooManyEndpoints(row item) error {
	var org orgItem
	if err := decode(row, &org); err != nil {
		return err
	}
	return &errs.Error{
		Code: errs.TooManyEndpoints, Message: errs.TooManyEndpoints.Text(),
		Details: []errs.Detail{
			{Field: "endpoints", Issue: formatInt(int64(org.Endpoints))},
			{Field: "cap", Issue: formatInt(int64(org.EndpointCap))},
		},
	}
}

// RegisterEndpoint stores e, or returns the endpoint that the organization already
// has for its URL, with its own secret; created is true for a new one. Errors:
// too_many_endpoints.
func (s *Store) RegisterEndpoint(ctx context.Context, e *Endpoint) (stored *Endpoint, created bool, err error) {
	if stored, err = s.EndpointByURL(ctx, e.OrgID, e.URL); !errs.Is(err, errs.EndpointNotFound) {
		return stored, false, err
	}
	now := s.now()
	actions, err := s.registering(e, now)
	if err != nil {
		return nil, false, err
	}
	err = s.transact(ctx, actions)
	if no, refused := errors.AsType[*cancelled](err); refused {
		err = no.takenOrFull(0)
	}
	switch {
	case errors.Is(err, ErrEndpointTaken):
		stored, err = s.EndpointByURL(ctx, e.OrgID, e.URL)
		return stored, err == nil && stored.ID == e.ID, err
	case err != nil:
		return nil, false, err
	}
	row := newEndpointItem(e, now)
	return row.endpoint(), true, nil
}

// EndpointByURL finds an organization's endpoint by its exact URL. Errors:
// endpoint_not_found.
func (s *Store) EndpointByURL(ctx context.Context, org, url string) (*Endpoint, error) {
	var unique endpointURLItem
	found, err := s.get(ctx, endpointURLKey(org, url), &unique)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errs.Of(errs.EndpointNotFound)
	}
	return s.Endpoint(ctx, org, unique.Endpoint)
}

// Endpoint reads an endpoint of the organization. Errors: endpoint_not_found.
func (s *Store) Endpoint(ctx context.Context, org, id string) (*Endpoint, error) {
	var row endpointItem
	found, err := s.get(ctx, endpointKey(org, id), &row)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errs.Of(errs.EndpointNotFound)
	}
	return row.endpoint(), nil
}

// EndpointQuery asks for a page of an organization's endpoints, oldest first.
type EndpointQuery struct {
	OrgID string
	After string // the endpoint that the page comes after; empty for the first page
	Limit int    // 1 to MaxPage
}

// Endpoints returns a page of endpoints and the one to go on after, "" at the end.
func (s *Store) Endpoints(ctx context.Context, q EndpointQuery) (list []*Endpoint, next string, err error) {
	const condition = "#pk = :pk AND #sk > :after"
	res, err := s.db.Query(ctx, &dynamodb.QueryInput{
		TableName: &s.core, KeyConditionExpression: new(condition), ExpressionAttributeNames: columnNames(nil, condition),
		ExpressionAttributeValues: encodeValues(values{":pk": endpointKey(q.OrgID, "").pk, ":after": cmp.Or(q.After, " ")}),
		ConsistentRead:            new(true),
		Limit:                     new(int32(q.Limit) + 1), //nolint:gosec // at most MaxPage
	})
	if err != nil {
		return nil, "", unavailable(err)
	}
	var rows []endpointItem
	if err := attributevalue.UnmarshalListOfMaps(res.Items, &rows); err != nil {
		return nil, "", errs.Internal(err)
	}
	for i := range rows[:min(len(rows), q.Limit)] {
		list = append(list, rows[i].endpoint())
	}
	if len(rows) > q.Limit {
		next = list[q.Limit-1].ID
	}
	return list, next, nil
}
