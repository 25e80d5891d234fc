package structured_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

func TestJSONLD(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		block string
		want  []string
	}{
		"an object":              {`{ "a" : 1.50 }`, []string{`{"a":1.50}`}},
		"a list":                 {`[{"a":1},[{"b":2}],3,"x"]`, []string{`{"a":1}`, `{"b":2}`}},
		"a scalar":               {`"x"`, nil},
		"empty":                  {` `, nil},
		"in a comment":           {`<!-- {"a":1} -->`, []string{`{"a":1}`}},
		"in CDATA":               {"//<![CDATA[\n{\"a\":1}\n//]]>", []string{`{"a":1}`}},
		"a semicolon behind":     {`{"a":1};`, []string{`{"a":1}`}},
		"a line end in a string": {"{\"a\":\"x\ny\"}", []string{`{"a":"x\ny"}`}},
		"a trailing comma":       {`{"a":[1,2,],}`, []string{`{"a":[1,2]}`}},
		"not JSON":               {`window.x = {`, nil},
		"ends in a backslash":    {`{"a":"x\`, nil},
		"ends in a slash":        {`{"a":1}/`, nil},
		"too large":              {`{"a":"` + strings.Repeat("x", 1<<20) + `"}`, nil},
		"too deep for JSON":      {strings.Repeat(`{"a":`, 20_000), nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := dom.Parse([]byte(`<script type="application/ld+json">` + c.block + `</script><script>{"b":1}</script>`))
			var got []string
			for _, raw := range structured.JSONLD(doc) {
				got = append(got, string(raw))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("JSONLD mismatch (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(structured.Objects(structured.JSONLD(doc)), structured.ReadObjects(doc)); diff != "" {
				t.Errorf("objects that are read at once differ (-of blocks +at once):\n%s", diff)
			}
		})
	}
}

// What is read at once is cut where blocks are, and has the members of graphs.
func TestReadObjects(t *testing.T) {
	t.Parallel()
	const script = `<script type="application/ld+json">`
	for name, body := range map[string]string{
		"a graph":            script + `{"@graph":[{"a":1},2,{"b":[1e999]}]}</script>`,
		"a number too large": script + `{"a":1e999}</script>` + script + `[{"a":1e999},{"b":1}]</script>`,
		"many scripts":       strings.Repeat(script+`{"a":1}</script>`, 150),
		"a long list":        strings.Repeat(script+`{"a":1}</script>`, 60) + script + `[` + strings.Repeat(`{"b":1},`, 90) + `{}]</script>` + script + `{"c":1}</script>`,
	} {
		doc := dom.Parse([]byte(body))
		if diff := cmp.Diff(structured.Objects(structured.JSONLD(doc)), structured.ReadObjects(doc)); diff != "" {
			t.Errorf("%s: objects that are read at once differ (-of blocks +at once):\n%s", name, diff)
		}
	}
}

func TestObjects(t *testing.T) {
	t.Parallel()
	all := structured.Objects([]json.RawMessage{
		json.RawMessage(`{"@graph":[{"@type":"NewsArticle"},3,{"@type":["schema:Product","Thing"]}]}`),
		json.RawMessage(`{"@type":7}`), json.RawMessage(`[]`),
	})
	if len(all) != 4 {
		t.Fatalf("got %d objects", len(all))
	}
	if !all[1].Is("Article") || all[1].Is("Product") || !all[2].Is("Product") || all[3].Types() != nil {
		t.Errorf("the types are %v, %v, %v", all[1].Types(), all[2].Types(), all[3].Types())
	}
}

func TestMicrodata(t *testing.T) {
	t.Parallel()
	base, err := url.Parse("https://site.example/dir/")
	if err != nil {
		t.Fatal(err)
	}
	item := func(kind string, props map[string][]any) page.Item {
		types := []string{}
		if kind != "" {
			types = append(types, kind)
		}
		return page.Item{Type: types, Properties: props}
	}
	cases := map[string]struct {
		page string
		want []page.Item
	}{
		"values by element": {
			`<div itemscope itemtype=T><a itemprop=u href=x>t</a><img itemprop=i src=/y><meta itemprop=m content=" c "><time itemprop=d datetime=2024>z</time>
			<data itemprop=v value=7>seven</data><b itemprop="p q"> two <i>words</i> </b><span itemprop=e></span></div>`,
			[]page.Item{item("T", map[string][]any{
				"u": {"https://site.example/dir/x"}, "i": {"https://site.example/y"}, "m": {"c"}, "d": {"2024"}, "v": {"7"}, "p": {"two words"}, "q": {"two words"},
			})},
		},
		"an item within": {
			`<div itemscope itemtype=T><div itemprop=o itemscope itemtype=O><b itemprop=n>x</b></div><b itemprop=n>y</b></div>`,
			[]page.Item{item("T", map[string][]any{"o": {item("O", map[string][]any{"n": {"x"}})}, "n": {"y"}})},
		},
		"a reference": {
			`<div itemscope itemref="r nowhere"></div><p id=r itemprop=n>z</p>`,
			[]page.Item{item("", map[string][]any{"n": {"z"}})},
		},
		"a reference to itself": {
			`<div itemscope><div id=a itemscope itemprop=x itemref=a><b itemprop=n>hi</b></div></div>`,
			[]page.Item{item("", map[string][]any{"x": {item("", map[string][]any{"n": {"hi"}})}})},
		},
		"references in a circle": {
			`<div id=a itemscope itemref=b><b itemprop=n>1</b></div><div id=b itemprop=y itemscope itemref=a></div>`,
			[]page.Item{item("", map[string][]any{"n": {"1"}, "y": {item("", map[string][]any{})}})},
		},
		"an item without a property": {`<div itemscope>text</div>`, []page.Item{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, structured.Microdata(dom.Parse([]byte(c.page)), base)); diff != "" {
				t.Errorf("Microdata mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// References multiply: each of a thousand items names an element with a thousand
// values.
func TestMicrodataIsBounded(t *testing.T) {
	t.Parallel()
	doc := dom.Parse([]byte(strings.Repeat(`<div itemscope itemref=r></div>`, 1000) +
		`<div id=r>` + strings.Repeat(`<b itemprop=p>`+strings.Repeat("x", 1000)+`</b>`, 1000) + `</div>`))
	items := structured.Microdata(doc, &url.URL{Scheme: "https", Host: "site.example"})
	values := 0
	for _, i := range items {
		values += len(i.Properties["p"])
	}
	if len(items) > 500 || values > 5000 {
		t.Errorf("%d items with %d values", len(items), values)
	}
}
