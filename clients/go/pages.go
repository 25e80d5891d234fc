package quarry

import (
	"context"
	"iter"

	"github.com/quarryapi/quarry/clients/go/api"
)

// Requests yields the jobs of the organization, newest first, page after page.
func (c *Client) Requests(ctx context.Context, query api.ListRequestsParams) iter.Seq2[api.RequestItem, error] {
	return pages(query.Cursor, func(cursor *string) ([]api.RequestItem, *string, error) {
		query.Cursor = cursor
		page, err := c.ListRequests(ctx, query)
		if err != nil {
			return nil, nil, err
		}
		return page.Data.Items, page.Data.NextCursor, nil
	})
}

// Deliveries yields the attempts to post events, newest first, page after page.
func (c *Client) Deliveries(ctx context.Context, query api.ListDeliveriesParams) iter.Seq2[api.WebhookDelivery, error] {
	return pages(query.Cursor, func(cursor *string) ([]api.WebhookDelivery, *string, error) {
		query.Cursor = cursor
		page, err := c.ListDeliveries(ctx, query)
		if err != nil {
			return nil, nil, err
		}
		return page.Data.Items, page.Data.NextCursor, nil
	})
}

// Endpoints yields the endpoints of webhooks, oldest first, page after page.
func (c *Client) Endpoints(ctx context.Context, query api.ListEndpointsParams) iter.Seq2[api.WebhookEndpoint, error] {
	return pages(query.Cursor, func(cursor *string) ([]api.WebhookEndpoint, *string, error) {
		query.Cursor = cursor
		page, err := c.ListEndpoints(ctx, query)
		if err != nil {
			return nil, nil, err
		}
		return page.Data.Items, page.Data.NextCursor, nil
	})
}

// pages yields the items of all pages; an error is the last that it yields. A page can be empty
// and have a successor.
func pages[T any](cursor *string, read func(*string) ([]T, *string, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			items, next, err := read(cursor)
			if err != nil {
				var none T
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
			cursor = next
		}
	}
}
