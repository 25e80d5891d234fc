package sources_test

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/web/egress"
)

func TestAll(t *testing.T) {
	t.Parallel()
	last := ""
	for _, u := range sources.All() {
		parsed, err := egress.Parse(cmp.Or(u.BaseURL, "https://operator.example"))
		if err != nil || parsed.Scheme != "https" || strings.HasSuffix(u.BaseURL, "/") || u.About == "" {
			t.Errorf("%s: base URL %q (%v), about %q", u.Name, u.BaseURL, err, u.About)
		}
		if u.Name <= last {
			t.Errorf("%s is out of order", u.Name)
		}
		last = u.Name
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	s, err := sources.NewSettings(map[string]string{"tranco": "HTTP://Tranco.test/api/", "reddit": "https://mirror.example"}, map[string]string{"crux": "k"})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Of("tranco"); got.BaseURL != "http://tranco.test/api" || got.Key != "" || got.Pace != 0 {
		t.Errorf(`got %+v, want BaseURL "http://tranco.test/api", empty Key, Pace 0`, got)
	}
	if got := s.Of("reddit"); got.BaseURL != "https://mirror.example" || got.Pace == 0 {
		t.Errorf(`got %+v, want BaseURL "https://mirror.example", Pace other than 0`, got)
	}
	if got := s.Of("searxng"); got.BaseURL != "" {
		t.Errorf("got %+v, want empty BaseURL", got)
	}
	if got := s.Of("crux"); got.Key != "k" || got.BaseURL != "https://chromeuxreport.googleapis.com" {
		t.Errorf(`got %+v, want Key "k", BaseURL "https://chromeuxreport.googleapis.com"`, got)
	}
}

func TestPacesAndProxies(t *testing.T) {
	t.Parallel()
	s, err := sources.NewSettings(
		map[string]string{"linkedin.pace": "10s", "tranco": "https://tranco.example", "tranco.pace": "0s"},
		map[string]string{"linkedin.proxy": "http://me:secret@proxy.internal:3128"},
	)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Of("linkedin"); got.Pace != 10*time.Second || got.Proxy == nil || got.Proxy.Host != "proxy.internal:3128" || got.Key != "" {
		t.Errorf(`got %+v, want Pace 10 * time.Second, Proxy not nil, Proxy.Host "proxy.internal:3128", empty Key`, got)
	}
	if got := s.Of("tranco"); got.Pace != 0 || got.BaseURL != "https://tranco.example" || got.Proxy != nil {
		t.Errorf(`got %+v, want Pace 0, BaseURL "https://tranco.example", Proxy nil`, got)
	}
	_, err = sources.NewSettings(
		map[string]string{"linkedin.pace": "soon", "linkedout.pace": "1s"},
		map[string]string{"crux.proxy": "socks5://me:secret@host:1", "crucks.proxy": "http://h:1"},
	)
	for _, part := range []string{"pace of linkedin", `"linkedout"`, "proxy of crux", `"crucks"`} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v lacks %s", err, part)
		}
	}
	if err != nil && strings.Contains(err.Error(), "me:secret") {
		t.Errorf("%v shows a password", err)
	}
}

func TestSettingsNameEveryProblem(t *testing.T) {
	t.Parallel()
	_, err := sources.NewSettings(
		map[string]string{"trancoo": "https://tranco.test", "crux": "http://127.0.0.1:9/"},
		map[string]string{"tranco": "secret-1", "cruxx": "secret-2"},
	)
	if err == nil {
		t.Fatal("no error")
	}
	for _, part := range []string{`"trancoo"`, "base URL of crux", "tranco takes no key", `"cruxx"`, "commoncrawl, "} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%v\nlacks %s", err, part)
		}
	}
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("%v shows a key", err)
	}
}
