package font_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/brand/computedstyle"
	"github.com/quarryapi/quarry/internal/read/brand/font"
)

func TestName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                                     "",
		`"Work Sans", Arial, sans-serif`:       "Work Sans",
		`'Vollkorn'`:                           "Vollkorn",
		"  Playfair   Display ,serif":          "Playfair Display",
		"sans-serif":                           "",
		"inherit":                              "",
		"serif, Georgia":                       "Georgia",
		"-apple-system, Roboto, sans-serif":    "system-ui",
		`"Segoe UI", Inter`:                    "system-ui",
		`ui-sans-serif, system-ui, "Segoe UI"`: "system-ui",
		`Inter, -apple-system, sans-serif`:     "Inter",
		`Helvetica Neue, Arial`:                "Helvetica Neue",
		"__Inter_abc123, __Inter_Fallback_abc123, sans-serif": "Inter",
		"__Work_Sans_1a2b3c":                       "Work Sans",
		"__Inter_Fallback_abc123, __Lora_e5ab12":   "Lora",
		`"Inter Fallback: Arial", Lora`:            "Lora",
		`"Inter Placeholder", "Lora", serif`:       "Lora",
		`"Inter Variable"`:                         "Inter",
		"InterVariable":                            "Inter",
		`"Mona Sans VF"`:                           "Mona Sans",
		`"Font Awesome 6 Free", Lora`:              "Lora",
		`"Material Icons"`:                         "",
		`"Apple Color Emoji", "Segoe UI Emoji"`:    "",
		`dashicons, icomoon-icons, Lora`:           "Lora",
		"var(--missing), Lora":                     "Lora",
		`"` + strings.Repeat("x", 100) + `", Lora`: "Lora",
		strings.Repeat("serif,", 100_000) + "Lora": "",
		"源ノ角ゴシック, sans-serif":                      "源ノ角ゴシック",
	} {
		if got := font.Name(in); got != want {
			t.Errorf("%.60q is %q, want %q", in, got, want)
		}
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	e := func(r computedstyle.Role, f string) computedstyle.Element {
		return computedstyle.Element{Role: r, Font: f}
	}
	cases := map[string]struct {
		in   []computedstyle.Element
		want font.Typography
	}{
		"nothing":           {nil, font.Typography{}},
		"most, then first":  {[]computedstyle.Element{e(computedstyle.Heading, "A"), e(computedstyle.Heading, "B"), e(computedstyle.Heading, "B"), e(computedstyle.Text, "C"), e(computedstyle.Text, "D")}, font.Typography{Heading: "B", Body: "C"}},
		"body without text": {[]computedstyle.Element{e(computedstyle.Body, "A"), e(computedstyle.Link, "B")}, font.Typography{Body: "A"}},
		"unnamed":           {[]computedstyle.Element{e(computedstyle.Body, "serif"), e(computedstyle.Heading, "serif"), e(computedstyle.Link, "B")}, font.Typography{Body: "B"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := font.Choose(c.in); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
