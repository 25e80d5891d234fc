package firecrawl

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/kind/subject"
	page "github.com/quarryapi/quarry/internal/kinds/url"
)

// batchBody is the body of a batch.
type batchBody struct {
	URLs              []string `json:"urls"`
	IgnoreInvalidURLs *bool    `json:"ignoreInvalidURLs"`
	scrapeOptions
}

// batchCall is a batch in our words.
type batchCall struct {
	page.BatchArgs
	asked.Common
}

// started is the answer to what makes a batch or a crawl.
type started struct {
	Success     bool     `json:"success"`
	ID          string   `json:"id"`
	URL         string   `json:"url"`
	InvalidURLs []string `json:"invalidURLs,omitzero"`
	Warning     string   `json:"warning,omitempty"`
}

// startBatch answers POST /batch/scrape.
func (f *face) startBatch(w http.ResponseWriter, r *http.Request) error {
	var body batchBody
	warnings, err := decode(w, r, &body)
	if err != nil {
		return err
	}
	how, err := body.read("")
	if err != nil {
		return err
	}
	ignores := f.version == 2
	if body.IgnoreInvalidURLs != nil {
		ignores = *body.IgnoreInvalidURLs
	}
	invalids, err := invalidOf(body.URLs, ignores)
	if err != nil {
		return err
	}
	var made struct {
		BatchID string `json:"batchId"`
	}
	answer, err := f.api.Do(r, asked.Call{Method: http.MethodPost, Path: "/scrape/batch", Key: keyOf(r), Body: batchCall{
		BatchArgs: page.BatchArgs{URLs: body.URLs, Formats: how.Formats, Options: how.Options}, Common: asked.Common{CacheTTLSec: how.CacheTTLSec},
	}}, &made)
	asked.Relay(w, answer)
	if err != nil {
		return err
	}
	if made.BatchID == "" {
		return &invalid{"urls", "has no URL that can be scraped"}
	}
	out := started{Success: true, ID: made.BatchID, URL: f.link(r, "/batch/scrape/"+made.BatchID), Warning: warning(append(warnings, how.warnings...))}
	if ignores {
		out.InvalidURLs = invalids
	}
	write(w, http.StatusOK, out)
	return nil
}

// invalidOf are the URLs that are no public targets; where those are not to be ignored the first refuses the whole,
// before anything is charged.
func invalidOf(urls []string, ignores bool) ([]string, error) {
	list := []string{}
	for i, u := range urls {
		field := fmt.Sprintf("urls[%d]", i)
		if _, err := subject.URL(field, u); err != nil {
			if !ignores {
				return nil, &invalid{field, "is not a public http or https address; ignoreInvalidURLs leaves it out"}
			}
			list = append(list, u)
		}
	}
	return list, nil
}

// The statuses of what takes longer than a call.
const (
	scraping  = "scraping"
	completed = "completed"
	failed    = "failed"
	cancelled = "cancelled"
)

// progress is where a batch or a crawl stands, with a page of its documents.
type progress struct {
	Success     bool         `json:"success"`
	Status      string       `json:"status"`
	Total       int64        `json:"total"`
	Completed   int64        `json:"completed"`
	CreditsUsed int64        `json:"creditsUsed"`
	ExpiresAt   instant.Time `json:"expiresAt"`
	Next        string       `json:"next,omitempty"`
	Error       string       `json:"error,omitempty"`
	Warning     string       `json:"warning,omitempty"`
	Data        []*document  `json:"data"`
}

// counts are a batch's or a crawl's pages by what became of them.
type counts struct {
	Total     int64 `json:"total"`
	Invalid   int64 `json:"invalid"`
	Succeeded int64 `json:"succeeded"`
	Failed    int64 `json:"failed"`
	Cancelled int64 `json:"cancelled"`
}

// batchPage is what is read of a batch.
type batchPage struct {
	Status          string       `json:"status"`
	Counts          counts       `json:"counts"`
	CreditsCharged  int64        `json:"creditsCharged"`
	CreditsRefunded int64        `json:"creditsRefunded"`
	ExpiresAt       instant.Time `json:"expiresAt"`
	Jobs            []*item      `json:"jobs"`
	NextCursor      string       `json:"nextCursor"`
}

// item is a page of a batch or a crawl.
type item struct {
	URL string `json:"url"`
	asked.Job
}

// batchStatus is theirs. What was blocked or failed is no success: a batch none of whose pages could be had has failed.
func (b *batchPage) status() string {
	switch {
	case b.Status != "finished":
		return scraping
	case b.Counts.Cancelled > 0:
		return cancelled
	case b.Counts.Succeeded == 0:
		return failed
	}
	return completed
}

// batch answers GET /batch/scrape/{id}.
func (f *face) batch(w http.ResponseWriter, r *http.Request) error {
	path := "/batch/scrape/" + idOf(r, ident.Batch)
	var b batchPage
	docs, next, err := f.documents(r, func(query url.Values) ([]*item, string, error) {
		b = batchPage{}
		answer, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/batches/" + idOf(r, ident.Batch), Query: query}, &b)
		asked.Relay(w, answer)
		return b.Jobs, b.NextCursor, err
	})
	if err != nil {
		return err
	}
	out := progress{
		Success: true, Status: b.status(), Total: b.Counts.Total - b.Counts.Invalid, Completed: b.Counts.Succeeded, CreditsUsed: b.CreditsCharged - b.CreditsRefunded,
		ExpiresAt: b.ExpiresAt, Data: docs, Next: f.next(r, path, next),
	}
	if lost := b.Counts.Failed; lost > 0 {
		out.Warning = fmt.Sprintf("%d of %d pages failed and cost nothing; see %s/errors.", lost, out.Total, f.prefix()+path)
	}
	if out.Status == failed {
		out.Error = "None of the pages could be read; see " + f.prefix() + path + "/errors."
	}
	write(w, http.StatusOK, out)
	return nil
}

// next is the address of the next page of documents; empty when there is none yet.
func (f *face) next(r *http.Request, path, cursor string) string {
	if cursor == "" {
		return ""
	}
	query := url.Values{"cursor": {cursor}}
	if limit := r.URL.Query().Get("limit"); limit != "" {
		query.Set("limit", limit)
	}
	return f.link(r, path) + "?" + query.Encode()
}

// pageSize is how many documents a page has unless the caller says so.
const pageSize = 25

// documents are a page of documents of what list lists, and the cursor of the next page. One page has as many as fit
// into an answer of the API: of the first that does not fit the page ends, and the next begins.
func (f *face) documents(r *http.Request, list func(url.Values) ([]*item, string, error)) (docs []*document, next string, err error) {
	given := r.URL.Query()
	if given.Has("skip") {
		return nil, "", &invalid{"skip", "is not supported; follow next, which leads to the next page"}
	}
	limit := pageSize
	if said := given.Get("limit"); said != "" {
		if limit, err = strconv.Atoi(said); err != nil || limit < 1 {
			return nil, "", &invalid{"limit", "must be a whole number, at least 1"}
		}
	}
	ask := func(limit int) ([]*item, string, error) {
		query := url.Values{"results": {"true"}, "limit": {strconv.Itoa(limit)}}
		if cursor := given.Get("cursor"); cursor != "" {
			query.Set("cursor", cursor)
		}
		return list(query)
	}
	items, next, err := ask(limit)
	if err != nil {
		return nil, "", err
	}
	if fit := fitting(items); fit < len(items) {
		if items, next, err = ask(max(fit, 1)); err != nil {
			return nil, "", err
		}
	}
	docs = []*document{}
	for _, i := range items {
		if i.Status != job.Succeeded {
			continue
		}
		d, err := f.documentOf(r, i)
		if err != nil {
			return nil, "", err
		}
		docs = append(docs, d)
	}
	return docs, next, nil
}

// fitting is how many of the items have all that they are to have.
func fitting(items []*item) int {
	for n, i := range items {
		if i.Status == job.Succeeded && (len(i.Result) == 0 || i.ResultTruncated) {
			return n
		}
	}
	return len(items)
}

// documentOf is the page of an item; one whose result is larger than a list may carry is read by itself.
func (f *face) documentOf(r *http.Request, i *item) (*document, error) {
	if len(i.Result) > 0 && !i.ResultTruncated {
		return documentOf(&i.Job)
	}
	var alone asked.Job
	if _, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/jobs/" + i.JobID}, &alone); err != nil {
		return nil, err
	}
	err := f.whole(r, &alone)
	if large, ok := errors.AsType[*asked.FailedError](err); ok { // the others of the list are to be had all the same
		why := string(large.Failure().Code) + ": " + large.Failure().Message
		return &document{Warning: why, Metadata: metadata{SourceURL: i.URL, URL: i.URL, ScrapeID: i.JobID, CreditsUsed: new(alone.Spent()), Error: why}}, nil
	}
	if err != nil {
		return nil, err
	}
	return documentOf(&alone)
}

// cancelBatch answers DELETE /batch/scrape/{id}.
func (f *face) cancelBatch(w http.ResponseWriter, r *http.Request) error {
	var b batchPage
	answer, err := f.api.Do(r, asked.Call{Method: http.MethodPost, Path: "/batches/" + idOf(r, ident.Batch) + "/cancel"}, &b)
	asked.Relay(w, answer)
	if err != nil {
		return err
	}
	if b.Counts.Cancelled == 0 {
		write(w, http.StatusConflict, failure{Error: "The batch has ended; there is nothing to cancel."})
		return nil
	}
	write(w, http.StatusOK, map[string]any{"success": true, "status": cancelled})
	return nil
}

// lost is a page that could not be had.
type lost struct {
	ID    string `json:"id"`
	URL   string `json:"url"`
	Code  string `json:"code,omitempty"`
	Error string `json:"error"`
}

// losses is the answer to what asks for them.
type losses struct {
	Success       bool     `json:"success"`
	Errors        []lost   `json:"errors"`
	RobotsBlocked []string `json:"robotsBlocked"`
	Warning       string   `json:"warning,omitempty"`
}

// batchErrors answers GET /batch/scrape/{id}/errors.
func (f *face) batchErrors(w http.ResponseWriter, r *http.Request) error {
	all, more, err := gather(func(cursor string) ([]*item, string, error) {
		var b batchPage
		answer, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/batches/" + idOf(r, ident.Batch), Query: cursorOf(cursor)}, &b)
		asked.Relay(w, answer)
		return b.Jobs, b.NextCursor, err
	})
	if err != nil {
		return err
	}
	write(w, http.StatusOK, losses{Success: true, Errors: all, RobotsBlocked: []string{}, Warning: more})
	return nil
}

// mostPages bounds how many pages of a list one call looks through.
const mostPages = 20

func cursorOf(cursor string) url.Values {
	query := url.Values{"limit": {"100"}}
	if cursor != "" {
		query.Set("cursor", cursor)
	}
	return query
}

// gather are the failures in all pages of a list.
func gather(list func(cursor string) ([]*item, string, error)) (all []lost, more string, err error) {
	all, cursor := []lost{}, ""
	for range mostPages {
		items, next, err := list(cursor)
		if err != nil {
			return nil, "", err
		}
		for _, i := range items {
			if i.Error != nil && i.Status != job.Succeeded {
				code, _ := codeOf(i.Error.Code)
				all = append(all, lost{i.JobID, i.URL, code, string(i.Error.Code) + ": " + i.Error.Message})
			}
		}
		if next == "" || next == cursor || len(items) == 0 {
			return all, "", nil
		}
		cursor = next
	}
	return all, "There are more than these.", nil
}
