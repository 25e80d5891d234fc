package api

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// Headers of jobs' answers.
var (
	creditNames = []string{"X-Credits-Charged", "X-Credits-Remaining"}
	submitNames = append([]string{"Idempotent-Replayed", "Deprecation"}, creditNames...)
	laterNames  = append([]string{"Location", "Retry-After"}, submitNames...)
)

// givesJob says where an answer has the id of the job that it made.
var givesJob = [2]string{"jobId", "/data/jobId"}

// describeKind adds the calls that make jobs of a kind.
func describeKind(add adder, def kind.Definition) {
	for _, call := range def.Calls {
		describeCall(add, def, call)
	}
	if def.Crawl != nil {
		describeCrawl(add, def)
	}
	if def.Batch != nil {
		describeBatch(add, def)
	}
}

func describeCall(add adder, def kind.Definition, call kind.Call) {
	waits := "\n\nCreates a job and waits for its end, at most 25 s; with `\"wait\":false` it responds at once."
	if def.AsyncOnly {
		waits = "\n\nCreates a job and responds at once, whatever `wait` is; poll for its end."
	}
	id := operationID(call.Path)
	o := openapi.Operation{
		ID: id, Tag: openapi.TagOf(call.Path), Summary: call.Title, Kind: &def, Call: call, Description: call.Summary + waits,
		Params: []*huma.Param{keyHeader()},
		Body:   &openapi.Body{Name: title(id) + "Request", Parts: jobBody(reflect.TypeOf(call.NewArgs())), Examples: bodies(call.Examples)},
		Answers: []openapi.Answer{{
			Status: http.StatusAccepted, Text: "The job is not finished, or its result cannot be read now. Poll at `Location`.", Jobs: []string{def.Name},
			Headers: laterNames, Example: exampleJob(def, call, job.Queued), Gives: givesJob,
		}},
	}
	if !def.AsyncOnly {
		o.Answers = append([]openapi.Answer{{
			Status: http.StatusOK, Text: "The job has ended; check `status`.", Jobs: []string{def.Name},
			Headers: append([]string{"Retry-After"}, submitNames...), Example: exampleJob(def, call, job.Succeeded), Gives: givesJob,
		}}, o.Answers...)
	}
	add(http.MethodPost, base+call.Path, o)
}

func describeBatch(add adder, def kind.Definition) {
	id := operationID(def.Batch.Path)
	add(http.MethodPost, base+def.Batch.Path, openapi.Operation{
		ID: id, Tag: openapi.TagOf(def.Batch.Path), Summary: def.Batch.Title, Kind: &def, Call: def.Main(),
		Description: def.Batch.Summary + "\n\nCreates a job for each entry in one transaction: either all are admitted, or none and nothing is charged. An entry that " +
			"is not a public target has an `error` at its position and costs nothing. With an idempotency key each entry has its own key: " +
			"a retry creates only the missing jobs, and replayed ones do not count against the cap on unfinished jobs.",
		Params: []*huma.Param{keyHeader()},
		Body: &openapi.Body{
			Name: title(id) + "Request", Parts: jobBody(reflect.TypeOf(def.Batch.Args())), Examples: bodies(def.Batch.Examples),
		},
		Answers: []openapi.Answer{{
			Status: http.StatusAccepted, Text: "One item for each entry, in the order of the request. The batch can be polled at `pollUrl`.", Data: reflect.TypeFor[batchAnswer](),
			Headers: submitNames, Gives: [2]string{"batchId", "/data/batchId"},
		}},
	})
}

// jobBody are the parts of a job-creating body: what all have and the kind's own.
func jobBody(args reflect.Type) []reflect.Type {
	return []reflect.Type{reflect.TypeFor[common](), args.Elem()}
}

func (s *Server) describeJobs(add adder) {
	kinds := make([]string, len(s.Kinds))
	var first any
	for i, def := range s.Kinds {
		kinds[i] = def.Name
		if i == 0 {
			first = exampleJob(def, def.Main(), job.Succeeded)
		}
	}
	add(http.MethodGet, base+"/jobs/{jobId}", openapi.Operation{
		ID: "getJob", Tag: openapi.TagJobs, Summary: "Read a job",
		Description: "Jobs can be read for 30 days. A job of another organization is not found. A response with a " +
			"`resultUrl` is never 304, since the link expires.",
		Params: []*huma.Param{ifNoneMatch()},
		Answers: []openapi.Answer{
			{Status: http.StatusOK, Text: "The job.", Jobs: kinds, Headers: append([]string{"ETag", "Retry-After"}, creditNames...), Example: first},
			{Status: http.StatusNotModified, Text: "The job has not changed.", Headers: append([]string{"ETag"}, creditNames...)},
		},
		Refuses: []errs.Code{errs.JobNotFound},
	})
	add(http.MethodGet, base+"/jobs/{jobId}/result", openapi.Operation{
		ID: "getJobResult", Tag: openapi.TagJobs, Summary: "Read a job's whole result",
		Description: "The result of any size, as it is, for as long as the job can be read. A large one is a redirect to a link that is valid for one hour " +
			"and needs no token; what is there always has `Content-Encoding: gzip`, so curl needs `-L --compressed`. It is the `resultUrl` of webhook events.",
		Answers: []openapi.Answer{
			{Status: http.StatusOK, Text: "The result.", Body: reflect.TypeFor[map[string]any]()},
			{Status: http.StatusFound, Text: "The result is at `Location`.", Headers: []string{"Location"}},
		},
		Refuses: []errs.Code{errs.JobNotFound, errs.JobNotFinished, errs.NotFound},
	})
	add(http.MethodGet, base+"/jobs/{jobId}/events", openapi.Operation{
		ID: "streamJobEvents", Tag: openapi.TagJobs, Summary: "Stream what happens to a job",
		Description: "Server-sent events: `job.queued`, `job.running`, `job.progress`, and at the end `job.succeeded`, `job.failed` or `job.cancelled`. " +
			"The data of each is the job, with a result of at most 256 KB; a larger one is at `resultUrl`." + streamText,
		Params: []*huma.Param{lastEventID()}, Answers: streamed(),
		Refuses: []errs.Code{errs.JobNotFound, errs.TooManyStreams},
	})
	add(http.MethodPost, base+"/jobs/{jobId}/cancel", openapi.Operation{
		ID: "cancelJob", Tag: openapi.TagJobs, Summary: "Cancel a job",
		Description: "Ends a queued or running job and refunds its charge. Cancelling it again has no effect; a job that has succeeded or failed cannot be cancelled.",
		Answers: []openapi.Answer{
			{Status: http.StatusOK, Text: "The job is cancelled.", Jobs: kinds, Headers: creditNames},
		},
		Refuses: []errs.Code{errs.JobNotFound, errs.JobNotCancellable},
	})
}

func (s *Server) describeRequests(add adder) {
	kinds := make([]any, len(s.Kinds))
	for i, def := range s.Kinds {
		kinds[i] = def.Name
	}
	add(http.MethodGet, base+"/requests", openapi.Operation{
		ID: "listRequests", Tag: openapi.TagAccount, Summary: "List all jobs, newest first",
		Description: "Each job with what it cost and the token that created it.",
		Params: append(pageParams(),
			openapi.Query("kind", "Only jobs of this kind.", oneOf(kinds...)),
			openapi.Query("status", "Only jobs in this status.", oneOf("queued", "running", "succeeded", "failed", "cancelled"))),
		Answers: ok("A page of jobs.", requestsData{Exhausted: true, Items: []requestItem{{
			RequestID: sample("req_"), JobID: sample("job_"), Kind: "url", ActionCode: "url.page", Status: job.Succeeded,
			Target: "https://example.com/", CreditsCharged: 1, TokenID: sample("tok_"), CreatedAt: instant.Of(exampleTime),
			CompletedAt: instant.Of(exampleTime.Add(time.Second)), DurationMS: new(int64(1000)),
		}}}),
		Refuses: []errs.Code{errs.InvalidRequest, errs.InvalidCursor},
	})
}

// pageParams are the parameters of every list that comes in pages.
func pageParams() []*huma.Param {
	return []*huma.Param{
		openapi.Query("limit", "Maximum number of items, from 1. Values above 100 are clamped to 100.", huma.Schema{Type: huma.TypeInteger, Minimum: new(1.0), Default: defaultPage}),
		openapi.Query("cursor", "The `nextCursor` of the previous page, with the same filters.", huma.Schema{Type: huma.TypeString, MinLength: new(1)}),
	}
}

func keyHeader() *huma.Param {
	return openapi.Header("Idempotency-Key", "The same key returns the original job, whatever the body, and even when another call used it. One that differs from the field `idempotencyKey` is rejected.",
		huma.Schema{Type: huma.TypeString, MinLength: new(1), MaxLength: new(maxKeyLength)})
}

// exampleJob is the answer to the call's first example. It is nil for a call that
// shows none.
func exampleJob(def kind.Definition, call kind.Call, status job.Status) any {
	if len(call.Examples) == 0 {
		return nil
	}
	args := call.NewArgs()
	if json.Unmarshal([]byte(call.Examples[0].Body), args) != nil {
		return nil
	}
	plan, err := args.Prepare(kind.Caller{})
	input, inputErr := json.Marshal(args)
	result, resultErr := json.Marshal(call.Sample())
	if err != nil || inputErr != nil || resultErr != nil {
		return nil
	}
	j := &job.Job{
		ID: sample("job_"), Kind: def.Name, Status: status, Input: input, Quote: plan.Quote,
		CreatedAt: exampleTime, ExpiresAt: exampleTime.Add(job.Retention),
	}
	e := unfilled(j)
	if status == job.Succeeded {
		e.Result, e.Attempts = result, 1
		e.StartedAt, e.CompletedAt = instant.Of(exampleTime.Add(20*time.Millisecond)), instant.Of(exampleTime.Add(time.Second))
	}
	return e
}

func bodies(examples []kind.Example) []openapi.Example {
	list := make([]openapi.Example, len(examples))
	for i, e := range examples {
		list[i] = openapi.Example{Name: e.Name, Summary: e.Summary, Value: json.RawMessage(e.Body)}
	}
	return list
}

// operationID is a path as a name: /scrape/x/profile becomes scrapeXProfile.
func operationID(path string) string {
	words := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '-' })
	for i := range words {
		if i > 0 {
			words[i] = title(words[i])
		}
	}
	return strings.Join(words, "")
}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
