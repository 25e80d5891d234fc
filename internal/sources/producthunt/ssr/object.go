package ssr

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
)

// Object is an object of a page. Its readers take several names of a field, of which the
// first that holds a value of their kind counts.
type Object map[string]any

// Text is a string or a number as text, "" for none.
func (o Object) Text(names ...string) string {
	for _, name := range names {
		switch v := o[name].(type) {
		case string:
			if v = strings.TrimSpace(v); v != "" {
				return v
			}
		case json.Number:
			return v.String()
		case float64: // of other decoders
			return strconv.FormatFloat(v, 'f', -1, 64)
		}
	}
	return ""
}

// Int is a whole number, also one in a string; nil for none.
func (o Object) Int(names ...string) *int64 {
	if f := o.Float(names...); f != nil && math.Abs(*f) < 1<<53 {
		return new(int64(*f))
	}
	return nil
}

// Float is a number, also one in a string; nil for none.
func (o Object) Float(names ...string) *float64 {
	for _, name := range names {
		if _, ok := o[name].(bool); ok {
			continue
		}
		f, err := strconv.ParseFloat(o.Text(name), 64)
		if err == nil && !math.IsNaN(f) && !math.IsInf(f, 0) {
			return &f
		}
	}
	return nil
}

// Bool is a truth; nil for none.
func (o Object) Bool(names ...string) *bool {
	for _, name := range names {
		if b, ok := o[name].(bool); ok {
			return &b
		}
	}
	return nil
}

// Time is a time as RFC 3339 in UTC, "" for none.
func (o Object) Time(names ...string) string {
	for _, name := range names {
		if t, err := time.Parse(time.RFC3339, o.Text(name)); err == nil {
			return instant.Text(t)
		}
	}
	return ""
}

// Has reports whether the object has a field, be it empty.
func (o Object) Has(name string) bool { return o[name] != nil }
