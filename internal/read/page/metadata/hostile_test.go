package metadata_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/metadata"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// Whatever a page repeats, reading it takes time linear in its size.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	many := strings.Repeat
	data := func(object string, n int) string {
		return `<script type="application/ld+json">{"@graph":[` + strings.TrimSuffix(many(object, n), ",") + `]}</script>`
	}
	cases := map[string]string{
		"headings":               many(`<h1>A wet day | The Site - B</h1>`, 30_000),
		"a title of dashes":      `<title>` + many("a - ", 100_000) + `</title>`,
		"a heading of dashes":    `<h1>` + many("a | ", 100_000) + `</h1>`,
		"a heading of parts":     `<h1>` + many("<i>a</i> ", 100_000) + `</h1>`,
		"dates":                  `<h1>H</h1>` + many(`<p>9 March 2024`, 60_000),
		"dates in a text":        `<h1>H</h1><p>` + many(`9 March 2024, 10/11/2012 `, 60_000),
		"headings in each other": many(`<div><h1>`, 200) + many("a wet day ", 100_000),
		"times in each other":    `<h1>H</h1>` + many(`<time>`, 200) + many("9 March 2024 ", 60_000),
		"comments in each other": many(`<div itemscope itemtype=https://schema.org/Comment>`, 400) + many(`<b itemprop="author datePublished">x</b>`, 50_000),
		"times":                  `<h1>H</h1>` + many(`<time datetime=2024-03-09T10:00:00Z>`, 40_000),
		"digits":                 `<h1>H</h1><p>` + many("1", 1_000_000),
		"digits and dots":        `<h1>H</h1>` + many("<b>"+many("1.", 150)+"</b>", 5_000),
		"authors":                `<h1>H</h1>` + many(`<a rel=author class=byline>By Ada Lane, Bo Reed</a>`, 30_000),
		"authors in each other":  `<h1>H</h1>` + many(`<b class=author>`, 190) + "Ada" + many(`</b>`, 190),
		"joints":                 `<h1>H</h1><p class=author>` + many("and by ", 200_000),
		"leads":                  `<h1>H</h1>` + many(`<p>By</p>`, 50_000),
		"a long class":           `<p class="` + many("author ", 200_000) + `">x</p>`,
		"long classes":           many(`<p class="`+many("a-", 200)+`">x</p>`, 10_000),
		"metas":                  many(`<meta name=citation_author content="Lane, Ada">`, 50_000),
		"links":                  many(`<link rel="icon canonical" href=x>`, 50_000),
		"properties":             many(`<b itemprop="author datePublished">2024-03-09</b>`, 40_000),
		"objects":                data(`{"@type":"Article","author":{"@id":"x"},"datePublished":"2024-03-09"},`, 8_000),
		"references":             many(data(`{"@type":"WebPage","author":[`+strings.TrimSuffix(many(`{"@id":"x"},`, 50), ",")+`]},`, 1_500), 5),
		"sites":                  many(data(`{"@type":"Organization","name":"A Site"},{"@type":"Thing","author":["Ada Lane","Bo Reed"]},`, 10_000), 5),
		"names":                  `<script type="application/ld+json">{"@type":"Article","author":[` + strings.TrimSuffix(many(`"Ada Lane",`, 60_000), ",") + `]}</script>`,
		"a path of digits":       `<h1>H</h1>`,
		"bytes that are none":    "<title>\xff\xfe</title><h1>\xc3</h1><p class=date>9 \x80 2024",
	}
	for name, page := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := &url.URL{Scheme: "https", Host: "site.example", Path: "/" + strings.Repeat("2024/", 2000)}
			doc := dom.Parse([]byte(page))
			objects := structured.Objects(structured.JSONLD(doc))
			start := time.Now()
			m := metadata.Read(doc, u, u, objects)
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("it took %v", took)
			}
			if len(m.Title) > 2000 || len(m.Author) > 2000 {
				t.Errorf("a title of %d and authors of %d bytes", len(m.Title), len(m.Author))
			}
		})
	}
}
