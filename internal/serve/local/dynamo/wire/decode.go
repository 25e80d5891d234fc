// Package wire reads and writes DynamoDB's protocol, JSON 1.0, by the types of the SDK: a call's
// input is the SDK's struct of it, and so is its output. It must not know what a call does.
package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Decode reads a body into a pointer to a struct. Members that the struct has not are passed over.
func Decode(body []byte, into any) error {
	var members map[string]any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&members); err != nil {
		return err
	}
	return fill(reflect.ValueOf(into).Elem(), members)
}

var (
	valueType = reflect.TypeFor[types.AttributeValue]()
	bytesType = reflect.TypeFor[[]byte]()
)

// wrong is JSON of another type than a member has.
func wrong(to reflect.Value, from any) error {
	return fmt.Errorf("%T where %s is expected", from, to.Type())
}

func fill(to reflect.Value, from any) error {
	if from == nil {
		return nil
	}
	switch {
	case to.Type() == valueType:
		v, err := value(from)
		if err == nil {
			to.Set(reflect.ValueOf(v))
		}
		return err
	case to.Type() == bytesType:
		raw, err := decodeBytes(from)
		to.SetBytes(raw)
		return err
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		return fill(to.Elem(), from)
	case reflect.Struct:
		return fillStruct(to, from)
	case reflect.Map:
		return fillMap(to, from)
	case reflect.Slice:
		return fillSlice(to, from)
	default:
		return fillPlain(to, from)
	}
}

func fillPlain(to reflect.Value, from any) error {
	switch from := from.(type) {
	case string:
		if to.Kind() == reflect.String {
			to.SetString(from)
			return nil
		}
	case bool:
		if to.Kind() == reflect.Bool {
			to.SetBool(from)
			return nil
		}
	case json.Number:
		if n, err := from.Int64(); err == nil && to.CanInt() {
			to.SetInt(n)
			return nil
		}
	}
	return wrong(to, from)
}

func fillStruct(to reflect.Value, from any) error {
	members, ok := from.(map[string]any)
	if !ok {
		return wrong(to, from)
	}
	for name, member := range members {
		field := to.FieldByName(name)
		if !field.IsValid() || !field.CanSet() {
			continue
		}
		if err := fill(field, member); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func fillMap(to reflect.Value, from any) error {
	members, ok := from.(map[string]any)
	if !ok {
		return wrong(to, from)
	}
	to.Set(reflect.MakeMapWithSize(to.Type(), len(members)))
	for name, member := range members {
		v := reflect.New(to.Type().Elem()).Elem()
		if err := fill(v, member); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		to.SetMapIndex(reflect.ValueOf(name), v)
	}
	return nil
}

func fillSlice(to reflect.Value, from any) error {
	members, ok := from.([]any)
	if !ok {
		return wrong(to, from)
	}
	to.Set(reflect.MakeSlice(to.Type(), len(members), len(members)))
	for i, member := range members {
		if err := fill(to.Index(i), member); err != nil {
			return err
		}
	}
	return nil
}

func decodeBytes(from any) ([]byte, error) {
	text, ok := from.(string)
	if !ok {
		return nil, fmt.Errorf("%T where binary is expected", from)
	}
	return base64.StdEncoding.DecodeString(text)
}

// value reads an attribute's value: an object with one member, which names its type.
func value(from any) (types.AttributeValue, error) {
	members, ok := from.(map[string]any)
	if !ok || len(members) != 1 {
		return nil, errors.New("an attribute value must have exactly one of the supported types")
	}
	for kind, content := range members {
		v, err := valueOf(kind, content)
		if err != nil {
			return nil, fmt.Errorf("attribute value of type %s: %w", kind, err)
		}
		return v, nil
	}
	return nil, nil
}

func valueOf(kind string, content any) (types.AttributeValue, error) {
	to := func(v types.AttributeValue) (types.AttributeValue, error) {
		return v, fill(reflect.ValueOf(v).Elem().FieldByName("Value"), content)
	}
	switch kind {
	case "S":
		return to(&types.AttributeValueMemberS{})
	case "N":
		return to(&types.AttributeValueMemberN{})
	case "B":
		return to(&types.AttributeValueMemberB{})
	case "BOOL":
		return to(&types.AttributeValueMemberBOOL{})
	case "NULL":
		return to(&types.AttributeValueMemberNULL{})
	case "M":
		return to(&types.AttributeValueMemberM{})
	case "L":
		return to(&types.AttributeValueMemberL{})
	case "SS":
		return to(&types.AttributeValueMemberSS{})
	case "NS":
		return to(&types.AttributeValueMemberNS{})
	case "BS":
		return to(&types.AttributeValueMemberBS{})
	}
	return nil, errors.New("no such type")
}
