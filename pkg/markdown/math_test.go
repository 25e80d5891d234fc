package markdown_test

import "testing"

func TestFormulasByTeX(t *testing.T) {
	t.Parallel()
	conversions{
		"an annotation":           {`<p>So <math><semantics><mi>shown</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math> is it.`, "So $x^2$ is it."},
		"another annotation":      {`<p>So <math><semantics><mi>y</mi><annotation encoding="application/openmath">x^2</annotation></semantics></math> is it.`, "So $y$ is it."},
		"an alternative text":     {`<p>So <math alttext="x_1"><mi>shown</mi></math> is it.`, "So $x_1$ is it."},
		"displayed":               {`<p>So <math alttext="x" display="block"></math> is it.`, "So\n\n$$x$$\n\nis it."},
		"displayed by KaTeX":      {`<p>So</p><span class="katex-display"><span class="katex"><math alttext="x"></math></span></span>`, "So\n\n$$x$$"},
		"displayed in a link":     {`<p><a href="/a"><math alttext="x" display="block"></math></a>`, "[$x$](https://site.example/a)"},
		"a script":                {`<p>So <script type="math/tex">x</script> is it.`, "So $x$ is it."},
		"a script of its own":     {`<p>So</p><script type="math/tex; mode=display">x</script><p>is it.`, "So\n\n$$x$$\n\nis it."},
		"a script of others":      {`<p>So <script type="math/asciimath">x</script> is it.`, "So is it."},
		"with its style":          {`<p><math alttext="{\displaystyle x}"></math>`, "$x$"},
		"with its style, bare":    {`<p><math alttext="\displaystyle x"></math>`, "$x$"},
		"with a style not ended":  {`<p><math alttext="{\displaystyle x"></math>`, `${\displaystyle x$`},
		"in dollars":              {`<p><math alttext="$ x $"></math>`, "$x$"},
		"in two dollars":          {`<p><math alttext="$$x$$"></math>`, "$x$"},
		"in round brackets":       {`<p><math alttext="\(x\)"></math>`, "$x$"},
		"in square brackets":      {`<p><math alttext="\[x\]"></math>`, "$x$"},
		"a picture of Wikipedia":  {`<p><img class="mwe-math-fallback-image-inline" alt="x" src="/i.png"> is it.`, "$x$ is it."},
		"a picture, displayed":    {`<p>So <img class="mwe-math-fallback-image-display " alt="x" src="/i.png"> is it.`, "So\n\n$$x$$\n\nis it."},
		"a picture of LaTeX":      {`<p><img class="latex" alt="x" src="/i.png"> is it.`, "$x$ is it."},
		"a picture of TeX":        {`<p><img class="tex" alt="x" src="/i.png"> is it.`, "$x$ is it."},
		"another picture":         {`<p><img class="latexed" alt="x" src="/i.png"> is it.`, "![x](https://site.example/i.png) is it."},
		"MathJax, far from it":    {`<p><span class="MathJax">x</span><b></b><b></b><b></b><script type="math/tex">y</script> is it.`, "$y$ is it."},
		"MathJax without script":  {`<p><span class="MathJax">x</span> is it.`, "x is it."},
		"MathJax, another script": {`<p><span class="MathJax">x</span><script>y</script> is it.`, "x is it."},
		"on two lines":            {"<p><math alttext=\"x\n + y\"></math>", "$x + y$"},
		"empty":                   {`<p>So <math alttext=" "></math> is it.`, "So is it."},
	}.run(t)
}

func TestFormulasByTheirParts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"a fraction":       {"<mfrac><mi>a</mi><mi>b</mi></mfrac>", `\frac{a}{b}`},
		"a square root":    {"<msqrt><mi>a</mi><mi>b</mi></msqrt>", `\sqrt{ab}`},
		"a root":           {"<mroot><mi>a</mi><mn>3</mn></mroot>", `\sqrt[3]{a}`},
		"a power":          {"<msup><mi>a</mi><mn>2</mn></msup>", `{a}^{2}`},
		"an index":         {"<msub><mi>a</mi><mn>2</mn></msub>", `{a}_{2}`},
		"an index, power":  {"<msubsup><mi>a</mi><mn>1</mn><mn>2</mn></msubsup>", `{a}_{1}^{2}`},
		"over":             {"<mover><mi>a</mi><mo>b</mo></mover>", `{a}^{b}`},
		"under":            {"<munder><mi>a</mi><mo>b</mo></munder>", `{a}_{b}`},
		"under and over":   {"<munderover><mi>a</mi><mn>1</mn><mn>2</mn></munderover>", `{a}_{1}^{2}`},
		"text":             {"<mtext>if it  is</mtext>", `\text{if it is}`},
		"a table":          {"<mtable><mtr><mtd>a</mtd><mtd>b</mtd></mtr><mtr><mtd>c</mtd></mtr></mtable>", `a & b \\ c \\`},
		"parts in a row":   {"<mrow><mi>a</mi><mo>=</mo><mn>1</mn></mrow>", `a=1`},
		"parts of a power": {"<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", `{ab}^{2}`},
	} {
		if got := convert(t, "<p><math>"+c.in+"</math></p>", ""); got != "$"+c.want+"$" {
			t.Errorf("%s: got %s, want $%s$", name, got, c.want)
		}
	}
}
