package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	awsconfig "github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type copyCommand struct {
	From  string `required:"" help:"The table that was restored." placeholder:"TABLE"`
	To    string `required:"" help:"A table of a new stack." placeholder:"TABLE"`
	Again bool   `help:"Go on after a copy that did not end: the table has rows of it."`
}

const (
	// mostPuts is how many rows BatchWriteItem takes.
	mostPuts  = 25
	copyPause = 100 * time.Millisecond
)

// Run performs the command with the rights of whoever calls it: the admin function serves no tables.
func (c *copyCommand) Run(ctx context.Context, out streams, a *adminCommand) error {
	cfg, err := awsconfig.LoadDefaultConfig(ctx)
	if err != nil {
		return err
	}
	db := dynamodb.NewFromConfig(cfg)
	if first, err := db.Scan(ctx, &dynamodb.ScanInput{TableName: &c.To, Limit: new(int32(1))}); err != nil {
		return fmt.Errorf("%s: %w", c.To, err)
	} else if len(first.Items) > 0 && !c.Again {
		return errors.New(c.To + " has rows: copy to a table of a new stack, or go on with --again where a copy was cut off")
	}
	rows := 0
	pages := dynamodb.NewScanPaginator(db, &dynamodb.ScanInput{TableName: &c.From, ConsistentRead: new(true)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", c.From, err)
		}
		if err := c.put(ctx, db, page.Items); err != nil {
			return fmt.Errorf("%s: %w", c.To, err)
		}
		rows += len(page.Items)
	}
	payload, err := json.Marshal(map[string]any{"from": c.From, "to": c.To, "rows": rows})
	if err != nil {
		return err
	}
	return a.print(out, payload)
}

// put writes rows. What the table leaves for later is sent again.
func (c *copyCommand) put(ctx context.Context, db *dynamodb.Client, items []map[string]types.AttributeValue) error {
	for len(items) > 0 {
		var puts []types.WriteRequest
		for _, item := range items[:min(mostPuts, len(items))] {
			puts = append(puts, types.WriteRequest{PutRequest: &types.PutRequest{Item: item}})
		}
		items = items[len(puts):]
		for pending := map[string][]types.WriteRequest{c.To: puts}; len(pending) > 0; {
			res, err := db.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: pending})
			if err != nil {
				return err
			}
			if pending = res.UnprocessedItems; len(pending) > 0 {
				time.Sleep(copyPause)
			}
		}
	}
	return nil
}
