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

// receivers are endpoints under h0.hooks.test and so on.
type receivers struct {
	mu    sync.Mutex
	took  times // from the job's end to the arrival, at those that respond
	hung  int   // posts to those that hang
	stuck chan struct{}
}

func hangs(endpoint int) bool { return endpoint%10 < hanging }

func (r *receivers) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	var e event.Event
	name, _, _ := strings.Cut(strings.TrimPrefix(req.Host, "h"), ".")
	endpoint, err := strconv.Atoi(name)
	if err != nil || json.NewDecoder(req.Body).Decode(&e) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	arrived := time.Now()
	if hangs(endpoint) {
		r.mu.Lock()
		r.hung++
		r.mu.Unlock()
		select {
		case <-req.Context().Done():
		case <-r.stuck:
		}
		return
	}
	r.mu.Lock()
	r.took = append(r.took, arrived.Sub(*e.Data.CompletedAt))
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
	return nil
}

func measureEndpoints(ctx context.Context, p plan, endpoints int) error {
	r := &receivers{stuck: make(chan struct{})}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: r, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	defer func() {
		close(r.stuck)
		_ = server.Close()
	}()
	s, err := start(ctx, p, "*.hooks.test="+listener.Addr().String())
	if err != nil {
		return err
	}
	defer s.stop()
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
	url := func(n int) string { return fmt.Sprintf("http://h%d.hooks.test/", n) }
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
