package quarry

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/clients/go/api"
)

const (
	crawlsPath = "/v1/public/crawl/"
	// longestCrawl bounds what follows a crawl, which ends by itself after a day at the latest.
	longestCrawl = 25 * time.Hour
	// crawlPage is how many pages of a crawl are read at once.
	crawlPage = 100
	// tooFew is the message of a crawl that has more pages than credits.
	tooFew = "the crawl has more pages than credits: with a higher balance Resume goes on, and where MaxCredits is used up with more of them"
)

// CrawlHandle is a crawl of a site. What follows it is bounded by its context, not by
// Options.Deadline: a crawl can take hours. Each error has the crawl's id.
type CrawlHandle struct {
	// ID of the crawl.
	ID     string
	client *Client
}

// Crawl starts a crawl of a site. It goes on whether somebody follows it or not.
func (c *Client) Crawl(ctx context.Context, body api.CrawlRequest) (*CrawlHandle, error) {
	made, err := c.StartCrawl(ctx, body)
	if err != nil {
		return nil, err
	}
	return c.CrawlHandle(made.Data.CrawlID), nil
}

// CrawlHandle is a crawl that was started before. Nothing is sent.
func (c *Client) CrawlHandle(crawlID string) *CrawlHandle {
	return &CrawlHandle{ID: crawlID, client: c}
}

func (h *CrawlHandle) of() Resume { return Resume{CrawlID: h.ID} }

// Status is where the crawl stands.
func (h *CrawlHandle) Status(ctx context.Context) (*api.Crawl, error) {
	return h.answered(h.client.GetCrawl(ctx, h.ID))
}

// Cancel ends the crawl: no more pages, and what has not ended is cancelled and refunded.
func (h *CrawlHandle) Cancel(ctx context.Context) (*api.Crawl, error) {
	return h.answered(h.client.CancelCrawl(ctx, h.ID))
}

// Resume lets a crawl go on that ended by credits, time or Cancel. maxCredits is the most that it costs from then on, what it
// has cost included; 0 leaves its limit as it is.
func (h *CrawlHandle) Resume(ctx context.Context, maxCredits int) (*api.Crawl, error) {
	var more api.ResumeCrawlRequest
	if maxCredits > 0 {
		more.MaxCredits = &maxCredits
	}
	return h.answered(h.client.ResumeCrawl(ctx, h.ID, more))
}

func (h *CrawlHandle) answered(got *api.CrawlResponse, err error) (*api.Crawl, error) {
	if err != nil {
		return nil, with(err, h.of())
	}
	return &got.Data, nil
}

// Wait waits for the crawl's end. One whose first page could not be read is an *Error; that there are
// more pages is said by TruncatedBy.
func (h *CrawlHandle) Wait(ctx context.Context) (*api.Crawl, error) {
	ctx, stop := context.WithTimeout(patient(ctx), longestCrawl)
	defer stop()
	poll := request{method: http.MethodGet, path: crawlsPath + url.PathEscape(h.ID), needs: []string{"crawlId", "status", "counts"}}
	for {
		got, err := h.client.send(ctx, poll)
		if err != nil {
			return nil, with(err, h.of())
		}
		now, err := h.answered(decoded[api.CrawlResponse](got))
		if err != nil {
			return nil, err
		}
		report(ctx, Progress{CrawlID: h.ID, Status: string(now.Status), Done: pagesOver(now), Total: now.Counts.Total})
		if now.Status != api.CrawlStatusRunning {
			return now, with(failed(now), h.of())
		}
		if err := pause(ctx, got.header); err != nil {
			return nil, with(err, h.of())
		}
	}
}

// pagesOver is how many pages of a crawl have ended.
func pagesOver(crawl *api.Crawl) int {
	return crawl.Counts.Succeeded + crawl.Counts.Failed + crawl.Counts.Cancelled
}

// failed is the error of a crawl whose first page could not be read.
func failed(crawl *api.Crawl) error {
	if crawl.Error == nil {
		return nil
	}
	return &Error{Code: Code(crawl.Error.Code), Message: crawl.Error.Message, Remedy: crawl.Error.Message, Retryable: crawl.Error.Retryable}
}

// through is the error of a crawl that ended since it failed, or before its pages did since there are no
// credits for them.
func through(crawl *api.Crawl) error {
	short := crawl.TruncatedBy != nil && *crawl.TruncatedBy == api.CrawlTruncatedByCredits && crawl.Status != api.CrawlStatusRunning
	if crawl.Error == nil && short {
		return &Error{Code: InsufficientCredits, Message: tooFew, Remedy: tooFew, Status: http.StatusPaymentRequired}
	}
	return failed(crawl)
}

// Events yields what happens to the crawl until its end: crawl.page for the end of each page,
// crawl.progress, crawl.finished. After is the id of the last event that you have, or empty. An error
// is the last that is yielded.
func (h *CrawlHandle) Events(ctx context.Context, after string) iter.Seq2[Event, error] {
	path := crawlsPath + url.PathEscape(h.ID) + "/events"
	return h.client.events(ctx, path, after, longestCrawl, h.of(), func(kind string) bool { return kind == "crawl.finished" })
}

// All yields the crawl's pages as they end, each once, with the whole of its result or with its error:
// those behind the page with the number after, or all with 0. The last that is yielded is an error where
// the crawl failed, and InsufficientCredits where it has more pages than credits.
func (h *CrawlHandle) All(ctx context.Context, after int) iter.Seq2[api.CrawlPage, error] {
	return func(yield func(api.CrawlPage, error) bool) {
		f := &crawlFollower{handle: h, after: after, seen: map[int]bool{}, yield: yield}
		if err := f.run(patient(ctx)); err != nil && !errors.Is(err, errOver) {
			yield(api.CrawlPage{}, with(err, h.of()))
		}
	}
}

// Pages yields the pages that have a job, by their numbers, as they are when they are read: with
// Status those in one status, with Results the results that fit. While the crawl runs it waits for
// more. An error is the last that is yielded.
func (h *CrawlHandle) Pages(ctx context.Context, query api.ListCrawlPagesParams) iter.Seq2[api.CrawlPage, error] {
	return func(yield func(api.CrawlPage, error) bool) {
		ctx, stop := context.WithTimeout(patient(ctx), longestCrawl)
		defer stop()
		if query.Limit == nil {
			query.Limit = new(crawlPage)
		}
		if err := h.list(ctx, query, yield); err != nil && !errors.Is(err, errOver) {
			yield(api.CrawlPage{}, with(err, h.of()))
		}
	}
}

func (h *CrawlHandle) list(ctx context.Context, query api.ListCrawlPagesParams, yield func(api.CrawlPage, error) bool) error {
	seen := map[string]bool{}
	for {
		got, err := h.client.ListCrawlPages(ctx, h.ID, query)
		if err != nil {
			return err
		}
		for _, page := range got.Data.Items {
			if !yield(page, nil) {
				return errOver
			}
		}
		next := following(got.Data.Exhausted, got.Data.NextCursor)
		if next == nil || *next == "" {
			return nil
		}
		waits := false
		if len(got.Data.Items) == 0 {
			if waits, err = h.runs(ctx); err != nil {
				return err
			}
		}
		if seen[*next] && !waits {
			return inCircles(*next)
		}
		seen[*next], query.Cursor = true, next
	}
}

// runs waits a while for a crawl that runs, and reports whether it does.
func (h *CrawlHandle) runs(ctx context.Context) (bool, error) {
	now, err := h.Status(ctx)
	if err != nil || now.Status != api.CrawlStatusRunning {
		return false, err
	}
	return true, pause(ctx, nil)
}
