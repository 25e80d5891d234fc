package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/notes"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
)

// crawlsCommand groups what is written here of the commands about crawls; the others are the API's.
type crawlsCommand struct {
	Wait crawlWaitCommand `cmd:"" help:"Follow a crawl to its end: a line a page."`
	List crawlListCommand `cmd:"" help:"List the crawls that were made on this machine, newest first."`

	Export crawlExportCommand `cmd:"" help:"Write all pages of a crawl that have ended, with their whole results: a line of JSON each."`
}

type crawlWaitCommand struct {
	outFlags
	CrawlID string `arg:"" help:"The crawl's id, crl_…"`
}

// Run performs the command.
func (c *crawlWaitCommand) Run(ctx context.Context, out streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	return c.explain(c.crawl(ctx, out, api, c.CrawlID))
}

// crawlListCommand lists crawls by what is noted here, since the API has no list of them.
type crawlListCommand struct {
	outFlags
	Limit int `help:"Most crawls." default:"20"`
}

// Run performs the command.
func (c *crawlListCommand) Run(ctx context.Context, out streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	noted, err := notes.Crawls(api.BaseURL)
	if err != nil {
		return err
	}
	rows := []people.Object{}
	for _, n := range noted[:min(len(noted), max(c.Limit, 0))] {
		row, err := crawlRow(ctx, api, n)
		if err != nil {
			return c.explain(err)
		}
		rows = append(rows, row)
	}
	return c.write(out, func(w io.Writer) error {
		switch {
		case c.JSON:
			return streams{out: w}.json(map[string]any{"items": rows})
		case len(rows) == 0:
			fmt.Fprintln(out.err, "No crawl of this service was made on this machine.")
		default:
			out.page(w).Table(rows, time.Now())
		}
		if len(noted) > len(rows) && !c.JSON {
			fmt.Fprintf(out.err, "There are %d more: --limit %d\n", len(noted)-len(rows), len(noted))
		}
		return nil
	})
}

// crawlRow is where a crawl stands; one that the service no longer has is expired.
func crawlRow(ctx context.Context, api *caller.Client, n notes.Crawl) (people.Object, error) {
	row := people.Object{"crawlId": n.ID, "status": "expired", "url": n.URL, "createdAt": n.At.UTC().Format(time.RFC3339)}
	answer, err := api.Do(ctx, caller.Request{Method: http.MethodGet, Path: crawlPath + url.PathEscape(n.ID)})
	if refusal, ok := errors.AsType[*caller.RefusedError](err); ok && refusal.Status == http.StatusNotFound {
		return row, nil
	}
	if err != nil {
		return nil, err
	}
	crawl, err := people.Decode(answer.Data)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"status", "url", "truncatedBy", "creditsCharged", "creditsRefunded", "createdAt"} {
		if v, ok := crawl[name]; ok {
			row[name] = v
		}
	}
	row["pages"] = pagesOver(crawl)
	return row, nil
}
