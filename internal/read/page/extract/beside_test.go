package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// TestArticleBesideTeasers: a plain article keeps its table, its code and its last paragraph,
// which thanks somebody by a link, beside a bar that has more text than the article.
func TestArticleBesideTeasers(t *testing.T) {
	t.Parallel()
	const article = `<article><h1>Setting up the gauge</h1>
<p>Last week the old gauge at the quay was replaced by one that sends its readings over the network, and this is what I had to do until they arrived.</p>
<p>The manual is short and assumes a network that nobody here has. I have written down the settings that worked, so that I can find them again when the next one breaks.</p>
<table><tr><th>Setting</th><th>Value</th></tr><tr><td>Address</td><td>10.0.4.17</td></tr><tr><td>Port</td><td>5020</td></tr></table>
<pre><code>import gauge

g = gauge.open("10.0.4.17", 5020)
print(g.level())
</code></pre>
<p>Thanks to <a href="https://example.org/~mara">Mara from the lighthouse</a>, who lent me the cable.</p></article>`
	var bar strings.Builder
	for year := range 12 {
		fmt.Fprintf(&bar, `<div class="teaser"><h4><a href="/%d">Another post of the harbour, of the year %d</a></h4><p>The keeper tells what he saw from his window in the year %d, and why the town did not believe him at first.</p></div>`, year, 1990+year, 1990+year)
	}
	side := `<div class="sidebar">` + bar.String() + `</div>`
	const before, after = `<title>Setting up the gauge</title><header><a href="/">Site</a></header><nav><a href="/a">A</a> <a href="/b">B</a></nav>`, `<footer>All rights reserved. <a href="/p">Privacy</a></footer>`
	for name, body := range map[string]string{"behind the bar": side + article, "before the bar": article + side} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := read(t, "text/html", before+body+after, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
			for _, want := range []string{"| Port | 5020 |", "print(g.level())\n```", "Thanks to [Mara from the lighthouse](https://example.org/~mara), who lent me the cable."} {
				if !strings.Contains(p.Markdown, want) {
					t.Errorf("got markdown without %q:\n%s", want, p.Markdown)
				}
			}
		})
	}
}
