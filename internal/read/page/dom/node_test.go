package dom_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// element is the first element of a name in a page.
func element(t *testing.T, page string, name atom.Atom) *html.Node {
	t.Helper()
	n := dom.First(dom.Parse([]byte(page)), name)
	if n == nil {
		t.Fatalf("got no %s in %s, want one", name, page)
	}
	return n
}

func markup(t *testing.T, n *html.Node) string {
	t.Helper()
	var b strings.Builder
	if err := html.Render(&b, n); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAttributes(t *testing.T) {
	t.Parallel()
	n := element(t, `<p id=" a " hidden class=b>`, atom.P)
	if dom.Attr(n, "id") != "a" || dom.Attr(n, "hidden") != "" || dom.Attr(n, "title") != "" {
		t.Errorf("got id %q, hidden %q, title %q; want the id alone", dom.Attr(n, "id"), dom.Attr(n, "hidden"), dom.Attr(n, "title"))
	}
	if !dom.HasAttr(n, "hidden") || dom.HasAttr(n, "title") {
		t.Errorf("got hidden %t, title %t; want true, false", dom.HasAttr(n, "hidden"), dom.HasAttr(n, "title"))
	}
	dom.SetAttr(n, "class", "c")
	dom.SetAttr(n, "title", "d")
	if got, want := markup(t, n), `<p id=" a " hidden="" class="c" title="d"></p>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestHeadings(t *testing.T) {
	t.Parallel()
	for level := 1; level <= 6; level++ {
		n := element(t, fmt.Sprintf("<h%d>T ¶</h%d>", level, level), atom.Lookup(fmt.Appendf(nil, "h%d", level)))
		if got := dom.HeadingLevel(n); got != level || dom.HeadingText(n) != "T" {
			t.Errorf("got level %d, text %q; want %d, T", got, dom.HeadingText(n), level)
		}
	}
	if got := dom.HeadingLevel(element(t, "<p>x", atom.P)); got != 0 {
		t.Errorf("got level %d of a paragraph, want 0", got)
	}
	for _, sign := range []string{"#", "¶", "§", "🔗"} {
		if got := dom.HeadingText(element(t, "<h2>The title "+sign+"</h2>", atom.H2)); got != "The title" {
			t.Errorf("%s: got %q, want the title", sign, got)
		}
	}
}

func TestTreesAreChanged(t *testing.T) {
	t.Parallel()
	body := dom.Body(dom.Parse([]byte("<div><b>x</b><i>y</i></div><p>z</p>")))
	div, p := dom.First(body, atom.Div), dom.First(body, atom.P)
	copied := dom.Clone(div)
	if copied.Parent != nil || markup(t, copied) != markup(t, div) {
		t.Errorf("got copy %s with parent %v, want %s without one", markup(t, copied), copied.Parent, markup(t, div))
	}
	dom.SetAttr(div.FirstChild, "id", "a")
	dom.MoveChildren(p, div)
	dom.Replace(div, dom.NewElement(atom.Ul, dom.NewElement(atom.Li, dom.NewText("n & m"))))
	if got, want := markup(t, body), `<body><ul><li>n &amp; m</li></ul><p>z<b id="a">x</b><i>y</i></p></body>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := markup(t, copied); got != "<div><b>x</b><i>y</i></div>" {
		t.Errorf("got copy %s, want it unchanged", got)
	}
	dom.Remove(div)
	dom.Remove(p)
	if got, want := markup(t, body), `<body><ul><li>n &amp; m</li></ul></body>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSearches(t *testing.T) {
	t.Parallel()
	doc := dom.Parse([]byte("<main><ul><li>a<li><p>b</ul></main><svg><title>c</title></svg>"))
	p := dom.First(doc, atom.P)
	if got := dom.Closest(p, atom.Ul, atom.Main); !dom.Is(got, atom.Ul) {
		t.Errorf("got %v, want the nearest, the list", got)
	}
	if got := dom.Closest(p, atom.Table); got != nil {
		t.Errorf("got %v, want none", got)
	}
	if n := len(dom.Collect(doc, atom.Li, atom.P)); n != 3 {
		t.Errorf("got %d elements, want 3", n)
	}
	if got := dom.First(doc, atom.Title); got != nil {
		t.Errorf("got %v, want none: the title of a drawing is no HTML", got)
	}
	if li := dom.First(doc, atom.Li); dom.Body(li) != li {
		t.Errorf("got %v, want the root where there is no body", dom.Body(li))
	}
}

func TestImageURL(t *testing.T) {
	t.Parallel()
	base, err := url.Parse("https://a.test/b/")
	if err != nil {
		t.Fatal(err)
	}
	for img, want := range map[string]string{
		`<img src=x.png>`:                                         "x.png",
		`<img src=x.png data-src=y.png>`:                          "y.png",
		`<img src=x.png data-original=y.png>`:                     "y.png",
		`<img src=x.png data-lazy-src=y.png>`:                     "y.png",
		`<img src=x.png data-url=y.png>`:                          "y.png",
		`<img src="data:image/gif;base64,R0" srcset="y.png 1x">`:  "y.png",
		`<img srcset="s.png 100w, l.png 900w, m.png 400w">`:       "l.png",
		`<img srcset="s.png, l.png 2x,">`:                         "l.png",
		`<img srcset="s.png 0.5x, l.png">`:                        "l.png",
		`<img srcset="data:image/png;base64,A 900w, s.png 100w">`: "s.png",
		`<img data-srcset="l.png 2x">`:                            "l.png",
		`<picture><source srcset="l.png 2x"><img></picture>`:      "l.png",
		`<p><source srcset="l.png 2x"><img></p>`:                  "",
		`<img>`:                                                   "",
	} {
		if want != "" {
			want = "https://a.test/b/" + want
		}
		if got := dom.ImageURL(base, element(t, img, atom.Img)); got != want {
			t.Errorf("%s: got %q, want %q", img, got, want)
		}
	}
}

func TestPixels(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]int{"12": 12, "12px": 12, "0": 0, "-1": 0, "50%": 0, "100000": 100000, "100001": 0, "": 0, "1.5": 0} {
		if got := dom.Pixels(element(t, `<img width="`+value+`">`, atom.Img), "width"); got != want {
			t.Errorf("%q: got %d, want %d", value, got, want)
		}
	}
}

func TestTextLength(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]int{
		"<div></div>": 0, "<div>abc</div>": 3, "<div>  a  b</div>": 3, "<div>a b<b>c</b></div>": 4, "<div>ab<script>cd</script><!-- e --></div>": 2, "<div>" + strings.Repeat("x", 30) + "<p>y</div>": 20,
	} {
		if got := dom.TextLength(element(t, page, atom.Div), 20); got != want {
			t.Errorf("%s: got %d, want %d", page, got, want)
		}
	}
}

func TestSameSite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"https://a.test/x", "http://WWW.A.test:8080/", true}, {"https://a.test/", "https://b.a.test/", false}, {"https://www.a.test/", "https://a.test/", true},
	} {
		a, err1 := url.Parse(c.a)
		b, err2 := url.Parse(c.b)
		if err1 != nil || err2 != nil || dom.SameSite(a, b) != c.want {
			t.Errorf("%s, %s: got %t, errors %v, %v; want %t", c.a, c.b, dom.SameSite(a, b), err1, err2, c.want)
		}
	}
}

func TestLinksThatAbutAreApart(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		"<p><a>x</a><a>y</a>": "x y", "<p><button>x</button><a>y</a>": "x y", "<p><b>x</b><a>y</a>": "xy", "<p>x<object>y</object><iframe>z</iframe>": "x",
	} {
		if diff := cmp.Diff(want, dom.Text(element(t, page, atom.P))); diff != "" {
			t.Errorf("%s: text mismatch (-want +got):\n%s", page, diff)
		}
	}
}

func TestBlocksBeginALine(t *testing.T) {
	t.Parallel()
	for name := range strings.FieldsSeq("address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary table ul") {
		if !dom.IsBlock(dom.NewElement(atom.Lookup([]byte(name)))) {
			t.Errorf("%s: got no block, want one", name)
		}
	}
	for name := range strings.FieldsSeq("a b span img td br button label time") {
		if dom.IsBlock(dom.NewElement(atom.Lookup([]byte(name)))) {
			t.Errorf("%s: got a block, want none", name)
		}
	}
	if dom.IsBlock(dom.NewText("p")) {
		t.Error("got a block of a text, want none")
	}
}
