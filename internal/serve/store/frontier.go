package store

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// SeenURL is a URL that a crawl has met. It has one row, put on the condition that there is none,
// so that no URL is a page twice.
type SeenURL struct {
	URL    string
	Number int64  // of the page; 0 for a URL that is none
	Reason string // why it is none
}

// Canonical is what a URL that pages name as their own has a row under until it is found itself, with the number of the first page that does.
func Canonical(url string) string { return url + "#" } // no URL of a crawl has a fragment

// QueuedURL is a page that has a number and, at first, no job.
type QueuedURL struct {
	URL   string `dynamodbav:"u"`
	Depth int    `dynamodbav:"d,omitempty"`
}

type seenItem struct {
	PK     string `dynamodbav:"pk"`
	SK     string `dynamodbav:"sk"`
	Entity string `dynamodbav:"entity"`
	Number int64  `dynamodbav:"n,omitempty"`
	Reason string `dynamodbav:"why,omitempty"`
	TTL    int64  `dynamodbav:"ttl"`
}

func newSeenItem(c *Crawl, u SeenURL) seenItem {
	k := seenKey(c.OrgID, c.ID, u.URL)
	return seenItem{PK: k.pk, SK: k.sk, Entity: "url", Number: u.Number, Reason: u.Reason, TTL: c.ExpiresAt.Unix()}
}

// queueItem has pages in the order of their numbers, many in a row.
type queueItem struct {
	PK     string      `dynamodbav:"pk"`
	SK     string      `dynamodbav:"sk"`
	Entity string      `dynamodbav:"entity"`
	First  int64       `dynamodbav:"first"`
	URLs   []QueuedURL `dynamodbav:"urls"`
	TTL    int64       `dynamodbav:"ttl"`
}

func newQueueItem(c *Crawl, first int64, urls []QueuedURL) queueItem {
	k := queueKey(c.OrgID, c.ID, first)
	return queueItem{PK: k.pk, SK: k.sk, Entity: "queue", First: first, URLs: urls, TTL: c.ExpiresAt.Unix()}
}

// MaxSeen is how many URLs Seen looks for at once.
const MaxSeen = 100

// Seen finds those of up to MaxSeen URLs that a crawl has met.
func (s *Store) Seen(ctx context.Context, c *Crawl, urls []string) (map[string]SeenURL, error) {
	found := make(map[string]SeenURL, len(urls))
	if len(urls) == 0 {
		return found, nil
	}
	keys, names := make([]item, 0, len(urls)), map[string]string{}
	for _, u := range urls {
		k := seenKey(c.OrgID, c.ID, u)
		if names[k.sk] == "" {
			keys = append(keys, k.item())
		}
		names[k.sk] = u
	}
	rows, err := s.batchGet(ctx, keys)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		var seen seenItem
		if err := decode(row, &seen); err != nil {
			return nil, err
		}
		u := names[seen.SK]
		found[u] = SeenURL{URL: u, Number: seen.Number, Reason: seen.Reason}
	}
	return found, nil
}

// Queued are the pages of a crawl from a number on that were queued, by their numbers, up to so many.
// Pages that were admitted at once, as they were found, are not among them.
func (s *Store) Queued(ctx context.Context, c *Crawl, from int64, most int) (map[int64]QueuedURL, error) {
	found := make(map[int64]QueuedURL, most)
	condition := "#pk = :pk AND #sk BETWEEN :first AND :last"
	// A row can begin before the number; none has more than MaxCrawlRows.
	first, last := queueKey(c.OrgID, c.ID, max(1, from-MaxCrawlRows+1)), queueKey(c.OrgID, c.ID, from+int64(most)-1)
	res, err := s.db.Query(ctx, &dynamodb.QueryInput{
		TableName: &s.core, ConsistentRead: new(true), KeyConditionExpression: &condition,
		ExpressionAttributeNames:  columnNames(nil, condition),
		ExpressionAttributeValues: encodeValues(values{":pk": first.pk, ":first": first.sk, ":last": last.sk}),
	})
	if err != nil {
		return nil, unavailable(err)
	}
	for _, row := range res.Items {
		var q queueItem
		if err := decode(row, &q); err != nil {
			return nil, err
		}
		for i, u := range q.URLs {
			if n := q.First + int64(i); n >= from && n < from+int64(most) {
				found[n] = u
			}
		}
	}
	return found, nil
}

func crawlKey(org, id string) key      { return key{"O#" + org + "#CR#" + id, "C"} }
func openKey(org string) key           { return key{"O#" + org + "#CRS", "C"} }
func crawlStateKey(org, id string) key { return key{"O#" + org + "#CR#" + id, "S"} }
func crawlKeyKey(org, k string) key    { return key{"O#" + org + "#I#" + digest("crawl\x00"+k), "I"} }

func seenKey(org, id, url string) key { return key{"O#" + org + "#CR#" + id, "U#" + digest(url)[:40]} }

func queueKey(org, id string, first int64) key {
	return key{"O#" + org + "#CR#" + id, "Q#" + fmt.Sprintf("%010d", first)}
}
