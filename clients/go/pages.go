package quarry

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"github.com/quarryapi/quarry/clients/go/api"
)

// Items yields the items of all pages of any call with a cursor. Read makes the call with the
// cursor, which is nil at first, and returns the page's items and the cursor of the next page. An
// error is the last that is yielded; a cursor that was there before is one. A page can be empty and
// have a successor.
func Items[T any](read func(cursor *string) (items []T, next *string, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		var cursor *string
		seen := map[string]bool{}
		for {
			items, next, err := read(cursor)
			if err != nil {
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if next == nil || *next == "" {
				return
			}
			if seen[*next] {
				yield(none, inCircles(*next))
				return
			}
			seen[*next], cursor = true, next
		}
	}
}

// inCircles is the error of a list that would have no end.
func inCircles(cursor string) error {
	return fmt.Errorf("quarry: the cursor %s leads back to a page that was read", cursor)
}

// following is the cursor of the next page of a list that says whether it has one.
func following(exhausted bool, next *string) *string {
	if exhausted {
		return nil
	}
	return next
}

// Jobs yields the jobs of the organization, newest first, page after page.
func (c *Client) Jobs(ctx context.Context, query api.ListJobsParams) iter.Seq2[api.JobSummary, error] {
	return Items(func(cursor *string) ([]api.JobSummary, *string, error) {
		page := query
		page.Cursor = cmp.Or(cursor, query.Cursor)
		got, err := c.ListJobs(ctx, page)
		if err != nil {
			return nil, nil, err
		}
		return got.Data.Items, following(got.Data.Exhausted, got.Data.NextCursor), nil
	})
}

// Batches yields the batches of the organization, newest first, page after page.
func (c *Client) Batches(ctx context.Context, query api.ListBatchesParams) iter.Seq2[api.BatchSummary, error] {
	return Items(func(cursor *string) ([]api.BatchSummary, *string, error) {
		page := query
		page.Cursor = cmp.Or(cursor, query.Cursor)
		got, err := c.ListBatches(ctx, page)
		if err != nil {
			return nil, nil, err
		}
		return got.Data.Items, following(got.Data.Exhausted, got.Data.NextCursor), nil
	})
}

// Crawls yields the crawls of the organization, newest first, page after page.
func (c *Client) Crawls(ctx context.Context, query api.ListCrawlsParams) iter.Seq2[api.Crawl, error] {
	return Items(func(cursor *string) ([]api.Crawl, *string, error) {
		page := query
		page.Cursor = cmp.Or(cursor, query.Cursor)
		got, err := c.ListCrawls(ctx, page)
		if err != nil {
			return nil, nil, err
		}
		return got.Data.Items, following(got.Data.Exhausted, got.Data.NextCursor), nil
	})
}

// Requests yields the calls of the organization, newest first, page after page.
func (c *Client) Requests(ctx context.Context, query api.ListRequestsParams) iter.Seq2[api.RequestItem, error] {
	return Items(func(cursor *string) ([]api.RequestItem, *string, error) {
		page := query
		page.Cursor = cmp.Or(cursor, query.Cursor)
		got, err := c.ListRequests(ctx, page)
		if err != nil {
			return nil, nil, err
		}
		return got.Data.Items, following(got.Data.Exhausted, got.Data.NextCursor), nil
	})
}

// Deliveries yields the attempts to post events, newest first, page after page.
func (c *Client) Deliveries(ctx context.Context, query api.ListDeliveriesParams) iter.Seq2[api.WebhookDelivery, error] {
	return Items(func(cursor *string) ([]api.WebhookDelivery, *string, error) {
		page := query
		page.Cursor = cmp.Or(cursor, query.Cursor)
		got, err := c.ListDeliveries(ctx, page)
		if err != nil {
			return nil, nil, err
		}
		return got.Data.Items, following(got.Data.Exhausted, got.Data.NextCursor), nil
	})
}

// Endpoints yields the endpoints of webhooks, oldest first, page after page.
func (c *Client) Endpoints(ctx context.Context, query api.ListEndpointsParams) iter.Seq2[api.WebhookEndpoint, error] {
	return Items(func(cursor *string) ([]api.WebhookEndpoint, *string, error) {
		page := query
		page.Cursor = cmp.Or(cursor, query.Cursor)
		got, err := c.ListEndpoints(ctx, page)
		if err != nil {
			return nil, nil, err
		}
		return got.Data.Items, following(got.Data.Exhausted, got.Data.NextCursor), nil
	})
}
