package technology

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/pkg/technology/internal/fingerprint"
	"github.com/quarryapi/quarry/pkg/technology/internal/pattern"
)

// page reads a page as the library does, whose fingerprints are written for that: all in
// lower case; headers, cookies, the page as a text, and then its scripts and meta
// elements in their order are a round each.
func (s *scan) page(ctx context.Context, p Page) {
	s.headers(p.Header)
	body := pattern.Lower(p.Body)
	s.allow(len(body))
	s.look(fingerprint.HTML, "", body)
	s.conclude()
	if ctx.Err() == nil {
		s.allow(len(body))
		s.elements(body)
	}
}

func (s *scan) headers(header http.Header) {
	values := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(header)) {
		values[strings.ToLower(name)] = pattern.Lower(strings.Join(header[name], ", "))
	}
	size := 0
	for _, v := range values {
		size += len(v)
	}
	s.allow(2 * size) // headers, and the cookies among them
	s.all(fingerprint.Header, values)
	s.all(fingerprint.Cookie, cookies(values["set-cookie"]))
}

// all looks at values that are one round together.
func (s *scan) all(field fingerprint.Field, values map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		s.look(field, name, values[name])
	}
	s.conclude()
}

// cookies are what a header sets, in a simple reading: its words, without what separates
// them. The attributes of cookies are among them.
func cookies(header string) map[string]string {
	values := map[string]string{}
	for word := range strings.SplitSeq(header, " ") {
		separator := ";"
		if strings.Contains(word, ",") {
			separator = ","
		}
		for c := range strings.SplitSeq(word, separator) {
			if name, value, ok := strings.Cut(c, "="); ok {
				values[name] = value
			}
		}
	}
	return values
}

// elements looks at scripts' addresses and at meta elements.
func (s *scan) elements(body string) {
	z := html.NewTokenizer(strings.NewReader(body))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return
		}
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		tag, more := z.TagName()
		switch {
		case !more:
		case string(tag) == "script" && kind == html.StartTagToken:
			source, _, _ := attributes(z, "src", "")
			s.look(fingerprint.Script, "", pattern.Lower(source))
			s.conclude()
		case string(tag) == "meta":
			name, content, n := attributes(z, "name", "content")
			if n > 1 {
				s.look(fingerprint.Meta, name, pattern.Lower(content))
				s.conclude()
			}
		}
	}
}

// attributes returns the values of two attributes of a tag, the last if one is repeated,
// and the number of all.
func attributes(z *html.Tokenizer, first, second string) (a, b string, n int) {
	for more := true; more; n++ {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case first:
			a = string(value)
		case second:
			b = string(value)
		}
	}
	return a, b, n
}
