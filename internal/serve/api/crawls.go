package api

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// crawlCounts are a crawl's URLs by what became of them.
type crawlCounts struct {
	Total      int64 `json:"total" minimum:"0" doc:"Pages that were found so far; the other counts but skipped and duplicates add up to it."`
	Queued     int64 `json:"queued" minimum:"0" doc:"Pages that wait: for their turn, or for a worker."`
	Running    int64 `json:"running" minimum:"0" doc:"Pages that a worker reads."`
	Succeeded  int64 `json:"succeeded" minimum:"0" doc:"Pages that succeeded."`
	Failed     int64 `json:"failed" minimum:"0" doc:"Pages that failed; their charge was refunded."`
	Cancelled  int64 `json:"cancelled" minimum:"0" doc:"Pages that were cancelled; their charge was refunded."`
	Skipped    int64 `json:"skipped" minimum:"0" doc:"URLs of the site that are no pages of the crawl, by skippedBy, and cost nothing."`
	Duplicates int64 `json:"duplicates" minimum:"0" doc:"Pages among those that succeeded which redirect to another page of the crawl, or name one as their own."`
}

// crawlFailure is a page that failed.
type crawlFailure struct {
	URL   string       `json:"url" doc:"The page."`
	JobID string       `json:"jobId" doc:"Its job."`
	Error *job.Failure `json:"error" doc:"Why it failed."`
}

// crawlView is a crawl as callers see it.
type crawlView struct {
	CrawlID         string              `json:"crawlId" doc:"The crawl's id. Ids sort by creation time."`
	Status          store.CrawlStatus   `json:"status" enum:"running,finished,failed,cancelled" doc:"running: pages are to come. finished: all have ended, or none may follow, see truncatedBy. failed: the first page could not be read or paid, see error. cancelled: by a call."`
	URL             string              `json:"url" doc:"The first page."`
	Host            string              `json:"host,omitempty" doc:"Host of the site: that of the first page, where it redirects to another site that one's; absent before the crawl has begun."`
	TruncatedBy     store.Halt          `json:"truncatedBy,omitempty" enum:"limit,depth,credits,time,cancelled" doc:"Why there are pages that were not crawled; absent when there are none, and while more are read. limit and depth: those of the call. credits: the balance or maxCredits is used up. time: 24 hours had passed. cancelled: by a call."`
	Counts          crawlCounts         `json:"counts" doc:"Number of URLs in each state."`
	FailedBy        map[string]int64    `json:"failedBy,omitempty" doc:"Pages that failed, by their error codes."`
	SkippedBy       map[string]int64    `json:"skippedBy,omitempty" doc:"URLs of the site that are no pages, by reason: notIncluded, excluded, depth, robots; trap: the path repeats itself, or pages whose URLs differ by numbers and dates alone were all the same; offsite: it redirects to another site; dropped: links at the end of a page with more than fit. At most the limit and 10000 are counted."`
	SkippedSamples  map[string][]string `json:"skippedSamples,omitempty" doc:"Up to 3 URLs for each reason of skippedBy, and of duplicates; for dropped the pages."`
	Changes         map[string]int64    `json:"changes,omitempty" doc:"With againstCrawlId: pages that are new, changed, the same or gone. With since: those that are changed or the same."`
	UnmatchedPaths  []string            `json:"unmatchedPaths,omitempty" doc:"Of includePaths and excludePaths those that match no URL that was found so far."`
	CreditsCharged  int64               `json:"creditsCharged" doc:"Credits charged for its pages so far."`
	CreditsRefunded int64               `json:"creditsRefunded" doc:"Credits refunded of these."`
	MaxCredits      int64               `json:"maxCredits,omitempty" doc:"The most that it costs."`
	Failures        []crawlFailure      `json:"failures,omitempty" doc:"The newest pages that failed, at most 10."`
	Error           *job.Failure        `json:"error,omitempty" doc:"Why the crawl failed; absent otherwise."`
	Input           json.RawMessage     `json:"input,omitempty" doc:"The arguments with every default filled in. Values of headers and cookies are [redacted]."`
	PollURL         string              `json:"pollUrl" doc:"The path to poll the crawl at."`
	PagesURL        string              `json:"pagesUrl" doc:"The path of its pages."`
	EventsURL       string              `json:"eventsUrl" doc:"The path of its stream of events."`
	ExportURL       string              `json:"exportUrl,omitempty" doc:"The path of its files, if it is exported."`
	CreatedAt       instant.Time        `json:"createdAt" doc:"When it was made."`
	CompletedAt     instant.Time        `json:"completedAt,omitzero" doc:"When it ended; absent before that."`
	ExpiresAt       instant.Time        `json:"expiresAt" doc:"Until when it can be read."`
}

// viewCrawl shows a crawl. Jobs are those of its pages that may not have ended, and of the newest failures.
func (s *Server) viewCrawl(c *store.Crawl, jobs []*job.Job) *crawlView {
	at := &c.State
	v := &crawlView{
		CrawlID: c.ID, Status: at.Status, URL: c.Target, Host: at.Host, TruncatedBy: at.TruncatedBy(), FailedBy: at.Failed, Changes: at.Changes,
		CreditsCharged: at.Charged, CreditsRefunded: at.Refunded, MaxCredits: c.Most(), Error: at.Error, Input: c.Input, UnmatchedPaths: s.unmatched(c),
		PollURL: crawlURL(c.ID), PagesURL: crawlURL(c.ID) + "/pages", EventsURL: crawlURL(c.ID) + "/events",
		CreatedAt: instant.Of(c.CreatedAt), CompletedAt: instant.Of(at.CompletedAt), ExpiresAt: instant.Of(c.ExpiresAt),
	}
	if at.Export {
		v.ExportURL = crawlURL(c.ID) + "/export"
	}
	n := &v.Counts
	n.Total, n.Succeeded, n.Cancelled = at.Numbered, at.Succeeded, at.Cancelled
	for _, failed := range at.Failed {
		n.Failed += failed
	}
	for why, skipped := range at.Skipped {
		if why == string(frontier.Duplicate) {
			n.Duplicates = skipped
			continue
		}
		if v.SkippedBy == nil {
			v.SkippedBy = map[string]int64{}
		}
		v.SkippedBy[why] = skipped
		n.Skipped += skipped
	}
	n.Queued = n.Total - n.Succeeded - n.Failed - n.Cancelled
	for _, j := range jobs {
		switch {
		case j.Page == nil || j.Page.Number == 0:
		case j.Status == job.Running && n.Queued > 0:
			n.Queued--
			n.Running++
		case j.Status == job.Failed && slices.Contains(at.Failures, j.Page.Mark()):
			v.Failures = append(v.Failures, crawlFailure{j.Target, j.ID, j.Error})
		}
	}
	slices.Reverse(v.Failures)
	if at.Status == store.CrawlFailed && n.Queued > 0 { // the first page, which was refused before it had a job
		n.Failed, n.Queued = n.Failed+n.Queued, 0
		v.FailedBy = map[string]int64{string(at.Error.Code): n.Failed}
	}
	return v
}

// planOf is what a crawl is to do, at the prices of when it was made; the zero plan when its kind is crawled no more.
func (s *Server) planOf(c *store.Crawl) (plan kind.CrawlPlan) {
	i := slices.IndexFunc(s.Kinds, func(def kind.Definition) bool { return def.Name == c.Kind && def.Crawl != nil })
	if i < 0 {
		return plan
	}
	args := s.Kinds[i].Crawl.Args()
	if json.Unmarshal(c.Input, args) != nil {
		return plan
	}
	plan, _ = args.Plan(kind.Caller{OrgID: c.OrgID, RenderCredits: c.RenderCredits}) // it was taken when the crawl was made
	return plan
}

// unmatched are the globs of a crawl that have matched nothing.
func (s *Server) unmatched(c *store.Crawl) (globs []string) {
	plan := s.planOf(c)
	for i, glob := range slices.Concat(plan.Include, plan.Exclude) {
		if !slices.Contains(c.State.Matched, i) {
			globs = append(globs, glob)
		}
	}
	return globs
}

func (s *Server) findCrawl(c *call) (*store.Crawl, error) {
	id := c.PathValue("crawlId")
	if !ident.Valid(ident.Crawl, id) {
		return nil, noID(errs.CrawlNotFound, id)
	}
	return s.Store.Crawl(c.Context(), c.principal.OrgID, id)
}

// crawl answers GET /crawl/{crawlId}.
func (s *Server) crawl(w http.ResponseWriter, c *call) error {
	found, err := s.findCrawl(c)
	if err != nil {
		return err
	}
	return s.answerCrawl(w, c, found)
}

func (s *Server) answerCrawl(w http.ResponseWriter, c *call, found *store.Crawl) error {
	view, err := s.wholeCrawl(c.Context(), found)
	if err != nil {
		return err
	}
	if !found.State.Ended() {
		w.Header().Set("Retry-After", "1")
	}
	return writeData(w, http.StatusOK, view)
}

// wholeCrawl shows a crawl with the newest of its failures and samples of what was skipped.
func (s *Server) wholeCrawl(ctx context.Context, found *store.Crawl) (*crawlView, error) {
	var ids []string
	for _, mark := range slices.Concat(found.State.InFlight, found.State.Failures) {
		ids = append(ids, found.PageJob(mark))
	}
	jobs, err := s.Store.JobsOf(ctx, found.OrgID, ids)
	if err != nil {
		return nil, err
	}
	view := s.viewCrawl(found, jobs)
	if len(found.State.Skipped) > 0 {
		view.SkippedSamples, err = s.Store.Samples(ctx, found)
	}
	return view, err
}

// briefCrawl shows a crawl without its arguments, failures and samples.
func (s *Server) briefCrawl(ctx context.Context, found *store.Crawl) (*crawlView, error) {
	ids := make([]string, len(found.State.InFlight))
	for i, mark := range found.State.InFlight {
		ids[i] = found.PageJob(mark)
	}
	jobs, err := s.Store.JobsOf(ctx, found.OrgID, ids)
	if err != nil {
		return nil, err
	}
	view := s.viewCrawl(found, jobs)
	view.Input = nil
	return view, nil
}

// crawlPage is a page of a crawl.
type crawlPage struct {
	Number          int64           `json:"number" minimum:"1" doc:"Its number, in the order in which the crawl found its pages."`
	URL             string          `json:"url" doc:"Its URL."`
	Depth           int             `json:"depth" minimum:"0" doc:"Links between it and the first page."`
	Change          string          `json:"change,omitempty" enum:"new,changed,same,gone" doc:"With againstCrawlId: what it is to the earlier crawl. With since: changed or same. Absent when it failed otherwise."`
	DuplicateOf     int64           `json:"duplicateOf,omitempty" minimum:"1" doc:"Number of the page that this one redirects to, or names as its own, or that names the same URL and came first; absent of any other."`
	JobID           string          `json:"jobId" doc:"Id of its job."`
	Status          job.Status      `json:"status" enum:"queued,running,succeeded,failed,cancelled" doc:"Status of the job."`
	PollURL         string          `json:"pollUrl" doc:"The path to poll the job at."`
	CreditsCharged  int64           `json:"creditsCharged" doc:"Credits charged for the job."`
	CreditsRefunded int64           `json:"creditsRefunded" doc:"Credits refunded of these."`
	Result          json.RawMessage `json:"result,omitempty" doc:"With results: the result of a page that succeeded, if it could be read and fits into the response; otherwise poll the job."`
	ResultTruncated bool            `json:"resultTruncated" doc:"True when the result was cut, could not be read or does not fit into the response; poll the job for it."`
	Error           *job.Failure    `json:"error,omitempty" doc:"Why it failed."`
	HTTPStatus      int             `json:"httpStatus,omitempty" doc:"HTTP status by which it failed; absent when there was none."`
}

// page shows a page, with its result while there is room for it; nil room is to leave it out. It is a duplicate of the page with
// the number that is given.
func (s *Server) page(ctx context.Context, c *store.Crawl, j *job.Job, of int64, room *int) *crawlPage {
	p := &crawlPage{
		Number: j.Page.Number, URL: j.Target, Depth: j.Page.Depth, Change: c.ChangeOf(j), DuplicateOf: of, JobID: j.ID, Status: j.Status, PollURL: pollURL(j.ID),
		CreditsCharged: j.Quote.Credits, CreditsRefunded: j.Refunded, Error: j.Error, HTTPStatus: j.HTTPStatus(),
	}
	if room != nil {
		item := &batchItem{job: j}
		s.fill(ctx, item, room)
		p.Result, p.ResultTruncated = item.Result, item.ResultTruncated
	}
	return p
}

// crawlPages is a page of pages.
type crawlPages struct {
	Items      []*crawlPage `json:"items" doc:"Pages that have a job, by their numbers."`
	NextCursor string       `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent on the last page. A page that is short or empty because of a filter can still have a next one."`
	Exhausted  bool         `json:"exhausted" doc:"True on the last page. While the crawl runs, more can follow: ask again with the same cursor."`
}

// pagesLooked is how many pages of a crawl one call looks at, when a filter leaves most of them out, and pagesRead how
// many of them at once.
const (
	pagesLooked = 1000
	pagesRead   = 100
)

// crawlPages answers GET /crawl/{crawlId}/pages.
func (s *Server) crawlPages(w http.ResponseWriter, c *call) error {
	limit, err := pageLimit(c.params)
	if err != nil {
		return err
	}
	withResults, err := flag(c.params, "results")
	if err != nil {
		return err
	}
	status := job.Status(c.params.Get("status"))
	if status != "" && !slices.Contains([]job.Status{job.Queued, job.Running, job.Succeeded, job.Failed, job.Cancelled}, status) {
		return errs.Field(errs.InvalidRequest, "status", "must be one of queued, running, succeeded, failed, cancelled")
	}
	change := c.params.Get("change")
	if change != "" && !slices.Contains([]string{store.PageNew, store.PageChanged, store.PageSame, store.PageGone}, change) {
		return errs.Field(errs.InvalidRequest, "change", "must be one of new, changed, same, gone")
	}
	found, err := s.findCrawl(c)
	if err != nil {
		return err
	}
	sealed := "crawl\x00" + found.ID + "\x00" + string(status) + "\x00" + change
	after, err := s.Cursors.Open(found.OrgID, sealed, c.params.Get("cursor"))
	if err != nil {
		return err
	}
	at, _ := strconv.ParseInt(after, 10, 64) // what Seal wrote, or nothing
	var room *int
	if withResults {
		room = new(result.MaxInline)
	}
	items, at, err := s.pagesAfter(c.Context(), found, at, limit, pageFilter{status, change}, room)
	if err != nil {
		return err
	}
	data := crawlPages{Items: items, Exhausted: at >= found.State.Admitted && found.State.Ended()}
	if !data.Exhausted {
		data.NextCursor = s.Cursors.Seal(found.OrgID, sealed, strconv.FormatInt(at, 10))
	}
	return writeData(w, http.StatusOK, data)
}

// pageFilter is which pages of a crawl are shown; empty members are any.
type pageFilter struct {
	status job.Status
	change string
}

func (f pageFilter) takes(c *store.Crawl, j *job.Job) bool {
	return (f.status == "" || j.Status == f.status) && (f.change == "" || c.ChangeOf(j) == f.change)
}

// pagesAfter are pages behind a number, as many as fit, and the number of the last that was looked at.
func (s *Server) pagesAfter(
	ctx context.Context, found *store.Crawl, at int64, limit int, only pageFilter, room *int,
) (items []*crawlPage, last int64, err error) {
	items = []*crawlPage{}
	most, rules := limit, s.planOf(found).Rules
	if only != (pageFilter{}) {
		most = pagesRead
	}
	for looked := 0; looked < pagesLooked && len(items) < limit && at < found.State.Admitted; looked += most {
		jobs, err := s.Store.CrawlPages(ctx, found, at+1, most)
		if err != nil {
			return nil, 0, err
		}
		duplicates, err := s.Store.Duplicates(ctx, found, &rules, jobs)
		if err != nil {
			return nil, 0, err
		}
		last := min(at+int64(most), found.State.Admitted)
		for _, j := range jobs {
			if len(items) == limit {
				last = j.Page.Number - 1
				break
			}
			if only.takes(found, j) {
				items = append(items, s.page(ctx, found, j, duplicates[j.Page.Number], room))
			}
		}
		at = last
	}
	return items, at, nil
}
