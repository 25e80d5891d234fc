package embedded_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/embedded"
)

const told = "The keeper writes that the lamp was lit at six and that the wind stood in the west. Two boats came in before dark, " +
	"and the third was seen off the point at noon with her mast gone. Nobody was hurt, and the boat was towed in by the pilot."

func quoted(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func data(attr, body string) string {
	return `<script type="application/json" ` + attr + `>` + body + `</script>`
}

// TestFind reads content from what each framework leaves in a page, in its own form.
func TestFind(t *testing.T) {
	t.Parallel()
	rich := `[{"_type":"block","style":"h2","children":[{"text":"Night"}]},{"_type":"block","style":"normal","children":[{"text":` + quoted(t, told) + `}]}]`
	contentful := `{"nodeType":"document","content":[{"nodeType":"heading-2","content":[{"nodeType":"text","value":"Night"}]},{"nodeType":"paragraph","content":[{"nodeType":"text","value":` + quoted(t, told) + `}]}]}`
	row := `1:["$","article",null,{"children":[["$","h1",null,{"children":"Night"}],["$","p",null,{"children":` + quoted(t, told) + `}]]}]` + "\n"
	for name, c := range map[string]struct {
		body   string
		source page.DataSource
		has    string
	}{
		"JSON-LD": {`<script type="application/ld+json">{"@type":"NewsArticle","headline":"Night","articleBody":` + quoted(t, told) + `}</script>`, page.JSONLD, "<h1>Night</h1><p>The keeper"},
		"JSON-LD, the longest": {
			`<script type="application/ld+json">[{"@type":"NewsArticle","headline":"Night","articleBody":` + quoted(t, told+" "+told) + `},{"@type":"Review","name":"Day","reviewBody":` + quoted(t, told) + `}]</script>`, page.JSONLD, "<h1>Night</h1><p>The keeper",
		},
		"Next, HTML": {
			data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"post":{"title":"Night","content":{"rendered":`+quoted(t, "<p>"+told+"</p>")+`}}}}}`), page.Next, "<h1>Night</h1><p>The keeper",
		},
		"Next, Portable Text": {data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"title":"Log","body":`+rich+`}}}`), page.Next, "<h1>Log</h1><h2>Night</h2><p>The keeper"},
		"Next, Contentful":    {data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"fields":{"title":"Log","content":`+contentful+`}}}}`), page.Next, "<h1>Log</h1><h2>Night</h2><p>The keeper"},
		"Next, its stream": {
			`<script>self.__next_f.push([1,` + quoted(t, row[:40]) + `])</script><script>self.__next_f.push([1,` + quoted(t, row[40:]) + `])</script>`, page.Next, "<h1>Night</h1><p>The keeper",
		},
		"Nuxt": {
			data(`id="__NUXT_DATA__" data-ssr="true"`, `[["ShallowReactive",1],{"data":2,"state":5},["Reactive",3],{"post":4},{"title":6,"body":7},{},"Night",`+quoted(t, told)+`]`),
			page.Nuxt, "<h1>Night</h1><p>The keeper",
		},
		"SvelteKit": {
			data(`data-sveltekit-fetched data-url="/api"`, `{"status":200,"headers":{},"body":`+quoted(t, `{"title":"Night","text":`+quoted(t, told)+`}`)+`}`), page.SvelteKit, "<h1>Night</h1><p>The keeper",
		},
		"a state":            {`<script>window.__INITIAL_STATE__ = {"article":{"headline":"Night","bodyHtml":` + quoted(t, "<p>"+told+"</p>") + `}}; boot()</script>`, page.State, "<h1>Night</h1><p>The keeper"},
		"a state in a text":  {`<script>window.__PRELOADED_STATE__ = JSON.parse(` + quoted(t, `{"page":{"title":"Night","markdown":`+quoted(t, told)+`}}`) + `)</script>`, page.State, "<h1>Night</h1><p>The keeper"},
		"Japanese, no space": {data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"title":"灯台","body":`+quoted(t, strings.Repeat("灯台守は六時に灯をともした。", 20))+`}}}`), page.Next, "<h1>灯台</h1><p>灯台守"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := dom.Parse([]byte(`<!doctype html><html lang="en"><head><title>Log</title></head><body><div id="app"></div>` + c.body))
			got, ok := embedded.Find(doc)
			if !ok || got.Source != c.source || !strings.Contains(string(got.HTML), c.has) || !strings.Contains(string(got.HTML), "<title>Log</title>") {
				t.Errorf("got %q %s, found %t; want %q with %q", got.Source, got.HTML, ok, c.source, c.has)
			}
		})
	}
}

// TestFindsNothing: what is data, code, many texts of one rank or no text at all is left to the browser.
func TestFindsNothing(t *testing.T) {
	t.Parallel()
	post := `{"title":"A","body":` + quoted(t, told) + `}`
	for name, body := range map[string]string{
		"nothing":             `<div id=root></div>`,
		"not free":            `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Night","isAccessibleForFree":false,"articleBody":` + quoted(t, told) + `}</script>`,
		"not free, by a text": `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Night","isAccessibleForFree":"False","articleBody":` + quoted(t, told) + `}</script>`,
		"a beginning":         `<script type="application/ld+json">{"@type":"NewsArticle","headline":"Night","articleBody":` + quoted(t, told+" The pilot said […]") + `}</script>`,
		"three points":        data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"title":"A","body":`+quoted(t, "<p>"+told+" And so...</p>")+`}}}`),
		"without a name":      `<script type="application/ld+json">{"@type":"WebPage","text":` + quoted(t, told) + `}</script>`,
		"the site's text":     `<script type="application/ld+json">[{"@type":"Event","name":"A night"},{"@type":"WebSite","name":"Harbour","text":` + quoted(t, told) + `}]</script>`,
		"what is for sale":    data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"product":{"name":"Rope","price":"£9.00","stock":"none","description":`+quoted(t, told)+`}}}}`),
		"empty props":         data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{}},"page":"/"}`),
		"translations":        data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"messages":{"body":`+quoted(t, told)+`}}}}`),
		"a list of posts":     data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"posts":[`+post+`,`+post+`,`+post+`]}}}`),
		"a list of headlines": data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"hero":{"title":"The harbour","text":`+quoted(t, told)+`},"posts":[`+strings.Repeat(`{"title":"The lamp was lit at six","slug":"lamp","excerpt":"Two boats came in before dark."},`, 9)+`{}]}}}`),
		"a shelf with a text": data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"category":{"name":"Ropes","description":`+quoted(t, told)+`},"products":[`+strings.Repeat(`{"name":"Rope","price":900},`, 3)+`{}]}}}`),
		"short texts":         data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"title":"A","body":"Soon."}}}`),
		"code":                data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"body":`+quoted(t, strings.Repeat("a{b:c;d:e}#12;", 40))+`}}}`),
		"encoded":             data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"body":`+quoted(t, strings.Repeat("QUJDREVGR0hJSktMTU5P", 40))+`}}}`),
		"broken":              data(`id="__NEXT_DATA__"`, `{"props":{"pageProps":{"body":`),
		"names itself":        data(`id="__NUXT_DATA__"`, `[["Reactive",1],{"a":0,"b":1}]`),
		"places of no use":    data(`id="__NUXT_DATA__"`, `[{"a":99,"b":-1,"c":1e9},1]`),
		"a stream of none":    `<script>self.__next_f.push([1,"1:\"$Sreact.fragment\"\n2:I[5244,[],\"\"]\n3:Tffff,x"])</script>`,
	} {
		if got, ok := embedded.Find(dom.Parse([]byte("<!doctype html><body>" + body))); ok {
			t.Errorf("%s: got %q %s, want nothing", name, got.Source, got.HTML)
		}
	}
}

// FuzzFind: whatever a page holds ends in content or in none.
func FuzzFind(f *testing.F) {
	f.Add(`<script id="__NUXT_DATA__">[["Reactive",1],{"a":0}]</script>`)
	f.Add(`<script>self.__next_f.push([1,"1:[\"$\",\"p\",null,{\"children\":\"$1\"}]\n"])</script>`)
	f.Add(`<script>window.__A = {"body":{"content":[{"type":"p","content":[]}]}}</script>`)
	f.Fuzz(func(t *testing.T, body string) {
		if found, ok := embedded.Find(dom.Parse([]byte(body))); ok && len(found.HTML) == 0 {
			t.Error("got content without HTML")
		}
	})
}
