package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// common are the fields of every job-creating body.
type common struct {
	Wait           *bool   `json:"wait,omitempty" default:"true" doc:"Wait for the job's end before responding; otherwise respond with 202 at once."`
	WaitTimeoutMS  *int64  `json:"waitTimeoutMs,omitempty" minimum:"0" doc:"Maximum time to wait, in milliseconds. Default and maximum 25000. Larger values are clamped."`
	WebhookURL     string  `json:"webhookUrl,omitempty" minLength:"1" doc:"A public http(s) URL that receives the job's terminal event. It is registered as an endpoint on first use."`
	CacheTTLSec    *int64  `json:"cacheTtlSec,omitempty" minimum:"0" doc:"Return a cached result that is at most this many seconds old, and cache this one for reuse. Larger values are clamped to 604800 (7 days); 0 prevents caching. Default: by kind."`
	Fresh          bool    `json:"fresh,omitempty" doc:"Do not use a cached result; the new result is still cached."`
	IdempotencyKey *string `json:"idempotencyKey,omitempty" minLength:"1" maxLength:"255" deprecated:"true" doc:"Deprecated: use the Idempotency-Key header. One that differs from the header is rejected."`
	MaxCredits     *int64  `json:"maxCredits,omitempty" minimum:"0" doc:"Reject the call with 402 when the job would cost more."`
}

const (
	maxKeyLength   = 255 // characters; the store keeps a digest of them
	maxWait        = 25 * time.Second
	maxCachedInput = 64 << 10
)

// submission is a checked request for a job.
type submission struct {
	def   kind.Definition
	body  []byte
	args  kind.Args
	input json.RawMessage
	plan  kind.Plan
	key   string
	common
}

// submit returns the handler of a call that creates jobs of a kind. Its schema is
// derived when it is first needed, so that a function pays only for what it is asked for.
func (s *Server) submit(def kind.Definition, made kind.Call) handlerFunc {
	lazy := sync.OnceValue(func() *schema {
		return newSchema(jobBody(reflect.TypeOf(made.NewArgs()))...)
	})
	return func(w http.ResponseWriter, c *call) error {
		sub := &submission{def: def, args: made.NewArgs()}
		refusal := s.read(w, c, sub, lazy())
		j, err := s.original(c, sub, refusal)
		if err != nil {
			return err
		}
		replayed := j != nil
		var ended <-chan struct{}
		if !replayed {
			fresh, err := s.newJob(c, sub)
			if err != nil {
				return err
			}
			var stop func()
			ended, stop = s.watch(fresh.ID)
			defer stop()
			if j, replayed, err = s.admit(c, sub, fresh); err != nil {
				return err
			}
		}
		// The job is charged: from here on no answer may look as if there were none.
		if replayed {
			w.Header().Set("Idempotent-Replayed", "true")
		}
		if sub.waits() {
			j = s.await(c.Context(), j, sub.waitTime(), ended)
		}
		return s.answerJob(w, c, j, manner{def.AsyncOnly, replayed, j.BodyHash == s.digest(c, sub.body)})
	}
}

// original returns the job that the key made before when it has to be known before
// admission, or nil: a replay gives its job also where the call would be refused now, and
// registers no endpoint. A refusal of any other call is returned.
func (s *Server) original(c *call, sub *submission, refusal error) (*job.Job, error) {
	return originalOf(c, sub, refusal, errs.JobNotFound, s.Store.JobOfKey)
}

// originalOf is original of what find finds; none is its error where the key is new.
func originalOf[T any](
	c *call, sub *submission, refusal error, none errs.Code, find func(ctx context.Context, org, key string) (*T, error),
) (*T, error) {
	if sub.key == "" || (refusal == nil && sub.WebhookURL == "") {
		return nil, refusal
	}
	made, err := find(c.Context(), c.principal.OrgID, sub.key)
	if errs.Is(err, none) {
		return nil, refusal
	}
	return made, err
}

// receive reads the key and the body of a call, which can have the key, too, and fills in its common members and args. As
// is what the caller sent for another member.
func (sub *submission) receive(w http.ResponseWriter, c *call, check *schema, args any) (as alias, err error) {
	if sub.key, err = idempotencyKey(c.Header, nil); err != nil {
		return as, err
	}
	if sub.body, err = readBody(w, c.Request); err != nil {
		return as, err
	}
	body, as := check.translate(sub.body)
	if err := check.decode(body, &sub.common, args); err != nil {
		return as, as.back(err)
	}
	sub.key, err = idempotencyKey(c.Header, sub.IdempotencyKey)
	return as, err
}

// read fills in a submission and checks everything that can be checked without the
// database. What it filled in before an error stays.
func (s *Server) read(w http.ResponseWriter, c *call, sub *submission, check *schema) (err error) {
	as, err := sub.receive(w, c, check, sub.args)
	if err != nil {
		return err
	}
	if sub.plan, err = sub.args.Prepare(s.caller(c)); err != nil {
		err = s.here(err)
		return as.back(err)
	}
	sub.warn(w)
	if sub.input, err = json.Marshal(sub.args); err != nil {
		return errs.Internal(err)
	}
	if price := sub.plan.Quote.Credits; sub.MaxCredits != nil && price > *sub.MaxCredits {
		return tooDear(price, *sub.MaxCredits)
	}
	return nil
}

// caller is who makes a call, as kinds see it.
func (s *Server) caller(c *call) kind.Caller {
	return kind.Caller{OrgID: c.principal.OrgID, Grants: c.principal.Grants, Cursors: s.Cursors, RenderCredits: s.RenderCredits}
}

func tooDear(price, most int64) error {
	refusal := errs.Newf(errs.MaxCreditsExceeded,
		"This costs %s and maxCredits is %d; increase it or request less.", credit.Words(price), most)
	refusal.Details = []errs.Detail{{Field: "required", Issue: strconv.FormatInt(price, 10)}}
	return refusal
}

// deprecatedSince is the date of the Deprecation header (RFC 9745): 1 January 2026.
const deprecatedSince = "@1767225600"

// warn informs a caller that a deprecated field was used.
func (sub *submission) warn(w http.ResponseWriter) {
	if sub.IdempotencyKey != nil || sub.plan.Deprecated {
		w.Header().Set("Deprecation", deprecatedSince)
	}
}

// idempotencyKey takes the key from the header or the deprecated field. Of two that differ one would hold and the
// other not, and a caller who tries again with the other would be charged twice.
func idempotencyKey(h http.Header, field *string) (string, error) {
	values := h["Idempotency-Key"]
	if field != nil {
		values = append(slices.Clone(values), *field)
	}
	if len(values) == 0 {
		return "", nil
	}
	key := values[0]
	for _, other := range values[1:] {
		if other != key {
			return "", errs.Field(errs.InvalidIdempotencyKey, "idempotencyKey", "differs from the Idempotency-Key that was sent with it; send one key, in the header")
		}
	}
	if key == "" || utf8.RuneCountInString(key) > maxKeyLength {
		return "", errs.Of(errs.InvalidIdempotencyKey)
	}
	return key, nil
}

// admit charges for a new job and queues it, takes its result from the cache, or finds
// the job that the idempotency key made before.
func (s *Server) admit(c *call, sub *submission, fresh *job.Job) (j *job.Job, replayed bool, err error) {
	ctx := c.Context()
	if err := s.consultCache(ctx, sub, fresh); err != nil {
		return nil, false, err
	}
	err = s.subscribed(ctx, fresh.OrgID, sub.WebhookURL, func(hook *job.Subscription, endpoint *store.Endpoint) error {
		fresh.Webhook = hook
		j, replayed, err = s.Store.Admit(ctx, store.Admission{
			Job: fresh, Shards: c.principal.Shards, IdempotencyKey: sub.key, Endpoint: endpoint,
		})
		return err
	})
	if errs.Is(err, errs.ServiceUnavailable) {
		j, err = s.admitted(ctx, fresh, sub.key, err)
	}
	if err != nil || replayed || j.Status.Terminal() {
		return j, replayed, err
	}
	// The job is admitted: a send that fails now is made up for by the sweeper.
	if err := s.Queue.SendJob(ctx, j.Worker, queue.Job{OrgID: j.OrgID, JobID: j.ID}, 0); err != nil {
		s.Log.WarnContext(ctx, "job not sent", "job_id", j.ID, "org_id", j.OrgID, "error", err)
	}
	return j, false, nil
}

// admitted returns the job of an admission that failed, if it was made after all. Without
// a key a caller who sends the call again pays twice, and so has to know when nobody can
// say whether it was made; with one, the call is safe to send again.
func (s *Server) admitted(ctx context.Context, fresh *job.Job, key string, failed error) (*job.Job, error) {
	found, err := look(ctx, func(ctx context.Context) (*job.Job, error) {
		return s.Store.Job(ctx, fresh.OrgID, fresh.ID)
	})
	switch {
	case err == nil:
		return found, nil
	case key != "" || errs.Is(err, errs.JobNotFound):
		return nil, failed
	}
	return nil, unknown(errors.Join(failed, err),
		"It is not known whether the job was created. Read it at pollUrl, and send the call again only if it is not found.",
		errs.Detail{Field: "jobId", Issue: fresh.ID}, errs.Detail{Field: "pollUrl", Issue: pollURL(fresh.ID)})
}

// newJob is the job of a submission, queued and not yet admitted.
func (s *Server) newJob(c *call, sub *submission) (*job.Job, error) {
	now := s.Now().UTC().Truncate(time.Millisecond) // as it is stored
	j := &job.Job{
		ID: ident.New(ident.Job), OrgID: c.principal.OrgID, WorkspaceID: c.principal.WorkspaceID,
		TokenID: c.principal.TokenID, RequestID: c.id, Kind: sub.def.Name, Worker: sub.def.FunctionOf(sub.plan.Quote.Action).Name, Status: job.Queued,
		Target: seal.Text(sub.plan.Target), Quote: sub.plan.Quote, BodyHash: s.digest(c, sub.body),
		CreatedAt: now, ExpiresAt: now.Add(job.Retention),
	}
	return j, s.conceal(j, sub.input)
}

// digest names what a call asks for: its body, and what a face says beside it.
func (s *Server) digest(c *call, body []byte) string {
	parts := [][]byte{body}
	if wish := job.WishOf(c.Context()); wish != nil {
		raw, _ := json.Marshal(wish) // its metadata are JSON
		parts = append(parts, raw)
	}
	if whole := job.WholeOf(c.Context()); whole != nil {
		parts = append(parts, whole)
	}
	return s.Seals.Digest(parts...)
}

// conceal gives a job its arguments: what may be shown as it is, and what the caller keeps
// secret sealed until the job has ended.
func (s *Server) conceal(j *job.Job, input json.RawMessage) error {
	shown, secrets, err := seal.Redact(input)
	if err != nil {
		return errs.Internal(err)
	}
	j.Input = shown
	if len(secrets) == 0 {
		return nil
	}
	j.InputDigest = s.Seals.Digest(input)
	if j.Sealed, err = s.Seals.Seal(j.SealedFor(), secrets); err != nil {
		return errs.Internal(err)
	}
	return nil
}

// asksFor reports whether a job was made with these arguments, secrets included.
func (s *Server) asksFor(j *job.Job, input json.RawMessage) bool {
	if j.InputDigest != "" {
		return j.InputDigest == s.Seals.Digest(input)
	}
	return bytes.Equal(input, j.Input)
}

// consultCache turns the job into a succeeded one when a young enough result is at
// hand, and otherwise marks where its own is to be stored.
func (s *Server) consultCache(ctx context.Context, sub *submission, j *job.Job) error {
	ttl := sub.def.CacheTTL
	if sub.CacheTTLSec != nil {
		ttl = min(time.Duration(min(*sub.CacheTTLSec, int64(job.MaxCacheTTL/time.Second)))*time.Second, job.MaxCacheTTL)
	}
	input, err := sub.cacheInput()
	if err != nil || ttl <= 0 || len(input) > maxCachedInput {
		return err
	}
	key := s.Seals.Digest([]byte(sub.def.Name), []byte(sub.plan.Quote.Action), input)
	if !sub.Fresh {
		entry, found, err := s.Store.Cached(ctx, j.OrgID, key, ttl)
		if err != nil {
			return err
		}
		if found {
			j.Sealed = nil // it has ended
			if entry.Credits > 0 {
				j.Quote.Credits = min(j.Quote.Credits, entry.Credits)
			}
			j.Status, j.Cached, j.Result, j.Meta, j.CompletedAt = job.Succeeded, true, entry.Result, entry.Meta, j.CreatedAt
			return nil
		}
	}
	j.CacheKey = key
	return nil
}

// cacheInput is what the cache goes by: the input without what only names the job.
func (sub *submission) cacheInput() ([]byte, error) {
	if labelled, ok := sub.args.(kind.Labelled); ok {
		return json.Marshal(labelled.Unlabelled())
	}
	return sub.input, nil
}

func (sub *submission) waits() bool {
	return !sub.def.AsyncOnly && (sub.Wait == nil || *sub.Wait)
}

func (sub *submission) waitTime() time.Duration {
	if sub.WaitTimeoutMS == nil {
		return maxWait
	}
	return min(time.Duration(min(*sub.WaitTimeoutMS, maxWait.Milliseconds()))*time.Millisecond, maxWait)
}
