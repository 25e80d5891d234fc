package differential_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// service is a store over one engine, with a clock and dice that are the same for all.
type service struct {
	engine

	*store.Store

	now    time.Time
	shards int
	token  token.Token
}

const org = "org_1"

func newService(t *testing.T, e engine, seed uint64, secret token.Token) *service {
	t.Helper()
	s := &service{engine: e, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), shards: 1, token: secret}
	dice := rand.New(rand.NewPCG(seed, 1))
	s.Store = store.New(e.db, core, edge, func() time.Time { return s.now }).WithRandom(dice.Int64N)
	ctx := t.Context()
	err := errors.Join(
		s.CreateOrg(ctx, &store.Org{ID: org, Name: "one", InFlightCap: 4}),
		s.Grant(ctx, org, "grt_0", 12, "start"),
		s.CreateToken(ctx, &store.Credential{
			ID: "tok_1", Hash: secret.Hash(), OrgID: org, WorkspaceID: "wsp_1", Scopes: []string{"api.read", "api.write"}, CreateLimit: 3, PollLimit: 30,
		}),
	)
	if err != nil {
		t.Fatalf("%s: setting up: got error %v", e.name, err)
	}
	return s
}

func (s *service) job(id string, credits int64, hooked, cached bool) *job.Job {
	j := &job.Job{
		ID: id, OrgID: org, Kind: "url", Worker: "url", Status: job.Queued, Input: []byte(`{"url":"http://a.test/"}`), Target: "http://a.test/",
		Quote: credit.Quote{Action: "url.page", Units: 1, Credits: credits}, CreatedAt: s.now, ExpiresAt: s.now.Add(job.Retention),
	}
	if hooked {
		j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hook.test/"}
	}
	if cached {
		j.Status, j.Cached, j.Result, j.CompletedAt = job.Succeeded, true, &job.ResultRef{Item: "job_0#1", Size: 2}, s.now
	}
	return j
}

// act is one method with arguments that do not depend on the engine.
type act struct {
	what string
	do   func(context.Context, *service) (any, error)
}

func (d dice) act(n int) act {
	id := fmt.Sprintf("job_%d", n)
	known := fmt.Sprintf("job_%d", d.IntN(n+1))
	credits, key := int64(1+d.IntN(3)), d.one("", "", "k1", "k2")
	hooked, cached := d.IntN(2) == 0, d.IntN(5) == 0
	end := []job.Status{job.Succeeded, job.Failed, job.Cancelled}[d.IntN(3)]
	more := d.IntN(7) - 2
	switch d.IntN(14) {
	case 0, 1, 2:
		return act{"Admit", func(ctx context.Context, s *service) (any, error) {
			j, replayed, err := s.Admit(ctx, store.Admission{Job: s.job(id, credits, hooked, cached), Shards: s.shards, IdempotencyKey: key})
			return []any{j, replayed}, err
		}}
	case 3:
		return act{"AdmitBatch", func(ctx context.Context, s *service) (any, error) {
			jobs := []*job.Job{s.job(id+"a", credits, hooked, false), s.job(id+"b", 1, hooked, cached)}
			return jobs, s.AdmitBatch(ctx, store.BatchAdmission{ID: "bat_" + id, OrgID: org, Jobs: jobs, Shards: s.shards})
		}}
	case 4, 5:
		return act{"Claim", func(ctx context.Context, s *service) (any, error) {
			j, claim, err := s.Claim(ctx, org, known, store.Terms{Lease: time.Minute})
			return []any{j, claim}, err
		}}
	case 6, 7:
		return act{"Finish", func(ctx context.Context, s *service) (any, error) {
			j, err := s.Job(ctx, org, known)
			if err != nil {
				return nil, err
			}
			mine, err := s.Finish(ctx, j, store.Outcome{Status: end, Meta: []byte(`{"n":1}`), Error: &job.Failure{Code: errs.InternalError, Message: "no"}})
			return []any{j, mine}, err
		}}
	case 8:
		return act{"Release", func(ctx context.Context, s *service) (any, error) {
			j, err := s.Job(ctx, org, known)
			if err != nil {
				return nil, err
			}
			return s.Release(ctx, j)
		}}
	case 9:
		return act{"ClaimDelivery", func(ctx context.Context, s *service) (any, error) {
			list, _, err := s.Deliveries(ctx, store.DeliveryQuery{OrgID: org, JobID: known, Limit: 1})
			if err != nil || len(list) == 0 {
				return nil, err
			}
			_, mine, err := s.ClaimDelivery(ctx, org, list[0].ID, time.Minute)
			return mine, err
		}}
	case 10:
		return act{"Authorize", func(ctx context.Context, s *service) (any, error) {
			p, at, err := s.Authorize(ctx, s.token, ratelimit.Create)
			return []any{p, at}, err
		}}
	case 11:
		return act{"SetOrg or Grant", func(ctx context.Context, s *service) (any, error) {
			if more%2 == 0 {
				return nil, s.Grant(ctx, org, "grt_"+id, int64(more), "more")
			}
			s.shards = min(s.shards+1, 3)
			o, err := s.SetOrg(ctx, org, store.OrgChange{Shards: new(s.shards), InFlightCap: new(4 + more)})
			return o, err
		}}
	case 12:
		return act{"lists", func(ctx context.Context, s *service) (any, error) {
			balance, err1 := s.Balance(ctx, org, s.shards, true)
			usage, err2 := s.Usage(ctx, org, s.now)
			jobs, next, err3 := s.Requests(ctx, store.RequestQuery{OrgID: org, Limit: 5})
			deliveries, _, err4 := s.Deliveries(ctx, store.DeliveryQuery{OrgID: org, Limit: 5})
			return []any{balance, usage, jobs, next, len(deliveries)}, errors.Join(err1, err2, err3, err4)
		}}
	default:
		return act{"endpoints", func(ctx context.Context, s *service) (any, error) {
			_, created, err := s.RegisterEndpoint(ctx, &store.Endpoint{ID: "whe_" + id, OrgID: org, URL: "http://" + key + ".test/", Secret: "s" + id})
			if err != nil {
				return nil, err
			}
			e, err := s.EndpointByURL(ctx, org, "http://"+key+".test/")
			if err != nil {
				return nil, err
			}
			if more > 2 {
				return created, s.DeleteEndpoint(ctx, org, e.ID)
			}
			changed, err := s.UpdateEndpoint(ctx, org, e.ID, store.EndpointChange{Description: new(id), URL: new("http://" + d.fixed(more) + ".test/")})
			return []any{created, changed}, err
		}}
	}
}

func (dice) fixed(n int) string { return []string{"k1", "k2", "k3", "k4", "k5"}[max(0, n)] }

// random are the ids that the store makes by itself.
var random = regexp.MustCompile(`(dlv|evt|clm|whe|job|grt|bat)?_?[0-9a-hjkmnp-tv-z]{26}`)

func masked(s string) string { return random.ReplaceAllString(s, "$1_…") }

// row is a stored row as text without the ids that the store made by itself and what
// follows of them.
func (s *service) rows(ctx context.Context) (string, error) {
	var all []string
	pages := dynamodb.NewScanPaginator(s.db, &dynamodb.ScanInput{TableName: new(core), ConsistentRead: new(true)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return "", err
		}
		for _, row := range page.Items {
			text := masked(plain(row))
			if random.MatchString(plain(row)) { // spread by an id that is another in each engine
				text = spread.ReplaceAllString(text, "")
			}
			all = append(all, text)
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n"), nil
}

var spread = regexp.MustCompile(`"(duePk|recentPk)":"[^"]*",?`)

const (
	methodSeeds = 3
	methodActs  = 120
)

// TestMethods: whole methods of the store leave the same answers and the same rows.
func TestMethods(t *testing.T) {
	t.Parallel()
	for seed := range uint64(methodSeeds) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			secret := token.New()
			var all []*service
			for _, e := range engines(t) {
				all = append(all, newService(t, e, seed, secret))
			}
			d := dice{rand.New(rand.NewPCG(seed, 2))}
			for n := range methodActs {
				a, later := d.act(n), time.Duration(d.IntN(40))*time.Second
				var want string
				for i, s := range all {
					s.now = s.now.Add(later)
					value, err := a.do(t.Context(), s)
					got := masked(shown(value))
					if err != nil {
						got = shown(errs.As(err))
					}
					if i == 0 {
						want = got
					} else if got != want {
						t.Fatalf("%d, %s:\ngot of %s\n%s\nwant as of %s\n%s", n, a.what, s.name, got, all[0].name, want)
					}
				}
			}
			want, err := all[0].rows(t.Context())
			for _, s := range all[1:] {
				got, err2 := s.rows(t.Context())
				if got != want || err != nil || err2 != nil {
					t.Errorf("got rows of %s, errors %v and %v\n%s\nwant as of %s\n%s", s.name, err, err2, got, all[0].name, want)
				}
			}
		})
	}
}
