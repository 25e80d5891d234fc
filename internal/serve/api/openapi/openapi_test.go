package openapi_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

type (
	failure struct {
		Error reason `json:"error"`
	}
	reason struct {
		Code string `json:"code"`
	}
	thing struct {
		Kind   string          `json:"kind"`
		Input  json.RawMessage `json:"input"`
		Result json.RawMessage `json:"result,omitempty"`
	}
	item struct {
		Result json.RawMessage `json:"result,omitempty"`
	}
	shared struct {
		Tags  []string `json:"tags,omitempty"`
		Inner inner    `json:"inner,omitzero"`
	}
	inner struct {
		Depth int `json:"depth"`
	}
	args struct {
		URL string `json:"url"`
	}
	first  struct{ A int }
	second struct{ B int }
)

func (*args) Prepare(kind.Caller) (kind.Plan, error) { return kind.Plan{}, nil }

func define[R any](name string, result R) kind.Definition {
	return kind.Definition{
		Name: name, CacheTTL: 6 * time.Hour, Functions: []kind.Function{{Name: name, Ceiling: 90 * time.Second}}, AsyncOnly: true, Batch: &kind.Batch{},
		Calls: []kind.Call{kind.Define[args](kind.About{
			Path: "/" + name, Prices: []credit.Price{credit.Flat("url.page", 1)}, Refuses: []errs.Code{errs.InvalidURL},
		}, result).Call},
	}
}

// built is the document of a small service, as JSON.
func built(t *testing.T) map[string]any {
	t.Helper()
	one, two := define("one_thing", first{}), define("two", second{})
	service := openapi.Service{
		Kinds: []kind.Definition{one, two},
		Types: openapi.Types{
			Job: reflect.TypeFor[thing](), Item: reflect.TypeFor[item](), Error: reflect.TypeFor[failure](), Problem: reflect.TypeFor[reason](),
		},
		Names: map[reflect.Type]string{reflect.TypeFor[failure](): "Error"},
		Operations: []openapi.Operation{
			{
				Method: http.MethodGet, Path: "/jobs/{jobId}", Scope: "read", Bucket: "poll", ID: "getJob", Tag: openapi.TagJobs,
				Answers: []openapi.Answer{{Status: 200, Jobs: []string{"one_thing", "two"}}}, Refuses: []errs.Code{errs.JobNotFound},
			},
			{
				Method: http.MethodPost, Path: "/one", Scope: "write", Bucket: "create", ID: "one", Tag: openapi.TagScrape, Kind: &one, Call: one.Main(),
				Body: &openapi.Body{Name: "OneRequest", Parts: []reflect.Type{reflect.TypeFor[shared](), reflect.TypeFor[args]()}},
				Answers: []openapi.Answer{
					{Status: 202, Jobs: []string{"one_thing"}, Gives: [2]string{"jobId", "/data/jobId"}, Headers: []string{"Location"}},
					{Status: 200, Data: reflect.TypeFor[item]()},
				},
			},
			{Method: http.MethodGet, Path: "/up", ID: "up", Tag: openapi.TagService, Answers: []openapi.Answer{{Status: 200, Media: []string{"text/plain"}}}},
		},
	}
	raw, err := json.Marshal(openapi.Build(service))
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// at walks by names, which a slash separates; a slash within one is written ~1.
func at(document map[string]any, path string) any {
	var v any = document
	for name := range strings.SplitSeq(path, "/") {
		m, _ := v.(map[string]any)
		v = m[strings.ReplaceAll(name, "~1", "/")]
	}
	return v
}

// objects are the elements of a list of objects.
func objects(list any) []map[string]any {
	elements, _ := list.([]any)
	all := make([]map[string]any, len(elements))
	for i, e := range elements {
		all[i], _ = e.(map[string]any)
	}
	return all
}

func TestBuild(t *testing.T) {
	t.Parallel()
	d := built(t)
	ref := func(name string) map[string]any { return map[string]any{"$ref": "#/components/" + name} }
	const one = "paths/~1one/post/"
	for path, want := range map[string]any{
		"openapi": "3.1.0",
		// What is sent is closed, and lists are no nulls; what is answered is open.
		"components/schemas/OneRequest/additionalProperties":                 false,
		"components/schemas/OpenapiTestInner/additionalProperties":           false,
		"components/schemas/OneRequest/properties/tags/type":                 "array",
		"components/schemas/OneThingJob/additionalProperties":                nil,
		"components/schemas/OneRequest/required":                             []any{"url"},
		"components/schemas/OneThingJob/properties/kind/enum":                []any{"one_thing"},
		"components/schemas/OneThingJob/properties/result":                   ref("schemas/OpenapiTestFirst"),
		"components/schemas/TwoJob/properties/result":                        ref("schemas/OpenapiTestSecond"),
		"components/schemas/OpenapiTestItem/properties/result/anyOf":         []any{ref("schemas/OpenapiTestFirst"), ref("schemas/OpenapiTestSecond")},
		one + "requestBody/required":                                         true,
		one + "security":                                                     []any{map[string]any{"token": []any{}}},
		one + "responses/202/links/getJob/parameters/jobId":                  "$response.body#/data/jobId",
		one + "responses/202/headers/Location":                               ref("headers/Location"),
		one + "responses/202/headers/RateLimit":                              ref("headers/RateLimit"),
		one + "responses/401":                                                ref("responses/Unauthorized"),
		one + "responses/500":                                                ref("responses/InternalServerError"),
		one + "responses/400/content/application~1json/examples/invalid_url": ref("examples/invalid_url"),
		one + "x-quarry/cacheTtlSec":                                         21600.0,
		one + "x-quarry/ceilingSec":                                          90.0,
		one + "description": "Requires the scope `write`; counts against the `create` bucket. Costs 1 credit (`url.page`). Results are " +
			"reused for 6 hours unless `cacheTtlSec` is set. A job runs for at most 90 seconds. Always returns 202; `wait` is " +
			"accepted and ignored.",
		"paths/~1jobs~1{jobId}/get/responses/200/content/application~1json/schema/properties/data/discriminator/mapping": map[string]any{
			"one_thing": "#/components/schemas/OneThingJob", "two": "#/components/schemas/TwoJob",
		},
		"paths/~1up/get/security":                            []any{},
		"paths/~1up/get/responses/401":                       nil,
		"paths/~1up/get/responses/200/headers":               map[string]any{"X-Request-Id": ref("headers/X-Request-Id")},
		"components/headers/RateLimit/required":              true,
		"components/headers/RateLimit.optional/required":     nil,
		"components/examples/missing_token/value/error/code": "missing_token",
		"components/examples/unknown_signal":                 nil,
		"webhooks":                                           nil,
	} {
		if diff := cmp.Diff(want, at(d, path)); diff != "" {
			t.Errorf("%s: build mismatch (-want +got):\n%s", path, diff)
		}
	}
	params := objects(at(d, "paths/~1jobs~1{jobId}/get/parameters"))
	if len(params) != 1 || at(params[0], "schema/pattern") == nil {
		t.Errorf(`got params %v, want length 1, at(params[0], "schema/pattern") not nil`, params)
	}
	var names []any
	for _, tag := range objects(d["tags"]) {
		names = append(names, tag["name"])
	}
	if !slices.Equal(names, []any{openapi.TagScrape, openapi.TagJobs, openapi.TagService}) {
		t.Errorf("got names %q, want []any{openapi.TagScrape, openapi.TagJobs, openapi.TagService}", names)
	}
}

func TestSort(t *testing.T) {
	t.Parallel()
	s := openapi.Service{Operations: []openapi.Operation{
		{ID: "a", Tag: openapi.TagService}, {ID: "b", Tag: openapi.TagJobs}, {ID: "c", Tag: openapi.TagScrape}, {ID: "d", Tag: openapi.TagJobs},
	}}
	s.Sort()
	var order strings.Builder
	for _, o := range s.Operations {
		order.WriteString(o.ID)
	}
	if order.String() != "cbda" {
		t.Errorf(`got order %q, want "cbda"`, order.String())
	}
}
