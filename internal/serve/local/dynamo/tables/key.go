package tables

import (
	"encoding/binary"
	"math/big"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// place reads where an item lies. With exact the item is a key and has nothing else.
func (k keys) place(item Item, exact bool) (Place, error) {
	want := 1
	if k.sort != "" {
		want = 2
	}
	if exact && len(item) != want {
		return Place{}, invalid("The provided key element does not match the schema")
	}
	hash, err := k.part(item, k.hash, k.hashType, exact, maxHashKey)
	if err != nil || k.sort == "" {
		return Place{Hash: hash}, err
	}
	sorted, err := k.part(item, k.sort, k.sortType, exact, maxSortKey)
	return Place{hash, sorted}, err
}

func (k keys) part(item Item, name string, kind types.ScalarAttributeType, exact bool, most int) (string, error) {
	v, ok := item[name]
	switch {
	case !ok && exact:
		return "", invalid("The provided key element does not match the schema")
	case !ok:
		return "", invalid("One or more parameter values were invalid: Missing the key %s in the item", name)
	case typeName(v) != string(kind) && exact:
		return "", invalid("The provided key element does not match the schema")
	case typeName(v) != string(kind):
		return "", invalid("One or more parameter values were invalid: Type mismatch for key %s expected: %s actual: %s", name, kind, typeName(v))
	}
	text, err := ordered(v)
	switch {
	case err != nil:
		return "", err
	case text == "":
		return "", invalid("One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: %s", name)
	case len(text) > most:
		return "", invalid("One or more parameter values were invalid: Size of the key %s has exceeded the maximum size limit of %d bytes", name, most)
	}
	return text, nil
}

// checkIndexes refuses an item whose index keys are of another type than the index's.
func (t *Table) checkIndexes(item Item) error {
	for _, x := range t.Indexes {
		for _, k := range [...]struct {
			name string
			kind types.ScalarAttributeType
		}{{x.hash, x.hashType}, {x.sort, x.sortType}} {
			v, ok := item[k.name]
			if !ok {
				continue
			}
			if typeName(v) != string(k.kind) {
				return invalid("One or more parameter values were invalid: Type mismatch for Index Key %s Expected: %s Actual: %s IndexName: %s",
					k.name, k.kind, typeName(v), x.Name)
			}
			if text, err := ordered(v); err != nil || text == "" {
				return invalid("One or more parameter values are not valid. A value specified for a secondary index key is not supported. "+
					"The AttributeValue for a key attribute cannot contain an empty string value. IndexName: %s, IndexKey: %s", x.Name, k.name)
			}
		}
	}
	return nil
}

// ordered turns a key's value into a string that compares as the values do.
func ordered(v types.AttributeValue) (string, error) {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return v.Value, nil
	case *types.AttributeValueMemberB:
		return string(v.Value), nil
	case *types.AttributeValueMemberN:
		return orderedNumber(v.Value)
	}
	return "", invalid("One or more parameter values were invalid: a key is a string, a number or binary")
}

// orderedNumber is a sign, the scientific exponent and the digits, all turned round for what is below zero.
func orderedNumber(text string) (string, error) {
	n, err := parseNumber(text)
	if err != nil {
		return "", err
	}
	if n.digits.Sign() == 0 {
		return "\x01", nil
	}
	digits := new(big.Int).Abs(n.digits).String()
	const bias = 1 << 10
	out := append([]byte{2}, binary.BigEndian.AppendUint16(nil, uint16(n.exponent+len(digits)+bias))...) //nolint:gosec // within 1024 ± 168
	out = append(out, digits...)
	if n.digits.Sign() < 0 {
		out = append(out, 0) // a longer mantissa is further below zero
		for i := range out {
			out[i] = ^out[i]
		}
		out[0] = 0
	}
	return string(out), nil
}
