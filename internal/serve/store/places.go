package store

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/job"
)

// workerColumns are the columns that a wallet row has for each worker: the places that the row's
// jobs have there, as a set of their ids, and how long the last of them took, in milliseconds.
//
// Whoever runs has a place: it is taken before the claim and given back by the transaction that
// ends or releases the job. A cancel does not end the run at once: the run gives the place
// back when it learns of it, or somebody else once the run's lease is over. Who takes one and dies, or is later than another message of the job,
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

// takePlace takes a place for a job if its row of the wallet has one left of its part of what
// the organization may have, or has it already. It is a single write: no other that touches the
// wallet has to wait for it, as for a transaction's. Errors: errRefused when no place is left;
// errContended.
func (s *Store) takePlace(ctx context.Context, row *jobItem, most int) error {
	seat := seatOf(row.Shard, row.Seats)
	c := change{
		key: walletKey(row.Org, seat).item(), set: "ADD #runs :set",
		names: workerColumns(row.Worker), values: values{":set": set(row.ID)},
	}
	if most > 0 {
		c.condition = "attribute_not_exists(#runs) OR size(#runs) < :most OR contains(#runs, :id)"
		c.values[":most"], c.values[":id"] = int64(partOf(most, row.Shards, seat)), row.ID
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
		key: walletKey(j.OrgID, seatOf(j.Shard, j.Seats)).item(), set: "DELETE #runs :set",
		names: workerColumns(j.Worker), values: values{":set": set(j.ID)},
	}
}

// clearPlace gives back the place of a job that has ended, or that is kept no more: it was taken by a
// claim that came too late.
func (s *Store) clearPlace(ctx context.Context, j *job.Job) error {
	_, _, err := s.update(ctx, s.core, givePlace(j))
	return err
}

// LeavePlace gives back the place of a run whose job somebody else has ended. The place of a job that
// another has claimed since is that one's.
func (s *Store) LeavePlace(ctx context.Context, j *job.Job) error {
	var row jobItem
	found, err := s.get(ctx, jobKey(j.OrgID, j.ID), &row)
	if err != nil || !found || !job.Status(row.Status).Terminal() || row.Fence != j.Fence {
		return err
	}
	return s.clearPlace(ctx, row.job())
}

// leaseGrace is how long after its lease a run that was cancelled is not taken for over: clocks
// differ.
const leaseGrace = 30 * time.Second

// leased reports whether somebody may still be at a job that has ended.
func (r *jobItem) leased(now time.Time) bool {
	return r.LeaseUntil > 0 && r.LeaseUntil >= millis(now.Add(-leaseGrace))
}

// seatsOf is how many rows of the wallet have places: all, written 0, unless they are more than the places.
func seatsOf(most, rows int) int {
	if most > 0 && rows > most {
		return most
	}
	return 0
}

// seatOf is the row of the wallet in which a job of the row shard has its place.
func seatOf(shard, seats int) int {
	if seats > 0 {
		return shard % seats
	}
	return shard
}

// partOf is a row's part of the places, which all rows together have exactly.
func partOf(most, rows, seat int) int {
	n := min(most, max(1, rows))
	if seat < most%n {
		return most/n + 1
	}
	return most / n
}

// places are the ids of the jobs that have one of a worker's places in a wallet row.
func places(row item, worker string) []string {
	if v, ok := row[placesOf+worker].(*types.AttributeValueMemberSS); ok {
		return v.Value
	}
	return nil
}

// tidy looks at one of the places that crowd a job out, at random, and gives it back when its
// job has ended, and the lease of its run, or was handed over. Only a message that came late and was then left as a dead letter leaves such
// a place; who is crowded out by it finds it.
func (s *Store) tidy(ctx context.Context, j *job.Job, taken []string) error {
	if len(taken) == 0 {
		return nil
	}
	id := taken[s.random(int64(len(taken)))]
	var row jobItem
	found, err := s.get(ctx, jobKey(j.OrgID, id), &row)
	if err != nil || found && row.Worker == j.Worker && (!job.Status(row.Status).Terminal() || row.leased(s.now())) {
		return err
	}
	return s.clearPlace(ctx, &job.Job{ID: id, OrgID: j.OrgID, Shard: j.Shard, Seats: j.Seats, Worker: j.Worker})
}

// conflicted reports whether a write met a transaction that was changing its row.
func conflicted(err error) bool {
	_, ok := errors.AsType[*types.TransactionConflictException](err)
	return ok
}
