// Package event holds what a webhook's delivery carries. It is apart from what
// delivers it, so that whoever only describes events does not link that.
package event

import (
	"encoding/json"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Event is the body of a delivery.
type Event struct {
	ID        string       `json:"id" doc:"The event's id, the same in every retry and replay."`
	Type      string       `json:"type" enum:"job.succeeded,job.failed,job.cancelled,batch.finished,crawl.page,crawl.finished,endpoint.test" doc:"Type of the event."`
	Timestamp instant.Time `json:"timestamp" doc:"When the event happened."`
	Data      Data         `json:"data" doc:"Data of the event."`
}

// Data describes the end of a job, of a batch or of a crawl. A test event has only the message.
type Data struct {
	JobID           string           `json:"jobId,omitempty" doc:"The job that ended."`
	BatchID         string           `json:"batchId,omitempty" doc:"The batch that ended, or that the job is of; absent for a job of none."`
	CrawlID         string           `json:"crawlId,omitempty" doc:"The crawl that ended, or that the job is a page of; absent for a job of none."`
	Change          string           `json:"change,omitempty" doc:"Of a page of a crawl that compares: what it is to the earlier crawl, new, changed, same or gone."`
	Kind            string           `json:"kind,omitempty" doc:"The kind of the job, or of the jobs of the batch or the crawl."`
	Status          string           `json:"status,omitempty" doc:"Final status of the job: succeeded, failed or cancelled. Of a batch: finished. Of a crawl: finished, failed or cancelled."`
	URL             string           `json:"url,omitempty" doc:"Of a crawl: its first page."`
	Host            string           `json:"host,omitempty" doc:"Of a crawl: host of its site."`
	Counts          *Ends            `json:"counts,omitempty" doc:"Of a batch: how its jobs ended. Of a crawl: how its pages did."`
	FailedBy        map[string]int64 `json:"failedBy,omitempty" doc:"Of a crawl: pages that failed, by their error codes."`
	SkippedBy       map[string]int64 `json:"skippedBy,omitempty" doc:"Of a crawl: URLs of the site that are no pages, by reason."`
	Changes         map[string]int64 `json:"changes,omitempty" doc:"Of a crawl with againstCrawlId: pages that are new, changed, the same or gone."`
	TruncatedBy     string           `json:"truncatedBy,omitempty" doc:"Of a crawl: why there are pages that were not crawled; absent when there are none."`
	CreditsCharged  *int64           `json:"creditsCharged,omitempty" doc:"Credits charged."`
	CreditsRefunded *int64           `json:"creditsRefunded,omitempty" doc:"Credits refunded."`
	Cached          *bool            `json:"cached,omitempty" doc:"True when the result came from the cache."`
	CompletedAt     instant.Time     `json:"completedAt,omitzero" doc:"When it ended."`
	Input           json.RawMessage  `json:"input,omitempty" doc:"The arguments with every default filled in. Values of headers and cookies, and user names and passwords within URLs, are [redacted]."`
	Result          json.RawMessage  `json:"result,omitempty" doc:"The result if it has at most 256 KB."`
	Error           *job.Failure     `json:"error,omitempty" doc:"Why the job failed."`
	ResultTruncated *bool            `json:"resultTruncated,omitempty" doc:"True when the result is too large for the event: use resultUrl, or poll the job."`
	ResultURL       string           `json:"resultUrl,omitempty" doc:"The path of the whole result when it is not in the event. It needs a token, as pollUrl does."`
	PollURL         string           `json:"pollUrl,omitempty" doc:"The path to poll the job, the batch or the crawl at."`
	Message         string           `json:"message,omitempty" doc:"For a test event: states that it is a test."`
}

// Ends are the jobs of a batch or the pages of a crawl by what became of them.
type Ends struct {
	Total      int64  `json:"total" minimum:"0" doc:"Entries of the call, or pages that were found."`
	Queued     int64  `json:"queued" minimum:"0" doc:"Those that wait."`
	Running    int64  `json:"running" minimum:"0" doc:"Those that a worker performs."`
	Succeeded  int64  `json:"succeeded" minimum:"0" doc:"Those that succeeded."`
	Failed     int64  `json:"failed" minimum:"0" doc:"Those that failed; their charge was refunded."`
	Cancelled  int64  `json:"cancelled" minimum:"0" doc:"Those that were cancelled; their charge was refunded."`
	Invalid    *int64 `json:"invalid,omitempty" minimum:"0" doc:"Of a batch: entries that were no public targets and made no job."`
	Skipped    *int64 `json:"skipped,omitempty" minimum:"0" doc:"Of a crawl: URLs of the site that are no pages of it, and cost nothing."`
	Duplicates *int64 `json:"duplicates,omitempty" minimum:"0" doc:"Of a crawl: pages among those that succeeded which are another page of it."`
}

// Counts are a batch's entries by what became of them. Total is all of them, and the others
// add up to it.
type Counts struct {
	Total     int `json:"total" minimum:"0" doc:"Entries of the call that made the batch."`
	Queued    int `json:"queued" minimum:"0" doc:"Jobs that wait for a worker."`
	Running   int `json:"running" minimum:"0" doc:"Jobs that a worker performs."`
	Succeeded int `json:"succeeded" minimum:"0" doc:"Jobs that succeeded."`
	Failed    int `json:"failed" minimum:"0" doc:"Jobs that failed; their charge was refunded."`
	Cancelled int `json:"cancelled" minimum:"0" doc:"Jobs that were cancelled; their charge was refunded."`
	Invalid   int `json:"invalid" minimum:"0" doc:"Entries that were no public targets and made no job."`
}
