package sim

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

// pageRead notes what a page of a crawl that was read links to.
func (b *books) pageRead(row tables.Item) {
	at := b.crawls[b.jobs[text(row, "id")].crawl]
	if at == nil || text(row, "status") != "succeeded" {
		return
	}
	packed, ok := row["found"].(*types.AttributeValueMemberB)
	if !ok {
		return // the site's lists
	}
	found, err := job.UnpackFound(packed.Value)
	if err != nil {
		b.broken("rows are written as they are read", "%s: %s", text(row, "id"), err)
	}
	at.links[text(row, "target")] = found.Links
}

// ways are how many links each URL of a crawl's site is from the first page, by the shortest way over pages that were read; what is in
// the lists is one. Nothing of what the crawl says of depths counts.
func (b *books) ways(c *crawlState) map[string]int64 {
	ways, lists := map[string]int64{}, []string{}
	for name, at := range c.jobs {
		if at.number == 0 && b.jobs[name].status == "succeeded" {
			for _, u := range listedBy(name) {
				lists = append(lists, u.URL)
			}
		}
	}
	for page, number := range c.urls {
		if number == 1 {
			ways[page] = 0
		}
	}
	for shorter := true; shorter; {
		shorter = shorten(ways, lists, 1)
		for page, links := range c.links {
			if from, known := ways[page]; known && c.input.Sitemap != kind.OnlyLists {
				shorter = shorten(ways, links, from+1) || shorter
			}
		}
	}
	return ways
}

// shorten notes a way to some URLs. It reports whether it is shorter than those that were known.
func shorten(ways map[string]int64, urls []string, far int64) (shorter bool) {
	for _, u := range urls {
		if was, known := ways[u]; !known || far < was {
			ways[u], shorter = far, true
		}
	}
	return shorter
}

// mapped holds that a crawl has all pages of its site that it may have, and with a depth each by the shortest way: one that was skipped for its
// depth is too deep by every way. Of a crawl that is compared the pages of the one before have the depths that this has told.
func (b *books) mapped(id string, c *crawlState) {
	ways, most := b.ways(c), int64(c.input.MaxDepth)
	byLevels, compared := most > 0, c.input.AgainstCrawlID != ""
	for page, number := range c.urls {
		far, known := ways[page]
		if !compared && (!known || byLevels && far != c.depths[number]) {
			b.broken("a page's depth is that of the shortest way", "page %d of %s has a depth of %d, and is %d links from the first, in reach: %t", number, id, c.depths[number], far, known)
		}
	}
	through := c.status == "finished" && c.halt == ""
	for u, far := range ways {
		sum := sha256.Sum256([]byte(u))
		why, known := c.rows[hex.EncodeToString(sum[:])[:40]]
		tooDeep := byLevels && far > most
		switch {
		case !known && through && c.numbered < c.input.Limit:
			b.broken("a crawl has each page of its site", "%s has no row of %s, which is %d links from the first page", id, u, far)
		case known && !compared && why == "depth" && !tooDeep:
			b.broken("what is skipped for its depth is too deep", "%s skips %s, which is %d links from the first page of at most %d", id, u, far, most)
		}
	}
}

// opened holds that a page of a crawl with a depth is admitted when no job of a level before its own is unfinished.
func (b *books) opened(id string, c *crawlState, p pageAt) {
	if c.input.MaxDepth <= 0 || c.input.AgainstCrawlID != "" {
		return
	}
	for name, other := range c.jobs {
		if other.depth < p.depth && !terminal(b.jobs[name].status) {
			b.broken("a crawl with a depth goes by levels", "page %d of %s has a depth of %d, and %s, with a depth of %d, is %s", p.number, id, p.depth, name, other.depth, b.jobs[name].status)
		}
	}
}

// leveled holds that pages of a crawl with a depth are in the order of theirs.
func (b *books) leveled(id string, c *crawlState) {
	for n, depth := range c.depths {
		if before, known := c.depths[n-1]; c.input.MaxDepth > 0 && c.input.AgainstCrawlID == "" && known && before > depth {
			b.broken("a crawl with a depth goes by levels", "page %d of %s has a depth of %d, and the one before it %d", n, id, depth, before)
		}
	}
}
