package option_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/kind/option"
)

func TestMeant(t *testing.T) {
	t.Parallel()
	names := []string{"markdown", "html", "links", "images", "text", "tables", "screenshot", "json"}
	for given, want := range map[string]string{
		"markdwon": "markdown", "Markdown": "markdown", "mark_down": "markdown", "md": "", "link": "links", "table": "tables",
		"screen-shot": "screenshot", "screenshots": "screenshot", "htm": "html", "pdf": "", "": "", "jsn": "json", "x": "",
		"texts": "text", "hmtl": "html", "imxgxs": "images", "imxxxs": "", strings.Repeat("text", 40): "", "ä": "",
	} {
		if got := option.Meant(given, names); got != want {
			t.Errorf("%q: got %q, want %q", given, got, want)
		}
	}
}

func TestBounding(t *testing.T) {
	t.Parallel()
	names := []string{"excludeDomains", "includeDomains", "maxCredits", "maxResults", "q", "webhookUrl"}
	for given, want := range map[string][]string{
		"domain": names[:2], "Domains": names[:2], "result": {"maxResults"}, "credits": {"maxCredits"}, "url": nil, "main": nil, "q": nil, "": nil, "s": nil,
	} {
		if diff := cmp.Diff(want, option.Bounding(given, names)); diff != "" {
			t.Errorf("names for %q (-want +got):\n%s", given, diff)
		}
	}
}

func TestLikely(t *testing.T) {
	t.Parallel()
	crawl, company, mentions := []string{"limit", "maxCredits", "url"}, []string{"companyName", "domain"}, []string{"limit", "maxPages"}
	for _, c := range []struct {
		given string
		names []string
		want  []string
	}{
		{"maxPages", crawl, []string{"limit"}},
		{"max_pages", crawl, []string{"limit"}},
		{"pages", crawl, []string{"limit"}},
		{"credits", crawl, []string{"maxCredits"}},
		{"limits", crawl, []string{"limit"}},
		{"company", company, []string{"domain", "companyName"}},
		{"company", company[:1], []string{"companyName"}},
		{"company_name", company, []string{"companyName"}},
		{"max_pages", mentions, []string{"maxPages"}},
		{"pages", mentions, []string{"maxPages"}},
		{"pages", company, nil},
	} {
		if diff := cmp.Diff(c.want, option.Likely(c.given, c.names)); diff != "" {
			t.Errorf("names for %q of %q (-want +got):\n%s", c.given, c.names, diff)
		}
	}
}
