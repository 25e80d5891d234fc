package adsrun_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/kinds/ads/adsrun"
	"github.com/quarryapi/quarry/internal/read/ads"
)

// library is an archive with some ads, in pages.
type library struct {
	archive   ads.Archive
	ads, page int
	slow      time.Duration           // a load takes
	fail      func(load int) error    // of the load of that number, from 1 on; nil for never
	dress     func(n int, ad *ads.Ad) // what else an ad has

	mu    sync.Mutex
	loads int
}

func (l *library) Load(ctx context.Context, _ ads.Query, state string) (ads.Load, error) {
	l.mu.Lock()
	l.loads++
	load := l.loads
	l.mu.Unlock()
	if err := wait(ctx, l.slow); err != nil {
		return ads.Load{}, err
	}
	if l.fail != nil {
		if err := l.fail(load); err != nil {
			return ads.Load{}, err
		}
	}
	from := 0
	if state != "" {
		var err error
		if from, err = strconv.Atoi(state); err != nil {
			return ads.Load{}, errs.Of(errs.InvalidCursor)
		}
	}
	out := ads.Load{Loads: 1, Ads: []ads.Ad{}}
	for n := from; n < min(from+l.page, l.ads); n++ {
		ad := ads.Ad{Archive: l.archive, ID: fmt.Sprintf("%s-%d", l.archive, n), MatchedBy: ads.ByAdvertiser}
		if l.dress != nil {
			l.dress(n, &ad)
		}
		out.Ads = append(out.Ads, ad)
	}
	if from+l.page < l.ads {
		out.Next = strconv.Itoa(from + l.page)
	}
	return out, nil
}

func (l *library) Resolve(ctx context.Context, _ ads.Subject) ([]ads.Candidate, error) {
	return []ads.Candidate{}, wait(ctx, l.slow)
}

func (l *library) Detail(ctx context.Context, ad *ads.Ad) error {
	l.mu.Lock()
	l.loads++
	load := l.loads
	l.mu.Unlock()
	if err := wait(ctx, l.slow); err != nil {
		return err
	}
	if l.fail != nil {
		if err := l.fail(load); err != nil {
			return err
		}
	}
	ad.Countries = []string{"GB"}
	return nil
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// two are archives with so many ads, ten a page.
func two(meta, google int) (*library, *library, adsrun.Libraries) {
	m, g := &library{archive: ads.Meta, ads: meta, page: 10}, &library{archive: ads.Google, ads: google, page: 10}
	return m, g, adsrun.Libraries{ads.Meta: m, ads.Google: g}
}

// kept is a job's checkpoint in memory.
type kept struct {
	raw   json.RawMessage
	saves int
	save  func(n int) error // what comes of the save of that number, from 1 on; nil for good
}

func (k *kept) Load(context.Context) (json.RawMessage, error) { return k.raw, nil }

func (k *kept) Save(_ context.Context, state json.RawMessage) error {
	k.saves++
	k.raw = state
	if k.save != nil {
		return k.save(k.saves)
	}
	return nil
}

// perform runs a job with a checkpoint.
func perform(ctx context.Context, t testing.TB, r runs, p kind.Checkpoint, body string) (adskind.Result, error) {
	t.Helper()
	input, plan, err := kindtest.Prepare(t, r.Call, r.Caller, body)
	if err != nil {
		t.Fatal(err)
	}
	run := kind.Run[adskind.Args]{JobID: "job_1", OrgID: "org_1", Action: plan.Quote.Action, Checkpoint: p}
	if err := json.Unmarshal([]byte(input), &run.Args); err != nil {
		t.Fatal(err)
	}
	out, err := r.Worker.Run(ctx, run)
	return out.Result, err
}
