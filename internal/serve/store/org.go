package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// DefaultEndpointCap is how many webhook endpoints an organization may have when the operator
// says nothing else.
const DefaultEndpointCap = 100

// Org is an organization: whose money it is, and what the operator allows it.
type Org struct {
	ID          string
	Name        string
	InFlightCap int
	EndpointCap int // of webhook endpoints; 0 is DefaultEndpointCap for a new organization
	Grants      job.Grants
	Shards      int
	CreatedAt   time.Time
	ClosedAt    time.Time // when it was deleted; zero for one that is there

	SuspendedAt  time.Time // since when it may begin nothing; zero for one that may
	SuspendedFor string    // the operator's reason
	HeldCap      int       // what InFlightCap was before that
}

type orgItem struct {
	PK          string `dynamodbav:"pk"`
	SK          string `dynamodbav:"sk"`
	Entity      string `dynamodbav:"entity"`
	ID          string `dynamodbav:"id"`
	Name        string `dynamodbav:"name"`
	InFlightCap int    `dynamodbav:"inFlightCap"`
	EndpointCap int    `dynamodbav:"endpointCap"`
	Endpoints   int    `dynamodbav:"endpoints"` // how many there are
	Extended    bool   `dynamodbav:"extendedCeilings"`
	Deep        bool   `dynamodbav:"deep"`
	Shards      int    `dynamodbav:"shards"`
	CreatedAt   int64  `dynamodbav:"createdAt"`
	ClosedAt    int64  `dynamodbav:"closedAt,omitempty"`

	SuspendedAt  int64  `dynamodbav:"suspendedAt,omitempty"`
	SuspendedFor string `dynamodbav:"suspendedFor,omitempty"`
	HeldCap      int    `dynamodbav:"heldCap,omitempty"`
}

func (r *orgItem) org() *Org {
	return &Org{
		ID: r.ID, Name: r.Name, InFlightCap: r.InFlightCap, EndpointCap: r.EndpointCap,
		Grants: job.Grants{ExtendedCeilings: r.Extended, Deep: r.Deep}, Shards: r.Shards, CreatedAt: fromMillis(r.CreatedAt),
		ClosedAt: fromMillis(r.ClosedAt), SuspendedAt: fromMillis(r.SuspendedAt), SuspendedFor: r.SuspendedFor, HeldCap: r.HeldCap,
	}
}

// CreateOrg stores a new organization with an empty wallet of one row.
func (s *Store) CreateOrg(ctx context.Context, o *Org) error {
	now := millis(s.now())
	k, w := orgKey(o.ID), walletKey(o.ID, 0)
	org, err1 := putAction(s.core, orgItem{
		PK: k.pk, SK: k.sk, Entity: "org", ID: o.ID, Name: o.Name, InFlightCap: o.InFlightCap,
		EndpointCap: cmp.Or(o.EndpointCap, DefaultEndpointCap),
		Extended:    o.Grants.ExtendedCeilings, Deep: o.Grants.Deep, Shards: 1, CreatedAt: now,
	}, absent, nil)
	wallet, err2 := putAction(s.core, walletItem{
		PK: w.pk, SK: w.sk, Entity: "wallet", Org: o.ID, Shards: 1, Slots: int64(o.InFlightCap), Cap: int64(o.InFlightCap), UpdatedAt: now,
	}, absent, nil)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	return s.transact(ctx, []types.TransactWriteItem{org, wallet})
}

// Org reads an organization. Errors: not_found.
func (s *Store) Org(ctx context.Context, id string) (*Org, error) {
	var row orgItem
	found, err := s.get(ctx, orgKey(id), &row)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errs.Newf(errs.NotFound, "There is no organization %s; `org list` shows what there is.", id)
	}
	return row.org(), nil
}

// openOrg reads an organization that has not been deleted. Errors: not_found, invalid_request.
func (s *Store) openOrg(ctx context.Context, id string) (*Org, error) {
	o, err := s.Org(ctx, id)
	if err == nil && !o.ClosedAt.IsZero() {
		err = errs.Newf(errs.InvalidRequest, "The organization %s was deleted at %s.", id, o.ClosedAt.Format(time.RFC3339))
	}
	return o, err
}

// Orgs lists every organization. It reads the whole table, for operators only.
func (s *Store) Orgs(ctx context.Context) ([]*Org, error) {
	var orgs []*Org
	err := s.scan(ctx, "#entity = :org", values{":org": "org"}, func(row item) error {
		var o orgItem
		err := decode(row, &o)
		orgs = append(orgs, o.org())
		return err
	})
	return orgs, err
}

// OrgChange says what to change of an organization; nil is to leave as it is.
type OrgChange struct {
	Name             *string
	InFlightCap      *int
	EndpointCap      *int // below the number that there are, none is added
	ExtendedCeilings *bool
	Deep             *bool
	Shards           *int // can only grow
}

// SetOrg changes an organization, its wallet's rows and room, and its tokens' copies of
// its abilities. Errors: not_found, invalid_request.
func (s *Store) SetOrg(ctx context.Context, id string, c OrgChange) (*Org, error) {
	var o *Org
	err := s.persist(ctx, func() (_ []types.TransactWriteItem, err error) {
		if o, err = s.openOrg(ctx, id); err != nil {
			return nil, err
		}
		if !o.SuspendedAt.IsZero() && (c.InFlightCap != nil || c.Shards != nil) {
			return nil, errs.Newf(errs.InvalidRequest, "The organization %s is suspended and has no room for jobs; resume it before you change that.", id)
		}
		was := *o
		apply(&o.Name, c.Name)
		apply(&o.InFlightCap, c.InFlightCap)
		apply(&o.EndpointCap, c.EndpointCap)
		apply(&o.Grants.ExtendedCeilings, c.ExtendedCeilings)
		apply(&o.Grants.Deep, c.Deep)
		apply(&o.Shards, c.Shards)
		if o.Shards < was.Shards || o.Shards > MaxShards {
			return nil, errs.Field(errs.InvalidRequest, "walletShards",
				fmt.Sprintf("can grow from %d to at most %d", was.Shards, MaxShards))
		}
		resized, err := s.resize(ctx, &was, o)
		return append(resized, orgRow(&was, o).action(s.core)), err
	})
	if err != nil {
		return nil, err
	}
	return o, s.copyToTokens(ctx, o)
}

// persist plans a transaction by the rows as they are and writes it, anew when others
// have changed them in between.
func (s *Store) persist(ctx context.Context, plan func() ([]types.TransactWriteItem, error)) error {
	for attempt := 1; ; attempt++ {
		actions, err := plan()
		if err != nil || len(actions) == 0 {
			return err
		}
		err = s.transact(ctx, actions)
		if _, changed := errors.AsType[*cancelled](err); !changed {
			return err
		}
		if attempt == admissionTries {
			return unavailable(err)
		}
		if err := sleep(ctx, s.jitter(4*time.Millisecond<<min(attempt, 6))); err != nil {
			return unavailable(err)
		}
	}
}

// orgRow changes the row if it is still as it was read.
func orgRow(was, o *Org) change {
	return change{
		key:       orgKey(o.ID).item(),
		set:       "SET #name = :name, #inFlightCap = :cap, #endpointCap = :endpoints, #extendedCeilings = :extended, #deep = :deep, #shards = :shards",
		condition: "#inFlightCap = :wasCap AND #shards = :wasShards",
		values: values{
			":name": o.Name, ":cap": int64(o.InFlightCap), ":endpoints": int64(o.EndpointCap), ":extended": o.Grants.ExtendedCeilings, ":deep": o.Grants.Deep,
			":shards": int64(o.Shards), ":wasCap": int64(was.InFlightCap), ":wasShards": int64(was.Shards),
		},
	}
}

func (s *Store) copyToTokens(ctx context.Context, o *Org) error {
	tokens, err := s.Tokens(ctx, o.ID)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		_, _, err := s.update(ctx, s.edge, change{
			key: tokenKey(t.Hash), set: "SET #extendedCeilings = :extended, #deep = :deep, #shards = :shards, #suspended = :suspended", condition: present,
			values: values{
				":extended": o.Grants.ExtendedCeilings, ":deep": o.Grants.Deep, ":shards": int64(o.Shards), ":suspended": !o.SuspendedAt.IsZero(),
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func apply[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}
