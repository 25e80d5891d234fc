package store

import (
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

const (
	// sendGrace is how long a queued job may go without a claim before the sweeper
	// sends it again: a lost send is recovered within this plus a minute.
	sendGrace = 45 * time.Second
)

// jobItem is a job's row. Times are Unix milliseconds, ttl Unix seconds.
type jobItem struct {
	PK        string `dynamodbav:"pk"`
	SK        string `dynamodbav:"sk"`
	Entity    string `dynamodbav:"entity"`
	ID        string `dynamodbav:"id"`
	Org       string `dynamodbav:"org"`
	Workspace string `dynamodbav:"workspace,omitempty"`
	Token     string `dynamodbav:"token,omitempty"`
	Request   string `dynamodbav:"request,omitempty"`
	Kind      string `dynamodbav:"kind"`
	Worker    string `dynamodbav:"worker"`
	Status    string `dynamodbav:"status"`
	Input     string `dynamodbav:"input"`
	Sealed    []byte `dynamodbav:"sealed,omitempty"`
	InputMAC  string `dynamodbav:"inputMac,omitempty"`
	Target    string `dynamodbav:"target,omitempty"`
	BodyHash  string `dynamodbav:"bodyHash,omitempty"`

	Action   string `dynamodbav:"action"`
	Units    int    `dynamodbav:"units"`
	Credits  int64  `dynamodbav:"credits"`
	Refunded int64  `dynamodbav:"refunded,omitempty"`
	Unneeded int64  `dynamodbav:"unneeded,omitempty"`
	Shard    int    `dynamodbav:"shard"`
	Shards   int    `dynamodbav:"shards,omitempty"` // of the wallet, when it was charged
	Batch    string `dynamodbav:"batch,omitempty"`  // whose debit is that of the job

	CacheKey string        `dynamodbav:"cacheKey,omitempty"`
	Cached   bool          `dynamodbav:"cached,omitempty"`
	Webhook  *subscription `dynamodbav:"webhook,omitempty"`

	Attempts   int    `dynamodbav:"attempts"`
	Fence      int64  `dynamodbav:"fence"`
	LeaseUntil int64  `dynamodbav:"leaseUntil,omitempty"`
	Claim      string `dynamodbav:"claim,omitempty"`    // random, of the newest claim
	AgainAt    int64  `dynamodbav:"againAt,omitempty"`  // when its message comes that was postponed last
	PutOff     string `dynamodbav:"putOff,omitempty"`   // random, of that postponement
	QueuedAt   int64  `dynamodbav:"queuedAt,omitempty"` // when a claim was given back or handed over last
	Seats      int    `dynamodbav:"seats,omitempty"`    // rows of the wallet that have places; 0 for all
	HandedOver string `dynamodbav:"handedOver,omitempty"`
	Spent      int64  `dynamodbav:"spent,omitempty"` // by the function that handed it over

	Progress *progress `dynamodbav:"progress,omitempty"`

	Page  *pageOf `dynamodbav:"page,omitempty"`
	Found []byte  `dynamodbav:"found,omitempty"`

	Result *resultRef `dynamodbav:"result,omitempty"`
	Error  *failure   `dynamodbav:"error,omitempty"`
	Meta   string     `dynamodbav:"meta,omitempty"`

	CreatedAt   int64 `dynamodbav:"createdAt"`
	StartedAt   int64 `dynamodbav:"startedAt,omitempty"`
	CompletedAt int64 `dynamodbav:"completedAt,omitempty"`
	ExpiresAt   int64 `dynamodbav:"expiresAt"`

	DuePK    string `dynamodbav:"duePk,omitempty"`
	DueAt    int64  `dynamodbav:"dueAt,omitempty"`
	RecentPK string `dynamodbav:"recentPk,omitempty"`
	RecentID string `dynamodbav:"recentId,omitempty"`
	TTL      int64  `dynamodbav:"ttl"`
}

type subscription struct {
	Endpoint string `dynamodbav:"endpoint"`
	URL      string `dynamodbav:"url"`
	Events   string `dynamodbav:"events,omitempty"`
	Form     *form  `dynamodbav:"form,omitempty"`
}

// form is another service's form of events.
type form struct {
	Name     string `dynamodbav:"name"`
	Metadata string `dynamodbav:"metadata,omitempty"`
}

func newForm(f *job.Form) *form {
	if f == nil {
		return nil
	}
	return &form{f.Name, string(f.Metadata)}
}

func (r *form) form() *job.Form {
	if r == nil {
		return nil
	}
	f := &job.Form{Name: r.Name}
	if r.Metadata != "" {
		f.Metadata = json.RawMessage(r.Metadata)
	}
	return f
}

// pageOf is what the row of a crawl's page has.
type pageOf struct {
	Crawl    string `dynamodbav:"crawl"`
	Number   int64  `dynamodbav:"number"`
	Try      int    `dynamodbav:"try,omitempty"`
	Free     int    `dynamodbav:"free,omitempty"`
	Depth    int    `dynamodbav:"depth,omitempty"`
	Known    bool   `dynamodbav:"known,omitempty"`
	ETag     string `dynamodbav:"etag,omitempty"`
	Modified string `dynamodbav:"modified,omitempty"`
	Print    string `dynamodbav:"print,omitempty"`
	Named    string `dynamodbav:"named,omitempty"`
	Site     int64  `dynamodbav:"siteDelay,omitempty"`
	Own      int64  `dynamodbav:"ownDelay,omitempty"`
	Else     bool   `dynamodbav:"elsewhere,omitempty"`
}

func newPageOf(p *job.Page) *pageOf {
	if p == nil {
		return nil
	}
	return &pageOf{p.CrawlID, p.Number, p.Try, p.Free, p.Depth, p.Before.Known, p.Before.ETag, p.Before.LastModified, p.Before.Print, p.Before.Canonical, p.SiteDelay.Milliseconds(), p.OwnDelay.Milliseconds(), p.Elsewhere}
}

func (r *pageOf) page() *job.Page {
	if r == nil {
		return nil
	}
	return &job.Page{
		CrawlID: r.Crawl, Number: r.Number, Try: r.Try, Free: r.Free, Depth: r.Depth,
		Before:    job.Before{Known: r.Known, ETag: r.ETag, LastModified: r.Modified, Print: r.Print, Canonical: r.Named},
		SiteDelay: time.Duration(r.Site) * time.Millisecond, OwnDelay: time.Duration(r.Own) * time.Millisecond, Elsewhere: r.Else,
	}
}

type progress struct {
	Done  int64  `dynamodbav:"done"`
	Total int64  `dynamodbav:"total"`
	Stage string `dynamodbav:"stage"`
}

type resultRef struct {
	Item   string `dynamodbav:"item,omitempty"`
	Key    string `dynamodbav:"key,omitempty"`
	Inline string `dynamodbav:"inline,omitempty"`
	Size   int    `dynamodbav:"size"`
}

type failure struct {
	Code      string `dynamodbav:"code"`
	Message   string `dynamodbav:"message"`
	Retryable bool   `dynamodbav:"retryable"`

	RetryAfter int64 `dynamodbav:"retryAfter,omitempty"` // seconds
}

// newJobItem is the row of a job at admission, due for the sweeper unless the job
// has ended already.
func newJobItem(j *job.Job) jobItem {
	k := jobKey(j.OrgID, j.ID)
	row := jobItem{
		PK: k.pk, SK: k.sk, Entity: "job", ID: j.ID, Org: j.OrgID, Workspace: j.WorkspaceID, Token: j.TokenID,
		Request: j.RequestID, Kind: j.Kind, Worker: j.Worker, Status: string(j.Status), Input: string(j.Input), Target: j.Target,
		Sealed: j.Sealed, InputMAC: j.InputDigest,
		BodyHash: j.BodyHash, Action: string(j.Quote.Action), Units: j.Quote.Units, Credits: j.Quote.Credits,
		Shard: j.Shard, Shards: j.Shards, Batch: j.BatchID, CacheKey: j.CacheKey, Cached: j.Cached,
		Result: newResultRef(j.Result), Meta: string(j.Meta),
		CreatedAt: millis(j.CreatedAt), CompletedAt: millis(j.CompletedAt), ExpiresAt: millis(j.ExpiresAt),
		RecentPK: recentShard(j.OrgID, listJobs, j.ID), RecentID: j.ID, TTL: j.ExpiresAt.Unix(),
	}
	row.Webhook, row.Page = newSubscription(j.Webhook), newPageOf(j.Page)
	if j.Page != nil { // its id has the time of the crawl
		row.RecentID = ident.Moved(ident.Job, j.ID, j.CreatedAt)
	}
	if !j.Status.Terminal() {
		row.DuePK, row.DueAt = dueShard(LaneQueued, j.ID), millis(j.CreatedAt.Add(sendGrace))
	}
	return row
}

func (r *jobItem) job() *job.Job {
	j := &job.Job{
		ID: r.ID, OrgID: r.Org, WorkspaceID: r.Workspace, TokenID: r.Token, RequestID: r.Request, Kind: r.Kind, Worker: r.Worker,
		Status: job.Status(r.Status), Input: json.RawMessage(r.Input), Target: r.Target, BodyHash: r.BodyHash,
		Sealed: r.Sealed, InputDigest: r.InputMAC,
		Quote:    credit.Quote{Action: credit.Action(r.Action), Units: r.Units, Credits: r.Credits},
		Refunded: r.Refunded, Unneeded: r.Unneeded, Shard: r.Shard, Shards: r.Shards, Seats: r.Seats, BatchID: r.Batch, CacheKey: r.CacheKey, Cached: r.Cached,
		HandedOver: r.HandedOver, Spent: time.Duration(r.Spent) * time.Millisecond,
		Attempts: r.Attempts, Fence: r.Fence, LeaseUntil: fromMillis(r.LeaseUntil), Result: r.Result.ref(),
		CreatedAt: fromMillis(r.CreatedAt), StartedAt: fromMillis(r.StartedAt),
		CompletedAt: fromMillis(r.CompletedAt), ExpiresAt: fromMillis(r.ExpiresAt),
	}
	if r.Meta != "" {
		j.Meta = json.RawMessage(r.Meta)
	}
	j.Page, j.Found = r.Page.page(), r.Found
	j.Webhook, j.Progress = r.Webhook.subscription(), (*job.Progress)(r.Progress)
	if r.Error != nil {
		j.Error = &job.Failure{Code: errs.Code(r.Error.Code), Message: r.Error.Message, Retryable: r.Error.Retryable, RetryAfter: r.Error.RetryAfter}
	}
	return j
}

func newSubscription(w *job.Subscription) *subscription {
	if w == nil {
		return nil
	}
	return &subscription{Endpoint: w.EndpointID, URL: w.URL, Events: string(w.Events), Form: newForm(w.Form)}
}

// wants reports whether an event of a type passes.
func (w *subscription) wants(event string) bool {
	return w != nil && job.EventFilter(w.Events).Wants(event)
}

func (w *subscription) subscription() *job.Subscription {
	if w == nil {
		return nil
	}
	return &job.Subscription{EndpointID: w.Endpoint, URL: w.URL, Events: job.EventFilter(w.Events), Form: w.Form.form()}
}

func newResultRef(r *job.ResultRef) *resultRef {
	if r == nil {
		return nil
	}
	return &resultRef{Item: r.Item, Key: r.Key, Inline: r.InlineKey, Size: r.Size}
}

func (r *resultRef) ref() *job.ResultRef {
	if r == nil {
		return nil
	}
	return &job.ResultRef{Item: r.Item, Key: r.Key, InlineKey: r.Inline, Size: r.Size}
}
