package paging_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarryapi/quarry/internal/sources/paging"
)

var (
	errAway = errors.New("away")
	errOver = errors.New("over")
)

// list is a walk over numbered pages, which is recorded.
type list struct {
	failAt int // the page that fails, from 1 on; 0 none does
	last   int // the page that ends the walk; 0 none does
	asked  []int
	kept   []int
}

func (l *list) walk(most int) paging.Walk[int] {
	return paging.Walk[int]{
		Most: most,
		Kept: func() bool { return len(l.kept) > 0 },
		Read: func(context.Context) (int, error) {
			l.asked = append(l.asked, len(l.asked)+1)
			if len(l.asked) == l.failAt {
				return 0, errAway
			}
			return len(l.asked), nil
		},
		Take: func(page int) bool {
			l.kept = append(l.kept, page)
			return page == l.last
		},
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		list
		most int
		want paging.End
		err  error
		kept []int
	}{
		"is ended":              {list{last: 2}, 5, paging.End{Taken: true}, nil, []int{1, 2}},
		"is ended at the bound": {list{last: 2}, 2, paging.End{Taken: true}, nil, []int{1, 2}},
		"comes to the bound":    {list{}, 3, paging.End{}, nil, []int{1, 2, 3}},
		"may not begin":         {list{}, 0, paging.End{}, nil, nil},
		"fails at once":         {list{failAt: 1}, 5, paging.End{}, errAway, nil},
		"fails later":           {list{failAt: 3}, 5, paging.End{Early: errAway}, nil, []int{1, 2}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.walk(c.most).Run(t.Context())
			if !errors.Is(err, c.err) {
				t.Errorf("got error %v, want %v", err, c.err)
			}
			if diff := cmp.Diff(c.want, got, cmpopts.EquateErrors()); diff != "" {
				t.Errorf("the end differs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.kept, c.list.kept); diff != "" {
				t.Errorf("what was kept differs (-want +got):\n%s", diff)
			}
			if reads := len(c.asked); reads > c.most {
				t.Errorf("got %d reads, want at most %d", reads, c.most)
			}
		})
	}
}

// Who has nothing yet by its own measure loses nothing by an error.
func TestNothingKept(t *testing.T) {
	t.Parallel()
	l := list{failAt: 2}
	w := l.walk(5)
	w.Kept = func() bool { return false }
	if end, err := w.Run(t.Context()); !errors.Is(err, errAway) || end != (paging.End{}) {
		t.Errorf("got %+v and error %v, want no end and %v", end, err, errAway)
	}
}

// The end of the context is an error, whether the page that was being read came or not.
func TestContextEnds(t *testing.T) {
	t.Parallel()
	for name, failure := range map[string]error{"the page comes": nil, "the page fails": errAway} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancelCause(t.Context())
			l := list{}
			w := l.walk(5)
			w.Read = func(context.Context) (int, error) {
				if len(l.kept) == 1 {
					cancel(errOver)
					return 2, failure
				}
				return 1, nil
			}
			if end, err := w.Run(ctx); !errors.Is(err, errOver) || end != (paging.End{}) || len(l.kept) != 1 {
				t.Errorf("got %+v, error %v and %v kept; want no end, %v and the first page", end, err, l.kept, errOver)
			}
		})
	}
}

// A walk's own time ends it early, with the cause that it names.
func TestTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ over, want error }{"named": {errOver, errOver}, "unnamed": {nil, context.DeadlineExceeded}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := list{}
				w := l.walk(5)
				w.Time, w.Over = time.Minute, c.over
				w.Read = func(ctx context.Context) (int, error) {
					select {
					case <-time.After(40 * time.Second):
						return 1, nil
					case <-ctx.Done():
						return 0, context.Cause(ctx)
					}
				}
				began := time.Now()
				end, err := w.Run(t.Context())
				if err != nil || !errors.Is(end.Early, c.want) || !end.Late || end.Taken || time.Since(began) != time.Minute {
					t.Errorf("got %+v and error %v after %s, want an early end by %v after a minute", end, err, time.Since(began), c.want)
				}
			})
		})
	}
}

// A failure within the time is not late.
func TestNotLate(t *testing.T) {
	t.Parallel()
	l := list{failAt: 2}
	w := l.walk(5)
	w.Time = time.Hour
	if end, err := w.Run(t.Context()); err != nil || end.Late || !errors.Is(end.Early, errAway) {
		t.Errorf("got %+v and error %v, want an early end by %v", end, err, errAway)
	}
}

func TestSeen(t *testing.T) {
	t.Parallel()
	seen := paging.Seen{"before": true}
	for i, want := range []bool{false, true, false} {
		if got := seen.First([]string{"before", "new", "new"}[i]); got != want {
			t.Errorf("key %d: got first %v, want %v", i, got, want)
		}
	}
}
