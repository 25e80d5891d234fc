package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/serve/webhook/event"
)

const (
	// hanging of ten endpoints never respond.
	hanging = 3
	// settle bounds the wait for the events that are still under way.
	settle = 30 * time.Second
)

// receivers are endpoints h0.example and so on: each is of a domain of its own, as receivers of different owners are.
type receivers struct {
	mu    sync.Mutex
	took  times // from the job's end to the arrival, at those that respond
	hung  int   // posts to those that hang
	stuck chan struct{}
	// takes is how long an endpoint takes to respond; forever is not at all.
	takes func(endpoint int) time.Duration
}

// forever is longer than any measurement.
const forever = time.Hour

func hangs(endpoint int) bool { return endpoint%10 < hanging }

// some of the endpoints hang, and the others respond at once.
func some(endpoint int) time.Duration {
	if hangs(endpoint) {
		return forever
	}
	return 0
}

func (r *receivers) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var e event.Event
	name, _, _ := strings.Cut(strings.TrimPrefix(req.Host, "h"), ".")
	endpoint, err := strconv.Atoi(name)
	if err != nil || json.NewDecoder(req.Body).Decode(&e) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	arrived := time.Now()
	if takes := r.takes(endpoint); takes > 0 {
		r.mu.Lock()
		r.hung++
		r.mu.Unlock()
		select {
		case <-time.After(takes):
			w.WriteHeader(http.StatusNoContent)
		case <-req.Context().Done():
		case <-r.stuck:
		}
		return
	}
	r.mu.Lock()
	r.took = append(r.took, arrived.Sub(e.Data.CompletedAt.Time))
	r.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

func (r *receivers) arrived() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.took)
}

// measureWebhooks sends events to endpoints of which three in ten hang, and measures how
// late they reach the others.
func measureWebhooks(ctx context.Context, p plan) error {
	fmt.Printf("events to endpoints of which %d in 10 never respond, %d a second for %s\n", hanging, p.rate, p.hooks)
	fmt.Printf("  %9s %10s %8s %8s %s\n", "endpoints", "to healthy", "arrived", "to hung", timesHead)
	for _, n := range []int{300, 1000} {
		if err := measureEndpoints(ctx, p, n); err != nil {
			return err
		}
	}
	return measureNeighbour(ctx, p)
}

// serve begins receivers and a service that reaches them; end ends both.
func (r *receivers) serve(ctx context.Context, p plan) (s *service, end func(), err error) {
	r.stuck = make(chan struct{})
	address, leave, err := listen(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	s, err = start(ctx, p, "*.example="+address)
	if err != nil {
		leave()
		return nil, nil, err
	}
	return s, func() {
		close(r.stuck)
		s.stop()
		leave()
	}, nil
}

// listen serves a handler on loopback.
func listen(ctx context.Context, h http.Handler) (address string, end func(), err error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	return listener.Addr().String(), func() { _ = server.Close() }, nil
}

func measureEndpoints(ctx context.Context, p plan, endpoints int) error {
	r := &receivers{takes: some}
	s, end, err := r.serve(ctx, p)
	if err != nil {
		return err
	}
	defer end()
	sent, err := r.feed(ctx, s, p, endpoints)
	if err != nil {
		return err
	}
	for end := time.Now().Add(settle); r.arrived() < sent && time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(r.took)
	fmt.Printf("  %9d %10d %8d %8d %s\n", endpoints, sent, len(r.took), r.hung, r.took)
	return nil
}

// feed makes cached jobs, each of which ends at once and posts to an endpoint at random. It
// returns how many events went to endpoints that respond.
func (r *receivers) feed(ctx context.Context, s *service, p plan, endpoints int) (healthy int, err error) {
	if _, err := s.scrape(ctx, `{"url":"http://article.test/","cacheTtlSec":86400}`); err != nil {
		return 0, err
	}
	url := func(n int) string { return fmt.Sprintf("http://h%d.example/", n) }
	for n := range endpoints {
		if err := s.ask(ctx, http.MethodPost, "/v1/public/webhooks/endpoints", `{"url":"`+url(n)+`"}`, nil); err != nil {
			return 0, err
		}
	}
	var wait sync.WaitGroup
	defer wait.Wait()
	failures := make(chan error, 1)
	tick := time.NewTicker(time.Second / time.Duration(p.rate))
	defer tick.Stop()
	for range int(p.hooks.Seconds() * float64(p.rate)) {
		select {
		case <-tick.C:
		case err := <-failures:
			return 0, err
		}
		n := rand.IntN(endpoints)
		if !hangs(n) {
			healthy++
		}
		wait.Go(func() {
			if _, err := s.scrape(ctx, `{"url":"http://article.test/","cacheTtlSec":86400,"webhookUrl":"`+url(n)+`"}`); err != nil {
				select {
				case failures <- err:
				default:
				}
			}
		})
	}
	return healthy, nil
}

const (
	// slowTakes is how long the slow one of two endpoints takes, and slowJobs how many events
	// it gets at once.
	slowTakes, slowJobs = 14 * time.Second, 150
	// neighbourEvery is the time between the events of the other one.
	neighbourEvery, neighbourFor = 250 * time.Millisecond, 30 * time.Second
)

// measureNeighbour sends many events at once to an endpoint that takes nearly as long as it
// may, and measures how late those of another one are meanwhile.
func measureNeighbour(ctx context.Context, p plan) error {
	r := &receivers{takes: func(endpoint int) time.Duration {
		if endpoint == 0 {
			return slowTakes
		}
		return 0
	}}
	s, end, err := r.serve(ctx, p)
	if err != nil {
		return err
	}
	defer end()
	job := func(endpoint int) string {
		return fmt.Sprintf(`{"url":"http://article.test/","cacheTtlSec":86400,"webhookUrl":"http://h%d.example/"}`, endpoint)
	}
	if _, err := s.scrape(ctx, job(1)); err != nil {
		return err
	}
	for range slowJobs {
		if _, err := s.scrape(ctx, job(0)); err != nil {
			return err
		}
	}
	tick := time.NewTicker(neighbourEvery)
	defer tick.Stop()
	sent := 1
	for finish := time.Now().Add(neighbourFor); time.Now().Before(finish); <-tick.C {
		if _, err := s.scrape(ctx, job(1)); err != nil {
			return err
		}
		sent++
	}
	for end := time.Now().Add(settle); r.arrived() < sent && time.Now().Before(end); {
		time.Sleep(100 * time.Millisecond)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(r.took)
	fmt.Printf("%d events at once to an endpoint that takes %s, and one each %s to its neighbour\n", slowJobs, slowTakes, neighbourEvery)
	fmt.Printf("  %10s %8s %8s %s\n", "to it", "arrived", "to slow", timesHead)
	fmt.Printf("  %10d %8d %8d %s\n", sent, len(r.took), r.hung, r.took)
	return nil
}
