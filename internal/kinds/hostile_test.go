package kinds_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
)

// texts are the fields that take any words, and so what looks like an address, too: it is
// sent to a search, compared or shown, and never asked.
var texts = []string{
	"q", "query", "brand", "companyName", "productName", "targetKeywords.[]", "topic.title", "topic.summary", "topic.keyMessages.[].title",
	"topic.keyMessages.[].snippet", "pathContains", "pathContains.[]", "options.includeTags.[]", "options.excludeTags.[]", "options.headers.*",
	"options.cookies.*", "options.userAgent",
	"correlationId", "searchContext", "includePaths.[]", "excludePaths.[]", "idempotencyKey", "handle", "username",
}

// ofAPI are the fields of calls that make no job: package api tries the addresses.
var ofAPI = []string{
	"/webhooks/endpoints url", "/webhooks/endpoints description", "/webhooks/endpoints events.[]",
	"/webhooks/endpoints/{endpointId} url", "/webhooks/endpoints/{endpointId} description", "/webhooks/endpoints/{endpointId} events.[]",
}

// controls are addresses of the public web; a field that takes one of them takes
// addresses.
var controls = []string{
	"https://example.com/", "http://example.com/", "example.com", "https://www.linkedin.com/company/marrowfen", "https://www.linkedin.com/in/lowri-beck", "https://x.com/marrowfen/status/1830000000000000001",
	"https://x.com/marrowfen", "https://news.ycombinator.com/item?id=41000001", "https://www.reddit.com/user/marrowfen", "https://www.youtube.com/@marrowfen",
	"https://www.producthunt.com/products/marrowfen", "https://www.facebook.com/marrowfen", "https://www.reddit.com/r/tides/comments/1abcde/a/", "https://www.linkedin.com/posts/a-activity-7200000000000000001-aaaa",
}

// TestHostileAddresses puts each spelling of a forbidden host into each field of the
// document's requests that takes an address, however deep, and each must be refused at
// admission. A field of strings that takes addresses and is not known to be words is one.
// It needs no network: nothing is asked that was not admitted.
func TestHostileAddresses(t *testing.T) {
	t.Parallel()
	spellings := fetchtest.Forbidden()
	if len(spellings) < 190 {
		t.Fatalf("got %d spellings, want at least 190", len(spellings))
	}
	calls, unused := admissions(), slices.Clone(texts)
	var fields []string
	for path, schema := range requests(t) {
		admit, known := calls[path]
		for _, leaf := range schema.leaves(nil) {
			name := path + " " + strings.Join(leaf, ".")
			if !known {
				if !slices.Contains(ofAPI, name) {
					t.Errorf("%s takes any text, and no test tries hostile addresses there", name)
				}
				continue
			}
			body := taker(t, schema, leaf, admit)
			if body == nil || leaf[0] == "webhookUrl" {
				continue // takes no address, or is tried in package api
			}
			if words := strings.Join(leaf, "."); slices.Contains(texts, words) {
				unused = slices.DeleteFunc(unused, func(u string) bool { return u == words })
				continue
			}
			fields = append(fields, name)
			var admitted []string
			for _, host := range spellings {
				for _, spelled := range []string{host, "http://" + host + "/", "https://" + host + "/x?y=1", "http://me:pw@" + host + ":3128"} {
					if err := admit(body(spelled)); err == nil {
						admitted = append(admitted, spelled)
					} else if e, ok := errors.AsType[*errs.Error](err); !ok || e.Code == errs.InternalError {
						t.Errorf("%s: %s: got error %v, want one for the caller", name, spelled, err)
					}
				}
			}
			if len(admitted) != 0 {
				t.Errorf("%s: %d spellings were admitted, such as %s; want none", name, len(admitted), admitted[0])
			}
		}
	}
	if len(unused) != 0 {
		t.Errorf("got fields of words %v, which take no address: leave them out", unused)
	}
	for _, want := range []string{"/scrape options.proxy", "/scrape/batch options.proxy", "/scrape/site options.proxy"} {
		if !slices.Contains(fields, want) {
			t.Errorf("got fields %v, want %s among them", fields, want)
		}
	}
	if len(fields) < 20 {
		t.Errorf("got %d fields that take an address, want at least 20", len(fields))
	}
	slices.Sort(fields)
	t.Logf("%d spellings in %d fields: %v", len(spellings), len(fields), fields)
}

// admissions decode and prepare bodies as the API does, by path.
func admissions() map[string]func([]byte) error {
	caller := kind.Caller{OrgID: "org_1", Grants: job.Grants{ExtendedCeilings: true, Deep: true}, Cursors: cursor.NewSealer("k")}
	all := map[string]func([]byte) error{}
	for _, def := range kinds.All() {
		for _, call := range def.Calls {
			all[call.Path] = func(body []byte) error {
				args := call.NewArgs()
				if err := json.Unmarshal(body, args); err != nil {
					return errs.Wrap(err, errs.InvalidRequest, "not decoded")
				}
				_, err := args.Prepare(caller)
				return err
			}
		}
		if def.Crawl != nil {
			all[def.Crawl.Path] = func(body []byte) error {
				args := def.Crawl.Args()
				if err := json.Unmarshal(body, args); err != nil {
					return errs.Wrap(err, errs.InvalidRequest, "not decoded")
				}
				_, err := args.Plan(caller)
				return err
			}
		}
		if def.Batch == nil {
			continue
		}
		all[def.Batch.Path] = func(body []byte) error {
			args := def.Batch.Args()
			if err := json.Unmarshal(body, args); err != nil {
				return errs.Wrap(err, errs.InvalidRequest, "not decoded")
			}
			entries := args.Entries()
			if len(entries) == 0 {
				return errs.New(errs.InvalidRequest, "a batch of nothing")
			}
			for _, entry := range entries {
				if _, err := entry.Args.Prepare(caller); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return all
}

// schema is what is read of a request's schema.
type schema struct {
	Properties map[string]schema `json:"properties"`
	Items      *schema           `json:"items"`
	Extra      json.RawMessage   `json:"additionalProperties"`
	Type       any               `json:"type"`
	Enum       []any             `json:"enum"`
	Ref        string            `json:"$ref"`
	AllOf      []schema          `json:"allOf"`
	AnyOf      []schema          `json:"anyOf"`
	OneOf      []schema          `json:"oneOf"`

	examples []json.RawMessage
	of       map[string]schema // by $ref
}

// requests are the schemas of the bodies of all operations, with their examples, by path.
func requests(t *testing.T) map[string]schema {
	t.Helper()
	raw, err := os.ReadFile("../../docs/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct {
					Schema   schema `json:"schema"`
					Examples map[string]struct {
						Value json.RawMessage `json:"value"`
					} `json:"examples"`
				} `json:"content"`
			} `json:"requestBody"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	refs := map[string]schema{}
	for name, s := range d.Components.Schemas {
		refs["#/components/schemas/"+name] = s
	}
	all := map[string]schema{}
	for path, operations := range d.Paths {
		for _, op := range operations {
			for _, content := range op.RequestBody.Content {
				s := content.Schema
				s.of = refs
				for _, name := range slices.Sorted(maps.Keys(content.Examples)) {
					s.examples = append(s.examples, content.Examples[name].Value)
				}
				all[strings.TrimPrefix(path, "/v1/public")] = s
			}
		}
	}
	return all
}

// leaves are the paths of all strings below a schema that may be any; "[]" is an element
// of a list, "*" a value of a map.
func (s schema) leaves(at []string) [][]string {
	if s.Ref != "" {
		of := s.of
		s = s.of[s.Ref]
		s.of = of
	}
	below := func(s2 schema, name ...string) [][]string {
		s2.of = s.of
		return s2.leaves(append(slices.Clone(at), name...))
	}
	var all [][]string
	for _, some := range [][]schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, one := range some {
			all = append(all, below(one)...)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		all = append(all, below(s.Properties[name], name)...)
	}
	if s.Items != nil {
		all = append(all, below(*s.Items, "[]")...)
	}
	var extra schema
	if json.Unmarshal(s.Extra, &extra) == nil {
		all = append(all, below(extra, "*")...)
	}
	if s.Enum == nil && strings.Contains(fmt.Sprint(s.Type), "string") {
		all = append(all, at)
	}
	return all
}

// taker returns what makes a body with another text in a field, or nil when no body with a
// public address there is admitted.
func taker(t *testing.T, s schema, leaf []string, admit func([]byte) error) func(string) []byte {
	t.Helper()
	var bases []map[string]any
	for _, example := range append([]json.RawMessage{[]byte("{}")}, s.examples...) {
		var base map[string]any
		if err := json.Unmarshal(example, &base); err != nil {
			t.Fatal(err)
		}
		bases = append(bases, base)
		for other := range base { // one field may stand in the way of another
			less := maps.Clone(base)
			delete(less, other)
			bases = append(bases, less)
		}
	}
	for _, base := range bases {
		body := func(text string) []byte {
			raw, err := json.Marshal(with(base, leaf, text))
			if err != nil {
				t.Fatal(err)
			}
			return raw
		}
		if slices.ContainsFunc(controls, func(control string) bool { return admit(body(control)) == nil }) {
			return body
		}
	}
	return nil
}

// with is a value with a text at a path; what is missing on the way is made.
func with(v any, leaf []string, text string) any {
	if len(leaf) == 0 {
		return text
	}
	if leaf[0] == "[]" {
		return []any{with(nil, leaf[1:], text)}
	}
	name := leaf[0]
	if name == "*" {
		name = "X-Any"
	}
	old, _ := v.(map[string]any)
	changed := maps.Clone(old)
	if changed == nil {
		changed = map[string]any{}
	}
	changed[name] = with(changed[name], leaf[1:], text)
	return changed
}
