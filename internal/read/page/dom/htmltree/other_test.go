package htmltree_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/read/page/dom/htmltree"
)

// differences are all that is known of where golang.org/x/net/html does not do what the standard
// says and this package does, each with the shortest page that shows it.
var differences = map[string]string{
	"x/net decodes entities in comments":                            "<!--&amp;-->",
	"x/net makes a comment of an end tag without a name":            "a</>b",
	"x/net takes a doctype in capitals for one of old":              "<!DOCTYPE HTML><p><table>",
	"x/net reads raw text where the tag opens no element":           "<frameset><style><frame>",
	"x/net drops a line end behind a tag that is no element":        "<pre></i>\nx",
	"x/net drops an encoded line end with the return before it":     "<textarea>&#13;\n</textarea>",
	"x/net ignores the rest of a page behind a template in foreign": "<svg><desc><template></template>x",
	"x/net ignores a header cell behind a caption":                  "<table><caption><th>",
	"x/net takes foreign elements for those that close themselves":  "<form><svg><rp></form><g>",
	"x/net closes a table behind foreign elements of its name":      "<table><math><html><annotation-xml encoding='text/html'><colgroup>",
	"x/net opens a paragraph where its end breaks out of a formula": "<p><math><annotation-xml></p>",
	"x/net goes back into the body at a doctype behind it":          "</body><!doctype html><!---->",
	"x/net closes formatting around a search":                       "<b><search></b>x",
	"x/net leaves the comment of a script at a bracket in it":       "<script><!--<!<script></script>",
	"x/net keeps all attributes, this package 64 of them":           "<p " + manyAttributes(65) + ">",
}

func manyAttributes(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(" a" + strings.Repeat("b", i))
	}
	return b.String()
}

// TestDifferences fails when one is gone, so that the list and ADR 0032 stay true.
func TestDifferences(t *testing.T) {
	t.Parallel()
	for name, page := range differences {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if want, got := others(t, page), dump(htmltree.Parse([]byte(page), htmltree.All)); want == got {
				t.Errorf("got the same tree, want a difference:\n%s", got)
			}
		})
	}
}

// others is the tree of golang.org/x/net/html; empty for a page that it refuses.
func others(t rapidOrTesting, page string) string {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader([]byte(page)))
	if err != nil {
		return ""
	}
	return dump(doc)
}

type rapidOrTesting interface{ Helper() }

// parts make pages that are wrong in most ways in which pages are.
var parts = strings.Split("<html>|<head>|<body>|</body>|</html>|</head>|<title>|</title>|<script>|</script>|<style>|</style>|"+
	"<!--|-->|<!-->|--!>|<p>|</p>|<p title=\"|\">|'|=|/|<div>|</div>|<a href=x>|</a>|<a>|<b>|</b>|<b class=x>|<i>|</i>|<font color=red>|</font>|"+
	"<table>|</table>|<tbody>|</tbody>|<thead>|<tfoot>|<tr>|</tr>|<td>|</td>|<col>|<colgroup>|</colgroup>|<ul>|</ul>|<li>|</li>|"+
	"<dl>|<dt>|<dd>|</dd>|<h1>|</h1>|<h2>|<form>|</form>|<input>|<input type=hidden>|<button>|</button>|<select>|</select>|"+
	"<option>|<optgroup>|<textarea>|</textarea>|<pre>|</pre>|<br>|</br>|<br/>|<hr>|<img src=x>|<image>|<svg>|</svg>|<desc>|<foreignObject>|"+
	"<nobr>|</nobr>|<ruby>|<object>|</object>|<marquee>|<iframe>|</iframe>|<noscript>|</noscript>|<x-y>|</x-y>|<span>|</span>|<section>|"+
	"</section>|<address>|</address>|<article>|<em>|</em>|<u>|<tt>|</tt>|<code>|</code>|<xmp>|</xmp>|<plaintext>|<main>|<fieldset>|"+
	"</fieldset>|<center>|<meta>|<link>|<![CDATA[|]]>|<g/>|<path/>|<circle>|</g>|<blockquote>|</blockquote>|<STYLE >|text|a| |  |\x00|\r|&amp;|&lt|"+
	"&notit;|&#65;|&#x80;|<|>|</|<script><!--|<script>//|<script type=application/ld+json>|<i/>|<P CLASS=X>", "|")

// TestLikeOther compares trees over pages made of parts, those of the differences left out.
func TestLikeOther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		page := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 40).Draw(t, "page"), "")
		if differs(page) {
			t.Skip("a page with what is known to differ")
		}
		got := dump(htmltree.Parse([]byte(page), htmltree.All))
		if want := others(t, page); want != "" && want != got {
			t.Fatalf("%q (-x/net +got):\n%s", page, cmp.Diff(want, got))
		}
	})
}

// differs reports whether a page may be one of the differences.
func differs(page string) bool {
	page = strings.ToLower(page)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(page, w) {
				return true
			}
		}
		return false
	}
	return has("</>", "<frameset", "<template", "<caption", "<math", "<search", "<!doctype") ||
		has("<!", "<?", "</ ", "</&", "</<", "</>") && has("&") ||
		has("<pre", "<textarea", "<listing") && has("\n", "\r", "&#1", "&#x", "&newline") ||
		has("<!--") && strings.Count(page, "<script") > 1 ||
		has("<svg") && has("<rp", "<rt", "<rb", "<option", "<optgroup")
}

// FuzzLikeOther is TestLikeOther over pages that the fuzzer makes of html5lib's.
func FuzzLikeOther(f *testing.F) {
	for _, c := range constructions(f) {
		f.Add([]byte(c.data))
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		lean := htmltree.Parse(page, htmltree.Lean)
		tree := htmltree.Parse(page, htmltree.All)
		if diff := cmp.Diff(leanly(tree), dump(lean)); diff != "" {
			t.Errorf("the lean tree differs (-want +got):\n%s", diff)
		}
		if differs(string(page)) {
			return
		}
		got := dump(htmltree.Parse(page, htmltree.All))
		if want := others(t, string(page)); want != "" && want != got {
			t.Errorf("the tree differs (-x/net +got):\n%s", cmp.Diff(want, got))
		}
	})
}
