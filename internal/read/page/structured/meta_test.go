package structured_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

func base(t *testing.T) *url.URL {
	t.Helper()
	u, err := url.Parse("https://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func metas(page string) structured.Metas { return structured.ReadMetas(dom.Parse([]byte(page))) }

func TestReadMetas(t *testing.T) {
	t.Parallel()
	const most = 4 << 10
	for name, c := range map[string]struct {
		page string
		want structured.Metas
	}{
		"each sort of name":     {`<meta name=a content=1><meta property=b content=2><meta itemprop=c content=3><meta http-equiv=d content=4><meta charset=e content=5>`, structured.Metas{"a": "1", "b": "2", "c": "3", "d": "4"}},
		"several names":         {`<meta name="A b" property=C content=x>`, structured.Metas{"a": "x", "b": "x", "c": "x"}},
		"the first that is set": {`<meta name=a content=""><meta name=a content=" "><meta name=a content=1><meta name=a content=2>`, structured.Metas{"a": "1"}},
		"spaces":                {"<meta name=a content=' x \n y\u00a0z '>", structured.Metas{"a": "x y z"}},
		"no content":            {`<meta name=a>`, structured.Metas{}},
		"as long as may be":     {`<meta name=a content=` + strings.Repeat("x", most) + `>`, structured.Metas{"a": strings.Repeat("x", most)}},
		"too long":              {`<meta name=a content=` + strings.Repeat("x", most+1) + `>`, structured.Metas{}},
	} {
		if diff := cmp.Diff(c.want, metas(c.page)); diff != "" {
			t.Errorf("%s: metas mismatch (-want +got):\n%s", name, diff)
		}
	}
	var many strings.Builder
	for i := range 600 {
		fmt.Fprintf(&many, "<meta name=n%d content=x>", i)
	}
	if got := metas(many.String()); len(got) != 500 || got["n499"] != "x" {
		t.Errorf("got %d values, want the first 500", len(got))
	}
}

func TestVocabularies(t *testing.T) {
	t.Parallel()
	m := metas(`<meta property=og:title content=T><meta property=og: content=none><meta property=article:author content=A><meta property=book:isbn content=B>
<meta property=product:price content=P><meta property=profile:username content=U><meta property=music:song content=M><meta property=video:actor content=V>
<meta property=fb:app_id content=F><meta name=article content=bare><meta name=twitter:card content=C><meta name=twitter: content=none>`)
	want := map[string]string{"title": "T", "article:author": "A", "book:isbn": "B", "product:price": "P", "profile:username": "U", "music:song": "M", "video:actor": "V"}
	if diff := cmp.Diff(want, m.OpenGraph()); diff != "" {
		t.Errorf("Open Graph mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"card": "C"}, m.Twitter()); diff != "" {
		t.Errorf("Twitter mismatch (-want +got):\n%s", diff)
	}
	if got := m.First("nothing", "og:title", "twitter:card"); got != "T" {
		t.Errorf("got %q, want the first that has a value, T", got)
	}
	if got := m.First("nothing"); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
}

func TestCollapse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "a": "a", "a b": "a b", " a": "a", "a ": "a", "a  b": "a b", "a\tb": "a b", "a\nb": "a b", "a\u00a0b": "a b", "a\u2003b": "a b", "a\u3000b": "a b",
		"é ä": "é ä", " \n ": "", "ш  ш": "ш ш", "日  本": "日 本",
	} {
		if got := structured.Collapse(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		value any
		want  []string
	}{
		"a name":         {" A ", []string{"A"}},
		"an empty one":   {" ", nil},
		"an object":      {map[string]any{"name": "A", "url": "u"}, []string{"A"}},
		"a list":         {[]any{"A", map[string]any{"name": []any{"B", " ", 3.0, "C"}}, 7.0}, []string{"A", "B", "C"}},
		"a list in one":  {[]any{[]any{"A"}, "B"}, []string{"B"}},
		"a number":       {7.0, nil},
		"another's name": {map[string]any{"title": "A"}, nil},
	} {
		if diff := cmp.Diff(c.want, structured.Named(c.value, "name")); diff != "" {
			t.Errorf("%s: names mismatch (-want +got):\n%s", name, diff)
		}
	}
}

func TestTypesOfEachPrefix(t *testing.T) {
	t.Parallel()
	o := structured.Object{"@type": []any{"https://schema.org/Article", "http://schema.org/Person", "schema:Thing", "Event", "https://other.example/X"}}
	if diff := cmp.Diff([]string{"Article", "Person", "Thing", "Event", "https://other.example/X"}, o.Types()); diff != "" {
		t.Errorf("types mismatch (-want +got):\n%s", diff)
	}
}

func TestBlocksAreBounded(t *testing.T) {
	t.Parallel()
	block := `<script type="application/ld+json; charset=utf-8">[{"a":1},{"a":2},{"a":3}]</script>`
	if got := structured.JSONLD(dom.Parse([]byte(strings.Repeat(block, 40)))); len(got) != 100 {
		t.Errorf("got %d objects, want 100", len(got))
	}
	if got := structured.JSONLD(dom.Parse([]byte(strings.Repeat(block, 33)))); len(got) != 99 {
		t.Errorf("got %d objects, want 99", len(got))
	}
}

func TestValuesByElement(t *testing.T) {
	t.Parallel()
	for markup, want := range map[string]any{
		`<audio itemprop=p src=x>`: "https://a.test/x", `<embed itemprop=p src=x>`: "https://a.test/x", `<iframe itemprop=p src=x></iframe>`: "https://a.test/x",
		`<video itemprop=p src=x>`: "https://a.test/x", `<source itemprop=p src=x>`: "https://a.test/x", `<track itemprop=p src=x>`: "https://a.test/x",
		`<area itemprop=p href=x>`: "https://a.test/x", `<link itemprop=p href=x>`: "https://a.test/x", `<a itemprop=p href="mailto:a@a.test">`: "mailto:a@a.test",
		`<object itemprop=p data=x></object>`: "https://a.test/x", `<meter itemprop=p value=3>four</meter>`: "3", `<time itemprop=p>today</time>`: "today",
		`<a itemprop=p href=x content=y>z</a>`:                      "y",
		`<b itemprop=p>` + strings.Repeat("x", 16<<10) + `</b>`:     strings.Repeat("x", 16<<10),
		`<b itemprop=p>` + strings.Repeat("x", 16<<10-1) + `äö</b>`: strings.Repeat("x", 16<<10-1),
	} {
		items := structured.Microdata(dom.Parse([]byte(`<div itemscope>`+markup+`</div>`)), base(t))
		if len(items) != 1 || !cmp.Equal(items[0].Properties["p"], []any{want}) {
			t.Errorf("%.60s: got %.200v, want %.60v", markup, items, want)
		}
	}
}
