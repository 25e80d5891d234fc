package store

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Suspension is what an operator's stop of an organization found under way.
type Suspension struct {
	Jobs   int // unfinished jobs that were cancelled and refunded
	Crawls int // crawls that were cancelled; their owner can resume them once the organization is resumed
}

// SuspendOrg has an organization begin nothing until ResumeOrg: its tokens begin nothing, and its wallet has no room
// for jobs, which also refuses calls that were authorized before. Suspending twice keeps the first reason. Errors: not_found, invalid_request.
func (s *Store) SuspendOrg(ctx context.Context, id, reason string) (*Org, error) {
	return s.turnOrg(ctx, id, func(o *Org) bool {
		if !o.SuspendedAt.IsZero() {
			return false
		}
		o.SuspendedAt, o.SuspendedFor = fromMillis(millis(s.now())), reason
		o.HeldCap, o.InFlightCap = o.InFlightCap, 0
		return true
	})
}

// ResumeOrg ends a suspension. Errors: not_found, invalid_request.
func (s *Store) ResumeOrg(ctx context.Context, id string) (*Org, error) {
	return s.turnOrg(ctx, id, func(o *Org) bool {
		if o.SuspendedAt.IsZero() {
			return false
		}
		o.InFlightCap, o.HeldCap = o.HeldCap, 0
		o.SuspendedAt, o.SuspendedFor = time.Time{}, ""
		return true
	})
}

// turnOrg writes what turn makes of an organization, if it changes it, and what its tokens know of it.
func (s *Store) turnOrg(ctx context.Context, id string, turn func(*Org) bool) (*Org, error) {
	var o *Org
	err := s.persist(ctx, func() (_ []types.TransactWriteItem, err error) {
		if o, err = s.openOrg(ctx, id); err != nil {
			return nil, err
		}
		was := *o
		if !turn(o) {
			return nil, nil
		}
		resized, err := s.resize(ctx, &was, o)
		row := orgRow(&was, o)
		row.set += ", #suspendedAt = :suspended, #suspendedFor = :why, #heldCap = :held"
		row.values[":suspended"], row.values[":why"], row.values[":held"] = millis(o.SuspendedAt), o.SuspendedFor, int64(o.HeldCap)
		return append(resized, row.action(s.core)), err
	})
	if err != nil {
		return nil, err
	}
	return o, s.copyToTokens(ctx, o)
}

// StopOrg cancels what a suspended organization has under way: its crawls first, so that their pages wait for a
// resumption, then its jobs, each of which is refunded and has its event. It can end anywhere and be repeated.
func (s *Store) StopOrg(ctx context.Context, id string) (Suspension, error) {
	var done Suspension
	crawls, jobs, err := s.underWay(ctx, id)
	if err != nil {
		return done, err
	}
	for _, crawl := range crawls {
		stopped, err := s.stopCrawl(ctx, id, crawl)
		if err != nil {
			return done, err
		}
		done.Crawls += stopped
	}
	for _, j := range jobs {
		ended, err := s.end(ctx, j, "The operator of the service suspended the organization; the charge was refunded.")
		if err != nil {
			return done, err
		}
		done.Jobs += ended
	}
	return done, nil
}

// underWay are an organization's crawls that admit pages, and its unfinished jobs.
func (s *Store) underWay(ctx context.Context, id string) (crawls []string, jobs []*job.Job, err error) {
	err = s.ownRows(ctx, id, func(row item) (err error) {
		switch text(row, "entity") {
		case entityCrawl:
			var r crawlStateItem
			if err = decode(row, &r); CrawlStatus(r.Status) == CrawlRunning && r.Halt == "" {
				crawls = append(crawls, r.ID)
			}
		case "job":
			var r jobItem
			if err = decode(row, &r); !job.Status(r.Status).Terminal() {
				jobs = append(jobs, r.job())
			}
		}
		return err
	})
	return crawls, jobs, err
}

// stopTries bounds the rounds against steps of a crawl that are made at the same time.
const stopTries = 20

// stopCrawl has a crawl admit nothing more, as its owner's cancellation does. The sweeper sends it on to its end.
func (s *Store) stopCrawl(ctx context.Context, org, id string) (stopped int, err error) {
	for range stopTries {
		c, err := s.Crawl(ctx, org, id)
		if errs.Is(err, errs.CrawlNotFound) || err == nil && (c.State.Ended() || c.State.Halt != "") {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		step := CrawlStep{State: c.State}
		step.State.Halt = HaltCancelled
		switch moved, err := s.AdvanceCrawl(ctx, c, step); {
		case err != nil:
			return 0, err
		case moved:
			return 1, nil
		}
	}
	return 0, errs.Of(errs.ServiceUnavailable)
}
