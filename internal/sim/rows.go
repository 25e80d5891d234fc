package sim

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

func text(row tables.Item, column string) string {
	if v, ok := row[column].(*types.AttributeValueMemberS); ok {
		return v.Value
	}
	return ""
}

func number(row tables.Item, column string) int64 {
	if v, ok := row[column].(*types.AttributeValueMemberN); ok {
		n, err := strconv.ParseInt(v.Value, 10, 64)
		if err == nil {
			return n
		}
	}
	return 0
}

func truth(row tables.Item, column string) bool {
	v, ok := row[column].(*types.AttributeValueMemberBOOL)
	return ok && v.Value
}

// integers are a list of the row.
func integers(row tables.Item, column string) (list []int64) {
	if l, ok := row[column].(*types.AttributeValueMemberL); ok {
		for _, v := range l.Value {
			list = append(list, number(tables.Item{"n": v}, "n"))
		}
	}
	return list
}

// texts are a set of the row.
func texts(row tables.Item, column string) []string {
	if v, ok := row[column].(*types.AttributeValueMemberSS); ok {
		return v.Value
	}
	return nil
}

// member is a text within a map of the row.
func member(row tables.Item, column, name string) string {
	if m, ok := row[column].(*types.AttributeValueMemberM); ok {
		return text(m.Value, name)
	}
	return ""
}

// orgOf is the organization in a row's key.
func orgOf(row tables.Item) string {
	rest, ok := strings.CutPrefix(text(row, "pk"), "O#")
	if !ok {
		return ""
	}
	org, _, _ := strings.Cut(rest, "#")
	return org
}

func terminal(status string) bool {
	return status == "succeeded" || status == "failed" || status == "cancelled"
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
