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
	// crawlRows is how many rows a crawl writes at most however few pages it has: its own as it begins, those of the steps
	// that read the site's lists, and that of its end.
	crawlRows = 8
	// mostCrawlReads is how many read units more than its job a page takes at most: that of a page that ends alone. Each
	// step looks twice at the up to 16 jobs in flight and three times at the crawl.
	mostCrawlReads = 40
	// mostCrawlWrites is how many write units more a page takes at most, by the same reckoning: the row of its URL and
	// that of the crawl's state, in a transaction. Where more pages end at once they share the latter and the
	// wallet's, and take no more than scrapes.
	mostCrawlWrites = 8
	crawlerMB       = 512
	crawlerHops     = 12 // of a step, to services
)

// withPage is a job with what a page of a crawl takes more of at most.
func (u used) withPage() used {
	u.reads += mostCrawlReads
	u.writes += mostCrawlWrites
	return u
}

// crawlStep is what a page of a crawl costs beside its job at most: a step of its own.
func crawlStep() float64 {
	return mostCrawlReads*perReadUnit + mostCrawlWrites*perWriteUnit + perMessage + function(crawlerMB, slowed(crawlerMB, callCPU)+crawlerHops*hop)
}

const crawlText = `
A page of a crawl writes at most 2 rows beside those of its job: its URL's, and a share of the rows that say where the crawl
stands; the crawl itself writes up to 8 as it begins and ends. Measured are 1.3 to 2.1 a page with the latter shared out. How many
units that is depends on how many pages end at once: measured are some 14 read units, and as many write units as a scrape has,
give or take 2, as up to 16 jobs are made in one transaction. The row
above is for pages of which each ends alone, and has a call of the API, of which the crawl has one in all. A link that
is on many pages is looked for once by each instance of the function, which remembers it. Where a site or the caller asks for a delay, a page takes two turns, which are writes of
the edge table: as it is admitted, and as it is asked for; four where both do. A crawl that waits costs nothing but the sweeper's look, once in two minutes.
`

// crawled is what a crawl has used beside the jobs of its pages.
type crawled struct {
	capacity
	rows  float64 // of the crawl that were written, how often ever
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
	return c, nil
}
