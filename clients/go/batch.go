package quarry

import (
	"context"
	"iter"
	"net/http"
	"net/url"

	"github.com/quarryapi/quarry/clients/go/api"
)

// batchPage is how many jobs of a batch are read at once, with their results.
const batchPage = 10

// Batch scrapes many URLs, waits for all, and returns an item for each in their order: with a
// result, or with an error of its own.
func (c *Client) Batch(ctx context.Context, body api.ScrapeBatchRequest) ([]api.BatchItem, error) {
	ctx, stop := context.WithTimeout(ctx, c.options.Deadline)
	defer stop()
	key, err := keyOf(ctx)
	if err != nil {
		return nil, err
	}
	made, err := c.ScrapeBatch(WithIdempotencyKey(ctx, key), body)
	if err != nil {
		return nil, err
	}
	if made.Data.BatchID == nil {
		return made.Data.Jobs, nil
	}
	items, err := c.filled(ctx, *made.Data.BatchID, made.Data.Jobs)
	return items, with(err, Resume{IdempotencyKey: key, BatchID: *made.Data.BatchID})
}

// filled waits for the jobs of items and completes these.
func (c *Client) filled(ctx context.Context, batchID string, items []api.BatchItem) ([]api.BatchItem, error) {
	if _, err := c.WaitBatch(ctx, batchID); err != nil {
		return nil, err
	}
	ended := map[string]api.BatchItem{}
	for item, err := range c.BatchJobs(patient(ctx), batchID) {
		if err != nil {
			return nil, err
		}
		if item.JobID != nil { // else an entry that was refused, as the call itself has it
			ended[*item.JobID] = item
		}
	}
	for i, item := range items {
		if item.JobID == nil {
			continue
		}
		done, ok := ended[*item.JobID]
		if !ok { // an earlier call with this key made it, in a batch of its own
			got, err := c.ended(ctx, *item.JobID, nil)
			if err != nil {
				return nil, with(err, Resume{JobID: *item.JobID})
			}
			one, err := decoded[struct{ Data api.BatchItem }](got)
			if err != nil {
				return nil, err
			}
			done = one.Data
		}
		done.URL, done.Replayed, done.BodyMatched = item.URL, item.Replayed, item.BodyMatched
		items[i] = done
	}
	return items, nil
}

// WaitBatch waits for the end of a batch.
func (c *Client) WaitBatch(ctx context.Context, batchID string) (*api.BatchResponse, error) {
	ctx, stop := context.WithTimeout(ctx, c.options.Deadline)
	defer stop()
	poll := request{
		method: http.MethodGet, path: "/v1/public/batches/" + url.PathEscape(batchID), query: url.Values{"limit": {"1"}},
		needs: []string{"status", "counts"},
	}
	for {
		got, err := c.send(patient(ctx), poll)
		if err != nil {
			return nil, with(err, Resume{BatchID: batchID})
		}
		now, err := decoded[api.BatchResponse](got)
		if err != nil {
			return nil, with(err, Resume{BatchID: batchID})
		}
		counts := now.Data.Counts
		done := counts.Succeeded + counts.Failed + counts.Cancelled
		report(ctx, Progress{BatchID: batchID, Status: string(now.Data.Status), Done: done, Total: done + counts.Queued + counts.Running})
		if now.Data.Status == api.BatchStatusFinished {
			return now, nil
		}
		if err := pause(ctx, got.header); err != nil {
			return nil, with(err, Resume{BatchID: batchID})
		}
	}
}

// BatchJobs yields the jobs of a batch with their results, in the order of the call, page after page.
func (c *Client) BatchJobs(ctx context.Context, batchID string) iter.Seq2[api.BatchItem, error] {
	return Items(func(cursor *string) ([]api.BatchItem, *string, error) {
		page, err := c.GetBatch(ctx, batchID, api.GetBatchParams{Limit: new(batchPage), Results: new(true), Cursor: cursor})
		if err != nil {
			return nil, nil, with(err, Resume{BatchID: batchID})
		}
		return page.Data.Jobs, following(page.Data.Exhausted, page.Data.NextCursor), nil
	})
}
