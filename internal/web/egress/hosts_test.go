package egress_test

import (
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

func TestParseHostsRefuses(t *testing.T) {
	t.Parallel()
	for _, entry := range []string{
		"shop.test", "=127.0.0.1:80", "*=127.0.0.1:80", "*.=127.0.0.1:80", "shop.test=localhost:80", "shop.test=127.0.0.1",
		"shop.test=127.0.0.1:0", "localhost=127.0.0.1:80", "10.0.0.1=127.0.0.1:80", "a.*.test=127.0.0.1:80",
		"8.8.8.8.=127.0.0.1:80", "bücher.test=127.0.0.1:80", "[2606::1]x=127.0.0.1:80",
	} {
		if hosts, err := egress.ParseHosts([]string{entry}); err == nil {
			t.Errorf("%q: accepted as %v", entry, hosts)
		}
	}
}
