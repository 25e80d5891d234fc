package markdown_test

import "testing"

func TestNotes(t *testing.T) {
	t.Parallel()
	conversions{
		"as GitHub has them": {
			`<p>a<sup><a href="#user-content-fn-x" id="user-content-fnref-x" data-footnote-ref>1</a></sup>.</p><section class="footnotes" data-footnotes><ol><li id="user-content-fn-x"><p>The note. <a href="#user-content-fnref-x" data-footnote-backref>↩</a></p></li></ol></section>`,
			"a[^1].\n\n[^1]: The note.",
		},
		"as pandoc has them": {
			`<p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><section class="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>One.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p><pre><code>x</code></pre></li></ol></section>`,
			"a[^1]\n\n[^1]: One.\n\n    ```\n    x\n    ```",
		},
		"as encyclopedias have them": {
			`<p>a<sup id="cite_ref-x_1-0"><a href="#cite_note-x-1">[1]</a></sup> b<sup><a href="#cite_note-2">[2]</a></sup> c<sup id="cite_ref-x_1-1"><a href="#cite_note-x-1">[1]</a></sup></p><h2>References</h2><ol><li id="cite_note-x-1"><span class="mw-cite-backlink">^ <a href="#cite_ref-x_1-0"><sup>a</sup></a> <a href="#cite_ref-x_1-1"><sup>b</sup></a></span> <span>The <i>book</i>.</span></li><li id="cite_note-2"><b><a href="#cite_ref-2">^</a></b> Other.</li><li id="cite_note-3">Not mentioned.</li></ol>`,
			"a[^1] b[^2] c[^1]\n\n## References\n\n3. Not mentioned.\n\n[^1]: The *book*.\n\n[^2]: Other.",
		},
		"as word processors have them": {
			`<p>a <sup><a href="#_ftn1" name="_ftnref1">[1]</a></sup></p><p><a href="#_ftnref1" name="_ftn1">[1]</a> The note.</p><p id=n2>[2] Stays.</p>`,
			"a[^1]\n\n[2] Stays.\n\n[^1]: The note.",
		},
		"with whole addresses": {
			`<p>a<sup><a href="https://site.example/dir/page#n">1</a></sup></p><p id="n">The note.</p>`,
			"a[^1]\n\n[^1]: The note.",
		},
		"a label that is repeated": {
			`<p>a<sup><a href="#n">*</a></sup></p><p id="n">* The note.</p>`,
			"a[^1]\n\n[^1]: The note.",
		},
		"notes of notes": {
			`<p>a<sup><a href="#n1">1</a></sup></p><div id="n1">One<sup><a href="#n2">2</a></sup>.</div><div id="n2">Two.</div>`,
			"a[^1]\n\n[^1]: One[^2].\n\n[^2]: Two.",
		},
		"a link that is none":        {`<p>a<sup><a href="#n">2</a></sup></p>`, "a[2](https://site.example/dir/page#n)"},
		"a link to a heading":        {`<p><sup><a href="#n">2</a></sup></p><div id="n"><h2>H</h2></div>`, "[2](https://site.example/dir/page#n)\n\n## H"},
		"a link upwards":             {`<p id="n">x</p><p>a<sup><a href="#n">2</a></sup></p>`, "x\n\na[2](https://site.example/dir/page#n)"},
		"a note around its own mark": {`<p id="n">x<sup><a href="#n">2</a></sup></p>`, "x[2](https://site.example/dir/page#n)"},
		"a mark and a colon":         {`<p><sup><a href="#n">1</a></sup>: a</p><p id="n">b</p>`, "[^1]\\: a\n\n[^1]: b"},
	}.run(t)
}

func TestMath(t *testing.T) {
	t.Parallel()
	conversions{
		"of KaTeX": {`a <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x_1*y</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span> b`, "a $x_1*y$ b"},
		"of KaTeX, displayed": {`a<span class="katex-display"><span class="katex"><span class="katex-mathml"><math><annotation encoding="application/x-tex">x
= y</annotation></math></span></span></span>b`, "a\n\n$$x = y$$\n\nb"},
		"of MathJax":             {`a <span class="MathJax_Preview">x</span><span class="MathJax">x</span><script type="math/tex">x^2</script> b<script type="math/tex; mode=display">y</script>`, "a $x^2$ b\n\n$$y$$"},
		"of an encyclopedia":     {`<span class="mwe-math-element"><span style="display: none;"><math alttext="x"></math></span><img src="/i" class="mwe-math-fallback-image-inline" alt="{\displaystyle E=mc^{2}}"></span>`, "$E=mc^{2}$"},
		"of MathML, by its text": {`<math alttext="a|b" display="block"><mi>a</mi></math>`, "$$a|b$$"},
		"of MathML":              {`<math><mfrac><mi>a</mi><mn>2</mn></mfrac><mo>+</mo><msqrt><msup><mi>x</mi><mn>2</mn></msup></msqrt><mroot><mi>y</mi><mn>3</mn></mroot><munderover><mo>∑</mo><mn>0</mn><mi>n</mi></munderover><mtext>if so</mtext></math>`, `$\frac{a}{2}+\sqrt{{x}^{2}}\sqrt[3]{y}{∑}_{0}^{n}\text{if so}$`},
		"in a cell":              {`<table><tr><th>a<th>b<tr><td><math alttext="|x|"></math><td>$5</table>`, "| a | b |\n|---|---|\n| $\\|x\\|$ | $5 |"},
		"beside prices":          {`<math alttext="x"></math> costs $5`, `$x$ costs \$5`},
		"prices":                 {`from $5 to $7`, `from $5 to $7`},
		"of nothing":             {`a<math></math>b`, "ab"},
	}.run(t)
}
