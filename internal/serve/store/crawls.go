package store

import "context"

// CrawlQuery asks for a page of an organization's crawls, newest first.
type CrawlQuery struct {
	OrgID  string
	Status CrawlStatus // empty for all
	After  string      // the crawl that the page comes after; empty for the newest
	Limit  int         // 1 to MaxPage
}

// Crawls returns a page of crawls and the crawl to go on after, "" at the end. A page that the filter leaves short can
// still have a next one.
func (s *Store) Crawls(ctx context.Context, q CrawlQuery) (list []*Crawl, next string, err error) {
	var states []crawlStateItem
	next, err = s.recent(ctx, recentQuery{org: q.OrgID, list: listCrawls, after: q.After, limit: q.Limit}, func(found item) (bool, error) {
		var state crawlStateItem
		if err := decode(found, &state); err != nil {
			return false, err
		}
		if q.Status != "" && CrawlStatus(state.Status) != q.Status || state.TTL <= s.now().Unix() {
			return false, nil
		}
		states = append(states, state)
		return true, nil
	})
	if err != nil {
		return nil, "", err
	}
	list, err = s.ofStates(ctx, states)
	return list, next, err
}

// ofStates are the crawls of up to MaxPage states, in their order. One whose row is gone is left out.
func (s *Store) ofStates(ctx context.Context, states []crawlStateItem) (list []*Crawl, err error) {
	if len(states) == 0 {
		return nil, nil
	}
	keys := make([]item, len(states))
	for i, state := range states {
		keys[i] = crawlKey(state.Org, state.ID).item()
	}
	rows, err := s.batchGet(ctx, keys)
	if err != nil {
		return nil, err
	}
	found := map[string]*crawlItem{}
	for _, raw := range rows {
		var row crawlItem
		if err := decode(raw, &row); err != nil {
			return nil, err
		}
		found[row.ID] = &row
	}
	for _, state := range states {
		if row := found[state.ID]; row != nil {
			c := row.crawl()
			c.State = state.state()
			list = append(list, c)
		}
	}
	return list, nil
}
