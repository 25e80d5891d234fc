package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// batchTries bounds the rounds against other requests with the same key.
const batchTries = 5

// batchAnswer is the answer of a batch call.
type batchAnswer struct {
	BatchID        string       `json:"batchId,omitempty" doc:"Id of the batch that this call made, or, when it made no job, of the one that its idempotency key made; absent when there is none."`
	PollURL        string       `json:"pollUrl,omitempty" doc:"The path to poll the batch at."`
	EventsURL      string       `json:"eventsUrl,omitempty" doc:"The path of the batch's stream of events."`
	Jobs           []*batchItem `json:"jobs" doc:"One item for each URL, in the order of the request."`
	CreditsCharged int64        `json:"creditsCharged" doc:"Credits charged by this call; replayed entries were charged before."`
}

// batchItem is the outcome of one URL: a job, a cached result or an error.
type batchItem struct {
	URL             string          `json:"url" doc:"The URL as it is read; as sent when it is invalid."`
	JobID           string          `json:"jobId,omitempty" doc:"Id of its job; absent when the item has an error."`
	Status          job.Status      `json:"status,omitempty" enum:"queued,running,succeeded,failed,cancelled" doc:"Status of the job, or error."`
	PollURL         string          `json:"pollUrl,omitempty" doc:"The path to poll the job at."`
	CreditsCharged  int64           `json:"creditsCharged" doc:"Credits charged for the job; 0 for an item with an error."`
	CreditsRefunded int64           `json:"creditsRefunded" doc:"Credits refunded of these."`
	Cached          bool            `json:"cached" doc:"True when the result came from the cache."`
	Replayed        bool            `json:"replayed" doc:"True when an earlier call with this idempotency key created the job."`
	Matched         *bool           `json:"bodyMatched,omitempty" doc:"Of a replayed item: whether it asks for the same as the call that created the job."`
	Progress        *job.Progress   `json:"progress,omitempty" doc:"How far the run has come; absent when the kind reports nothing, and before it does."`
	Result          json.RawMessage `json:"result,omitempty" doc:"Result of a job that had already ended, if it could be read and fits into the response; otherwise poll the job."`
	ResultTruncated bool            `json:"resultTruncated" doc:"True when the result was cut, could not be read or does not fit into the response; poll the job for it."`
	Error           *batchError     `json:"error,omitempty" doc:"Why there is no job, or why it failed."`
	PricingDecision pricing         `json:"pricingDecision" doc:"Whether the job was charged, and why."`

	entry string    // its name under the idempotency key
	args  kind.Args // nil when the item is in error
	plan  kind.Plan
	job   *job.Job
}

// batchError says why an item made no job.
type batchError struct {
	Code      errs.Code `json:"code" doc:"Stable error code to branch on."`
	Message   string    `json:"message" doc:"What to change, in words."`
	Retryable bool      `json:"retryable" doc:"True when the same item can succeed later."`
	// RetryAfter is in seconds; 0 when unknown.
	RetryAfter int64 `json:"retryAfterSeconds,omitempty" doc:"Seconds to wait before the same item can succeed; absent when unknown."`
}

// batchSubmission is a checked request for a batch.
type batchSubmission struct {
	submission
	items []*batchItem
}

// submitBatch returns the handler that creates many jobs of a kind in one
// transaction. It never waits.
func (s *Server) submitBatch(def kind.Definition) handlerFunc {
	lazy := sync.OnceValue(func() *schema {
		return newSchema(jobBody(reflect.TypeOf(def.Batch.Args()))...)
	})
	return func(w http.ResponseWriter, c *call) error {
		sub, err := s.readBatch(w, c, def, lazy())
		if err != nil {
			return err
		}
		charged, err := s.admitBatch(c, sub)
		if err != nil {
			return err
		}
		return s.answerBatch(w, c, sub, charged)
	}
}

// readBatch checks the request. Items whose URL is no public target become errors
// of their own; anything else that is wrong refuses the whole.
func (s *Server) readBatch(w http.ResponseWriter, c *call, def kind.Definition, check *schema) (*batchSubmission, error) {
	body, err := readBody(w, c.Request)
	if err != nil {
		return nil, err
	}
	sub := &batchSubmission{submission: submission{def: def, body: body}}
	args := def.Batch.Args()
	if err := check.decode(body, &sub.common, args); err != nil {
		return nil, err
	}
	if sub.key, err = idempotencyKey(c.Header, sub.IdempotencyKey); err != nil {
		return nil, err
	}
	sub.warn(w)
	seen := map[string]int{}
	for _, entry := range args.Entries() {
		item, name := &batchItem{URL: entry.Name, args: entry.Args}, entry.Name
		switch item.plan, err = item.args.Prepare(s.caller(c)); {
		case errs.Is(err, errs.InvalidURL):
			item.refuse(s.here(err))
		case err != nil:
			return nil, err
		default: // the target, so that every spelling of it is the same entry
			name, item.URL = item.plan.Target, seal.Text(item.plan.Target)
		}
		seen[name]++
		item.entry = nameHash(name) + "#" + strconv.Itoa(seen[name])
		sub.items = append(sub.items, item)
	}
	return sub, nil
}

// nameHash names an entry under an idempotency key, which outlives the installation's secret.
func nameHash(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:16])
}

func (i *batchItem) refuse(err error) {
	e := errs.As(err)
	i.args = nil
	i.Error = &batchError{Code: e.Code, Message: e.Message, Retryable: e.Code.Retryable()}
	i.PricingDecision = pricing{Outcome: "waived", Stage: "admission", Reason: "invalid_item"}
}

// admitBatch gives every item its job: those that the key made before, and for the
// others new ones, all or none. It returns what was charged.
func (s *Server) admitBatch(c *call, sub *batchSubmission) (int64, error) {
	for range batchTries {
		keys := &store.BatchKeys{}
		if sub.key != "" {
			var err error
			if keys, err = s.Store.BatchKeys(c.Context(), c.principal.OrgID, sub.key); err != nil {
				return 0, err
			}
		}
		if err := s.replayItems(c, sub, keys); err != nil {
			return 0, err
		}
		charged, err := s.admitItems(c, sub, keys)
		if !errors.Is(err, store.ErrBatchChanged) {
			return charged, err
		}
	}
	return 0, errs.Of(errs.ServiceUnavailable)
}

// replayItems finds the jobs that the key has made.
func (s *Server) replayItems(c *call, sub *batchSubmission, keys *store.BatchKeys) error {
	whole := job.WholeOf(c.Context()) != nil && len(keys.Jobs) > 0
	for _, item := range sub.items {
		id, made := keys.Jobs[item.entry]
		switch {
		case item.args == nil:
			continue
		case whole && !made:
			return s.usedKey(c, keys)
		case !made:
			continue
		}
		j, err := s.Store.Job(c.Context(), c.principal.OrgID, id)
		if errs.Is(err, errs.JobNotFound) {
			continue // older than a job is kept: it is made anew
		}
		if err != nil {
			return err
		}
		if whole && j.BodyHash != s.digest(c, sub.body) {
			return s.usedKey(c, keys)
		}
		input, err := json.Marshal(item.args)
		if err != nil {
			return errs.Internal(err)
		}
		item.job, item.Replayed, item.Matched = j, true, new(s.asksFor(j, input))
	}
	return nil
}

// usedKey refuses the key of a call that is made as a whole or not at all, since another one has used it.
func (s *Server) usedKey(c *call, keys *store.BatchKeys) error {
	refusal := errs.New(errs.InvalidIdempotencyKey, "Another call has used this idempotency key; send a key of this call's own.")
	j, err := s.Store.Job(c.Context(), c.principal.OrgID, slices.Max(slices.Collect(maps.Values(keys.Jobs))))
	if err != nil {
		return err
	}
	refusal.Details = []errs.Detail{{Field: "batchId", Issue: j.BatchID}}
	return refusal
}

// admitItems admits the items that have no job yet and sends those that are to run.
func (s *Server) admitItems(c *call, sub *batchSubmission, keys *store.BatchKeys) (int64, error) {
	admission := store.BatchAdmission{
		ID: ident.New(ident.Batch), OrgID: c.principal.OrgID, Shards: c.principal.Shards, Key: sub.key, Before: keys,
	}
	admission.Refused = sub.refused()
	if err := s.newJobs(c, sub, &admission); err != nil {
		return 0, err
	}
	if len(admission.Jobs) == 0 {
		return 0, nil
	}
	var price int64
	for _, j := range admission.Jobs {
		price += j.Quote.Credits
	}
	if sub.MaxCredits != nil && price > *sub.MaxCredits {
		return 0, tooDear(price, *sub.MaxCredits)
	}
	if err := s.writeBatch(c, sub, admission); err != nil {
		for _, item := range sub.items {
			if !item.Replayed {
				item.job = nil
			}
		}
		return 0, err
	}
	s.sendBatch(c.Context(), admission)
	return price, nil
}

// refused are the items in error, as the batch keeps them, with their places among those that this
// call gives to it.
func (sub *batchSubmission) refused() (list []store.Refusal) {
	at := 0
	for _, item := range sub.items {
		if item.args == nil {
			list = append(list, store.Refusal{
				At: at, Name: clip(seal.Text(item.URL), maxIssue), Code: item.Error.Code, Message: clip(item.Error.Message, maxIssue),
			})
		}
		if item.job == nil {
			at++
		}
	}
	return list
}

// fits has the refusal of a batch that no wait would admit say what to change.
func (sub *batchSubmission) fits(err error) error {
	most, never := store.TooLarge(err)
	if !never || most == 0 {
		return err
	}
	refusal := errs.Field(errs.InvalidRequest, sub.def.Batch.List, fmt.Sprintf("has more entries than the organization may have unfinished jobs; send at most %d, and the others in another call", most))
	refusal.Details = append(refusal.Details, errs.As(err).Details...)
	return refusal
}

// writeBatch admits the jobs, with the webhook's endpoint. An admission that failed and was
// made after all, which its first job shows, is as good as any.
func (s *Server) writeBatch(c *call, sub *batchSubmission, a store.BatchAdmission) error {
	ctx := c.Context()
	err := s.subscribed(ctx, a.OrgID, sub.WebhookURL, func(hook *job.Subscription, endpoint *store.Endpoint) error {
		a.Endpoint = endpoint
		for _, j := range a.Jobs {
			j.Webhook = hook
		}
		return sub.fits(s.Store.AdmitBatch(ctx, a))
	})
	if !errs.Is(err, errs.ServiceUnavailable) {
		return err
	}
	_, err = s.admitted(ctx, a.Jobs[0], sub.key, err)
	if errs.Is(err, errs.OutcomeUnknown) {
		return batchUnknown(err, a.Jobs)
	}
	return err
}

// batchUnknown names all jobs of a batch of which nobody knows whether it was admitted.
func batchUnknown(cause error, jobs []*job.Job) error {
	details := make([]errs.Detail, len(jobs))
	for i, j := range jobs {
		details[i] = errs.Detail{Field: "jobs[" + strconv.Itoa(i) + "].jobId", Issue: j.ID}
	}
	return unknown(cause, "It is not known whether the jobs were created: all of them or none. "+
		"Read the first one, and send the call again only if it is not found.", details...)
}

// sendBatch queues what is to run. What is not sent is made up for by the sweeper.
func (s *Server) sendBatch(ctx context.Context, a store.BatchAdmission) {
	messages := map[string][]queue.Job{} // by worker
	for _, j := range a.Jobs {
		if !j.Status.Terminal() {
			messages[j.Worker] = append(messages[j.Worker], queue.Job{OrgID: j.OrgID, JobID: j.ID})
		}
	}
	for worker, jobs := range messages {
		if err := s.Queue.SendJobs(ctx, worker, jobs); err != nil {
			s.Log.WarnContext(ctx, "batch not sent whole", "batch_id", a.ID, "org_id", a.OrgID, "error", err)
		}
	}
}

// newJobs makes the jobs of the items that have none, taking results from the cache
// as long as the transaction has room for the events that those set off.
func (s *Server) newJobs(c *call, sub *batchSubmission, a *store.BatchAdmission) error {
	hooked := sub.WebhookURL != ""
	room := store.MaxTransaction - store.BesideJobs - len(sub.items)
	for _, item := range sub.items {
		if item.args == nil || item.job != nil {
			continue
		}
		single, err := sub.one(item)
		if err != nil {
			return err
		}
		j, err := s.newJob(c, single)
		if err != nil {
			return err
		}
		single.Fresh = sub.Fresh || (hooked && room == 0)
		if err := s.consultCache(c.Context(), single, j); err != nil {
			return err
		}
		if j.Cached && hooked {
			room--
		}
		item.job = j
		a.Jobs, a.Entries = append(a.Jobs, j), append(a.Entries, item.entry)
	}
	return nil
}

// one is the submission of one item.
func (sub *batchSubmission) one(item *batchItem) (*submission, error) {
	input, err := json.Marshal(item.args)
	if err != nil {
		return nil, errs.Internal(err)
	}
	single := sub.submission
	single.args, single.plan, single.input = item.args, item.plan, input
	return &single, nil
}

// answerBatch answers 202 with every item, carrying results while they fit.
func (s *Server) answerBatch(w http.ResponseWriter, c *call, sub *batchSubmission, charged int64) error {
	room, fresh := result.MaxInline, false
	for _, item := range sub.items {
		if item.job == nil {
			continue
		}
		fresh = fresh || !item.Replayed
		s.fill(c.Context(), item, &room)
	}
	if !fresh && slices.ContainsFunc(sub.items, func(i *batchItem) bool { return i.Replayed }) {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	s.creditHeaders(w, c, charged)
	answer := batchAnswer{Jobs: sub.items, CreditsCharged: charged, BatchID: sub.batch()}
	if answer.BatchID != "" {
		answer.PollURL, answer.EventsURL = batchURL(answer.BatchID), batchURL(answer.BatchID)+"/events"
	}
	return writeData(w, http.StatusAccepted, answer)
}

// batch is the newest batch of the items' jobs: the one that the call made, if it made one.
func (sub *batchSubmission) batch() (newest string) {
	for _, item := range sub.items {
		if item.job != nil {
			newest = max(newest, item.job.BatchID) // ids grow
		}
	}
	return newest
}

// fill shows an item's job, with its result while there is room for it.
func (s *Server) fill(ctx context.Context, item *batchItem, room *int) {
	item.show()
	j := item.job
	if j.Result == nil {
		return
	}
	item.ResultTruncated = true
	if j.Result.Size > *room {
		return
	}
	raw, err := s.Results.Load(ctx, j.OrgID, j.Result)
	if err != nil {
		s.Log.WarnContext(ctx, "item answered without its result", "job_id", j.ID, "org_id", j.OrgID, "error", err)
		return
	}
	item.Result, item.ResultTruncated = raw, j.Result.Truncated()
	*room -= len(raw)
}

// show shows what of an item's job lies in its row.
func (i *batchItem) show() {
	j := i.job
	i.JobID, i.Status, i.PollURL, i.Progress = j.ID, j.Status, pollURL(j.ID), j.Reached()
	i.CreditsCharged, i.CreditsRefunded, i.Cached, i.PricingDecision = j.Quote.Credits, j.Refunded, j.Cached, pricingOf(j)
	if j.Error != nil {
		i.Error = (*batchError)(j.Error)
	}
}
