package openapi

import (
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/kind"
)

// jobs is the schema of a job of one of these kinds: which one, the member "kind"
// tells.
func (b *builder) jobs(kinds []string) *huma.Schema {
	var refs []*huma.Schema
	mapping := map[string]string{}
	for _, def := range b.Kinds {
		for _, kind := range kinds {
			if def.Name == kind {
				ref := b.job(def)
				refs = append(refs, ref)
				mapping[kind] = ref.Ref
			}
		}
	}
	if len(refs) == 1 {
		return refs[0]
	}
	return &huma.Schema{OneOf: refs, Discriminator: &huma.Discriminator{PropertyName: "kind", Mapping: mapping}}
}

// job is the schema of a kind's jobs: that of all jobs, with the kind's own input
// and result.
func (b *builder) job(def kind.Definition) *huma.Schema {
	name := camel(def.Name) + "Job"
	ref := &huma.Schema{Ref: schemaPrefix + name}
	if b.registry.Map()[name] != nil {
		return ref
	}
	general := huma.SchemaFromType(b.registry, b.Types.Job)
	general.Properties["kind"].Enum = []any{def.Name}
	var inputs, results []reflect.Type
	for _, call := range def.Calls {
		inputs, results = append(inputs, reflect.TypeOf(call.NewArgs())), append(results, reflect.TypeOf(call.Sample()))
	}
	for member, types := range map[string][]reflect.Type{"input": inputs, "result": results} {
		if s := b.anyOf(types); s != nil {
			s.Description = general.Properties[member].Description
			general.Properties[member] = s
		}
	}
	b.registry.Map()[name] = general
	return ref
}

// anyOf is the schema of a value of one of these types, nil when there is none. Types
// that repeat or are nil do not count.
func (b *builder) anyOf(types []reflect.Type) *huma.Schema {
	var distinct []reflect.Type
	var schemas []*huma.Schema
	for _, t := range types {
		if t != nil && !slices.Contains(distinct, t) {
			distinct, schemas = append(distinct, t), append(schemas, b.registry.Schema(t, true, ""))
		}
	}
	switch len(schemas) {
	case 0:
		return nil
	case 1:
		return schemas[0]
	}
	return &huma.Schema{AnyOf: schemas}
}

// fillResults sets what the member "result" of an object can be: the result of any of
// these kinds.
func (b *builder) fillResults(t reflect.Type, kinds []kind.Definition) {
	member := b.registry.SchemaFromRef(b.registry.Schema(t, true, "").Ref).Properties["result"]
	results := make([]reflect.Type, len(kinds))
	for i, def := range kinds {
		results[i] = reflect.TypeOf(def.Main().Sample())
	}
	if s := b.anyOf(results); s != nil {
		member.Ref, member.AnyOf = s.Ref, s.AnyOf
	}
}
