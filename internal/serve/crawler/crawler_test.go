package crawler_test

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/crawler"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/web/fetch/robots"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

const root = "http://a.test/"

// planned are arguments of a crawl that are its plan.
type planned struct{ Is kind.CrawlPlan }

// Plan implements kind.CrawlArgs.
func (p *planned) Plan(kind.Caller) (kind.CrawlPlan, error) { return p.Is, nil }

// Page implements kind.CrawlArgs.
func (*planned) Page(url string) kind.Args { return &pageArgs{URL: url} }

type pageArgs struct {
	URL string `json:"url"`
}

// Prepare implements kind.Args.
func (a *pageArgs) Prepare(kind.Caller) (kind.Plan, error) {
	return kind.Plan{Target: a.URL, Quote: credit.Quote{Action: "test.page", Units: 1, Credits: 1}}, nil
}

type listArgs struct {
	Domain string `json:"domain"`
	Limit  int64  `json:"limit"`
}

// Prepare implements kind.Args.
func (a *listArgs) Prepare(kind.Caller) (kind.Plan, error) {
	return kind.Plan{Target: a.Domain, Quote: credit.Quote{Action: "test.list", Units: 1, Credits: 1}}, nil
}

func kinds() []kind.Definition {
	pages := kind.Define[pageArgs](kind.About{Path: "/page", Prices: []credit.Price{credit.Flat("test.page", 1)}}, struct{}{})
	lists := kind.Define[listArgs](kind.About{Path: "/list", Prices: []credit.Price{credit.Flat("test.list", 1)}}, struct{}{})
	return []kind.Definition{
		{
			Name: "page", Functions: []kind.Function{{Name: "page"}}, Calls: []kind.Call{pages.Call},
			Crawl: &kind.Crawl{Path: "/crawl", Args: func() kind.CrawlArgs { return new(planned) }},
		},
		{Name: kind.Lists, Functions: []kind.Function{{Name: "list"}}, Calls: []kind.Call{lists.Call}},
	}
}

// rules are the robots.txt of all hosts; took is how long each takes to serve.
type rules struct {
	clock *storetest.Clock

	mu    sync.Mutex
	fails error
	only  string // of whose robots.txt that is so; empty for all
	took  time.Duration
	delay time.Duration // that all ask for
	asked int
}

// Robots implements crawler.Rules.
func (r *rules) Robots(_ context.Context, u *url.URL) (*robots.File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.only != "" && u.Scheme != r.only {
		return &robots.File{}, nil
	}
	r.asked++
	r.clock.Move(r.took)
	return &robots.File{CrawlDelay: r.delay}, r.fails
}

func (r *rules) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fails = err
}

// scene is a crawl of an organization, over the engine.
type scene struct {
	*testing.T
	*storetest.Fixture

	queue   *storetest.Queue
	blobs   *storetest.Blobs
	rules   *rules
	results *result.Results
	crawler *crawler.Crawler
	org, id string
	hook    *job.Subscription // of crawls that begin
}

// crawling makes a crawl of an organization with so many credits, and with room for so many jobs.
func crawling(t *testing.T, credits int64, room int, plan kind.CrawlPlan, most int64) *scene {
	t.Helper()
	s := &scene{T: t, Fixture: storetest.New(t), queue: &storetest.Queue{}, blobs: &storetest.Blobs{}}
	s.rules = &rules{clock: s.Clock}
	s.results = result.New(s.Store, s.blobs)
	s.crawler = crawler.New(crawler.Deps{
		Store: s.Store, Turns: s.Store, Rules: s.rules, Results: s.results, Objects: s.blobs, Queue: s.queue, Kinds: kinds(),
		Log: slog.New(slog.DiscardHandler), Now: s.Clock.Now,
	})
	s.org = s.Org(t, credits, room)
	s.id = s.begin(plan, most)
	return s
}

// alone is the depth of a crawl of the first page alone, as that of plans without one is any.
const alone = -2

// begin makes another crawl of the organization.
func (s *scene) begin(plan kind.CrawlPlan, most int64) string {
	s.Helper()
	plan.Root, plan.Scope = root, cmp.Or(plan.Scope, frontier.SameHost)
	switch plan.MaxDepth {
	case 0:
		plan.MaxDepth = -1
	case alone:
		plan.MaxDepth = 0
	}
	if plan.Limit == 0 {
		plan.Limit = 1000
	}
	if plan.Lists == "" {
		plan.Lists = kind.SkipLists
	}
	plan.Quote = credit.Quote{Action: "test.page", Units: 1, Credits: 1}
	input, err := json.Marshal(planned{plan}) //nolint:musttag // it is read back by this test alone
	s.must(err)
	now := s.Clock.Now()
	c := &store.Crawl{
		ID: ident.New(ident.Crawl), OrgID: s.org, Kind: "page", Input: input, Target: root, Shards: 1, MaxCredits: most,
		CreatedAt: now, ExpiresAt: now.Add(job.Retention), State: store.CrawlState{Status: store.CrawlRunning, Export: plan.Export, UpdatedAt: now},
		Webhook: s.hook,
	}
	_, _, err = s.AdmitCrawl(s.Context(), store.CrawlAdmission{Crawl: c, First: root})
	s.must(err)
	return c.ID
}

func (s *scene) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatalf("got error %v, want none", err)
	}
}

// goOn moves the crawl on, as a message of it does, and returns where it stands.
func (s *scene) goOn() *store.Crawl {
	s.Helper()
	s.must(s.crawler.Advance(s.Context(), s.org, s.id))
	return s.at()
}

func (s *scene) at() *store.Crawl {
	s.Helper()
	c, err := s.Crawl(s.Context(), s.org, s.id)
	s.must(err)
	return c
}

// change writes where the crawl stands as the API does.
func (s *scene) change(do func(*store.CrawlState)) {
	s.Helper()
	c := s.at()
	step := store.CrawlStep{State: c.State}
	do(&step.State)
	if moved, err := s.AdvanceCrawl(s.Context(), c, step); err != nil || !moved {
		s.Fatalf("got moved %t, error %v; want true, none", moved, err)
	}
}

func (s *scene) cancel() {
	s.Helper()
	s.change(func(at *store.CrawlState) { at.Halt = store.HaltCancelled })
}

func (s *scene) resume() {
	s.Helper()
	s.change(func(at *store.CrawlState) {
		at.Status, at.Halt, at.StartedAt, at.Run, at.Exported = store.CrawlRunning, "", time.Time{}, at.Run+1, 0
	})
}

// end ends the jobs in flight that are of pages with these numbers, all of them without any; 0 is that of the lists.
func (s *scene) end(o store.Outcome, numbers ...int64) {
	s.Helper()
	c := s.at()
	for _, mark := range c.State.InFlight {
		if n := job.PageOf(c.ID, mark).Number; len(numbers) > 0 && n != numbers[0] {
			continue
		}
		j, err := s.Store.Job(s.Context(), s.org, c.PageJob(mark))
		s.must(err)
		mine, err := s.Finish(s.Context(), j, o)
		if s.must(err); !mine {
			s.Fatalf("got %s ended by another, want it ended", j.ID)
		}
	}
}

// found is a page that has succeeded, with links.
func (s *scene) found(links ...string) store.Outcome {
	s.Helper()
	packed, err := job.Found{Links: links}.Pack()
	s.must(err)
	return store.Outcome{Status: job.Succeeded, Found: packed}
}

// links are so many URLs of the site.
func links(many int) (list []string) {
	for n := range many {
		list = append(list, root+strconv.Itoa(n))
	}
	return list
}

// holds holds where a crawl stands: its status, why it admits nothing more, and what it costs.
func (s *scene) holds(status store.CrawlStatus, halt store.Halt, credits int64) *store.Crawl {
	s.Helper()
	c := s.at()
	if got := c.State.Charged - c.State.Refunded; c.State.Status != status || c.State.Halt != halt || got != credits {
		s.Errorf("got a crawl that is %s by %q, with %d credits and %+v; want %s by %q, with %d", c.State.Status, c.State.Halt, got, c.State, status, halt, credits)
	}
	return c
}
