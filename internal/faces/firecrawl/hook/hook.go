// Package hook has events in the form of Firecrawl: their types, which of them somebody wants, and their bodies. It must not know
// how events come about or are delivered.
package hook

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/document"
)

const (
	// Form is the name of the form.
	Form = "firecrawl"
	// Signature is the header with the signature of a body: sha256= and the hex HMAC-SHA256 of its bytes.
	Signature = "X-Firecrawl-Signature"
)

// What makes events, as their types begin.
const (
	Crawl = "crawl"
	Batch = "batch_scrape"
)

// ours are the types of our events by the last part of theirs. A page of a batch is a job of it; one that was cancelled is no page.
func ours(family string) map[string][]string {
	if family == Crawl {
		return map[string][]string{
			"started": {"crawl.started"}, "page": {"crawl.page"}, "completed": {"crawl.completed"}, "failed": {"crawl.failed"}, "cancelled": {"crawl.cancelled"},
		}
	}
	return map[string][]string{
		"started": {"batch.started"}, "page": {"job.succeeded", "job.failed"}, "completed": {"batch.completed"}, "failed": {"batch.failed"}, "cancelled": {"batch.cancelled"},
	}
}

// Filter has those of our events pass that a call asks for: by the last part of their types, or by the whole. None are all.
// The error names the item that is none of their events, or says that nothing would pass.
func Filter(family string, events []string) (job.EventFilter, error) {
	known := ours(family)
	if len(events) == 0 {
		events = []string{"started", "page", "completed", "failed", "cancelled"}
	}
	var passing []string
	for i, name := range events {
		of, last, whole := strings.Cut(name, ".")
		if !whole {
			of, last = family, name
		}
		types, ok := known[last]
		if !ok || of != Crawl && of != Batch {
			return "", fmt.Errorf("[%d] is none of started, page, completed, failed and cancelled", i)
		}
		if of == family {
			passing = append(passing, types...)
		}
	}
	if len(passing) == 0 {
		return "", fmt.Errorf(" has no event of %s, so that none would be sent", family)
	}
	slices.Sort(passing)
	return job.EventFilter(strings.Join(slices.Compact(passing), ",")), nil
}

// typeOf is their type of one of our events.
func typeOf(event string) string {
	of, last, _ := strings.Cut(event, ".")
	switch of {
	case "job":
		return Batch + ".page"
	case "batch":
		return Batch + "." + last
	}
	return event
}

// Event is what an event is about.
type Event struct {
	ID       string          // of the event
	Type     string          // ours
	About    string          // id of the crawl or the batch
	Metadata json.RawMessage // that the caller gave; empty for none
}

// body is the body of an event.
type body struct {
	Success   bool                 `json:"success"`
	Type      string               `json:"type"`
	ID        string               `json:"id"`
	WebhookID string               `json:"webhookId"`
	Data      []*document.Document `json:"data"`
	Error     string               `json:"error,omitempty"`
	Metadata  json.RawMessage      `json:"metadata"`
}

func (e Event) body() body {
	b := body{Success: true, Type: typeOf(e.Type), ID: e.About, WebhookID: e.ID, Data: []*document.Document{}, Metadata: e.Metadata}
	if len(b.Metadata) == 0 {
		b.Metadata = json.RawMessage("{}")
	}
	return b
}

// Body is that of a begin or an end; why says more of one that failed, and is empty where nobody knows.
func (e Event) Body(why string) ([]byte, error) {
	b := e.body()
	switch {
	case strings.HasSuffix(e.Type, ".failed"):
		b.Success, b.Error = false, cmp.Or(why, "None of the pages could be read.")
	case strings.HasSuffix(e.Type, ".cancelled"):
		b.Success, b.Error = false, "It was cancelled."
	}
	return write(b)
}

// Page is the body of a page's end. A result that is too large for an event is not in it, and the document says where it is.
func (e Event) Page(j *asked.Job, address string) ([]byte, error) {
	b := e.body()
	switch {
	case j.Status != job.Succeeded:
		f := (&asked.FailedError{Job: j}).Failure()
		b.Success, b.Error = false, string(f.Code)+": "+f.Message
		lost := document.Without(j, address, b.Error)
		b.Data = append(b.Data, lost)
	case len(j.Result) == 0:
		b.Data = append(b.Data, document.Without(j, address, "The content is larger than an event carries. It was read and charged; the whole is at GET "+j.ResultURL+"."))
	default:
		d, err := document.Of(j)
		if err != nil {
			return nil, err
		}
		b.Data = append(b.Data, d)
	}
	return write(b)
}

func write(b body) ([]byte, error) {
	raw, err := json.Marshal(b)
	if err != nil {
		return nil, errs.Internal(err)
	}
	return raw, nil
}
