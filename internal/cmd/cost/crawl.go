package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const (
	// mostCrawlRows is how many rows of its own a crawl writes for a page at most: that of the URL, and a share of those
	// that say where the crawl stands.
	mostCrawlRows = 2
	// mostCrawlReads is how many read units more than its job a page takes at most: each step reads what is in flight.
	mostCrawlReads = 80
	crawlerMB      = 512
	crawlerHops    = 12 // of a step, to services
)

// withPage is a job with what a page of a crawl takes more of at most. It writes no more: up to 16 pages are one
// transaction, whose rows of the wallet and of the usage are written once.
func (u used) withPage() used {
	u.reads += mostCrawlReads
	return u
}

// crawlStep is what a page of a crawl costs beside its job at most: a step of its own.
func crawlStep() float64 {
	return mostCrawlReads*perReadUnit + perMessage + function(crawlerMB, slowed(crawlerMB, callCPU)+crawlerHops*hop)
}

const crawlText = `
A page of a crawl writes at most 2 rows beside those of its job: its URL's, and a share of the rows that say where the crawl
stands. Measured are 1.3 to 1.7. They cost less than is saved by making up to 16 jobs in one transaction,
so that a page has no more write units than a scrape. The row above has a step of the crawl for each page, which is the most, and a
call of the API, of which the crawl has one in all. A crawl that waits costs nothing but the sweeper's look, once in two minutes.
`

// crawled is what a crawl has used beside the jobs of its pages.
type crawled struct {
	capacity
	rows  float64 // of its own that were written, how often ever
	pages float64
}

// crawl crawls so many pages of the sample web's maze, and says what a page of it used, less what the job of one does.
func (b *bench) crawl(ctx context.Context, limit int, async used) (c crawled, err error) {
	b.settle()
	b.tables.take()
	b.tables.crawls.Store(0)
	answer, err := b.call(ctx, http.MethodPost, "/crawl", fmt.Sprintf(`{"url":"http://maze.test/","limit":%d,"sitemap":"skip"}`, limit))
	if err != nil {
		return c, err
	}
	var made struct {
		Data struct {
			ID     string `json:"crawlId"`
			Status string `json:"status"`
			Counts struct {
				Total float64 `json:"total"`
			} `json:"counts"`
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &made); err != nil {
		return c, err
	}
	polls := capacity{}
	for path := "/crawl/" + made.Data.ID; made.Data.Status == "running"; {
		select {
		case <-ctx.Done():
			return c, ctx.Err()
		case <-time.After(time.Second):
		}
		before := b.tables.sum()
		if answer, err = b.call(ctx, http.MethodGet, path, ""); err != nil {
			return c, err
		}
		if err := json.Unmarshal(answer, &made); err != nil {
			return c, err
		}
		after := b.tables.sum()
		polls.reads += after.reads - before.reads
	}
	b.settle()
	all := b.tables.take()
	c.pages, c.rows = made.Data.Counts.Total, float64(b.tables.crawls.Load())
	c.writes, c.reads = all.writes/c.pages-async.writes, (all.reads-polls.reads)/c.pages-async.reads
	c.rows /= c.pages
	return c, nil
}
