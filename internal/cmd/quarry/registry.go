package main

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
)

const (
	endpointsPath  = "/v1/public/webhooks/endpoints"
	deliveriesPath = "/v1/public/webhooks/deliveries"
)

// endpointsCommand prints one page of the registered endpoints.
type endpointsCommand struct {
	service
	page
}

// Run performs the command.
func (c *endpointsCommand) Run(ctx context.Context, out streams) error {
	return printCall(ctx, c.service, out, endpointsPath+"?"+c.query(nil))
}

// page is which part of a list is wanted.
type page struct {
	Limit  int    `help:"How many at most, 1 to 100." default:"50"`
	Cursor string `help:"The nextCursor of the page before." placeholder:"CURSOR"`
}

// query is the query of a page, with filters, of which the empty ones are left out.
func (p page) query(filters map[string]string) string {
	query := url.Values{"limit": {strconv.Itoa(p.Limit)}}
	if p.Cursor != "" {
		query.Set("cursor", p.Cursor)
	}
	for name, value := range filters {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query.Encode()
}

// deliveriesCommand prints one page of the delivery log.
type deliveriesCommand struct {
	service
	Endpoint string `help:"Only attempts to this endpoint." placeholder:"ID"`
	Job      string `help:"Only attempts for this job." placeholder:"ID"`
	Status   string `help:"Only attempts in this status: pending, succeeded, failed." placeholder:"STATUS"`
	page
}

// Run performs the command.
func (c *deliveriesCommand) Run(ctx context.Context, out streams) error {
	filters := map[string]string{"endpointId": c.Endpoint, "jobId": c.Job, "status": c.Status}
	return printCall(ctx, c.service, out, deliveriesPath+"?"+c.query(filters))
}

// replayCommand posts a delivery's event again.
type replayCommand struct {
	service
	DeliveryID string `arg:"" help:"The delivery's id, dlv_…"`
}

// Run performs the command.
func (c *replayCommand) Run(ctx context.Context, out streams) error {
	return printPost(ctx, c.service, out, deliveriesPath+"/"+url.PathEscape(c.DeliveryID)+"/replay", nil)
}

// rotateCommand replaces an endpoint's secret.
type rotateCommand struct {
	service
	EndpointID string `arg:"" help:"The endpoint's id, whe_…"`
	Grace      int    `help:"For how many seconds the former secret signs, too." default:"86400"`
}

// Run performs the command.
func (c *rotateCommand) Run(ctx context.Context, out streams) error {
	return printPost(ctx, c.service, out, endpointsPath+"/"+url.PathEscape(c.EndpointID)+"/secret/rotate",
		map[string]int{"gracePeriodSeconds": c.Grace})
}

// testCommand posts a test event to an endpoint.
type testCommand struct {
	service
	EndpointID string `arg:"" help:"The endpoint's id, whe_…"`
}

// Run performs the command.
func (c *testCommand) Run(ctx context.Context, out streams) error {
	return printPost(ctx, c.service, out, endpointsPath+"/"+url.PathEscape(c.EndpointID)+"/test", nil)
}

// printPost prints what a changing call gives.
func printPost(ctx context.Context, s service, out streams, path string, body any) error {
	api, err := s.connect()
	if err != nil {
		return err
	}
	data, err := api.do(ctx, http.MethodPost, path, body)
	if err != nil {
		return err
	}
	return out.json(data)
}
