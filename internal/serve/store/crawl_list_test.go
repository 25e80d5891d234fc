package store_test

import (
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// TestCrawls: an organization's crawls are listed newest first, page by page and by their status, and nobody else's.
func TestCrawls(t *testing.T) {
	t.Parallel()
	s, _ := crawlScene(t)
	other := s.org
	s.org = s.Org(t, 100, 5)
	var made []*store.Crawl
	for range 5 {
		s.Clock.Move(time.Second)
		c := s.newCrawl(false)
		c.ID = ident.Moved(ident.Crawl, c.ID, s.Clock.Now())
		_, _, err := s.AdmitCrawl(t.Context(), store.CrawlAdmission{Crawl: c, First: "http://a.test/"})
		s.must(err)
		made = append(made, c)
	}
	for _, c := range made[1:3] {
		step := store.CrawlStep{State: c.State}
		step.State.Status = store.CrawlFinished
		moved, err := s.AdvanceCrawl(t.Context(), c, step)
		s.must(ended(moved, err))
	}
	for name, c := range map[string]struct {
		org    string
		status store.CrawlStatus
		limit  int
		want   []int
	}{
		"all": {s.org, "", 10, []int{4, 3, 2, 1, 0}}, "two at a time": {s.org, "", 2, []int{4, 3, 2, 1, 0}},
		"running": {s.org, store.CrawlRunning, 2, []int{4, 3, 0}}, "finished": {s.org, store.CrawlFinished, 1, []int{2, 1}},
		"failed": {s.org, store.CrawlFailed, 10, nil},
	} {
		if diff := cmp.Diff(idsOf(made, c.want...), s.list(store.CrawlQuery{OrgID: c.org, Status: c.status, Limit: c.limit})); diff != "" {
			t.Errorf("%s: crawls mismatch (-want +got):\n%s", name, diff)
		}
	}
	if got := s.list(store.CrawlQuery{OrgID: other, Limit: 10}); len(got) != 1 {
		t.Errorf("got %v of another organization, want its one crawl", got)
	}
	_, err := s.DB.DeleteItem(t.Context(), &dynamodb.DeleteItemInput{ // as it expires: not both rows at once
		TableName: &s.Core, Key: rowKey("O#"+s.org+"#CR#"+made[3].ID, "C"),
	})
	s.must(err)
	if diff := cmp.Diff(idsOf(made, 4, 2, 1, 0), s.list(store.CrawlQuery{OrgID: s.org, Limit: 10})); diff != "" {
		t.Errorf("crawls but for one whose row is gone mismatch (-want +got):\n%s", diff)
	}
	s.Clock.Move(31 * 24 * time.Hour)
	if got := s.list(store.CrawlQuery{OrgID: s.org, Limit: 10}); len(got) != 0 {
		t.Errorf("got %v after 31 days, want none", got)
	}
}

// list pages through crawls by their ids.
func (s *scene) list(q store.CrawlQuery) (ids []string) {
	s.Helper()
	for range 10 {
		page, next, err := s.Crawls(s.Context(), q)
		s.must(err)
		for _, c := range page {
			ids = append(ids, c.ID)
		}
		if q.After = next; next == "" {
			break
		}
	}
	return ids
}

func idsOf(crawls []*store.Crawl, at ...int) (ids []string) {
	for _, i := range at {
		ids = append(ids, crawls[i].ID)
	}
	return ids
}
