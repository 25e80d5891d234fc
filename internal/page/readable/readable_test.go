package readable_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/page/dom"
	"github.com/quarryapi/quarry/internal/page/readable"
)

func find(t *testing.T, body string) *html.Node {
	t.Helper()
	main, err := readable.New().Main(t.Context(), dom.Parse([]byte(body)), &url.URL{Scheme: "https", Host: "site.example", Path: "/a/"})
	if err != nil {
		t.Fatal(err)
	}
	return main
}

func TestFindsMainContent(t *testing.T) {
	t.Parallel()
	const words = "Some words, enough of them, to be taken for a paragraph of the content. "
	main := find(t, `<nav><a href=/>Home</a></nav><div class=content><div>`+strings.Repeat("<p>"+words+"</p>", 10)+
		words+`<br><br>`+words+`<pre class=language-go>code</pre><a href=b>link</a></div></div><div class=sidebar>Adverts</div>`)
	if main == nil {
		t.Fatal("nothing was found")
	}
	text := dom.Text(main)
	if !strings.Contains(text, words[:40]) || strings.Contains(text, "Home") || strings.Contains(text, "Adverts") {
		t.Errorf("got %.200q", text)
	}
	for n := range main.Descendants() {
		if n.Type == html.ElementNode && n.DataAtom != atom.Lookup([]byte(n.Data)) {
			t.Errorf("element %s has the atom %s", n.Data, n.DataAtom)
		}
	}
	if dom.Attr(dom.First(main, atom.Pre), "class") != "language-go" || dom.Attr(dom.First(main, atom.A), "href") != "https://site.example/a/b" {
		t.Error("the language of the code or the absolute address is lost")
	}
}

func TestNothingToFind(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "<p></p>", "<frameset></frameset>", "<script>x</script>"} {
		if main := find(t, body); main != nil && dom.Text(main) != "" {
			t.Errorf("%q: got %q", body, dom.Text(main))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := readable.New().Main(ctx, dom.Parse(nil), &url.URL{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
