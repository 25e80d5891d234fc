package metadata_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/metadata"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

func read(t *testing.T, body string) page.Metadata {
	t.Helper()
	u, err := url.Parse("https://site.example/a/b")
	if err != nil {
		t.Fatal(err)
	}
	doc := dom.Parse([]byte(body))
	return metadata.Read(doc, u, dom.Base(doc, u), structured.Objects(structured.JSONLD(doc)))
}

// Each field by the places where pages declare it, the stronger ones first.
func TestSources(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("It rained for days on end. ", 10)
	ld := func(s string) string { return `<script type="application/ld+json">` + s + `</script>` }
	cases := map[string]struct {
		page string
		want func(page.Metadata) string
		is   string
	}{
		"title agreed":           {`<title> A  wet day | The Site</title><meta property=og:title content="A wet day"><h1>A wet <b>day</b></h1>`, title, "A wet day"},
		"title and site name":    {`<title>A wet day - The Site</title><meta property=og:site_name content="The Site">`, title, "A wet day"},
		"site name and title":    {`<title>The Site: A wet day</title><meta property=og:site_name content="The Site"><h1>A wet day</h1>`, title, "A wet day"},
		"title with a dash":      {`<title>Wet days – and dry ones</title><h1>Wet days – and dry ones</h1>`, title, "Wet days – and dry ones"},
		"logo as heading":        {`<title>A wet day | The Site</title><meta property=og:site_name content="The Site"><h1>The Site</h1><h2>A wet day</h2>`, title, "A wet day"},
		"kicker in the heading":  {`<title>A wet day</title><meta property=og:title content="A wet day"><h1><span>Weather</span> <span>A wet day</span></h1>`, title, "A wet day"},
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
		"author is a profile":    {`<h1>H</h1><meta property=article:author content="https://f.example/ada"><a rel=author href=x>Ada</a>`, author, "Ada"},
		"authors by JSON-LD":     {ld(`{"@type":"NewsArticle","author":[{"name":"Ada"},{"name":"Bo"},{"name":"Ada"}]}`), author, "Ada, Bo"},
		"author by reference":    {ld(`{"@graph":[{"@type":"Article","author":{"@id":"#ada"}},{"@type":"Person","@id":"#ada","name":"Ada"}]}`), author, "Ada"},
		"author is a name":       {ld(`{"@type":"BlogPosting","author":"Ada"}`), author, "Ada"},
		"author by microdata":    {`<h1>H</h1><span itemprop=author itemscope><a itemprop=url href=x>x</a><b itemprop=name>Ada</b></span>`, author, "Ada"},
		"author by by-line":      {`<h1>H</h1><p>By Ada Lane and Bo Reed, 9 March 2024</p>`, author, "Ada Lane, Bo Reed"},
		"a particle in a name":   {`<h1>H</h1><p>By Ada van der Lane</p>`, author, "Ada van der Lane"},
		"a sentence":             {`<h1>H</h1><p>By Ada Lane asking for tea</p>`, author, ""},
		"author by class":        {`<h1>H</h1><div class="post-meta"><span class=author>Ada Lane</span></div>`, author, "Ada Lane"},
		"author by WordPress":    {`<meta name=twitter:label1 content="Verfasst von"><meta name=twitter:data1 content="Ada Lane">`, author, "Ada Lane"},
		"authors of a paper":     {`<meta name=citation_author content="Lane, Ada"><meta name=citation_author content="Bo Reed"><meta name=citation_author content="Reed, Cy">`, author, "Ada Lane, Bo Reed, Cy Reed"},
		"authors agree":          {`<meta name=author content=webteam><h1>H</h1><a rel=author class=author>Ada Lane</a>` + ld(`{"@type":"Article","author":{"name":"Ada Lane"}}`), author, "Ada Lane"},
		"author is an account":   {`<meta name=author content=admin><h1>H</h1><p class=byline>Posted by admin on Monday`, author, ""},
		"author of comments":     {`<h1>H</h1><p>text</p><div class=comments><b class=author>Ada</b><b class=author>Bo</b></div>`, author, ""},
		"maker of a product":     {`<meta property=og:type content=product><h1>H</h1><p>By Ada Lane</p>`, author, ""},
		"author of a comment":    {ld(`{"@type":"Comment","author":{"name":"A"}}`), author, ""},
		"published":              {`<meta property=article:published_time content=2024-03-09T07:30:00+01:00>`, published, "2024-03-09T07:30:00+01:00"},
		"published by JSON-LD":   {ld(`{"@graph":[{"@type":"WebPage","datePublished":"2020-01-01"},{"@type":"Article","datePublished":"2021-02-03T04:05"}]}`), published, "2021-02-03T04:05:00"},
		"published by day":       {`<meta name=date content="March 9, 2024">`, published, "2024-03-09"},
		"published by microdata": {`<time itemprop=datePublished datetime=2024-03-09>x</time>`, published, "2024-03-09"},
		"published by class":     {`<time class="entry-date published" datetime="2024-03-09T07:30:00Z">x</time>`, published, "2024-03-09T07:30:00Z"},
		"a time is no date":      {`<time datetime=07:30>x</time>`, published, ""},
		"an ambiguous date":      {`<meta name=date content=03/09/2024>`, published, ""},
		"a date that is none":    {`<meta name=date content=yesterday>`, published, ""},
		"a day that is none":     {`<meta name=date content=2024-02-31>`, published, ""},
		"a zone by name":         {`<meta name=date content="2024-03-09 07:30:00 PST">`, published, "2024-03-09T07:30:00-08:00"},
		"an unknown zone":        {`<meta name=date content="2024-03-09 07:30:00 XYZ">`, published, "2024-03-09T07:30:00"},
		"published by text":      {`<h1>H</h1><p>By Ada Lane<p>9. März 2024, 07:30 Uhr<p>` + long, published, "2024-03-09T07:30:00"},
		"published below":        {`<h1>H</h1><p>` + long + `<p>` + long + `<div class=sidebar><p>9 March 2024</div>`, published, ""},
		"published in passing":   {`<h1>H</h1><p>` + long + `<p>On 9 March 2024 it rained, and ` + long, published, ""},
		"an event's day":         {`<h1>H</h1><p>We meet on 9 March 2024 and on 10 March 2024 in the hall of the town for tea`, published, ""},
		"updated only":           {`<h1>H</h1><p>Last updated: 9 March 2024<p>` + long, published, ""},
		"a zone by agreement":    {`<meta property=article:published_time content=2024-03-10T02:25:54Z><h1>H</h1><time>March 9, 2024, 9:25 PM</time>`, published, "2024-03-09T21:25:54-05:00"},
		"midnight elsewhere":     {`<meta property=article:published_time content=2024-03-08T23:00:00Z><h1>H</h1><p>9. März 2024</p>`, published, "2024-03-09"},
		"a property's day":       {`<h1>H</h1><table><tr><th>Opened</th><td>9 March 2024</td></tr></table><p>` + long, published, ""},
		"a row's day":            {`<h1>H</h1><table><tr><td>Work began</td><td>9 March 2024</td></tr></table><p>` + long, published, ""},
		"a property's date":      {`<h1>H</h1><dl><dt>Published</dt><dd>9 March 2024</dd></dl><p>` + long, published, "2024-03-09"},
		"order by agreement":     {`<meta property=article:published_time content=2024-03-09><h1>H</h1><p>09/03/2024 10:15</p>`, published, "2024-03-09T10:15:00"},
		"order by language":      {`<html lang=en-US><h1>H</h1><p>Posted: 03/09/2024</p>`, published, "2024-03-09"},
		"order by another date":  {`<h1>H</h1><p>Posted: 03/09/2024</p><div class=comments><p>03/25/2024</div>`, published, "2024-03-09"},
		"order unknown":          {`<h1>H</h1><p>Posted: 03/09/2024</p>`, published, ""},
		"a page of the site":     {ld(`{"@type":"WebPage","datePublished":"2020-01-01"}`) + `<h1>H</h1>`, published, ""},
		"a list of articles":     {ld(`[{"@type":"Article","headline":"X","datePublished":"2020-01-01"},{"@type":"Article","headline":"Y","datePublished":"2021-01-01"}]`) + `<h1>H</h1>`, published, ""},
		"the article of a list":  {ld(`[{"@type":"Article","headline":"X","datePublished":"2020-01-01"},{"@type":"Article","headline":"H","datePublished":"2021-01-01"}]`) + `<h1>H</h1>`, published, "2021-01-01"},
		"a dateline":             {`<h1>H</h1><p>Hull, 9 March 2024 – ` + long, published, "2024-03-09"},
		"an exhibition's days":   {`<h1>H</h1><p>Shown from 9 to 23 March 2024</p><p>` + long, published, ""},
		"an event's hours":       {`<h1>H</h1><p>9 March 2024, 10:30 – 12:00</p><p>` + long, published, ""},
		"a microformat's date":   {`<h1>H</h1><abbr class=published title="2024-03-09T07:30:00Z">last week</abbr><p>` + long, published, "2024-03-09T07:30:00Z"},
		"a name of the layout":   {`<main class="has-sidebar no-comments"><h1>H</h1><p>` + long + `<p>` + long + `<p>Published on 9 March 2024</main>`, published, "2024-03-09"},
		"a label of its own":     {`<nav><ul><li><a>News update</a></ul></nav><article><div><div><small>9 March 2024</small><h1>H</h1></div></div><p>` + long, published, "2024-03-09"},
		"a customer's review":    {`<h1>H</h1><div itemprop=review itemscope itemtype=https://schema.org/Review><meta itemprop=datePublished content=2024-03-09></div>`, published, ""},
		"a critic's review":      {`<div itemscope itemtype=https://schema.org/Review><h1>H</h1><meta itemprop=datePublished content=2024-03-09></div>`, published, "2024-03-09"},
		"a how-to":               {ld(`{"@type":"HowTo","name":"H","datePublished":"2024-03-09"}`) + `<h1>H</h1>`, published, "2024-03-09"},
		"shown is the change":    {`<meta property=article:published_time content=2023-01-02><meta property=article:modified_time content=2024-03-09><h1>H</h1><p>9 March 2024<p>` + long, published, "2023-01-02"},
		"shown and last changed": {`<h1>H</h1><p>9 March 2024<p>` + long + `<p>Last updated: 9 March 2024`, published, "2024-03-09"},
		"mail date":              {`<meta name=date content="Sat, 09 Mar 2024 07:30:00 GMT">`, published, "2024-03-09T07:30:00Z"},
		"modified":               {`<meta property=og:updated_time content=2024-03-09T07:30:00Z>`, modified, "2024-03-09T07:30:00Z"},
		"modified as shown":      {`<h1>H</h1><p>Last updated: 9 March 2024<p>` + long, modified, "2024-03-09"},
		"site name by domain":    {`<title>A wet day | SITE</title>`, siteName, "SITE"},
		"site name by JSON-LD":   {ld(`{"@type":"WebSite","name":"S"}`), siteName, "S"},
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
func modified(m page.Metadata) string    { return m.UpdatedAt }
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
		t.Errorf("read mismatch (-want +got):\n%s", diff)
	}
}
