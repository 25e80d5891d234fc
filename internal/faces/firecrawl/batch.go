package firecrawl

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/document"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/hook"
	"github.com/quarryapi/quarry/internal/kind/subject"
	page "github.com/quarryapi/quarry/internal/kinds/url"
)

// batchBody is the body of a batch.
type batchBody struct {
	URLs              []string `json:"urls"`
	IgnoreInvalidURLs *bool    `json:"ignoreInvalidURLs"`
	Webhook           *webhook `json:"webhook"`
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
	if !body.Webhook.none() && len(body.URLs) > partSize {
		return &invalid{"webhook", fmt.Sprintf("is not supported with more than %d URLs, which are several batches here, each of which would tell of itself; make them one by one", partSize)}
	}
	call := batchCall{
		BatchArgs: page.BatchArgs{URLs: body.URLs, Formats: how.Formats, Options: how.Options}, Common: asked.Common{CacheTTLSec: how.CacheTTLSec},
	}
	ask := asked.Call{Method: http.MethodPost, Path: "/scrape/batch"}
	told, err := body.Webhook.subscribe(hook.Batch, &ask, &call.Common)
	if err != nil {
		return err
	}
	id, err := f.startParts(w, r, ask, call)
	if err != nil {
		return err
	}
	if id == "" {
		return &invalid{"urls", "has no URL that can be scraped"}
	}
	warnings = slices.Concat(warnings, how.warnings, told)
	out := started{Success: true, ID: id, URL: f.link(r, "/batch/scrape/"+id), Warning: document.Warning(warnings)}
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
	Success     bool                 `json:"success"`
	Status      string               `json:"status"`
	Total       int64                `json:"total"`
	Completed   int64                `json:"completed"`
	CreditsUsed int64                `json:"creditsUsed"`
	ExpiresAt   instant.Time         `json:"expiresAt"`
	Next        string               `json:"next,omitempty"`
	Error       string               `json:"error,omitempty"`
	Warning     string               `json:"warning,omitempty"`
	Data        []*document.Document `json:"data"`
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

// progress is where the batch stands.
func (b *batchPage) progress() progress {
	return progress{
		Success: true, Status: b.status(), Total: b.Counts.Total - b.Counts.Invalid, Completed: b.Counts.Succeeded, CreditsUsed: b.CreditsCharged - b.CreditsRefunded,
		ExpiresAt: b.ExpiresAt,
	}
}

// batch answers GET /batch/scrape/{id}.
func (f *face) batch(w http.ResponseWriter, r *http.Request) error {
	ids := partsOf(r)
	path := "/batch/scrape/" + strings.Join(ids, between)
	at, cursor := placeOf(r.URL.Query().Get("cursor"))
	if at >= len(ids) {
		return &invalid{"cursor", "is not valid"}
	}
	var b, shown batchPage
	docs, next, err := f.documents(r, cursor, func(query url.Values) ([]*item, string, error) {
		found, err := f.batchAt(w, r, ids[at], query)
		shown = *found
		return found.Jobs, found.NextCursor, err
	})
	if err != nil {
		return err
	}
	for n, id := range ids {
		part := &shown
		if n != at {
			if part, err = f.batchAt(w, r, id, url.Values{"limit": {"1"}}); err != nil {
				return err
			}
		}
		b.add(part)
	}
	out := b.progress()
	out.Data, out.Next = docs, f.next(r, path, placed(at, len(ids), next))
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

// documents are a page of documents of what list lists from a cursor on, and the cursor of the next page. One page has as many as fit
// into an answer of the API: of the first that does not fit the page ends, and the next begins.
func (f *face) documents(r *http.Request, cursor string, list func(url.Values) ([]*item, string, error)) (docs []*document.Document, next string, err error) {
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
		if cursor != "" {
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
	docs = []*document.Document{}
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
func (f *face) documentOf(r *http.Request, i *item) (*document.Document, error) {
	if len(i.Result) > 0 && !i.ResultTruncated {
		return document.Of(&i.Job)
	}
	var alone asked.Job
	if _, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/jobs/" + i.JobID}, &alone); err != nil {
		return nil, err
	}
	err := f.whole(r, &alone)
	if large, ok := errors.AsType[*asked.FailedError](err); ok { // the others of the list are to be had all the same
		why := string(large.Failure().Code) + ": " + large.Failure().Message
		return document.Without(&alone, i.URL, why), nil
	}
	if err != nil {
		return nil, err
	}
	return document.Of(&alone)
}

// cancelBatch answers DELETE /batch/scrape/{id}.
func (f *face) cancelBatch(w http.ResponseWriter, r *http.Request) error {
	var b batchPage
	for _, id := range partsOf(r) {
		part := &batchPage{}
		answer, err := f.api.Do(r, asked.Call{Method: http.MethodPost, Path: "/batches/" + id + "/cancel"}, part)
		asked.Relay(w, answer)
		if err != nil {
			return err
		}
		b.add(part)
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
	all, more := []lost{}, ""
	for _, id := range partsOf(r) {
		some, cut, err := gather(func(cursor string) ([]*item, string, error) {
			b, err := f.batchAt(w, r, id, cursorOf(cursor))
			return b.Jobs, b.NextCursor, err
		})
		if err != nil {
			return err
		}
		all, more = append(all, some...), cmp.Or(more, cut)
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
