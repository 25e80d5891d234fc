package feed_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/feed"
)

func base(t *testing.T) *url.URL {
	t.Helper()
	u, err := url.Parse("https://site.example/feed")
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestParse(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		in   string
		meta page.Metadata
		text string
	}{
		"RSS": {
			`<?xml version="1.0" encoding="windows-1251"?><rss version="2.0"><channel><title>Ж &amp; B</title><link>/home</link><language>ru</language>
<item><title>One</title><link>https://site.example/1</link><pubDate>Sat, 09 Mar 2024 07:30:00 GMT</pubDate><description>&lt;p&gt;text&lt;/p&gt;</description></item></channel></rss>`,
			page.Metadata{Title: "Ж & B", Canonical: "https://site.example/home", Language: "ru"},
			"Ж & B\n\nOne\n\n2024-03-09T07:30:00.000Z\n\ntext",
		},
		"Atom": {
			`<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">A &lt;i&gt;b&lt;/i&gt;</title><author><name>X</name></author><updated>2024-05-01T10:00:00.000Z</updated><entry><title>E</title><author><name>Y</name></author><summary>s</summary></entry></feed>`,
			page.Metadata{Title: "A b", Author: "X", UpdatedAt: "2024-05-01T10:00:00.000Z"},
			"A b\n\nE\n\nY\n\ns",
		},
		"RDF": {
			`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>R</title></channel><item><title>I</title><link>https://site.example/i</link></item></rdf:RDF>`,
			page.Metadata{Title: "R"},
			"R\n\nI",
		},
		"JSON": {
			`{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","url":"https://site.example/j","content_text":"words"}]}`,
			page.Metadata{Title: "J"},
			"J\n\nhttps://site.example/j\n\nwords",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree, meta, err := feed.Parse([]byte(c.in), base(t))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.meta, meta); diff != "" {
				t.Errorf("meta mismatch (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.text, dom.Paragraphs(tree)); diff != "" {
				t.Errorf("Paragraphs mismatch (-want +got):\n%s", diff)
			}
		})
	}
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
		{"text/xml", "<html>", false},
		{"text/html", "\n<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'>", true},
		{"text/html", "<p>&lt;rss&gt;", false},
		{"application/json", `{"version":"https://jsonfeed.org/version/1"}`, true},
		{"application/json", `{"version":"1.0"}`, false},
		{"text/plain", "<rss version='2.0'>", false},
	}
	for _, c := range cases {
		if got := feed.Is(c.mediaType, []byte(c.body)); got != c.want {
			t.Errorf("%s %q: got %v", c.mediaType, c.body, got)
		}
	}
}

func TestHostileFeeds(t *testing.T) {
	t.Parallel()
	wrap := func(s string) string { return `<rss version="2.0"><channel><title>t</title>` + s + `</channel></rss>` }
	refused := map[string]string{
		"a million levels": wrap("<item>" + strings.Repeat("<a:b>", 1_000_000)),
		"an entity bomb":   `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>` + wrap("<item><title>&b;&undefined;</title></item>") + "<",
		"cut short":        wrap("")[:30],
	}
	for name, body := range refused {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree, _, err := feed.Parse([]byte(body), base(t))
			if err == nil && dom.TextLength(tree, 10_000) > 1000 {
				t.Errorf("it was read to %d bytes", dom.TextLength(tree, 10_000))
			}
		})
	}
	many, _, err := feed.Parse([]byte(wrap(strings.Repeat("<item><title>x</title><description>"+strings.Repeat("y", 10_000)+"</description></item>", 700))), base(t))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(dom.Collect(many, atom.H2)); n != 500 {
		t.Errorf("%d entries", n)
	}
	if n := dom.TextLength(many, 1<<30); n > 3<<20 {
		t.Errorf("%d bytes of text", n)
	}
}
