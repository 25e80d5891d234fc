package api

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/token"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// Store is what the handlers need of the database.
type Store interface {
	Tokens
	Jobs
	Crawls
	Account
	Webhooks
}

// Tokens checks who calls.
type Tokens interface {
	Authorize(ctx context.Context, t token.Token, b ratelimit.Bucket) (*store.Principal, ratelimit.Position, error)
}

// Jobs admits, finds and ends jobs.
type Jobs interface {
	Admit(ctx context.Context, a store.Admission) (j *job.Job, replayed bool, err error)
	AdmitBatch(ctx context.Context, b store.BatchAdmission) error
	JobOfKey(ctx context.Context, org, key string) (*job.Job, error)
	BatchKeys(ctx context.Context, org, key string) (*store.BatchKeys, error)
	Cached(ctx context.Context, org, hash string, maxAge time.Duration) (store.CacheEntry, bool, error)
	Job(ctx context.Context, org, id string) (*job.Job, error)
	JobsOf(ctx context.Context, org string, ids []string) ([]*job.Job, error)
	Batch(ctx context.Context, org, id string) (*store.Batch, error)
	Batches(ctx context.Context, q store.BatchQuery) (list []*store.Batch, next string, err error)
	Finish(ctx context.Context, j *job.Job, o store.Outcome) (bool, error)
}

// Crawls admits and finds crawls, and moves them on.
type Crawls interface {
	AdmitCrawl(ctx context.Context, a store.CrawlAdmission) (c *store.Crawl, replayed bool, err error)
	Crawl(ctx context.Context, org, id string) (*store.Crawl, error)
	Crawls(ctx context.Context, q store.CrawlQuery) (list []*store.Crawl, next string, err error)
	CrawlOfKey(ctx context.Context, org, key string) (*store.Crawl, error)
	AdvanceCrawl(ctx context.Context, c *store.Crawl, step store.CrawlStep) (bool, error)
	CrawlPages(ctx context.Context, c *store.Crawl, from int64, most int) ([]*job.Job, error)
	Samples(ctx context.Context, c *store.Crawl) (map[string][]string, error)
	Duplicates(ctx context.Context, c *store.Crawl, rules *frontier.Rules, jobs []*job.Job) (map[int64]int64, error)
	Parts(ctx context.Context, c *store.Crawl, from int64, most int) ([]store.ExportPart, error)
}

// Account reports what an organization has and spent.
type Account interface {
	Balance(ctx context.Context, org string, shards int, consistent bool) (store.Balance, error)
	Usage(ctx context.Context, org string, since time.Time) ([]store.ActionUsage, error)
	Requests(ctx context.Context, q store.RequestQuery) (jobs []*job.Job, next string, err error)
}

// Webhooks keeps endpoints and their deliveries.
type Webhooks interface {
	EndpointByURL(ctx context.Context, org, url string) (*store.Endpoint, error)
	RegisterEndpoint(ctx context.Context, e *store.Endpoint) (stored *store.Endpoint, created bool, err error)
	Endpoint(ctx context.Context, org, id string) (*store.Endpoint, error)
	Endpoints(ctx context.Context, q store.EndpointQuery) (list []*store.Endpoint, next string, err error)
	UpdateEndpoint(ctx context.Context, org, id string, c store.EndpointChange) (*store.Endpoint, error)
	RotateSecret(ctx context.Context, org, id, secret string, grace time.Duration) (*store.Endpoint, error)
	DeleteEndpoint(ctx context.Context, org, id string) error

	Delivery(ctx context.Context, org, id string) (*store.Delivery, error)
	Deliveries(ctx context.Context, q store.DeliveryQuery) (list []*store.Delivery, next string, err error)
	PutDelivery(ctx context.Context, d *store.Delivery) error
}
