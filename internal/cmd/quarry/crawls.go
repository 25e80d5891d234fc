package main

import (
	"context"
)

// crawlsCommand groups what is written here of the commands about crawls; the others are the API's.
type crawlsCommand struct {
	Wait   crawlWaitCommand   `cmd:"" help:"Follow a crawl to its end: a line a page."`
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
	if into := c.folder(); into != nil {
		if err := into.ready(); err != nil {
			return err
		}
	}
	return c.explain(c.crawl(ctx, out, api, c.CrawlID))
}
