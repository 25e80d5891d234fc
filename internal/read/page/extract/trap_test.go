package extract_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// Pages that took all memory, half a minute or the whole process in one of the
// libraries, or that a parser refuses. Each must give what a reader would see.
func TestTraps(t *testing.T) {
	t.Parallel()
	many := strings.Repeat
	cases := map[string]struct{ page, want string }{
		"a span of a thousand million":    {`<table><tr><th>a<th>b<tr><td colspan=999999999 rowspan=999999999>wide</table>`, "| wide | wide |"},
		"spans that multiply":             {"<table><tr>" + many("<th colspan=50 rowspan=9999>x", 200) + many("<tr><td>a<td>b", 500) + "</table>end", "end"},
		"a megabyte of brackets":          {"<p>" + many("[", 1<<20) + "</p><p>end", "[[[["},
		"brackets that close":             {"<p>" + many(many("[", 150)+"]", 500) + "<p>end", "end"},
		"600 nested blocks":               {many("<div>", 600) + "deep" + many("</div>", 600) + "<p>after", "after"},
		"50,000 unclosed tags":            {many("<b>", 50_000) + "deep", "deep"},
		"unclosed tags of many names":     {many("<x1><x2><x3><x4>", 10_000) + "deep", "deep"},
		"lists 200 deep":                  {many("<ul><li>item", 200) + many("<p>words</p>", 200), "words"},
		"quotes 400 deep":                 {many("<blockquote>", 400) + "<p>words", "words"},
		"a cell with a break":             {`<table><tr><th>a<th>b<tr><td>one<br>two<td>three<br/>four</table>`, "| one<br>two | three<br>four |"},
		"a base repeated in each link":    {`<base href="/` + many("y", 4000) + `/">` + many("<p><a href=x>link</a> ", 2500), "link"},
		"an item that refers to itself":   {`<div itemscope><div id=a itemscope itemprop=x itemref=a>hi</div></div><p>text`, "text"},
		"marks of other writers":          {"<p>bell\a[x] and \uf002 mark</p><pre>a\auf002\uf002b</pre>", "bell[x] and mark"},
		"relative links with a base":      {`<base href="https://other.example/a/"><p><a href="b">l</a> <img src="/i.png" alt="pic">`, "[l](https://other.example/a/b) ![pic](https://other.example/i.png)"},
		"a link with a blank and bracket": {`<p><a href="/a b(c)">l</a>`, "(https://site.example/a%20b%28c%29)"},
		"a heading of links to itself":    {"<h1>" + many("<a href=#x></a>", 60_000) + "end</h1><p>" + many("words of a text ", 100), "end"},
		"comments within comments":        {many("<div class=comment>words", 400) + many("<p>words</p>", 200), "words"},
		"a comment of authors":            {"<article><p>" + many("words of a text ", 300) + "</article><div id=comments><div class=comment>" + many("<span class=author>", 400) + many("words ", 9000), "words"},
		"code of spans and boxes":         {"<pre>" + many("<div><span class=line>", 20_000) + "deep</pre><p>after", "after"},
		"callouts within callouts":        {many("<div class='admonition note'>", 400) + "<p>words", "words"},
		"no title":                        {"<p>just words", "just words"},
		"a body of frames":                {"<frameset><frame src=a></frameset>", ""},
		"only a script":                   {"<script>var a = 1</script>", ""},
		"empty":                           {"", ""},
		"a zero byte":                     {"<p>a\x00b", "ab"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, only := range []bool{true, false} {
				p := read(t, "text/html", c.page, extract.Options{Parts: all, OnlyMainContent: only})
				if !strings.Contains(p.Markdown, c.want) {
					t.Errorf("onlyMainContent %v: the markdown lacks %q: %.300q", only, c.want, p.Markdown)
				}
				if !utf8.ValidString(p.Markdown) {
					t.Error("the markdown is not UTF-8")
				}
				if len(p.Markdown) > 3*len(c.page)+(9<<20) {
					t.Errorf("%d bytes became %d", len(c.page), len(p.Markdown))
				}
			}
		})
	}
}

func TestLargePage(t *testing.T) {
	t.Parallel()
	const head, last = "<html lang=en><title>Long</title><article><h1>Long</h1>", "<p>This is the last sentence, and it must not be lost.</p></article>"
	const again = "<p>A paragraph of some words, with commas, and a <a href=/x>link</a> or two in it.</p>\n"
	for name, body := range map[string]string{
		"the same again and again": strings.Repeat(again, (5<<20)/len(again)),
		"a book":                   days(0, 30_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := read(t, "text/html", head+body+last, extract.Options{Parts: all, OnlyMainContent: true})
			if !strings.HasPrefix(p.Markdown, "# Long\n") || !strings.Contains(p.Markdown, "must not be lost") {
				t.Errorf("the ends are %.40q and %q", p.Markdown, p.Markdown[len(p.Markdown)-60:])
			}
		})
	}
}

func TestCharsets(t *testing.T) {
	t.Parallel()
	japaneseText := "灯台守は毎日霧を測っていた。記録は今も残っている。"
	russian := "Смотритель маяка измерял туман каждый день, и записи сохранились до сих пор."
	cases := map[string]struct {
		contentType string
		encode      func(string) (string, error)
		declared    string
		text        string
	}{
		"Shift_JIS by its declaration":     {"text/html", japanese.ShiftJIS.NewEncoder().String, "Shift_JIS", japaneseText},
		"Shift_JIS by the header":          {"text/html; charset=shift_jis", japanese.ShiftJIS.NewEncoder().String, "", japaneseText},
		"windows-1251 declared as utf-8":   {"text/html; charset=utf-8", charmap.Windows1251.NewEncoder().String, "utf-8", russian},
		"windows-1251 declared by nothing": {"text/html", charmap.Windows1251.NewEncoder().String, "", russian},
		"UTF-8 declared as iso-8859-1":     {"text/html; charset=iso-8859-1", func(s string) (string, error) { return s, nil }, "iso-8859-1", russian},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := "<html><head><meta charset='" + c.declared + "'><title>t</title></head><body><p>" + strings.Repeat(c.text+" ", 5) + "</p></body></html>"
			encoded, err := c.encode(page)
			if err != nil {
				t.Fatal(err)
			}
			src := source(t, "text/html", []byte(encoded))
			src.ContentType = c.contentType
			p, err := newEngine().Extract(t.Context(), src, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(p.Markdown, c.text) {
				t.Errorf("got %.200q", p.Markdown)
			}
			raw, err := newEngine().Decode(src)
			if err != nil || !strings.Contains(raw, c.text) {
				t.Errorf("raw: %v, %.200q", err, raw)
			}
		})
	}
}

func TestUnsupportedContent(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ mediaType, body string }{
		"an image":                  {"image/png", "\x89PNG\r\n\x1a\n"},
		"an image without a type":   {"", "\x89PNG\r\n\x1a\n"},
		"an archive":                {"application/zip", "PK\x03\x04"},
		"bytes of a generic type":   {"application/octet-stream", "\x00\x01\x02\x03"},
		"a film":                    {"video/mp4", ""},
		"a program, generic type":   {"binary/octet-stream", "\x7fELF\x02\x01\x01\x00"},
		"a spreadsheet of a vendor": {"application/vnd.ms-excel", "\xd0\xcf\x11\xe0"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := source(t, c.mediaType, []byte(c.body))
			if _, err := newEngine().Extract(t.Context(), src, extract.Options{Parts: extract.Markdown}); !errs.Is(err, errs.UnsupportedContent) {
				t.Errorf("Extract: got %v", err)
			}
			if _, err := newEngine().Decode(src); !errs.Is(err, errs.UnsupportedContent) {
				t.Errorf("Decode: got %v", err)
			}
		})
	}
}

// What the declaration does not tell, the bytes do.
func TestSniffing(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ mediaType, body, want string }{
		"a page without a type":     {"", "<!doctype html><h1>Hi</h1><p>there", "# Hi\n\nthere\n"},
		"text of a generic type":    {"application/octet-stream", "plain words", "plain words\n"},
		"a feed declared as a page": {"text/html", `<?xml version="1.0"?><rss version="2.0"><channel><title>F</title></channel></rss>`, "# F\n"},
		"a page with a prolog":      {"text/html", `<?xml version="1.0"?><html><body><h1>Hi</h1></body></html>`, "# Hi\n"},
		"XML that is no feed":       {"application/xml", "<a><b/></a>", "```xml\n<a><b/></a>\n```\n"},
		"a truncated feed":          {"application/rss+xml", `<rss version="2.0"><chan`, "```xml\n<rss version=\"2.0\"><chan\n```\n"},
		"JSON by its suffix":        {"application/problem+json", `{"a":1}`, "```json\n{\n  \"a\": 1\n}\n```\n"},
		"broken JSON":               {"application/json", `{"a":`, "```json\n{\"a\":\n```\n"},
		"deep JSON":                 {"application/json", strings.Repeat("[", 5000), "```json\n" + strings.Repeat("[", 5000) + "\n```\n"},
		"a script":                  {"text/javascript", "let a = 1", "```js\nlet a = 1\n```\n"},
		"text":                      {"text/plain", "a\r\nb <i>", "a\nb <i>\n"},
		"nothing":                   {"text/plain", " \n", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if p := read(t, c.mediaType, c.body, extract.Options{Parts: all}); p.Markdown != c.want {
				t.Errorf("got %q, want %q", p.Markdown, c.want)
			}
		})
	}
}

func TestExtractEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for mediaType, body := range map[string]string{"text/html": "<p>x", "application/pdf": "%PDF-1.4", "application/rss+xml": `<rss version="2.0"><channel><title>F</title></channel></rss>`} {
		_, err := newEngine().Extract(ctx, source(t, mediaType, []byte(body)), extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", mediaType, err)
		}
	}
}
