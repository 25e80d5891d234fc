package dynamo

import (
	"reflect"
	"slices"
	"strings"

	"github.com/aws/smithy-go"
)

// legacyMembers are the parameters that expressions replaced. They are refused and not passed over: a condition that is not
// looked at is one that always holds.
func legacyMembers() []string {
	return []string{"AttributesToGet", "AttributeUpdates", "ConditionalOperator", "Expected", "KeyConditions", "QueryFilter", "ScanFilter"}
}

// members are a struct's fields that count here: those that are refused, and those of expressions.
type members struct{ legacy, expressions []reflect.StructField }

func membersOf(input reflect.Type) members {
	var m members
	for _, field := range reflect.VisibleFields(input) {
		if slices.Contains(legacyMembers(), field.Name) {
			m.legacy = append(m.legacy, field)
		} else if strings.HasSuffix(field.Name, "Expression") {
			m.expressions = append(m.expressions, field)
		}
	}
	return m
}

// check refuses an input that has one of them.
func (m members) check(input reflect.Value) error {
	given := present(input, m.legacy)
	if len(given) == 0 {
		return nil
	}
	text := "the local engine does not serve the legacy parameters {" + strings.Join(given, ", ") + "}"
	if expressions := present(input, m.expressions); len(expressions) > 0 {
		text = "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {" +
			strings.Join(given, ", ") + "} Expression parameters: {" + strings.Join(expressions, ", ") + "}"
	}
	return &smithy.GenericAPIError{Code: "ValidationException", Message: text}
}

func present(input reflect.Value, of []reflect.StructField) []string {
	var names []string
	for _, field := range of {
		if !input.FieldByIndex(field.Index).IsZero() {
			names = append(names, field.Name)
		}
	}
	return names
}
