package feed_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/feed"
)

// rssItem is an RSS feed with an item.
func rssItem(inner string) string { return rssFeed("<item>" + inner + "</item>") }

func rssFeed(inner string) string {
	return `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:atom="http://www.w3.org/2005/Atom"
 xmlns:itunes="http://www.itunes.com/DTDs/PodCast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>` + inner + `</channel></rss>`
}

// atomEntry is an Atom feed with an entry.
func atomEntry(inner string) string { return atomFeed("<entry>" + inner + "</entry>") }

func atomFeed(inner string) string {
	return `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/">` + inner + `</feed>`
}

// jsonFeed is a JSON Feed with an item.
func jsonFeed(members string) string {
	return `{"version":"https://jsonfeed.org/version/1.1","items":[{` + members + `}]}`
}

func parse(t testing.TB, body string) *feed.Feed {
	t.Helper()
	f, err := feed.Parse([]byte(body), "", base(t))
	if err != nil {
		t.Fatalf("got error %v, want a feed of %s", err, body)
	}
	return f
}

func only(t testing.TB, body string) feed.Item {
	t.Helper()
	f := parse(t, body)
	if len(f.Items) != 1 {
		t.Fatalf("got %d items, want 1 of %s", len(f.Items), body)
	}
	return f.Items[0]
}

func TestAuthors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"a name":                       {rssItem(`<author>Ann Example</author>`), []string{"Ann Example"}},
		"name <mail>":                  {rssItem(`<author>Ann Example &lt;ann@site.example&gt;</author>`), []string{"Ann Example"}},
		"mail (name)":                  {rssItem(`<author>ann+spam@site.example (Ann Example)</author>`), []string{"Ann Example"}},
		"name (mail)":                  {rssItem(`<author>Ann Example (ann@site.example)</author>`), []string{"Ann Example"}},
		"a comma in quotation marks":   {rssItem(`<author>"Doe, John" &lt;john@site.example&gt;</author>`), []string{"Doe, John"}},
		"a comma without them":         {rssItem(`<author>Doe, John &lt;john@site.example&gt;</author>`), []string{"Doe, John"}},
		"several addresses":            {rssItem(`<author>Ann &lt;a@site.example&gt;, Bob &lt;b@site.example&gt;</author>`), []string{"Ann", "Bob"}},
		"semicolons between addresses": {rssItem(`<author>A &lt;a@x.example&gt;; B &lt;b@y.example&gt;;</author>`), []string{"A", "B"}},
		"a semicolon in a name":        {rssItem(`<author>Ann; Bob &lt;b@y.example&gt;</author>`), []string{"Ann; Bob"}},
		"umlauts":                      {rssItem(`<author>Jörg Müller &lt;j@site.example&gt;</author>`), []string{"Jörg Müller"}},
		"an encoded word":              {rssItem(`<author>=?utf-8?q?J=C3=B6rg?= &lt;j@site.example&gt;</author>`), []string{"Jörg"}},
		"an address":                   {rssItem(`<author>ann@site.example</author>`), []string{"ann@site.example"}},
		"an address as a link":         {rssItem(`<author>mailto:ann@site.example</author>`), []string{"ann@site.example"}},
		"an address and a name":        {rssItem(`<author>ann@site.example</author><dc:creator>Ann</dc:creator>`), []string{"Ann"}},
		"an at that is no address":     {rssItem(`<author>Ann @ Work (Editor)</author>`), []string{"Ann @ Work (Editor)"}},
		"brackets alone":               {rssItem(`<author>@() &lt;@&gt;</author>`), []string{"@() <@>"}},
		"all creators":                 {rssItem(`<dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator><dc:creator>Ann</dc:creator>`), []string{"Ann", "Bob"}},
		"the author of a podcast":      {rssItem(`<itunes:author>Ann</itunes:author>`), []string{"Ann"}},
		"Atom's in RSS":                {rssItem(`<atom:author><atom:name>Ann</atom:name></atom:author>`), []string{"Ann"}},
		"markup around a name":         {rssItem(`<author><b>Ann</b></author>`), []string{"Ann"}},
		"none":                         {rssItem(`<title>t</title>`), nil},
		"several of Atom":              {atomEntry(`<author><name>Ann</name><uri>https://a.example/</uri></author><author><email>b@site.example</email></author>`), []string{"Ann", "b@site.example"}},
		"of the source":                {atomFeed(`<author><name>Feed</name></author><entry><source><author><name>Source</name></author></source></entry>`), []string{"Source"}},
		"of the feed":                  {atomFeed(`<author><name>Feed</name></author><entry><title>t</title></entry>`), []string{"Feed"}},
		"Atom without a person":        {atomEntry(`<author>Ann (ann@site.example)</author>`), []string{"Ann"}},
		"JSON 1.0":                     {jsonFeed(`"author":{"name":"Ann"}`), []string{"Ann"}},
		"JSON 1.1":                     {jsonFeed(`"author":{"name":"No"},"authors":[{"name":"Ann"},{"url":"x"},{"name":"Bob"}]`), []string{"Ann", "Bob"}},
		"JSON with an author in place": {jsonFeed(`"authors":{"name":"Ann"}`), []string{"Ann"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, only(t, c.body).Authors); diff != "" {
				t.Errorf("Authors mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// No more people than may be are kept.
func TestManyAuthors(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for i := range 300 {
		fmt.Fprintf(&all, "<dc:creator>Ann %d</dc:creator>", i)
	}
	got := only(t, rssItem(all.String())).Authors
	if len(got) != 200 || got[199] != "Ann 199" {
		t.Errorf("got %d authors, the last %q; want the first 200", len(got), got[len(got)-1])
	}
}

func TestFeedAuthors(t *testing.T) {
	t.Parallel()
	for inner, want := range map[string][]string{
		`<managingEditor>ann@site.example (Ann)</managingEditor><webMaster>w@site.example (Web)</webMaster>`:  {"Ann"},
		`<webMaster>w@site.example (Web)</webMaster>`:                                                         nil,
		`<author>Ann &lt;ann@site.example&gt;</author>`:                                                       {"Ann"},
		`<itunes:owner><itunes:name>Ann</itunes:name><itunes:email>a@b.example</itunes:email></itunes:owner>`: {"Ann"},
	} {
		if diff := cmp.Diff(want, parse(t, rssFeed(inner)).Authors); diff != "" {
			t.Errorf("%s: Authors mismatch (-want +got):\n%s", inner, diff)
		}
	}
}

// Ids stay as they stand: not resolved, not normalized.
func TestIDs(t *testing.T) {
	t.Parallel()
	const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/><item rdf:about=`
	for name, c := range map[string]struct{ body, want string }{
		"a case of its own":        {atomEntry(`<id>HTTP://Site.example/A</id>`), "HTTP://Site.example/A"},
		"a relative id":            {`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://b.example/"><entry><id>/thing</id></entry></feed>`, "/thing"},
		"white space":              {atomEntry("<id>\n Some Value \n</id>"), "Some Value"},
		"percent signs":            {atomEntry(`<id>http://s.example/%7eann</id>`), "http://s.example/%7eann"},
		"a guid":                   {rssItem(`<guid isPermaLink="false"> tag:1 </guid><link>/a</link>`), "tag:1"},
		"Atom's in RSS":            {rssItem(`<atom:id>tag:1</atom:id>`), "tag:1"},
		"about":                    {rdf + `"http://s.example/1"><title>t</title></item></rdf:RDF>`, "http://s.example/1"},
		"about behind a guid":      {rdf + `"http://s.example/1"><guid>2</guid></item></rdf:RDF>`, "2"},
		"JSON":                     {jsonFeed(`"id":"HTTP://S.example/%7e"`), "HTTP://S.example/%7e"},
		"a number":                 {jsonFeed(`"id":20261122000000000001`), "20261122000000000001"},
		"an address in its place":  {rssItem(`<link>/a</link>`), "https://site.example/a"},
		"an id that is too long":   {rssItem(`<guid>` + strings.Repeat("x", 70_000) + `</guid><link>/a</link>`), "https://site.example/a"},
		"an entity of the DOCTYPE": {`<!DOCTYPE rss [<!ENTITY id "tag:site.example,"><!ENTITY all '&id;2026&#58;'>]>` + rssItem(`<guid>&all;1</guid>`), "tag:site.example,2026:1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := only(t, c.body).ID; got != c.want {
				t.Errorf("got ID %q, want %q", got, c.want)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"relative":                     {rssItem(`<link>../a?b=1&amp;c=2</link>`), "https://site.example/a?b=1&c=2"},
		"xml:base":                     {`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://b.example/x/"><entry xml:base="y/"><link href="z"/></entry></feed>`, "http://b.example/x/y/z"},
		"an alternate that is no page": {atomEntry(`<link type="application/json" href="/j"/><link type="text/html" href="/h"/>`), "https://site.example/h"},
		"only one that is no page":     {atomEntry(`<link type="application/pdf" href="/p"/>`), "https://site.example/p"},
		"text in Atom's place":         {atomEntry(`<link rel="enclosure">/e</link><link rel="alternate">/a</link>`), "https://site.example/a"},
		"an attribute in RSS":          {rssItem(`<link href="/a"/>`), "https://site.example/a"},
		"Atom's in RSS":                {rssItem(`<atom:link rel="self" href="/s"/><atom:link href="/a"/>`), "https://site.example/a"},
		"a guid that is an address":    {rssItem(`<guid>http://g.example/1</guid>`), "http://g.example/1"},
		"a guid that is no permalink":  {rssItem(`<guid isPermaLink="false">http://g.example/1</guid>`), ""},
		"an address of another kind":   {rssItem(`<link>javascript:alert(1)</link>`), ""},
		"a comment in the address":     {rssItem(`<link>/a<!-- x -->b</link>`), "https://site.example/ab"},
		"an entity in the address":     {rssItem(`<link>/a?x=1&copy=2</link>`), "https://site.example/a?x=1&copy=2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := only(t, c.body).URL; got != c.want {
				t.Errorf("got URL %q, want %q", got, c.want)
			}
		})
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, title, summary, content string }{
		"RSS":                       {rssItem(`<title>a &amp;lt;b&amp;gt; &lt;i&gt;c&lt;/i&gt;</title><description>&lt;p&gt;x&lt;/p&gt;</description>`), "a <b> c", "<p>x</p>", ""},
		"HTML that is not escaped":  {rssItem(`<description>a<br/><img src="/i.png" alt="1 &amp; 2"/> <b>c</b></description>`), "", `a<br><img src="/i.png" alt="1 &amp; 2"> <b>c</b>`, ""},
		"the full text":             {rssItem(`<description>s</description><content:encoded><![CDATA[<p>x</p>]]></content:encoded>`), "", "s", "<p>x</p>"},
		"the body in XHTML":         {rssItem(`<body xmlns="http://www.w3.org/1999/xhtml"><p>1 &lt; 2</p><img src="/i"/></body>`), "", "", `<p>1 &lt; 2</p><img src="/i">`},
		"fullitem":                  {rssItem(`<fullitem>&lt;p&gt;x&lt;/p&gt;</fullitem>`), "", "", "<p>x</p>"},
		"other modules":             {rssItem(`<dc:title>t</dc:title><itunes:summary>s</itunes:summary>`), "t", "s", ""},
		"of a video":                {rssItem(`<media:title>t</media:title><media:description>1 &lt; 2</media:description>`), "t", "<p>1 &lt; 2</p>", ""},
		"of a group of videos":      {atomEntry(`<title>t</title><media:group><media:title>no</media:title><media:description>d</media:description></media:group>`), "t", "<p>d</p>", ""},
		"a title of another module": {rssItem(`<title>t</title><x:title xmlns:x="urn:x">no</x:title>`), "t", "", ""},
		"prefixes not declared":     {`<rss><channel><item><dc:title>t</dc:title><content:encoded>x</content:encoded></item></channel></rss>`, "t", "", "x"},
		"a namespace of its own":    {`<feed version="0.3" xmlns="http://example.com/newformat#"><entry><title>t</title><summary>s</summary></entry></feed>`, "t", "s", ""},
		"RSS in a wrong namespace":  {`<rss xmlns="http://www.w3.org/2005/Atom"><channel><item><title>t</title><description>s</description></item></channel></rss>`, "t", "s", ""},
		"Atom below another root":   {`<feed><entry xmlns="http://www.w3.org/2005/Atom"><title>t</title></entry></feed>`, "t", "", ""},
		"Atom text":                 {atomEntry(`<title type="text">a &lt;b&gt;</title><summary type="text">1 &lt; 2</summary><content type="text/plain">x</content>`), "a <b>", "<p>1 &lt; 2</p>", "<p>x</p>"},
		"Atom without a type":       {atomEntry(`<title>a &lt;b&gt;c&lt;/b&gt;</title><summary>&lt;p&gt;x&lt;/p&gt;</summary>`), "a c", "<p>x</p>", ""},
		"Atom XHTML":                {atomEntry(`<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>c</b></div></title><content type="xhtml"> <h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p class="x">1 &lt; 2<h:br/></h:p></h:div> </content>`), "a c", "", `<p class="x">1 &lt; 2<br></p>`},
		"Atom in base64":            {atomEntry(`<title mode="base64" type="text/html">PGI+dDwvYj4=</title><content type="application/octet-stream">PHA+eDwvcD4=</content>`), "t", "", "<p>x</p>"},
		"a type of its own":         {atomEntry(`<title type="foo/bar">test</title><content type="application/json">{"a":1}</content>`), "test", "", `{"a":1}`},
		"an image":                  {atomEntry(`<title>t</title><content type="image/png">iVBORw0KGgo=</content>`), "t", "", ""},
		"bytes that are no text":    {atomEntry(`<title>t</title><content type="application/octet-stream">w8M=</content>`), "t", "", ""},
		"base64 that is none":       {atomEntry(`<title>t</title><content mode="base64">%%%</content>`), "t", "", ""},
		"relative to xml:base":      {`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://b.example/x/"><entry><content type="html">&lt;a href="y"&gt;z&lt;/a&gt;&lt;img src="mailto:x"&gt;</content></entry></feed>`, "", "", `<a href="http://b.example/x/y">z</a><img src="mailto:x"/>`},
		"the same text twice":       {rssItem(`<description>s</description><content:encoded>s</content:encoded>`), "", "s", ""},
		"JSON":                      {jsonFeed(`"title":"t","summary":"1 < 2","content_html":"<p>x</p>","content_text":"no"`), "t", "1 &lt; 2", "<p>x</p>"},
		"C1 characters":             {rssItem("<title>don\u0092t &#150; <![CDATA[\u0085]]></title>"), "don’t – …", "", ""},
		"C1 that 1252 lacks":        {rssItem("<title>a\u0081b</title>"), "a\ufffdb", "", ""},
		"control characters":        {rssItem("<title>a\x01b&#x1f;c&#0;\x0b</title>"), "abc", "", ""},
		"numbers of characters":     {rssItem("<title>&#x41;&#66;&#8217;</title>"), "AB’", "", ""},
		"entities of HTML":          {rssItem("<title>a&eacute;&nbsp;b</title>"), "aé b", "", ""},
		"entities of nobody":        {rssItem("<title>AT&T &foo; &amp;</title>"), "AT&T &foo; &", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			item := only(t, c.body)
			if item.Title != c.title || item.Summary != c.summary || item.Content != c.content {
				t.Errorf("got title %q, summary %q, content %q; want %q, %q, %q", item.Title, item.Summary, item.Content, c.title, c.summary, c.content)
			}
		})
	}
}

func TestCategories(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"RSS":     {rssItem(`<category> a </category><dc:subject>b</dc:subject><media:category>c</media:category><category/>`), []string{"a", "b", "c"}},
		"podcast": {rssItem(`<itunes:category text="a"><itunes:category text="b"/></itunes:category><itunes:keywords>c, a,d</itunes:keywords>`), []string{"a", "b", "c", "d"}},
		"Atom":    {atomEntry(`<category term="t" label="L"/><category term="u"/><dc:subject>s</dc:subject>`), []string{"L", "u", "s"}},
		"in RSS":  {rssItem(`<atom:category term="t"/>`), []string{"t"}},
		"JSON":    {jsonFeed(`"tags":["a",1,{"b":2},null]`), []string{"a", "1"}},
		"one tag": {jsonFeed(`"tags":"a"`), []string{"a"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, only(t, c.body).Categories); diff != "" {
				t.Errorf("Categories mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestManyCategories(t *testing.T) {
	t.Parallel()
	if got := len(only(t, rssItem(manyCategories(1000))).Categories); got != 200 {
		t.Errorf("got %d categories, want 200, the most that are kept", got)
	}
}

func TestImages(t *testing.T) {
	t.Parallel()
	const image = "https://site.example/i.png"
	for name, inner := range map[string]string{
		"RSS":               rssFeed(`<image><title>t</title><url>/i.png</url></image>`),
		"podcast":           rssFeed(`<itunes:image href="/i.png"/>`),
		"podcast, wrongly":  rssFeed(`<itunes:image url="/i.png"/>`),
		"podcast, long ago": rssFeed(`<itunes:link rel="image" href="/i.png"/>`),
		"RDF":               `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/><image><url>/i.png</url></image></rdf:RDF>`,
		"of a module":       rssFeed(`<media:content url="/no" type="video/mp4"/><media:content url="/i.png" type="image/png"/>`),
		"Atom":              atomFeed(`<icon>/no</icon><logo>/i.png</logo>`),
		"JSON":              `{"version":"https://jsonfeed.org/version/1","favicon":"/i.png"}`,
	} {
		if got := parse(t, inner).Image; got != image {
			t.Errorf("%s: got %q, want %q", name, got, image)
		}
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`<rss version="0.91"/>`: "rss 0.91",
		`<rss/>`:                "rss ",
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"/>`:               "rss 1.0",
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"/>`: "rss 0.9",
		`<feed xmlns="http://www.w3.org/2005/Atom"/>`:                                                                       "atom 1.0",
		`<feed xmlns="http://purl.org/atom/ns#"/>`:                                                                          "atom 0.3",
		`<feed version="0.3" xmlns="http://example.com/newformat#"/>`:                                                       "atom 0.3",
		`<a:feed xmlns:a="http://www.w3.org/2005/Atom"/>`:                                                                   "atom 1.0",
		`{"version":"https://jsonfeed.org/version/1.1","title":null,"user_comment":[1],"items":null}`:                       "json 1.1",
	} {
		f := parse(t, body)
		if got := f.Type + " " + f.Version; got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}
