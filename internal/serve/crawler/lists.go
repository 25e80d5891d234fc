package crawler

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// spareURLs is how many URLs of the lists more than the crawl's limit are read, as some are no pages.
	spareURLs = 1000
	// mostURLs is the most of them.
	mostURLs = 50_000
	// linkedPages is the method of a result that lists what the home page links to, as the site has no list: the crawl was not asked to begin there.
	linkedPages = "page"
)

// lists remembers the URLs of the last lists, which are taken into account step by step.
type lists struct {
	mu   sync.Mutex
	job  string
	urls []string
}

// listsInFlight reports whether the job that reads the lists of the crawl's site was made and is not taken into account.
func (d *draft) listsInFlight() bool {
	return slices.ContainsFunc(d.next.InFlight, func(mark int64) bool { return job.PageOf("", mark).Number == 0 })
}

// readKept has the job whose lists could not be read when the crawl ended taken into account once more.
func (d *draft) readKept() {
	if s := d.next; s.ListKept && s.Listing && s.Halt == "" && !d.listsInFlight() {
		s.InFlight = append(s.InFlight, job.Page{Try: s.ListTry}.Mark())
	}
}

// admitLists makes the job that reads the site's lists, an ordinary one. An installation without the kind
// has none.
func (d *draft) admitLists(ctx context.Context) error {
	i := slices.IndexFunc(d.Kinds, func(def kind.Definition) bool { return def.Name == kind.Lists })
	if i < 0 {
		d.next.Listing, d.changed = false, true
		return nil
	}
	args := d.Kinds[i].Main().NewArgs()
	most := d.plan.Limit + spareURLs
	if len(d.plan.Include)+len(d.plan.Exclude) > 0 { // nobody knows how many of them match
		most = mostURLs
	}
	body, err := json.Marshal(map[string]any{"domain": d.next.Host, "limit": most})
	if err == nil {
		err = json.Unmarshal(body, args)
	}
	if err != nil {
		return errs.Internal(err)
	}
	plan, err := args.Prepare(d.caller())
	if err != nil { // an address is no domain
		d.next.Listing, d.changed = false, true
		return nil //nolint:nilerr // it has no lists then
	}
	if room, err := d.allowance(ctx, 1, plan.Quote.Credits); err != nil || room <= 0 {
		return err
	}
	return d.make(d.Kinds[i], args, job.Page{CrawlID: d.crawl.ID, Try: d.next.ListTry})
}

// takeLists takes the URLs of the site's lists into account. Lists that could not be read are none. Those
// whose job was cancelled with the crawl are made anew when that is resumed, and those that the installation failed at once. What a job
// gave is read when the crawl is resumed if it cannot be read at its end.
func (d *draft) takeLists(ctx context.Context, j *job.Job) (whole bool, err error) {
	cancelled := j.Status == job.Cancelled && d.next.Halt == store.HaltCancelled && d.next.ListTry+1 < job.Marks
	if cancelled || j.FailedByUs() && d.next.ListTry+1 < job.Tries {
		d.next.ListTry, d.next.ListKept = d.next.ListTry+1, false
		return true, nil
	}
	if j.Status == job.Succeeded && j.Result != nil {
		urls, err := d.listed(ctx, j)
		switch {
		case err != nil && d.next.Halt != "": // nothing keeps a crawl from its end
			d.next.ListKept = true
			return true, nil
		case err != nil:
			return false, err
		}
		rest := urls[min(d.next.ListAt, len(urls)):]
		taken, err := d.meet(ctx, rest, 1)
		if err != nil {
			return false, err
		}
		d.next.ListAt, d.changed = d.next.ListAt+taken, d.changed || taken > 0
		if taken < len(rest) {
			return false, nil
		}
	}
	d.next.Listing = false
	return true, nil
}

func (d *draft) listed(ctx context.Context, j *job.Job) ([]string, error) {
	d.lists.mu.Lock()
	known, urls := d.lists.job == j.ID, d.lists.urls
	d.lists.mu.Unlock()
	if known {
		return urls, nil
	}
	raw, err := d.Results.Whole(ctx, d.crawl.OrgID, j.Result)
	if err != nil {
		return nil, err
	}
	var result struct {
		Method string `json:"method"`
		Items  []struct {
			URL string `json:"url"`
		} `json:"items"`
	}
	if err := json.Unmarshal(raw, &result); err != nil {
		return nil, errs.Internal(err)
	}
	if result.Method == linkedPages {
		result.Items = nil
	}
	urls = make([]string, len(result.Items))
	for i, u := range result.Items {
		urls[i] = u.URL
	}
	d.lists.mu.Lock()
	d.lists.job, d.lists.urls = j.ID, urls
	d.lists.mu.Unlock()
	return urls, nil
}
