package reference_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/openapi/clientdoc"
	"github.com/quarryapi/quarry/internal/serve/api/openapi/inorder"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
)

// document is the document of all kinds.
func document(tb testing.TB) []byte {
	tb.Helper()
	service, err := api.New(api.Deps{Kinds: kinds.All()}).Describe()
	if err != nil {
		tb.Fatal(err)
	}
	raw, err := reference.Document(service)
	if err != nil {
		tb.Fatal(err)
	}
	return raw
}

// TestDocument holds docs/openapi.json and the document for generators to the code. It
// fails, too, when a route has no entry or an entry no route.
func TestDocument(t *testing.T) {
	t.Parallel()
	full := document(t)
	client, err := clientdoc.From(full)
	if err != nil {
		t.Fatal(err)
	}
	for path, raw := range map[string][]byte{"openapi.json": full, "openapi.client.json": client} {
		var want bytes.Buffer
		if err := json.Indent(&want, raw, "", " "); err != nil {
			t.Fatal(err)
		}
		want.WriteByte('\n')
		golden.Document(t, "../../../../docs/"+path, want.String())
	}
	if len(client) > 200_000 {
		t.Errorf("got %d bytes for generators, want at most 200 000", len(client))
	}
}

// TestPrices: a call with several prices costs one of them, and does not read like their sum.
func TestPrices(t *testing.T) {
	t.Parallel()
	const want = "Costs one of these, by what is asked for: 1 credit (`url.page`), 1 credit (`url.rendered`), 5 credits (`url.screenshot`). "
	if d := document(t); !bytes.Contains(d, []byte(want)) {
		t.Errorf("no description has %q", want)
	}
	if d := document(t); !bytes.Contains(d, []byte("Costs 1 credit (`sitemap`). ")) {
		t.Error("no description has the only price of a call")
	}
}

// TestEverythingIsExplained looks for what the document only names.
func TestEverythingIsExplained(t *testing.T) {
	t.Parallel()
	type explained struct {
		Description string `json:"description"`
	}
	var d struct {
		Paths map[string]map[string]struct {
			Summary     string                     `json:"summary"`
			Description string                     `json:"description"`
			Parameters  []struct{ explained }      `json:"parameters"`
			Responses   map[string]json.RawMessage `json:"responses"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]struct {
				Properties map[string]explained `json:"properties"`
			} `json:"schemas"`
			Headers map[string]explained `json:"headers"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document(t), &d); err != nil {
		t.Fatal(err)
	}
	for path, operations := range d.Paths {
		for method, o := range operations {
			if o.Summary == "" || o.Description == "" || len(o.Responses) < 2 {
				t.Errorf("%s %s says too little", method, path)
			}
			for _, p := range o.Parameters {
				if p.Description == "" {
					t.Errorf("%s %s: a parameter says nothing", method, path)
				}
			}
		}
	}
	for name, s := range d.Components.Schemas {
		for property, p := range s.Properties {
			if p.Description == "" {
				t.Errorf("%s.%s says nothing", name, property)
			}
		}
	}
	for name, h := range d.Components.Headers {
		if h.Description == "" {
			t.Errorf("the header %s says nothing", name)
		}
	}
}

// TestClientCallsAreExplained: every call of the document for generators says more than its name.
func TestClientCallsAreExplained(t *testing.T) {
	t.Parallel()
	raw, err := clientdoc.From(document(t))
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Paths map[string]map[string]struct {
			Summary     string `json:"summary"`
			Description string `json:"description"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	for path, operations := range d.Paths {
		for method, o := range operations {
			if len(o.Description) <= len(".") || strings.TrimSuffix(o.Description, ".") == o.Summary {
				t.Errorf("%s %s: got summary %q and description %q, want one that says more", method, path, o.Summary, o.Description)
			}
		}
	}
}

// BenchmarkDocument measures what the first call of /openapi.json pays.
func BenchmarkDocument(b *testing.B) {
	for b.Loop() {
		b.SetBytes(int64(len(document(b))))
	}
}

// longestSummary is what fits a line of a phone, on the reference page.
const longestSummary = 40

// TestCallsByUse: the calls that are used most come first, in the document, on the page of
// it, in the one for generators and in the overviews, under names that fit a phone.
func TestCallsByUse(t *testing.T) {
	t.Parallel()
	full := document(t)
	client, err := clientdoc.From(full)
	if err != nil {
		t.Fatal(err)
	}
	first := []string{"/v1/public/scrape", "/v1/public/scrape/batch", "/v1/public/search", "/v1/public/search/answer"}
	for name, raw := range map[string][]byte{"openapi.json": full, "openapi.client.json": client} {
		paths, err := inorder.Paths(raw)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, paths[:min(len(first), len(paths))]); diff != "" {
			t.Errorf("%s: first paths mismatch (-want +got):\n%s", name, diff)
		}
	}
	service, err := api.New(api.Deps{Kinds: kinds.All()}).Describe()
	if err != nil {
		t.Fatal(err)
	}
	place := 0
	for _, o := range service.Operations {
		if n := utf8.RuneCountInString(o.Summary); n == 0 || n > longestSummary {
			t.Errorf("%s %s: got a summary of %d characters, %q, want 1 to %d", o.Method, o.Path, n, o.Summary, longestSummary)
		}
		at := bytes.Index(client, []byte(`"`+o.Path+`":`))
		if at >= 0 && at < place {
			t.Errorf("%s stands before what is read before it in the overviews", o.Path)
		}
		place = max(place, at)
	}
	if _, listed, _ := strings.Cut(get(t, reference.New(reference.Options{}), "/llms.txt").Body.String(), "## "+service.Operations[0].Tag); !strings.HasPrefix(strings.TrimSpace(listed), "- [`POST /v1/public/scrape`") {
		t.Errorf("got %.200q first in llms.txt, want POST /v1/public/scrape", listed)
	}
}

// TestRequiredTextIsNotEmpty: the document says of each text that a call needs that it must not be
// empty, as the service does.
func TestRequiredTextIsNotEmpty(t *testing.T) {
	t.Parallel()
	type schema struct {
		Type       any               `json:"type"`
		Format     string            `json:"format"`
		Enum       []any             `json:"enum"`
		MinLength  int               `json:"minLength"`
		Required   []string          `json:"required"`
		Properties map[string]schema `json:"properties"`
	}
	var d struct {
		Components struct {
			Schemas map[string]schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document(t), &d); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for name, s := range d.Components.Schemas {
		if !strings.HasSuffix(name, "Request") {
			continue
		}
		for _, member := range s.Required {
			m := s.Properties[member]
			if m.Type != "string" || m.Enum != nil || m.Format != "" {
				continue
			}
			if seen++; m.MinLength < 1 {
				t.Errorf("%s.%s: got minLength %d, want at least 1", name, member, m.MinLength)
			}
		}
	}
	if seen < 10 {
		t.Errorf("got %d texts that are required, want at least 10: the test looks in the wrong place", seen)
	}
}
