package store

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
)

// DeliveryQuery asks for a page of an organization's deliveries, newest first.
// Empty filters take everything.
type DeliveryQuery struct {
	OrgID      string
	EndpointID string
	JobID      string
	BatchID    string
	CrawlID    string
	Status     string
	After      string // the delivery that the page comes after; empty for the newest
	Limit      int    // 1 to MaxPage
}

// clockSkew is how far two machines' clocks, which ids are made by, may lie apart.
const clockSkew = time.Minute

// Deliveries returns a page of deliveries and the delivery to go on after, "" at
// the end. A page that a filter leaves short, or empty, can still have a next one.
func (s *Store) Deliveries(ctx context.Context, q DeliveryQuery) (list []*Delivery, next string, err error) {
	next, err = s.recent(ctx, recentQuery{
		org: q.OrgID, list: listDeliveries, after: q.After, floor: q.floor(s.now()), limit: q.Limit,
	}, func(found item) (bool, error) {
		var row deliveryItem
		if err := decode(found, &row); err != nil {
			return false, err
		}
		if row.expired(s.now()) || !q.takes(&row) {
			return false, nil
		}
		list = append(list, row.delivery())
		return true, nil
	})
	return list, next, err
}

// floor is the oldest delivery that there can be: none outlives the log, and none
// of a job, a batch or a crawl was made before it was.
func (q *DeliveryQuery) floor(now time.Time) string {
	oldest := now.Add(-deliveryRetention)
	for prefix, id := range map[string]string{ident.Job: q.JobID, ident.Batch: q.BatchID, ident.Crawl: q.CrawlID} {
		if made, ok := ident.Time(prefix, id); ok && made.After(oldest) {
			oldest = made.Add(-clockSkew)
		}
	}
	return ident.Floor(ident.Delivery, oldest)
}

func (q *DeliveryQuery) takes(r *deliveryItem) bool {
	return (q.EndpointID == "" || r.Endpoint == q.EndpointID) && (q.JobID == "" || r.Job == q.JobID) &&
		(q.BatchID == "" || r.Batch == q.BatchID) && (q.CrawlID == "" || r.Crawl == q.CrawlID) && (q.Status == "" || r.Status == q.Status)
}
