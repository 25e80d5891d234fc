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
		"an attribute":                   {`<p hidden>X</p>`, true},
		"display":                        {`<p style="DISPLAY : None !important">X</p>`, true},
		"opacity":                        {`<p style="opacity:0">X</p>`, true},
		"faded in":                       {`<p style="opacity:0;transform:translateY(20px)">X</p>`, false},
		"a font without size":            {`<p style="font-size:0">X</p>`, true},
		"a box without gaps":             {`<p style="font-size:0"><b class="c">X</b></p>`, false},
		"beyond the edge":                {`<p style="position:absolute; left:-60em">X</p>`, true},
		"near the edge":                  {`<p style="position:absolute; left:-10px">X</p>`, false},
		"without height":                 {`<p style="height:1px;overflow:hidden">X</p>`, true},
		"clipped":                        {`<p style="position:absolute;clip: rect(1px, 1px, 1px, 1px)">X</p>`, true},
		"white on white":                 {`<p style="color:#FFF;background-color:white">X</p>`, true},
		"white on black":                 {`<p style="color:#FFF;background-color:black">X</p>`, false},
		"a gradient":                     {`<p style="color:transparent;background-clip:text">X</p>`, false},
		"a class":                        {`<style>.x, .y { display:none }</style><p class="a y">X</p>`, true},
		"an id":                          {`<style>/* #x{} */ #x{display:none}</style><p id=x>X</p>`, true},
		"a class for telephones":         {`<style>@media (max-width:9px){.x{display:none}}</style><p class=x>X</p>`, false},
		"a class that is shown again":    {`<style>.x{display:none} @media (min-width:9px){.x{display:block}}</style><p class=x>X</p>`, false},
		"a class within another":         {`<style>.js .x{display:none}</style><p class=x>X</p>`, false},
		"opacity in a sheet":             {`<style>.x{opacity:0}</style><p class=x>X</p>`, true},
		"opacity that comes in":          {`<style>.x{opacity:0;transition:all 1s}</style><p class=x>X</p>`, false},
		"opacity by another rule":        {`<style>.x{opacity:0}.on .x{opacity:1}</style><p class=x>X</p>`, false},
		"opacity and a script":           {`<style>.x{opacity:0}</style><p class=x>X</p><script>show("x")</script>`, false},
		"opacity of much":                {`<style>.x{opacity:0}</style><p class=x>X and so on, for as long as a fifth of all</p>`, false},
		"display and opacity":            {`<style>.x{display:none}.on .x{opacity:1}</style><p class=x>X</p>`, true},
		"an element with a class":        {`<style>p.x{display:none}</style><p class=x>X</p>`, true},
		"another with the class":         {`<style>b.x{display:none}</style><p class=x>X</p>`, false},
		"both classes":                   {`<style>.x.y{display:none}</style><p class="y x">X</p>`, true},
		"one of both classes":            {`<style>.x.y{display:none}</style><p class=x>X</p>`, false},
		"a class within the body":        {`<style>body .x{display:none}</style><p class=x>X</p>`, true},
		"a class on screens":             {`<style>@media screen{.x{display:none}}</style><p class=x>X</p>`, true},
		"a popover":                      {`<p popover>X</p>`, true},
		"a popover with a button":        {`<button popovertarget=b>+</button><p id=b popover>X</p>`, true},
		"a popover that controls name":   {`<button aria-controls=b>+</button><p id=b popover>X</p>`, true},
		"named by a handler":             {`<button onclick="document.querySelector('#b').style.display=''">+</button><p>.</p><p id=b style="display:none">X</p>`, false},
		"named as what it is given":      {`<b onclick="openCity(event, 'b')">B</b><p>.</p><p id=b style="display:none">X</p>`, false},
		"a tab of a tutorial":            {`<style>.c{display:none}</style><b onclick="openCity(event, 'b')">B</b><p>.</p><div id=b class=c><p>X</p></div>`, false},
		"named by a hidden handler":      {`<button hidden onclick="show('b')">+</button><p>.</p><p id=b hidden>X</p>`, true},
		"a form by a handler":            {`<button onclick="show('b')">+</button><p>.</p><p id=b hidden>X <input></p>`, true},
		"named by its function":          {`<button onclick="more()">+</button><p>.</p><p id=b hidden>X` + strings.Repeat(" word", 12) + `</p><script>function more(){if(a){} document.getElementById("b").hidden=false}</script>`, false},
		"a note by its function":         {`<button onclick="more()">+</button><p>.</p><p id=b hidden>X</p><script>function more(){document.getElementById("b").hidden=false}</script>`, true},
		"named by another function":      {`<button onclick="more()">+</button><p>.</p><p id=b hidden>X` + strings.Repeat(" word", 12) + `</p><script>function more(){}function other(){document.getElementById("b").hidden=false}</script>`, true},
		"a tab":                          {`<i role=tab>A</i><p role=tabpanel hidden>X</p>`, false},
		"a tab's panel without a tab":    {`<p role=tabpanel hidden>X</p>`, true},
		"a tab that is hidden":           {`<i hidden role=tab>A</i><p role=tabpanel hidden>X</p>`, true},
		"a tab without words":            {`<i role=tab></i><p role=tabpanel hidden>X</p>`, true},
		"a panel that a button names":    {`<button aria-controls=b>A</button><p role=tabpanel id=b hidden>X</p>`, false},
		"a button that is hidden":        {`<button hidden aria-controls=b>+</button><p id=b hidden>X</p>`, true},
		"a button by a hidden class":     {`<style>.n{display:none}</style><button class=n aria-controls=b>+</button><p id=b hidden>X</p>`, true},
		"a button in what is hidden":     {`<div hidden><button aria-controls=b>+</button></div><p id=b hidden>X</p>`, true},
		"a button in a template":         {`<template><button aria-controls=b>+</button></template><p id=b hidden>X</p>`, true},
		"a link without words":           {`<a data-target="#b"></a><p id=b hidden>X</p>`, true},
		"a field that is hidden":         {`<input type=Hidden aria-controls=b><p id=b hidden>X</p>`, true},
		"a field":                        {`<input type=checkbox aria-controls=b><p id=b hidden>X</p>`, false},
		"a choice":                       {`<select aria-controls=b></select><p id=b hidden>X</p>`, false},
		"a link off the screen":          {`<a data-target="#b" style="position:absolute;left:-9999px">more</a><p id=b hidden>X</p>`, true},
		"a button with a picture":        {`<button aria-controls=b><img src=p></button><p id=b hidden>X</p>`, false},
		"a button with a drawing":        {`<button aria-controls=b><svg></svg></button><p id=b hidden>X</p>`, false},
		"a button with a name":           {`<button aria-controls=b aria-label=more></button><p id=b hidden>X</p>`, false},
		"a picture with a name":          {`<button aria-controls=b><b title=more></b></button><p id=b hidden>X</p>`, false},
		"a script":                       {`<script title=a aria-controls=b></script><p id=b hidden>X</p>`, true},
		"a link to a file":               {`<link title=a aria-controls=b><p id=b hidden>X</p>`, true},
		"an entry of the head":           {`<meta title=a aria-controls=b><p id=b hidden>X</p>`, true},
		"a parameter":                    {`<param title=a aria-controls=b><p id=b hidden>X</p>`, true},
		"a part of a map":                {`<area title=a aria-controls=b><p id=b hidden>X</p>`, true},
		"an end of a line":               {`<br title=a aria-controls=b><p id=b hidden>X</p>`, true},
		"a link with a class":            {`<link rel=stylesheet class=a aria-controls=b><p id=b hidden>X</p>`, true},
		"an end with a class":            {`<link rel=stylesheet><br class=a aria-controls=b><p id=b hidden>X</p>`, true},
		"words among data":               {`<datalist aria-controls=b>a</datalist><p id=b hidden>X</p>`, true},
		"a list of data":                 {`<datalist aria-controls=b><option>a</option></datalist><p id=b hidden>X</p>`, true},
		"the title of a drawing":         {`<svg width=9 height=9><title aria-controls=b>a</title></svg><p id=b hidden>X</p>`, true},
		"a button without scripts":       {`<noscript><button aria-controls=b>+</button></noscript><p id=b hidden>X</p>`, true},
		"a name and nothing else":        {`<span aria-label=a aria-controls=b></span><p id=b hidden>X</p>`, true},
		"a title and nothing else":       {`<span title=a aria-controls=b></span><p id=b hidden>X</p>`, true},
		"a face that is hidden":          {`<button aria-controls=b><i hidden>a</i></button><p id=b hidden>X</p>`, true},
		"a picture that is hidden":       {`<a data-target="#b"><img hidden src=p></a><p id=b hidden>X</p>`, true},
		"a picture without size":         {`<a data-target="#b"><img width=0 height=0 src=p></a><p id=b hidden>X</p>`, true},
		"a picture of a pixel":           {`<a data-target="#b"><img width=1 height=1 src=p></a><p id=b hidden>X</p>`, true},
		"a drawing without size":         {`<a data-target="#b"><svg width=0 height=0></svg></a><p id=b hidden>X</p>`, true},
		"a picture without width":        {`<a data-target="#b"><img style="width:0" src=p></a><p id=b hidden>X</p>`, true},
		"a picture with size":            {`<a data-target="#b"><img width=10 height=10 src=p></a><p id=b hidden>X</p>`, false},
		"a space without width":          {`<a data-target="#b">&#8203;</a><p id=b hidden>X</p>`, true},
		"soft hyphens":                   {`<a data-target="#b">&shy;&#x2060;</a><p id=b hidden>X</p>`, true},
		"an element for nothing":         {`<a data-target="#b"><i></i></a><p id=b hidden>X</p>`, true},
		"an icon of another file":        {`<link rel=stylesheet href=a><a data-target="#b"><i class=fa></i></a><p id=b hidden>X</p>`, false},
		"an icon of no file":             {`<a data-target="#b"><i class=fa></i></a><p id=b hidden>X</p>`, true},
		"drawn before it":                {`<style>.a::before{content:"+"}</style><a class=a data-target="#b"></a><p id=b hidden>X</p>`, false},
		"drawn after it":                 {`<style>#a:after{content:"+"}</style><a id=a data-target="#b"></a><p id=b hidden>X</p>`, false},
		"nothing before it":              {`<style>.a::before{content:""}</style><a class=a data-target="#b"></a><p id=b hidden>X</p>`, true},
		"drawn before another":           {`<style>.c::before{content:"+"}</style><a class=a data-target="#b"></a><p id=b hidden>X</p>`, true},
		"drawn by its ground":            {`<style>.a{background:#ccc;width:9px}</style><button class=a aria-controls=b></button><p id=b hidden>X</p>`, false},
		"a ground without room":          {`<style>.a{background:#ccc}</style><a class=a data-target="#b"></a><p id=b hidden>X</p>`, true},
		"a ground of no colour":          {`<style>.a{background:none;width:9px}</style><a class=a data-target="#b"></a><p id=b hidden>X</p>`, true},
		"in a closed dialog":             {`<dialog><button aria-controls=b>+</button></dialog><p id=b hidden>X</p>`, true},
		"in an open dialog":              {`<dialog open><button aria-controls=b>+</button></dialog><p id=b hidden>X</p>`, false},
		"in the place of a film":         {`<video><button aria-controls=b>+</button></video><p id=b hidden>X</p>`, true},
		"in the place of a canvas":       {`<canvas><button aria-controls=b>+</button></canvas><p id=b hidden>X</p>`, true},
		"in no slot":                     {`<x-h><template shadowrootmode=open><p>.</p></template><button aria-controls=b>+</button></x-h><p id=b hidden>X</p>`, true},
		"in a slot":                      {`<x-h><template shadowrootmode=open><slot></slot></template><button aria-controls=b>+</button></x-h><p id=b hidden>X</p>`, false},
		"hidden by its tree":             {`<x-h><template shadowrootmode=open><style>button{display:none}</style><button aria-controls=b>+</button></template></x-h><p id=b hidden>X</p>`, true},
		"in a tree":                      {`<x-h><template shadowrootmode=open><button aria-controls=b>+</button></template></x-h><p id=b hidden>X</p>`, false},
		"a button out of use":            {`<button disabled aria-controls=b>+</button><p id=b hidden>X</p>`, true},
		"in a part out of use":           {`<div inert><button aria-controls=b>+</button></div><p id=b hidden>X</p>`, true},
		"in fields out of use":           {`<fieldset disabled><button aria-controls=b>+</button></fieldset><p id=b hidden>X</p>`, true},
		"a page that a banner locks":     {`<div inert><h1>A</h1><button aria-controls=b>+</button></div><p id=b hidden>X</p>`, false},
		"no clicks":                      {`<div style="pointer-events:none"><button aria-controls=b>+</button></div><p id=b hidden>X</p>`, true},
		"clicks again":                   {`<div style="pointer-events:none"><button style="pointer-events:auto" aria-controls=b>+</button></div><p id=b hidden>X</p>`, false},
		"below a button out of use":      {`<button disabled>How much?</button><p hidden>X</p>`, true},
		"faded by a sheet":               {`<style>.a{opacity:0}</style><button class=a aria-controls=b>+</button><p id=b hidden>X</p>`, true},
		"much that a script fades in":    {`<style>.a{opacity:0}</style><div class=a><p>` + beside + `</p><button aria-controls=b>+</button></div><p id=b hidden>X</p>`, false},
		"closed details":                 {`<details><summary>a</summary>X</details>`, false},
		"closed details without a head":  {`<details>X</details>`, false},
		"a head with a triangle alone":   {`<details><summary></summary>X</details>`, false},
		"a head without size":            {`<details><summary style="font-size:0">a</summary>X</details>`, true},
		"a head without size, open":      {`<details open><summary style="font-size:0">a</summary>X</details>`, false},
		"a head away":                    {`<details><summary style="position:absolute;left:-9999px">a</summary><p>X</p></details>`, true},
		"a head that is cut off":         {`<details><summary style="position:absolute;clip:rect(0,0,0,0)">a</summary><p>X</p></details>`, true},
		"a head white on white":          {`<details><summary style="color:#fff;background:#fff">a</summary><p>X</p></details>`, true},
		"a head out of use":              {`<details><summary style="pointer-events:none">a</summary><p>X</p></details>`, true},
		"a button in sealed details":     {`<details><summary hidden>a</summary><button aria-controls=b>+</button></details><p id=b hidden>X</p>`, true},
		"a box around what is named":     {`<button aria-controls=b>+</button><div style="display:none"><div><p id=b>X</p></div></div>`, false},
		"a box around more":              {`<button aria-controls=b>+</button><div style="display:none"><p id=b>.</p><p>X</p></div>`, true},
		"a box around words, too":        {`<button aria-controls=b>+</button><div style="display:none"><p id=b>.</p>X</div>`, true},
		"a tab of Foundation":            {`<ul data-tabs><li><a href="#b">a</a></li></ul><p id=b hidden>X</p>`, false},
		"a tab's target":                 {`<a data-tabs-target=b>a</a><p id=b hidden>X</p>`, false},
		"a transparent box over a head":  {`<input type=checkbox style="opacity:0"><b>a</b><p style="visibility:hidden">X</p>`, false},
		"a transparent box over nothing": {`<input type=checkbox style="opacity:0"><b></b><p style="visibility:hidden">X</p>`, true},
		"a box that is not shown":        {`<input type=checkbox style="display:none"><b>a</b><p style="visibility:hidden">X</p>`, true},
		"a box with a label":             {`<input type=checkbox id=t hidden><label for=t>a</label><p hidden>X</p>`, false},
		"a box with an empty label":      {`<input type=checkbox id=t hidden><label for=t></label><p hidden>X</p>`, true},
		"a box with another's label":     {`<input type=checkbox id=t hidden><label for=u>a</label><p hidden>X</p>`, true},
		"a box out of use with a label":  {`<input type=checkbox disabled id=t><label for=t>a</label><p hidden>X</p>`, true},
		"a box out of use":               {`<input type=checkbox disabled><p hidden>X</p>`, true},
		"a button in what it opens":      {`<div id=b hidden><button aria-controls=b>+</button>X</div>`, true},
		"two that open each other":       {`<div id=a hidden><button aria-controls=b>+</button></div><div id=b hidden><button aria-controls=a>+</button>X</div>`, true},
		"a button in what one opens":     {`<p id=b hidden>X</p><div id=a hidden><button aria-controls=b>+</button></div><button aria-controls=a>+</button>`, false},
		"a button in a tab's panel":      {`<i role=tab>A</i><div role=tabpanel hidden><button aria-controls=b>+</button><p id=b hidden>X</p></div>`, false},
		"a question that is hidden":      {`<p hidden><a href="#b">How much?</a></p><p>.</p><p id=b hidden>X</p>`, true},
		"a control that names nothing":   {`<a data-target="#">more</a><p>.</p><p hidden>X</p>`, true},
		"what a link of Bootstrap opens": {`<a href="#b" data-bs-toggle="collapse">more</a><p id=b style="display:none">X</p>`, false},
		"below what says it is closed":   {`<b aria-expanded=false>How much?</b><p hidden>X</p>`, false},
		"below a link elsewhere":         {`<h4><a href="/rye">Fares</a></h4><div style="display:none">X</div>`, true},
		"below a link for scripts":       {`<h4><a href="#!">Fares</a></h4><div style="display:none">X</div>`, false},
		"an answer of a link in part":    {`<button>How much?</button><p hidden>X says <a href=r>that rye</a> is much</p>`, false},
		"an address like a comment":      {`<style>.a{background:url( /a/*.png)}.x{display:none}/**/</style><p class=x>X</p>`, true},
		"an address, and a comment":      {`<style>.a{background:url(/a)}/*.x{*/.x{display:none}</style><p class=x>X</p>`, true},
		"a text like a comment":          {`<style>.a{content:"/*"}.x{display:none}/**/</style><p class=x>X</p>`, true},
		"a text with a brace":            {`<style>.a{content:"}"}.x{display:none}</style><p class=x>X</p>`, true},
		"a text with declarations":       {`<style>.x{content:';display:none;'}</style><p class=x>X</p>`, false},
		"a text with a quote":            {`<style>.a{content:"\"}"}.x{display:none}</style><p class=x>X</p>`, true},
		"a quote in a comment":           {`<style>/* don't */.x{display:none}/* it's */</style><p class=x>X</p>`, true},
		"a quote that is not closed":     {"<style>.a{content:'\n}.x{display:none}</style><p class=x>X</p>", true},
		"below a button in a hidden b":   {`<div><b hidden><button>How much?</button></b></div><p hidden>X</p>`, true},
		"below a button by a class":      {`<style>.n{display:none}</style><div><button class=n>How much?</button></div><p hidden>X</p>`, true},
		"what a button opens":            {`<button aria-controls="a b">+</button><p id=b hidden>X</p>`, false},
		"what a link leads to":           {`<a href="#b">more</a><p id=b style="display:none">X</p>`, true},
		"what a link opens":              {`<a href="#b" data-toggle="collapse">more</a><p id=b style="display:none">X</p>`, false},
		"a sheet in capitals":            {`<style>.x { COLOR: red; Display :  NONE ! important }</style><p class=x>X</p>`, true},
		"the last declaration":           {`<style>.x{display:none;display:block}</style><p class=x>X</p>`, false},
		"a class of capitals":            {`<style>.X{display:none}</style><p class=x>X</p>`, false},
		"a class like a shown one":       {`<style>.x{display:none}.xx,.ax{display:block}</style><p class=x>X</p>`, true},
		"beyond the edge by a sheet":     {`<style>.x{position:absolute;left:-9999px}</style><p class=x>X</p>`, true},
		"white on white by a sheet":      {`<style>.x{color:#FFF;background:white}</style><p class=x>X</p>`, true},
		"white on nothing":               {`<style>.x{color:#fff}</style><p class=x>X</p>`, false},
		"a second sheet shows it":        {`<style>#x{display:none}</style><p id=x>X</p><style>b #x{position:static}</style>`, false},
		"a block in a rule":              {`<style>@supports (x){.y{a:b}} .x{display:none}</style><p class=x>X</p>`, true},
		"a comment without an end":       {`<style>/* .x{display:block} .x{display:none}</style><p class=x>X</p>`, false},
		"clipped in the flow":            {`<p style="clip:rect(0 0 0 0)">X</p>`, false},
		"Tailwind's table":               {`<style>.hidden{display:none}@media(min-width:640px){.sm\:table-cell{display:table-cell}}</style><table><tr><td class="hidden sm:table-cell">X</table>`, false},
		"Bootstrap's table":              {`<style>.d-none{display:none!important}@media(min-width:768px){.d-md-table-cell{display:table-cell!important}}</style><table><tr><td class="d-none d-md-table-cell">X</table>`, false},
		"a digit's escape":               {`<style>.hidden{display:none}@media(min-width:9px){.\32xl\:flex{display:flex}}</style><p class="hidden 2xl:flex">X</p>`, false},
		"visible from a width on":        {`<style>.invisible{visibility:hidden}.md\:visible{visibility:visible}</style><p class="invisible md:visible">X</p>`, false},
		"an open accordion":              {`<style>.acc{height:0;overflow:hidden}.acc.open{height:auto}</style><div class="acc open"><p>X</p></div>`, false},
		"open by its greatest height":    {`<style>.acc{max-height:0;overflow:hidden}.acc.open{max-height:99px}</style><div class="acc open"><p>X</p></div>`, false},
		"open by nesting":                {`<style>.pane{display:none;&.on{color:red;display:block}}</style><p class="pane on">X</p>`, false},
		"open by a nested medium":        {`<style>.pane{display:none;@media(min-width:9px){display:block}}</style><p class="pane">X</p>`, false},
		"shown by its id":                {`<style>.x{display:none}#id{display:block}</style><p class=x id=id>X</p>`, false},
		"an important rule":              {`<style>p.i{display:block!important}</style><p class=i style="display:none">X</p>`, false},
		"a style of its own":             {`<style>.x{display:none}</style><p class=x style="display:block">X</p>`, false},
		"opacity of another class":       {`<style>.a{opacity:0}.seen{opacity:1}</style><p class="a seen">X</p>`, false},
		"opacity after a display":        {`<style>.z{display:none}.a{opacity:0}.seen{opacity:1}</style><p class=z>Y</p><p class="a seen">X</p>`, false},
		"a gradient of several classes":  {`<style>.g{background-image:linear-gradient(red,blue)}.c{-webkit-background-clip:text;background-clip:text}.t{color:transparent}</style><h2><span class="g c t">X</span></h2>`, false},
		"text that is filled":            {`<style>.t{color:transparent}.t{-webkit-text-fill-color:#000}</style><p class=t>X</p>`, false},
		"on a picture":                   {`<style>.x{color:#fff;background-color:#fff;background-image:url(h.jpg)}</style><p class=x>X</p>`, false},
		"on a picture of another class":  {`<style>.x{color:#fff;background:#fff}.x.photo{background:url(h.jpg)}</style><p class="x photo">X</p>`, false},
		"a colour within":                {`<style>.x{color:#fff;background:#fff}.x p{color:#333}</style><div class=x><p>X</p></div>`, false},
		"a box of a ratio":               {`<style>.x{height:0;padding-bottom:40%;overflow:hidden}</style><div class=x><p>X</p></div>`, false},
		"a box of a ratio by a style":    {`<div style="height:0;padding-bottom:40%;overflow:hidden"><p>X</p></div>`, false},
		"a band":                         {`<style>.x{margin-left:-9999px;padding-left:9999px}</style><p class=x>X</p>`, false},
		"wiped in":                       {`<style>.x{clip-path:inset(0 100% 0 0);animation:w 1s forwards}</style><p class=x>X</p>`, false},
		"scaled in":                      {`<style>.x{transform:scale(0);transition:transform 1s}</style><p class=x>X</p>`, false},
		"coloured in":                    {`<style>.x{color:transparent;animation:c 1s forwards}</style><p class=x>X</p>`, false},
		"slid in by another class":       {`<style>.x{transform:translateX(-1200px)}.moves{animation:s 1s}</style><p class="x moves">X</p>`, false},
		"a container":                    {`<style>.x{display:none}@container (min-width:9px){.x{display:block}}</style><p class=x>X</p>`, false},
		"an attribute alone":             {`<style>.x{display:none}[data-on]{display:block!important}</style><p class=x data-on>X</p>`, false},
		"above a layer":                  {`<style>@layer u{.x{display:none}}p{display:block}</style><p class=x>X</p>`, false},
		"within another element":         {`<style>section .x{display:none}</style><p class=x>X</p>`, false},
		"a sheet for paper":              {`<style media="print">.x{display:none}</style><p class=x>X</p>`, false},
		"a sheet for telephones":         {`<style media="(max-width:500px)">.x{display:none}</style><p class=x>X</p>`, false},
		"a sheet of another type":        {`<style type="text/x-foo">.x{display:none}</style><p class=x>X</p>`, false},
		"a sheet in a comment":           {`<!-- <style>.x{display:none}</style> --><p class=x>X</p>`, false},
		"a sheet for old browsers":       {`<!--[if lt IE 9]><style>.x{display:none}</style><![endif]--><p class=x>X</p>`, false},
		"a sheet without scripts":        {`<noscript><style>.x{display:none}</style></noscript><p class=x>X</p>`, false},
		"a sheet in a string":            {`<script>w.document.write("<style>.x{display:none}</style>")</script><p class=x>X</p>`, false},
		"a sheet in a template":          {`<template><template></template><style>.x{display:none}</style></template><p class=x>X</p>`, false},
		"a sheet of a shadow":            {`<my-card><template shadowrootmode=open><style>.x{display:none}</style><slot></slot></template><p class=x>X</p></my-card>`, false},
		"a sheet of a frame":             {`<iframe srcdoc="<style>.x{display:none}</style>"></iframe><p class=x>X</p>`, false},
		"a sheet that is written":        {`<textarea><style>.x{display:none}</style></textarea><p class=x>X</p>`, false},
		"the last that matters":          {`<style>.x{display:block!important;display:none}</style><p class=x>X</p>`, false},
		"display of its element":         {`<style>.x{display:none}p{display:block}*{margin:0}</style><p class=x>X</p>`, true},
		"what is before an element":      {`<style>.x{display:none}.y::before{display:block}</style><p class="x y">X</p>`, true},
		"an element in capitals":         {`<STYLE MEDIA="screen" type=text/css>.x{display:none}</STYLE><p class=x>X</p>`, true},
		"within its element":             {`<style>section .x{display:none}</style><section><p class=x>X</p></section>`, true},
		"a broken sheet":                 {`<style>.x{display:none</style><p class=x>X</p>`, true},
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
