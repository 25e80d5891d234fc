package technology_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/pkg/technology"
	"github.com/quarryapi/quarry/pkg/technology/internal/fingerprint"
	"github.com/quarryapi/quarry/pkg/technology/internal/pattern"
)

// hostile are pages of a size that keep expressions busy. With 3 MB they take the library
// up to minutes.
func hostile(size int) map[string]technology.Page {
	fill := func(s string) []byte { return []byte(strings.Repeat(s, size/len(s))) }
	different := func(format string) []byte {
		var b bytes.Buffer
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.Bytes()
	}
	header := http.Header{}
	for i := range 300 {
		header.Set(fmt.Sprintf("X-Powered-%d", i), strings.Repeat("PHP/1.1", 1000))
		header.Add("Set-Cookie", strings.Repeat("wordpress=1;", 1000))
		header.Add("Content-Security-Policy", strings.Repeat("*.reed.test cdn.test ", 500))
	}
	return map[string]technology.Page{
		"tags that do not end":        {Body: fill("<img ")},
		"comments that do not end":    {Body: fill("<!--")},
		"elements that hold text":     {Body: fill("<noscript>")},
		"small tags":                  {Body: fill("<a>")},
		"links that almost match":     {Body: fill("<link href=bootstrap ")},
		"links further apart":         {Body: fill("<link href=bootstrap " + strings.Repeat("a", 40) + " ")},
		"links with digits":           {Body: different("<link href=%d " + strings.Repeat("1.1.1.1.", 60) + ">")},
		"scripts with words":          {Body: different(`<script id=%d>` + strings.Repeat("wp-content ", 40) + `</script>`)},
		"values that do not end":      {Body: fill(`<div class="a class="ant-`)},
		"many scripts":                {Body: fill(`<script src="jquery-1.1"></script>`)},
		"one long script address":     {Body: []byte(`<script src="/jquery-` + string(fill("1")) + `"></script>`)},
		"script address of all words": {Body: []byte(`<script src="` + string(words(fingerprint.Script, "", size)) + `"></script>`)},
		"page of all words":           {Body: words(fingerprint.HTML, "é<div ", size)},
		"links of all words":          {Body: words(fingerprint.HTML, `<link href="`, size)},
		"many generators":             {Body: fill(`<meta name=generator content="reed 1">`)},
		"one long generator":          {Body: []byte(`<meta name=generator content="` + string(fill("reed 1")) + `">`)},
		"no UTF-8":                    {Body: fill("\xff\xfe")},
		"headers":                     {Header: header},
	}
}

// words are those that patterns need, again and again.
func words(field fingerprint.Field, before string, size int) []byte {
	set, _ := fingerprint.Read()
	var b bytes.Buffer
	for _, p := range set.Patterns {
		_, expression := pattern.Notes(p.Source)
		for _, w := range pattern.Words(expression) {
			if p.Field == field {
				b.WriteString(before + w + "/")
			}
		}
	}
	return bytes.Repeat(b.Bytes(), size/b.Len())
}

// TestHostilePages: each takes less than 100 ms on a processor of its own. The limit allows
// for the race detector and for tests beside this one.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	for name, page := range hostile(1 << 20) {
		begin := time.Now()
		detect(t, page)
		if took := time.Since(begin); took > 15*time.Second {
			t.Errorf("%s takes %s", name, took)
		}
	}
}
