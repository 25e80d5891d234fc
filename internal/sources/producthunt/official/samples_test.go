package official_test

import (
	"encoding/json"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/graphql"
)

// schema is what is read of the answer to an introspection query.
type schema struct {
	Data struct {
		Schema struct {
			Types []struct {
				Name   string        `json:"name"`
				Fields []schemaField `json:"fields"`
			} `json:"types"`
		} `json:"__schema"`
	} `json:"data"`
}

type schemaField struct {
	Name string     `json:"name"`
	Type schemaType `json:"type"`
	Args []struct {
		Name string     `json:"name"`
		Type schemaType `json:"type"`
	} `json:"args"`
}

type schemaType struct {
	Kind   string      `json:"kind"`
	Name   string      `json:"name"`
	OfType *schemaType `json:"ofType"`
}

// named is the type within lists and what is never null.
func (s schemaType) named() schemaType {
	for s.OfType != nil {
		s = *s.OfType
	}
	return s
}

func (s schema) field(typename, name string) *schemaField {
	for _, t := range s.Data.Schema.Types {
		for i := range t.Fields {
			if t.Name == typename && t.Fields[i].Name == name {
				return &t.Fields[i]
			}
		}
	}
	return nil
}

// TestSamples holds every query to the schema that Product Hunt publishes: each field and
// argument exists, scalars select nothing, and objects do.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "producthunt", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if name != "graphql_v2_introspection_schema.json" {
			return nil
		}
		var s schema
		if err := json.Unmarshal(body, &s); err != nil {
			t.Fatal(err)
		}
		for _, query := range official.Queries() {
			fields, err := graphql.Parse(query)
			if err != nil {
				t.Fatal(err)
			}
			s.check(t, "Query", fields)
		}
		return nil
	})
}

func (s schema) check(t *testing.T, typename string, fields []graphql.Field) {
	t.Helper()
	for _, f := range fields {
		known := s.field(typename, f.Name)
		if known == nil {
			t.Errorf("%s has no %s", typename, f.Name)
			continue
		}
		for arg := range f.Args {
			exists := false
			for _, a := range known.Args {
				exists = exists || a.Name == arg
			}
			// The one argument that came after the recorded schema; see PostsOfSite for an
			// API without it.
			if !exists && (f.Name != "posts" || arg != "url") {
				t.Errorf("%s.%s takes no %s", typename, f.Name, arg)
			}
		}
		of := known.Type.named()
		if scalar := of.Kind == "SCALAR" || of.Kind == "ENUM"; scalar != (len(f.Fields) == 0) {
			t.Errorf("%s.%s is a %s", typename, f.Name, of.Kind)
		}
		s.check(t, of.Name, f.Fields)
	}
}
