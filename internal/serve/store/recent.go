package store

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	// MaxPage is the most that one page of a list holds, and the most rows that one
	// BatchGetItem reads.
	MaxPage = 100
	// recentRounds bounds the work of one page: it looks at no more than this many
	// times MaxPage rows, however few of them the filter keeps.
	recentRounds = 10
)

// recentQuery asks for one page of a list of IndexRecent.
type recentQuery struct {
	org, list string
	after     string // the id that the page comes after; empty for the newest
	floor     string // ids below this one are not looked at
	limit     int    // 1 to MaxPage
}

// recent hands the rows of a list to keep, newest first, until keep has taken
// limit of them. It returns the id to go on after, or "" at the list's end. A page
// whose filter keeps little may be short, or empty, and still have a next one.
func (s *Store) recent(ctx context.Context, q recentQuery, keep func(item) (bool, error)) (next string, err error) {
	size := q.limit
	for range recentRounds {
		keys, more, err := s.recentKeys(ctx, q, size)
		if err != nil {
			return "", err
		}
		rows, err := s.recentRows(ctx, keys)
		if err != nil {
			return "", err
		}
		left, err := q.take(keys, rows, keep)
		switch {
		case err != nil:
			return "", err
		case left == 0 && !more:
			return "", nil
		case q.limit == 0:
			return q.after, nil
		}
		size = MaxPage // a filter is at work
	}
	return q.after, nil
}

// take hands rows to keep in the order of their keys until the page is full. The
// query moves on over what was looked at; left is how many keys were not.
func (q *recentQuery) take(keys []item, rows map[string]item, keep func(item) (bool, error)) (left int, err error) {
	for i, key := range keys {
		if q.limit == 0 {
			return len(keys) - i, nil
		}
		q.after = recentID(key)
		row := rows[q.after]
		if row == nil {
			continue
		}
		took, err := keep(row)
		if err != nil {
			return 0, err
		}
		if took {
			q.limit--
		}
	}
	return 0, nil
}

// recentKeys returns the next n keys of all the list's partitions, newest first,
// and whether there are more. Each partition is asked for one more than that, so
// that neither a gap nor an empty last page can come of how they are spread.
func (s *Store) recentKeys(ctx context.Context, q recentQuery, n int) (keys []item, more bool, err error) {
	var (
		wait     sync.WaitGroup
		found    [recentShards][]item
		problems [recentShards]error
	)
	for shard := range recentShards {
		wait.Go(func() { found[shard], problems[shard] = s.recentPart(ctx, q, shard, n+1) })
	}
	wait.Wait()
	if err := errors.Join(problems[:]...); err != nil {
		return nil, false, err
	}
	keys = slices.Concat(found[:]...)
	slices.SortFunc(keys, func(a, b item) int { return strings.Compare(recentID(b), recentID(a)) })
	keys = slices.DeleteFunc(keys, func(k item) bool { return recentID(k) < q.floor })
	return keys[:min(n, len(keys))], len(keys) > n, nil
}

// recentPart reads up to n keys of one partition.
func (s *Store) recentPart(ctx context.Context, q recentQuery, shard, n int) ([]item, error) {
	condition := "#recentPk = :pk"
	v := values{":pk": recentPartition(q.org, q.list, shard)}
	if q.after != "" {
		condition += " AND #recentId < :after"
		v[":after"] = q.after
	}
	res, err := s.db.Query(ctx, &dynamodb.QueryInput{
		TableName: &s.core, IndexName: new(IndexRecent), KeyConditionExpression: &condition,
		ExpressionAttributeNames: columnNames(nil, condition), ExpressionAttributeValues: encodeValues(v),
		ScanIndexForward: new(false), Limit: new(int32(n)), //nolint:gosec // at most MaxPage + 1
	})
	if err != nil {
		return nil, unavailable(err)
	}
	return res.Items, nil
}

// recentRows reads the rows of index keys, by their id. What the index still names
// although it is gone is not among them. The read is consistent: a row that lagged
// behind its own index would drop out of the list for good, as pages go only back.
func (s *Store) recentRows(ctx context.Context, keys []item) (map[string]item, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	named := make([]item, len(keys))
	for i, key := range keys {
		named[i] = item{"pk": key["pk"], "sk": key["sk"]}
	}
	rows, err := s.batchGet(ctx, named)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]item, len(rows))
	for _, row := range rows {
		byID[recentID(row)] = row
	}
	return byID, nil
}

// recentID is the id under which the index lists a row.
func recentID(row item) string {
	id, _ := row["recentId"].(*types.AttributeValueMemberS)
	if id == nil {
		return ""
	}
	return id.Value
}
