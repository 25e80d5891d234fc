package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// crawlAnswer is the answer of a call that makes a crawl.
type crawlAnswer struct {
	CrawlID     string            `json:"crawlId" doc:"Id of the crawl."`
	Status      store.CrawlStatus `json:"status" enum:"running,finished,failed,cancelled" doc:"Status of the crawl."`
	BodyMatched *bool             `json:"bodyMatched,omitempty" doc:"Of a replayed call: whether its body is that of the call that made the crawl."`
	PollURL     string            `json:"pollUrl" doc:"The path to poll the crawl at."`
	PagesURL    string            `json:"pagesUrl" doc:"The path of its pages."`
	EventsURL   string            `json:"eventsUrl" doc:"The path of its stream of events."`
}

func crawlURL(id string) string { return base + "/crawl/" + id }

// commonOfCrawl is what common says of a crawl, which is no job: its members are those of common, and mean what they
// mean for a crawl.
type commonOfCrawl struct {
	Wait           *bool   `json:"wait,omitempty" default:"true" doc:"Without effect. A crawl is made and never waited for."`
	WaitTimeoutMS  *int64  `json:"waitTimeoutMs,omitempty" minimum:"0" doc:"Without effect. See wait."`
	WebhookURL     string  `json:"webhookUrl,omitempty" minLength:"1" doc:"A public http(s) URL that receives crawl.page and crawl.finished. It is registered as an endpoint on first use."`
	CacheTTLSec    *int64  `json:"cacheTtlSec,omitempty" minimum:"0" doc:"Without effect. Each page is read."`
	Fresh          bool    `json:"fresh,omitempty" doc:"Without effect. Each page is read."`
	IdempotencyKey *string `json:"idempotencyKey,omitempty" minLength:"1" maxLength:"255" deprecated:"true" doc:"Deprecated: use the Idempotency-Key header. One that differs from the header is rejected."`
	MaxCredits     *int64  `json:"maxCredits,omitempty" minimum:"0" doc:"The most that the crawl costs. It ends, with truncatedBy credits, before the page that would cost more."`
}

func crawlBody(def kind.Definition) []reflect.Type {
	return []reflect.Type{reflect.TypeFor[commonOfCrawl](), reflect.TypeOf(def.Crawl.Args()).Elem()}
}

// crawlSubmission is a checked request for a crawl.
type crawlSubmission struct {
	submission
	crawlArgs kind.CrawlArgs
	crawl     kind.CrawlPlan
	first     string
}

// submitCrawl returns the handler that makes a crawl. It never waits.
func (s *Server) submitCrawl(def kind.Definition) handlerFunc {
	lazy := sync.OnceValue(func() *schema {
		return newSchema(crawlBody(def)...)
	})
	return func(w http.ResponseWriter, c *call) error {
		sub := &crawlSubmission{submission: submission{def: def}, crawlArgs: def.Crawl.Args()}
		refusal := s.readCrawl(w, c, sub, lazy())
		if refusal == nil {
			refusal = s.covered(c, sub.crawl.Quote.Credits)
		}
		made, err := originalOf(c, &sub.submission, refusal, errs.CrawlNotFound, s.Store.CrawlOfKey)
		if err != nil {
			return err
		}
		replayed := made != nil
		if !replayed {
			if made, replayed, err = s.admitCrawl(c, sub); err != nil {
				return err
			}
		}
		answer := crawlAnswer{CrawlID: made.ID, Status: made.State.Status, PollURL: crawlURL(made.ID), PagesURL: crawlURL(made.ID) + "/pages", EventsURL: crawlURL(made.ID) + "/events"}
		if replayed {
			w.Header().Set("Idempotent-Replayed", "true")
			answer.BodyMatched = new(made.BodyHash == s.digest(c, sub.body))
		}
		return writeData(w, http.StatusAccepted, answer)
	}
}

// covered refuses a crawl whose next page the balance does not cover, so that none is made only to end: pages are
// charged later, each when its job is made.
func (s *Server) covered(c *call, price int64) error {
	b, err := s.Store.Balance(c.Context(), c.principal.OrgID, c.principal.Shards, false)
	if err != nil {
		return err
	}
	return b.Covers(price)
}

// readCrawl checks everything that can be checked without the database.
func (s *Server) readCrawl(w http.ResponseWriter, c *call, sub *crawlSubmission, check *schema) (err error) {
	as, err := sub.receive(w, c, check, sub.crawlArgs)
	if err != nil {
		return err
	}
	if sub.crawl, err = sub.crawlArgs.Plan(s.caller(c)); err != nil {
		return as.back(s.here(err))
	}
	if sub.crawl.Since.After(s.Now()) {
		return errs.Field(errs.InvalidRequest, "since", "must not be in the future, since when nothing has changed")
	}
	first, ok := sub.crawl.Normal(sub.crawl.Root)
	if !ok {
		return as.back(errs.Field(errs.InvalidURL, "url", "is not a URL that can be crawled"))
	}
	sub.first = first.String()
	sub.warn(w)
	if sub.input, err = json.Marshal(sub.crawlArgs); err != nil {
		return errs.Internal(err)
	}
	if price := sub.crawl.Quote.Credits; sub.MaxCredits != nil && price > *sub.MaxCredits {
		return tooDear(price, *sub.MaxCredits)
	}
	return nil
}

// admitCrawl writes a new crawl, or finds the one that the idempotency key made before.
func (s *Server) admitCrawl(c *call, sub *crawlSubmission) (made *store.Crawl, replayed bool, err error) {
	ctx := c.Context()
	fresh, err := s.newCrawl(c, sub)
	if err != nil {
		return nil, false, err
	}
	if against := sub.crawl.Against; against != "" {
		_, err := s.Store.Crawl(ctx, fresh.OrgID, against)
		if errs.Is(err, errs.CrawlNotFound) {
			return nil, false, errs.Newf(errs.CrawlNotFound, "againstCrawlId: the organization has no crawl %s.", against)
		}
		if err != nil {
			return nil, false, err
		}
	}
	err = s.subscribed(ctx, fresh.OrgID, sub.WebhookURL, func(hook *job.Subscription, endpoint *store.Endpoint) error {
		fresh.Webhook = hook
		made, replayed, err = s.Store.AdmitCrawl(ctx, store.CrawlAdmission{Crawl: fresh, First: sub.first, IdempotencyKey: sub.key, Endpoint: endpoint})
		return err
	})
	if errs.Is(err, errs.ServiceUnavailable) {
		made, err = s.admittedCrawl(c, fresh, sub.key, err)
	}
	if err != nil || replayed {
		return made, replayed, err
	}
	s.sendCrawl(c, made)
	return made, false, nil
}

// sendCrawl has a crawl go on. What is not sent is made up for by the sweeper.
func (s *Server) sendCrawl(c *call, made *store.Crawl) {
	if err := s.Queue.SendCrawl(c.Context(), queue.Crawl{OrgID: made.OrgID, CrawlID: made.ID}, 0); err != nil {
		s.Log.WarnContext(c.Context(), "crawl not sent", "crawl_id", made.ID, "org_id", made.OrgID, "error", err)
	}
}

// admittedCrawl returns the crawl of an admission that failed, if it was made after all; see admitted.
func (s *Server) admittedCrawl(c *call, fresh *store.Crawl, key string, failed error) (*store.Crawl, error) {
	found, err := look(c.Context(), func(ctx context.Context) (*store.Crawl, error) { return s.Store.Crawl(ctx, fresh.OrgID, fresh.ID) })
	switch {
	case err == nil:
		return found, nil
	case key != "" || errs.Is(err, errs.CrawlNotFound):
		return nil, failed
	}
	return nil, unknown(errors.Join(failed, err),
		"It is not known whether the crawl was created. Read it at pollUrl, and send the call again only if it is not found.",
		errs.Detail{Field: "crawlId", Issue: fresh.ID}, errs.Detail{Field: "pollUrl", Issue: crawlURL(fresh.ID)})
}

func (s *Server) newCrawl(c *call, sub *crawlSubmission) (*store.Crawl, error) {
	now := s.Now().UTC().Truncate(time.Millisecond)
	fresh := &store.Crawl{
		ID: ident.New(ident.Crawl), OrgID: c.principal.OrgID, WorkspaceID: c.principal.WorkspaceID, TokenID: c.principal.TokenID, RequestID: c.id,
		Kind: sub.def.Name, Target: sub.crawl.Root, BodyHash: s.digest(c, sub.body), Shards: c.principal.Shards, CreatedAt: now, ExpiresAt: now.Add(job.Retention),
		RenderCredits: s.RenderCredits, State: store.CrawlState{Status: store.CrawlRunning, Export: sub.crawl.Export, UpdatedAt: now},
	}
	if sub.MaxCredits != nil {
		fresh.MaxCredits = *sub.MaxCredits
	}
	shown, secrets, err := seal.Redact(sub.input)
	if err != nil {
		return nil, errs.Internal(err)
	}
	fresh.Input = shown
	if len(secrets) > 0 {
		if fresh.Sealed, err = s.Seals.Seal(fresh.SealedFor(), secrets); err != nil {
			return nil, errs.Internal(err)
		}
	}
	return fresh, nil
}
