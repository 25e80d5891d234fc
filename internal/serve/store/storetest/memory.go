package storetest

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/serve/queue"
)

// Blobs is a bucket in memory.
type Blobs struct {
	mu      sync.Mutex
	objects map[string][]byte
}

// Put stores an object.
func (b *Blobs) Put(_ context.Context, key string, packed []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.objects == nil {
		b.objects = map[string][]byte{}
	}
	b.objects[key] = packed
	return nil
}

// Get reads an object.
func (b *Blobs) Get(_ context.Context, key string) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	packed, ok := b.objects[key]
	if !ok {
		return nil, errors.New("no object " + key)
	}
	return packed, nil
}

// URL returns a link that leads nowhere.
func (b *Blobs) URL(_ context.Context, key string, _ time.Duration) (string, error) {
	return "http://blobs.test/" + key, nil
}

// Queue keeps what is sent until it is taken.
type Queue struct {
	mu         sync.Mutex
	jobs       []queue.Job
	deliveries []Sent
	crawls     []queue.Crawl
	held       int
	// Fail, when set, is what sends return instead of keeping the message.
	Fail func() error
}

// Sent is a delivery that was sent, and how long it was to be held back.
type Sent struct {
	queue.Delivery
	Delay time.Duration
}

// SendJob keeps a job's message.
func (q *Queue) SendJob(_ context.Context, _ string, m queue.Job, _ time.Duration) error {
	return q.keep(func() { q.jobs = append(q.jobs, m) })
}

// SendJobs keeps the messages of many jobs.
func (q *Queue) SendJobs(_ context.Context, _ string, jobs []queue.Job) error {
	return q.keep(func() { q.jobs = append(q.jobs, jobs...) })
}

// Hold adds so many messages of others to those that wait.
func (q *Queue) Hold(messages int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.held = messages
}

// Waiting is how many messages were sent and not taken; all workers share a queue.
func (q *Queue) Waiting(_ context.Context, name string) (n int, err error) {
	err = q.keep(func() {
		if n = len(q.jobs) + q.held; name == queue.Deliveries {
			n = len(q.deliveries) + q.held
		}
	})
	return n, err
}

// SendDelivery keeps a delivery's message.
func (q *Queue) SendDelivery(_ context.Context, m queue.Delivery, delay time.Duration) error {
	return q.keep(func() { q.deliveries = append(q.deliveries, Sent{m, delay}) })
}

// SendCrawl keeps a crawl's message.
func (q *Queue) SendCrawl(_ context.Context, m queue.Crawl, _ time.Duration) error {
	return q.keep(func() { q.crawls = append(q.crawls, m) })
}

// Crawls takes the crawls that were sent.
func (q *Queue) Crawls() []queue.Crawl {
	q.mu.Lock()
	defer q.mu.Unlock()
	taken := q.crawls
	q.crawls = nil
	return taken
}

func (q *Queue) keep(add func()) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.Fail != nil {
		if err := q.Fail(); err != nil {
			return err
		}
	}
	add()
	return nil
}

// Jobs takes the jobs that were sent.
func (q *Queue) Jobs() []queue.Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	taken := q.jobs
	q.jobs = nil
	return taken
}

// Deliveries takes the deliveries that were sent.
func (q *Queue) Deliveries() []Sent {
	q.mu.Lock()
	defer q.mu.Unlock()
	taken := q.deliveries
	q.deliveries = nil
	return taken
}
