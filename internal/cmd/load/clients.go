package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// times are how long calls took.
type times []time.Duration

// share returns the time that so many of a hundred calls did not exceed.
func (t times) share(percent float64) time.Duration {
	if len(t) == 0 {
		return 0
	}
	return t[min(len(t)-1, int(float64(len(t))*percent/100))]
}

func (t times) String() string {
	ms := func(d time.Duration) string { return fmt.Sprintf("%9.1f", float64(d)/float64(time.Millisecond)) }
	return ms(t.share(50)) + ms(t.share(95)) + ms(t.share(99)) + ms(t.share(100))
}

const timesHead = "   p50 ms   p95 ms   p99 ms   max ms"

// repeat has so many clients call for so long, each again as soon as it is answered.
func repeat(ctx context.Context, clients int, long time.Duration, call func(context.Context) error) (times, error) {
	until, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	var mu sync.Mutex
	var all times
	var failure error
	var wait sync.WaitGroup
	for range clients {
		wait.Go(func() {
			for until.Err() == nil {
				begin := time.Now()
				err := call(ctx)
				mu.Lock()
				all = append(all, time.Since(begin))
				if err != nil && failure == nil {
					failure = err
					cancel()
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	slices.Sort(all)
	return all, failure
}

// measureCalls lets 1, 32 and 128 clients make jobs, have cached ones and poll.
func measureCalls(ctx context.Context, p plan) error {
	s, err := start(ctx, p)
	if err != nil {
		return err
	}
	defer s.stop()
	job, err := s.scrape(ctx, `{"url":"http://article.test/","cacheTtlSec":86400}`)
	if err != nil {
		return err
	}
	fmt.Printf("calls to quarry local, %s for each row\n", p.each)
	fmt.Printf("  %-8s %8s %8s %s %12s\n", "call", "clients", "per s", timesHead, "cpu ms")
	for _, c := range []struct {
		name string
		call func(context.Context) error
	}{
		{"create", func(ctx context.Context) error {
			_, err := s.scrape(ctx, `{"url":"http://article.test/"}`)
			return err
		}},
		{"cached", func(ctx context.Context) error {
			_, err := s.scrape(ctx, `{"url":"http://article.test/","cacheTtlSec":86400}`)
			return err
		}},
		{"poll", func(ctx context.Context) error { return s.ask(ctx, http.MethodGet, "/v1/public/jobs/"+job, "", nil) }},
	} {
		for _, clients := range []int{1, 32, 128} {
			before := s.used()
			begin := time.Now()
			all, err := repeat(ctx, clients, p.each, c.call)
			if err != nil {
				return err
			}
			took := time.Since(begin)
			cpu := float64(s.used().cpu-before.cpu) / float64(time.Millisecond) / float64(len(all))
			fmt.Printf("  %-8s %8d %8.1f %s %12.2f\n", c.name, clients, float64(len(all))/took.Seconds(), all, cpu)
		}
	}
	fmt.Println("  (the last column is processor time of a call, of the whole service)")
	return nil
}

// scrape makes a job, waits for its end and returns its id.
func (s *service) scrape(ctx context.Context, body string) (string, error) {
	var made struct {
		JobID  string `json:"jobId"`
		Status string `json:"status"`
	}
	if err := s.ask(ctx, http.MethodPost, "/v1/public/scrape", body, &made); err != nil {
		return "", err
	}
	if made.Status != "succeeded" {
		return "", fmt.Errorf("%s is %s", made.JobID, made.Status)
	}
	return made.JobID, nil
}
