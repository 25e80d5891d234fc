package store

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
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
	Status            string
	DisabledReason    string
	Secret            string
	PreviousSecret    string
	PreviousExpiresAt time.Time // until when deliveries are signed with PreviousSecret, too
	CreatedAt         time.Time
	UpdatedAt         time.Time
	RotatedAt         time.Time
	LastDeliveryAt    time.Time // of the last success, exact to a minute
	FailingSince      time.Time // the first of an unbroken run of failures
	SlowUntil         time.Time // until when it counts as slow to respond
	HeldUntil         time.Time // until when new events wait, for it did not respond
}

// Overlaps reports whether the previous secret still signs beside the current one.
func (e *Endpoint) Overlaps(now time.Time) bool {
	return e.PreviousSecret != "" && now.Before(e.PreviousExpiresAt)
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
	SlowUntil      int64  `dynamodbav:"slowUntil,omitempty"`
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
		ID: r.SK, OrgID: r.Org, URL: r.URL, Description: r.Description, Status: r.Status,
		DisabledReason: r.DisabledReason, Secret: r.Secret, PreviousSecret: r.PreviousSecret,
		PreviousExpiresAt: fromMillis(r.PreviousUntil), CreatedAt: fromMillis(r.CreatedAt),
		UpdatedAt: fromMillis(r.UpdatedAt), RotatedAt: fromMillis(r.RotatedAt),
		LastDeliveryAt: fromMillis(r.LastDeliveryAt), FailingSince: fromMillis(r.FailingSince),
		SlowUntil: fromMillis(r.SlowUntil), HeldUntil: fromMillis(r.HeldUntil),
	}
}

// RegisterEndpoint stores e, or returns the endpoint that the organization already
// has for its URL, with its own secret; created is true for a new one.
func (s *Store) RegisterEndpoint(ctx context.Context, e *Endpoint) (stored *Endpoint, created bool, err error) {
	if stored, err = s.EndpointByURL(ctx, e.OrgID, e.URL); !errs.Is(err, errs.EndpointNotFound) {
		return stored, false, err
	}
	now := s.now()
	k := endpointKey(e.OrgID, e.ID)
	row := endpointItem{
		PK: k.pk, SK: k.sk, Entity: "endpoint", Org: e.OrgID, URL: e.URL, Description: e.Description,
		Status: EndpointActive, Secret: e.Secret, CreatedAt: millis(now), UpdatedAt: millis(now), RotatedAt: millis(now),
	}
	first, err1 := putAction(s.core, row, absent, nil)
	second, err2 := putAction(s.core, newEndpointURLItem(e), absent, nil)
	if err := errors.Join(err1, err2); err != nil {
		return nil, false, err
	}
	err = s.transact(ctx, []types.TransactWriteItem{first, second})
	if _, lost := errors.AsType[*cancelled](err); lost {
		stored, err = s.EndpointByURL(ctx, e.OrgID, e.URL)
		return stored, err == nil && stored.ID == e.ID, err
	}
	if err != nil {
		return nil, false, err
	}
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

// Endpoints lists an organization's endpoints, oldest first.
func (s *Store) Endpoints(ctx context.Context, org string) ([]*Endpoint, error) {
	var list []*Endpoint
	pages := dynamodb.NewQueryPaginator(s.db, &dynamodb.QueryInput{
		TableName: &s.core, KeyConditionExpression: new("#pk = :pk"), ExpressionAttributeNames: columnNames(nil, "#pk"), ConsistentRead: new(true),
		ExpressionAttributeValues: encodeValues(values{":pk": endpointKey(org, "").pk}),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, unavailable(err)
		}
		var rows []endpointItem
		if err := attributevalue.UnmarshalListOfMaps(page.Items, &rows); err != nil {
			return nil, errs.Internal(err)
		}
		for i := range rows {
			list = append(list, rows[i].endpoint())
		}
	}
	return list, nil
}

// lastDeliveryGrain is how exact LastDeliveryAt is, so that a busy endpoint's row
// is not written for every delivery.
const lastDeliveryGrain = time.Minute

// slowFor is how long an endpoint counts as slow after a slow response.
const slowFor = time.Hour

// Note is what an attempt says of its endpoint.
type Note struct {
	Succeeded bool
	Slow      bool          // it took long to respond, or did not
	Hold      time.Duration // of a failure: how long new events are to wait; 0 is not at all
}

// NoteDelivery keeps an endpoint's record of success and failure after an attempt,
// writing only what changes. What happened counts only for the URL that e had.
func (s *Store) NoteDelivery(ctx context.Context, e *Endpoint, n Note) error {
	now := s.now()
	c := change{
		key: endpointKey(e.OrgID, e.ID).item(), condition: "#url = :url",
		values: values{":url": e.URL},
	}
	var sets []string
	set := func(expression, name string, at time.Time) {
		sets = append(sets, expression)
		c.values[name] = millis(at)
	}
	remove := ""
	switch {
	case n.Succeeded && (!e.FailingSince.IsZero() || now.Sub(e.LastDeliveryAt) >= lastDeliveryGrain):
		set("#lastDeliveryAt = :now", ":now", now)
		remove = " REMOVE #failingSince, #heldUntil"
	case !n.Succeeded && e.FailingSince.IsZero():
		set("#failingSince = if_not_exists(#failingSince, :now)", ":now", now)
	}
	if n.Slow && e.SlowUntil.Sub(now) < slowFor/2 {
		set("#slowUntil = :slow", ":slow", now.Add(slowFor))
	}
	if n.Hold > 0 {
		set("#heldUntil = :held", ":held", now.Add(n.Hold))
	}
	if len(sets) == 0 {
		return nil
	}
	c.set = "SET " + strings.Join(sets, ", ") + remove
	// Others change the row in transactions, and transact tries again after those.
	err := s.transact(ctx, []types.TransactWriteItem{c.action(s.core)})
	if _, other := errors.AsType[*cancelled](err); other {
		return nil // an endpoint that was deleted or leads elsewhere needs no record
	}
	return err
}

// Probe lets one of those that wait for a held endpoint try it: the first that asks after
// the hold has ended. It holds the others for as long again.
func (s *Store) Probe(ctx context.Context, e *Endpoint, hold time.Duration) (bool, error) {
	held := millis(s.now().Add(hold))
	found, ok, err := s.update(ctx, s.core, change{
		key: endpointKey(e.OrgID, e.ID).item(), set: "SET #heldUntil = :held", condition: "#heldUntil = :seen",
		values: values{":seen": millis(e.HeldUntil), ":held": held},
	})
	if err != nil {
		return false, err
	}
	var row endpointItem
	if err := decode(found, &row); err != nil {
		return false, err
	}
	return ok || row.HeldUntil == held, nil // refused and stored: the answer was lost
}
