package lookup_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
)

// texts are the texts of all elements of a selection.
func texts(s *goquery.Selection) []string {
	return s.Map(func(_ int, one *goquery.Selection) string { return lookup.Text(one) })
}

// One match, though the element has children with a match each.
func TestFirstIsOne(t *testing.T) {
	t.Parallel()
	page := lookup.Parse([]byte(`<main><p>none</p><p><b>one</b><b>two</b></p><p><b>three</b></p></main>`))
	if diff := cmp.Diff([]string{"one"}, texts(lookup.First(page.Find("main"), "b"))); diff != "" {
		t.Errorf("the first of several (-want +got):\n%s", diff)
	}
	if got := lookup.First(page, "i").Length(); got != 0 {
		t.Errorf("got %d elements for a selector that matches none, want 0", got)
	}
	if got := lookup.First(lookup.First(page, "i"), "b").Length(); got != 0 {
		t.Errorf("got %d elements below none, want 0", got)
	}
}

func TestTextAndAttr(t *testing.T) {
	t.Parallel()
	page := lookup.Parse([]byte(`<a href=" /x ">one<script>hidden</script>
		two</a><a href="/y">three</a>`))
	if got, want := lookup.Text(page.Find("a")), "one two"; got != want {
		t.Errorf("got the text %q, want %q of the first", got, want)
	}
	if got, want := lookup.Attr(page.Find("a"), "href"), "/x"; got != want {
		t.Errorf("got the address %q, want %q of the first", got, want)
	}
	none := page.Find("b")
	if text, value := lookup.Text(none), lookup.Attr(none, "href"); text != "" || value != "" {
		t.Errorf("got the text %q and the value %q of no element, want none", text, value)
	}
	if got := lookup.Attr(page.Find("a"), "title"); got != "" {
		t.Errorf("got %q for an attribute that is absent, want nothing", got)
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	const page = `<link rel="alternate" href="/1"><link rel=" Shortcut ICON
		Feed " href="/2"><link rel="alternates" href="/3"><link href="/4"><body><a rel="feed" href="/5"></a>
		<svg><link rel="feed" href="/6"></svg><p><link rel="FEED alternate" href="/7">`
	cases := map[string]struct{ relations, want []string }{
		"one":     {[]string{"feed"}, []string{"/2", "/7"}},
		"several": {[]string{"alternate", "feed"}, []string{"/1", "/2", "/7"}},
		"none":    {[]string{"manifest"}, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := lookup.Links(dom.Parse([]byte(page)), c.relations...).Map(func(_ int, link *goquery.Selection) string { return lookup.Attr(link, "href") })
			if diff := cmp.Diff(c.want, got, cmp.Transformer("set", func(s []string) string { return strings.Join(s, " ") })); diff != "" {
				t.Errorf("links of %v (-want +got):\n%s", c.relations, diff)
			}
		})
	}
}

// What is asked is a tree within dom's bounds, whatever the page is.
func TestHostilePagesAreBounded(t *testing.T) {
	t.Parallel()
	many := strings.Repeat
	cases := map[string]string{
		"50,000 unclosed tags": many("<b>", 50_000),
		"200,000 elements":     many("<b>a</b>", 200_000),
		"no page":              "\x00\xff<",
	}
	for name, page := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := lookup.Parse([]byte(page)).Find("b")
			if got := all.Length(); got > 150_000 {
				t.Errorf("got %d elements, want at most 150,000", got)
			}
			if got := all.Last().Parents().Length(); got > 520 {
				t.Errorf("got an element %d deep, want at most 520", got)
			}
		})
	}
}
