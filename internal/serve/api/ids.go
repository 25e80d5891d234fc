package api

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// textIDs writes ids that a body has as numbers as the texts that they are: whoever has one
// from a database or a spreadsheet has a number. A body without any stays as it is.
func (s *schema) textIDs(body []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var value any
	if d.Decode(&value) != nil {
		return body
	}
	changed := false
	value = s.texts(s.root, value, &changed)
	if !changed {
		return body
	}
	text, err := json.Marshal(value)
	if err != nil {
		return body
	}
	return text
}

func (s *schema) texts(of *huma.Schema, value any, changed *bool) any {
	if of != nil && of.Ref != "" {
		of = s.registry.SchemaFromRef(of.Ref)
	}
	if of == nil {
		return value
	}
	switch v := value.(type) {
	case json.Number:
		if digits := digitsOf(v); textOrWhole(of) && digits != "" {
			*changed = true
			return digits
		}
	case []any:
		for i := range v {
			v[i] = s.texts(of.Items, v[i], changed)
		}
	case map[string]any:
		for name := range v {
			v[name] = s.texts(of.Properties[name], v[name], changed)
		}
	}
	return value
}

// digitsOf writes a whole number by its digits: 8920.0, as spreadsheets write it, is 8920. It is empty for others, and for those
// that are written as a fraction or a power and are larger than a float64 holds to the last digit.
func digitsOf(n json.Number) string {
	if strings.Trim(n.String(), "0123456789") == "" {
		return n.String()
	}
	if f, err := n.Float64(); err == nil && f >= 0 && f < 1<<53 && f == math.Trunc(f) {
		return strconv.FormatInt(int64(f), 10)
	}
	return ""
}

// textOrWhole reports whether a schema is that of an id.
func textOrWhole(of *huma.Schema) bool {
	return len(of.AnyOf) == 2 && of.AnyOf[0].Type == huma.TypeString && of.AnyOf[1].Type == huma.TypeInteger
}
