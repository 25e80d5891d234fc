package tables

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

const (
	// maxItem is the most bytes of a row, names and values.
	maxItem = 400 << 10
	// The most bytes of keys.
	maxHashKey = 2048
	maxSortKey = 1024
)

func copied(item Item) Item {
	if item == nil {
		return nil
	}
	return maps.Clone(item)
}

// measure returns the bytes that DynamoDB counts for an item, and the item with its numbers
// as DynamoDB writes them. It returns the same map when nothing had to change.
func measure(item Item) (Item, int, error) {
	size, own := 0, false
	for name, v := range item {
		plain, n, err := normal(v)
		if err != nil {
			return nil, 0, err
		}
		size += len(name) + n
		if plain != v {
			if !own {
				item, own = maps.Clone(item), true
			}
			item[name] = plain
		}
	}
	if size > maxItem {
		return nil, 0, invalid("Item size has exceeded the maximum allowed size")
	}
	return item, size, nil
}

// normal checks a value and returns it as DynamoDB keeps it, with its bytes.
func normal(v types.AttributeValue) (types.AttributeValue, int, error) {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return v, len(v.Value), nil
	case *types.AttributeValueMemberN:
		return normalNumber(v)
	case *types.AttributeValueMemberB:
		return v, len(v.Value), nil
	case *types.AttributeValueMemberBOOL:
		return v, 1, nil
	case *types.AttributeValueMemberNULL:
		if !v.Value {
			return nil, 0, invalid("One or more parameter values were invalid: Null attribute value types must have the value of true")
		}
		return v, 1, nil
	case *types.AttributeValueMemberM:
		plain, n, err := measure(v.Value)
		if err != nil || len(plain) == 0 {
			return v, 3, err
		}
		return &types.AttributeValueMemberM{Value: plain}, n + 3 + len(plain), nil
	case *types.AttributeValueMemberL:
		return normalList(v)
	case *types.AttributeValueMemberSS:
		return v, total(v.Value), checkSet("An string set  may not be empty", v.Value)
	case *types.AttributeValueMemberNS:
		return normalNumbers(v)
	case *types.AttributeValueMemberBS:
		texts := make([]string, len(v.Value))
		for i, b := range v.Value {
			texts[i] = string(b)
		}
		return v, total(texts), checkSet("Binary sets should not be empty", texts)
	default:
		return nil, 0, invalid("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes")
	}
}

func normalNumber(v *types.AttributeValueMemberN) (types.AttributeValue, int, error) {
	if plainInt(v.Value) {
		return v, len(v.Value)/2 + 2, nil
	}
	n, err := parseNumber(v.Value)
	if err != nil {
		return nil, 0, err
	}
	text := n.String()
	return &types.AttributeValueMemberN{Value: text}, len(text)/2 + 2, nil
}

func normalList(v *types.AttributeValueMemberL) (types.AttributeValue, int, error) {
	list, size := make([]types.AttributeValue, len(v.Value)), 3+len(v.Value)
	for i, part := range v.Value {
		plain, n, err := normal(part)
		if err != nil {
			return nil, 0, err
		}
		list[i] = plain
		size += n
	}
	return &types.AttributeValueMemberL{Value: list}, size, nil
}

func normalNumbers(v *types.AttributeValueMemberNS) (types.AttributeValue, int, error) {
	texts := make([]string, len(v.Value))
	for i, text := range v.Value {
		n, err := parseNumber(text)
		if err != nil {
			return nil, 0, err
		}
		texts[i] = n.String()
	}
	return &types.AttributeValueMemberNS{Value: texts}, total(texts), checkSet("An number set  may not be empty", texts)
}

func total(texts []string) int {
	n := 0
	for _, text := range texts {
		n += len(text)
	}
	return n
}

func checkSet(empty string, texts []string) error {
	if len(texts) == 0 {
		return invalid("One or more parameter values were invalid: %s", empty)
	}
	sorted := slices.Sorted(slices.Values(texts))
	if len(slices.Compact(sorted)) < len(texts) {
		return invalid("One or more parameter values were invalid: Input collection [%s] contains duplicates.", strings.Join(texts, ", "))
	}
	return nil
}

// typeName is DynamoDB's name of a value's type.
func typeName(v types.AttributeValue) string {
	switch v.(type) {
	case *types.AttributeValueMemberS:
		return "S"
	case *types.AttributeValueMemberN:
		return "N"
	case *types.AttributeValueMemberB:
		return "B"
	case *types.AttributeValueMemberBOOL:
		return "BOOL"
	case *types.AttributeValueMemberNULL:
		return "NULL"
	case *types.AttributeValueMemberM:
		return "M"
	case *types.AttributeValueMemberL:
		return "L"
	case *types.AttributeValueMemberSS:
		return "SS"
	case *types.AttributeValueMemberNS:
		return "NS"
	case *types.AttributeValueMemberBS:
		return "BS"
	}
	return ""
}

// order compares two values of an ordered type; false when they have none in common.
func order(a, b types.AttributeValue) (int, bool) {
	switch a := a.(type) {
	case *types.AttributeValueMemberS:
		if b, ok := b.(*types.AttributeValueMemberS); ok {
			return strings.Compare(a.Value, b.Value), true
		}
	case *types.AttributeValueMemberN:
		if b, ok := b.(*types.AttributeValueMemberN); ok {
			return compareNumbers(a.Value, b.Value), true
		}
	case *types.AttributeValueMemberB:
		if b, ok := b.(*types.AttributeValueMemberB); ok {
			return bytes.Compare(a.Value, b.Value), true
		}
	}
	return 0, false
}

// equal compares two values of any type. Sets are equal in any order.
func equal(a, b types.AttributeValue) bool {
	if c, ok := order(a, b); ok {
		return c == 0
	}
	switch a := a.(type) {
	case *types.AttributeValueMemberBOOL:
		b, ok := b.(*types.AttributeValueMemberBOOL)
		return ok && a.Value == b.Value
	case *types.AttributeValueMemberNULL:
		_, ok := b.(*types.AttributeValueMemberNULL)
		return ok
	case *types.AttributeValueMemberM:
		b, ok := b.(*types.AttributeValueMemberM)
		return ok && maps.EqualFunc(a.Value, b.Value, equal)
	case *types.AttributeValueMemberL:
		b, ok := b.(*types.AttributeValueMemberL)
		return ok && slices.EqualFunc(a.Value, b.Value, equal)
	case *types.AttributeValueMemberSS:
		b, ok := b.(*types.AttributeValueMemberSS)
		return ok && equalSets(a.Value, b.Value)
	case *types.AttributeValueMemberNS:
		b, ok := b.(*types.AttributeValueMemberNS)
		return ok && equalSets(a.Value, b.Value)
	case *types.AttributeValueMemberBS:
		b, ok := b.(*types.AttributeValueMemberBS)
		return ok && len(a.Value) == len(b.Value) && !slices.ContainsFunc(a.Value, func(x []byte) bool {
			return !slices.ContainsFunc(b.Value, func(y []byte) bool { return bytes.Equal(x, y) })
		})
	}
	return false
}

func equalSets(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
