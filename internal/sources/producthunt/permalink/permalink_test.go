package permalink_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]permalink.Place{
		"https://www.producthunt.com/products/brainflow-2":                   {Product: "brainflow-2"},
		"https://producthunt.com/products/Brainflow-2/?utm_source=x":         {Product: "brainflow-2"},
		"https://www.producthunt.com/products/brainflow-2/launches":          {Product: "brainflow-2", Tab: "launches"},
		"https://www.producthunt.com/products/brainflow-2/alternatives/":     {Product: "brainflow-2", Tab: "alternatives"},
		"https://www.producthunt.com/products/brainflow-2/reviews":           {Product: "brainflow-2"},
		"https://www.producthunt.com/products/brainflow-2/launches/first-go": {Product: "brainflow-2", Tab: "launches"},
		"https://www.producthunt.com/posts/brainflow":                        {Post: "brainflow"},
		"https://www.producthunt.com/@Hester_Quill":                          {User: "Hester_Quill"},
		"https://www.producthunt.com/@hester/submitted":                      {User: "hester"},
		"https://www.producthunt.com/r/p/1173164?app_id=339":                 {Link: "/r/p/1173164"},
		"https://www.producthunt.com/r/XYZ12AB":                              {Link: "/r/XYZ12AB"},
		"https://www.producthunt.com/r/1f2e3d/1173164":                       {Link: "/r/1f2e3d/1173164"},
		"https://www.producthunt.com/r/p/":                                   {},
		"https://www.producthunt.com/r/p/x1":                                 {},
		"https://www.producthunt.com/r/":                                     {},
		"https://www.producthunt.com/":                                       {},
		"https://www.producthunt.com/products":                               {},
		"https://www.producthunt.com/products/a%20b":                         {},
		"https://www.producthunt.com/@":                                      {},
		"https://www.producthunt.com/topics/ai":                              {},
		"https://www.producthunt.com/r/../../etc/passwd":                     {},
		"https://producthunt.com.example.com/products/a":                     {},
		"https://notproducthunt.com/products/a":                              {},
		"https://api.producthunt.com/products/a":                             {},
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := permalink.Parse(u); ok != (want != permalink.Place{}) || ok && got != want {
			t.Errorf("%s: got place %+v, ok %t; want ok %t, (%+v if ok)", address, got, ok, want != permalink.Place{}, want)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{" Gauge-M2 ": "gauge-m2", "a": "a", "": "", "-a": "", "a b": "", "Á": "", "a/b": "", strings.Repeat("a", 151): ""} {
		if got, ok := permalink.Slug(raw); ok != (want != "") || ok && got != want {
			t.Errorf("%q: got value %q, ok %t; want ok %t, (%q if ok)", raw, got, ok, want != "", want)
		}
	}
	for raw, want := range map[string]string{"@Hester": "Hester", " hester_q ": "hester_q", "": "", "@": "", "a b": "", "[REDACTED]": "", "é": ""} {
		if got, ok := permalink.Username(raw); ok != (want != "") || ok && got != want {
			t.Errorf("%q: got value %q, ok %t; want ok %t, (%q if ok)", raw, got, ok, want != "", want)
		}
	}
	if !permalink.ID("1173164") || permalink.ID("") || permalink.ID("1a") || permalink.ID("1234567890123") {
		t.Error("ids")
	}
}

func TestWriting(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		permalink.Product("a-1"): "https://www.producthunt.com/products/a-1",
		permalink.Post("a"):      "https://www.producthunt.com/posts/a",
		permalink.User("a"):      "https://www.producthunt.com/@a",
		permalink.Link("7"):      "https://www.producthunt.com/r/p/7",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// What counts visitors goes, and every other parameter stays as it was written.
func TestUntracked(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://a.example/?ref=producthunt":                                "https://a.example/",
		"https://a.example/p?b=2&ref=product_hunt&a=1%20x&utm_source=ph#to": "https://a.example/p?b=2&a=1%20x",
		"https://a.example/?UTM_Medium=x&utm_campaign=y&ref=ProductHunt":    "https://a.example/",
		"https://a.example/?ref=main&id=producthunt":                        "https://a.example/?ref=main&id=producthunt",
		"https://a.example/?":                                               "https://a.example/?",
		"https://a.example/":                                                "https://a.example/",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := permalink.Untracked(u).String(); got != want {
			t.Errorf("%s: got %s, want %q", address, got, want)
		}
		if u.String() != address {
			t.Errorf("%s was changed to %s", address, u)
		}
	}
}
