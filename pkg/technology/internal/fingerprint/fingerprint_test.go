package fingerprint_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	wappalyzer "github.com/projectdiscovery/wappalyzergo"

	"github.com/quarryapi/quarry/pkg/technology/internal/fingerprint"
)

// TestRead holds what is read to the same data as the standard library reads it.
func TestRead(t *testing.T) {
	t.Parallel()
	var data wappalyzer.Fingerprints
	if err := json.Unmarshal([]byte(wappalyzer.GetFingerprints()), &data); err != nil {
		t.Fatal(err)
	}
	set, err := fingerprint.Read()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]*wappalyzer.Fingerprint{}
	for _, app := range set.Apps {
		got[app.Name] = &wappalyzer.Fingerprint{
			Website: app.Website(), Implies: app.Implies(),
			Headers: map[string]string{}, Cookies: map[string]string{}, Meta: map[string][]string{},
		}
	}
	for _, p := range set.Patterns {
		app := got[set.Apps[p.App].Name]
		switch p.Field {
		case fingerprint.Header:
			app.Headers[p.Key] = p.Source
		case fingerprint.Cookie:
			app.Cookies[p.Key] = p.Source
		case fingerprint.HTML:
			app.HTML = append(app.HTML, p.Source)
		case fingerprint.Script:
			app.ScriptSrc = append(app.ScriptSrc, p.Source)
		case fingerprint.Meta:
			app.Meta[p.Key] = append(app.Meta[p.Key], p.Source)
		default:
			t.Fatalf("%+v is of no part", p)
		}
	}
	for name, want := range data.Apps {
		if diff := cmp.Diff(matched(want), matched(got[name])); diff != "" {
			t.Errorf("%s: -data +read\n%s", name, diff)
		}
	}
	if len(got) != len(data.Apps) || !slices.IsSortedFunc(set.Apps, func(a, b fingerprint.App) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("%d technologies of %d, or not by name", len(got), len(data.Apps))
	}
}

// matched is the part of a fingerprint that pages are held to.
func matched(f *wappalyzer.Fingerprint) map[string]any {
	maps.DeleteFunc(f.Meta, func(_ string, list []string) bool { return len(list) == 0 })
	m := map[string]any{"website": f.Website}
	add := func(name string, n int, value any) {
		if n > 0 {
			m[name] = value
		}
	}
	add("implies", len(f.Implies), f.Implies)
	add("headers", len(f.Headers), f.Headers)
	add("cookies", len(f.Cookies), f.Cookies)
	add("html", len(f.HTML), f.HTML)
	add("scripts", len(f.ScriptSrc), f.ScriptSrc)
	add("meta", len(f.Meta), f.Meta)
	return m
}

func TestCategories(t *testing.T) {
	t.Parallel()
	set, err := fingerprint.Read()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(set.Apps, func(a fingerprint.App) bool { return a.Name == "Nginx" })
	if diff := cmp.Diff([]string{"Web servers", "Reverse proxies"}, set.Apps[at].Categories()); diff != "" {
		t.Errorf("Categories mismatch (-want +got):\n%s", diff)
	}
	if none := (fingerprint.App{}).Categories(); none == nil || len(none) > 0 {
		t.Errorf("got none %#v, want not nil, none", none)
	}
}

func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		if _, err := fingerprint.Read(); err != nil {
			b.Fatal(err)
		}
	}
}
