package openapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/job"
)

// jobs is the schema of a job of one of these kinds: which one, the member "kind"
// tells.
func (b *builder) jobs(kinds []string) *huma.Schema {
	var refs []*huma.Schema
	mapping := map[string]string{}
	for _, spec := range b.Kinds {
		for _, kind := range kinds {
			if spec.Kind == kind {
				ref := b.job(spec)
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
func (b *builder) job(spec job.Spec) *huma.Schema {
	name := camel(spec.Kind) + "Job"
	ref := &huma.Schema{Ref: schemaPrefix + name}
	if b.registry.Map()[name] != nil {
		return ref
	}
	general := huma.SchemaFromType(b.registry, b.Types.Job)
	general.Properties["kind"].Enum = []any{spec.Kind}
	for member, t := range map[string]reflect.Type{"input": reflect.TypeOf(spec.Args()), "result": reflect.TypeOf(spec.Result)} {
		if t == nil {
			continue
		}
		s := b.registry.Schema(t, true, "")
		s.Description = general.Properties[member].Description
		general.Properties[member] = s
	}
	b.registry.Map()[name] = general
	return ref
}

// fillResults sets what the member "result" of an object can be: the result of any of
// these kinds.
func (b *builder) fillResults(t reflect.Type, kinds []job.Spec) {
	member := b.registry.SchemaFromRef(b.registry.Schema(t, true, "").Ref).Properties["result"]
	var results []*huma.Schema
	for _, spec := range kinds {
		if spec.Result != nil {
			results = append(results, b.registry.Schema(reflect.TypeOf(spec.Result), true, ""))
		}
	}
	if len(results) == 1 {
		member.Ref = results[0].Ref
		return
	}
	member.AnyOf = results
}
