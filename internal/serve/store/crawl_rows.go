package store

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// SkippedURL is a URL that is no page of a crawl, kept as a sample of its reason.
type SkippedURL struct {
	Reason string
	At     int // among the samples of the reason
	URL    string
}

// ExportPart names an object of the bucket that has pages of a crawl, in the order of their numbers.
type ExportPart struct {
	Run         int // of the crawl; see CrawlState
	First, Last int64
	Bytes       int64 // of the object
}

// Key is the object's. One that is written twice has the same content.
func (p ExportPart) Key(c *Crawl) string {
	return fmt.Sprintf("results/%s/%s/pages-%d-%d-%d.jsonl", c.OrgID, c.ID, p.Run, p.First, p.Last)
}

type sampleItem struct {
	PK     string `dynamodbav:"pk"`
	SK     string `dynamodbav:"sk"`
	Entity string `dynamodbav:"entity"`
	Reason string `dynamodbav:"why"`
	URL    string `dynamodbav:"url"`
	TTL    int64  `dynamodbav:"ttl"`
}

func newSampleItem(c *Crawl, u SkippedURL) sampleItem {
	return sampleItem{
		PK: crawlKey(c.OrgID, c.ID).pk, SK: fmt.Sprintf("E#%s#%d", u.Reason, u.At), Entity: "sample", Reason: u.Reason, URL: u.URL, TTL: c.ExpiresAt.Unix(),
	}
}

type partItem struct {
	PK     string `dynamodbav:"pk"`
	SK     string `dynamodbav:"sk"`
	Entity string `dynamodbav:"entity"`
	Run    int    `dynamodbav:"run,omitempty"`
	First  int64  `dynamodbav:"first"`
	Last   int64  `dynamodbav:"last"`
	Bytes  int64  `dynamodbav:"bytes"`
	TTL    int64  `dynamodbav:"ttl"`
}

func newPartItem(c *Crawl, p ExportPart) partItem {
	return partItem{
		PK: crawlKey(c.OrgID, c.ID).pk, SK: partKey(p.Run, p.First), Entity: "part", Run: p.Run, First: p.First, Last: p.Last, Bytes: p.Bytes,
		TTL: c.ExpiresAt.Unix(),
	}
}

func partKey(run int, first int64) string { return fmt.Sprintf("X#%06d#%010d", run, first) }

// Samples are URLs that are no pages of a crawl, some for each reason.
func (s *Store) Samples(ctx context.Context, c *Crawl) (map[string][]string, error) {
	found := map[string][]string{}
	err := s.rows(ctx, c, "E#", "E$", func(row item) error {
		var sample sampleItem
		if err := decode(row, &sample); err != nil {
			return err
		}
		found[sample.Reason] = append(found[sample.Reason], sample.URL)
		return nil
	})
	return found, err
}

// Parts are the objects of a crawl's export, in the order of their pages: those that begin at a page or
// behind it, at most so many.
func (s *Store) Parts(ctx context.Context, c *Crawl, from int64, most int) ([]ExportPart, error) {
	var parts []ExportPart
	err := s.rows(ctx, c, partKey(c.State.Run, from), partKey(c.State.Run+1, 0), func(row item) error {
		var p partItem
		if err := decode(row, &p); err != nil {
			return err
		}
		if len(parts) < most {
			parts = append(parts, ExportPart{Run: p.Run, First: p.First, Last: p.Last, Bytes: p.Bytes})
		}
		return nil
	})
	return parts, err
}

// rows visits a crawl's rows from one key on to another, which is not among them, as far as one answer goes.
func (s *Store) rows(ctx context.Context, c *Crawl, from, to string, visit func(item) error) error {
	condition := "#pk = :pk AND #sk BETWEEN :from AND :to"
	res, err := s.db.Query(ctx, &dynamodb.QueryInput{
		TableName: &s.core, ConsistentRead: new(true), KeyConditionExpression: &condition,
		ExpressionAttributeNames:  columnNames(nil, condition),
		ExpressionAttributeValues: encodeValues(values{":pk": crawlKey(c.OrgID, c.ID).pk, ":from": from, ":to": to}),
	})
	if err != nil {
		return unavailable(err)
	}
	for _, row := range res.Items {
		if err := visit(row); err != nil {
			return err
		}
	}
	return nil
}
