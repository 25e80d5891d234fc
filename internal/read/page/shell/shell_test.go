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
		"nothing":            {shell.Content{}, shell.Root},
		"a few words":        {shell.Content{Text: "Menu", Believed: true}, shell.Root},
		"main content":       {shell.Content{Text: strings.Repeat("words ", 50), Believed: true}, shell.None},
		"what surrounds it":  {shell.Content{Text: strings.Repeat("words ", 50)}, shell.Root},
		"more than that has": {shell.Content{Text: strings.Repeat("words ", 200)}, shell.None},
	} {
		if got := shell.Of(dom.Parse(body), c.read); got != c.want {
			t.Errorf("%s: got sign %q, want %q", name, got, c.want)
		}
	}
}
