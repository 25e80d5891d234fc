package inventory_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/inventory"
)

func TestInventory(t *testing.T) {
	t.Parallel()
	pageURL, err := url.Parse("https://www.site.example/dir/page")
	if err != nil {
		t.Fatal(err)
	}
	doc := dom.Parse([]byte(`<base href=/b/>
<link rel="alternate stylesheet" type=text/css href=x><link rel=alternate type=application/atom+xml href=f.xml title=News>
<h1 id=top>One ¶</h1><section id=s><h2>Two</h2></section><h3><a name=n></a>Three</h3><h4> </h4>
<a href=c rel="nofollow noopener">c</a><a href=c>c</a><a href=c>d</a><a href=//site.example/e><img src=i.png alt="a  picture" width=10 height=5px></a>
<a href=https://else.example/ aria-label=Else></a><a href="mailto:x@y">m</a><map><area href=/area alt=Area></map>
<img src=i.png><img src="data:,x"><img srcset="s.png 1x" width=100%>
<table><tr><th>h<th>i<tr><td>1<td>2</table><table><tr><td>layout</table>`))
	base := dom.Base(doc, pageURL)

	check := func(name string, want, got any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: inventory mismatch (-want +got):\n%s", name, diff)
		}
	}
	check("headings", []page.Heading{{Level: 1, Text: "One", ID: "top"}, {Level: 2, Text: "Two", ID: "s"}, {Level: 3, Text: "Three", ID: "n"}}, inventory.Headings(doc))
	check("links", []page.Link{
		{URL: "https://www.site.example/b/c", Text: "c", Rel: "nofollow noopener", Internal: true},
		{URL: "https://www.site.example/b/c", Text: "d", Internal: true},
		{URL: "https://site.example/e", Text: "a picture", Internal: true},
		{URL: "https://else.example/", Text: "Else"},
		{URL: "https://www.site.example/area", Text: "Area", Internal: true},
	}, inventory.Links(doc, base, pageURL))
	check("images", []page.Image{
		{URL: "https://www.site.example/b/i.png", Alt: "a picture", Width: 10, Height: 5},
		{URL: "https://www.site.example/b/s.png"},
	}, inventory.Images(doc, base))
	check("feeds", []page.Feed{{URL: "https://www.site.example/b/f.xml", Type: "application/atom+xml", Title: "News"}}, inventory.Feeds(doc, base))
	check("tables", []page.Table{{Header: []string{"h", "i"}, Rows: [][]string{{"1", "2"}}}}, inventory.Tables(doc))
}

func TestInventoryIsBounded(t *testing.T) {
	t.Parallel()
	u := &url.URL{Scheme: "https", Host: "site.example"}
	doc := dom.Parse([]byte(strings.Repeat("<h2>h</h2>", 3000) + strings.Repeat("<table><tr><th>a<th>b</table>", 300)))
	if n := len(inventory.Headings(doc)); n != 2000 {
		t.Errorf("%d headings", n)
	}
	if n := len(inventory.Tables(doc)); n != 200 {
		t.Errorf("%d tables", n)
	}
	var b strings.Builder
	for i := range 6000 {
		b.WriteString("<a href=" + strings.Repeat("x", i%3000) + "y" + string(rune('a'+i%26)) + "><img src=" + strings.Repeat("z", i%3000) + ".png></a>")
	}
	doc = dom.Parse([]byte(b.String()))
	if n := len(inventory.Links(doc, u, u)); n > 5000 {
		t.Errorf("%d links", n)
	}
	if n := len(inventory.Images(doc, u)); n > 2000 {
		t.Errorf("%d images", n)
	}
}

// TestTargets: each address once, however many texts and fragments it has, and those that are too many are counted.
func TestTargets(t *testing.T) {
	t.Parallel()
	base := &url.URL{Scheme: "https", Host: "site.example", Path: "/"}
	doc := dom.Parse([]byte(`<a href=a>one</a><a href=a#x>two</a><a href="#y">here</a><a>none</a><map><area href=b></map><a href="mailto:a@b.example">m</a>`))
	list, more := inventory.Targets(doc, base)
	if diff := cmp.Diff([]string{"https://site.example/a", "https://site.example/", "https://site.example/b"}, list); diff != "" || more != 0 {
		t.Errorf("got %d more; targets mismatch (-want +got):\n%s", more, diff)
	}
	var page strings.Builder
	for n := range 50_010 {
		_, _ = fmt.Fprintf(&page, "<a href=%d></a>", n)
	}
	if list, more = inventory.Targets(dom.Parse([]byte(page.String())), base); len(list) != 50_000 || more != 10 {
		t.Errorf("got %d targets and %d more, want 50000 and 10", len(list), more)
	}
	base.Path = "/" + strings.Repeat("a", 1900) + "/"
	if list, more = inventory.Targets(dom.Parse([]byte(page.String())), base); len(list) < 4000 || len(list) > 5000 || len(list)+more != 50_010 {
		t.Errorf("got %d targets of 2 KB and %d more, want some thousands, and 50010 in all", len(list), more)
	}
}

// TestLinksThatAreNone: addresses that are too long for links are not looked at for ever.
func TestLinksThatAreNone(t *testing.T) {
	t.Parallel()
	base := &url.URL{Scheme: "https", Host: "site.example", Path: "/" + strings.Repeat("a", 8190) + "/"}
	page := strings.Repeat("<a href=b></a>", 5000) + "<a href=/c>c</a>"
	if list := inventory.Links(dom.Parse([]byte(page)), base, base); len(list) != 0 {
		t.Errorf("got %d links, want none: the one that is short is behind 40 MB of others", len(list))
	}
}
