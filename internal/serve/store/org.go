package store

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Org is an organization: whose money it is, and what the operator allows it.
type Org struct {
	ID          string
	Name        string
	InFlightCap int
	Grants      job.Grants
	Shards      int
	CreatedAt   time.Time
}

type orgItem struct {
	PK          string `dynamodbav:"pk"`
	SK          string `dynamodbav:"sk"`
	Entity      string `dynamodbav:"entity"`
	ID          string `dynamodbav:"id"`
	Name        string `dynamodbav:"name"`
	InFlightCap int    `dynamodbav:"inFlightCap"`
	Extended    bool   `dynamodbav:"extendedCeilings"`
	Deep        bool   `dynamodbav:"deep"`
	Shards      int    `dynamodbav:"shards"`
	CreatedAt   int64  `dynamodbav:"createdAt"`
}

func (r *orgItem) org() *Org {
	return &Org{
		ID: r.ID, Name: r.Name, InFlightCap: r.InFlightCap,
		Grants: job.Grants{ExtendedCeilings: r.Extended, Deep: r.Deep}, Shards: r.Shards, CreatedAt: fromMillis(r.CreatedAt),
	}
}

// CreateOrg stores a new organization with one empty wallet shard.
func (s *Store) CreateOrg(ctx context.Context, o *Org) error {
	now := millis(s.now())
	k, w := orgKey(o.ID), walletKey(o.ID, 0)
	org, err1 := putAction(s.core, orgItem{
		PK: k.pk, SK: k.sk, Entity: "org", ID: o.ID, Name: o.Name, InFlightCap: o.InFlightCap,
		Extended: o.Grants.ExtendedCeilings, Deep: o.Grants.Deep, Shards: 1, CreatedAt: now,
	}, absent, nil)
	wallet, err2 := putAction(s.core, walletItem{
		PK: w.pk, SK: w.sk, Entity: "wallet", Org: o.ID, Slots: int64(o.InFlightCap), Cap: int64(o.InFlightCap), UpdatedAt: now,
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
	ExtendedCeilings *bool
	Deep             *bool
	Shards           *int // can only grow
}

// SetOrg changes an organization, its wallet's room and its tokens' copies of its
// abilities. Errors: not_found, invalid_request.
func (s *Store) SetOrg(ctx context.Context, id string, c OrgChange) (*Org, error) {
	o, err := s.Org(ctx, id)
	if err != nil {
		return nil, err
	}
	was := *o
	apply(&o.Name, c.Name)
	apply(&o.InFlightCap, c.InFlightCap)
	apply(&o.Grants.ExtendedCeilings, c.ExtendedCeilings)
	apply(&o.Grants.Deep, c.Deep)
	apply(&o.Shards, c.Shards)
	if o.Shards < was.Shards || o.Shards > maxShards {
		return nil, errs.Field(errs.InvalidRequest, "walletShards", "can grow from "+formatInt(int64(was.Shards))+" to at most 16")
	}
	actions := []types.TransactWriteItem{orgRow(&was, o).action(s.core)}
	grow, err := s.resize(&was, o)
	if err != nil {
		return nil, err
	}
	err = s.transact(ctx, append(actions, grow...))
	if _, lost := errors.AsType[*cancelled](err); lost {
		return nil, errs.New(errs.ServiceUnavailable, "Somebody else changed the organization at the same time; try again.")
	}
	if err != nil {
		return nil, err
	}
	return o, s.copyToTokens(ctx, o)
}

// maxShards is the most a wallet is split into: 16 rows carry about 16 times the
// 1000 writes a second of one.
const maxShards = 16

// orgRow changes the row if it is still as it was read.
func orgRow(was, o *Org) change {
	return change{
		key:       orgKey(o.ID).item(),
		set:       "SET #name = :name, #inFlightCap = :cap, #extendedCeilings = :extended, #deep = :deep, #shards = :shards",
		condition: "#inFlightCap = :wasCap AND #shards = :wasShards",
		values: values{
			":name": o.Name, ":cap": int64(o.InFlightCap), ":extended": o.Grants.ExtendedCeilings, ":deep": o.Grants.Deep,
			":shards": int64(o.Shards), ":wasCap": int64(was.InFlightCap), ":wasShards": int64(was.Shards),
		},
	}
}

// resize adds empty wallet shards and changes the room of the first by what the
// cap changed. Admission moves room and money to where they are wanted.
func (s *Store) resize(was, o *Org) ([]types.TransactWriteItem, error) {
	var actions []types.TransactWriteItem
	now := s.now()
	for shard := was.Shards; shard < o.Shards; shard++ {
		w := walletKey(o.ID, shard)
		action, err := putAction(s.core, walletItem{
			PK: w.pk, SK: w.sk, Entity: "wallet", Org: o.ID, Shard: shard, UpdatedAt: millis(now),
		}, absent, nil)
		if err != nil {
			return nil, err
		}
		actions = append(actions, action)
	}
	if o.InFlightCap == was.InFlightCap {
		return actions, nil
	}
	return append(actions, change{
		key: walletKey(o.ID, 0).item(), set: "SET #slots = #slots + :more, #cap = #cap + :more, #updatedAt = :now",
		values: values{":more": int64(o.InFlightCap - was.InFlightCap), ":now": millis(now)},
	}.action(s.core)), nil
}

func (s *Store) copyToTokens(ctx context.Context, o *Org) error {
	tokens, err := s.Tokens(ctx, o.ID)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		_, _, err := s.update(ctx, s.edge, change{
			key: tokenKey(t.Hash), set: "SET #extendedCeilings = :extended, #deep = :deep, #shards = :shards", condition: present,
			values: values{
				":extended": o.Grants.ExtendedCeilings, ":deep": o.Grants.Deep, ":shards": int64(o.Shards),
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Grant adds credits to an organization and books why. Errors: not_found.
func (s *Store) Grant(ctx context.Context, org, id string, amount int64, reason string) error {
	now := s.now()
	k := grantKey(org, id)
	row, err := putAction(s.core, ledgerItem{
		PK: k.pk, SK: k.sk, Entity: "ledger", Type: ledgerGrant, Org: org, Amount: amount, Reason: reason, At: millis(now),
	}, absent, nil)
	if err != nil {
		return err
	}
	err = s.transact(ctx, []types.TransactWriteItem{row, change{
		key: walletKey(org, 0).item(), set: "SET #balance = #balance + :amount, #updatedAt = :now",
		// A negative grant takes back, but never more than there is.
		condition: present + " AND #balance >= :need",
		values:    values{":amount": amount, ":need": max(0, -amount), ":now": millis(now)},
	}.action(s.core)})
	if no, ok := errors.AsType[*cancelled](err); ok {
		if old, _ := no.failed(1); len(old) > 0 {
			return errs.Field(errs.InvalidRequest, "amount", "is more than the organization has left")
		}
		return errs.Newf(errs.NotFound, "There is no organization %s; `org list` shows what there is.", org)
	}
	return err
}

func apply[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}
