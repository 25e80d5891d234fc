package hook_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/hook"
)

// TestFilter: their names of events are ours, those of the other family pass nothing, and what is none of them is named.
func TestFilter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		family string
		events []string
		want   string
	}{
		{hook.Crawl, nil, "crawl.cancelled,crawl.completed,crawl.failed,crawl.page,crawl.started"},
		{hook.Crawl, []string{"completed", "crawl.failed", "completed"}, "crawl.completed,crawl.failed"},
		{hook.Batch, []string{"page"}, "job.failed,job.succeeded"},
		{hook.Batch, []string{"batch_scrape.started", "crawl.page"}, "batch.started"},
		{hook.Batch, nil, "batch.cancelled,batch.completed,batch.failed,batch.started,job.failed,job.succeeded"},
		{hook.Crawl, []string{"completed", "action"}, "error [1]"},
		{hook.Crawl, []string{"extract.completed"}, "error [0]"},
		{hook.Crawl, []string{""}, "error [0]"},
		{hook.Crawl, []string{"batch_scrape.page"}, "error  has no event of crawl"},
	} {
		got, err := hook.Filter(c.family, c.events)
		said := string(got)
		if err != nil {
			said = "error " + err.Error()
		}
		if same := said == c.want || err != nil && strings.HasPrefix(c.want, "error") && strings.HasPrefix(said, c.want); !same {
			t.Errorf("%s %q: got %q, want %q", c.family, c.events, said, c.want)
		}
	}
}

// TestBodies holds the bodies of all events to the members that their documentation and clients have.
func TestBodies(t *testing.T) {
	t.Parallel()
	event := func(kind, metadata string) hook.Event {
		return hook.Event{ID: "evt_1", Type: kind, About: "id_1", Metadata: json.RawMessage(metadata)}
	}
	read := &asked.Job{JobID: "job_1", Status: job.Succeeded, CreditsCharged: 1, Cached: true, Result: json.RawMessage(`{"url":"http://a.test/","finalUrl":"http://a.test/","status":200,"markdown":"# A"}`)}
	large := &asked.Job{JobID: "job_2", Status: job.Succeeded, CreditsCharged: 1, ResultURL: "/v1/public/jobs/job_2/result"}
	wall := &asked.Job{JobID: "job_3", Status: job.Failed, CreditsCharged: 1, CreditsRefunded: 1, Error: &job.Failure{Code: errs.UpstreamBlocked, Message: "It is a wall."}}
	const head = `"id":"id_1","webhookId":"evt_1"`
	lost := func(id string, credits int, why string) string {
		why, address := strings.ReplaceAll(why, `"`, `\"`), "http://a.test/x"
		raw, _ := json.Marshal([]any{map[string]any{"warning": why, "metadata": map[string]any{"sourceURL": address, "url": address, "scrapeId": id, "creditsUsed": credits, "error": why}}})
		return string(raw)
	}
	tooLarge := "The content is larger than an event carries. It was read and charged; the whole is at GET /v1/public/jobs/job_2/result."
	for name, c := range map[string]struct {
		got  func() ([]byte, error)
		want string
	}{
		"started":   {func() ([]byte, error) { return event("crawl.started", "").Body("") }, `{"success":true,"type":"crawl.started",` + head + `,"data":[],"metadata":{}}`},
		"completed": {func() ([]byte, error) { return event("batch.completed", `{"a":"b"}`).Body("") }, `{"success":true,"type":"batch_scrape.completed",` + head + `,"data":[],"metadata":{"a":"b"}}`},
		"failed":    {func() ([]byte, error) { return event("batch.failed", "").Body("") }, `{"success":false,"type":"batch_scrape.failed",` + head + `,"data":[],"metadata":{},"error":"None of the pages could be read."}`},
		"why":       {func() ([]byte, error) { return event("crawl.failed", "").Body("why") }, `{"success":false,"type":"crawl.failed",` + head + `,"data":[],"metadata":{},"error":"why"}`},
		"cancelled": {func() ([]byte, error) { return event("crawl.cancelled", "").Body("") }, `{"success":false,"type":"crawl.cancelled",` + head + `,"data":[],"metadata":{},"error":"It was cancelled."}`},
		"page": {func() ([]byte, error) { return event("job.succeeded", "").Page(read, "http://a.test/") }, `{"success":true,"type":"batch_scrape.page",` + head + `,"metadata":{},"data":[{"markdown":"# A",` +
			`"metadata":{"sourceURL":"http://a.test/","url":"http://a.test/","statusCode":200,"scrapeId":"job_1","proxyUsed":"basic","cacheState":"hit","creditsUsed":1}}]}`},
		"a wall":  {func() ([]byte, error) { return event("crawl.page", "").Page(wall, "http://a.test/x") }, `{"success":false,"type":"crawl.page",` + head + `,"metadata":{},"error":"upstream_blocked: It is a wall.","data":` + lost("job_3", 0, "upstream_blocked: It is a wall.") + `}`},
		"a large": {func() ([]byte, error) { return event("crawl.page", "").Page(large, "http://a.test/x") }, `{"success":true,"type":"crawl.page",` + head + `,"metadata":{},"data":` + lost("job_2", 1, tooLarge) + `}`},
	} {
		raw, err := c.got()
		var got, want any
		if err = errors.Join(err, json.Unmarshal(raw, &got), json.Unmarshal([]byte(c.want), &want)); err != nil {
			t.Fatalf("%s: got error %v, want none", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: the body differs (-want +got):\n%s", name, diff)
		}
	}
}
