package store_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/serve/store"
)

func TestReceiver(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"https://hooks.example.com/a":    "example.com",
		"https://A.B.Example.co.uk:443/": "example.co.uk",
		"https://example.com./":          "example.com",
		"https://a.one.github.io/":       "one.github.io",
		"https://github.io/":             "github.io",
		"http://198.51.100.7/hook":       "198.51.100.7",
		"http://[2001:db8::7]:80/":       "2001:db8::7",
	} {
		if got := (&store.Endpoint{URL: url}).Receiver(); got != want {
			t.Errorf("%s: got receiver %q, want %q", url, got, want)
		}
	}
}
