package ads_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/ads"
)

func TestSameName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Marrowfen", "MARROWFEN LTD.", true},
		{"Marrowfen Instruments", "Marrowfen Instruments (Private) Limited", true},
		{"Café Zoë", "cafe zoe S.p.A.", true},
		{"Straße GmbH & Co. KG", "STRASSE GmbH", true},
		{"O’Hara", "OHara Inc", true},
		{"Marsh & Reed", "Marsh Reed", false},
		{"Marrowfen", "Marrowfen Instruments", false},
		{"The Company", "The Company", true},
		{"Company", "Co", false},
		{"灯台", "灯台 KK", true},
		{"", "", false},
		{"!!!", "???", false},
	} {
		if got := ads.SameName(c.a, c.b); got != c.want || got != ads.SameName(c.b, c.a) {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}
