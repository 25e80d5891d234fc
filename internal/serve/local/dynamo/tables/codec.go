package tables

import (
	"encoding/binary"
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// A stored value is a letter of its type and then its content; a length is a varint before what it counts.
const (
	tagS, tagN, tagB, tagTrue, tagFalse, tagNull byte = 's', 'n', 'b', '1', '0', '-'
	tagM, tagL, tagSS, tagNS, tagBS              byte = 'm', 'l', 'S', 'N', 'B'
)

// errCoding is of bytes that Encode did not write.
var errCoding = errors.New("a stored item is malformed")

// Encode appends an item as a storage keeps it; nil is no item.
func Encode(to []byte, item Item) []byte {
	to = binary.AppendUvarint(to, uint64(len(item)))
	for name, v := range item {
		to = appendValue(appendText(to, name), v)
	}
	return to
}

func appendText[T string | []byte](to []byte, text T) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

func appendTexts[T string | []byte](to []byte, texts []T) []byte {
	to = binary.AppendUvarint(to, uint64(len(texts)))
	for _, text := range texts {
		to = appendText(to, text)
	}
	return to
}

func appendValue(to []byte, v types.AttributeValue) []byte {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return appendText(append(to, tagS), v.Value)
	case *types.AttributeValueMemberN:
		return appendText(append(to, tagN), v.Value)
	case *types.AttributeValueMemberB:
		return appendText(append(to, tagB), v.Value)
	case *types.AttributeValueMemberBOOL:
		if v.Value {
			return append(to, tagTrue)
		}
		return append(to, tagFalse)
	case *types.AttributeValueMemberM:
		return Encode(append(to, tagM), v.Value)
	case *types.AttributeValueMemberL:
		to = binary.AppendUvarint(append(to, tagL), uint64(len(v.Value)))
		for _, part := range v.Value {
			to = appendValue(to, part)
		}
		return to
	case *types.AttributeValueMemberSS:
		return appendTexts(append(to, tagSS), v.Value)
	case *types.AttributeValueMemberNS:
		return appendTexts(append(to, tagNS), v.Value)
	case *types.AttributeValueMemberBS:
		return appendTexts(append(to, tagBS), v.Value)
	}
	return append(to, tagNull)
}

// Decode reads an item and returns what follows it. The item shares no memory with what it is read from.
func Decode(from []byte) (item Item, rest []byte, err error) {
	d := &decoder{rest: from}
	item = d.item()
	if d.failed {
		return nil, nil, errCoding
	}
	return item, d.rest, nil
}

type decoder struct {
	rest   []byte
	failed bool
}

// count reads a number of things, each of which takes a byte at least.
func (d *decoder) count() int {
	n, width := binary.Uvarint(d.rest)
	if d.failed || width <= 0 || n > uint64(len(d.rest)-width) { //nolint:gosec // a width is within the rest
		d.failed = true
		return 0
	}
	d.rest = d.rest[width:]
	return int(n) //nolint:gosec // at most what is left
}

func (d *decoder) text() string {
	n := d.count()
	text := string(d.rest[:n])
	d.rest = d.rest[n:]
	return text
}

func (d *decoder) texts() []string {
	texts := make([]string, d.count())
	for i := range texts {
		texts[i] = d.text()
	}
	return texts
}

func (d *decoder) item() Item {
	n := d.count()
	item := make(Item, n)
	for range n {
		name := d.text()
		item[name] = d.value()
	}
	return item
}

func (d *decoder) value() types.AttributeValue {
	if d.failed || len(d.rest) == 0 {
		d.failed = true
		return nil
	}
	tag := d.rest[0]
	d.rest = d.rest[1:]
	switch tag {
	case tagS:
		return &types.AttributeValueMemberS{Value: d.text()}
	case tagN:
		return &types.AttributeValueMemberN{Value: d.text()}
	case tagB:
		return &types.AttributeValueMemberB{Value: []byte(d.text())}
	case tagTrue, tagFalse:
		return &types.AttributeValueMemberBOOL{Value: tag == tagTrue}
	case tagNull:
		return &types.AttributeValueMemberNULL{Value: true}
	case tagM:
		return &types.AttributeValueMemberM{Value: d.item()}
	case tagL:
		list := make([]types.AttributeValue, d.count())
		for i := range list {
			list[i] = d.value()
		}
		return &types.AttributeValueMemberL{Value: list}
	case tagSS:
		return &types.AttributeValueMemberSS{Value: d.texts()}
	case tagNS:
		return &types.AttributeValueMemberNS{Value: d.texts()}
	case tagBS:
		set := &types.AttributeValueMemberBS{}
		for _, text := range d.texts() {
			set.Value = append(set.Value, []byte(text))
		}
		return set
	}
	d.failed = true
	return nil
}
