package egress_test

import (
	"context"
	"testing"

	"github.com/quarryapi/quarry/internal/web/egress"
)

func TestHostsLookup(t *testing.T) {
	t.Parallel()
	hosts, err := egress.ParseHosts([]string{
		"*.test=127.0.0.1:8099,*.deep.test=127.0.0.1:8100 EXACT.deep.test=127.0.0.1:8101",
		"api.example.com=[::1]:9000",
	})
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]string{
		"shop.test":           "127.0.0.1:8099",
		"a.shop.test":         "127.0.0.1:8099",
		"SHOP.Test.":          "127.0.0.1:8099",
		"a.deep.test":         "127.0.0.1:8100",
		"exact.deep.test":     "127.0.0.1:8101",
		"a.exact.deep.test":   "127.0.0.1:8100",
		"api.example.com":     "[::1]:9000",
		"x.api.example.com":   "",
		"test":                "",
		".test":               "",
		"shop.test.example":   "",
		"shoptest":            "",
		"127.0.0.1":           "",
		"api.example.com.org": "",
	}
	for name, want := range cases {
		if got, ok := hosts.Lookup(name); got != want || ok != (want != "") {
			t.Errorf("%s: got %q, %v; want %q", name, got, ok, want)
		}
	}
	if got, ok := (egress.Hosts{}).Lookup("shop.test"); ok {
		t.Errorf("the zero value maps to %s", got)
	}
}

func TestNamesThatNoHostHas(t *testing.T) {
	t.Parallel()
	hosts, err := egress.ParseHosts([]string{"shop.test=127.0.0.1:80,open:*.test=none"})
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]string{"shop.test": "127.0.0.1:80", "shopp.test": ""} {
		if got, ok := hosts.Lookup(host); got != want || !ok || host == "shopp.test" && !hosts.Permits(t.Context(), host) {
			t.Errorf("%s: got %q (mapped %t), want %q", host, got, ok, want)
		}
	}
}

func TestParseHostsRefuses(t *testing.T) {
	t.Parallel()
	for _, entry := range []string{
		"shop.test", "=127.0.0.1:80", "*=127.0.0.1:80", "*.=127.0.0.1:80", "shop.test=localhost:80", "shop.test=127.0.0.1",
		"shop.test=127.0.0.1:0", "shop.test=None", "none", "localhost=127.0.0.1:80", "10.0.0.1=127.0.0.1:80", "a.*.test=127.0.0.1:80",
		"8.8.8.8.=127.0.0.1:80", "bücher.test=127.0.0.1:80", "[2606::1]x=127.0.0.1:80",
	} {
		if hosts, err := egress.ParseHosts([]string{entry}); err == nil {
			t.Errorf("%q: accepted as %v", entry, hosts)
		}
	}
}

// TestWhomMappedNamesAreFor holds that a stranger's page reaches no name that was mapped
// for the caller, the operator or the poster of webhooks.
func TestWhomMappedNamesAreFor(t *testing.T) {
	t.Parallel()
	hosts, err := egress.ParseHosts([]string{
		"hooks:hooks.test=127.0.0.1:8090", "*.mine.test=127.0.0.1:3000,alias.test=127.0.0.1:3000", "open:*.test=127.0.0.1:8099",
	})
	if err != nil {
		t.Fatal(err)
	}
	stranger := t.Context()
	cases := map[string]struct {
		ctx  context.Context
		host string
		want bool
	}{
		"an open name":                     {stranger, "page.test", true},
		"what is not mapped":               {stranger, "example.com", true},
		"a stranger to the hooks":          {stranger, "hooks.test", false},
		"a stranger, in capitals":          {stranger, "HOOKS.test.", false},
		"a stranger to a name":             {stranger, "a.mine.test", false},
		"a caller by URL":                  {egress.Naming(stranger, "http://a.mine.test/x"), "a.mine.test", true},
		"a caller by name":                 {egress.Naming(stranger, "A.mine.test"), "a.mine.test", true},
		"another name of the same address": {egress.Naming(stranger, "a.mine.test"), "alias.test", true},
		"another address":                  {egress.Naming(stranger, "http://page.test/"), "a.mine.test", false},
		"a caller to the hooks":            {egress.Naming(stranger, "http://hooks.test/"), "hooks.test", false},
		"a word with the name":             {egress.Naming(stranger, "see a.mine.test", "http://b.example/?a.mine.test"), "a.mine.test", false},
		"named before":                     {egress.Naming(egress.Naming(stranger, "a.mine.test"), "b.example"), "a.mine.test", true},
	}
	for name, tc := range cases {
		if got := hosts.Permits(tc.ctx, tc.host); got != tc.want {
			t.Errorf("%s: got %v for %s, want %v", name, got, tc.host, tc.want)
		}
		if got := hosts.For(tc.ctx).Permits(stranger, tc.host); got != tc.want {
			t.Errorf("%s, by the map for its work: got %v for %s, want %v", name, got, tc.host, tc.want)
		}
		if !hosts.Opened().Permits(tc.ctx, tc.host) {
			t.Errorf("%s: the poster may not go to %s, want that it may", name, tc.host)
		}
	}
}

func TestInside(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{
		"http://127.0.0.1/": true, "https://10.0.0.1:8080/x": true, "http://[::1]/": true, "http://0x7f.1/": true, "http://2130706433": true,
		"http://localhost/": true, "http://printer.local/a": true, "http://user@169.254.169.254/": true, `http:\\127.0.0.1\x`: true,
		"http://metadata.google.internal/": true, "http://intranet/": true, "https://[fd00::1]:443/": true,
		"https://example.com/": false, "https://example.com:8443/x": false, "http://user@example.com/?u=http://127.0.0.1/": false,
		"https://93.184.216.34/": false, "doi:10.1000/182": true, "example.com": false, "": false,
	} {
		if got := egress.Inside(raw); got != want {
			t.Errorf("%q: got %v, want %v", raw, got, want)
		}
	}
}
