package feed_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/feed"
	"github.com/quarryapi/quarry/internal/read/sitemap/lastmod"
)

func base(t testing.TB) *url.URL {
	t.Helper()
	u, err := url.Parse("https://site.example/blog/feed")
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func at(t testing.TB, s string) lastmod.Stamp {
	t.Helper()
	when, ok := lastmod.Parse(s)
	if !ok {
		t.Fatalf("got no time of %q, want one", s)
	}
	return when
}

func TestParse(t *testing.T) {
	t.Parallel()
	march := at(t, "2024-03-09T06:30:00Z")
	cases := map[string]struct {
		body, contentType string
		want              feed.Feed
	}{
		"RSS 2.0": {
			`<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>Tides &amp;amp; <![CDATA[<b>stones</b>]]></title><link>https://site.example/</link><atom:link rel="self" href="/blog/feed"/><description>Notes</description><language>en-GB</language>
<lastBuildDate>Sat, 09 Mar 2024 07:30:00 +0100</lastBuildDate><image><url>/logo.png</url></image>
<item><guid isPermaLink="false">tag:1</guid><link>/one?a=1&amp;b=2</link><title>One</title><pubDate>Sat, 09 Mar 2024 07:30:00 +0100</pubDate><dc:creator>Ann</dc:creator>
<description>short</description><content:encoded><![CDATA[<p>long</p>]]></content:encoded><category>a</category><category> a </category><category>b</category>
<enclosure url="/one.mp3" type="audio/mpeg" length="12"/><enclosure url="javascript:x" length="x"/></item>
<item><guid>https://site.example/two</guid><description>only</description></item></channel></rss>`, "",
			feed.Feed{
				Type: "rss", Version: "2.0", Title: "Tides & stones", Description: "Notes", Language: "en-GB",
				Link: "https://site.example/", Self: "https://site.example/blog/feed", Image: "https://site.example/logo.png", Updated: march,
				Items: []feed.Item{
					{
						ID: "tag:1", URL: "https://site.example/one?a=1&b=2", Title: "One", Authors: []string{"Ann"}, Published: march,
						Summary: "short", Content: "<p>long</p>", Categories: []string{"a", "b"},
						Enclosures: []feed.Enclosure{{URL: "https://site.example/one.mp3", Type: "audio/mpeg", Length: 12}},
					},
					{ID: "https://site.example/two", URL: "https://site.example/two", Summary: "only"},
				},
			},
		},
		"RSS 0.91 with a document type": {
			`<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="0.91"><channel><title>Old</title><link>https://site.example/</link><description>d</description><item><title>A&nbsp;b</title><link>https://site.example/a</link></item></channel></rss>`, "",
			feed.Feed{
				Type: "rss", Version: "0.91", Title: "Old", Link: "https://site.example/", Description: "d",
				Items: []feed.Item{{ID: "https://site.example/a", URL: "https://site.example/a", Title: "A b"}},
			},
		},
		"RDF": {
			`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="x"><title>R</title></channel><item rdf:about="https://site.example/i"><title>I</title><link>https://site.example/i</link><dc:date>2024-03-09T06:30:00Z</dc:date></item></rdf:RDF>`, "",
			feed.Feed{
				Type: "rss", Version: "1.0", Title: "R",
				Items: []feed.Item{{ID: "https://site.example/i", URL: "https://site.example/i", Title: "I", Published: march}},
			},
		},
		"Atom 1.0": {
			`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title type="html">A &lt;i&gt;b&lt;/i&gt;</title><subtitle>s</subtitle><updated>2024-03-09T07:30:00+01:00</updated><author><name>X</name></author><logo>/l.png</logo>
<entry><id>urn:1</id><title>E</title><link rel="self" href="/api/1"/><link href="/e"/><updated>2024-03-09T06:30:00Z</updated><summary>sum</summary><content type="text">a &lt; b

c</content><category term="t" label="T"/><link rel="enclosure" href="/f.zip" length="9"/></entry></feed>`, "",
			feed.Feed{
				Type: "atom", Version: "1.0", Title: "A b", Description: "s", Language: "de", Image: "https://site.example/l.png", Authors: []string{"X"}, Updated: march,
				Items: []feed.Item{{
					ID: "urn:1", URL: "https://site.example/e", Title: "E", Authors: []string{"X"}, Updated: march, Summary: "sum", Content: "<p>a &lt; b</p><p>c</p>",
					Categories: []string{"T"}, Enclosures: []feed.Enclosure{{URL: "https://site.example/f.zip", Length: 9}},
				}},
			},
		},
		"Atom 0.3": {
			`<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Old</title><link rel="alternate" type="text/html" href="https://site.example/"/><modified>2024-03-09T06:30:00Z</modified>
<entry><id>1</id><title>E</title><link rel="alternate" type="text/html" href="e"/><issued>2024-03-09T06:30:00Z</issued><modified>2024-03-09T06:30:00Z</modified></entry></feed>`, "",
			feed.Feed{
				Type: "atom", Version: "0.3", Title: "Old", Link: "https://site.example/", Updated: march,
				Items: []feed.Item{{ID: "1", URL: "https://site.example/blog/e", Title: "E", Published: march, Updated: march}},
			},
		},
		"JSON Feed": {
			`{"version":"https://jsonfeed.org/version/1.1","title":"J","home_page_url":"https://site.example/","icon":"/i.png","authors":[{"name":"N"}],
"items":[{"id":7,"url":"/j","content_text":"x < y\nz","summary":"s","date_published":"2024-03-09T07:30:00+01:00","date_modified":"2024-03-09T08:30:00+01:00","tags":["t"],"attachments":[{"url":"/a.mp3","mime_type":"audio/mpeg","size_in_bytes":5}]}]}`, "application/feed+json",
			feed.Feed{
				Type: "json", Version: "1.1", Title: "J", Link: "https://site.example/", Image: "https://site.example/i.png", Authors: []string{"N"},
				Items: []feed.Item{{
					ID: "7", URL: "https://site.example/j", Authors: []string{"N"}, Published: march, Updated: at(t, "2024-03-09T07:30:00Z"), Summary: "s", Content: "<p>x &lt; y<br>z</p>",
					Categories: []string{"t"}, Enclosures: []feed.Enclosure{{URL: "https://site.example/a.mp3", Type: "audio/mpeg", Length: 5}},
				}},
			},
		},
		"Latin-1, declared in the header": {
			"<rss version='2.0'><channel><title>Caf\xe9</title><item><title>\xfcber den Fl\xfcssen</title></item></channel></rss>", "text/xml; charset=iso-8859-1",
			feed.Feed{Type: "rss", Version: "2.0", Title: "Café", Items: []feed.Item{{ID: "sha256:278d90c5ec2004088f11b40bcb050c4d", Title: "über den Flüssen"}}},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := feed.Parse([]byte(c.body), c.contentType, base(t))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&c.want, got); diff != "" {
				t.Errorf("Parse mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// What came before the break of a feed is kept.
func TestBroken(t *testing.T) {
	t.Parallel()
	rss := `<rss version="2.0"><channel><title>t</title><item><title>1</title></item><item><title>2</title></item>`
	atom := `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>t</a:title><a:entry><a:id>1</a:id></a:entry>`
	json := `{"version":"https://jsonfeed.org/version/1","title":"t \"}]","items":[{"id":"1","tags":["{"]},{"id":"2"},{"id":"3","url":"htt`
	cases := map[string]struct {
		body  string
		items int
	}{
		"RSS cut in an item":      {rss + "<item><title>3</tit", 2},
		"RSS cut in CDATA":        {rss + "<item><description><![CDATA[ <item></item>", 2},
		"RSS cut behind an item":  {rss, 2},
		"RSS with a broken tag":   {rss + "<item><title <</title></item><item><title>4</title></item></channel></rss>", 2},
		"Atom with a prefix, cut": {atom + "<a:entry><a:id>", 1},
		"JSON cut in an item":     {json, 2},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := feed.Parse([]byte(c.body), "", base(t))
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Items) != c.items || !got.Broken || !strings.HasPrefix(got.Title, "t") {
				t.Errorf("got %d items, broken %v, title %q; want %d, true, one that begins with t", len(got.Items), got.Broken, got.Title, c.items)
			}
		})
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	wrap := func(s string) string { return `<rss version="2.0"><channel><title>t</title>` + s + `</channel></rss>` }
	refused := map[string]string{
		"nothing":              "",
		"HTML":                 "<!doctype html><title>x</title><p>Not found",
		"text":                 "Not found",
		"JSON":                 `{"items":`,
		"cut at once":          wrap("")[:30],
		"JSON of another kind": `{"a":[{"b":1}]}`,
		"JSON that breaks off": `{"version":"https://jsonfeed.org/version/1","title":"x`,
		"a sitemap":            "<urlset/>",
		"a million levels":     wrap("<item>" + strings.Repeat("<a:b>", 1_000_000)),
	}
	for name, body := range refused {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if f, err := feed.Parse([]byte(body), "", base(t)); err == nil {
				t.Errorf("got %+v, want an error", f)
			}
		})
	}
}

// Entities that a document declares are expanded as long as that stays small.
func TestEntities(t *testing.T) {
	t.Parallel()
	laughs := `<!ENTITY a0 "ha">`
	for i := range 30 {
		laughs += fmt.Sprintf(`<!ENTITY a%d "&a%d;&a%d;">`, i+1, i, i)
	}
	for name, c := range map[string]struct{ doctype, text, want string }{
		"an entity":              {`<!ENTITY a "x">`, "&a;&a;", "xx"},
		"of others":              {`<!ENTITY a "x"><!ENTITY b '&a;y&#38;&#x7a;'>`, "&b;", "xy&z"},
		"the first counts":       {`<!ENTITY a "x"><!ENTITY a "y">`, "&a;", "x"},
		"instead of HTML's":      {`<!ENTITY eacute "E">`, "&eacute;&egrave;", "Eè"},
		"a billion laughs":       {laughs, "&a30;", "&a30;"},
		"a long one too often":   {`<!ENTITY a "` + strings.Repeat("x", 2000) + `">`, strings.Repeat("&a;", 1000), strings.Repeat("&a;", 1000)},
		"a long one":             {`<!ENTITY a "` + strings.Repeat("x", 2000) + `">`, "&a;", strings.Repeat("x", 2000)},
		"of itself":              {`<!ENTITY a "&a;x">`, "&a;", "&a;x"},
		"of what is behind it":   {`<!ENTITY a "&b;"><!ENTITY b "x">`, "&a;", "&b;"},
		"a file":                 {`<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b PUBLIC "x" "http://169.254.169.254/">`, "&a;&b;", "&a;&b;"},
		"a parameter":            {`<!ENTITY % a "x">%a;`, "&a;", "&a;"},
		"one without an end":     {`<!ENTITY a "x`, "", ""},
		"ampersands in a value":  {`<!ENTITY a "` + strings.Repeat("&", 100) + `;">`, "&a;", strings.Repeat("&", 100) + ";"},
		"of the first type":      {`<!ENTITY a "x">]><!DOCTYPE rss [<!ENTITY a "y"><!ENTITY b "z">`, "&a;&b;", "x&b;"},
		"more than may be known": {`<!ENTITY a "x">` + manyEntities(), "&a;", "&a;"},
		"another document's":     {`<!ELEMENT title ANY>`, "&a;", "&a;"},
		"a reference in a value": {`<!ENTITY a "1 &#60; 2">`, "&a;", "1 < 2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := feed.Parse([]byte("<!DOCTYPE rss ["+c.doctype+`]><rss version="2.0"><channel><item><guid>`+c.text+`</guid><title>t</title></item></channel></rss>`), "", base(t))
			if c.text == "" {
				if err == nil {
					t.Errorf("got %+v, want an error", f)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := f.Items[0].ID; got != c.want {
				t.Errorf("got %.100q of %d bytes, want %.100q of %d", got, len(got), c.want, len(c.want))
			}
		})
	}
}

// What would take the square of its size elsewhere is read in time.
func TestHeavy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]string{
		"CDATA in pieces":  rssItem("<title>t</title><description>" + strings.Repeat("<![CDATA[x]]>", 300_000) + "</description>"),
		"many categories":  rssItem("<title>t</title>" + manyCategories(100_000)),
		"many ampersands":  rssItem("<title>t</title><description>" + strings.Repeat("&", 3_000_000) + "</description>"),
		"many in a value":  `<!DOCTYPE rss [<!ENTITY a "` + strings.Repeat("&", 3_000_000) + `">]>` + rssItem("<title>t</title>"),
		"document types":   strings.Repeat(`<!DOCTYPE rss [<!ENTITY a "b">]>`, 100_000) + rssItem("<title>t</title>"),
		"brackets authors": rssItem("<title>t</title><author>" + strings.Repeat("(@", 1_000_000) + "</author>"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := only(t, c).Title; got != "t" {
				t.Errorf("got title %q, want t", got)
			}
		})
	}
}

// manyEntities declares more than 1 MB, in entities of which none is long.
func manyEntities() string {
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, `<!ENTITY b%d "%s">`, i, strings.Repeat("x", 6000))
	}
	return b.String()
}

func manyCategories(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<category>%d</category>", i)
	}
	return b.String()
}

// An item without an address or an id of its own has the same one each time, and
// another one than its neighbour.
func TestIdentity(t *testing.T) {
	t.Parallel()
	body := []byte(`<rss version="2.0"><channel><item><title>a</title></item><item><title>b</title></item></channel></rss>`)
	one, err := feed.Parse(body, "", base(t))
	if err != nil {
		t.Fatal(err)
	}
	two, err := feed.Parse(body, "", base(t))
	if err != nil {
		t.Fatal(err)
	}
	if one.Items[0].ID != two.Items[0].ID || one.Items[0].ID == one.Items[1].ID {
		t.Errorf("got ID %q, in the other feed %q, of the next item %q; want the first two alike and the third another", one.Items[0].ID, two.Items[0].ID, one.Items[1].ID)
	}
}

func utf16(s string) string {
	return "\xff\xfe" + strings.Join(strings.Split(s, ""), "\x00") + "\x00"
}

func TestIs(t *testing.T) {
	t.Parallel()
	cases := []struct {
		mediaType, body string
		want            bool
	}{
		{"application/rss+xml", "", true},
		{"application/feed+json", "", true},
		{"text/xml", "<rss version='2.0'>", true},
		{"text/xml", "<urlset>", false},
		{"text/xml", "<html>", false},
		{"text/html", "\n<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'>", true},
		{"text/html", "\ufeff<rss version='2.0'>", true},
		{"text/html", "<?xml version='1.0'?><html>", false},
		{"text/html", "<p>&lt;rss&gt;", false},
		{"text/plain", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>", true},
		{"application/json", `{"version":"https://jsonfeed.org/version/1"}`, true},
		{"application/json", `{"version":"1.0"}`, false},
		{"image/png", "<rss version='2.0'>", false},
		{"text/xml", utf16("<?xml version='1.0' encoding='utf-16'?><rss>"), true},
		{"text/xml", utf16("<?xml version='1.0' encoding='utf-16'?><urlset>"), false},
		{"text/xml", "<!-- feed --><!DOCTYPE rss [<!ENTITY a 'b'>]><RSS>", true},
	}
	for _, c := range cases {
		if got := feed.Is(c.mediaType, []byte(c.body)); got != c.want {
			t.Errorf("%s %q: got %v, want %v", c.mediaType, c.body, got, c.want)
		}
	}
}
