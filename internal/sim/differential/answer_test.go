package differential_test

import (
	"errors"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

type item = map[string]types.AttributeValue

// plain is an item as text; "" for none.
func plain(row item) string {
	if len(row) == 0 {
		return ""
	}
	out := map[string]any{}
	if err := attributevalue.UnmarshalMap(row, &out); err != nil {
		return err.Error()
	}
	return shown(out)
}

// plains are items as text, in an order of their own unless theirs counts.
func plains(rows []item, ordered bool) string {
	out := make([]string, len(rows))
	for i, row := range rows {
		out[i] = plain(row)
	}
	if !ordered {
		slices.Sort(out)
	}
	return strings.Join(out, "\n")
}

// told is an error as text: its kind, the reasons of a cancelled transaction in their
// order and the rows that conditions met. The words are each engine's own.
func told(err error) string {
	if cancelled, ok := errors.AsType[*types.TransactionCanceledException](err); ok {
		var out strings.Builder
		out.WriteString("cancelled:")
		for _, reason := range cancelled.CancellationReasons {
			out.WriteString(" " + aws.ToString(reason.Code) + plain(reason.Item))
		}
		return out.String()
	}
	if failed, ok := errors.AsType[*types.ConditionalCheckFailedException](err); ok {
		return "condition failed: " + plain(failed.Item)
	}
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		return api.ErrorCode()
	}
	return err.Error()
}
