package store

import (
	"encoding/json"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// crawlItem is what of a crawl never changes.
type crawlItem struct {
	PK         string        `dynamodbav:"pk"`
	SK         string        `dynamodbav:"sk"`
	Entity     string        `dynamodbav:"entity"`
	ID         string        `dynamodbav:"id"`
	Org        string        `dynamodbav:"org"`
	Workspace  string        `dynamodbav:"workspace,omitempty"`
	Token      string        `dynamodbav:"token,omitempty"`
	Request    string        `dynamodbav:"request,omitempty"`
	Kind       string        `dynamodbav:"kind"`
	Input      string        `dynamodbav:"input"`
	Sealed     []byte        `dynamodbav:"sealed,omitempty"`
	Target     string        `dynamodbav:"target"`
	BodyHash   string        `dynamodbav:"bodyHash,omitempty"`
	MaxCredits int64         `dynamodbav:"maxCredits,omitempty"`
	Render     int64         `dynamodbav:"renderCredits,omitempty"`
	Webhook    *subscription `dynamodbav:"webhook,omitempty"`
	Shards     int           `dynamodbav:"shards,omitempty"`
	CreatedAt  int64         `dynamodbav:"createdAt"`
	ExpiresAt  int64         `dynamodbav:"expiresAt"`
	TTL        int64         `dynamodbav:"ttl"`
}

func newCrawlItem(c *Crawl) crawlItem {
	k := crawlKey(c.OrgID, c.ID)
	return crawlItem{
		PK: k.pk, SK: k.sk, Entity: "crawl", ID: c.ID, Org: c.OrgID, Workspace: c.WorkspaceID, Token: c.TokenID, Request: c.RequestID,
		Kind: c.Kind, Input: string(c.Input), Sealed: c.Sealed, Target: c.Target, BodyHash: c.BodyHash, MaxCredits: c.MaxCredits, Render: c.RenderCredits,
		Webhook: newSubscription(c.Webhook), Shards: c.Shards,
		CreatedAt: millis(c.CreatedAt), ExpiresAt: millis(c.ExpiresAt), TTL: c.ExpiresAt.Unix(),
	}
}

func (r *crawlItem) crawl() *Crawl {
	return &Crawl{
		ID: r.ID, OrgID: r.Org, WorkspaceID: r.Workspace, TokenID: r.Token, RequestID: r.Request, Kind: r.Kind,
		Input: json.RawMessage(r.Input), Sealed: r.Sealed, Target: r.Target, BodyHash: r.BodyHash, MaxCredits: r.MaxCredits, RenderCredits: r.Render,
		Webhook: r.Webhook.subscription(), Shards: r.Shards, CreatedAt: fromMillis(r.CreatedAt), ExpiresAt: fromMillis(r.ExpiresAt),
	}
}

// crawlStateItem is where a crawl stands. It is apart from what never changes, so that each
// step writes few bytes.
type crawlStateItem struct {
	PK     string `dynamodbav:"pk"`
	SK     string `dynamodbav:"sk"`
	Entity string `dynamodbav:"entity"`
	ID     string `dynamodbav:"id"`
	Org    string `dynamodbav:"org"`

	Version int64  `dynamodbav:"version"`
	Step    string `dynamodbav:"step"`
	Status  string `dynamodbav:"status"`
	Halt    string `dynamodbav:"halt,omitempty"`

	Numbered int64   `dynamodbav:"numbered"`
	Admitted int64   `dynamodbav:"admitted"`
	InFlight []int64 `dynamodbav:"inFlight,omitempty"`
	Again    []again `dynamodbav:"again,omitempty"`
	Offset   int     `dynamodbav:"offset,omitempty"`
	Listing  bool    `dynamodbav:"listing,omitempty"`
	ListTry  int     `dynamodbav:"listTry,omitempty"`
	ListAt   int     `dynamodbav:"listAt,omitempty"`
	ListKept bool    `dynamodbav:"listKept,omitempty"`
	Prior    int64   `dynamodbav:"prior,omitempty"`
	PriorAll bool    `dynamodbav:"priorAll,omitempty"`

	Level     int   `dynamodbav:"level,omitempty"`
	LevelLast int64 `dynamodbav:"levelLast,omitempty"`

	Succeeded int64            `dynamodbav:"succeeded"`
	Failed    map[string]int64 `dynamodbav:"failed,omitempty"`
	Failures  []int64          `dynamodbav:"failures,omitempty"`
	Cancelled int64            `dynamodbav:"cancelled"`
	Skipped   map[string]int64 `dynamodbav:"skipped,omitempty"`
	Changes   map[string]int64 `dynamodbav:"changes,omitempty"`
	Charged   int64            `dynamodbav:"charged"`
	Refunded  int64            `dynamodbav:"refunded"`
	Most      int64            `dynamodbav:"maxCredits,omitempty"`
	Export    bool             `dynamodbav:"export,omitempty"`
	Exported  int64            `dynamodbav:"exported,omitempty"`
	Run       int              `dynamodbav:"run,omitempty"`

	Host    string   `dynamodbav:"host,omitempty"`
	Origin  string   `dynamodbav:"origin,omitempty"`
	NoRules int64    `dynamodbav:"noRules,omitempty"`
	Left    bool     `dynamodbav:"left,omitempty"`
	Named   bool     `dynamodbav:"named,omitempty"`
	Sights  []byte   `dynamodbav:"sights,omitempty"`
	Matched []int    `dynamodbav:"matched,omitempty"`
	Pauses  int      `dynamodbav:"pauses,omitempty"`
	RoomAt  int64    `dynamodbav:"roomAt,omitempty"`
	Wary    int64    `dynamodbav:"wary,omitempty"`
	WakeAt  int64    `dynamodbav:"wakeAt,omitempty"`
	Error   *failure `dynamodbav:"error,omitempty"`

	StartedAt   int64  `dynamodbav:"startedAt,omitempty"`
	UpdatedAt   int64  `dynamodbav:"updatedAt"`
	CompletedAt int64  `dynamodbav:"completedAt,omitempty"`
	DuePK       string `dynamodbav:"duePk,omitempty"`
	DueAt       int64  `dynamodbav:"dueAt,omitempty"`
	RecentPK    string `dynamodbav:"recentPk"`
	RecentID    string `dynamodbav:"recentId"`
	TTL         int64  `dynamodbav:"ttl"`
}

// again is a try that is yet to be made.
type again struct {
	Mark int64 `dynamodbav:"mark"`
	At   int64 `dynamodbav:"at"`
}

func newAgain(list []Again) (rows []again) {
	for _, a := range list {
		rows = append(rows, again{a.Mark, millis(a.At)})
	}
	return rows
}

func tries(rows []again) (list []Again) {
	for _, r := range rows {
		list = append(list, Again{r.Mark, fromMillis(r.At)})
	}
	return list
}

func newCrawlStateItem(c *Crawl, s *CrawlState) crawlStateItem {
	k := crawlStateKey(c.OrgID, c.ID)
	row := crawlStateItem{
		PK: k.pk, SK: k.sk, Entity: entityCrawl, ID: c.ID, Org: c.OrgID, Version: s.Version, Step: s.step, Status: string(s.Status), Halt: string(s.Halt),
		Numbered: s.Numbered, Admitted: s.Admitted, InFlight: s.InFlight, Again: newAgain(s.Again), Offset: s.Offset, Listing: s.Listing, ListTry: s.ListTry, ListAt: s.ListAt, ListKept: s.ListKept,
		Prior: s.Prior, PriorAll: s.PriorAll, Level: s.Level, LevelLast: s.LevelLast, Succeeded: s.Succeeded, Failed: s.Failed, Failures: s.Failures, Cancelled: s.Cancelled, Skipped: s.Skipped,
		Changes: s.Changes, Charged: s.Charged, Refunded: s.Refunded, Most: s.MaxCredits, Export: s.Export, Exported: s.Exported, Run: s.Run, Host: s.Host, Origin: s.Origin, NoRules: millis(s.NoRules), Left: s.Left, Named: s.Named, Sights: s.Sights, Matched: s.Matched, Pauses: s.Pauses,
		RoomAt: millis(s.RoomAt), Wary: millis(s.Wary), WakeAt: millis(s.WakeAt), StartedAt: millis(s.StartedAt), UpdatedAt: millis(s.UpdatedAt),
		CompletedAt: millis(s.CompletedAt), RecentPK: recentShard(c.OrgID, listCrawls, c.ID), RecentID: c.ID, TTL: c.ExpiresAt.Unix(),
	}
	if s.Error != nil {
		row.Error = &failure{string(s.Error.Code), s.Error.Message, s.Error.Retryable, s.Error.RetryAfter}
	}
	if !s.Done() {
		row.DuePK, row.DueAt = dueShard(LaneCrawls, c.ID), dueOfCrawl(s)
	}
	return row
}

// dueOfCrawl is when the sweeper looks at a crawl that stands still. It is written in steps of
// crawlLook, so that few of a crawl's steps change the index.
func dueOfCrawl(s *CrawlState) int64 {
	from := s.UpdatedAt
	if s.WakeAt.After(from) {
		from = s.WakeAt
	}
	return millis(from.Truncate(crawlLook).Add(2 * crawlLook))
}

func (r *crawlStateItem) state() CrawlState {
	s := CrawlState{
		Version: r.Version, step: r.Step, Status: CrawlStatus(r.Status), Halt: Halt(r.Halt), Numbered: r.Numbered, Admitted: r.Admitted,
		InFlight: r.InFlight, Again: tries(r.Again), Offset: r.Offset, Listing: r.Listing, ListTry: r.ListTry, ListAt: r.ListAt, ListKept: r.ListKept, Prior: r.Prior, PriorAll: r.PriorAll,
		Level: r.Level, LevelLast: r.LevelLast,
		Succeeded: r.Succeeded, Failed: r.Failed, Failures: r.Failures, Cancelled: r.Cancelled, Skipped: r.Skipped, Changes: r.Changes,
		Charged: r.Charged, Refunded: r.Refunded, MaxCredits: r.Most, Export: r.Export, Exported: r.Exported, Run: r.Run, Host: r.Host, Origin: r.Origin, NoRules: fromMillis(r.NoRules), Left: r.Left, Named: r.Named, Sights: r.Sights, Matched: r.Matched, Pauses: r.Pauses,
		RoomAt: fromMillis(r.RoomAt), Wary: fromMillis(r.Wary), WakeAt: fromMillis(r.WakeAt), StartedAt: fromMillis(r.StartedAt),
		UpdatedAt: fromMillis(r.UpdatedAt), CompletedAt: fromMillis(r.CompletedAt),
	}
	if r.Error != nil {
		s.Error = &job.Failure{Code: errs.Code(r.Error.Code), Message: r.Error.Message, Retryable: r.Error.Retryable, RetryAfter: r.Error.RetryAfter}
	}
	return s
}
