package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/invoke"
	"github.com/quarryapi/quarry/internal/serve/reading"
	"github.com/quarryapi/quarry/internal/serve/showing"
)

// work makes a job for a worker: the first of the examples in the documentation that is its.
func (m *maker) work(ctx context.Context, worker, sample string) (prepared, error) {
	id, err := m.job(ctx, worker)
	return prepared{event: m.fill(sample, ids{job: id}), check: func(ctx context.Context, answer []byte) (string, error) {
		if err := emptied(answer); err != nil {
			return "", err
		}
		return m.succeeded(ctx, id)
	}}, err
}

// deadLetter makes a job that nobody does.
func (m *maker) deadLetter(ctx context.Context, sample string) (prepared, error) {
	id, err := m.job(ctx, "url")
	return prepared{event: m.fill(sample, ids{job: id}), check: func(ctx context.Context, answer []byte) (string, error) {
		if err := emptied(answer); err != nil {
			return "", err
		}
		j, err := m.Store.Job(ctx, m.OrganizationID, id)
		if err != nil {
			return "", err
		}
		if j.Status != job.Failed || j.Refunded != j.Quote.Credits {
			return "", fmt.Errorf("got job %s with status %q and %d of %d credits refunded, want it failed and all refunded", id, j.Status, j.Refunded, j.Quote.Credits)
		}
		return fmt.Sprintf("job %s failed, %d credits refunded", id, j.Refunded), nil
	}}, err
}

// job makes one of a worker's and keeps the message about it.
func (m *maker) job(ctx context.Context, worker string) (id string, err error) {
	path, body, err := m.example(worker)
	if err != nil {
		return "", err
	}
	body["wait"], body["fresh"] = false, true // or an earlier run's result would leave nothing to do
	data, err := m.post(ctx, path, body)
	if err != nil {
		return "", err
	}
	if id, _ = data["jobId"].(string); id != m.kept.job.JobID || m.kept.worker != worker {
		return "", fmt.Errorf("got job %q and a message about %q for the worker %s, want one for %s", id, m.kept.job.JobID, m.kept.worker, worker)
	}
	return id, nil
}

// example is a call whose job a worker performs.
func (m *maker) example(worker string) (path string, body map[string]any, err error) {
	for _, definition := range kinds.All() {
		for _, call := range definition.Calls {
			for _, example := range call.Examples {
				text := []byte(m.site(example.Body))
				args := call.NewArgs()
				if err := json.Unmarshal(text, args); err != nil {
					return "", nil, err
				}
				plan, err := args.Prepare(kind.Caller{OrgID: m.OrganizationID})
				if err != nil {
					return "", nil, err
				}
				if definition.FunctionOf(plan.Quote.Action).Name == worker {
					return call.Path, body, json.Unmarshal(text, &body)
				}
			}
		}
	}
	return "", nil, fmt.Errorf("no call has an example for a worker %s", worker)
}

// succeeded holds that a job did, and that its result can be read.
func (m *maker) succeeded(ctx context.Context, id string) (string, error) {
	j, err := m.Store.Job(ctx, m.OrganizationID, id)
	if err != nil {
		return "", err
	}
	if j.Status == job.Failed {
		return "", fmt.Errorf("job %s failed and was refunded, %s: %s", id, j.Error.Code, j.Error.Message)
	}
	if j.Status != job.Succeeded {
		return "", fmt.Errorf("got job %s with status %q, want succeeded", id, j.Status)
	}
	result, err := m.Results.Whole(ctx, m.OrganizationID, j.Result)
	if err != nil {
		return "", fmt.Errorf("the result of job %s: %w", id, err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(result, &members); err != nil || len(members) == 0 {
		return "", fmt.Errorf("got the result %.200s of job %s, want an object that says something: %w", result, id, err)
	}
	return fmt.Sprintf("job %s succeeded: %d credits, a result of %d bytes", id, j.Quote.Credits-j.Refunded, len(result)), nil
}

// crawl begins a crawl and keeps the message about it.
func (m *maker) crawl(ctx context.Context, sample string) (prepared, error) {
	_, err := m.post(ctx, "/crawl", map[string]any{"url": m.site("https://example.com/"), "limit": 2})
	id := m.kept.crawl.CrawlID
	return prepared{event: m.fill(sample, ids{crawl: id}), check: func(ctx context.Context, answer []byte) (string, error) {
		if err := emptied(answer); err != nil {
			return "", err
		}
		c, err := m.Store.Crawl(ctx, m.OrganizationID, id)
		if err != nil {
			return "", err
		}
		if c.State.Admitted == 0 {
			return "", fmt.Errorf("got crawl %s without pages, want its first admitted", id)
		}
		return fmt.Sprintf("crawl %s moved on: %d pages admitted, which the workers of the service do", id, c.State.Admitted), nil
	}}, err
}

// shown says what the browser's function answered. Its container has no Chromium.
func shown(_ context.Context, answer []byte) (string, error) {
	if err := refused(answer); err != nil {
		return "", err
	}
	var response invoke.Answer
	if err := json.Unmarshal(answer, &response); err != nil {
		return "", fmt.Errorf("got the answer %s, want one of the browser's function: %w", answer, err)
	}
	if _, err := showing.Decode(response.Packed); err != nil {
		e, coded := errors.AsType[*errs.Error](err)
		if !coded {
			return "", err
		}
		return fmt.Sprintf("it answered %s; a container has no Chromium, so workers in containers have their pages shown by the service", e.Code), nil
	}
	return "it showed a page", nil
}

// document says what the function that reads PDFs made of that of the sample.
func document(_ context.Context, answer []byte) (string, error) {
	if err := refused(answer); err != nil {
		return "", err
	}
	var response invoke.Answer
	if err := json.Unmarshal(answer, &response); err != nil {
		return "", fmt.Errorf("got the answer %s, want one of the function that reads PDFs: %w", answer, err)
	}
	doc, err := reading.Decode(response.Packed)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("it read %d of %d pages, %d bytes of text", doc.Read, doc.Total, len(doc.Text())), nil
}
