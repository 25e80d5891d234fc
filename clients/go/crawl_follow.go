package quarry

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"time"

	"github.com/quarryapi/quarry/clients/go/api"
)

// crawlFollower yields the pages of a crawl as they end.
type crawlFollower struct {
	handle *CrawlHandle
	after  int          // number of the last page that the caller has
	seen   map[int]bool // numbers of pages
	yield  func(api.CrawlPage, error) bool
}

func (f *crawlFollower) run(ctx context.Context) error {
	var last *api.Crawl
	for event, err := range f.handle.Events(ctx, "") {
		if err != nil {
			return err
		}
		if last, err = f.event(ctx, event); err != nil {
			return err
		}
	}
	if last == nil {
		return errors.New("quarry: the crawl's events ended before the crawl")
	}
	if f.after+len(f.seen) < pagesOver(last) {
		if err := f.rest(ctx); err != nil {
			return err
		}
	}
	return through(last)
}

// event takes an event, and returns the crawl that it is about, if it is its last one.
func (f *crawlFollower) event(ctx context.Context, event Event) (*api.Crawl, error) {
	switch event.Type {
	case "crawl.page":
		var page api.CrawlPage
		if err := event.Decode(&page); err != nil {
			return nil, fmt.Errorf("quarry: read an event: %w", err)
		}
		return nil, f.one(ctx, page)
	case "crawl.finished":
		var crawl api.Crawl
		if err := event.Decode(&crawl); err != nil {
			return nil, fmt.Errorf("quarry: read an event: %w", err)
		}
		return &crawl, nil
	}
	return nil, nil //nolint:nilnil // an event that is about nothing that is yielded
}

// one yields a page that was not yielded before, with the whole of its result, of which events and
// lists have only the beginning where it is large.
func (f *crawlFollower) one(ctx context.Context, page api.CrawlPage) error {
	if page.Number <= f.after || f.seen[page.Number] {
		return nil
	}
	if page.ResultTruncated {
		whole, err := f.handle.client.GetJobResult(ctx, page.JobID)
		switch rejected, ok := errors.AsType[*Error](err); {
		case err == nil:
			if page.Result, err = resultOf(*whole); err != nil {
				return err
			}
			page.ResultTruncated = false
		case !ok || rejected.Status >= http.StatusInternalServerError:
			return err
		}
	}
	f.seen[page.Number] = true
	if !f.yield(page, nil) {
		return errOver
	}
	return nil
}

// resultOf is a job's result as that of a page.
func resultOf(whole map[string]any) (*api.URLResult, error) {
	var result api.URLResult
	raw, err := json.Marshal(whole)
	if err == nil {
		err = json.Unmarshal(raw, &result)
	}
	if err != nil {
		return nil, fmt.Errorf("quarry: read a page's result: %w", err)
	}
	return &result, nil
}

// rest yields the pages that have ended and that no event was about.
func (f *crawlFollower) rest(ctx context.Context) error {
	for page, err := range f.handle.Pages(ctx, api.ListCrawlPagesParams{Results: new(true)}) {
		if err != nil {
			return err
		}
		if page.Status == api.CrawlPageStatusQueued || page.Status == api.CrawlPageStatusRunning {
			continue
		}
		if err := f.one(ctx, page); err != nil {
			return err
		}
	}
	return nil
}

// Lines yields all pages of the crawl that have ended, by their numbers and with their whole results,
// out of the files of its export, which it asks for where the crawl has none. The files are read line
// by line; one whose download breaks off is read on from there. While the crawl runs it waits for
// more. An error is the last that is yielded.
func (h *CrawlHandle) Lines(ctx context.Context) iter.Seq2[api.CrawlPage, error] {
	return func(yield func(api.CrawlPage, error) bool) {
		ctx, stop := context.WithTimeout(patient(ctx), longestCrawl)
		defer stop()
		x := &export{handle: h, yield: yield, failures: h.client.failures(ctx)}
		if err := x.run(ctx); err != nil && !errors.Is(err, errOver) {
			yield(api.CrawlPage{}, with(err, h.of()))
		}
	}
}

// export is where the reading of an export is.
type export struct {
	handle   *CrawlHandle
	yield    func(api.CrawlPage, error) bool
	done     int      // number of the last page that was yielded
	failures failures // of downloads, since then
}

func (x *export) run(ctx context.Context) error {
	h := x.handle
	if _, err := h.client.ExportCrawl(ctx, h.ID); err != nil {
		return err
	}
	query := api.ListCrawlFilesParams{Limit: new(crawlPage)}
	for {
		got, err := h.client.ListCrawlFiles(ctx, h.ID, query)
		if err != nil {
			return err
		}
		if err := x.files(ctx, got.Data.Items); err != nil {
			if err = x.failed(ctx, err); err != nil {
				return err
			}
			continue // with the same cursor: the links are new
		}
		next := following(got.Data.Exhausted, got.Data.NextCursor)
		if next == nil || *next == "" {
			return nil
		}
		if len(got.Data.Items) == 0 {
			if err := pause(ctx, nil); err != nil {
				return err
			}
		} else if query.Cursor != nil && *query.Cursor == *next {
			return inCircles(*next)
		}
		query.Cursor = next
	}
}

func (x *export) files(ctx context.Context, files []api.CrawlPart) error {
	for _, file := range files {
		if file.Last <= x.done {
			continue
		}
		if err := x.file(ctx, file); err != nil {
			return err
		}
		x.failures.count = 0
	}
	return nil
}

// failed waits for another attempt after a download that failed, or returns why there is none.
func (x *export) failed(ctx context.Context, err error) error {
	if errors.Is(err, errOver) {
		return err
	}
	if ctx.Err() != nil {
		return stopped(ctx)
	}
	if !x.failures.more() {
		return &NetworkError{Attempts: x.failures.count, Err: err}
	}
	if sleep(ctx, x.failures.delay(nil)) != nil {
		return stopped(ctx)
	}
	return nil
}

// file reads a file from its link, which says by itself who may read it.
func (x *export) file(ctx context.Context, file api.CrawlPart) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	quiet := time.AfterFunc(silence, stop)
	defer quiet.Stop()
	sent, err := http.NewRequestWithContext(ctx, http.MethodGet, file.URL, nil)
	if err != nil {
		return err
	}
	got, err := x.handle.client.options.HTTP.Do(sent)
	if err != nil {
		return err
	}
	defer func() { _ = got.Body.Close() }()
	if got.StatusCode != http.StatusOK {
		return fmt.Errorf("a file of the export was answered with status %d", got.StatusCode)
	}
	for lines := bufio.NewReader(got.Body); ; {
		line, err := lines.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0 && x.done >= file.Last:
			return nil
		case errors.Is(err, io.EOF):
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		}
		quiet.Stop() // what is done with a page may take its time
		if err := x.line(line); err != nil {
			return err
		}
		quiet.Reset(silence)
	}
}

func (x *export) line(line []byte) error {
	var page api.CrawlPage
	if err := json.Unmarshal(line, &page); err != nil {
		return fmt.Errorf("read a line of the export: %w", err)
	}
	if page.Number <= x.done {
		return nil
	}
	x.done, x.failures.count = page.Number, 0
	if !x.yield(page, nil) {
		return errOver
	}
	return nil
}
