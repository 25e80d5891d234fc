package store_test

import (
	"context"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// newCrawl is a crawl that is yet to be admitted.
func (s *scene) newCrawl(hooked bool) *store.Crawl {
	now := s.Clock.Now()
	c := &store.Crawl{
		ID: ident.New(ident.Crawl), OrgID: s.org, Kind: "url", Input: []byte(`{}`), Target: "http://a.test/", Shards: 1,
		CreatedAt: now, ExpiresAt: now.Add(job.Retention), State: store.CrawlState{Status: store.CrawlRunning, UpdatedAt: now},
	}
	if hooked {
		c.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
	}
	return c
}

// crawling is a crawl that is admitted.
func (s *scene) crawling(key string) *store.Crawl {
	s.Helper()
	c, _, err := s.AdmitCrawl(s.Context(), store.CrawlAdmission{Crawl: s.newCrawl(true), First: "http://a.test/", IdempotencyKey: key})
	s.must(err)
	return c
}

// pageJob is the job of a page, at a price.
func (s *scene) pageJob(c *store.Crawl, number, credits int64) *job.Job {
	j := s.job(credits)
	p := job.Page{CrawlID: c.ID, Number: number}
	j.ID, j.Page = c.PageJob(p.Mark()), &p
	return j
}

// step admits a page and finds two more.
func (s *scene) step(c *store.Crawl, credits int64) store.CrawlStep {
	next := c.State
	next.Admitted, next.Numbered, next.InFlight, next.Charged = 1, 3, []int64{job.Page{Number: 1}.Mark()}, credits
	return store.CrawlStep{
		State: next, Jobs: []*job.Job{s.pageJob(c, 1, credits)}, First: 2,
		Seen:  []store.SeenURL{{URL: "http://a.test/2", Number: 2}, {URL: "http://a.test/3", Number: 3}, {URL: "http://a.test/x", Reason: "robots"}},
		Queue: []store.QueuedURL{{URL: "http://a.test/2", Depth: 1}, {URL: "http://a.test/3", Depth: 1}},
	}
}

// written keeps samples and a part of an export.
func (s *scene) written(c *store.Crawl) store.CrawlStep {
	step := store.CrawlStep{
		State: c.State, Part: &store.ExportPart{First: 1, Last: 1, Bytes: 20},
		Skipped: []store.SkippedURL{{Reason: "robots", URL: "http://a.test/x"}, {Reason: "robots", At: 1, URL: "http://a.test/y"}},
	}
	step.State.Export, step.State.Exported = true, 1
	return step
}

func (s *scene) advance(c *store.Crawl, step store.CrawlStep) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		own := *c
		moved, err := st.AdvanceCrawl(ctx, &own, step)
		return []any{moved, own.State.Version}, err
	}
}

// crawlOperations are what a Store does with crawls.
var crawlOperations = []operation{
	{"AdmitCrawl", "", func(s *scene) act { return s.admitCrawl(s.newCrawl(false), "") }},
	{"AdmitCrawl", "with a key", func(s *scene) act { return s.admitCrawl(s.newCrawl(true), "k") }},
	{"AdmitCrawl", "a replay", func(s *scene) act { s.crawling("k"); return s.admitCrawl(s.newCrawl(true), "k") }},
	{"Crawl", "", func(s *scene) act {
		c := s.crawling("")
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Crawl(ctx, s.org, c.ID) }
	}},
	{"Crawl", "of another", func(s *scene) act {
		c := s.crawling("")
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Crawl(ctx, "org_other", c.ID) }
	}},
	{"CrawlOfKey", "", func(s *scene) act {
		s.crawling("k")
		return func(st *store.Store, ctx context.Context) (any, error) { return st.CrawlOfKey(ctx, s.org, "k") }
	}},
	{"AdvanceCrawl", "without pages", func(s *scene) act {
		c := s.crawling("")
		step := s.step(c, 3)
		step.Jobs = nil
		return s.advance(c, step)
	}},
	{"AdvanceCrawl", "with pages", func(s *scene) act { c := s.crawling(""); return s.advance(c, s.step(c, 3)) }},
	{"AdvanceCrawl", "of an older state", func(s *scene) act {
		c := s.crawling("")
		old := *c
		moved, err := s.AdvanceCrawl(s.Context(), c, s.step(c, 3))
		s.must(ended(moved, err))
		return s.advance(&old, s.step(&old, 3))
	}},
	{"AdvanceCrawl", "without credits", func(s *scene) act { c := s.crawling(""); return s.advance(c, s.step(c, 101)) }},
	{"AdvanceCrawl", "leaving no room", func(s *scene) act {
		c := s.crawling("")
		step := s.step(c, 3)
		step.Keep = 5
		return s.advance(c, step)
	}},
	{"AdvanceCrawl", "to its end", func(s *scene) act {
		c := s.crawling("")
		step := store.CrawlStep{State: c.State}
		step.State.Status, step.State.Error = store.CrawlFailed, job.FailureOf(errs.Of(errs.UpstreamBlocked))
		return s.advance(c, step)
	}},
	{"Seen", "", func(s *scene) act {
		c := s.crawling("")
		moved, err := s.AdvanceCrawl(s.Context(), c, s.step(c, 3))
		s.must(ended(moved, err))
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.Seen(ctx, c, []string{"http://a.test/", "http://a.test/x", "http://a.test/none"})
		}
	}},
	{"Queued", "", func(s *scene) act {
		c := s.crawling("")
		moved, err := s.AdvanceCrawl(s.Context(), c, s.step(c, 3))
		s.must(ended(moved, err))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Queued(ctx, c, 2, 10) }
	}},
	{"AdvanceCrawl", "to its end, and resumed", func(s *scene) act {
		c := s.crawling("")
		step := store.CrawlStep{State: c.State}
		step.State.Status, step.State.Halt = store.CrawlFinished, store.HaltCredits
		moved, err := s.AdvanceCrawl(s.Context(), c, step)
		s.must(ended(moved, err))
		step.State = c.State
		step.State.Status, step.State.Halt = store.CrawlRunning, ""
		return s.advance(c, step)
	}},
	{"AdvanceCrawl", "with the end of a page", func(s *scene) act {
		c := s.crawling("")
		step := s.step(c, 3)
		moved, err := s.AdvanceCrawl(s.Context(), c, step)
		s.must(ended(moved, err))
		return s.advance(c, store.CrawlStep{State: c.State, Told: step.Jobs})
	}},
	{"Crawls", "", func(s *scene) act {
		s.crawling("")
		return func(st *store.Store, ctx context.Context) (any, error) {
			list, next, err := st.Crawls(ctx, store.CrawlQuery{OrgID: s.org, Status: store.CrawlRunning, Limit: 10})
			return []any{len(list), next}, err
		}
	}},
	{"AdvanceCrawl", "with samples and a part", func(s *scene) act { c := s.crawling(""); return s.advance(c, s.written(c)) }},
	{"CrawlPages", "", func(s *scene) act {
		c := s.crawling("")
		moved, err := s.AdvanceCrawl(s.Context(), c, s.step(c, 3))
		s.must(ended(moved, err))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.CrawlPages(ctx, c, 1, 10) }
	}},
	{"PagesNumbered", "", func(s *scene) act {
		c := s.crawling("")
		moved, err := s.AdvanceCrawl(s.Context(), c, s.step(c, 3))
		s.must(ended(moved, err))
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.PagesNumbered(ctx, c, []int64{1, 2})
		}
	}},
	{"Duplicates", "", func(s *scene) act {
		c := s.crawling("")
		moved, err := s.AdvanceCrawl(s.Context(), c, s.step(c, 3))
		s.must(ended(moved, err))
		found, err := job.Found{Final: "http://a.test/"}.Pack()
		s.must(err)
		pages := []*job.Job{{Status: job.Succeeded, Target: "http://a.test/old", Found: found, Page: &job.Page{CrawlID: c.ID, Number: 2}}}
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.Duplicates(ctx, c, &frontier.Rules{}, pages)
		}
	}},
	{"Samples", "", func(s *scene) act {
		c := s.crawling("")
		moved, err := s.AdvanceCrawl(s.Context(), c, s.written(c))
		s.must(ended(moved, err))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Samples(ctx, c) }
	}},
	{"Parts", "", func(s *scene) act {
		c := s.crawling("")
		moved, err := s.AdvanceCrawl(s.Context(), c, s.written(c))
		s.must(ended(moved, err))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Parts(ctx, c, 1, 10) }
	}},
	{"Finish", "a page of a crawl", func(s *scene) act {
		c := s.crawling("")
		step := s.step(c, 3)
		moved, err := s.AdvanceCrawl(s.Context(), c, step)
		s.must(ended(moved, err))
		return s.finish(step.Jobs[0], store.Outcome{Status: job.Failed, Error: job.FailureOf(errs.Of(errs.TargetError)), Found: []byte{1}})
	}},
}

func (s *scene) admitCrawl(c *store.Crawl, key string) act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		made, replayed, err := st.AdmitCrawl(ctx, store.CrawlAdmission{Crawl: c, First: "http://a.test/", IdempotencyKey: key})
		if err != nil {
			return nil, err
		}
		return []any{made.State.Numbered, replayed}, nil
	}
}
