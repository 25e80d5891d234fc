package tech_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/tech"
)

// detector is one for all tests: its fingerprints take 0.4 s to read.
var detector = sync.OnceValue(tech.New)

func detect(t *testing.T, p tech.Page) map[string]string {
	t.Helper()
	list, err := detector().Detect(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	last := ""
	for _, x := range list {
		if x.Name <= last || x.Categories == nil {
			t.Errorf("%+v after %q", x, last)
		}
		versions[x.Name], last = x.Version, x.Name
	}
	return versions
}

func TestDetect(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		page tech.Page
		want map[string]string
	}{
		"nothing":   {tech.Page{}, map[string]string{}},
		"headers":   {tech.Page{Header: http.Header{"Server": {"nginx/1.25.3"}, "X-Powered-By": {"PHP/8.2.1"}}}, map[string]string{"Nginx": "1.25.3", "PHP": "8.2.1"}},
		"cookie":    {tech.Page{Header: http.Header{"Set-Cookie": {"laravel_session=x; Path=/"}}}, map[string]string{"Laravel": "", "PHP": ""}},
		"generator": {tech.Page{Body: []byte(`<META content="Hugo 0.147.2" name=generator /><title>unclosed <p>`)}, map[string]string{"Hugo": "0.147.2"}},
		"after elements that hold text": {
			tech.Page{Body: []byte(`<title>a</title><style>b{}</style><noscript><img src=x></noscript><textarea></textarea><script src="/js/jquery-3.7.1.min.js"></script>`)},
			map[string]string{"jQuery": "3.7.1"},
		},
		"without scripts": {
			tech.Page{Body: []byte(`<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-X" height="0"></iframe></noscript>`)},
			map[string]string{"Google Tag Manager": ""},
		},
		"far down": {
			tech.Page{Body: []byte(strings.Repeat("<p>Reeds, and more reeds.</p>\n", 20_000) + `<link id="reed" rel="stylesheet" href="/wp-content/themes/reed/style.css">`)},
			map[string]string{"WordPress": "", "PHP": "", "MySQL": ""},
		},
		"implied with notes": {
			tech.Page{Header: http.Header{"X-Built-With": {"Hyva Themes"}, "X-Powered-By": {"HHVM/3.1"}}},
			map[string]string{"Alpine.js": "", "HHVM": "3.1", "Hyva Themes": "", "Magento": "2", "PHP": "", "Tailwind CSS": ""},
		},
		"no HTML": {tech.Page{Body: []byte("\xff\xfe\x00<\x80>")}, map[string]string{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, detect(t, c.page)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDescription(t *testing.T) {
	t.Parallel()
	list, err := detector().Detect(t.Context(), tech.Page{Header: http.Header{"Server": {"nginx"}}})
	want := []tech.Technology{{Name: "Nginx", Categories: []string{"Web servers", "Reverse proxies"}, Website: "https://nginx.org"}}
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 1 {
		list[0].Website = strings.TrimSuffix(list[0].Website, "/en")
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Error(diff)
	}
}

// Pages that keep the expressions busy: whole they would take minutes.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	const size = 3 << 20
	open := func(s string) string { return strings.Repeat(s, size/len(s)) }
	different := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, body := range []string{
		open("<img "), open("<!--"), open("<noscript>"), open("<title>"),
		different("<link href=%d " + strings.Repeat("1.1.1.1.", 60) + ">"),
		different(`<script id=%d>` + strings.Repeat("wp-content ", 40) + `</script>`),
	} {
		begin := time.Now()
		detect(t, tech.Page{Body: []byte(body)})
		if took := time.Since(begin); took > 30*time.Second {
			t.Errorf("%.40q takes %s", body, took)
		}
	}
}

func TestHostileHeaders(t *testing.T) {
	t.Parallel()
	header := http.Header{}
	for i := range 300 {
		header.Set(fmt.Sprintf("X-Powered-%d", i), strings.Repeat("PHP/1.1", 1000))
		header.Add("Set-Cookie", strings.Repeat("wordpress=1;", 1000))
	}
	begin := time.Now()
	detect(t, tech.Page{Header: header})
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("takes %s", took)
	}
}

func TestNoTimeLeft(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if list, err := tech.New().Detect(ctx, tech.Page{Body: []byte("<p>")}); !errors.Is(err, context.Canceled) && err != nil {
		t.Errorf("%v, %v", list, err)
	}
}

func BenchmarkDetect(b *testing.B) {
	page := tech.Page{Body: []byte(strings.Repeat(`<div class="reed"><a href="/x">y</a></div>`, 2000) + `<script src="/js/jquery-3.7.1.min.js"></script>`)}
	for b.Loop() {
		if _, err := detector().Detect(b.Context(), page); err != nil {
			b.Fatal(err)
		}
	}
}
