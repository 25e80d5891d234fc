package weburl_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/web/weburl"
)

func TestKey(t *testing.T) {
	t.Parallel()
	// Each group shows one document; no two groups do.
	groups := [][]string{
		{
			"https://example.com/news", "http://example.com/news/", "https://www.example.com:443/news#top", "HTTPS://WWW.Example.COM/news?utm_source=a&utm_medium=b",
			"https://example.com/news?gclid=1&fbclid=2&ref=home", "https://example.com/news/index.html", "https://example.com/news/amp/", "https://amp.example.com/news",
			"https://example.com/amp/news", "https://example.com/news?amp=1", "https://example.com/news.amp", "https://www.google.com/amp/s/example.com/news",
			"https://example-com.cdn.ampproject.org/c/s/example.com/news", "https://www.google.com/url?q=https://example.com/news&sa=U&ved=x",
			"//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2Fnews&rut=5f", "https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9leGFtcGxlLmNvbS9uZXdz&ntb=1", " https://example.com./news ",
		},
		{"https://example.com/", "http://www.example.com", "https://example.com/?utm_campaign=x", "https://example.com/index.php"},
		{"https://example.com/search?a=1&b=2", "https://example.com/search?b=2&a=1", "https://example.com/search/?b=2&mc_cid=9&a=1"},
		{"https://example.com/search?a=2&b=1"},
		{"https://example.com:8443/news"},
		{"https://blog.example.com/news"},
		{"https://example.com/News"},
		{"https://example.com/app#/settings", "https://www.example.com/app#/settings"},
		{"https://example.com/app"},
		{"https://example.com/a%2Fb"},
		{"https://example.com/a/b"},
		{"https://bücher.example/", "https://xn--bcher-kva.example"},
		{"http://[2606:2800::1]/", "http://[2606:2800::1]:80"},
		{"https://example.com/champ"},
	}
	seen := map[string]int{}
	for i, group := range groups {
		for _, address := range group {
			key := weburl.Key(address)
			if first, ok := seen[key]; key == "" || ok && first != i {
				t.Errorf("%s has key %q, as group %d", address, key, first)
			}
			seen[key] = i
			if !weburl.Same(address, group[0]) {
				t.Errorf("%s is %q, not %q", address, key, weburl.Key(group[0]))
			}
		}
	}
	for _, address := range []string{"", "no address", "/relative", "mailto:a@example.com", "javascript:x", "http://", "http://%zz/", "ftp://example.com/", "https://duckduckgo.com:x/", "https://./", "//.:81", "//.."} {
		if key := weburl.Key(address); key != "" || weburl.Same(address, address) || weburl.Clean(address) != "" || weburl.Display(address) != "" {
			t.Errorf("%q has key %q", address, key)
		}
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://Example.com": "https://example.com/",
		"http://www.example.com:80/a?utm_source=x&id=7&b=#part": "http://www.example.com/a?id=7&b=",
		"https://example.com/a?q=a+b%20c&gclid=2":               "https://example.com/a?q=a+b%20c",
		"https://example.com/a?ref=main":                        "https://example.com/a?ref=main",
		"https://example.com/#!/inbox":                          "https://example.com/#!/inbox",
		"https://example.com/#:~:text=a":                        "https://example.com/",
		"https://example.com/a?":                                "https://example.com/a",
		"https://example.com/a?%75tm_source=x":                  "https://example.com/a",
		"https://www.google.co.uk/url?url=https://a.example/x":  "https://a.example/x",
	} {
		if got := weburl.Clean(address); got != want || weburl.Clean(got) != want {
			t.Errorf("%s becomes %s, not %s", address, got, want)
		}
	}
}

func TestUnwrap(t *testing.T) {
	t.Parallel()
	nested := "https://a.example/"
	for range 10 {
		nested = "https://www.google.com/url?q=" + escape(nested)
	}
	for address, want := range map[string]string{
		"https://www.google.com/search?q=https://a.example/":                                  "https://www.google.com/search?q=https://a.example/",
		"https://google.evil.example/url?q=https://a.example/":                                "https://google.evil.example/url?q=https://a.example/",
		"https://notgoogle.com/url?q=https://a.example/":                                      "https://notgoogle.com/url?q=https://a.example/",
		"https://www.google.com/url?q=/settings":                                              "https://www.google.com/url?q=/settings",
		"https://duckduckgo.com/l/?uddg=javascript%3Aalert(1)":                                "https://duckduckgo.com/l/?uddg=javascript%3Aalert(1)",
		"https://www.bing.com/ck/a?u=a1%%%":                                                   "https://www.bing.com/ck/a?u=a1%%%",
		"https://www.bing.com/ck/a?u=b2aHR0":                                                  "https://www.bing.com/ck/a?u=b2aHR0",
		"https://www.google.com/url?q=https://duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example": "https://a.example",
		"https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F&h=x":                       "https://a.example/",
		"https://ok.example/?uddg=https://own.example/":                                       "https://ok.example/?uddg=https://own.example/",
	} {
		if got := weburl.Unwrap(address); got != want {
			t.Errorf("%s leads to %s, not %s", address, got, want)
		}
	}
	if got := weburl.Unwrap(nested); got == "https://a.example/" || got == nested {
		t.Errorf("redirects without end lead to %s", got)
	}
}

func escape(s string) string {
	var b []byte
	for _, c := range []byte(s) {
		if c == '&' || c == '%' || c == '?' || c == '=' {
			b = append(b, '%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
			continue
		}
		b = append(b, c)
	}
	return string(b)
}

func TestIsAd(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://duckduckgo.com/y.js?ad_domain=a.example":     true,
		"https://www.google.com/aclk?sa=l":                    true,
		"https://www.googleadservices.com/pagead/aclk?sa=L":   true,
		"https://www.bing.com/aclick?ld=x":                    true,
		"https://ad.doubleclick.net/ddm/clk/1":                true,
		"https://www.google.com/maps":                         false,
		"https://example.com/y.js":                            false,
		"https://duckduckgo.com/l/?uddg=https%3A%2F%2Fa.b%2F": false,
		"": false,
	} {
		if got := weburl.IsAd(address); got != want {
			t.Errorf("%s: got %v, want %t", address, got, want)
		}
	}
}

func TestDisplay(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://www.example.com/docs/start/?a=1": "example.com › docs › start",
		"http://example.com:8080":                 "example.com:8080",
		"https://example.com/caf%C3%A9//":         "example.com › café",
	} {
		if got := weburl.Display(address); got != want {
			t.Errorf("%s is shown as %s, not %s", address, got, want)
		}
	}
}

// Addresses come from others: none may break anything, and cleaning is done once.
func FuzzKey(f *testing.F) {
	for _, seed := range []string{"https://example.com/a?b=c#d", "//duckduckgo.com/l/?uddg=x", "https://www.google.com/amp/s/", "http://a.cdn.ampproject.org/c/", "https://bing.com/ck/a?u=a1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		clean := weburl.Clean(address)
		if clean != "" && weburl.Key(clean) == "" {
			t.Errorf("%q is cleaned to %q, which is no address", address, clean)
		}
		_, _ = weburl.Display(address), weburl.IsAd(address)
	})
}
