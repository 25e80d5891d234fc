package wire

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"reflect"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Encode writes an output, a pointer to a struct, as a body. Members without a value are absent.
func Encode(from any) []byte { return appendAny(nil, reflect.ValueOf(from)) }

var timeType = reflect.TypeFor[time.Time]()

func appendAny(to []byte, from reflect.Value) []byte {
	switch from.Type() {
	case valueType:
		v, _ := reflect.TypeAssert[types.AttributeValue](from)
		return appendValue(to, v)
	case bytesType:
		return appendBytes(to, from.Bytes())
	case timeType:
		at, _ := reflect.TypeAssert[time.Time](from)
		return strconv.AppendFloat(to, float64(at.UnixMilli())/1000, 'f', -1, 64)
	}
	switch from.Kind() {
	case reflect.Pointer:
		return appendAny(to, from.Elem())
	case reflect.Struct:
		return appendStruct(to, from)
	case reflect.Map:
		to = append(to, '{')
		for i, all := 0, from.MapRange(); all.Next(); i++ {
			to = appendAny(append(appendText(comma(to, i), all.Key().String()), ':'), all.Value())
		}
		return append(to, '}')
	case reflect.Slice:
		to = append(to, '[')
		for i := range from.Len() {
			to = appendAny(comma(to, i), from.Index(i))
		}
		return append(to, ']')
	case reflect.String:
		return appendText(to, from.String())
	case reflect.Bool:
		return strconv.AppendBool(to, from.Bool())
	default:
		return strconv.AppendInt(to, from.Int(), 10)
	}
}

func comma(to []byte, i int) []byte {
	if i > 0 {
		return append(to, ',')
	}
	return to
}

// appendStruct writes the members that have a value: pointers, maps and lists that are not nil, texts that are not
// empty, and all numbers and truths. A member's name is the field's, or that of its tag.
func appendStruct(to []byte, from reflect.Value) []byte {
	to = append(to, '{')
	n := 0
	for i := range from.NumField() {
		field, of := from.Field(i), from.Type().Field(i)
		if !of.IsExported() || of.Name == "ResultMetadata" {
			continue
		}
		switch field.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
			if field.IsNil() {
				continue
			}
		case reflect.String:
			if field.Len() == 0 {
				continue
			}
		default:
		}
		to = appendAny(append(appendText(comma(to, n), cmp.Or(of.Tag.Get("json"), of.Name)), ':'), field)
		n++
	}
	return append(to, '}')
}

func appendText(to []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c > '~' {
			quoted, _ := json.Marshal(text) // no text fails
			return append(to, quoted...)
		}
	}
	return append(append(append(to, '"'), text...), '"')
}

func appendBytes(to, raw []byte) []byte {
	return append(base64.StdEncoding.AppendEncode(append(to, '"'), raw), '"')
}

func appendTexts(to []byte, texts []string) []byte {
	to = append(to, '[')
	for i, text := range texts {
		to = appendText(comma(to, i), text)
	}
	return append(to, ']')
}

func appendValue(to []byte, v types.AttributeValue) []byte {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		to = appendText(append(to, `{"S":`...), v.Value)
	case *types.AttributeValueMemberN:
		to = appendText(append(to, `{"N":`...), v.Value)
	case *types.AttributeValueMemberB:
		to = appendBytes(append(to, `{"B":`...), v.Value)
	case *types.AttributeValueMemberBOOL:
		to = strconv.AppendBool(append(to, `{"BOOL":`...), v.Value)
	case *types.AttributeValueMemberM:
		to = append(to, `{"M":{`...)
		i := 0
		for name, part := range v.Value {
			to = appendValue(append(appendText(comma(to, i), name), ':'), part)
			i++
		}
		to = append(to, '}')
	case *types.AttributeValueMemberL:
		to = append(to, `{"L":[`...)
		for i, part := range v.Value {
			to = appendValue(comma(to, i), part)
		}
		to = append(to, ']')
	case *types.AttributeValueMemberSS:
		to = appendTexts(append(to, `{"SS":`...), v.Value)
	case *types.AttributeValueMemberNS:
		to = appendTexts(append(to, `{"NS":`...), v.Value)
	case *types.AttributeValueMemberBS:
		to = append(to, `{"BS":[`...)
		for i, raw := range v.Value {
			to = appendBytes(comma(to, i), raw)
		}
		to = append(to, ']')
	default:
		to = append(to, `{"NULL":true`...)
	}
	return append(to, '}')
}
