package store

import (
	"context"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/job"
)

// seat is where a job's place is.
type seat struct {
	shard  int
	worker string
}

// seats are an organization's running jobs, and those that have a place, at the last look. There are
// no more than the workers can run at once.
type seats struct{ running, taken map[string]seat }

func newSeats() *seats { return &seats{running: map[string]seat{}, taken: map[string]seat{}} }

func (s *seats) job(j *jobItem) {
	if job.Status(j.Status) == job.Running {
		s.running[j.ID] = seat{seatOf(j.Shard, j.Seats), j.Worker}
	}
}

func (s *seats) wallet(shard int, row item) {
	for column := range row {
		if worker, ok := strings.CutPrefix(column, placesOf); ok {
			for _, id := range places(row, worker) {
				s.taken[id] = seat{shard, worker}
			}
		}
	}
}

// differ are the jobs that run and seem to have no place, or have one and seem not to run.
func (s *seats) differ() map[string]seat {
	list := map[string]seat{}
	for _, one := range []struct{ of, in map[string]seat }{{s.running, s.taken}, {s.taken, s.running}} {
		for id, at := range one.of {
			if there, ok := one.in[id]; !ok || there != at {
				list[id] = at
			}
		}
	}
	return list
}

// namePlaces names the jobs that run without a place, and places of jobs that have ended, as have the leases of
// their runs. Rows of
// different moments only seem to differ, so each is read again with its row of the wallet, at
// one moment.
func (a *audit) namePlaces(ctx context.Context) error {
	for org, r := range a.last {
		b, list := a.of(org), r.seats.differ()
		for id, at := range list {
			if len(b.WithoutPlace)+len(b.IdlePlaces) >= maxNamed {
				break
			}
			found, err := a.transactGet(ctx, jobKey(org, id), walletKey(org, at.shard))
			if err != nil {
				return err
			}
			var j jobItem
			if err := decode(found[0], &j); err != nil {
				return err
			}
			has, kept := slices.Contains(places(found[1], at.worker), id), found[0] != nil
			switch {
			case has && (!kept || job.Status(j.Status).Terminal() && !j.leased(a.now())):
				b.IdlePlaces = append(b.IdlePlaces, id)
			case !has && job.Status(j.Status) == job.Running:
				b.WithoutPlace = append(b.WithoutPlace, id)
			}
		}
		slices.Sort(b.IdlePlaces)
		slices.Sort(b.WithoutPlace)
	}
	return nil
}
