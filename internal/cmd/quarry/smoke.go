package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/local"
)

type smokeCommand struct {
	URL    string        `help:"Base URL of the service (default: $QUARRY_URL, or that of the local one)." placeholder:"URL"`
	Page   string        `help:"The page to scrape." default:"https://example.com/"`
	Within time.Duration `help:"How long the scrape may take." default:"3m"`
}

const (
	// smokeOrg is the organization of all smoke tests; smokeCredits are what it is given when it has fewer than a
	// tenth of them.
	smokeOrg     = "smoke test"
	smokeCredits = 100
	smokePause   = time.Second
)

// Run tries an installation as its first customer would: a token is made, a page is scraped, its price is missing in
// the balance, and the token is revoked. The exit code is 1 when any of it is not so.
func (c *smokeCommand) Run(ctx context.Context, out streams, a *adminCommand) (err error) {
	org, err := c.organization(ctx, a)
	if err != nil {
		return err
	}
	made, err := ask[admin.Token](ctx, a, admin.Request{Op: "token.create", Org: org.OrganizationID, Label: smokeOrg})
	if err != nil {
		return err
	}
	defer func() {
		_, revoked := a.call(context.WithoutCancel(ctx), admin.Request{Op: "token.revoke", Token: made.TokenID})
		err = errors.Join(err, revoked)
	}()
	api, err := c.connect(a, string(made.Token))
	if err != nil {
		return err
	}
	job, err := c.scrape(ctx, api)
	if err != nil {
		return err
	}
	balance, err := answered[struct {
		Balance int64 `json:"balance"`
	}](ctx, api, caller.Request{Method: http.MethodGet, Path: "/v1/public/balance"})
	if err != nil {
		return err
	}
	if want := org.Balance - job.Charged; balance.Balance != want {
		return fmt.Errorf("the balance is %d and should be %d, %d less than before", balance.Balance, want, job.Charged)
	}
	payload, err := json.Marshal(map[string]any{
		"organizationId": org.OrganizationID, "jobId": job.JobID, "creditsCharged": job.Charged, "balance": balance.Balance, "works": true,
	})
	if err != nil {
		return err
	}
	return a.print(out, payload)
}

// connect finds the API that belongs to the admin function: by its address, or by the folder of a local service.
func (c *smokeCommand) connect(a *adminCommand, token string) (*caller.Client, error) {
	dir, function := a.place()
	url := first(c.URL, config.LoadLocal().BaseURL)
	if url == "" && dir == "" {
		return nil, fmt.Errorf("give the address of the API that belongs to %s, the stack's output ApiUrl, by --url or QUARRY_URL", function)
	}
	if url != "" {
		return caller.New(url, token), nil
	}
	info, err := local.ReadInfo(dir)
	if err != nil {
		return nil, err
	}
	return caller.New(info.BaseURL, token), nil
}

// organization finds that of smoke tests, or makes it, and gives it credits when it runs out of them.
func (c *smokeCommand) organization(ctx context.Context, a *adminCommand) (*admin.Org, error) {
	all, err := ask[struct {
		Organizations []admin.Org `json:"organizations"`
	}](ctx, a, admin.Request{Op: "org.list"})
	if err != nil {
		return nil, err
	}
	for _, org := range all.Organizations {
		if org.Name != smokeOrg {
			continue
		}
		if org.Balance >= smokeCredits/10 {
			return &org, nil
		}
		granted, err := ask[admin.Granted](ctx, a, admin.Request{Op: "credits.grant", Org: org.OrganizationID, Amount: smokeCredits, Reason: smokeOrg})
		if err != nil {
			return nil, err
		}
		org.Balance = granted.Balance
		return &org, nil
	}
	name := smokeOrg
	made, err := ask[admin.Created](ctx, a, admin.Request{Op: "org.create", Name: &name, Credits: smokeCredits})
	if err != nil {
		return nil, err
	}
	return &admin.Org{OrganizationID: made.OrganizationID, Balance: smokeCredits}, nil
}

type smoked struct {
	JobID   string `json:"jobId"`
	Status  string `json:"status"`
	Charged int64  `json:"creditsCharged"`
	Back    int64  `json:"creditsRefunded"`
	Error   *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// scrape has the page scraped. A job that outlives its call is asked for, and cancelled when it takes too long: one that
// nothing performs ends after hours, which nobody waits for who deploys.
func (c *smokeCommand) scrape(ctx context.Context, api *caller.Client) (*smoked, error) {
	late := time.After(c.Within)
	job, err := answered[smoked](ctx, api, caller.Request{
		Method: http.MethodPost, Path: "/v1/public/scrape", Key: rand.Text(), Body: map[string]any{"url": c.Page, "format": "metadata"},
	})
	for err == nil && (job.Status == "queued" || job.Status == "running") {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-late:
			_, err = api.Do(ctx, caller.Request{Method: http.MethodPost, Path: "/v1/public/jobs/" + job.JobID + "/cancel"})
			return nil, errors.Join(fmt.Errorf("the job %s is still %s after %s and was cancelled: see quarry admin job %s", job.JobID, job.Status, c.Within, job.JobID), err)
		case <-time.After(smokePause):
			job, err = answered[smoked](ctx, api, caller.Request{Method: http.MethodGet, Path: "/v1/public/jobs/" + job.JobID})
		}
	}
	if err != nil {
		return nil, err
	}
	if job.Status != "succeeded" || job.Charged == 0 {
		var why strings.Builder
		if job.Error != nil {
			fmt.Fprintf(&why, ": %s: %s", job.Error.Code, job.Error.Message)
		}
		return nil, fmt.Errorf("the job %s has %s and cost %d credits after refunds%s", job.JobID, job.Status, job.Charged-job.Back, why.String())
	}
	return job, nil
}

// ask performs an act and decodes what it gives.
func ask[T any](ctx context.Context, a *adminCommand, r admin.Request) (*T, error) {
	payload, err := a.call(ctx, r)
	if err != nil {
		return nil, err
	}
	v := new(T)
	return v, json.Unmarshal(payload, v)
}

// answered calls the API and decodes the data of its answer.
func answered[T any](ctx context.Context, api *caller.Client, r caller.Request) (*T, error) {
	answer, err := api.Do(ctx, r)
	if err != nil {
		return nil, err
	}
	v := new(T)
	return v, json.Unmarshal(answer.Data, v)
}
