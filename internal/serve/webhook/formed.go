package webhook

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/hook"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// formed builds the body of an event that has the form of another service.
func (d *Deliverer) formed(ctx context.Context, e *store.Endpoint, delivery *store.Delivery) ([]byte, error) {
	about := hook.Event{ID: delivery.EventID, Type: delivery.EventType, About: delivery.BatchID, Metadata: delivery.Form.Metadata}
	if delivery.JobID != "" {
		j, value, err := d.outcome(ctx, e, delivery)
		if err != nil {
			return nil, err
		}
		if about.About = j.BatchID; j.Page != nil {
			about.About = j.Page.CrawlID
		}
		return about.Page(&asked.Job{
			JobID: j.ID, Status: j.Status, CreditsCharged: j.Quote.Credits, CreditsRefunded: j.Refunded, Cached: j.Cached, Result: value, ResultURL: ResultURL(j.ID), Error: j.Error,
		}, j.Target)
	}
	why := ""
	if delivery.CrawlID != "" {
		about.About = delivery.CrawlID
		c, err := d.store.Crawl(ctx, delivery.OrgID, delivery.CrawlID)
		if err != nil {
			return nil, err
		}
		if c.State.Error != nil && strings.HasSuffix(delivery.EventType, ".failed") {
			why = string(c.State.Error.Code) + ": " + c.State.Error.Message
		}
	}
	return about.Body(why)
}

// outcome is the job of an event, with its result where that fits.
func (d *Deliverer) outcome(ctx context.Context, e *store.Endpoint, delivery *store.Delivery) (j *job.Job, value json.RawMessage, err error) {
	if j, err = d.store.Job(ctx, delivery.OrgID, delivery.JobID); err != nil || !fitsEvent(j.Result, e) {
		return j, nil, err
	}
	value, err = d.results.Load(ctx, j.OrgID, j.Result)
	return j, value, err
}
