package adsrun_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kinds/ads"
)

const walkBody = `{"op":"archive","domain":"a.test"}`

// A worker that is lost after any load has a successor that goes on, loads nothing again
// and gives the same.
func TestResume(t *testing.T) {
	t.Parallel()
	_, _, libraries := two(55, 38)
	want, err := perform(t.Context(), t, over(libraries, now), nil, walkBody)
	if err != nil || *want.Loads != 10 || len(want.Creatives) != 93 || !want.Coverage.Complete {
		t.Fatalf("got error %v, want.Archives %+v; want no error, want.Loads 10, 93 want.Creatives, want.Complete true", err, want.Archives)
	}
	lost := errors.New("the worker is lost")
	for n := range 10 {
		t.Run(fmt.Sprint("after ", n+1), func(t *testing.T) {
			t.Parallel()
			meta, google, libraries := two(55, 38)
			p := &kept{save: func(save int) error {
				if save == n+1 {
					return lost
				}
				return nil
			}}
			if _, err := perform(t.Context(), t, over(libraries, now), p, walkBody); !errors.Is(err, lost) {
				t.Fatalf("got error %v, want error %v", err, lost)
			}
			got, err := perform(t.Context(), t, over(libraries, func() time.Time { return today.AddDate(0, 0, 1) }), p, walkBody)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("result mismatch of another day (-want +got):\n%s", diff)
			}
			if meta.loads+google.loads != 10 {
				t.Errorf("%d loads and %d", meta.loads, google.loads)
			}
		})
	}
}

// What a lost worker had not kept is loaded again, by the same cursor if it had one.
func TestResumeFromCursor(t *testing.T) {
	t.Parallel()
	_, _, libraries := two(55, 38)
	run := over(libraries, now)
	first, err := perform(t.Context(), t, run, nil, `{"op":"archive","domain":"a.test","maxLoads":4}`)
	if err != nil || len(first.Creatives) != 40 || first.StoppedBy != ads.ByLoads {
		t.Fatalf(`got error %v, first %+v; want no error, 40 Creatives, StoppedBy "max_loads"`, err, first)
	}
	body := fmt.Sprintf(`{"op":"archive","domain":"a.test","cursor":%q}`, first.NextCursor)
	p := &kept{save: func(save int) error {
		if save == 3 {
			return context.Canceled
		}
		return nil
	}}
	if _, err := perform(t.Context(), t, run, p, body); err == nil {
		t.Fatal("the run went on")
	}
	p.save = nil
	rest, err := perform(t.Context(), t, run, p, body)
	if err != nil || len(rest.Creatives) != 53 || !rest.Coverage.Complete || rest.NextCursor != "" {
		t.Errorf("%v, %d ads, %+v", err, len(rest.Creatives), rest.Archives)
	}
}

// A cancelled job ends its run at the next load.
func TestCancelled(t *testing.T) {
	t.Parallel()
	meta, google, libraries := two(55, 38)
	p := &kept{save: func(int) error { return errs.Of(errs.Cancelled) }}
	if _, err := perform(t.Context(), t, over(libraries, now), p, walkBody); !errs.Is(err, errs.Cancelled) || meta.loads+google.loads != 1 {
		t.Errorf("%v after %d loads", err, meta.loads+google.loads)
	}
}

// The loads are shared, and what one archive does not need is the other's.
func TestLoadsAreShared(t *testing.T) {
	t.Parallel()
	_, _, libraries := two(200, 15)
	got, err := perform(t.Context(), t, over(libraries, now), nil, `{"op":"archive","domain":"a.test","maxLoads":9}`)
	if err != nil || *got.Loads != 9 || *got.Archives[0].Loads != 7 || *got.Archives[1].Loads != 2 || !*got.Archives[1].Exhausted {
		t.Errorf("got error %v, archives %+v; want no error, Loads 9, [0].Loads 7, [1].Loads 2, [1].Exhausted true", err, got.Archives)
	}
	one, err := perform(t.Context(), t, over(libraries, now), nil, `{"op":"archive","domain":"a.test","maxLoads":1}`)
	if err != nil || one.Archives[1].Status != ads.NotAsked || one.StoppedBy != ads.ByLoads || one.Coverage.Complete || one.NextCursor == "" {
		t.Errorf(`got error %v, one %+v; want no error, Archives[1].Status "not_asked", StoppedBy "max_loads", Complete false, a NextCursor`, err, one)
	}
}

// Before the job's time is over it gives what it has, and where to go on.
func TestTimeIsOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		meta, google, libraries := two(300, 0)
		meta.slow, google.slow = 50*time.Second, 50*time.Second
		run := over(libraries, time.Now)
		ctx, cancel := context.WithTimeout(t.Context(), ads.Ceiling)
		defer cancel()
		began := time.Now()
		got, err := perform(ctx, t, run, nil, walkBody)
		if err != nil || got.StoppedBy != ads.ByTime || got.Coverage.Complete || *got.Exhausted || got.NextCursor == "" || len(got.Creatives) != 80 {
			t.Fatalf("%v, %d ads, %+v", err, len(got.Creatives), got)
		}
		if took := time.Since(began); took != ads.Ceiling-20*time.Second {
			t.Errorf("it took %s", took)
		}
		meta.slow, google.slow = 0, 0
		rest, err := perform(t.Context(), t, run, nil, fmt.Sprintf(`{"op":"archive","domain":"a.test","cursor":%q}`, got.NextCursor))
		if err != nil || len(rest.Creatives) != 220 || !rest.Coverage.Complete || rest.Creatives[0].ID != "meta-80" {
			t.Errorf("%v, %d ads, %+v", err, len(rest.Creatives), rest.Archives)
		}
	})
}

func TestNoPageInTime(t *testing.T) {
	t.Parallel()
	for _, body := range []string{walkBody, `{"domain":"a.test"}`} {
		synctest.Test(t, func(t *testing.T) {
			meta, google, libraries := two(30, 30)
			meta.slow, google.slow = time.Hour, time.Hour
			got, err := perform(t.Context(), t, over(libraries, time.Now), nil, body)
			if !errs.Is(err, errs.UpstreamTimeout) {
				t.Errorf(`got error %v, value %+v; want error "upstream_timeout"`, err, got)
			}
		})
	}
}

// The end of the run itself is not told as an archive's failure.
func TestRunIsStopped(t *testing.T) {
	t.Parallel()
	for _, body := range []string{walkBody, `{"domain":"a.test"}`, `{"op":"resolve","domain":"a.test"}`} {
		synctest.Test(t, func(t *testing.T) {
			meta, google, libraries := two(30, 30)
			meta.slow, google.slow = 2*time.Second, 2*time.Second
			stopped := errors.New("stopped")
			ctx, cancel := context.WithCancelCause(t.Context())
			time.AfterFunc(1500*time.Millisecond, func() { cancel(stopped) })
			if got, err := perform(ctx, t, over(libraries, time.Now), nil, body); !errors.Is(err, stopped) {
				t.Errorf("%s: got error %v, value %+v; want error %v", body, err, got, stopped)
			}
		})
	}
}

// What may pass in a moment is tried once more, and counts.
func TestPassingFailures(t *testing.T) {
	t.Parallel()
	limited := func(after time.Duration) error {
		return &errs.Error{Code: errs.UpstreamRateLimited, Message: "slowly", RetryAfter: after}
	}
	cases := map[string]struct {
		err    error
		times  int
		waited time.Duration
		loads  int64
		stop   ads.Stop
	}{
		"away":             {errs.New(errs.ProviderUnavailable, "away"), 1, 3 * time.Second, 4, ""},
		"slow":             {errs.New(errs.UpstreamTimeout, "slow"), 1, 3 * time.Second, 4, ""},
		"limited":          {limited(0), 1, 10 * time.Second, 4, ""},
		"limited, told":    {limited(20 * time.Second), 1, 20 * time.Second, 4, ""},
		"limited for long": {limited(10 * time.Minute), 1, 0, 2, ads.ByFailure},
		"away for long":    {errs.New(errs.ProviderUnavailable, "away"), 9, 3 * time.Second, 3, ads.ByFailure},
		"walled":           {errs.New(errs.UpstreamBlocked, "walled"), 1, 0, 2, ads.ByFailure},
		"gone":             {&errs.Error{Code: errs.ProviderUnavailable, Message: "gone", Permanent: true}, 1, 0, 2, ads.ByFailure},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				meta, _, libraries := two(30, 0)
				meta.fail = func(load int) error {
					if load >= 2 && load < 2+c.times {
						return c.err
					}
					return nil
				}
				began := time.Now()
				got, err := perform(t.Context(), t, over(libraries, time.Now), nil, `{"op":"archive","domain":"a.test","archive":"meta"}`)
				if err != nil {
					t.Fatal(err)
				}
				if *got.Loads != c.loads || got.StoppedBy != c.stop || time.Since(began) != c.waited {
					t.Errorf("%d loads in %s, %+v", *got.Loads, time.Since(began), got)
				}
			})
		})
	}
}

// A walk that an archive breaks off keeps what it has, and goes on where it was.
func TestBrokenOff(t *testing.T) {
	t.Parallel()
	meta, _, libraries := two(45, 20)
	meta.fail = func(load int) error {
		if load == 3 {
			return errs.New(errs.UpstreamBlocked, "walled")
		}
		return nil
	}
	run := over(libraries, now)
	got, err := perform(t.Context(), t, run, nil, walkBody)
	if err != nil || got.StoppedBy != ads.ByFailure || len(got.Creatives) != 40 || got.Archives[0].Status != ads.Blocked || got.Archives[0].Reason != "walled" || got.Coverage.Complete {
		t.Fatalf(`got error %v, value %+v; want no error, StoppedBy "failure", 40 Creatives, Archives[0].Status "blocked", Archives[0].Reason "walled", Complete false`, err, got)
	}
	rest, err := perform(t.Context(), t, run, nil, fmt.Sprintf(`{"op":"archive","domain":"a.test","cursor":%q}`, got.NextCursor))
	if err != nil || len(rest.Creatives) != 25 || !rest.Coverage.Complete || len(rest.Archives) != 1 {
		t.Errorf("%v, %d ads, %+v", err, len(rest.Creatives), rest.Archives)
	}
}

// A cursor whose place the archive no longer knows is said to be so, and is not given again.
func TestStaleCursor(t *testing.T) {
	t.Parallel()
	meta, _, libraries := two(45, 0)
	run := over(libraries, now)
	first, err := perform(t.Context(), t, run, nil, `{"domain":"a.test","limit":10}`)
	if err != nil {
		t.Fatal(err)
	}
	meta.fail = func(int) error { return errs.New(errs.InvalidCursor, "stale") }
	got, err := perform(t.Context(), t, run, nil, fmt.Sprintf(`{"domain":"a.test","cursor":%q}`, first.NextCursor))
	if !errs.Is(err, errs.InvalidCursor) {
		t.Errorf(`got error %v, value %+v; want error "invalid_cursor"`, err, got)
	}
}

// Our own failures are the job's, not an archive's.
func TestOwnFailures(t *testing.T) {
	t.Parallel()
	for _, own := range []error{errors.New("a bug"), errs.New(errs.InternalError, "internal")} {
		for _, body := range []string{walkBody, `{"domain":"a.test"}`} {
			meta, _, libraries := two(45, 20)
			meta.fail = func(int) error { return own }
			if got, err := perform(t.Context(), t, over(libraries, now), nil, body); !errors.Is(err, own) {
				t.Errorf("got error %v, value %+v; want error %v", err, got, own)
			}
		}
	}
}

// Each archive gives its half of a page, or what the other has not.
func TestShares(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ meta, google, limit, wantMeta, wantGoogle int }{
		{50, 50, 30, 15, 15}, {50, 50, 31, 16, 15}, {3, 50, 30, 3, 27}, {50, 4, 30, 26, 4}, {0, 50, 30, 0, 30}, {50, 50, 1, 1, 0}, {2, 3, 30, 2, 3},
	} {
		_, _, libraries := two(c.meta, c.google)
		run := over(libraries, now)
		got, err := perform(t.Context(), t, run, nil, fmt.Sprintf(`{"domain":"a.test","limit":%d}`, c.limit))
		if err != nil || *got.Archives[0].Creatives != int64(c.wantMeta) || *got.Archives[1].Creatives != int64(c.wantGoogle) {
			t.Errorf("%+v: got error %v, archives %+v; want no error, [0].Creatives %v, [1].Creatives %v", c, err, got.Archives, int64(c.wantMeta), int64(c.wantGoogle))
		}
		if done := len(got.Creatives) == c.meta+c.google; done != *got.Exhausted || done != (got.NextCursor == "") {
			t.Errorf("%+v: exhausted %v, %q", c, *got.Exhausted, got.NextCursor)
		}
	}
}

// A page of creatives loads only so many pages, and says so.
func TestPageLoads(t *testing.T) {
	t.Parallel()
	meta, _, libraries := two(500, 0)
	got, err := perform(t.Context(), t, over(libraries, now), nil, `{"domain":"a.test","limit":100}`)
	if err != nil || len(got.Creatives) != 60 || meta.loads != 6 || *got.Exhausted || got.NextCursor == "" {
		t.Errorf("%v, %d ads, %d loads", err, len(got.Creatives), meta.loads)
	}
}

// Details that cannot be had leave the ads as their list told.
func TestDetails(t *testing.T) {
	t.Parallel()
	meta, google, libraries := two(10, 10)
	meta.fail = func(load int) error {
		switch load {
		case 3:
			return &errs.Error{Code: errs.TargetError, Message: "gone", Permanent: true}
		case 5:
			return errs.New(errs.UpstreamBlocked, "walled")
		}
		return nil
	}
	got, err := perform(t.Context(), t, over(libraries, now), nil, `{"domain":"a.test","options":{"details":true}}`)
	if err != nil || len(got.Creatives) != 20 || meta.loads != 5 || google.loads != 11 || *got.Loads != 16 {
		t.Fatalf("%v, %d and %d loads, %+v", err, meta.loads, google.loads, got)
	}
	with := 0
	for _, ad := range got.Creatives {
		with += len(ad.Countries)
	}
	if with != 2+10 || got.Archives[0].Status != ads.OK || got.Archives[0].Reason != "Details of 7 ads are missing: walled" || got.Archives[1].Reason != "" {
		t.Errorf("%d with details, %+v", with, got.Archives)
	}
}
