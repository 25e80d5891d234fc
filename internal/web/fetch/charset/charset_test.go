package charset_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

const (
	japanese = "日本語の文章です。これは、文字コードの判定を試すための、すこし長い段落であり、ひらがなとカタカナと漢字が混ざっています。"
	chinese  = "这是一个用来检测字符编码的段落，内容包括常用的汉字和标点符号。我们的网站提供新闻、体育、娱乐和财经方面的信息。"
	taiwan   = "這是一個用來檢測字元編碼的段落，內容包括常用的漢字和標點符號。我們的網站提供新聞、體育、娛樂和財經方面的資訊。"
	korean   = "이것은 문자 인코딩을 판별하기 위한 문단입니다. 한국어로 된 뉴스와 스포츠 그리고 연예 소식을 전해 드립니다."
	russian  = "Это абзац, по которому определяется кодировка. Он написан по-русски и содержит самые обычные слова, какие бывают в новостях."
	greek    = "Αυτή είναι μια παράγραφος για τον προσδιορισμό της κωδικοποίησης. Είναι γραμμένη στα ελληνικά και περιέχει συνηθισμένες λέξεις."
	french   = "Voici un paragraphe écrit en français, où l'on a placé des caractères accentués : été, garçon, naïf, forêt, à côté, déjà vu, œuvre."
	polish   = "Zażółć gęślą jaźń. To jest akapit napisany po polsku, żeby można było rozpoznać kodowanie znaków na stronie internetowej."
)

// in writes text in a charset; what the charset lacks is dropped.
func in(t testing.TB, label, text string) []byte {
	t.Helper()
	enc, err := htmlindex.Get(label)
	if err != nil {
		t.Fatal(err)
	}
	out, err := encoding.ReplaceUnsupported(enc.NewEncoder()).Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func page(head, text string) string {
	return "<!doctype html><html><head>" + head + "<title>" + text + "</title></head><body><p>" +
		strings.Repeat(text+"</p>\n<p>", 3) + "</p></body></html>"
}

// XML may be in UTF-32, with a mark or known by its first "<".
func TestUTF32(t *testing.T) {
	t.Parallel()
	want := "<rss>é日😀</rss>"
	for name, order := range map[string]utf32.Endianness{"utf-32be": utf32.BigEndian, "utf-32le": utf32.LittleEndian} {
		for _, policy := range []utf32.BOMPolicy{utf32.UseBOM, utf32.IgnoreBOM} {
			body, err := utf32.UTF32(order, policy).NewEncoder().Bytes([]byte(want))
			if err != nil {
				t.Fatal(err)
			}
			if got, charset := charset.Decode(body, "text/xml; charset=utf-8"); string(got) != want || charset != name {
				t.Errorf("%s, mark %v: got %q in %s, want %q", name, policy == utf32.UseBOM, got, charset, want)
			}
		}
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	late := strings.Repeat("<script>var a = 1; // nothing to see</script>\n", 100)
	cases := map[string]struct {
		charset     string // of the bytes
		text        string
		contentType string
		want        string // "" is charset
	}{
		"header":                   {"shift_jis", page("", japanese), "text/html; charset=Shift_JIS", ""},
		"header in quotes":         {"windows-1251", page("", russian), `text/html; charset="windows-1251"`, ""},
		"header that is broken":    {"windows-1251", page("", russian), "text/html; ; charset=windows-1251; =", ""},
		"header with an alias":     {"gbk", page("", chinese), "text/html;charset=GB2312", ""},
		"Latin 1 is 1252":          {"windows-1252", page("", french), "text/html; charset=iso-8859-1", ""},
		"meta":                     {"euc-jp", page(`<meta charset="EUC-JP">`, japanese), "text/html", ""},
		"meta without quotes":      {"euc-jp", page(`<META CHARSET=euc-jp>`, japanese), "", ""},
		"meta self-closed":         {"euc-jp", page(`<meta charset='euc-jp'/>`, japanese), "", ""},
		"meta with a pragma":       {"big5", page(`<meta http-equiv="Content-Type" content="text/html; charset=big5">`, taiwan), "", ""},
		"meta, content first":      {"big5", page(`<meta content="text/html; charset=big5" http-equiv=content-type>`, taiwan), "", ""},
		"meta that is late":        {"iso-8859-7", page(late+`<meta charset="iso-8859-7">`, greek), "", ""},
		"meta in a comment":        {"euc-kr", page(`<!-- <meta charset="koi8-r"> --><meta charset=euc-kr>`, korean), "", ""},
		"meta of another name":     {"euc-kr", page(`<meta name="x" content="charset=koi8-r"><meta charset=euc-kr>`, korean), "", ""},
		"XML":                      {"windows-1251", `<?xml version="1.0" encoding="windows-1251"?><rss>` + russian + "</rss>", "application/xml", ""},
		"XML, single quotes":       {"iso-8859-2", `<?xml version='1.0' encoding = 'ISO-8859-2' ?><a>` + polish + "</a>", "", ""},
		"header before meta":       {"windows-1251", page(`<meta charset="koi8-r">`, russian), "text/html; charset=windows-1251", ""},
		"nothing, Shift_JIS":       {"shift_jis", page("", japanese), "text/html", ""},
		"nothing, EUC-JP":          {"euc-jp", page("", japanese), "text/html", ""},
		"nothing, GBK":             {"gbk", page("", chinese), "text/html", "gb18030"},
		"nothing, Big5":            {"big5", page("", taiwan), "text/html", ""},
		"nothing, EUC-KR":          {"euc-kr", page("", korean), "text/html", ""},
		"nothing, windows-1251":    {"windows-1251", page("", russian), "text/html", ""},
		"nothing, KOI8-R":          {"koi8-r", page("", russian), "text/html", ""},
		"nothing, French":          {"windows-1252", page("", french), "text/html", ""},
		"nothing, text after much": {"shift_jis", page(late, japanese), "text/html", ""},
		"plain text":               {"koi8-r", strings.Repeat("plain words first. ", 900) + strings.Repeat(russian, 2), "text/plain", ""},
		"unknown declaration":      {"shift_jis", page(`<meta charset="x-unknown">`, japanese), "text/html; charset=none", ""},
		"refused declaration":      {"euc-kr", page("", korean), "text/html; charset=iso-2022-kr", ""},
		"declared UTF-16":          {"windows-1251", page(`<meta charset="utf-16">`, russian), "text/html; charset=utf-16", ""},
		"lying header, UTF-8":      {"utf-8", page("", french), "text/html; charset=iso-8859-1", ""},
		"lying meta, UTF-8":        {"utf-8", page(`<meta charset="shift_jis">`, japanese), "", ""},
		"lying header, not UTF-8":  {"gbk", page("", chinese), "text/html; charset=utf-8", "gb18030"},
		"lying header, 1252":       {"shift_jis", page(`<meta charset="shift_jis">`, japanese), "text/html; charset=iso-8859-1", ""},
		"lying header, multi-byte": {"windows-1251", page("", russian), "text/html; charset=euc-jp", ""},
		"lying header, French":     {"windows-1252", page("", french), "text/html; charset=utf-8", ""},
		"ISO-2022-JP":              {"iso-2022-jp", page(`<meta charset="iso-2022-jp">`, japanese), "", ""},
		"ISO-2022-JP, undeclared":  {"iso-2022-jp", page("", japanese), "", ""},
		"UTF-16LE without a mark":  {"utf-16le", page("", french), "", ""},
		"UTF-16BE without a mark":  {"utf-16be", page("", japanese), "", ""},
		"ASCII":                    {"utf-8", page("", "plain"), "text/html; charset=windows-1252", ""},
		"empty":                    {"utf-8", "", "", ""},
		"JSON":                     {"utf-8", `{"name":"` + greek + `"}`, "application/json", ""},
		"few accents":              {"windows-1252", "<p>Señor, ¡hasta mañana!</p>", "text/html", ""},
		"one accent at the end":    {"windows-1252", "un café", "text/plain", ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := in(t, tc.charset, tc.text)
			text, got := charset.Decode(body, tc.contentType)
			want := tc.want
			if want == "" {
				want = tc.charset
			}
			if got != want {
				t.Errorf("got charset %s, want %s", got, want)
			}
			if string(text) != tc.text {
				t.Errorf("got %.300q", text)
			}
		})
	}
}

func TestDecodeMarks(t *testing.T) {
	t.Parallel()
	for name, order := range map[string]unicode.Endianness{"utf-16le": unicode.LittleEndian, "utf-16be": unicode.BigEndian} {
		body, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().Bytes([]byte(japanese))
		if err != nil {
			t.Fatal(err)
		}
		text, got := charset.Decode(body, "text/html; charset=shift_jis")
		if got != name || string(text) != japanese {
			t.Errorf("%s: got %s, %q", name, got, text)
		}
	}
	text, name := charset.Decode([]byte("\ufeff"+french), "text/html; charset=koi8-r")
	if name != "utf-8" || string(text) != french {
		t.Errorf("got %s, %q", name, text)
	}
}

func TestDecodeBadBytes(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ body, contentType, text, name string }{
		"one bad byte in UTF-8":   {strings.Repeat(french, 3) + "\xff.", "text/html; charset=utf-8", strings.Repeat(french, 3) + "\uFFFD.", "utf-8"},
		"undeclared":              {strings.Repeat(japanese, 3) + "\xff.", "", strings.Repeat(japanese, 3) + "\uFFFD.", "utf-8"},
		"cut within a character":  {japanese[:len(japanese)-1], "", japanese[:len(japanese)-3], "utf-8"},
		"after a mark":            {"\xef\xbb\xbfa\xffb", "", "a\uFFFDb", "utf-8"},
		"odd number of UTF-16":    {"\xff\xfea\x00b\x00c", "", "ab\uFFFD", "utf-16le"},
		"half a surrogate pair":   {"\xff\xfea\x00\x00\xd8b\x00", "", "a\uFFFDb", "utf-16le"},
		"Shift_JIS cut in a pair": {"\x93\xfa\x96\x7b\x8c", "text/plain; charset=shift_jis", "日本\uFFFD", "shift_jis"},
		"a zero byte among ASCII": {"abc\x00def", "", "abc\x00def", "utf-8"},
		"nothing but a high byte": {"\xe9", "", "é", "windows-1252"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, got := charset.Decode([]byte(tc.body), tc.contentType)
			if got != tc.name || string(text) != tc.text {
				t.Errorf("got %s, %q", got, text)
			}
		})
	}
}

// TestDecodeHostile has bodies on which a search that starts again at every place
// would not end; it asserts that the result is valid whatever comes.
func TestDecodeHostile(t *testing.T) {
	t.Parallel()
	const size = 4 << 20
	for name, part := range map[string]string{
		"open tags": "<\xe9", "meta": "<meta a\xe9 ", "meta without an end": "<meta charset", "comments": "<!--\xe9", "quotes": `<meta content="\xe9`,
		"bad bytes": "\xff\xfe\xff", "escapes": "\x1b$B\x1b(B", "half characters": "\x81", "zeros": "\x00\xff\x00",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, label := charset.Decode(bytes.Repeat([]byte(part), size/len(part)), "text/html")
			if !utf8.Valid(text) || label == "" {
				t.Errorf("charset %q, valid %v", label, utf8.Valid(text))
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("<meta charset=euc-jp>\xc6\xfc"), "text/html; charset=koi8-r")
	f.Add([]byte("\xff\xfe\x00"), "")
	f.Add([]byte("<?xml encoding='gbk'?>\x81\x30\x81\x30"), "text/xml")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		text, name := charset.Decode(body, contentType)
		if !utf8.Valid(text) || name == "" {
			t.Fatalf("%q in %q gave %q, %q", body, contentType, name, text)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for name, tc := range map[string]struct{ charset, head, text string }{
		"utf-8":                 {"utf-8", "", french},
		"shift_jis declared":    {"shift_jis", "<meta charset=shift_jis>", japanese},
		"windows-1251 detected": {"windows-1251", "", russian},
	} {
		body := bytes.Repeat(in(b, tc.charset, page(tc.head, tc.text)), 100)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				charset.Decode(body, "text/html")
			}
		})
	}
}
