package legacy

import "encoding/json"

// List is an array that X sometimes leaves out, or writes as {} or null.
type List[T any] []T

// UnmarshalJSON takes what is no array as an empty one.
func (l *List[T]) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '[' {
		*l = nil
		return nil
	}
	return json.Unmarshal(data, (*[]T)(l))
}

// Maybe is an object that X sometimes writes in another form. What is no object is the
// zero value.
type Maybe[T any] struct{ Value T }

// UnmarshalJSON never fails for what is no object.
func (m *Maybe[T]) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '{' {
		return nil
	}
	return json.Unmarshal(data, &m.Value)
}
