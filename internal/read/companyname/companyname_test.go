package companyname_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/companyname"
)

func TestSame(t *testing.T) {
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
		{"The Body Works", "Body Works, Inc.", true},
		{"The", "Ltd", false},
		{"Company", "Co", false},
		{"灯台", "灯台 KK", true},
		{"", "", false},
		{"!!!", "???", false},
	} {
		if got := companyname.Same(c.a, c.b); got != c.want || got != companyname.Same(c.b, c.a) {
			t.Errorf("%q, %q: got %v, want %t, companyname.Same(c.b, c.a)", c.a, c.b, got, c.want)
		}
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Marrowfen": "Marrowfen", "Marrowfen Instruments Ltd.": "Marrowfen Instruments", "Straße GmbH & Co. KG": "Straße", "Carrow & Sons, Inc.": "Carrow & Sons",
		"Kelpline (Private) Limited": "Kelpline", "Brine S.p.A.": "Brine", "Marsh & Reed": "Marsh & Reed", "Limited": "Limited", "": "",
	} {
		if got := companyname.Plain(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
