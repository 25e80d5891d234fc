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
		"an attribute":                  {`<p hidden>X</p>`, true},
		"display":                       {`<p style="DISPLAY : None !important">X</p>`, true},
		"opacity":                       {`<p style="opacity:0">X</p>`, true},
		"faded in":                      {`<p style="opacity:0;transform:translateY(20px)">X</p>`, false},
		"a font without size":           {`<p style="font-size:0">X</p>`, true},
		"a box without gaps":            {`<p style="font-size:0"><b class="c">X</b></p>`, false},
		"beyond the edge":               {`<p style="position:absolute; left:-60em">X</p>`, true},
		"near the edge":                 {`<p style="position:absolute; left:-10px">X</p>`, false},
		"without height":                {`<p style="height:1px;overflow:hidden">X</p>`, true},
		"clipped":                       {`<p style="position:absolute;clip: rect(1px, 1px, 1px, 1px)">X</p>`, true},
		"white on white":                {`<p style="color:#FFF;background-color:white">X</p>`, true},
		"white on black":                {`<p style="color:#FFF;background-color:black">X</p>`, false},
		"a gradient":                    {`<p style="color:transparent;background-clip:text">X</p>`, false},
		"a class":                       {`<style>.x, .y { display:none }</style><p class="a y">X</p>`, true},
		"an id":                         {`<style>/* #x{} */ #x{display:none}</style><p id=x>X</p>`, true},
		"a class for telephones":        {`<style>@media (max-width:9px){.x{display:none}}</style><p class=x>X</p>`, false},
		"a class that is shown again":   {`<style>.x{display:none} @media (min-width:9px){.x{display:block}}</style><p class=x>X</p>`, false},
		"a class within another":        {`<style>.js .x{display:none}</style><p class=x>X</p>`, false},
		"opacity in a sheet":            {`<style>.x{opacity:0}</style><p class=x>X</p>`, true},
		"opacity that comes in":         {`<style>.x{opacity:0;transition:all 1s}</style><p class=x>X</p>`, false},
		"opacity by another rule":       {`<style>.x{opacity:0}.on .x{opacity:1}</style><p class=x>X</p>`, false},
		"opacity and a script":          {`<style>.x{opacity:0}</style><p class=x>X</p><script>show("x")</script>`, false},
		"opacity of much":               {`<style>.x{opacity:0}</style><p class=x>X and so on, for as long as a fifth of all</p>`, false},
		"display and opacity":           {`<style>.x{display:none}.on .x{opacity:1}</style><p class=x>X</p>`, true},
		"an element with a class":       {`<style>p.x{display:none}</style><p class=x>X</p>`, true},
		"another with the class":        {`<style>b.x{display:none}</style><p class=x>X</p>`, false},
		"both classes":                  {`<style>.x.y{display:none}</style><p class="y x">X</p>`, true},
		"one of both classes":           {`<style>.x.y{display:none}</style><p class=x>X</p>`, false},
		"a class within the body":       {`<style>body .x{display:none}</style><p class=x>X</p>`, true},
		"a class on screens":            {`<style>@media screen{.x{display:none}}</style><p class=x>X</p>`, true},
		"a popover":                     {`<p popover>X</p>`, true},
		"a popover with a button":       {`<button popovertarget=b>+</button><p id=b popover>X</p>`, false},
		"a tab":                         {`<p role=tabpanel hidden>X</p>`, false},
		"what a button opens":           {`<button aria-controls="a b">+</button><p id=b hidden>X</p>`, false},
		"what a link leads to":          {`<a href="#b">more</a><p id=b style="display:none">X</p>`, true},
		"what a link opens":             {`<a href="#b" data-toggle="collapse">more</a><p id=b style="display:none">X</p>`, false},
		"a sheet in capitals":           {`<style>.x { COLOR: red; Display :  NONE ! important }</style><p class=x>X</p>`, true},
		"the last declaration":          {`<style>.x{display:none;display:block}</style><p class=x>X</p>`, false},
		"a class of capitals":           {`<style>.X{display:none}</style><p class=x>X</p>`, false},
		"a class like a shown one":      {`<style>.x{display:none}.xx,.ax{display:block}</style><p class=x>X</p>`, true},
		"beyond the edge by a sheet":    {`<style>.x{position:absolute;left:-9999px}</style><p class=x>X</p>`, true},
		"white on white by a sheet":     {`<style>.x{color:#FFF;background:white}</style><p class=x>X</p>`, true},
		"white on nothing":              {`<style>.x{color:#fff}</style><p class=x>X</p>`, false},
		"a second sheet shows it":       {`<style>#x{display:none}</style><p id=x>X</p><style>b #x{position:static}</style>`, false},
		"a block in a rule":             {`<style>@supports (x){.y{a:b}} .x{display:none}</style><p class=x>X</p>`, true},
		"a comment without an end":      {`<style>/* .x{display:block} .x{display:none}</style><p class=x>X</p>`, false},
		"clipped in the flow":           {`<p style="clip:rect(0 0 0 0)">X</p>`, false},
		"Tailwind's table":              {`<style>.hidden{display:none}@media(min-width:640px){.sm\:table-cell{display:table-cell}}</style><table><tr><td class="hidden sm:table-cell">X</table>`, false},
		"Bootstrap's table":             {`<style>.d-none{display:none!important}@media(min-width:768px){.d-md-table-cell{display:table-cell!important}}</style><table><tr><td class="d-none d-md-table-cell">X</table>`, false},
		"a digit's escape":              {`<style>.hidden{display:none}@media(min-width:9px){.\32xl\:flex{display:flex}}</style><p class="hidden 2xl:flex">X</p>`, false},
		"visible from a width on":       {`<style>.invisible{visibility:hidden}.md\:visible{visibility:visible}</style><p class="invisible md:visible">X</p>`, false},
		"an open accordion":             {`<style>.acc{height:0;overflow:hidden}.acc.open{height:auto}</style><div class="acc open"><p>X</p></div>`, false},
		"open by its greatest height":   {`<style>.acc{max-height:0;overflow:hidden}.acc.open{max-height:99px}</style><div class="acc open"><p>X</p></div>`, false},
		"open by nesting":               {`<style>.pane{display:none;&.on{color:red;display:block}}</style><p class="pane on">X</p>`, false},
		"open by a nested medium":       {`<style>.pane{display:none;@media(min-width:9px){display:block}}</style><p class="pane">X</p>`, false},
		"shown by its id":               {`<style>.x{display:none}#id{display:block}</style><p class=x id=id>X</p>`, false},
		"an important rule":             {`<style>p.i{display:block!important}</style><p class=i style="display:none">X</p>`, false},
		"a style of its own":            {`<style>.x{display:none}</style><p class=x style="display:block">X</p>`, false},
		"opacity of another class":      {`<style>.a{opacity:0}.seen{opacity:1}</style><p class="a seen">X</p>`, false},
		"opacity after a display":       {`<style>.z{display:none}.a{opacity:0}.seen{opacity:1}</style><p class=z>Y</p><p class="a seen">X</p>`, false},
		"a gradient of several classes": {`<style>.g{background-image:linear-gradient(red,blue)}.c{-webkit-background-clip:text;background-clip:text}.t{color:transparent}</style><h2><span class="g c t">X</span></h2>`, false},
		"text that is filled":           {`<style>.t{color:transparent}.t{-webkit-text-fill-color:#000}</style><p class=t>X</p>`, false},
		"on a picture":                  {`<style>.x{color:#fff;background-color:#fff;background-image:url(h.jpg)}</style><p class=x>X</p>`, false},
		"on a picture of another class": {`<style>.x{color:#fff;background:#fff}.x.photo{background:url(h.jpg)}</style><p class="x photo">X</p>`, false},
		"a colour within":               {`<style>.x{color:#fff;background:#fff}.x p{color:#333}</style><div class=x><p>X</p></div>`, false},
		"a box of a ratio":              {`<style>.x{height:0;padding-bottom:40%;overflow:hidden}</style><div class=x><p>X</p></div>`, false},
		"a box of a ratio by a style":   {`<div style="height:0;padding-bottom:40%;overflow:hidden"><p>X</p></div>`, false},
		"a band":                        {`<style>.x{margin-left:-9999px;padding-left:9999px}</style><p class=x>X</p>`, false},
		"wiped in":                      {`<style>.x{clip-path:inset(0 100% 0 0);animation:w 1s forwards}</style><p class=x>X</p>`, false},
		"scaled in":                     {`<style>.x{transform:scale(0);transition:transform 1s}</style><p class=x>X</p>`, false},
		"coloured in":                   {`<style>.x{color:transparent;animation:c 1s forwards}</style><p class=x>X</p>`, false},
		"slid in by another class":      {`<style>.x{transform:translateX(-1200px)}.moves{animation:s 1s}</style><p class="x moves">X</p>`, false},
		"a container":                   {`<style>.x{display:none}@container (min-width:9px){.x{display:block}}</style><p class=x>X</p>`, false},
		"an attribute alone":            {`<style>.x{display:none}[data-on]{display:block!important}</style><p class=x data-on>X</p>`, false},
		"above a layer":                 {`<style>@layer u{.x{display:none}}p{display:block}</style><p class=x>X</p>`, false},
		"within another element":        {`<style>section .x{display:none}</style><p class=x>X</p>`, false},
		"a sheet for paper":             {`<style media="print">.x{display:none}</style><p class=x>X</p>`, false},
		"a sheet for telephones":        {`<style media="(max-width:500px)">.x{display:none}</style><p class=x>X</p>`, false},
		"a sheet of another type":       {`<style type="text/x-foo">.x{display:none}</style><p class=x>X</p>`, false},
		"a sheet in a comment":          {`<!-- <style>.x{display:none}</style> --><p class=x>X</p>`, false},
		"a sheet for old browsers":      {`<!--[if lt IE 9]><style>.x{display:none}</style><![endif]--><p class=x>X</p>`, false},
		"a sheet without scripts":       {`<noscript><style>.x{display:none}</style></noscript><p class=x>X</p>`, false},
		"a sheet in a string":           {`<script>w.document.write("<style>.x{display:none}</style>")</script><p class=x>X</p>`, false},
		"a sheet in a template":         {`<template><template></template><style>.x{display:none}</style></template><p class=x>X</p>`, false},
		"a sheet of a shadow":           {`<my-card><template shadowrootmode=open><style>.x{display:none}</style><slot></slot></template><p class=x>X</p></my-card>`, false},
		"a sheet of a frame":            {`<iframe srcdoc="<style>.x{display:none}</style>"></iframe><p class=x>X</p>`, false},
		"a sheet that is written":       {`<textarea><style>.x{display:none}</style></textarea><p class=x>X</p>`, false},
		"the last that matters":         {`<style>.x{display:block!important;display:none}</style><p class=x>X</p>`, false},
		"display of its element":        {`<style>.x{display:none}p{display:block}*{margin:0}</style><p class=x>X</p>`, true},
		"what is before an element":     {`<style>.x{display:none}.y::before{display:block}</style><p class="x y">X</p>`, true},
		"an element in capitals":        {`<STYLE MEDIA="screen" type=text/css>.x{display:none}</STYLE><p class=x>X</p>`, true},
		"within its element":            {`<style>section .x{display:none}</style><section><p class=x>X</p></section>`, true},
		"a broken sheet":                {`<style>.x{display:none</style><p class=x>X</p>`, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := []byte(beside + c.page)
			for _, parsed := range []bool{false, true} { // whether the parser's style elements are taken
				var m dom.Memory
				doc := dom.ParseLeanIn(&m, source)
				rules := clean.RulesOf(source)
				if styles, all := m.Styles(); all && parsed {
					rules = clean.RulesOfParsed(source, styles)
				}
				rules.Prepare(doc)
				rules.Apply(dom.Body(doc))
				if got := !strings.Contains(dom.Text(doc), "X"); got != c.hidden {
					t.Errorf("by the parser's elements %t: got hidden %t, want %t", parsed, got, c.hidden)
				}
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

// TestLongAnswer: what a question opens is read, and what is as long as a page is no answer.
func TestLongAnswer(t *testing.T) {
	t.Parallel()
	const words = "The keeper wrote down the height of the tide at noon, and so did the next one. "
	for bytes, want := range map[int]bool{1 << 10: true, 1 << 17: false} {
		source := []byte(strings.Repeat("<p>"+words, 4*(1<<17)/len(words)) + `</p><button>Who wrote it down?</button><div hidden>X ` + strings.Repeat(words, bytes/len(words)) + `</div>`)
		doc := dom.ParseLean(source)
		rules := clean.RulesOf(source)
		rules.Prepare(doc)
		rules.Apply(dom.Body(doc))
		if got := strings.Contains(dom.Text(doc), "X"); got != want {
			t.Errorf("got an answer of %d bytes kept %t, want %t", bytes, got, want)
		}
	}
}
