package openapi

import (
	"fmt"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/instant"
)

// events are the types of events: the names and descriptions of their entries.
var events = []struct{ name, kind, summary, text string }{
	{"jobSucceeded", "job.succeeded", "A job has succeeded", "Contains the result if it has at most 256 KB; for a larger one `resultTruncated` is true and `resultUrl` is the path to read it at, with a token."},
	{"jobFailed", "job.failed", "A job has failed", "`error` has the reason. The whole charge was refunded."},
	{"jobCancelled", "job.cancelled", "A job was cancelled", "The whole charge was refunded."},
	{"batchFinished", "batch.finished", "All jobs of a batch have ended", "Sent once for each batch with a webhookUrl, beside the events of its jobs. `counts` has how they ended."},
	{"crawlPage", "crawl.page", "A page of a crawl has ended", "Sent once for each page of a crawl with a webhookUrl, in place of the event of its job: `status` is the job's, with `result` or `error`."},
	{"crawlFinished", "crawl.finished", "A crawl has ended", "Sent once for each crawl with a webhookUrl, beside the events of its pages. `counts` has how they ended."},
	{"endpointTest", "endpoint.test", "A test of an endpoint", "Sent on request. It belongs to no job; `data` has only a `message`."},
}

// eventHeaders are the headers of a delivery.
var eventHeaders = []struct{ name, text, example string }{
	{"X-Service-Timestamp", "Unix seconds of this attempt.", "1795255200"},
	{"X-Service-Signature", "`sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the whole secret as written. Two values, separated by a comma, while a secret is being replaced: accept either.", "sha256=5f8d…"},
	{"webhook-id", "The event's id, the same in every retry and replay: store the ids that you have handled.", "evt_" + SampleID},
	{"webhook-timestamp", "The same as X-Service-Timestamp, in the format of Standard Webhooks.", "1795255200"},
	{"webhook-signature", "`v1,` and the base64 HMAC-SHA256 of `<id>.<timestamp>.<raw body>`, keyed with the decoded part of the secret, in the format of Standard Webhooks.", "v1,K5oZ…"},
}

const eventText = `

Posted to the job's endpoint with a timeout of 15 seconds, of 3 for the first attempt unless the endpoint was slow lately, and retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h
and 10 h until a response is a 2xx. Redirects are not followed. ` + "`410`" + ` disables the endpoint; ` + "`Retry-After`" + ` is honoured up
to twice the wait. Check the signature of the bytes as received, in constant time, and reject old timestamps.`

// webhooks describes what is posted to endpoints.
func (b *builder) webhooks() map[string]*huma.PathItem {
	schema := b.registry.Schema(b.Types.Event, true, "")
	if data, ok := b.Types.Event.FieldByName("Data"); ok {
		b.fillResults(data.Type, b.Kinds)
	}
	refuseNull(b.registry)
	items := map[string]*huma.PathItem{}
	for _, e := range events {
		items[e.name] = &huma.PathItem{Post: &huma.Operation{
			OperationID: "on" + camel(e.name), Tags: []string{TagWebhooks}, Summary: e.summary, Description: e.text + eventText,
			Parameters: eventParams(), Security: []map[string][]string{},
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
				mediaJSON: {Schema: schema, Example: eventExample(e.kind)},
			}},
			Responses: map[string]*huma.Response{
				"2XX":     {Description: "The event was accepted. The response body is not used; only an excerpt is stored."},
				"410":     {Description: "The endpoint is gone: it is disabled at once."},
				"default": {Description: "The delivery is retried later."},
			},
		}}
	}
	return items
}

func eventParams() []*huma.Param {
	params := make([]*huma.Param, len(eventHeaders))
	for i, h := range eventHeaders {
		s := text()
		params[i] = &huma.Param{Name: h.name, In: "header", Required: true, Description: h.text, Schema: &s, Example: h.example}
	}
	return params
}

func eventExample(kind string) any {
	at := instant.Text(time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC))
	event := func(data map[string]any) any {
		return map[string]any{"id": "evt_" + SampleID, "type": kind, "timestamp": at, "data": data}
	}
	if kind == "endpoint.test" {
		return event(map[string]any{"message": "This is a test of your webhook endpoint. No job belongs to it."})
	}
	if kind == "batch.finished" {
		return event(map[string]any{
			"batchId": "bat_" + SampleID, "kind": "url", "status": "finished", "creditsCharged": 2, "creditsRefunded": 1, "completedAt": at,
			"counts":  map[string]any{"total": 2, "queued": 0, "running": 0, "succeeded": 1, "failed": 1, "cancelled": 0, "invalid": 0},
			"pollUrl": fmt.Sprintf("/v1/public/batches/bat_%s", SampleID),
		})
	}
	if kind == "crawl.finished" {
		return event(map[string]any{
			"crawlId": "crl_" + SampleID, "kind": "url", "url": "https://example.com/", "host": "example.com", "status": "finished",
			"counts":         map[string]any{"total": 2, "queued": 0, "running": 0, "succeeded": 1, "failed": 1, "cancelled": 0, "skipped": 3, "duplicates": 0},
			"failedBy":       map[string]any{"upstream_timeout": 1},
			"creditsCharged": 3, "creditsRefunded": 1, "completedAt": at, "input": map[string]any{"url": "https://example.com/", "limit": 100},
			"pollUrl": fmt.Sprintf("/v1/public/crawl/crl_%s", SampleID),
		})
	}
	_, status, _ := strings.Cut(kind, ".")
	if kind == "crawl.page" {
		status = "succeeded"
	}
	data := map[string]any{
		"jobId": "job_" + SampleID, "kind": "url", "status": status, "creditsCharged": 1, "creditsRefunded": 1, "cached": false,
		"completedAt": at, "input": map[string]any{"url": "https://example.com/", "format": "resolve"}, "resultTruncated": false,
		"pollUrl": fmt.Sprintf("/v1/public/jobs/job_%s", SampleID),
	}
	if kind == "crawl.page" {
		data["crawlId"] = "crl_" + SampleID
	}
	switch status {
	case "succeeded":
		data["creditsRefunded"] = 0
		data["result"] = map[string]any{"url": "https://example.com/", "finalUrl": "https://example.com/", "status": 200, "rendered": false}
	case "failed":
		data["error"] = map[string]any{"code": "upstream_timeout", "message": "The target did not respond in time.", "retryable": true}
	}
	return event(data)
}
