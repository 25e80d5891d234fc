package store

import (
	"context"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// The statuses of a token.
const (
	TokenActive  = "active"
	TokenRevoked = "revoked"
)

// Principal is who a token speaks for and what it may do.
type Principal struct {
	TokenID     string
	OrgID       string
	WorkspaceID string
	Label       string
	Scopes      []string
	Grants      job.Grants
	Shards      int // of the organization's wallet
	Suspended   bool
}

// Has reports whether the token carries the scope.
func (p *Principal) Has(scope string) bool { return slices.Contains(p.Scopes, scope) }

// tokenItem is a token's row in the edge table, found by the token's hash. The
// organization's abilities are copied here, so that one write answers a request.
type tokenItem struct {
	PK        string   `dynamodbav:"pk"`
	ID        string   `dynamodbav:"id"`
	Org       string   `dynamodbav:"org"`
	Workspace string   `dynamodbav:"workspace"`
	Label     string   `dynamodbav:"label,omitempty"`
	Scopes    []string `dynamodbav:"scopes"`
	Status    string   `dynamodbav:"status"`
	Extended  bool     `dynamodbav:"extendedCeilings"`
	Deep      bool     `dynamodbav:"deep"`
	Shards    int      `dynamodbav:"shards"`
	Suspended bool     `dynamodbav:"suspended,omitempty"`

	CreateLimit int   `dynamodbav:"createLimit"`
	PollLimit   int   `dynamodbav:"pollLimit"`
	CreateTAT   int64 `dynamodbav:"createTat"` // theoretical arrival times, Unix microseconds
	PollTAT     int64 `dynamodbav:"pollTat"`

	CreateRequest string `dynamodbav:"createRequest,omitempty"` // ids of the requests that were granted last
	PollRequest   string `dynamodbav:"pollRequest,omitempty"`
}

func tokenKey(hash string) item {
	return item{"pk": &types.AttributeValueMemberS{Value: TokenPrefix + hash}}
}

func (r *tokenItem) principal() *Principal {
	return &Principal{
		TokenID: r.ID, OrgID: r.Org, WorkspaceID: r.Workspace, Label: r.Label, Scopes: r.Scopes,
		Grants: job.Grants{ExtendedCeilings: r.Extended, Deep: r.Deep}, Shards: r.Shards, Suspended: r.Suspended,
	}
}

// bucketState is what a row says of one bucket.
type bucketState struct {
	limit int
	tat   time.Time
}

func (r *tokenItem) bucket(b ratelimit.Bucket) bucketState {
	if b == ratelimit.Create {
		return bucketState{r.CreateLimit, time.UnixMicro(r.CreateTAT)}
	}
	return bucketState{r.PollLimit, time.UnixMicro(r.PollTAT)}
}

// request is the id of the request that a bucket granted last.
func (r *tokenItem) request(b ratelimit.Bucket) string {
	if b == ratelimit.Create {
		return r.CreateRequest
	}
	return r.PollRequest
}

// bucketColumns are the names of a bucket's columns.
func bucketColumns(b ratelimit.Bucket) map[string]string {
	return map[string]string{"#limit": string(b) + "Limit", "#tat": string(b) + "Tat", "#request": string(b) + "Request"}
}

// authorizeAttempts bounds the corrections of a wrong guess about a token's row:
// its limit, then idle, then in use. The rest is for a limit that is changed
// meanwhile.
const authorizeAttempts = 6

// Authorize checks a token and takes one request from a bucket in one conditional
// write: the row exists, is active and GCRA allows. The write guesses the bucket's
// state; the row that a wrong guess meets corrects it. Principal is nil for a
// denial that was known without the database. Errors: invalid_token,
// token_revoked, rate_limited.
func (s *Store) Authorize(
	ctx context.Context, t token.Token, b ratelimit.Bucket,
) (*Principal, ratelimit.Position, error) {
	id := gateKey{t.Hash(), b}
	if p, denied := s.gate.denied(id, s.now()); denied {
		return nil, p, errs.Of(errs.RateLimited)
	}
	guess := s.gate.guess(id)
	// One moment for all attempts: an arrival time only grows, so a row that was
	// seen past this moment is past it at the next attempt too.
	now, request := s.now(), ident.New("")
	for range authorizeAttempts {
		row, granted, err := s.take(ctx, id, guess, request, now)
		if err != nil {
			return nil, ratelimit.Position{}, err
		}
		guess = row.bucket(b)
		if granted {
			s.gate.remember(id, guess)
			return row.principal(), ratelimit.At(b, guess.limit, guess.tat, now, true), nil
		}
		if row.Status != TokenActive {
			return nil, ratelimit.Position{}, errs.Of(errs.TokenRevoked)
		}
		if p := ratelimit.At(b, guess.limit, guess.tat, now, false); guess.denies(now) {
			s.gate.deny(id, p, now)
			return row.principal(), p, errs.Of(errs.RateLimited)
		}
	}
	return nil, ratelimit.Position{}, errs.Of(errs.ServiceUnavailable)
}

// denies reports whether the bucket has no request left.
func (b bucketState) denies(now time.Time) bool {
	return b.tat.After(ratelimit.Latest(now, ratelimit.Interval(b.limit))) && ratelimit.Plausible(b.tat, now)
}

// take tries to take one request under a guess. It returns the row as written, or
// the row that was met when the guess was wrong. The request's id is written too: a row
// that was met with it has been written by a try whose answer was lost.
func (s *Store) take(
	ctx context.Context, id gateKey, guess bucketState, request string, now time.Time,
) (tokenItem, bool, error) {
	columns := bucketColumns(id.bucket)
	interval := ratelimit.Interval(guess.limit)
	c := change{
		key: tokenKey(id.hash),
		set: "SET #tat = :next, #request = :request",
		// A time too far ahead was written by a clock that has been set back since.
		condition: "#status = :active AND #limit = :limit AND (#tat <= :now OR #tat > :plausible)",
		names:     columns,
		values: values{
			":active": TokenActive, ":limit": int64(guess.limit), ":now": now.UnixMicro(), ":request": request,
			":next": now.Add(interval).UnixMicro(), ":plausible": ratelimit.MostPlausible(now).UnixMicro(),
		},
	}
	if guess.tat.After(now) && ratelimit.Plausible(guess.tat, now) { // a bucket in use moves on from where it is
		c.set = "SET #tat = #tat + :interval, #request = :request"
		c.condition = "#status = :active AND #limit = :limit AND #tat > :now AND #tat <= :latest AND " +
			"(attribute_not_exists(#request) OR #request <> :request)"
		c.values = values{
			":active": TokenActive, ":limit": int64(guess.limit), ":now": now.UnixMicro(), ":request": request,
			":interval": interval.Microseconds(), ":latest": ratelimit.Latest(now, interval).UnixMicro(),
		}
	}
	var row tokenItem
	found, granted, err := s.update(ctx, s.edge, c)
	if err == nil && len(found) == 0 {
		err = errs.Of(errs.InvalidToken)
	}
	if err != nil {
		return row, false, err
	}
	err = decode(found, &row)
	return row, granted || row.request(id.bucket) == request, err
}
