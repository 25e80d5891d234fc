package openapi

import (
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// listSchema is how an option.List is described, which does not know huma itself:
// workers read lists, too, and need not link it.
type listSchema struct{}

// Schema implements huma.SchemaProvider.
func (listSchema) Schema(huma.Registry) *huma.Schema {
	word := &huma.Schema{Type: huma.TypeString}
	return &huma.Schema{AnyOf: []*huma.Schema{
		{Type: huma.TypeArray, Items: word, Description: "A list of strings."},
		{Type: huma.TypeString, Description: "The same as one comma-separated string."},
	}}
}

// momentSchema is how an option.Moment is described.
type momentSchema struct{}

// Schema implements huma.SchemaProvider.
func (momentSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{
		{Type: huma.TypeString, MaxLength: new(40), Description: "A date or a time in ISO 8601; without a zone it is in UTC.", Examples: []any{"2026-01-31", "2026-01-31T08:00:00Z"}},
		{Type: huma.TypeInteger, Minimum: new(0.0), Description: "Unix seconds; values above 100000000000 are milliseconds. 2026 is a year, 20261123 a date."},
	}}
}

// describeTypes makes a registry know types that do not know huma themselves: those of
// arguments that take several forms, and the time of answers.
func describeTypes(r huma.Registry) huma.Registry {
	r.RegisterTypeAlias(reflect.TypeFor[option.List](), reflect.TypeFor[listSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[option.Moment](), reflect.TypeFor[momentSchema]())
	r.RegisterTypeAlias(reflect.TypeFor[instant.Time](), reflect.TypeFor[time.Time]())
	return r
}
