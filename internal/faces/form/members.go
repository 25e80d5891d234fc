package form

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Effect is what becomes of a member that a face knows and does not read. Its zero value is for members of which every
// value asks for nothing else than what is done in any case.
type Effect struct {
	// Only are the values that ask for nothing else than what is done in any case, as JSON; nil for all.
	Only []string
	// Refused is why other values are refused; where it is empty they are ignored, and the caller is told.
	Refused string
}

// Ignored is the effect of a member none of whose values has one.
func Ignored() Effect { return Effect{Only: []string{}} }

// Note is about a member of a body that was not heeded.
type Note struct{ Field, Text string }

// Text is notes as one text.
func Text(notes []Note) string {
	all := make([]string, len(notes))
	for i, n := range notes {
		all[i] = strings.TrimSpace(n.Field + " " + strings.TrimSuffix(n.Text, "."))
	}
	if len(all) == 0 {
		return ""
	}
	return strings.Join(all, "; ") + "."
}

// Members reads an object's members into the fields of a struct that have their names, to the letter, and returns notes
// about the others. Structs within it are for the caller to read. Prefix is of the members' names. Error: *InvalidError.
func Members(prefix string, raw []byte, into any, effects map[string]Effect) (notes []Note, err error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		if _, syntax := errors.AsType[*json.SyntaxError](err); syntax {
			return nil, &InvalidError{cut(prefix), "is not valid JSON"}
		}
		return nil, &InvalidError{cut(prefix), "must be a JSON object"}
	}
	fields := map[string]any{}
	fieldsOf(reflect.ValueOf(into).Elem(), fields)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := compact(members[name])
		if value == "null" {
			continue
		}
		if field, ok := fields[name]; ok {
			if err := member(prefix+name, members[name], field); err != nil {
				return nil, err
			}
			continue
		}
		effect, known := effects[name]
		switch {
		case known && (effect.Only == nil || Nothing(value) || slices.Contains(effect.Only, value)):
		case known && effect.Refused != "":
			return nil, &InvalidError{prefix + name, effect.Refused}
		case known:
			notes = append(notes, Note{prefix + name, "has no effect here"})
		default:
			notes = append(notes, Note{prefix + name, "is not known and was ignored"})
		}
	}
	return notes, nil
}

// Nothing reports whether a value, as compact JSON, asks for nothing: what tools send for a field that nobody filled in.
// An empty object is none, since it can ask for a thing with all that is usual.
func Nothing(value string) bool { return value == "null" || value == `""` || value == "[]" }

// cut is the name of the object that a prefix is of.
func cut(prefix string) string {
	if prefix == "" {
		return "body"
	}
	return strings.TrimSuffix(prefix, ".")
}

func member(name string, raw json.RawMessage, into any) error {
	err := json.Unmarshal(raw, into)
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return &InvalidError{name, Mistyped(kind)}
	}
	if err != nil {
		return &InvalidError{name, "is not valid"}
	}
	return nil
}

// Mistyped is what a member has and what belongs there, be it the member itself or something in it.
func Mistyped(err *json.UnmarshalTypeError) string {
	got, _, _ := strings.Cut(err.Value, " ") // a number is there with its digits
	article := map[string]string{"bool": "a boolean", "object": "an object", "array": "an array"}
	want := "a number"
	switch err.Type.Kind() {
	case reflect.String:
		want = "a string"
	case reflect.Bool:
		want = "a boolean"
	case reflect.Slice, reflect.Array:
		want = "an array"
	case reflect.Struct, reflect.Map:
		want = "an object"
	case reflect.Float32, reflect.Float64:
	default:
		want = "a whole number"
	}
	return "has " + cmp.Or(article[got], "a "+got) + " where " + want + " belongs"
}

// fieldsOf are pointers to the fields of a struct by their names in JSON.
func fieldsOf(v reflect.Value, into map[string]any) {
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		switch {
		case v.Type().Field(i).Anonymous && name == "":
			fieldsOf(v.Field(i), into)
		case name != "" && name != "-":
			into[name] = v.Field(i).Addr().Interface()
		}
	}
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}
