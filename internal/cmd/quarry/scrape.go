package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// scrapeCommand scrapes one URL.
type scrapeCommand struct {
	service
	Address        string `arg:"" name:"url" help:"What to scrape."`
	Format         string `help:"raw, markdown, json, metadata or resolve." default:"markdown"`
	JSON           bool   `help:"Print the whole job as JSON."`
	NoWait         bool   `help:"Print the job at once instead of waiting for its end."`
	WebhookURL     string `help:"Where to post the job's end." placeholder:"URL"`
	IdempotencyKey string `help:"Key under which a repeated call is the same job." placeholder:"KEY"`
}

// jobAnswer is the part of a job that commands look at.
type jobAnswer struct {
	JobID  string                     `json:"jobId"`
	Status string                     `json:"status"`
	Result map[string]json.RawMessage `json:"result"`
	Error  *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// Run performs the command.
func (c *scrapeCommand) Run(ctx context.Context, out streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	body := map[string]any{"url": c.Address, "format": c.Format, "wait": !c.NoWait}
	if c.WebhookURL != "" {
		body["webhookUrl"] = c.WebhookURL
	}
	if c.IdempotencyKey != "" {
		body["idempotencyKey"] = c.IdempotencyKey
	}
	data, err := api.do(ctx, http.MethodPost, "/v1/public/scrape", body)
	if err != nil {
		return err
	}
	return printJob(out, data, c.JSON, c.Format)
}

// printJob prints a job's field of the format, or all of it.
func printJob(out streams, data json.RawMessage, whole bool, field string) error {
	var j jobAnswer
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	if j.Error != nil && !whole {
		return fmt.Errorf("job %s failed, %s: %s", j.JobID, j.Error.Code, j.Error.Message)
	}
	var text string
	if err := json.Unmarshal(j.Result[field], &text); err != nil || whole {
		return out.json(data)
	}
	_, err := fmt.Fprintln(out.out, text)
	return err
}

// jobCommand prints a job.
type jobCommand struct {
	service
	JobID string `arg:"" help:"The job's id."`
}

// Run performs the command.
func (c *jobCommand) Run(ctx context.Context, out streams) error {
	return printCall(ctx, c.service, out, "/v1/public/jobs/"+c.JobID)
}

// usageCommand prints the usage report.
type usageCommand struct {
	service
	Days int  `help:"How many days." default:"30"`
	JSON bool `help:"Print JSON."`
}

// Run performs the command.
func (c *usageCommand) Run(ctx context.Context, out streams) error {
	path := fmt.Sprintf("/v1/public/usage?days=%d", c.Days)
	if c.JSON {
		return printCall(ctx, c.service, out, path)
	}
	api, err := c.connect()
	if err != nil {
		return err
	}
	data, err := api.do(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	var report struct {
		Since                string `json:"since"`
		TotalCreditsSpent    int64  `json:"totalCreditsSpent"`
		TotalCreditsRefunded int64  `json:"totalCreditsRefunded"`
		Actions              []struct {
			ActionCode      string `json:"actionCode"`
			Requests        int64  `json:"requests"`
			CreditsSpent    int64  `json:"creditsSpent"`
			CreditsRefunded int64  `json:"creditsRefunded"`
		} `json:"actions"`
	}
	if err := json.Unmarshal(data, &report); err != nil {
		return err
	}
	const row = "%-20s %10v %10v %10v\n"
	fmt.Fprintf(out.out, "since %s\n", report.Since)
	fmt.Fprintf(out.out, row, "action", "requests", "spent", "refunded")
	for _, a := range report.Actions {
		fmt.Fprintf(out.out, row, a.ActionCode, a.Requests, a.CreditsSpent, a.CreditsRefunded)
	}
	fmt.Fprintf(out.out, row, "total", "", report.TotalCreditsSpent, report.TotalCreditsRefunded)
	return nil
}

// balanceCommand prints the balance.
type balanceCommand struct{ service }

// Run performs the command.
func (c *balanceCommand) Run(ctx context.Context, out streams) error {
	return printCall(ctx, c.service, out, "/v1/public/balance")
}

// printCall prints what a reading call gives.
func printCall(ctx context.Context, s service, out streams, path string) error {
	api, err := s.connect()
	if err != nil {
		return err
	}
	data, err := api.do(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	return out.json(data)
}
