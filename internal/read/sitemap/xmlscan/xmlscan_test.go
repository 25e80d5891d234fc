package xmlscan_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/read/sitemap/xmlscan"
)

// scan writes down all tags and the text before each, and the fault at the end.
func scan(t testing.TB, r io.Reader) string {
	t.Helper()
	var b strings.Builder
	s := xmlscan.New(r)
	s.KeepText(true)
	for {
		tag, err := s.Next()
		b.WriteString(strings.TrimSpace(string(s.Text())))
		s.KeepText(true)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Fatalf("got error %v, want error %v", err, io.EOF)
			}
			break
		}
		name := string(tag.Name)
		if len(tag.Prefix) > 0 {
			name = string(tag.Prefix) + ":" + name
		}
		switch {
		case tag.Kind == xmlscan.End:
			b.WriteString("[/" + name + "]")
		case tag.Empty:
			b.WriteString("[" + name + " /]")
		default:
			b.WriteString("[" + name + "]")
		}
	}
	if s.Flaw() != "" {
		b.WriteString(" !" + s.Flaw())
	}
	return b.String()
}

func TestNext(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ in, want string }{
		"nothing":                      {"", ""},
		"text only":                    {"hello", "hello"},
		"tags":                         {`<?xml version="1.0"?><A:Url><loc>x</loc><b/></A:Url >`, "[A:url][loc]x[/loc][b /][/A:url]"},
		"entities":                     {"<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x42;</a>", `[a]<>&"'AB[/a]`},
		"no entities":                  {"<a>?a=1&copy=2&amp&nbsp;&#0;&#xD800;&#99999999;&;</a>", "[a]?a=1&copy=2&amp&nbsp;&#0;&#xD800;&#99999999;&;[/a] !has an entity that XML does not have, in the text at byte 3"},
		"stray ampersands":             {"<a>?a=1&copy=2&amp&;&b c;&-;</a>", "[a]?a=1&copy=2&amp&;&b c;&-;[/a]"},
		"a number that is none":        {"<a>&#0;</a>", "[a]&#0;[/a] !has an entity that XML does not have, in the text at byte 3"},
		"an entity once only":          {"<a>&amp;lt;</a>", "[a]&lt;[/a]"},
		"CDATA":                        {"<a>x<![CDATA[<b>&amp;]] ]>]]]>y</a>", "[a]x<b>&amp;]] ]>]y[/a]"},
		"comments":                     {"<!-- <a> -- > --><b>x<!-- & -->y</b>", "[b]xy[/b]"},
		"a document type":              {`<!DOCTYPE x [<!ENTITY a "]>"><!ENTITY b '&a;&a;'>]><x>&a;</x>`, "[x]&a;[/x] !has an entity that XML does not have, in the text at byte 54"},
		"a > in a value":               {`<a b="x>y" c = '>'>t</a>`, "[a]t[/a]"},
		"an apostrophe in between":     {"<a b=it's>t</a>", "[a]t[/a]"},
		"a stray <":                    {"<a>1 < 2</a>", "[a]1 < 2[/a] !has a < that begins no tag at byte 6"},
		"a tag in a tag":               {"<a <b>x</b>", "[b]x[/b] !has a broken tag at byte 1"},
		"a value without an end":       {`<a x="1><b>x</b>`, "[b]x[/b] !has a broken tag at byte 1"},
		"cut in a tag":                 {"<a>x</a", "[a]x !has a tag without an end at byte 6"},
		"cut behind a <":               {"<a>x<", "[a]x !ends within a tag at byte 5"},
		"cut in CDATA":                 {"<a><![CDATA[x", "[a]x !ends within a CDATA section at byte 13"},
		"cut in a comment":             {"<a><!-- x", "[a] !ends within a comment at byte 9"},
		"cut in a document type":       {"<!DOCTYPE x [", " !ends within a document type at byte 13"},
		"crossed, for others to judge": {"<a><b></a></b>", "[a][b][/a][/b]"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, scan(t, strings.NewReader(c.in))); diff != "" {
				t.Errorf("scan mismatch (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.want, scan(t, iotest.OneByteReader(strings.NewReader(c.in)))); diff != "" && !strings.Contains(c.want, "!") {
				t.Errorf("byte by byte: %s", diff)
			}
		})
	}
}

func TestAttr(t *testing.T) {
	t.Parallel()
	s := xmlscan.New(strings.NewReader(`<xhtml:link REL="alternate" xhtml:hreflang = 'de-AT' flag href=https://a.example/?x=1&amp;y=2 title="a=b"/>`))
	tag, err := s.Next()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"rel": "alternate", "hreflang": "de-AT", "href": "https://a.example/?x=1&y=2", "title": "a=b", "flag": "", "none": ""}
	for name, value := range want {
		if got := tag.Attr(name); got != value {
			t.Errorf("%s is %q, want %q", name, got, value)
		}
	}
}

func TestReadError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	s := xmlscan.New(io.MultiReader(strings.NewReader("<a>"), iotest.ErrReader(broken)))
	if tag, err := s.Next(); err != nil || string(tag.Name) != "a" {
		t.Errorf(`got tag.Name %s, error %v; want no error, tag.Name "a"`, tag.Name, err)
	}
	if _, err := s.Next(); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// A sound document gives the tags and texts that encoding/xml finds, wherever the
// reader breaks it into pieces.
func TestAgainstStandardLibrary(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		doc := "<root>" + element(rt, 3) + "</root>"
		want := ""
		d := xml.NewDecoder(strings.NewReader(doc))
		for {
			token, err := d.RawToken()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				rt.Fatalf("%v in %q", err, doc)
			}
			switch token := token.(type) {
			case xml.StartElement:
				want += "[" + token.Name.Local + "]"
			case xml.EndElement:
				want += "[/" + token.Name.Local + "]"
			case xml.CharData:
				want += string(token)
			}
		}
		reader := io.Reader(strings.NewReader(doc))
		if rapid.Bool().Draw(rt, "pieces") {
			reader = iotest.HalfReader(reader)
		}
		got := scan(t, reader)
		if got = strings.ReplaceAll(got, " /]", "][/b]"); got != want {
			rt.Errorf("%q: got %q, want %q", doc, got, want)
		}
	})
}

// element draws a few elements, texts, sections and comments.
func element(rt *rapid.T, depth int) string {
	var b strings.Builder
	for range rapid.IntRange(0, 4).Draw(rt, "parts") {
		switch n := rapid.IntRange(0, 5).Draw(rt, "part"); {
		case n == 0:
			b.WriteString("<![CDATA[" + rapid.StringMatching(`[a-z<>&]{1,4}`).Draw(rt, "cdata") + "]]>")
		case n == 1:
			b.WriteString("<!--" + rapid.StringMatching(`[a-z<>&]{0,4}`).Draw(rt, "comment") + "-->")
		case n == 2:
			b.WriteString(`<b x="` + rapid.StringMatching(`[a-z>/=]{0,4}`).Draw(rt, "value") + `"/>`)
		case n == 3 && depth > 0:
			b.WriteString("<c>" + element(rt, depth-1) + "</c>")
		default:
			b.WriteString(rapid.StringMatching(`[a-z]{1,3}(&amp;|&#x41;)?`).Draw(rt, "text"))
		}
	}
	return b.String()
}

// Whatever is sent between two tags, it takes no memory.
//
//nolint:paralleltest // what it measures is allocated by the whole process
func TestHostile(t *testing.T) {
	const size = 16 << 20
	cases := map[string]string{
		"text":            "x",
		"entities":        "&amp;",
		"levels":          "<a>",
		"a comment":       "<!-- <a> ",
		"CDATA":           "<![CDATA[ <a> ",
		"a document type": "<!DOCTYPE x [ <!ENTITY a '' ",
		"a value":         `<a b="xxxxxxxxx`,
		"stray signs":     "< <",
	}
	for name, part := range cases {
		t.Run(name, func(t *testing.T) {
			head, repeat := part, part
			if len(part) > 6 {
				repeat = " x > y -- ]] "
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			s := xmlscan.New(io.MultiReader(strings.NewReader("<url><loc>"+head), io.LimitReader(&endless{part: repeat}, size)))
			s.KeepText(true)
			for err := error(nil); err == nil; {
				if _, err = s.Next(); err == nil {
					s.KeepText(true)
				}
			}
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
				t.Errorf("allocated %d KB", used>>10)
			}
		})
	}
}

// endless repeats a part.
type endless struct {
	part string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		c := copy(p[n:], e.part[e.at:])
		n, e.at = n+c, (e.at+c)%len(e.part)
	}
	return n, nil
}

func FuzzNext(f *testing.F) {
	for _, seed := range []string{"<a>x</a>", "<!-- -->", "<![CDATA[x]]>", "<!DOCTYPE a [<!ENTITY x 'y'>]>", "<a b='c'/>", "&#x41;<", "<a <b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		whole := scan(t, strings.NewReader(in))
		pieces := scan(t, iotest.OneByteReader(strings.NewReader(in)))
		if whole != pieces {
			t.Errorf("whole %q, in pieces %q", whole, pieces)
		}
		if n := len(whole); n > 8*len(in)+200 {
			t.Error(fmt.Sprint(n, " bytes of ", len(in)))
		}
	})
}
