package store

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// The columns of a usage row: one number an action and what it counts.
const (
	usageRequests = "requests/"
	usageSpent    = "spent/"
	usageRefunded = "refunded/"
)

// ActionUsage is what one action did within a time. Spent and Refunded are never
// netted; a refund counts on the day it was given.
type ActionUsage struct {
	Action   string
	Requests int64
	Spent    int64
	Refunded int64
}

// Usage sums an organization's usage from the day of since until now, a row an
// action, in the order of their names.
func (s *Store) Usage(ctx context.Context, org string, since time.Time) ([]ActionUsage, error) {
	byAction := map[string]*ActionUsage{}
	from := usageKey(org, since, 0)
	pages := dynamodb.NewQueryPaginator(s.db, &dynamodb.QueryInput{
		TableName: &s.core, ConsistentRead: new(true),
		KeyConditionExpression:   new("#pk = :pk AND #sk >= :from"),
		ExpressionAttributeNames: columnNames(nil, "#pk #sk"),
		ExpressionAttributeValues: encodeValues(values{
			":pk": from.pk, ":from": since.UTC().Format(time.DateOnly),
		}),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, unavailable(err)
		}
		for _, row := range page.Items {
			addUsage(byAction, row)
		}
	}
	list := make([]ActionUsage, 0, len(byAction))
	for _, action := range slices.Sorted(maps.Keys(byAction)) {
		list = append(list, *byAction[action])
	}
	return list, nil
}

// addUsage adds a usage row's numbers to the sums.
func addUsage(sums map[string]*ActionUsage, row item) {
	for column, value := range row {
		number, ok := value.(*types.AttributeValueMemberN)
		what, action, found := strings.Cut(column, "/")
		if !ok || !found {
			continue
		}
		n, err := strconv.ParseInt(number.Value, 10, 64)
		if err != nil {
			continue // not one of our columns
		}
		u := sums[action]
		if u == nil {
			u = &ActionUsage{Action: action}
			sums[action] = u
		}
		switch what + "/" {
		case usageRequests:
			u.Requests += n
		case usageSpent:
			u.Spent += n
		case usageRefunded:
			u.Refunded += n
		}
	}
}
