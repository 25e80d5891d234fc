package api

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// wholeNumbers writes the integers of a checked body so that an int64 holds them: 25.0 and
// 1e2 by their digits, and what is larger than any int64 as the largest. Fields that clamp
// then clamp 10^20 as they do 1000, and those that refuse refuse it by their own rule. What
// the schema does not describe stays as it is.
func (s *schema) wholeNumbers(body []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var value any
	if d.Decode(&value) != nil {
		return body
	}
	whole, err := json.Marshal(s.whole(s.root, value))
	if err != nil {
		return body
	}
	return whole
}

// values decodes a body for its schema. A number that no float64 holds is the largest that
// one does, so that its field's own rule decides about it, and not the decoder.
func values(body []byte) (value any, err error) {
	var checked json.RawMessage
	if err := json.Unmarshal(body, &checked); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(checked))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	return floats(value), nil
}

// floats is a value with float64 for its numbers.
func floats(value any) any {
	switch v := value.(type) {
	case json.Number:
		f, _ := v.Float64() // of what is too large: an infinity
		return max(-math.MaxFloat64, min(f, math.MaxFloat64))
	case []any:
		for i := range v {
			v[i] = floats(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = floats(v[name])
		}
	}
	return value
}

// whole is a value with the integers of its schema written so that an int64 holds them.
func (s *schema) whole(of *huma.Schema, value any) any {
	if of != nil && of.Ref != "" {
		of = s.registry.SchemaFromRef(of.Ref)
	}
	if of == nil {
		return value
	}
	switch v := value.(type) {
	case json.Number:
		if of.Type == huma.TypeInteger {
			return nearest(v)
		}
	case []any:
		for i := range v {
			v[i] = s.whole(of.Items, v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = s.whole(of.Properties[name], v[name])
		}
	}
	return value
}

// nearest is the int64 that is nearest to an integer.
func nearest(n json.Number) int64 {
	if exact, err := n.Int64(); err == nil {
		return exact
	}
	f, _ := strconv.ParseFloat(n.String(), 64) // of what is too large: an infinity
	switch {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}
