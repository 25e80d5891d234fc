package technology_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/pkg/technology"
)

// detector is one for all tests: its fingerprints take some ms to read.
var detector = sync.OnceValue(technology.New)

func detect(t *testing.T, p technology.Page) map[string]string {
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
		page technology.Page
		want map[string]string
	}{
		"nothing":   {technology.Page{}, map[string]string{}},
		"headers":   {technology.Page{Header: http.Header{"Server": {"nginx/1.25.3"}, "X-Powered-By": {"PHP/8.2.1"}}}, map[string]string{"Nginx": "1.25.3", "PHP": "8.2.1"}},
		"cookie":    {technology.Page{Header: http.Header{"Set-Cookie": {"laravel_session=x; Path=/"}}}, map[string]string{"Laravel": "", "PHP": ""}},
		"generator": {technology.Page{Body: []byte(`<META content="Hugo 0.147.2" name=generator /><title>unclosed <p>`)}, map[string]string{"Hugo": "0.147.2"}},
		"after elements that hold text": {
			technology.Page{Body: []byte(`<title>a</title><style>b{}</style><noscript><img src=x></noscript><textarea></textarea><script src="/js/jquery-3.7.1.min.js"></script>`)},
			map[string]string{"jQuery": "3.7.1"},
		},
		"without scripts": {
			technology.Page{Body: []byte(`<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-X" height="0"></iframe></noscript>`)},
			map[string]string{"Google Tag Manager": ""},
		},
		"far down": {
			technology.Page{Body: []byte(strings.Repeat("<p>Reeds, and more reeds.</p>\n", 20_000) + `<link id="reed" rel="stylesheet" href="/wp-content/themes/reed/style.css">`)},
			map[string]string{"WordPress": "", "PHP": "", "MySQL": ""},
		},
		"implied with notes": {
			technology.Page{Header: http.Header{"X-Built-With": {"Hyva Themes"}, "X-Powered-By": {"HHVM/3.1"}}},
			map[string]string{"Alpine.js": "", "HHVM": "3.1", "Hyva Themes": "", "Magento": "2", "PHP": "", "Tailwind CSS": ""},
		},
		"no HTML": {technology.Page{Body: []byte("\xff\xfe\x00<\x80>")}, map[string]string{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, detect(t, c.page)); diff != "" {
				t.Errorf("detect mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDescription(t *testing.T) {
	t.Parallel()
	list, err := detector().Detect(t.Context(), technology.Page{Header: http.Header{"Server": {"nginx"}}})
	want := []technology.Technology{{Name: "Nginx", Categories: []string{"Web servers", "Reverse proxies"}, Website: "https://nginx.org"}}
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 1 {
		list[0].Website = strings.TrimSuffix(list[0].Website, "/en")
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("list mismatch (-want +got):\n%s", diff)
	}
}

func TestNoTimeLeft(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if list, err := detector().Detect(ctx, technology.Page{Body: []byte("<p>")}); !errors.Is(err, context.Canceled) {
		t.Errorf("got list %v, error %v; want error %v", list, err, context.Canceled)
	}
}

// TestSideBySide: pages are looked at side by side, each for itself.
func TestSideBySide(t *testing.T) {
	t.Parallel()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			version := fmt.Sprintf("3.%d.0", i)
			got := detect(t, technology.Page{Body: fmt.Appendf(nil, `<script src="/js/jquery-%s.min.js"></script>`, version)})
			if diff := cmp.Diff(map[string]string{"jQuery": version}, got); diff != "" {
				t.Errorf("detect mismatch (-want +got):\n%s", diff)
			}
		})
	}
	wg.Wait()
}
