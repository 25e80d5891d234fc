package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api/reference"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// TestEmptyTexts sends an empty text for every text of every body: the document says whether it is
// taken, and what it says is so.
func TestEmptyTexts(t *testing.T) {
	t.Parallel()
	s := specify(t, storetest.New(t))
	d := documentOf(t, s)
	who := s.become(t, statement{}, "someone")
	made := s.send(t, who, http.MethodPost, "/webhooks/endpoints", `{"url":"https://example.com/hooks"}`, "", "")
	endpoint, _ := walked(made.body, "data", "endpoint", "id").(string)
	sent := 0
	for path, methods := range members(d["paths"]) {
		for method, op := range members(methods) {
			media := walked(op, "requestBody", "content", "application/json")
			for _, at := range d.texts(walked(media, "schema"), "", nil) {
				sent++
				body, err := json.Marshal(emptied(firstExample(media), strings.Split(at.field, ".")))
				if err != nil {
					t.Fatal(err)
				}
				a := s.send(t, who, strings.ToUpper(method), strings.ReplaceAll(strings.TrimPrefix(path, "/v1/public"), "{endpointId}", endpoint), string(body), "", "")
				named := strings.Contains(a.raw, `"field":"`+strings.ReplaceAll(at.field, ".[]", "[0]")) || strings.Contains(a.raw, "idempotency key")
				switch {
				case !at.stated:
					t.Errorf("%s %s of %s: got no length in the document, want one, or 0 where a text may be empty", method, at.field, path)
				case at.taken && a.status >= http.StatusMultipleChoices:
					t.Errorf("%s %s with %s: got status %d and %s, want it taken as the document says", method, path, body, a.status, a.raw)
				case !at.taken && (a.status != http.StatusBadRequest || !named):
					t.Errorf("%s %s with %s: got status %d and %s, want 400 at %s as the document says", method, path, body, a.status, a.raw, at.field)
				}
			}
		}
	}
	if sent < 200 {
		t.Errorf("got %d texts, want at least 200", sent)
	}
}

// apiDocument is the API's document.
type apiDocument map[string]any

func documentOf(t *testing.T, s *specified) apiDocument {
	t.Helper()
	service, err := s.server.Describe()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := reference.Document(service)
	if err != nil {
		t.Fatal(err)
	}
	var d apiDocument
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// emptiable is a text of a body: where it is, whether the document has a word on its length, and whether it may be empty.
type emptiable struct {
	field         string // such as topic.keyMessages.[].url
	stated, taken bool
}

// texts are the texts of a schema. Those of maps, such as headers, have any length.
func (d apiDocument) texts(schema any, at string, within []string) []emptiable {
	s := members(schema)
	if ref, ok := s["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		if slices.Contains(within, name) {
			return nil
		}
		return d.texts(walked(map[string]any(d), "components", "schemas", name), at, append(slices.Clone(within), name))
	}
	var found []emptiable
	if s["type"] == "string" {
		least, bound := s["minLength"].(float64)
		closed := s["enum"] != nil || s["pattern"] != nil
		found = append(found, emptiable{strings.TrimPrefix(at, "."), bound || closed, bound && least == 0})
	}
	for name, member := range members(s["properties"]) {
		found = append(found, d.texts(member, at+"."+name, within)...)
	}
	forms, _ := s["anyOf"].([]any)
	for _, form := range forms {
		found = append(found, d.texts(form, at, within)...)
	}
	if s["items"] != nil {
		found = append(found, d.texts(s["items"], at+".[]", within)...)
	}
	return found
}

// emptied is a value whose text at a place is empty.
func emptied(v any, at []string) any {
	if len(at) == 0 {
		return ""
	}
	if at[0] == "[]" {
		return []any{emptied(nil, at[1:])}
	}
	o := maps.Clone(members(v))
	if o == nil {
		o = map[string]any{}
	}
	o[at[0]] = emptied(o[at[0]], at[1:])
	return o
}

// firstExample is the first of a body's examples by name.
func firstExample(media any) any {
	examples := members(walked(media, "examples"))
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		return walked(examples[name], "value")
	}
	return nil
}

// walked is the value at a path of members.
func walked(v any, path ...string) any {
	for _, name := range path {
		v = members(v)[name]
	}
	return v
}

func members(v any) map[string]any { o, _ := v.(map[string]any); return o }
