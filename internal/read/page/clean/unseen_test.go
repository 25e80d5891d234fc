package clean_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// What a page hides by its own account is taken out, and what its readers can open, or scripts
// fade in, is not.
func TestRules(t *testing.T) {
	t.Parallel()
	const beside = `<p>` + "Text that everybody sees, and enough of it to be most of the page by far." + `</p>`
	cases := map[string]struct {
		page   string
		hidden bool
	}{
		"an attribute":                {`<p hidden>X</p>`, true},
		"display":                     {`<p style="DISPLAY : None !important">X</p>`, true},
		"opacity":                     {`<p style="opacity:0">X</p>`, true},
		"faded in":                    {`<p style="opacity:0;transform:translateY(20px)">X</p>`, false},
		"a font without size":         {`<p style="font-size:0">X</p>`, true},
		"a box without gaps":          {`<p style="font-size:0"><b class="c">X</b></p>`, false},
		"beyond the edge":             {`<p style="position:absolute; left:-60em">X</p>`, true},
		"near the edge":               {`<p style="position:absolute; left:-10px">X</p>`, false},
		"without height":              {`<p style="height:1px;overflow:hidden">X</p>`, true},
		"clipped":                     {`<p style="clip: rect(1px, 1px, 1px, 1px)">X</p>`, true},
		"white on white":              {`<p style="color:#FFF;background-color:white">X</p>`, true},
		"white on black":              {`<p style="color:#FFF;background-color:black">X</p>`, false},
		"a gradient":                  {`<p style="color:transparent;background-clip:text">X</p>`, false},
		"a class":                     {`<style>.x, .y { display:none }</style><p class="a y">X</p>`, true},
		"an id":                       {`<style>/* #x{} */ #x{display:none}</style><p id=x>X</p>`, true},
		"a class for telephones":      {`<style>@media (max-width:9px){.x{display:none}}</style><p class=x>X</p>`, false},
		"a class that is shown again": {`<style>.x{display:none} @media (min-width:9px){.x{display:block}}</style><p class=x>X</p>`, false},
		"a class within another":      {`<style>.js .x{display:none}</style><p class=x>X</p>`, false},
		"opacity in a sheet":          {`<style>.x{opacity:0}</style><p class=x>X</p>`, true},
		"opacity that comes in":       {`<style>.x{opacity:0;transition:all 1s}</style><p class=x>X</p>`, false},
		"opacity by another rule":     {`<style>.x{opacity:0}.on .x{opacity:1}</style><p class=x>X</p>`, false},
		"opacity and a script":        {`<style>.x{opacity:0}</style><p class=x>X</p><script>show("x")</script>`, false},
		"opacity of much":             {`<style>.x{opacity:0}</style><p class=x>X and so on, for as long as a fifth of all</p>`, false},
		"display and opacity":         {`<style>.x{display:none}.on .x{opacity:1}</style><p class=x>X</p>`, true},
		"an element with a class":     {`<style>p.x{display:none}</style><p class=x>X</p>`, true},
		"another with the class":      {`<style>b.x{display:none}</style><p class=x>X</p>`, false},
		"both classes":                {`<style>.x.y{display:none}</style><p class="y x">X</p>`, true},
		"one of both classes":         {`<style>.x.y{display:none}</style><p class=x>X</p>`, false},
		"a class within the body":     {`<style>body .x{display:none}</style><p class=x>X</p>`, true},
		"a class on screens":          {`<style>@media screen{.x{display:none}}</style><p class=x>X</p>`, true},
		"a popover":                   {`<p popover>X</p>`, true},
		"a popover with a button":     {`<button popovertarget=b>+</button><p id=b popover>X</p>`, false},
		"a tab":                       {`<p role=tabpanel hidden>X</p>`, false},
		"what a button opens":         {`<button aria-controls="a b">+</button><p id=b hidden>X</p>`, false},
		"what a link opens":           {`<a href="#b">more</a><p id=b style="display:none">X</p>`, false},
		"a sheet in capitals":         {`<style>.x { COLOR: red; Display :  NONE ! important }</style><p class=x>X</p>`, true},
		"the last declaration":        {`<style>.x{display:none;display:block}</style><p class=x>X</p>`, false},
		"a class of capitals":         {`<style>.X{display:none}</style><p class=x>X</p>`, false},
		"a class like a shown one":    {`<style>.x{display:none}.xx,.ax{display:block}</style><p class=x>X</p>`, true},
		"beyond the edge by a sheet":  {`<style>.x{position:absolute;left:-9999px}</style><p class=x>X</p>`, true},
		"white on white by a sheet":   {`<style>.x{color:#FFF;background:white}</style><p class=x>X</p>`, true},
		"white on nothing":            {`<style>.x{color:#fff}</style><p class=x>X</p>`, false},
		"a second sheet shows it":     {`<style>#x{display:none}</style><p id=x>X</p><style>b #x{position:static}</style>`, false},
		"a block in a rule":           {`<style>@supports (x){.y{a:b}} .x{display:none}</style><p class=x>X</p>`, true},
		"a comment without an end":    {`<style>/* .x{display:block} .x{display:none}</style><p class=x>X</p>`, false},
		"a broken sheet":              {`<style>.x{display:none</style><p class=x>X</p>`, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := []byte(beside + c.page)
			doc := dom.ParseLean(source)
			rules := clean.RulesOf(source)
			rules.Prepare(doc)
			rules.Apply(dom.Body(doc))
			if got := !strings.Contains(dom.Text(doc), "X"); got != c.hidden {
				t.Errorf("got hidden %t, want %t", got, c.hidden)
			}
		})
	}
	whole := []byte(`<div hidden id="S:0"><p>` + strings.Repeat("streamed ", 30) + `</p></div><p>Loading</p>`)
	doc := dom.ParseLean(whole)
	rules := clean.RulesOf(whole)
	rules.Prepare(doc)
	rules.Apply(dom.Body(doc))
	if !strings.Contains(dom.Text(doc), "streamed") {
		t.Error("got a page without its streamed content, want it")
	}
}
