package markup_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/markup"
)

var base = &url.URL{Scheme: "https", Host: "site.example", Path: "/a/b"}

func TestHTML(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ in, want string }{
		"meaning stays, looks go": {
			`<div class="x" style="color:red"><span>A <b onclick="x()">bold</b></span>   word</div>`,
			"<div>A <b>bold</b> word</div>\n",
		},
		"addresses are absolute":       {`<a href="c?d=1&e">l</a><img src="/i.png" alt="">`, `<a href="https://site.example/a/c?d=1&amp;e">l</a><img src="https://site.example/i.png" alt="">` + "\n"},
		"nothing that runs":            {`<p onmouseover=x()>a<script>x()</script><a href="javascript:x()">b</a><iframe src=x></iframe><style>p{}</style></p>`, "<p>a<a>b</a></p>\n"},
		"nothing that is hidden":       {`<p>a</p><p hidden>b</p><p style="display:none">c</p><template><p>d</p></template>`, "<p>a</p>\n"},
		"code keeps its lines":         {"<pre class='x language-go y'><code>a\n  b &lt; c\n</code></pre>", "<pre class=\"language-go\"><code>a\n  b &lt; c\n</code></pre>\n"},
		"text cannot become markup":    {`<p>&lt;script&gt; &amp;amp; "</p>`, "<p>&lt;script&gt; &amp;amp; &#34;</p>\n"},
		"attributes cannot, either":    {`<abbr title='"><script>'>l</abbr>`, `<abbr title="&#34;&gt;&lt;script&gt;">l</abbr>` + "\n"},
		"titles of links go":           {`<a href="x" title="t">l</a>`, `<a href="https://site.example/a/x">l</a>` + "\n"},
		"unknown elements are opened":  {`<my-card><p>a</p></my-card><font>b</font>`, "<p>a</p>\nb\n"},
		"tables":                       {`<table class=t><tr><th scope=col colspan=2>a</th></tr><tr><td>b</td><td>c</td></tr></table>`, "<table><tbody><tr><th colspan=\"2\" scope=\"col\">a</th>\n</tr>\n<tr><td>b</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>\n"},
		"what holds nothing goes":      {`<p>a</p><div><p> <span></span></p></div><p>b</p><a href=x></a>`, "<p>a</p>\n<p>b</p>\n"},
		"a page of nothing is nothing": {` <!-- c --> `, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := markup.HTML(t.Context(), dom.Body(dom.Parse([]byte(c.in))), base)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("HTML mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// What was written is read as what it was written from: writing it again changes nothing.
func TestHTMLIsItsOwn(t *testing.T) {
	t.Parallel()
	const in = `<article><h1>T</h1><p>a <em>b</em>c<br>d</p><ul><li>x <ul><li>y</ul></ul><pre>
 1
  2</pre><blockquote cite="/q"><p>q</p></blockquote><dl><dt>t<dd>d</dl><details><summary>s</summary>u</details></article>`
	once, err := markup.HTML(t.Context(), dom.Body(dom.Parse([]byte(in))), base)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := markup.HTML(t.Context(), dom.Body(dom.Parse([]byte(once))), base)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(once, twice); diff != "" {
		t.Errorf("HTML of HTML mismatch (-once +twice):\n%s", diff)
	}
}

func TestHTMLIsBounded(t *testing.T) {
	t.Parallel()
	got, err := markup.HTML(t.Context(), dom.Body(dom.Parse([]byte(strings.Repeat("<div>", 20_000)+"deep"))), base)
	if err != nil || !strings.Contains(got, "deep") || len(got) > 20_000 {
		t.Errorf("got %d bytes, error %v; want the text in less than 20000 bytes", len(got), err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := markup.HTML(ended, dom.Body(dom.Parse([]byte(strings.Repeat("<p>a", 5_000)))), base); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}
