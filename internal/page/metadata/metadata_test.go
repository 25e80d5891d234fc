package metadata_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/page"
	"github.com/quarryapi/quarry/internal/page/dom"
	"github.com/quarryapi/quarry/internal/page/metadata"
	"github.com/quarryapi/quarry/internal/page/structured"
)

func read(t *testing.T, body string) page.Metadata {
	t.Helper()
	u, err := url.Parse("https://site.example/a/b")
	if err != nil {
		t.Fatal(err)
	}
	doc := dom.Parse([]byte(body))
	return metadata.Read(doc, dom.Base(doc, u), structured.Objects(structured.JSONLD(doc)))
}

// Each field by the places where pages declare it, the stronger ones first.
func TestSources(t *testing.T) {
	t.Parallel()
	ld := func(s string) string { return `<script type="application/ld+json">` + s + `</script>` }
	cases := map[string]struct {
		page string
		want func(page.Metadata) string
		is   string
	}{
		"title element":          {`<title> A  b </title><meta property=og:title content=C>`, title, "A b"},
		"title by Open Graph":    {`<meta property=og:title content=C>`, title, "C"},
		"title by JSON-LD":       {ld(`{"@type":"Article","headline":"H"}`), title, "H"},
		"title by heading":       {`<h1>H <b>x</b></h1>`, title, "H x"},
		"title of a drawing":     {`<svg><title>Icon</title></svg><title>Page</title>`, title, "Page"},
		"no title":               {`<p>x`, title, ""},
		"title too long":         {`<title>` + strings.Repeat("x", 3000) + `</title><h1>H</h1>`, title, "H"},
		"description":            {`<meta name=Description content=" d  e "><meta property=og:description content=o>`, description, "d e"},
		"description shared":     {`<meta property=og:description content=o>`, description, "o"},
		"canonical":              {`<link rel=canonical href=/c>`, canonical, "https://site.example/c"},
		"canonical by base":      {`<base href=https://b.example/x/><link rel="next canonical" href=c>`, canonical, "https://b.example/x/c"},
		"canonical by og:url":    {`<meta property=og:url content=https://o.example/>`, canonical, "https://o.example/"},
		"canonical is script":    {`<link rel=canonical href="javascript:x">`, canonical, ""},
		"language":               {`<html lang=pt-BR>`, language, "pt-BR"},
		"language by locale":     {`<meta property=og:locale content=en_US>`, language, "en-US"},
		"language is a template": {`<html lang="{{lang}}"><meta http-equiv=content-language content=sv>`, language, "sv"},
		"language is a list":     {`<meta http-equiv=content-language content="de, en">`, language, ""},
		"author":                 {`<meta name=author content="Ada L.">`, author, "Ada L."},
		"author is a profile":    {`<meta property=article:author content="https://f.example/ada"><a rel=author href=x>Ada</a>`, author, "Ada"},
		"authors by JSON-LD":     {ld(`{"@type":"NewsArticle","author":[{"name":"A"},{"name":"B"},{"name":"A"}]}`), author, "A, B"},
		"author is a name":       {ld(`{"@type":"BlogPosting","author":"A"}`), author, "A"},
		"author by microdata":    {`<span itemprop=author itemscope><a itemprop=url href=x>x</a><b itemprop=name>Ada</b></span>`, author, "Ada"},
		"author of a comment":    {ld(`{"@type":"Comment","author":{"name":"A"}}`), author, ""},
		"published":              {`<meta property=article:published_time content=2024-03-09T07:30:00+01:00>`, published, "2024-03-09T07:30:00+01:00"},
		"published by JSON-LD":   {ld(`{"@graph":[{"@type":"WebPage","datePublished":"2020-01-01"},{"@type":"Article","datePublished":"2021-02-03T04:05"}]}`), published, "2021-02-03T04:05:00"},
		"published by day":       {`<meta name=date content="March 9, 2024">`, published, "2024-03-09"},
		"published by microdata": {`<time itemprop=datePublished datetime=2024-03-09>x</time>`, published, "2024-03-09"},
		"published by class":     {`<time class="entry-date published" datetime="2024-03-09T07:30:00Z">x</time>`, published, "2024-03-09T07:30:00Z"},
		"a time is no date":      {`<time datetime=2024-03-09>x</time><p>9 March 2024`, published, ""},
		"an ambiguous date":      {`<meta name=date content=03/09/2024>`, published, ""},
		"a date that is none":    {`<meta name=date content=yesterday>`, published, ""},
		"a day that is none":     {`<meta name=date content=2024-02-31>`, published, ""},
		"an unknown zone":        {`<meta name=date content="2024-03-09 07:30:00 PST">`, published, ""},
		"mail date":              {`<meta name=date content="Sat, 09 Mar 2024 07:30:00 GMT">`, published, "2024-03-09T07:30:00Z"},
		"modified":               {`<meta property=og:updated_time content=2024-03-09T07:30:00Z>`, modified, "2024-03-09T07:30:00Z"},
		"site name":              {ld(`{"@type":"Article","publisher":{"name":"P"}}`), siteName, "P"},
		"site name by og":        {`<meta property=og:site_name content=S>`, siteName, "S"},
		"image":                  {`<meta property=og:image content=i.png>`, image, "https://site.example/a/i.png"},
		"image by JSON-LD":       {ld(`{"@type":"Product","image":[{"url":"/i.png"}]}`), image, "https://site.example/i.png"},
		"image is data":          {`<meta property=og:image content="data:x"><link rel=image_src href=/j.png>`, image, "https://site.example/j.png"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.want(read(t, c.page)); got != c.is {
				t.Errorf("got %q, want %q", got, c.is)
			}
		})
	}
}

func title(m page.Metadata) string       { return m.Title }
func description(m page.Metadata) string { return m.Description }
func canonical(m page.Metadata) string   { return m.Canonical }
func language(m page.Metadata) string    { return m.Language }
func author(m page.Metadata) string      { return m.Author }
func published(m page.Metadata) string   { return m.PublishedAt }
func modified(m page.Metadata) string    { return m.ModifiedAt }
func siteName(m page.Metadata) string    { return m.SiteName }
func image(m page.Metadata) string       { return m.Image }

func TestIconsAndVocabularies(t *testing.T) {
	t.Parallel()
	got := read(t, `<link rel="shortcut icon" href=/f.ico><link rel=icon type=image/png sizes=32x32 href=f.png><link rel=apple-touch-icon href=/t.png>
<link rel=icon type=image/png sizes=32x32 href=f.png><link rel=mask-icon href=m.svg><link rel=icon href="data:,">
<meta property=og:type content=website><meta property=og:type content=second><meta name=twitter:card content=summary><meta property=article:tag content=x>
<script type="application/ld+json; charset=utf-8">[{"@type":"https://schema.org/Event"},{"@type":["Event","Thing"]}]</script>`)
	want := page.Metadata{
		Icons: []page.Icon{
			{URL: "https://site.example/f.ico", Rel: "icon"},
			{URL: "https://site.example/a/f.png", Rel: "icon", Type: "image/png", Sizes: "32x32"},
			{URL: "https://site.example/t.png", Rel: "apple-touch-icon"},
			{URL: "https://site.example/a/m.svg", Rel: "mask-icon"},
		},
		OpenGraph:   map[string]string{"type": "website", "article:tag": "x"},
		Twitter:     map[string]string{"card": "summary"},
		JSONLDTypes: []string{"Event", "Thing"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
