package sitemap_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/quarryapi/quarry/internal/read/sitemap"
)

// read writes down what the handler gets, a line each.
func read(r io.Reader) ([]string, sitemap.Report, error) {
	list := []string{}
	report, err := sitemap.Read(r, sitemap.Handler{
		URL: func(e sitemap.Entry) bool {
			line := e.Loc
			for _, s := range []string{e.LastMod.String(), e.ChangeFreq} {
				if s != "" {
					line += " " + s
				}
			}
			if e.Priority != nil {
				line += fmt.Sprint(" p", *e.Priority)
			}
			for _, a := range e.Alternates {
				line += " " + a.HrefLang + "=" + a.Href
			}
			list = append(list, line)
			return true
		},
		Sitemap: func(c sitemap.Child) bool {
			list = append(list, strings.TrimSpace("child "+c.Loc+" "+c.LastMod.String()))
			return true
		},
	})
	return list, report, err
}

func urlset(s string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + s + "</urlset>"
}

func TestRead(t *testing.T) {
	t.Parallel()
	const a, b = "<url><loc>http://x.test/a</loc></url>", "<url><loc>http://x.test/b</loc></url>"
	two := []string{"http://x.test/a", "http://x.test/b"}
	cases := map[string]struct {
		in     string
		format sitemap.Format
		want   []string
		flaw   string
	}{
		"all members": {
			urlset("\n<url>\n <loc> http://x.test/a?b=1&amp;c=2\n</loc><lastmod>2024-05-06T07:08:09+02:00</lastmod><changefreq>Daily</changefreq><priority>0.8</priority></url>"),
			sitemap.URLSet,
			[]string{"http://x.test/a?b=1&c=2 2024-05-06T05:08:09.000Z daily p0.8"},
			"",
		},
		"members that are none": {
			urlset("<url><loc>http://x.test/a</loc><lastmod>0000-00-00</lastmod><changefreq>often</changefreq><priority>7</priority></url>" + b),
			sitemap.URLSet, two, "",
		},
		"languages": {
			urlset(`<url><loc>http://x.test/a</loc><xhtml:link rel="alternate" hreflang="de" href="http://x.test/de?a=1&amp;b=2"/><link rel='alternate' hreflang='x-default' href='/x'></link><xhtml:link rel="canonical" href="http://x.test/c"/></url>`),
			sitemap.URLSet,
			[]string{"http://x.test/a de=http://x.test/de?a=1&b=2 x-default=/x"},
			"",
		},
		"addresses of images and videos are not the page's": {
			urlset("<url><image:image><image:loc>http://x.test/i.png</image:loc></image:image><image:loc>http://x.test/j.png</image:loc><loc>http://x.test/a</loc><video:video><video:player_loc>http://x.test/v</video:player_loc></video:video><news:news><news:publication_date>2024-01-01</news:publication_date></news:news></url>"),
			sitemap.URLSet, two[:1], "",
		},
		"a prefix of its own": {
			`<s:urlset xmlns:s="urn:wrong"><s:url><s:loc>http://x.test/a</s:loc><i:loc>http://x.test/i</i:loc></s:url><s:url><s:loc>http://x.test/b</s:loc></s:url></s:urlset>`,
			sitemap.URLSet, two, "",
		},
		"CDATA, case and comments": {
			"<URLSET><Url><!-- <loc>no</loc> --><LOC><![CDATA[ http://x.test/a ]]></LOC></Url><url><loc>http://x.test/<![CDATA[b]]></loc></url></URLSET>",
			sitemap.URLSet, two, "",
		},
		"an index": {
			"<sitemapindex><sitemap><loc>http://x.test/1.xml</loc><lastmod>2024-05</lastmod></sitemap><sitemap><loc>http://x.test/2.xml.gz</loc></sitemap></sitemapindex>",
			sitemap.Index,
			[]string{"child http://x.test/1.xml 2024-05", "child http://x.test/2.xml.gz"},
			"",
		},
		"an index among pages": {
			urlset(a + "<sitemap><loc>http://x.test/1.xml</loc></sitemap>"),
			sitemap.URLSet,
			[]string{"http://x.test/a", "child http://x.test/1.xml"},
			"",
		},
		"nothing in it": {urlset(""), sitemap.URLSet, []string{}, ""},
		"RSS 2.0": {
			`<rss version="2.0"><channel><link>http://x.test/</link><item><title>x <b>y</b></title><atom:link href="http://x.test/no"/><link>http://x.test/a</link><pubDate>Mon, 06 May 2024 07:08:09 GMT</pubDate></item><item><guid>http://x.test/b</guid></item><item><guid>tag:1</guid></item></channel></rss>`,
			sitemap.RSS,
			[]string{"http://x.test/a 2024-05-06T07:08:09.000Z", "http://x.test/b"},
			"",
		},
		"RDF": {
			`<rdf:RDF><channel><link>http://x.test/</link></channel><item rdf:about="x"><link>http://x.test/a</link><dc:date>2024-05-06</dc:date></item></rdf:RDF>`,
			sitemap.RSS,
			[]string{"http://x.test/a 2024-05-06"},
			"",
		},
		"Atom 1.0": {
			`<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://x.test/"/><entry><link rel="self" href="http://x.test/api"/><link href="http://x.test/a"/><published>2024-01-01</published><updated>2024-05-06T07:08:09.000Z</updated><source><link href="http://y.test/"/></source></entry></feed>`,
			sitemap.Atom,
			[]string{"http://x.test/a 2024-05-06T07:08:09.000Z"},
			"",
		},
		"Atom 0.3": {
			`<feed version="0.3"><entry><link rel="alternate" href="http://x.test/a"/><issued>2024-01-01</issued><modified>2024-05-06</modified></entry></feed>`,
			sitemap.Atom,
			[]string{"http://x.test/a 2024-05-06"},
			"",
		},
		"text":                     {"\ufeff# pages\r\nhttp://x.test/a\r\n\r\n  HTTP://x.test/b  \n", sitemap.Text, []string{"http://x.test/a", "HTTP://x.test/b"}, ""},
		"text with old line ends":  {"http://x.test/a\rhttp://x.test/b", sitemap.Text, two, ""},
		"text with a heading":      {"My pages\nhttp://x.test/a\nhttp://x.test/b\n", sitemap.Text, two, `has a line that is no URL: "My pages"`},
		"white space first":        {strings.Repeat(" \n", 9000) + "\ufeff"[:0] + urlset(a), sitemap.URLSet, two[:1], ""},
		"a byte order mark":        {"\ufeff" + urlset(a), sitemap.URLSet, two[:1], ""},
		"a program's warning":      {"<b>Warning</b>: foo"[3:] + urlset(a), sitemap.URLSet, two[:1], "has text before the XML"},
		"a stray ampersand":        {urlset("<url><loc>http://x.test/a?b&c=1&copy=2</loc></url>"), sitemap.URLSet, []string{"http://x.test/a?b&c=1&copy=2"}, ""},
		"a stray <":                {urlset("<url><loc>http://x.test/a</loc><lastmod>a < b</lastmod></url>" + b), sitemap.URLSet, two, "has a < that begins no tag at byte 141"},
		"a broken tag":             {urlset("<url><loc>http://x.test/a</loc><lastmod</url>" + b), sitemap.URLSet, two, "has a broken tag at byte 130"},
		"an entry without its end": {urlset("<url><loc>http://x.test/a</loc>" + b), sitemap.URLSet, two, "has an entry within an entry"},
		"a member without its end": {urlset("<url><loc>http://x.test/a<lastmod>2024</lastmod></url>" + b), sitemap.URLSet, []string{"http://x.test/a 2024", "http://x.test/b"}, "has an element that does not end"},
		"the last without its end": {urlset(a + "<url><loc>http://x.test/b</loc>"), sitemap.URLSet, two, "has an entry that does not end"},
		"crossed elements":         {urlset("<url><loc>http://x.test/a</url></loc>" + b), sitemap.URLSet, two, "has an element that does not end"},
		"cut in an entry":          {strings.TrimSuffix(urlset(a+"<url><loc>http://x.test/b</loc><lastm"), "</urlset>"), sitemap.URLSet, two, "has a tag without an end at byte 167"},
		"cut in an address":        {strings.TrimSuffix(urlset(a), "/a</loc></url></urlset>"), sitemap.URLSet, []string{}, "breaks off before its end"},
		"control characters":       {urlset("<url><loc>http://x.test/\x00a\x07</loc></url>"), sitemap.URLSet, two[:1], ""},
		"bad UTF-8":                {urlset("<url><loc>http://x.test/\xff</loc></url>"), sitemap.URLSet, []string{"http://x.test/\ufffd"}, ""},
		"an entity of its own": {
			`<!DOCTYPE urlset [<!ENTITY x "y"><!ENTITY file SYSTEM "file:///etc/passwd">]>` + urlset("<url><loc>http://x.test/&x;&file;</loc></url>"),
			sitemap.URLSet,
			[]string{},
			"has an entity that XML does not have, in the text at byte 185",
		},
		"an entity of HTML": {
			urlset("<url><loc>http://x.test/caf&eacute;</loc></url>" + a + "<url><loc>&undef;/5</loc></url>"),
			sitemap.URLSet,
			two[:1],
			"has an entity that XML does not have, in the text at byte 108",
		},
		"several addresses of a sitemap": {
			"<sitemapindex><sitemap><loc>http://x.test/1.xml</loc><loc>http://x.test/2.xml</loc></sitemap><sitemap><loc>http://x.test/3.xml</loc></sitemap></sitemapindex>",
			sitemap.Index,
			[]string{"child http://x.test/1.xml", "child http://x.test/3.xml"},
			"has an entry with several addresses",
		},
		"several addresses of a page": {
			urlset("<url><loc>http://x.test/a</loc><loc></loc><loc>http://x.test/c</loc></url>" + b),
			sitemap.URLSet, two, "has an entry with several addresses",
		},
		"several links of an RSS item": {
			"<rss><channel><item><link>http://x.test/a</link><link>http://x.test/c</link></item></channel></rss>",
			sitemap.RSS, two[:1], "",
		},
		"deep": {urlset("<url><loc>http://x.test/a</loc>" + strings.Repeat("<z>", 200_000) + "</url>" + b), sitemap.URLSet, two, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
				got, report, err := read(r)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("read mismatch (-want +got):\n%s", diff)
				}
				if report.Format != c.format || report.Flaw != c.flaw || report.URLs+report.Sitemaps != len(c.want) || report.Limit != "" || report.Stopped {
					t.Errorf("got report %+v, want Format %q, Flaw %q, URLs + report.Sitemaps %v, empty Limit, Stopped false", report, c.format, c.flaw, len(c.want))
				}
			}
		})
	}
}

// An address with an entity that nobody declared is one that nobody wrote.
func TestUndeclaredEntityIsUnusable(t *testing.T) {
	t.Parallel()
	got, report, err := read(strings.NewReader(urlset("<url><loc>&undef;/5</loc></url><url><loc>http://x.test/?a&b=1&amp;c</loc></url><url><loc>http://x.test/caf&eacute;</loc></url>")))
	if diff := cmp.Diff([]string{"http://x.test/?a&b=1&c"}, got); err != nil || diff != "" || report.Unusable != 2 || report.URLs != 1 {
		t.Errorf("got report %+v, error %v; want 2 unusable, 1 URL, no error; addresses (-want +got):\n%s", report, err, diff)
	}
}

func TestNotSitemap(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ in, what string }{
		"nothing":          {"", "empty"},
		"white space":      {" \n\n", "empty"},
		"HTML":             {"\n<!doctype html>\n<html><body><url><loc>http://x.test/</loc></url>", "a page of HTML"},
		"HTML in pieces":   {"<!-- x --><script>1</script>", "a page of HTML"},
		"another document": {"<?xml version='1.0'?><error><code>404</code></error>", "its first element is error"},
		"an end":           {"</urlset>", "its first element is urlset"},
		"text":             {"Not Found", "lists no URLs"},
		"robots.txt":       {"User-agent: *\nDisallow: /\nSitemap: http://x.test/\nhttp://x.test/", "lists no URLs"},
		"JSON":             {`{"error":"not found"}`, "lists no URLs"},
		"an image":         {"\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\xff", 50_000), "lists no URLs"},
		"damaged gzip":     {"\x1f\x8b\x00", "compression cannot be read"},
		"gzip thrice":      {zip(zip(zip(urlset("")))), "compressed too often"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _, err := read(strings.NewReader(c.in))
			what, ok := errors.AsType[*sitemap.NotSitemapError](err)
			if !ok || !strings.Contains(what.What, c.what) || len(got) > 0 {
				t.Errorf("got %v with %v", err, got)
			}
		})
	}
}

func zip(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(s)) // a Buffer takes everything
	_ = z.Close()
	return b.String()
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	plain := urlset("<url><loc>http://x.test/é</loc></url>")
	latin, err := charmap.ISO8859_1.NewEncoder().String(strings.Replace(plain, "UTF-8", "ISO-8859-1", 1))
	if err != nil {
		t.Fatal(err)
	}
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(strings.Replace(plain, "UTF-8", "UTF-16", 1))
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]string{
		"UTF-8":                        plain,
		"Latin-1":                      latin,
		"UTF-16":                       utf16,
		"declared Latin-1 and is not":  strings.Replace(plain, "UTF-8", "iso-8859-1", 1),
		"declared UTF-16 and is not":   strings.Replace(plain, "UTF-8", "utf-16", 1),
		"a declared charset of no use": strings.Replace(plain, "UTF-8", "x-user-defined-42", 1),
		"gzip":                         zip(plain),
		"gzip twice":                   zip(zip(plain)),
		"gzip of Latin-1":              zip(latin),
	}
	for name, in := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, report, err := read(strings.NewReader(in))
			if err != nil || report.Flaw != "" {
				t.Fatalf("got report %+v, error %v; want no error, empty Flaw", report, err)
			}
			if diff := cmp.Diff([]string{"http://x.test/é"}, got); diff != "" {
				t.Errorf("read mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// Compressed data that is damaged gives what came before, as does a connection that
// breaks; the one is a flaw of the file, the other an error.
func TestBreaks(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&many, "<url><loc>http://x.test/%d</loc><lastmod>%d</lastmod></url>", i*7919%20_011, 2000+i%25)
	}
	packed := zip(urlset(many.String()))
	got, report, err := read(strings.NewReader(packed[:len(packed)/2]))
	if err != nil || len(got) < 1000 || report.Flaw != "has compressed data that is damaged or breaks off" {
		t.Errorf("cut: %d, %+v, %v", len(got), report, err)
	}
	flipped := []byte(packed)
	flipped[len(flipped)/2] ^= 0xff
	got, report, err = read(bytes.NewReader(flipped))
	if err != nil || len(got) < 1000 || report.Flaw == "" {
		t.Errorf("flipped: %d, %+v, %v", len(got), report, err)
	}
	broken := errors.New("connection broke")
	for name, in := range map[string]string{"packed": packed, "plain": urlset(many.String())} {
		got, report, err = read(io.MultiReader(strings.NewReader(in[:len(in)/2]), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) || len(got) < 1000 || report.URLs != len(got) {
			t.Errorf("%s: got length %d, report %+v, error %v; want error %v, length at least 1000, URLs %v", name, len(got), report, err, broken, len(got))
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	entry := "<url><loc>http://x.test/</loc></url>"
	_, report, err := read(strings.NewReader(urlset(strings.Repeat(entry, sitemap.MaxURLs+1))))
	if err != nil || report.URLs != sitemap.MaxURLs || !strings.Contains(report.Limit, "more than 50000 URLs") || report.Flaw != "" {
		t.Errorf("URLs: %+v, %v", report, err)
	}
	_, report, err = read(strings.NewReader(urlset(strings.Repeat(entry, sitemap.MaxURLs))))
	if err != nil || report.URLs != sitemap.MaxURLs || report.Limit != "" {
		t.Errorf("just as many: %+v, %v", report, err)
	}
	child := "<sitemap><loc>http://x.test/</loc></sitemap>"
	_, report, err = read(strings.NewReader("<sitemapindex>" + strings.Repeat(child, sitemap.MaxURLs+1)))
	if err != nil || report.Sitemaps != sitemap.MaxURLs || !strings.Contains(report.Limit, "sitemaps") {
		t.Errorf("sitemaps: %+v, %v", report, err)
	}
	long := urlset("<url><loc>http://x.test/" + strings.Repeat("a", 9000) + "</loc></url>" + entry)
	got, report, err := read(strings.NewReader(long))
	if err != nil || len(got) != 1 || report.Unusable != 1 {
		t.Errorf("a long address: %+v, %v", report, err)
	}
	_, report, err = sitemapUntil(3, urlset(strings.Repeat(entry, 9)))
	if err != nil || report.URLs != 3 || !report.Stopped || report.Flaw != "" {
		t.Errorf("stopped: %+v, %v", report, err)
	}
}

// sitemapUntil stops at the n-th URL.
func sitemapUntil(n int, in string) (int, sitemap.Report, error) {
	seen := 0
	report, err := sitemap.Read(strings.NewReader(in), sitemap.Handler{URL: func(sitemap.Entry) bool {
		seen++
		return seen < n
	}})
	return seen, report, err
}

// A file of more than 50 MB is read to there, packed or not, even when what it packs
// is a bomb.
func TestBytes(t *testing.T) {
	t.Parallel()
	filler := "<!--" + strings.Repeat("x", 1<<20) + "-->"
	big := "<urlset><url><loc>http://x.test/a</loc></url>" + strings.Repeat(filler, 51) + "<url><loc>http://x.test/b</loc></url></urlset>"
	for name, in := range map[string]string{"plain": big, "gzip": zip(big), "gzip twice": zip(zip(big))} {
		got, report, err := read(strings.NewReader(in))
		if err != nil || len(got) != 1 || !strings.Contains(report.Limit, "larger than 50 MB") || report.Flaw != "" {
			t.Errorf(`%s: got length %d, report %+v, error %v; want no error, length 1, Limit with "larger than 50 MB", empty Flaw`, name, len(got), report, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(urlset("<url><loc>http://x.test/a</loc></url>"))
	f.Add("<sitemapindex><sitemap><loc>http://x.test/</loc></sitemap>")
	f.Add("<rss><channel><item><link>x</link>")
	f.Add("<feed><entry><link href='x'/></entry></feed>")
	f.Add("http://x.test/\nhttp://y.test/")
	f.Add(zip("<urlset>"))
	f.Fuzz(func(t *testing.T, in string) {
		got, report, err := read(strings.NewReader(in))
		if report.URLs+report.Sitemaps != len(got) || err != nil && len(got) > 0 {
			t.Errorf("%d given, %+v, %v", len(got), report, err)
		}
	})
}
