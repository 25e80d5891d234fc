package egress_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/web/egress"
)

func TestParseProxy(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"http://proxy.example.com:3128":     "http://proxy.example.com:3128",
		"\thttp://Proxy.Example.COM/\t":     "http://proxy.example.com:80",
		"http://me:pw@proxy.example.com:80": "http://me:pw@proxy.example.com:80",
		"http://93.184.216.34:8080":         "http://93.184.216.34:8080",
	} {
		got, err := egress.ParseProxy(raw)
		if err != nil || got.String() != want {
			t.Errorf("%q: got %v, error %v; want %s, no error", raw, got, err, want)
		}
	}
	for raw, says := range map[string]string{
		"":                                 "no address",
		"proxy.example.com:3128":           "http://",
		"socks5://proxy.example.com:1080":  "other protocols",
		"http://proxy.example.com:25":      "port",
		"http://proxy.example.com:22":      "port",
		"http://proxy.example.com:3128/x":  "behind the port",
		"http://me:pw@10.0.0.1:3128":       "names 10.0.0.1, which",
		"http://localhost:3128":            "names ",
		"http://169.254.169.254:8080":      "names ",
		"http://[::1]:3128":                "names ",
		"http://me:pw@0x7f000001:3128":     "names ",
		"http://me:pw@proxy.internal:3128": "names ",
	} {
		_, err := egress.ParseProxy(raw)
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "pw") {
			t.Errorf("%q: got error %v, want one with %q and without the password", raw, err, says)
		}
	}
}
