package shell_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/shell"
)

// signs are the shells of testdata, as frameworks and their templates write them, by what they are
// known by.
var signs = map[string]shell.Sign{
	"angular":                        shell.Root,
	"angular-spinner":                shell.Loading,
	"asks-for-scripts-in-the-page":   shell.Loading,
	"blazor":                         shell.Loading,
	"body-as-root":                   shell.Noscript,
	"chrome-around-an-empty-root":    shell.Root,
	"create-react-app":               shell.Root,
	"ember":                          shell.Empty,
	"flutter":                        shell.Empty,
	"gatsby-client-route":            shell.Root,
	"initial-state":                  shell.Data,
	"counter-in-the-page":            shell.Written,
	"counter-of-the-site":            shell.Written,
	"counter-by-jquery":              shell.Written,
	"list-of-the-application":        shell.Written,
	"list-of-an-account":             shell.Written,
	"list-by-whole-address":          shell.Written,
	"list-by-address-without-scheme": shell.Written,
	"list-by-a-module":               shell.Written,
	"list-by-element":                shell.Written,
	"japanese-loading":               shell.Loading,
	"next-app-bailout":               shell.Empty,
	"next-pages-csr":                 shell.Root,
	"nuxt-spa":                       shell.Root,
	"nuxt2-loading":                  shell.Loading,
	"polymer":                        shell.Empty,
	"quasar":                         shell.Root,
	"remix-spa":                      shell.Loading,
	"sveltekit-csr":                  shell.Root,
	"vite-vue":                       shell.Root,
	"vue-cli-noscript":               shell.Root,
}

// TestShells: the shapes of shells that frameworks serve are found.
func TestShells(t *testing.T) {
	t.Parallel()
	seen := 0
	each(t, "shells", func(t *testing.T, name string, got shell.Sign) {
		t.Helper()
		seen++
		if want := signs[name]; got != want {
			t.Errorf("%s: got sign %q, want %q", name, got, want)
		}
	})
	if seen != len(signs) {
		t.Errorf("got %d files, want the %d that are listed", seen, len(signs))
	}
}

// TestPages: pages that are honestly short, or that frameworks have rendered, are none.
func TestPages(t *testing.T) {
	t.Parallel()
	each(t, "pages", func(t *testing.T, name string, got shell.Sign) {
		t.Helper()
		if got != shell.None {
			t.Errorf("%s: got sign %q, want none", name, got)
		}
	})
}

func each(t *testing.T, folder string, check func(t *testing.T, name string, got shell.Sign)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.html"))
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d files, error %v; want some", len(files), err)
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		check(t, strings.TrimSuffix(filepath.Base(file), ".html"), shell.Of(dom.Parse(body), shell.Content{Host: "harbour.test"}))
	}
}

// TestRead: what a reader took decides where markup deceives.
func TestRead(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("testdata/shells/vite-vue.html")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		read shell.Content
		want shell.Sign
	}{
		"nothing":           {shell.Content{}, shell.Root},
		"a few words":       {shell.Content{Text: "Menu", Believed: true}, shell.Root},
		"what surrounds it": {shell.Content{Text: strings.Repeat("words ", 50)}, shell.Root},
		"more of that":      {shell.Content{Text: strings.Repeat("words ", 200)}, shell.Root},
	} {
		if got := shell.In(body, c.read); got != c.want {
			t.Errorf("%s: got sign %q, want %q", name, got, c.want)
		}
	}
}

// TestMuchAroundNothing: however much surrounds an element that a framework fills, the page is a shell while that is
// empty, and content beside it makes it a page.
func TestMuchAroundNothing(t *testing.T) {
	t.Parallel()
	menu := strings.Repeat(`<li><a href="/goods/of-a-long-address/and-longer">Ropes and tar</a></li>`, 40)
	foot := "<footer><p>" + strings.Repeat("The harbour office is open on every day but Sunday. ", 30) + "</p></footer>"
	script := `<script src="/app.js"></script>`
	for name, c := range map[string]struct {
		page string
		want shell.Sign
	}{
		"a menu":                     {`<header><nav><ul>` + menu + `</ul></nav></header><div id=root></div>` + script, shell.Root},
		"a footer":                   {`<div id="__next"> </div>` + foot + script, shell.Root},
		"a footer behind a comment":  {`<DIV class=x data-a=1 ID='app'><!--app-html--></DIV>` + foot + script, shell.Root},
		"Angular's element":          {`<app-root></app-root>` + foot + script, shell.Root},
		"no script":                  {`<div id=root></div>` + foot, shell.None},
		"an article beside it":       {`<div id=app></div><main><p>Ropes of hemp are tarred twice, and hang for a year.</p></main>` + foot + script, shell.None},
		"a heading beside it":        {`<div id=app></div><main><h1>Ropes</h1></main>` + foot + script, shell.None},
		"an element of no framework": {`<div id=banner></div>` + foot + script, shell.None},
		"one that is full":           {`<div id=root><p>Ropes of hemp are tarred twice.</p></div>` + foot + script, shell.None},
	} {
		for _, believed := range []bool{false, true} {
			page := "<!DOCTYPE html><title>Harbour</title><body>" + c.page
			if got := shell.In([]byte(page), shell.Content{Text: strings.Repeat("words ", 200), Believed: believed}); got != c.want {
				t.Errorf("%s: got sign %q, want %q", name, got, c.want)
			}
		}
	}
}

// TestLeftover: what is left of a page without main content is four times as long before it is more than what surrounds
// content.
func TestLeftover(t *testing.T) {
	t.Parallel()
	page := []byte(`<!DOCTYPE html><title>Harbour</title><body><header><p>` + strings.Repeat("The office is open. ", 15) + `</p></header><main><p>Loading…</p></main><script src="/app.js"></script>`)
	for name, c := range map[string]struct {
		read shell.Content
		want shell.Sign
	}{
		"left over":        {shell.Content{Text: strings.Repeat("words ", 50)}, shell.Loading},
		"much left over":   {shell.Content{Text: strings.Repeat("words ", 150)}, shell.None},
		"its main content": {shell.Content{Text: strings.Repeat("words ", 50), Believed: true}, shell.None},
	} {
		if got := shell.In(page, c.read); got != c.want {
			t.Errorf("%s: got sign %q, want %q", name, got, c.want)
		}
	}
}

// TestAddressesAreNoContent: a menu of long links is no more than its words.
func TestAddressesAreNoContent(t *testing.T) {
	t.Parallel()
	links := shell.Content{Text: strings.Repeat("- [Ropes](https://harbour.test/goods/of-a-long-address/and-longer)\n", 12), Believed: true}
	words := shell.Content{Text: strings.Repeat("- [Ropes and tar](not an address\n that ends)", 20), Believed: true}
	if links.Enough() || !words.Enough() {
		t.Errorf("got enough %t of links and %t of words, want false and true", links.Enough(), words.Enough())
	}
}
