package markdown_test

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/pkg/markdown"
)

// Addresses that are joined as strings are those that a parser of addresses makes.
func TestAddresses(t *testing.T) {
	t.Parallel()
	part := rapid.SampledFrom([]string{
		"https://", "http://", "//", "a.example", "A.example", "a.example:80", "/", "//", "/.", "/..", "..", "b", "C", "%20", "%2f", "%", "?", "q=1", "&", "=", "#", "f-1", "!", "é", " ", "(", "@", ":", ";", ",", "$", "+", "~", "_", "'", "*", "h", "[",
	})
	bases := []string{"https://site.example/dir/page?q#f", "http://site.example", "https://site.example:8443/a/../b/", "https://u:p@site.example/", "https://SITE.example/x"}
	rapid.Check(t, func(r *rapid.T) {
		base, err := url.Parse(rapid.SampledFrom(bases).Draw(r, "base"))
		if err != nil {
			r.Fatal(err)
		}
		ref := strings.Join(rapid.SliceOfN(part, 1, 8).Draw(r, "ref"), "")
		want := dom.ResolveLink(base, ref)
		got := linkTo(t, base, ref)
		if want == "" && got != "t" || want != "" && !strings.Contains(want, "[") && got != linkTo(t, nil, want) {
			r.Fatalf("%q on %s: got %q, want %q", ref, base, got, want)
		}
	})
}

func linkTo(t *testing.T, base *url.URL, ref string) string {
	t.Helper()
	root := dom.Body(dom.Parse([]byte(`<a href="` + html.EscapeString(ref) + `">t</a>`)))
	text, err := markdown.New().Convert(t.Context(), root, markdown.Options{Base: base})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(text)
}

// Without a base addresses are what the page says, unless they are programs or data.
func TestAddressesAsTheyStand(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"../a":                 "[t](../a)",
		"":                     "[t]()",
		"JavaScript:alert(1)":  "t",
		"data:text/html,x":     "t",
		"vbscript:x":           "t",
		"https://[::1]:80/[a]": "[t](https://[::1]:80/[a])",
		"/[a]":                 "[t](/%5Ba%5D)",
	}
	for ref, want := range cases {
		if got := linkTo(t, nil, ref); got != want {
			t.Errorf("%q: got %q, want %q", ref, got, want)
		}
	}
}
