package dom_test

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

func TestParseSurvives(t *testing.T) {
	t.Parallel()
	many := strings.Repeat
	cases := map[string]struct {
		page string
		want string // somewhere in the text
	}{
		"nothing":                   {"", ""},
		"bytes that are no text":    {"\x00\xff\xfe<p>\x00end", "end"},
		"600 nested divs":           {many("<div>", 600) + "deep" + many("</div>", 600) + "after", "deep after"},
		"50,000 unclosed tags":      {many("<b>", 50_000) + "deep", "deep"},
		"unclosed, all different":   {strings.Join(unclosed(3000), "") + "deep", "deep"},
		"100,000 body tags":         {bodies(100_000) + "<p>text", "text"},
		"more elements than wanted": {many("<p>a</p>", 200_000) + "last", "last"},
		"a tag of 100,000 words":    {"<p " + many("a b ", 50_000) + ">text", "text"},
		"an unclosed comment":       {"<p>before<!-- after", "before"},
		"an unclosed tag":           {"<p>before<a href='", "before"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := dom.Parse([]byte(c.page))
			if text := dom.Text(doc); !strings.Contains(text, c.want) {
				t.Errorf("the text lacks %q: %.80q", c.want, text)
			}
			if d := depth(doc); d > 520 {
				t.Errorf("the tree is %d deep", d)
			}
			for n := range dom.Descendants(doc) {
				if len(n.Attr) > 64 {
					t.Fatalf("an element has %d attributes", len(n.Attr))
				}
			}
		})
	}
}

func unclosed(n int) []string {
	tags := make([]string, n)
	for i := range tags {
		tags[i] = "<font color=" + string(rune('a'+i%26)) + strings.Repeat("x", i%97) + "><p>"
	}
	return tags
}

func bodies(n int) string {
	var b bytes.Buffer
	for i := range n {
		b.WriteString("<bOdy a" + strings.Repeat("b", i%50) + "=1>")
	}
	return b.String()
}

func depth(n *html.Node) int {
	deepest := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		deepest = max(deepest, depth(c))
	}
	return deepest + 1
}

// The simpler algorithm must keep the structure that the text needs.
func TestFlattenedPageKeepsItsStructure(t *testing.T) {
	t.Parallel()
	page := `<html lang="de"><head><title>T</title><meta name=a content=b></head><body>` +
		strings.Repeat("<div>", 600) + strings.Repeat("</div>", 600) +
		`<ul><li>one<li>two</ul><table><tr><td>a<td>b<tr><td>c<td>d</table><p>first<p>second<br>line<img src=x>`
	doc := dom.Parse([]byte(page))
	if got := dom.Attr(dom.First(doc, atom.Html), "lang"); got != "de" {
		t.Errorf("lang = %q", got)
	}
	if dom.First(doc, atom.Meta) == nil || dom.First(doc, atom.Img) == nil {
		t.Error("the meta or img element is lost")
	}
	want := "one\ntwo\n\na\tb\nc\td\n\nfirst\n\nsecond\nline"
	dom.Remove(dom.First(doc, atom.Title))
	if diff := cmp.Diff(want, dom.Paragraphs(doc)); diff != "" {
		t.Errorf("Paragraphs mismatch (-want +got):\n%s", diff)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ in, line, paragraphs string }{
		"inline":      {"a<b>b</b> c", "ab c", "ab c"},
		"blocks":      {"<p>a</p><p>b</p>", "a b", "a\n\nb"},
		"break":       {"a<br>b", "a b", "a\nb"},
		"cells":       {"<table><tr><td>a</td>\n <td>b</td></tr><tr><td>c</td></tr></table>", "a b c", "a\tb\nc"},
		"list":        {"<ul>\n<li>a</li>\n<li>b</li></ul>c", "a b c", "a\nb\n\nc"},
		"pre":         {"<pre>a\n  b</pre>c", "a b c", "a\n  b\n\nc"},
		"never shown": {"a<script>x</script><svg><title>y</title></svg><!-- z -->b", "ab", "ab"},
		"odd spaces":  {"\u00a0a \t\u3000 b\n", "a b", "a b"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := dom.Body(dom.Parse([]byte(c.in)))
			if got := dom.Text(body); got != c.line {
				t.Errorf("Text = %q, want %q", got, c.line)
			}
			if got := dom.Paragraphs(body); got != c.paragraphs {
				t.Errorf("Paragraphs = %q, want %q", got, c.paragraphs)
			}
		})
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	page, err := url.Parse("https://example.com/a/b.html?x=1")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct{ base, ref, web, link string }{
		"relative":            {"", "c.html", "https://example.com/a/c.html", "https://example.com/a/c.html"},
		"a base element":      {"/docs/", "c", "https://example.com/docs/c", "https://example.com/docs/c"},
		"a base elsewhere":    {"//cdn.example.net/x/", "c", "https://cdn.example.net/x/c", "https://cdn.example.net/x/c"},
		"a base with script":  {"javascript:alert(1)", "c", "https://example.com/a/c", "https://example.com/a/c"},
		"a base of 5 KB":      {"/" + strings.Repeat("x", 5000), "c", "https://example.com/a/c", "https://example.com/a/c"},
		"a fragment":          {"", "#f", "https://example.com/a/b.html?x=1#f", "https://example.com/a/b.html?x=1#f"},
		"script":              {"", "javascript:void(0)", "", ""},
		"script in disguise":  {"", " java\nscript:void(0)", "", ""},
		"mail":                {"", "mailto:a@example.com", "", "mailto:a@example.com"},
		"data":                {"", "data:image/png;base64,AA", "", ""},
		"a stray percent":     {"", "100%.html", "https://example.com/a/100%25.html", "https://example.com/a/100%25.html"},
		"query as it is":      {"", "?q=a,b&r=c+d", "https://example.com/a/b.html?q=a,b&r=c+d", "https://example.com/a/b.html?q=a,b&r=c+d"},
		"a query with spaces": {"", "?q=a \"b\" #", "https://example.com/a/b.html?q=a%20%22b%22%20", "https://example.com/a/b.html?q=a%20%22b%22%20"},
		"mail with a subject": {"", "mailto:a@example.com?subject=a b", "", "mailto:a@example.com?subject=a%20b"},
		"an address of 5 KB":  {"", strings.Repeat("x", 5000), "", ""},
		"empty":               {"", " ", "", ""},
		"an unreadable host":  {"", "http://[::1", "", ""},
		"line end in between": {"", "a\nb", "https://example.com/a/ab", "https://example.com/a/ab"},
		"backslashes":         {"", `\c\d?e\f`, `https://example.com/c/d?e\f`, `https://example.com/c/d?e\f`},
		"another host by two": {"", `\\example.net\c`, "https://example.net/c", "https://example.net/c"},
		"a name of umlauts":   {"", "http://Bücher.example:80/ü", "http://xn--bcher-kva.example:80/%C3%BC", "http://xn--bcher-kva.example:80/%C3%BC"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := dom.Parse([]byte(`<base href="` + c.base + `">`))
			base := dom.Base(doc, page)
			if got := dom.Resolve(base, c.ref); got != c.web {
				t.Errorf("Resolve = %q, want %q", got, c.web)
			}
			if got := dom.ResolveLink(base, c.ref); got != c.link {
				t.Errorf("ResolveLink = %q, want %q", got, c.link)
			}
		})
	}
}

// TestUnscript: forums that scripts draw give their posts to those without scripts.
func TestUnscript(t *testing.T) {
	t.Parallel()
	post := "<div class=post><p>" + strings.Repeat("The keel is <b>oak</b>. ", 30) + "</div>"
	cases := map[string]struct{ in, want string }{
		"most of the page":   {"<p>Forum</p><noscript>" + post + "</noscript>", "The keel is oak."},
		"less than the rest": {"<p>" + strings.Repeat("Shown to all. ", 100) + "</p><noscript>" + post + "</noscript>", ""},
		"a hint":             {"<p>Forum</p><noscript><p>Please allow scripts.</noscript>", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := dom.Parse([]byte(c.in))
			dom.Unscript(doc)
			if text := dom.Text(doc); strings.Contains(text, "The keel is oak.") != (c.want != "") {
				t.Errorf("got %.100q", text)
			}
		})
	}
}
