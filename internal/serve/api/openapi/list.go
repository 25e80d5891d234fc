package openapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

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

// describeLists makes a registry know option.List.
func describeLists(r huma.Registry) huma.Registry {
	r.RegisterTypeAlias(reflect.TypeFor[option.List](), reflect.TypeFor[listSchema]())
	return r
}
