package crawler

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
)

// listMark is the mark of the job that reads the lists of a crawl's site.
const listMark = 0

// lists remembers the URLs of the last lists, which are taken into account step by step.
type lists struct {
	mu    sync.Mutex
	crawl string
	urls  []string
}

// admitLists makes the job that reads the site's lists, an ordinary one. An installation without the kind
// has none.
func (d *draft) admitLists() error {
	if d.most < len(d.step.Jobs)+1 {
		d.refused()
		return nil
	}
	i := slices.IndexFunc(d.Kinds, func(def kind.Definition) bool { return def.Name == kind.Lists })
	if i < 0 {
		d.next.Listing, d.changed = false, true
		return nil
	}
	args := d.Kinds[i].Main().NewArgs()
	body, err := json.Marshal(map[string]any{"domain": d.next.Host, "limit": d.plan.Limit})
	if err == nil {
		err = json.Unmarshal(body, args)
	}
	if err != nil {
		return errs.Internal(err)
	}
	if _, err := args.Prepare(d.caller()); err != nil { // an address is no domain
		d.next.Listing, d.changed = false, true
		return nil //nolint:nilerr // it has no lists then
	}
	return d.make(d.Kinds[i], args, job.Page{CrawlID: d.crawl.ID})
}

// takeLists takes the URLs of the site's lists into account. Lists that could not be read are none.
func (d *draft) takeLists(ctx context.Context, j *job.Job) (whole bool, err error) {
	if j.Status == job.Succeeded && j.Result != nil {
		urls, err := d.listed(ctx, j)
		if err != nil {
			return false, err
		}
		rest := urls[min(d.next.ListAt, len(urls)):]
		taken, err := d.meet(ctx, rest, 1)
		if err != nil {
			return false, err
		}
		d.next.ListAt += taken
		if taken < len(rest) {
			return false, nil
		}
	}
	d.next.Listing = false
	return true, nil
}

func (d *draft) listed(ctx context.Context, j *job.Job) ([]string, error) {
	d.lists.mu.Lock()
	defer d.lists.mu.Unlock()
	if d.lists.crawl == d.crawl.ID {
		return d.lists.urls, nil
	}
	raw, err := d.Results.Load(ctx, d.crawl.OrgID, j.Result)
	if err != nil {
		return nil, err
	}
	var result struct {
		Items []struct {
			URL string `json:"url"`
		} `json:"items"`
	}
	if err := json.Unmarshal(raw, &result); err != nil {
		return nil, errs.Internal(err)
	}
	urls := make([]string, len(result.Items))
	for i, u := range result.Items {
		urls[i] = u.URL
	}
	d.lists.crawl, d.lists.urls = d.crawl.ID, urls
	return urls, nil
}
