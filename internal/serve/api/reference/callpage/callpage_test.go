package callpage_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api/reference/callpage"
)

const document = `{"paths":{"/things/{id}":{"post":{"operationId":"makeThing","summary":"Make a thing","description":"It is made.",
"parameters":[{"name":"id","in":"path","required":true,"description":"The id.","schema":{"type":"string"}}],
"requestBody":{"content":{"application/json":{"examples":{"1 it":{"value":{"name":"it's"}}},"schema":{"$ref":"#/components/schemas/Thing"}}}},
"responses":{"200":{"description":"Made.","content":{"application/json":{"schema":{"properties":{"data":{"$ref":"#/components/schemas/Made"}}}}}},
"404":{"$ref":"#/components/responses/NotFound"}}}}},
"components":{"responses":{"NotFound":{"description":"Not found: thing_not_found."}},"schemas":{
"Thing":{"type":"object","required":["name"],"properties":{"a":{"enum":["x","y"],"description":"One | other."},"name":{"type":"string","description":"Its name."},
 "of":{"$ref":"#/components/schemas/Of"}}},
"Of":{"type":"object","description":"What it is of.","properties":{"words":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"string"}]}}},
"Made":{"type":"object","properties":{"list":{"type":"array","items":{"$ref":"#/components/schemas/Of"}},"maybe":{"type":["string","null"]}}}}}}`

func TestAll(t *testing.T) {
	t.Parallel()
	pages, err := callpage.All([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	page := pages["makeThing"]
	if want := "`id` (required), `name` (required), `a`, `of`"; page.Brief != want {
		t.Errorf("got brief %s, want %s", page.Brief, want)
	}
	for _, want := range []string{
		"# Make a thing\n\n`POST /things/{id}`\n\nIt is made.\n",
		"| **`id`** | string, path | The id. |\n",
		"| **`name`** | string | Its name. |\n| `a` | `x` or `y` | One \\| other. |\n| `of` | Of | What it is of. |\n",
		"| `of.words` | list of string or string |  |\n",
		`-d '{"name":"it'\''s"}'`,
		"## 200\n\nMade.\n",
		"| `list` | list of Of |  |\n| `list[].words` | list of string or string |  |\n| `maybe` | string or null |  |\n",
		"## 404\n\nNot found: thing_not_found.\n",
	} {
		if !strings.Contains(page.Markdown, want) {
			t.Errorf("got page:\n%s\nwant it to have:\n%s", page.Markdown, want)
		}
	}
}

func TestRefusesWhatIsNoDocument(t *testing.T) {
	t.Parallel()
	if _, err := callpage.All([]byte("no")); err == nil {
		t.Error("got no error, want one")
	}
}
