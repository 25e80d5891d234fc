package clean_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

func TestHidden(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ in, want string }{
		"attribute":        {`a<p hidden>x</p>`, "a"},
		"style":            {`a<p style="color:red; DISPLAY : none">x</p><p style="visibility:hidden">y</p>`, "a"},
		"for readers only": {`a<span aria-hidden=true>x</span>`, "a"},
		"controls":         {`a<button>x</button><select><option>y</select><textarea>z</textarea><label>Size <select><option>1</select></label>`, "a"},
		"a label of text":  {`<label>b</label>`, "b"},
		"drawings":         {`a<svg><text>x</text></svg>`, "a"},
		"a shown style":    {`<p style="display:block">b</p>`, "b"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := dom.Body(dom.Parse([]byte(c.in)))
			clean.Hidden(body)
			if diff := cmp.Diff(c.want, dom.Text(body)); diff != "" {
				t.Errorf("Text mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBoilerplate(t *testing.T) {
	t.Parallel()
	const text = `<p>The content of this page, long enough to be most of it.</p>`
	const kept = "The content of this page, long enough to be most of it."
	cases := map[string]struct{ in, want string }{
		"elements":                    {`<nav>a</nav><header>b</header>` + text + `<aside>c</aside><footer>d</footer>`, kept},
		"roles":                       {`<div role=navigation>a</div>` + text + `<div role=contentinfo>b</div>`, kept},
		"words of a class":            {`<div class="site-nav x">a</div>` + text + `<div id=cookie_banner>b</div>`, kept},
		"a word within another":       {text + `<div class="navigator adsorb shareholders">a</div>`, kept + " a"},
		"header of an article":        {`<article><header>a</header>` + text + `</article>`, "a " + kept},
		"header that holds it all":    {`<header><main>` + text + `</main></header>`, kept},
		"a class that holds the most": {`<div class="ads-list">` + text + `</div><div class=ads>x</div>`, kept},
		"headers by their name":       {`<div id=header>a</div><div class="wide top-bar">b</div>` + text + `<div class="card header">c</div>`, kept + " c"},
		"a class around the heading":  {`<div class="share">` + `<h1>a</h1></div>` + text, "a " + kept},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := dom.Body(dom.Parse([]byte(c.in)))
			length := clean.TextLength(body, 1000)
			clean.Boilerplate(body)
			if diff := cmp.Diff(c.want, dom.Text(body)); diff != "" {
				t.Errorf("Text mismatch (-want +got):\n%s", diff)
			}
			if length != dom.TextLength(body, 1000) {
				t.Errorf("TextLength said %d, %d are left", length, dom.TextLength(body, 1000))
			}
		})
	}
}

func TestRoot(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ in, want string }{
		"main":          {`<p>a</p><main><p>some more</p></main>`, "some more"},
		"role":          {`<p>a</p><div role=main>some more</div>`, "some more"},
		"two of them":   {`<main>a</main><main>b</main>`, "a b"},
		"next to empty": {`<main>a</main><p>all of the text is here</p>`, "a all of the text is here"},
		"none":          {`<p>a</p>`, "a"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, dom.Text(clean.Root(dom.Parse([]byte(c.in))))); diff != "" {
				t.Errorf("Text mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCodeLanguage(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ in, want string }{
		"class of code":       {`<pre><code class="x language-go">a</code></pre>`, "language-go"},
		"class of pre":        {`<pre class="lang-c++">a</pre>`, "language-c++"},
		"wrapper of GitHub":   {`<div class="highlight highlight-source-shell"><pre>a</pre></div>`, "language-shell"},
		"wrapper of Sphinx":   {`<div class="highlight-python3 notranslate"><div class=highlight><pre>a</pre></div></div>`, "language-python3"},
		"highlight.js":        {`<pre><code class="hljs rust">a</code></pre>`, "language-rust"},
		"pandoc":              {`<pre class="sourceCode haskell"><code>a</code></pre>`, "language-haskell"},
		"SyntaxHighlighter":   {`<pre class="brush: js; toolbar: false">a</pre>`, "language-js"},
		"data attribute":      {`<figure data-language="tsx"><pre>a</pre></figure>`, "language-tsx"},
		"plain text":          {`<pre class=x><code class="language-plaintext">a</code></pre>`, "x"},
		"none":                {`<pre>a</pre>`, ""},
		"a language too long": {`<pre class="language-supercalifragilistic">a</pre>`, "language-supercalifragilistic"},
		"a fence in the name": {"<pre><code class='language-a`b'>a</code></pre>", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := dom.Parse([]byte(c.in))
			clean.Code(doc)
			if got := dom.Attr(dom.First(doc, atom.Pre), "class"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestLineNumbersAndTasks(t *testing.T) {
	t.Parallel()
	doc := dom.Parse([]byte(`<table><tr><td class=gutter><pre>1
2</pre><td class=code><pre>a
b</pre></table><pre><span class=lineno>1</span>c<button>Copy</button></pre><ul><li><input type=checkbox checked>x<li><input type=checkbox>y<li><input type=radio>z</ul>`))
	clean.Code(doc)
	clean.Tasks(doc)
	clean.Hidden(doc)
	if diff := cmp.Diff("a\nb\n\nc\n\n☑ x\n☐ y\nz", dom.Paragraphs(doc)); diff != "" {
		t.Errorf("Paragraphs mismatch (-want +got):\n%s", diff)
	}
	if dom.First(doc, atom.Table) != nil {
		t.Error("the table of line numbers is still there")
	}
}
