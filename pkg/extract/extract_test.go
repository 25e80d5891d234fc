package extract_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/japanese"

	"github.com/quarryapi/quarry/pkg/extract"
)

// saved is where the pages lie that the service's own reading is held to.
const saved = "../../internal/read/page/extract/testdata/"

const address = "https://site.example/dir/page?x=1"

func file(tb testing.TB, name string) []byte {
	tb.Helper()
	body, err := os.ReadFile(saved + name)
	if err != nil {
		tb.Fatal(err)
	}
	return body
}

func read(tb testing.TB, page string, o extract.Options) *extract.Page {
	tb.Helper()
	p, err := extract.FromReader(strings.NewReader(page), o)
	if err != nil {
		tb.Fatalf("FromReader fails with %v", err)
	}
	return p
}

// TestSameAsTheService: the golden files of the service's extractor are this package's, too.
func TestSameAsTheService(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"article", "shop", "docs", "tables", "forum", "list"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := read(t, string(file(t, name+".html")), extract.Options{URL: address})
			if diff := cmp.Diff(string(file(t, "golden/"+name+".md")), p.Markdown); diff != "" {
				t.Errorf("the markdown differs (-service +got):\n%s", diff)
			}
		})
	}
	whole := read(t, string(file(t, "article.html")), extract.Options{URL: address, WholePage: true})
	if diff := cmp.Diff(string(file(t, "golden/article.whole.md")), whole.Markdown); diff != "" {
		t.Errorf("the markdown of the whole page differs (-service +got):\n%s", diff)
	}
}

const kettles = `<html lang=en><head><title>T</title><link rel=icon href=/i.png><link rel=alternate type=application/rss+xml href=/feed title=News></head><body>
<nav><a href=/>Home</a></nav>
<main itemscope itemtype="https://schema.org/Product"><h1 id=k>Kettles</h1><p class=intro>About kettles.</p><div itemprop=offers itemscope><b itemprop=price>9</b></div><img src=k.png alt=kettle width=9>
<table><tr><th>Size<th>Price<tr><td>1 l<td>9<tr><td>2 l<td>12</table></main></body></html>`

func TestMethods(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		page string
		o    extract.Options
		want extract.Method
	}{
		"an article":    {herald, extract.Options{}, extract.MainContent},
		"a short page":  {kettles, extract.Options{}, extract.CleanedBody},
		"selectors":     {kettles, extract.Options{Include: []string{"main"}}, extract.Selected},
		"all of it":     {kettles, extract.Options{WholePage: true}, extract.WholePage},
		"metadata only": {kettles, extract.Options{MetadataOnly: true, Structure: true}, ""},
		"nothing":       {"", extract.Options{}, extract.CleanedBody},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := read(t, c.page, c.o)
			if p.Method != c.want {
				t.Errorf("got method %q, want %q", p.Method, c.want)
			}
			if c.o.MetadataOnly && (p.Markdown != "" || p.Text != "" || p.Structure != nil || p.Title != "Kettles") {
				t.Errorf("got %+v, want the metadata alone", p)
			}
		})
	}
}

func TestStructure(t *testing.T) {
	t.Parallel()
	p := read(t, kettles, extract.Options{URL: "https://shop.example/a/", Structure: true, Exclude: []string{".intro"}})
	want := &extract.Structure{
		Headings: []extract.Heading{{Level: 1, Text: "Kettles", ID: "k"}},
		Links:    []extract.Link{{URL: "https://shop.example/", Text: "Home", Internal: true}},
		Images:   []extract.Image{{URL: "https://shop.example/a/k.png", Alt: "kettle", Width: 9}},
		Tables:   []extract.Table{{Header: []string{"Size", "Price"}, Rows: [][]string{{"1 l", "9"}, {"2 l", "12"}}}},
		Feeds:    []extract.Feed{{URL: "https://shop.example/feed", Type: "application/rss+xml", Title: "News"}},
	}
	got := *p.Structure
	got.JSONLD, got.Microdata = nil, nil
	if diff := cmp.Diff(want, &got); diff != "" {
		t.Errorf("the structure differs (-want +got):\n%s", diff)
	}
	if n := len(p.Structure.Microdata); n != 1 {
		t.Fatalf("got %d items of microdata, want 1", n)
	}
	offer, ok := p.Structure.Microdata[0].Properties["offers"][0].(extract.Item)
	if !ok || offer.Properties["price"][0] != "9" {
		t.Errorf("got %#v for the offer, want an extract.Item with a price of 9", p.Structure.Microdata[0].Properties["offers"])
	}
	if strings.Contains(p.Text, "About") || !strings.Contains(p.Text, "Kettles") {
		t.Errorf("got the text %q, want it without what is excluded", p.Text)
	}
	if diff := cmp.Diff([]extract.Icon{{URL: "https://shop.example/i.png", Rel: "icon"}}, p.Icons); diff != "" {
		t.Errorf("the icons differ (-want +got):\n%s", diff)
	}
}

// TestWithoutAddress: what cannot be made absolute stays as it is, or is absent.
func TestWithoutAddress(t *testing.T) {
	t.Parallel()
	p := read(t, kettles, extract.Options{Structure: true})
	if !strings.Contains(p.Markdown, "](k.png)") || len(p.Structure.Links) != 0 || len(p.Icons) != 0 {
		t.Errorf("got %d links, %d icons and the markdown %q, want none and a relative address", len(p.Structure.Links), len(p.Icons), p.Markdown)
	}
	p = read(t, `<base href="https://cdn.example/"><a href=x>l</a>`, extract.Options{})
	if want := "[l](https://cdn.example/x)\n"; p.Markdown != want {
		t.Errorf("with a base element: got %q, want %q", p.Markdown, want)
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	const text = "灯台守は毎日霧を測っていた。"
	shiftJIS, err := japanese.ShiftJIS.NewEncoder().String("<p>" + strings.Repeat(text, 9))
	if err != nil {
		t.Fatal(err)
	}
	var wide strings.Builder
	for _, c := range "<p>A page of words in UTF-16." {
		wide.WriteString(string(c) + "\x00")
	}
	for name, c := range map[string]struct{ page, contentType, want string }{
		"Shift_JIS by its header": {shiftJIS, "text/html; charset=shift_jis", text},
		"Shift_JIS by its bytes":  {shiftJIS, "", text},
		"UTF-16 without a mark":   {wide.String(), "", "words in UTF-16"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if p := read(t, c.page, extract.Options{ContentType: c.contentType}); !strings.Contains(p.Text, c.want) {
				t.Errorf("got %q, want it to hold %q", p.Text, c.want)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	page := func(s string) io.Reader { return strings.NewReader(s) }
	cases := map[string]struct {
		page io.Reader
		o    extract.Options
		want error
	}{
		"a page that is too large":   {page(strings.Repeat(" ", extract.MaxBytes+1)), extract.Options{}, extract.ErrTooLarge},
		"an image":                   {page("\x89PNG\r\n\x1a\n\x00\x00"), extract.Options{}, extract.ErrNotHTML},
		"a PDF":                      {page("%PDF-1.7\n"), extract.Options{}, extract.ErrNotHTML},
		"bytes":                      {page("\x00\x01\x02\x03"), extract.Options{}, extract.ErrNotHTML},
		"a reader that fails":        {iotest.ErrReader(broken), extract.Options{}, broken},
		"no selector":                {page(""), extract.Options{Include: []string{"p["}}, extract.ErrSelector},
		"a selector that is refused": {page(""), extract.Options{Exclude: []string{"a b c d e f g"}}, extract.ErrSelector},
		"a relative URL":             {page(""), extract.Options{URL: "/page"}, extract.ErrURL},
		"no URL":                     {page(""), extract.Options{URL: "http://[::1"}, extract.ErrURL},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if p, err := extract.FromReader(c.page, c.o); !errors.Is(err, c.want) || p != nil {
				t.Errorf("got %+v and error %v, want error %v", p, err, c.want)
			}
		})
	}
	if p := read(t, strings.Repeat(" ", extract.MaxBytes), extract.Options{}); p.Markdown != "" {
		t.Errorf("got %q of an empty page of MaxBytes, want nothing", p.Markdown)
	}
}

func TestEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := extract.FromBytes(ctx, []byte(herald), extract.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}

func FuzzFromBytes(f *testing.F) {
	f.Add([]byte(herald), true)
	f.Add([]byte(kettles), false)
	f.Add([]byte("<p>a\xff\x00"), false)
	f.Fuzz(func(t *testing.T, body []byte, structure bool) {
		given := bytes.Clone(body)
		p, err := extract.FromBytes(t.Context(), body, extract.Options{URL: address, Structure: structure, WholePage: len(body)%2 == 0})
		if !bytes.Equal(given, body) {
			t.Error("the page was changed, want it as it was given")
		}
		if err != nil {
			if !errors.Is(err, extract.ErrNotHTML) {
				t.Errorf("got error %v, want none but ErrNotHTML", err)
			}
			return
		}
		if !utf8.ValidString(p.Markdown) || !utf8.ValidString(p.Text) {
			t.Errorf("got %q and %q, want UTF-8", p.Markdown, p.Text)
		}
	})
}
