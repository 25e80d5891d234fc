package graphql_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/webtest/graphql"
)

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := graphql.Parse(`query Site($a: String!, $n: Int = 3) {
		first: posts(url: $a, first: 10, order: NEWEST, name: "a b") { edges { node { id, name } } }
		viewer
	}`)
	want := []graphql.Field{
		{
			Alias: "first", Name: "posts", Args: map[string]string{"url": "$a", "first": "10", "order": "NEWEST", "name": `"a b"`},
			Fields: []graphql.Field{{Alias: "edges", Name: "edges", Fields: []graphql.Field{{Alias: "node", Name: "node", Fields: []graphql.Field{
				{Alias: "id", Name: "id"}, {Alias: "name", Name: "name"},
			}}}}},
		},
		{Alias: "viewer", Name: "viewer"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("got error %v, want no error; Parse mismatch (-want +got):\n%s", err, diff)
	}
	if got, err := graphql.Parse(`{ a }`); err != nil || len(got) != 1 {
		t.Errorf("got fields %v, error %v; want no error, length 1", got, err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, query := range map[string]string{
		"nothing": "", "cut off": "{ a { b ", "no name": "{ 1 }", "argument": "{ a(b) }", "more": "{ a } { b }", "string": `{ a(b: "x }`,
		"deep": strings.Repeat("{ a ", 100) + strings.Repeat("}", 100), "fragment": "{ ...F }",
	} {
		if got, err := graphql.Parse(query); err == nil {
			t.Errorf("%s: got %v, want an error", name, got)
		}
	}
}
