// Package option reads the "options" of calls: an object whose known keys are a
// struct's and whose unknown keys are kept, so that a caller finds them in the job's
// input. It knows no kind.
package option

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// maxExtra is how many bytes of unknown keys and values are kept.
const maxExtra = 16 << 10

// Extra are the keys that are not known.
type Extra map[string]json.RawMessage

// Check refuses more than is kept. Error: invalid_request.
func (e Extra) Check() error {
	size := 0
	for key, value := range e {
		size += len(key) + len(value)
	}
	if size > maxExtra {
		return errs.Field(errs.InvalidRequest, "options", fmt.Sprintf("has %d bytes of unknown keys; at most %d are allowed", size, maxExtra))
	}
	return nil
}

// Split fills in what known, a pointer to a struct without an UnmarshalJSON of its
// own, has fields for, and returns the rest. Case is no difference, as it is none to
// the schema's check.
func Split(data []byte, known any) (Extra, error) {
	if err := json.Unmarshal(data, known); err != nil {
		return nil, err
	}
	var all Extra
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	names := fieldNames(reflect.TypeOf(known).Elem())
	maps.DeleteFunc(all, func(key string, _ json.RawMessage) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, key) })
	})
	return all, nil
}

// Join writes known, a struct without a MarshalJSON of its own, and the rest, in
// the order of their keys when there is a rest.
func Join(known any, extra Extra) ([]byte, error) {
	data, err := json.Marshal(known)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	all := Extra{}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	maps.Copy(all, extra)
	return json.Marshal(all)
}

// fieldNames are the JSON names of a struct's fields.
func fieldNames(t reflect.Type) []string {
	var names []string
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Any are the options of a call that knows none.
type Any struct { //nolint:recvcheck // what fills it needs a pointer; MarshalJSON must work on copies, too
	_     struct{} `additionalProperties:"true"`
	extra Extra
}

// Check refuses more than is kept. Error: invalid_request.
func (a *Any) Check() error { return a.extra.Check() }

// UnmarshalJSON keeps all keys.
func (a *Any) UnmarshalJSON(data []byte) (err error) {
	a.extra, err = Split(data, &struct{}{})
	return err
}

// MarshalJSON writes all keys in their order.
func (a Any) MarshalJSON() ([]byte, error) { return Join(struct{}{}, a.extra) }

// IsZero reports that there is none.
func (a Any) IsZero() bool { return len(a.extra) == 0 }
