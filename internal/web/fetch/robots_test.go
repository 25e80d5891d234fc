package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// withRobots serves a robots.txt for each host and a page everywhere else. It
// counts how often robots.txt was asked for.
func withRobots(t *testing.T, answer http.HandlerFunc, change ...func(*fetch.Config)) (*site, *atomic.Int64) {
	t.Helper()
	var count atomic.Int64
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			count.Add(1)
			answer(w, r)
		case "/to-denied":
			http.Redirect(w, r, "http://b.test/denied", http.StatusFound)
		}
	}), change...)
	return s, &count
}

func TestRespectRobots(t *testing.T) {
	t.Parallel()
	s, count := withRobots(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.Host, "b.") {
			_, _ = w.Write([]byte("User-agent: QuarryBot\nDisallow: /denied\n"))
			return
		}
		w.WriteHeader(http.StatusNotFound)
	})
	s.get(t, fetch.Request{URL: "http://b.test/allowed", RespectRobots: true})
	s.get(t, fetch.Request{URL: "http://b.test/denied"})
	s.refuse(t, fetch.Request{URL: "http://b.test/denied", RespectRobots: true}, errs.UpstreamBlocked, "robots.txt of b.test disallows this address")
	s.refuse(t, fetch.Request{URL: "http://a.test/to-denied", RespectRobots: true}, errs.UpstreamBlocked, "respectRobots")
	if count.Load() != 2 {
		t.Errorf("robots.txt was asked for %d times", count.Load())
	}
}

func TestRobotsStatuses(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		answer  http.HandlerFunc
		code    errs.Code
		message string
	}{
		"404":           {status(404), "", ""},
		"401":           {status(401), "", ""},
		"204":           {status(204), "", ""},
		"500":           {status(500), errs.UpstreamBlocked, "status 500"},
		"429":           {status(429), errs.UpstreamBlocked, "status 429"},
		"redirect loop": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/robots.txt", http.StatusFound) }, "", ""},
		"redirect in": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://10.0.0.1/", http.StatusFound)
		}, errs.InvalidTarget, "10.0.0.1"},
		"cut": {func(w http.ResponseWriter, _ *http.Request) { abort(w, "") }, errs.TargetError, "broke the connection"},
		"a large one": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(strings.Repeat("# nothing\n", 1<<18) + "User-agent: *\nDisallow: /\n"))
		}, "", ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := withRobots(t, tc.answer)
			r := fetch.Request{URL: "http://a.test/", RespectRobots: true}
			if tc.code == "" {
				s.get(t, r)
				return
			}
			s.refuse(t, r, tc.code, tc.message)
		})
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func TestRobotsAge(t *testing.T) {
	t.Parallel()
	var clock atomic.Int64
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s, count := withRobots(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.Host, "bad.") {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}, func(c *fetch.Config) {
		c.Now = func() time.Time { return start.Add(time.Duration(clock.Load())) }
	})
	for _, step := range []struct {
		url  string
		at   time.Duration
		want int64
	}{
		{"http://good.test/", 0, 1},
		{"http://good.test/x", 59 * time.Minute, 1},
		{"http://good.test/", time.Hour, 2},
		{"http://good.test:443/", time.Hour, 3}, // another origin
		{"http://bad.test/", time.Hour, 4},
		{"http://bad.test/", time.Hour + 29*time.Second, 4},
		{"http://bad.test/", time.Hour + 30*time.Second, 5},
	} {
		clock.Store(int64(step.at))
		_, _ = s.client.Do(t.Context(), fetch.Request{URL: step.url, RespectRobots: true, NoRetry: true})
		if count.Load() != step.want {
			t.Errorf("%s at %s: asked for %d times, want %d", step.url, step.at, count.Load(), step.want)
		}
	}
}

func TestRobotsIsAskedForOnce(t *testing.T) {
	t.Parallel()
	s, count := withRobots(t, status(404))
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() { s.get(t, fetch.Request{URL: fmt.Sprintf("http://a.test/%d", i), RespectRobots: true}) })
	}
	group.Wait()
	if count.Load() != 1 {
		t.Errorf("asked for %d times", count.Load())
	}
}

// TestRobotsAfterCancel cancels the one who fetches while another waits: the other
// fetches anew.
func TestRobotsAfterCancel(t *testing.T) {
	t.Parallel()
	asked, proceed := make(chan struct{}, 2), make(chan struct{})
	s, count := withRobots(t, func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		select {
		case <-proceed:
		case <-r.Context().Done():
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		if _, err := s.client.Do(ctx, fetch.Request{URL: "http://a.test/", RespectRobots: true}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	<-asked
	group.Go(func() { s.get(t, fetch.Request{URL: "http://a.test/", RespectRobots: true}) })
	cancel()
	<-asked
	close(proceed)
	group.Wait()
	if count.Load() != 2 {
		t.Errorf("asked for %d times", count.Load())
	}
}

func TestRobotsFile(t *testing.T) {
	t.Parallel()
	s, _ := withRobots(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("Sitemap: https://a.test/map.xml\nUser-agent: *\nCrawl-delay: 2\n"))
	})
	u, err := egress.Parse("http://a.test/x")
	if err != nil {
		t.Fatal(err)
	}
	file, err := s.client.Robots(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Sitemaps) != 1 || file.CrawlDelay != 2*time.Second {
		t.Errorf("got %+v", file)
	}
}

// TestRobotsCacheIsBounded visits more origins than are remembered.
func TestRobotsCacheIsBounded(t *testing.T) {
	t.Parallel()
	s, count := withRobots(t, status(404))
	visit := func(i int) {
		s.get(t, fetch.Request{URL: fmt.Sprintf("http://h%d.test/", i), RespectRobots: true, HeadersOnly: true})
	}
	for i := range 520 {
		visit(i)
	}
	visit(519) // still known
	visit(0)   // long forgotten
	if count.Load() != 521 {
		t.Errorf("asked for %d times", count.Load())
	}
}
