package openapi_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// A list that may be one text is described as both, checked as both, and may not be
// null.
func TestList(t *testing.T) {
	t.Parallel()
	type body struct {
		Words option.List `json:"words,omitempty" doc:"Some words."`
	}
	registry := openapi.NewRegistry()
	root := openapi.Object(registry, "Body", reflect.TypeFor[body]())
	described, err := json.Marshal(registry.Map()["Body"])
	if err != nil {
		t.Fatal(err)
	}
	want := `"words":{"anyOf":[{"description":"A list of strings.","items":{"minLength":1,"type":"string"},"type":"array"},{"description":"The same as one comma-separated string.","minLength":1,"type":"string"}],"description":"Some words."}`
	if !strings.Contains(string(described), want) {
		t.Errorf("it is described as %s", described)
	}
	for in, ok := range map[string]bool{
		`{"words":["a","b"]}`: true, `{"words":"a,b"}`: true, `{"words":[]}`: true, `{}`: true,
		`{"words":1}`: false, `{"words":[1]}`: false, `{"words":{}}`: false,
	} {
		var value any
		if err := json.Unmarshal([]byte(in), &value); err != nil {
			t.Fatal(err)
		}
		var result huma.ValidateResult
		huma.Validate(registry, root, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, value, &result)
		if (len(result.Errors) == 0) != ok {
			t.Errorf("%s: got errors %v, want none %t", in, result.Errors, ok)
		}
	}
}
