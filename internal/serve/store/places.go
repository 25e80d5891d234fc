package store

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/job"
)

// workerColumns are the columns that a wallet row has for each worker: the places that the row's
// jobs have there, as a set of their ids, and how long the last of them took, in milliseconds.
//
// Whoever runs has a place: it is taken before the claim and given back by the transaction that
// ends or releases the job. Who takes one and dies, or is later than another message of the job,
// leaves a place without a run. It needs no lease: the job's next claim has it, the job's end
// gives it back, and so does a message that finds the job ended.
func workerColumns(worker string) map[string]string {
	return map[string]string{"#runs": placesOf + worker, "#took": "took/" + worker}
}

// placesOf is what the column of a worker's places begins with.
const placesOf = "runs/"

// set is a set of one text, for ADD and DELETE.
func set(text string) types.AttributeValue {
	return &types.AttributeValueMemberSS{Value: []string{text}}
}

// takePlace takes a place for a job if its row of the wallet has one left, an equal part of what
// the organization may have, or has it already. It is a single write: no other that touches the
// wallet has to wait for it, as for a transaction's. Errors: errRefused when no place is left;
// errContended.
func (s *Store) takePlace(ctx context.Context, row *jobItem, most int) error {
	c := change{
		key: walletKey(row.Org, row.Shard).item(), set: "ADD #runs :set",
		names: workerColumns(row.Worker), values: values{":set": set(row.ID)},
	}
	if most > 0 {
		rows := max(1, row.Shards)
		c.condition = "attribute_not_exists(#runs) OR size(#runs) < :most OR contains(#runs, :id)"
		c.values[":most"], c.values[":id"] = int64((most+rows-1)/rows), row.ID
	}
	_, ok, err := s.update(ctx, s.core, c)
	if err == nil && !ok {
		return errRefused
	}
	return err
}

// givePlace takes a job's place from it, if it has one.
func givePlace(j *job.Job) change {
	return change{
		key: walletKey(j.OrgID, j.Shard).item(), set: "DELETE #runs :set",
		names: workerColumns(j.Worker), values: values{":set": set(j.ID)},
	}
}

// clearPlace gives back the place of a job that has ended, or that is kept no more: it was taken by a
// claim that came too late.
func (s *Store) clearPlace(ctx context.Context, org, id string, shard int, worker string) error {
	_, _, err := s.update(ctx, s.core, givePlace(&job.Job{ID: id, OrgID: org, Shard: shard, Worker: worker}))
	return err
}

// places are the ids of the jobs that have one of a worker's places in a wallet row.
func places(row item, worker string) []string {
	if v, ok := row[placesOf+worker].(*types.AttributeValueMemberSS); ok {
		return v.Value
	}
	return nil
}

// tidy looks at one of the places that crowd a job out, at random, and gives it back when its
// job has ended or was handed over. Only a message that came late and was then left as a dead letter leaves such
// a place; who is crowded out by it finds it.
func (s *Store) tidy(ctx context.Context, j *job.Job, taken []string) error {
	if len(taken) == 0 {
		return nil
	}
	id := taken[s.random(int64(len(taken)))]
	var row jobItem
	found, err := s.get(ctx, jobKey(j.OrgID, id), &row)
	if err != nil || found && row.Worker == j.Worker && !job.Status(row.Status).Terminal() {
		return err
	}
	return s.clearPlace(ctx, j.OrgID, id, j.Shard, j.Worker)
}

// conflicted reports whether a write met a transaction that was changing its row.
func conflicted(err error) bool {
	_, ok := errors.AsType[*types.TransactionConflictException](err)
	return ok
}
