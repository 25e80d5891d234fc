package webtest

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Receiver takes webhooks and keeps them for a test to read. It answers what it was
// told to, in order, and 204 when nothing more was said. It is safe for concurrent use.
type Receiver struct {
	mu       sync.Mutex
	received []Received
	answers  []Answer
	fallback Answer
	arrived  chan struct{} // closed and replaced at each arrival
	now      func() time.Time
}

// Received is one request as it came.
type Received struct {
	Method string
	Path   string
	Host   string
	Header http.Header
	Body   []byte // the raw bytes, which are what a signature covers
	At     time.Time
}

// Answer is what a receiver does with one request.
type Answer struct {
	Status     int           // 204 when zero
	Delay      time.Duration // before the answer; cut short when the client leaves
	Hang       bool          // never answers: holds the request until the client leaves
	Location   string        // for a redirect
	RetryAfter int           // seconds; 0 sends no header
	Body       string
}

// NewReceiver returns a receiver with its first answers.
func NewReceiver(answers ...Answer) *Receiver {
	return &Receiver{
		answers:  answers,
		fallback: Answer{Status: http.StatusNoContent},
		arrived:  make(chan struct{}),
		now:      time.Now,
	}
}

// Answer queues answers behind those that are not used yet.
func (r *Receiver) Answer(answers ...Answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answers = append(r.answers, answers...)
}

// Always sets the answer for when the queue is empty.
func (r *Receiver) Always(a Answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fallback = a
}

// Received returns what has come so far, in the order of arrival.
func (r *Receiver) Received() []Received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Received(nil), r.received...)
}

// Wait returns what has come as soon as it is n requests or more, or with the
// context's error what had come until then.
func (r *Receiver) Wait(ctx context.Context, n int) ([]Received, error) {
	for {
		r.mu.Lock()
		arrived, got := r.arrived, append([]Received(nil), r.received...)
		r.mu.Unlock()
		if len(got) >= n {
			return got, nil
		}
		select {
		case <-arrived:
		case <-ctx.Done():
			return got, context.Cause(ctx)
		}
	}
}

// Site is a host of which every path is the receiver, for New and Start.
func (r *Receiver) Site(host string) Site {
	return Site{Host: host, Title: "Webhook receiver", Rest: r.ServeHTTP}
}

// ServeHTTP records the request and gives the next answer.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // the client left in the middle: nothing was received
	}
	a := r.record(Received{
		Method: req.Method,
		Path:   req.URL.RequestURI(),
		Host:   req.Host,
		Header: req.Header.Clone(),
		Body:   body,
	})
	if !a.wait(req.Context()) {
		return
	}
	if a.Location != "" {
		w.Header().Set("Location", a.Location)
	}
	if a.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(a.RetryAfter))
	}
	w.WriteHeader(a.Status)
	_, _ = io.WriteString(w, a.Body)
}

// record keeps a request and takes its answer from the queue, in one step, so that
// the nth request gets the nth answer.
func (r *Receiver) record(got Received) Answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	got.At = r.now()
	r.received = append(r.received, got)
	close(r.arrived)
	r.arrived = make(chan struct{})

	a := r.fallback
	if len(r.answers) > 0 {
		a, r.answers = r.answers[0], r.answers[1:]
	}
	if a.Status == 0 {
		a.Status = http.StatusNoContent
	}
	return a
}

// wait holds an answer back as long as it says; false when the client left first.
func (a Answer) wait(ctx context.Context) bool {
	if a.Hang {
		<-ctx.Done()
		return false
	}
	return pause(ctx, a.Delay)
}

// pause waits for d; false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
