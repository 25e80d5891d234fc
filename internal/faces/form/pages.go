package form

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	neturl "net/url"
	"slices"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/url"
)

// Reading is how pages are read.
type Reading struct {
	Formats     []url.Format
	Render      url.Render
	Options     url.Options
	CacheTTLSec *int64
	// Batch has a single page be a batch, too. A job's call says how long it waits, so that one which waits for what is left
	// of its caller's time would not be the same when it comes again with its key.
	Batch bool
}

// Page is a page that was asked for: its result, or why there is none. Job is nil where none was made.
type Page struct {
	URL     string
	Job     *asked.Job
	Cached  bool
	Result  *url.Result
	Failure job.Failure
}

// Cautions are reasons to look at the page before it is used.
func (p *Page) Cautions() (notes []Note) {
	for _, text := range url.Cautions(p.Result) {
		notes = append(notes, Note{Field: p.URL, Text: text})
	}
	return notes
}

// scrapeCall, batchCall and crawlCall are what pages are asked for by.
type (
	scrapeCall struct {
		url.Args
		asked.Common
	}
	batchCall struct {
		url.BatchArgs
		asked.Common
	}
	crawlCall struct {
		url.CrawlArgs
		asked.Common
	}
)

// Scrape reads one page. The job is returned with every error that is about it.
func (d *Desk) Scrape(w http.ResponseWriter, r *http.Request, address string, how *Reading, limit time.Duration) (*asked.Job, *url.Result, error) {
	j, err := d.Finish(w, r, asked.Call{Method: http.MethodPost, Path: "/scrape", Key: Key(r), Body: scrapeCall{
		Args:   url.Args{URL: address, Formats: how.Formats, Render: how.Render, Options: how.Options},
		Common: asked.Common{WaitTimeoutMS: asked.Patience(limit), CacheTTLSec: how.CacheTTLSec},
	}}, limit)
	if err != nil {
		return j, nil, err
	}
	res := &url.Result{}
	if err := json.Unmarshal(j.Result, res); err != nil {
		return j, nil, errs.Internal(err)
	}
	return j, res, nil
}

// mostPages is how many pages one batch has at most.
const mostPages = 50

// Pages reads pages, one in a job and several in a batch, in the order of the list. Field is the name of the list. Pages
// that could not be read have a failure; where none could be the error is that of the first. ID is of the job or batch.
func (d *Desk) Pages(w http.ResponseWriter, r *http.Request, field string, list []string, how *Reading, limit time.Duration) (pages []*Page, id string, err error) {
	if len(list) == 0 || len(list) > mostPages {
		return nil, "", &InvalidError{field, "must have 1 to " + strconv.Itoa(mostPages) + " URLs"}
	}
	pages, good, same := targets(field, list)
	if len(good) == 0 {
		return nil, "", &InvalidError{field + "[0]", "is not a public http or https address"}
	}
	byURL := map[string]*Page{}
	for _, one := range good {
		byURL[one] = &Page{URL: one, Failure: job.Failure{Code: errs.InternalError, Message: errs.InternalError.Text()}}
	}
	if len(good) == 1 && !how.Batch {
		id, err = d.single(w, r, byURL[good[0]], how, limit)
	} else {
		id, err = d.batch(w, r, good, byURL, how, limit)
	}
	if err != nil {
		return nil, id, err
	}
	for one, all := range same {
		for _, p := range all {
			read := *byURL[one]
			read.URL = p.URL
			*p = read
		}
	}
	if !slices.ContainsFunc(pages, func(p *Page) bool { return p.Result != nil }) {
		first := byURL[good[0]].Failure
		if len(pages) > 1 {
			first.Message = "None of the pages could be read. " + good[0] + ": " + first.Message
		}
		return pages, id, &asked.FailedError{Job: &asked.Job{JobID: id, Status: job.Failed, Error: &first}}
	}
	return pages, id, nil
}

// targets are the pages of a list, each once; the addresses that can be read, as the API writes them; and the pages that each of
// these stands for, which are several where a list has one address in several spellings.
func targets(field string, list []string) (pages []*Page, good []string, same map[string][]*Page) {
	same = map[string][]*Page{}
	for i, address := range list {
		if slices.ContainsFunc(pages, func(p *Page) bool { return p.URL == address }) {
			continue
		}
		p := &Page{URL: address}
		pages = append(pages, p)
		u, err := subject.URL(field+"["+strconv.Itoa(i)+"]", address)
		if err != nil {
			p.Failure = job.Failure{Code: errs.InvalidURL, Message: "It is not a public http or https address."}
			continue
		}
		one := u.String()
		if same[one] == nil {
			good = append(good, one)
		}
		same[one] = append(same[one], p)
	}
	return pages, good, same
}

func (d *Desk) single(w http.ResponseWriter, r *http.Request, p *Page, how *Reading, limit time.Duration) (string, error) {
	j, res, err := d.Scrape(w, r, p.URL, how, limit)
	failed, ok := errors.AsType[*asked.FailedError](err)
	if err != nil && !ok {
		return "", err
	}
	p.Job, p.Result, p.Cached, p.Failure = j, res, j.Cached, job.Failure{}
	if ok {
		p.Failure = failed.Failure()
	}
	return j.JobID, nil
}

// item is a page of a batch or a crawl.
type item struct {
	URL string `json:"url"`
	asked.Job
}

// progress is where a batch or a crawl stands.
type progress struct {
	Status          string `json:"status"`
	TruncatedBy     string `json:"truncatedBy"`
	CreditsCharged  int64  `json:"creditsCharged"`
	CreditsRefunded int64  `json:"creditsRefunded"`
	Counts          struct {
		Total  int64 `json:"total"`
		Failed int64 `json:"failed"`
	} `json:"counts"`
	Error *job.Failure `json:"error"`
}

func (p *progress) ended() bool { return !slices.Contains([]string{"", "queued", "running"}, p.Status) }

// ending is how long what was cancelled is waited for, so that what it cost is known.
const ending = 4 * time.Second

// await waits until what is at a path has ended, and cancels it when limit has passed or the caller has left, unless it
// was made with a key, by which the caller asks again. Late is whether limit had passed.
func (d *Desk) await(w http.ResponseWriter, r *http.Request, path string, limit time.Duration) (p *progress, late bool, err error) {
	before := charged(w)
	p = &progress{}
	for began, pause := time.Now(), pollPause; !p.ended(); { //nolint:forbidigo // how long a caller waits is the wall's time
		if time.Since(began)+pause > limit { //nolint:forbidigo // as above
			if late {
				break
			}
			late, limit = true, limit+ending
			_ = d.API.Cancel(r, path) // what could not be cancelled goes on, and is shown as it stands
		} else if !asked.Wait(r, pause) {
			if Key(r) == "" {
				_ = d.API.Cancel(r, path) // nobody is there to be told
			}
			return nil, false, r.Context().Err()
		}
		seen := &progress{}
		answer, err := d.API.Do(r, asked.Call{Method: http.MethodGet, Path: path}, seen)
		asked.Relay(w, answer)
		if pause = pollPause; err == nil {
			p = seen
		} else {
			pause = max(pollPause, asked.Later(err))
		}
	}
	charge(w, before+p.CreditsCharged-p.CreditsRefunded)
	d.left(w, r)
	return p, late, nil
}

// left has the answer say what is left, of which what is told of a batch or a crawl says nothing.
func (d *Desk) left(w http.ResponseWriter, r *http.Request) {
	var b struct {
		Balance *int64 `json:"balance"`
	}
	if _, err := d.API.Do(r, asked.Call{Method: http.MethodGet, Path: "/balance"}, &b); err == nil && b.Balance != nil {
		w.Header().Set("X-Credits-Remaining", strconv.FormatInt(*b.Balance, 10))
	}
}

// batch reads pages in a batch.
func (d *Desk) batch(w http.ResponseWriter, r *http.Request, list []string, byURL map[string]*Page, how *Reading, limit time.Duration) (string, error) {
	var made struct {
		BatchID string `json:"batchId"`
	}
	answer, err := d.API.Do(r, asked.Call{Method: http.MethodPost, Path: "/scrape/batch", Key: Key(r), Whole: list, Body: batchCall{
		BatchArgs: url.BatchArgs{URLs: list, Formats: how.Formats, Render: how.Render, Options: how.Options}, Common: asked.Common{CacheTTLSec: how.CacheTTLSec},
	}}, &made)
	before := charged(w)
	asked.Relay(w, answer)
	if err != nil {
		return "", err
	}
	charge(w, before) // what it costs is known when it has ended
	path := "/batches/" + made.BatchID
	if _, _, err := d.await(w, r, path, limit); err != nil {
		return made.BatchID, err
	}
	items, err := d.items(r, path, "jobs", nil)
	if err != nil {
		return made.BatchID, err
	}
	room := maxTogether
	for _, i := range items {
		if p := byURL[i.URL]; p != nil {
			if err := d.fill(r, p, i, &room); err != nil {
				return made.BatchID, err
			}
		}
	}
	return made.BatchID, nil
}

// items are all items of a list, with their results.
func (d *Desk) items(r *http.Request, path, member string, query neturl.Values) (all []*item, err error) {
	for cursor := ""; ; {
		q := neturl.Values{"results": {"true"}, "limit": {"50"}}
		maps.Copy(q, query)
		if cursor != "" {
			q.Set("cursor", cursor)
		}
		var data map[string]json.RawMessage
		if _, err := d.API.Do(r, asked.Call{Method: http.MethodGet, Path: path, Query: q}, &data); err != nil {
			return nil, err
		}
		var page []*item
		var next string
		if err := json.Unmarshal(data[member], &page); err != nil {
			return nil, errs.Internal(err)
		}
		_ = json.Unmarshal(data["nextCursor"], &next) // absent on the last page
		all = append(all, page...)
		if next == "" || next == cursor || len(page) == 0 {
			return all, nil
		}
		cursor = next
	}
}

// fill gives a page what became of it. Room is for how many bytes of results the answer has left, where it is bounded.
func (d *Desk) fill(r *http.Request, p *Page, i *item, room *int) error {
	p.Job = &i.Job
	if i.Status != job.Succeeded {
		p.Failure = (&asked.FailedError{Job: &i.Job}).Failure()
		if !i.Status.Terminal() || i.Status == job.Cancelled || i.Error == nil {
			p.Failure = job.Failure{Code: errs.JobTimeout, Message: "The page was not read in the time that this call may take."}
		}
		return nil
	}
	j := &i.Job
	if len(j.Result) == 0 || j.ResultTruncated {
		j = &asked.Job{}
		if _, err := d.API.Do(r, asked.Call{Method: http.MethodGet, Path: "/jobs/" + i.JobID}, j); err != nil {
			return err
		}
	}
	err := d.whole(r, j)
	if *room -= len(j.Result); err == nil && d.Bounded && *room < 0 {
		err = tooLarge(j)
	}
	if failed, ok := errors.AsType[*asked.FailedError](err); ok { // the others are to be had all the same
		p.Failure = failed.Failure()
		return nil
	}
	if err != nil {
		return err
	}
	p.Job, p.Result, p.Cached, p.Failure = j, &url.Result{}, j.Cached, job.Failure{}
	if err := json.Unmarshal(j.Result, p.Result); err != nil {
		return errs.Internal(err)
	}
	return nil
}

// Crawled is what a crawl gave.
type Crawled struct {
	ID    string
	Pages []*Page // those that were read
	Notes []Note
}

// Crawl crawls a site until it ends or limit has passed: pages that were read until then are charged, so they are
// returned. Where there is none the error says why.
func (d *Desk) Crawl(w http.ResponseWriter, r *http.Request, args *url.CrawlArgs, limit time.Duration) (*Crawled, error) {
	var made struct {
		CrawlID     string `json:"crawlId"`
		BodyMatched *bool  `json:"bodyMatched"`
	}
	answer, err := d.API.Do(r, asked.Call{Method: http.MethodPost, Path: "/crawl", Key: Key(r), Body: crawlCall{CrawlArgs: *args}}, &made)
	if err != nil {
		asked.Relay(w, answer)
		return nil, err
	}
	if made.BodyMatched != nil && !*made.BodyMatched {
		return nil, asked.Used("crawl " + made.CrawlID)
	}
	out, path := &Crawled{ID: made.CrawlID}, "/crawl/"+made.CrawlID
	p, late, err := d.await(w, r, path, limit)
	if err != nil {
		return nil, err
	}
	items, err := d.items(r, path+"/pages", "items", neturl.Values{"status": {string(job.Succeeded)}})
	if err != nil {
		return nil, err
	}
	room := maxTogether
	for _, i := range items {
		page := &Page{URL: i.URL}
		if err := d.fill(r, page, i, &room); err != nil {
			return nil, err
		}
		if page.Result == nil {
			out.Notes = append(out.Notes, Note{i.URL, "was not returned: " + page.Failure.Message})
			continue
		}
		out.Pages = append(out.Pages, page)
	}
	if len(out.Pages) == 0 {
		return nil, d.empty(r, path, p)
	}
	if p.Counts.Failed > 0 {
		out.Notes = append(out.Notes, Note{"", strconv.FormatInt(p.Counts.Failed, 10) + " of " + strconv.FormatInt(p.Counts.Total, 10) + " pages failed and cost nothing; GET " +
			asked.Base + path + "/pages?status=failed lists them"})
	}
	if late {
		out.Notes = append(out.Notes, Note{"", "the crawl took longer than this call may wait and was cancelled; these are the pages that were read"})
	} else if p.TruncatedBy != "" {
		out.Notes = append(out.Notes, Note{"", "the site has more pages than were crawled, because of: " + p.TruncatedBy})
	}
	return out, nil
}

// empty is why a crawl has no page.
func (d *Desk) empty(r *http.Request, path string, p *progress) error {
	why := job.Failure{Code: errs.JobTimeout, Message: "No page was read in the time that this call may take.", Retryable: true}
	if p.Error != nil {
		why = *p.Error
	}
	lost, err := d.items(r, path+"/pages", "items", neturl.Values{"status": {string(job.Failed)}})
	if err != nil {
		return err
	}
	for _, i := range lost {
		if i.Error != nil {
			why = *i.Error
			break
		}
	}
	return &asked.FailedError{Job: &asked.Job{JobID: path[len("/crawl/"):], Status: job.Failed, Error: &why}}
}
