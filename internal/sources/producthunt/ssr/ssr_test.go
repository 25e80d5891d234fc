package ssr_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/sources/producthunt/ssr"
)

// read makes a page of pushes.
func read(arguments ...string) *ssr.State {
	var b strings.Builder
	for _, a := range arguments {
		b.WriteString(`<script>(window[Symbol.for("ApolloSSRDataTransport")] ??= []).push(` + a + `)</script>`)
	}
	return ssr.Read(dom.Parse([]byte("<!doctype html><body>" + b.String())))
}

func names(all []ssr.Object) []string {
	list := []string{}
	for _, o := range all {
		list = append(list, o.Text("name"))
	}
	return list
}

// Both generations of pages, and a plain cache with references, tell the same objects.
func TestGenerations(t *testing.T) {
	t.Parallel()
	product := `{"__typename":"Product","id":"7","name":"Gauge","slug":"gauge"}`
	for name, page := range map[string]*ssr.State{
		"rehydrate": read(`{"rehydrate":{"_R_1_":{"data":{"product":` + product + `}}}}`),
		"results":   read(`{"results":[{"id":"1","result":{"data":{"product":` + product + `},"networkStatus":undefined}}]}`),
		"events":    read(`{"rehydrate":{},"events":[{"type":"started","id":1},{"type":"next","id":1,"value":{"data":{"product":` + product + `},"loading":undefined}}]}`),
		"several":   read(`{"a":1}`, `{"events":[{"value":{"data":`+product+`}}]}`),
		"one script, two pushes": ssr.Read(dom.Parse([]byte(
			`<script>(window[Symbol.for("ApolloSSRDataTransport")] ??= []).push({"a":1});(window[Symbol.for("ApolloSSRDataTransport")]).push(` + product + `);x()</script>`))),
	} {
		got := page.All("Product")
		if len(got) != 1 || got[0].Text("slug") != "gauge" || got[0].Text("id") != "7" {
			t.Errorf(`%s: got %v, want length 1, [0].Text("slug") "gauge", [0].Text("id") "7"`, name, got)
		}
	}
}

// Only the bare word stands for nothing; in a string it is text.
func TestUndefined(t *testing.T) {
	t.Parallel()
	s := read(`{"__typename":"Post","id":1,"name":"is undefined, \"undefined\" \\","tagline":undefined,"list":[undefined,undefined],"undefined":"x","slug":"a"}`)
	got := s.All("Post")
	if len(got) != 1 || got[0].Text("name") != `is undefined, "undefined" \` || got[0].Has("tagline") || got[0].Text("undefined") != "x" || got[0].Text("slug") != "a" {
		t.Errorf("got %v, want length 1, [0].Text(\"name\") \"is undefined, \\\"undefined\\\" \\\\\", [0].Has(\"tagline\") false, [0].Text(\"undefined\") \"x\", [0].Text(\"slug\") \"a\"", got)
	}
}

func TestMergesWhatIsToldInPieces(t *testing.T) {
	t.Parallel()
	s := read(
		`{"a":{"__typename":"Product","id":"7","slug":"gauge","name":null,"posts":{"edges":[]}}}`,
		`{"b":{"__typename":"Product","id":7,"name":"Gauge","slug":"other","posts":{"edges":[{"node":{"__typename":"Post","id":"1","name":"One"}},{"node":{"__ref":"Post:2"}},{"node":{"__ref":"Post3"}},{"node":null},7]}}}`,
		`{"c":[{"__typename":"Post","id":"2","name":"Two","product":{"__ref":"Product:7"}},{"__typename":"Post","id":"3","name":"Three"},{"__typename":"Post","name":"without id"}]}`,
	)
	products := s.All("Product")
	if len(products) != 1 || products[0].Text("slug") != "gauge" || products[0].Text("name") != "Gauge" {
		t.Fatalf(`got products %v, want length 1, [0].Text("slug") "gauge", [0].Text("name") "Gauge"`, products)
	}
	posts, known := s.List(products[0]["posts"])
	if diff := cmp.Diff([]string{"One", "Two", "Three"}, names(posts)); diff != "" || !known {
		t.Errorf("got known %t, want true; names mismatch (-want +got):\n%s", known, diff)
	}
	if diff := cmp.Diff([]string{"One", "Two", "Three"}, names(s.Within(products[0], "Post"))); diff != "" {
		t.Errorf("names mismatch (-want +got):\n%s", diff)
	}
	// A post refers to its product, which has it: nothing follows references by itself.
	if back := s.Of(posts[1]["product"]); back.Text("name") != "Gauge" {
		t.Errorf(`got back %v, want Text("name") "Gauge"`, back)
	}
	if _, known := s.List(products[0]["reviews"]); known {
		t.Error("a list that is not there is no empty one")
	}
	if o := s.Of("x"); o != nil {
		t.Errorf("got object %v, want nil", o)
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	o := read(`{"__typename":"Post","rank":"3","score":12.0,"big":1e300,"no":true,"at":"2026-06-16T02:18:05-07:00","text":" a ","empty":" ","bad":"x"}`).All("Post")[0]
	if n := o.Int("missing", "bad", "no", "rank"); n == nil || *n != 3 {
		t.Errorf("rank %v", n)
	}
	if n := o.Int("score"); n == nil || *n != 12 {
		t.Errorf("score %v", n)
	}
	if n := o.Int("big"); n != nil {
		t.Errorf("big %d", *n)
	}
	if b := o.Bool("text", "no"); b == nil || !*b {
		t.Errorf("no %v", b)
	}
	if at := o.Time("text", "at"); at != "2026-06-16T09:18:05.000Z" {
		t.Errorf("at %s", at)
	}
	if s := o.Text("empty", "text"); s != "a" {
		t.Errorf("text %q", s)
	}
}

// A damaged chunk is left out, and the others are read; nothing runs away.
func TestHostile(t *testing.T) {
	t.Parallel()
	good := `{"__typename":"Product","id":"7","name":"Gauge"}`
	deep := strings.Repeat(`{"a":[`, 50_000) + good + strings.Repeat(`]}`, 50_000)
	wide := `{"a":[` + strings.TrimSuffix(strings.Repeat(`{"__typename":"User"},`, 200_000), ",") + `]}`
	for name, bad := range map[string]string{
		"cut off":          `{"a":{"__typename":"Product","id":"8"`,
		"cut in a string":  `{"a":"` + strings.Repeat("x", 1000),
		"ends in a escape": `{"a":"\`,
		"no object":        `undefined`,
		"a list":           `[1]`,
		"nothing":          ``,
		"closes too early": `{]}`,
		"a call":           `{"a":alert(1)}`,
		"half a word":      `{"a":xundefined}`,
		"very deep":        deep,
		"deep and open":    strings.Repeat(`{"a":`, 1_000_000),
		"many pushes":      strings.Repeat(`.push({`, 20_000),
		"very long":        `{"a":"` + strings.Repeat("x", 5<<20) + `"}`,
		"very wide":        wide,
		"itself":           `{"__typename":"Product","id":"9","x":{"__ref":"Product:9"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			s := read(good, bad, `{"b":`+good+`}`)
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("took %s", took)
			}
			if got := s.All("Product"); len(got) == 0 || got[0].Text("name") != "Gauge" || len(got) > 2 {
				t.Errorf("%d products", len(got))
			}
			if n := len(s.All("User")); n > 10_000 {
				t.Errorf("%d objects are kept", n)
			}
		})
	}
	if got := ssr.Read(dom.Parse([]byte(`<script>var x = "ApolloSSRDataTransport"</script><script></script><p>.push({})`))).All(""); len(got) != 0 {
		t.Errorf("got %v, want none", got)
	}
}
