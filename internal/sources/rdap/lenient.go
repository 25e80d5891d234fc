package rdap

import (
	"encoding/json"
	"strings"
)

// list is an array of which elements of a wrong type are left out; a lone value is
// taken for an array of one, and anything else for an empty one. Services differ.
type list[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (l *list[T]) UnmarshalJSON(data []byte) error {
	raw := []json.RawMessage{data}
	if data[0] == '[' {
		if err := json.Unmarshal(data, &raw); err != nil {
			return err
		}
	}
	*l = nil
	for _, element := range raw {
		var v T
		if string(element) != "null" && json.Unmarshal(element, &v) == nil {
			*l = append(*l, v)
		}
	}
	return nil
}

// text is a string without space around it; what is no string is none.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(data []byte) error {
	var s string
	switch {
	case json.Unmarshal(data, &s) == nil:
		*t = text(strings.TrimSpace(s))
	case data[0] >= '0' && data[0] <= '9': // a registrar's number that is not quoted
		*t = text(data)
	}
	return nil
}

// flag is true, false or unknown.
type flag struct{ value *bool }

// UnmarshalJSON implements json.Unmarshaler.
func (f *flag) UnmarshalJSON(data []byte) error {
	switch strings.ToLower(strings.Trim(string(data), `"`)) {
	case "true":
		f.value = new(true)
	case "false":
		f.value = new(false)
	}
	return nil
}
