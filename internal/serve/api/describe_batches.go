package api

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/event"
)

// streamText is what holds for all streams of events.
const streamText = "\n\nThe stream ends after the last event. Otherwise it lasts 10 minutes at most, with a comment every 15 seconds while nothing happens; where " +
	"responses cannot be sent in parts, as in AWS, it ends with the first events, or after 25 seconds without any. Resume it with the id of the last event in `Last-Event-ID`, " +
	"as clients of server-sent events do by themselves: what has happened since is sent then. 204 says that nothing can follow. " +
	"At most 32 streams of an organization are open at once."

func lastEventID() *huma.Param {
	return openapi.Header("Last-Event-ID", "The id of the last event that you have; what follows it is sent. Without it the stream begins with what is.", huma.Schema{Type: huma.TypeString})
}

func streamed() []openapi.Answer {
	return []openapi.Answer{
		{Status: http.StatusOK, Text: "The events.", Media: []string{"text/event-stream"}, Headers: []string{"X-Accel-Buffering"}},
		{Status: http.StatusNoContent, Text: "You have the last event."},
	}
}

func (s *Server) describeBatches(add adder) {
	const one = base + "/batches/{batchId}"
	done := exampleBatch()
	add(http.MethodGet, base+"/batches", openapi.Operation{
		ID: "listBatches", Tag: openapi.TagJobs, Summary: "List batches, newest first",
		Description: "The organization's batches of the last 30 days, without their jobs.",
		Params: append(append(pageParams(), openapi.Query("status", "Only batches in this status.", oneOf("queued", "running", "finished"))),
			s.madeParams("batches")...),
		Answers: ok("A page of batches.", batchesData{Exhausted: true, Items: []BatchView{done}}),
		Refuses: []errs.Code{errs.InvalidRequest, errs.InvalidCursor},
	})
	add(http.MethodGet, one, openapi.Operation{
		ID: "getBatch", Tag: openapi.TagJobs, Summary: "Read a batch",
		Description: "The status of a batch call, the number of its jobs in each status, and a page of its jobs. It can be read for as long as they can, 30 days.",
		Params: append(pageParams(), openapi.Query("results", "Return the results of jobs that have succeeded, as long as they fit into the response together.",
			huma.Schema{Type: huma.TypeBoolean, Default: false})),
		Answers: []openapi.Answer{{
			Status: http.StatusOK, Text: "The batch.", Data: reflect.TypeFor[batchPage](), Headers: []string{"Retry-After"},
			Example: batchPage{BatchView: done, Exhausted: true, Jobs: []*batchItem{{
				URL: "https://example.com/", JobID: sample(ident.Job), Status: job.Succeeded, PollURL: pollURL(sample(ident.Job)), CreditsCharged: 1,
				PricingDecision: pricing{Outcome: "charged", Stage: "admission", Reason: "fresh", UnitCount: 1},
			}}},
		}},
		Refuses: []errs.Code{errs.BatchNotFound, errs.InvalidRequest, errs.InvalidCursor},
	})
	add(http.MethodGet, one+"/events", openapi.Operation{
		ID: "streamBatchEvents", Tag: openapi.TagJobs, Summary: "Stream what happens to a batch",
		Description: "Server-sent events: `job.succeeded`, `job.failed` or `job.cancelled` for the end of each job, once each, with the item of the batch and its " +
			"result of at most 256 KB; `batch.progress` with the batch when its counts change; `batch.finished` at the end." + streamText,
		Params: []*huma.Param{lastEventID()}, Answers: streamed(),
		Refuses: []errs.Code{errs.BatchNotFound, errs.TooManyStreams},
	})
	add(http.MethodPost, one+"/cancel", openapi.Operation{
		ID: "cancelBatch", Tag: openapi.TagJobs, Summary: "Cancel a batch",
		Description: "Cancels every job of the batch that has not ended and refunds its charge; those that have ended stay as they are. " +
			"It can be sent again: `counts` shows what is left to cancel.",
		Answers: ok("The batch, as it is then.", done),
		Refuses: []errs.Code{errs.BatchNotFound},
	})
}

func exampleBatch() BatchView {
	id := sample(ident.Batch)
	return BatchView{
		BatchID: id, Status: store.BatchFinished, Kind: "url", ActionCode: "url.page", Counts: event.Counts{Total: 1, Succeeded: 1},
		CreditsCharged: 1, PollURL: batchURL(id), EventsURL: batchURL(id) + "/events",
		CreatedAt: instant.Of(exampleTime), CompletedAt: instant.Of(exampleTime), ExpiresAt: instant.Of(exampleTime.Add(job.Retention)),
	}
}

func (s *Server) describeJobList(add adder) {
	add(http.MethodGet, base+"/jobs", openapi.Operation{
		ID: "listJobs", Tag: openapi.TagJobs, Summary: "List jobs, newest first",
		Description: "The organization's jobs of the last 30 days, without their arguments and results.",
		Params: append(append(pageParams(),
			openapi.Query("status", "Only jobs in this status.", oneOf("queued", "running", "succeeded", "failed", "cancelled")),
			openapi.Query("batchId", "Only jobs of this batch.", huma.Schema{Type: huma.TypeString})), s.madeParams("jobs")...),
		Answers: ok("A page of jobs.", jobsData{Exhausted: true, Items: []jobSummary{{
			JobID: sample(ident.Job), Status: job.Succeeded, Kind: "url", ActionCode: "url.page", Target: "https://example.com/", CreditsCharged: 1,
			PollURL: pollURL(sample(ident.Job)), CreatedAt: instant.Of(exampleTime), StartedAt: instant.Of(exampleTime), CompletedAt: instant.Of(exampleTime),
		}}}),
		Refuses: []errs.Code{errs.InvalidRequest, errs.InvalidCursor},
	})
}

// madeParams are the filters of a list by what was made, and when.
func (s *Server) madeParams(things string) []*huma.Param {
	kinds := make([]any, len(s.Kinds))
	for i, def := range s.Kinds {
		kinds[i] = def.Name
	}
	when := huma.Schema{Type: huma.TypeString, Examples: []any{"2026-11-21T10:00:00Z"}}
	return []*huma.Param{
		openapi.Query("kind", "Only "+things+" of this kind.", oneOf(kinds...)),
		openapi.Query("action", "Only "+things+" that are charged under this action.", huma.Schema{Type: huma.TypeString}),
		openapi.Query("since", "Only "+things+" that were admitted at this time or later: RFC 3339, a date, or Unix seconds or milliseconds.", when),
		openapi.Query("until", "Only "+things+" that were admitted before this time, as since.", when),
	}
}
