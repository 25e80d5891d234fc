package logo_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/logo"
	"github.com/quarryapi/quarry/internal/read/page/metadata"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

func find(t *testing.T, source string) []logo.Candidate {
	t.Helper()
	pageURL, err := url.Parse("https://site.example/dir/page")
	if err != nil {
		t.Fatal(err)
	}
	doc := dom.Parse([]byte(source))
	base := dom.Base(doc, pageURL)
	objects := structured.Objects(structured.JSONLD(doc))
	return logo.Find(doc, base, objects, metadata.Read(doc, base, base, objects).Icons)
}

const at = "https://site.example"

func TestFind(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		page string
		want []logo.Candidate
	}{
		"nothing": {"<h1>Hi</h1><img src=photo.jpg>", nil},
		"JSON-LD before all, the organization first": {
			`<script type="application/ld+json">[{"@type":"Product","logo":"/product.png"},
			 {"@type":"Article","publisher":{"@type":"Organization","logo":{"@type":"ImageObject","url":"/publisher.png"}}},
			 {"@graph":[{"@type":"LocalBusiness","logo":{"contentUrl":"/shop.png"}},{"@type":"NewsMediaOrganization","logo":"/org.png"}]}]</script>
			 <header><a href="/"><img class=logo src="/shown.png"></a></header>`,
			[]logo.Candidate{
				{URL: at + "/org.png", Source: logo.JSONLD},
				{URL: at + "/shop.png", Source: logo.JSONLD},
				{URL: at + "/product.png", Source: logo.JSONLD},
				{URL: at + "/publisher.png", Source: logo.JSONLD},
				{URL: at + "/shown.png", Source: logo.Header},
			},
		},
		"marks": {
			`<meta property="og:logo" content="/og.png"><div itemscope><img itemprop="logo" src="mark.svg"></div>
			 <div itemprop="logo" itemscope itemtype="https://schema.org/ImageObject"><meta itemprop="url" content="/object.png"><meta itemprop="width" content="60"></div>`,
			[]logo.Candidate{
				{URL: at + "/dir/mark.svg", Source: logo.Microdata}, {URL: at + "/object.png", Source: logo.Microdata}, {URL: at + "/og.png", Source: logo.OpenGraph},
			},
		},
		"header: a name before a link alone, a photo never": {
			`<header><img src="/hero.jpg"><a href="https://www.site.example/"><img src="/home.png"></a><a class="site-logo" href="/"><img data-src="/lazy.svg" src="data:image/gif;base64,R0"></a>
			 <a href="/about"><img src="/about.png"></a></header>`,
			[]logo.Candidate{{URL: at + "/lazy.svg", Source: logo.Header}, {URL: at + "/home.png", Source: logo.Header}},
		},
		"a header by its class, and one that is an article's": {
			`<div id="page-header"><img alt="Harbour Light logo" src="/a.png"></div><article><header><img class="logo" src="/b.png"></header></article>`,
			[]logo.Candidate{{URL: at + "/a.png", Source: logo.Header}},
		},
		"customers and partners are others": {
			`<section class="customer-logos"><img class="logo" src="/acme-logo.png"><a href="https://acme.example/"><img src="/acme-logo2.png"></a></section>
			 <footer><a href="/en/"><img src="/img/logo-white.svg?v=2"></a></footer>`,
			[]logo.Candidate{{URL: at + "/img/logo-white.svg?v=2", Source: logo.Elsewhere}},
		},
		"icons by size": {
			`<link rel="icon" href="/f16.png" sizes="16x16"><link rel="mask-icon" href="/mask.svg"><link rel="icon" href="/f.svg" type="image/svg+xml">
			 <link rel="apple-touch-icon" href="/touch.png"><link rel="icon" href="/f512.png" sizes="192x192 512x512"><link rel="shortcut icon" href="/f.ico">`,
			[]logo.Candidate{
				{URL: at + "/f512.png", Source: logo.Icon},
				{URL: at + "/touch.png", Source: logo.Icon},
				{URL: at + "/f.svg", Source: logo.Icon},
				{URL: at + "/f16.png", Source: logo.Icon},
				{URL: at + "/f.ico", Source: logo.Icon},
				{URL: at + "/mask.svg", Source: logo.Icon},
			},
		},
		"once each": {
			`<script type="application/ld+json">{"@type":"Organization","logo":["/l.png","/l.png",{"url":"javascript:alert(1)"},7,null,[["x"]]]}</script><header class=logo><img src="/l.png"></header>`,
			[]logo.Candidate{{URL: at + "/l.png", Source: logo.JSONLD}},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, find(t, c.page)); diff != "" {
				t.Errorf("find mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFindIsBounded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("<header>")
	for i := range 5000 {
		fmt.Fprintf(&b, "<img class=logo src=/%d.png>", i)
	}
	got := find(t, b.String())
	if len(got) != 20 || got[19].URL != at+"/19.png" {
		t.Errorf("%d candidates", len(got))
	}
	if urls := logo.URLs(nil); urls == nil || len(urls) != 0 {
		t.Errorf("no candidates are %#v", urls)
	}
}
