package webhook

import (
	"encoding/json"
	"maps"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/event"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// PollURL is the path at which a job is polled.
func PollURL(jobID string) string { return "/v1/public/jobs/" + jobID }

// ResultURL is the path of a job's whole result. An event's bytes are the same for as long
// as it is sent, so it cannot carry a link that expires.
func ResultURL(jobID string) string { return PollURL(jobID) + "/result" }

// jobEvent builds the body for an ended job, with its result where that fits.
func jobEvent(d *store.Delivery, j *job.Job, result json.RawMessage) ([]byte, error) {
	truncated, link := j.Result != nil && result == nil, ""
	if truncated {
		link = ResultURL(j.ID)
	}
	body, err := json.Marshal(event.Event{
		ID: d.EventID, Type: d.EventType, Timestamp: instant.Of(j.CompletedAt),
		Data: event.Data{
			JobID: j.ID, BatchID: j.BatchID, CrawlID: crawlOf(j), Change: d.Change, Kind: j.Kind, Status: string(j.Status), CreditsCharged: &j.Quote.Credits, CreditsRefunded: &j.Refunded,
			Cached: &j.Cached, CompletedAt: instant.Of(j.CompletedAt), Input: j.Input, Result: result, Error: j.Error,
			ResultTruncated: &truncated, ResultURL: link, PollURL: PollURL(j.ID),
		},
	})
	if err != nil {
		return nil, errs.Internal(err)
	}
	return body, nil
}

// BatchURL is the path at which a batch is polled.
func BatchURL(batchID string) string { return "/v1/public/batches/" + batchID }

// batchEvent builds the body for a batch whose jobs have all ended.
func batchEvent(d *store.Delivery, b *store.Batch) ([]byte, error) {
	n := CountsOf(b)
	counts := event.Ends{
		Total: int64(n.Total), Queued: int64(n.Queued), Running: int64(n.Running), Succeeded: int64(n.Succeeded), Failed: int64(n.Failed), Cancelled: int64(n.Cancelled),
		Invalid: new(int64(n.Invalid)),
	}
	return json.Marshal(event.Event{
		ID: d.EventID, Type: d.EventType, Timestamp: instant.Of(b.CompletedAt),
		Data: event.Data{
			BatchID: b.ID, Kind: b.Kind, Status: "finished", Counts: &counts, CreditsCharged: &b.Credits, CreditsRefunded: &b.Refunded,
			CompletedAt: instant.Of(b.CompletedAt), PollURL: BatchURL(b.ID),
		},
	})
}

// crawlOf is the crawl that a job is a page of.
func crawlOf(j *job.Job) string {
	if j.Page == nil {
		return ""
	}
	return j.Page.CrawlID
}

// CrawlURL is the path at which a crawl is polled.
func CrawlURL(crawlID string) string { return "/v1/public/crawl/" + crawlID }

// crawlEvent builds the body for a crawl that has ended. One that was resumed meanwhile is shown as
// it is.
func crawlEvent(d *store.Delivery, c *store.Crawl) ([]byte, error) {
	s := &c.State
	counts := event.Ends{Total: s.Numbered, Succeeded: s.Succeeded, Cancelled: s.Cancelled, Skipped: new(int64), Duplicates: new(s.Skipped[string(frontier.Duplicate)])}
	for _, n := range s.Failed {
		counts.Failed += n
	}
	skipped := maps.Clone(s.Skipped)
	delete(skipped, string(frontier.Duplicate))
	for _, n := range skipped {
		*counts.Skipped += n
	}
	counts.Queued = counts.Total - counts.Succeeded - counts.Cancelled - counts.Failed
	return json.Marshal(event.Event{
		ID: d.EventID, Type: d.EventType, Timestamp: instant.Of(d.CreatedAt),
		Data: event.Data{
			CrawlID: c.ID, Kind: c.Kind, URL: c.Target, Host: s.Host, Status: string(s.Status), Counts: &counts, FailedBy: s.Failed, SkippedBy: skipped, Changes: s.Changes,
			CreditsCharged: &s.Charged, CreditsRefunded: &s.Refunded,
			TruncatedBy: string(s.TruncatedBy()), Error: s.Error, CompletedAt: instant.Of(d.CreatedAt), Input: c.Input, PollURL: CrawlURL(c.ID),
		},
	})
}

// CountsOf counts a batch's entries. Jobs that have not ended are queued where Running does not count them.
func CountsOf(b *store.Batch) event.Counts {
	return event.Counts{
		Total: len(b.Jobs) + len(b.Refused), Queued: b.Left - b.Running, Running: b.Running, Invalid: len(b.Refused),
		Succeeded: b.Counts.Succeeded, Failed: b.Counts.Failed, Cancelled: b.Counts.Cancelled,
	}
}

// testEvent builds the body of a test delivery.
func testEvent(d *store.Delivery) ([]byte, error) {
	return json.Marshal(event.Event{
		ID: d.EventID, Type: store.EventTest, Timestamp: instant.Of(d.CreatedAt),
		Data: event.Data{Message: "This is a test of your webhook endpoint. No job belongs to it."},
	})
}

// maxUnproven is the largest result that is posted to an endpoint which has never responded
// with 2xx, and so may be of somebody who never asked for it.
const maxUnproven = 8 << 10

// fitsEvent reports whether a result travels within an event to an endpoint.
func fitsEvent(r *job.ResultRef, e *store.Endpoint) bool {
	most := result.MaxEvent
	if e.ProvenAt.IsZero() {
		most = maxUnproven
	}
	return r != nil && r.Size <= most
}
