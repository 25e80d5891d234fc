package mcp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestNames: an argument by the name that another tool has for it is read; both are refused, and no tool knows such a name itself.
func TestNames(t *testing.T) {
	t.Parallel()
	done := `200 {"data":{"jobId":"` + jobID + `","status":"succeeded","creditsCharged":1,"result":{}}}`
	a := &api{answers: map[string][]string{}}
	for _, path := range []string{"/scrape", "/scrape/sitemap", "/search", "/search/answer", "/scrape/research", "/scrape/brand-design/basic", "/scrape/company", "/scrape/ads"} {
		a.answers["POST "+path] = []string{done}
	}
	with(t, a, func(s *sdk.ClientSession) {
		listed, err := s.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		properties := map[string][]string{}
		for _, tool := range listed.Tools {
			var schema struct {
				Properties map[string]any `json:"properties"`
			}
			raw, _ := json.Marshal(tool.InputSchema)
			if err := json.Unmarshal(raw, &schema); err != nil {
				t.Fatal(err)
			}
			for name := range schema.Properties {
				properties[tool.Name] = append(properties[tool.Name], name)
			}
		}
		for _, c := range []struct{ tool, sent, own string }{
			{"scrape", "domain", "url"},
			{"brand", "domain", "url"},
			{"map", "url", "domain"},
			{"company", "url", "domain"},
			{"ads", "url", "domain"},
			{"search", "q", "query"},
			{"search", "question", "query"},
			{"answer", "q", "question"},
			{"answer", "query", "question"},
			{"research", "query", "topic"},
			{"research", "q", "topic"},
			{"research", "question", "topic"},
		} {
			if text, failed := use(t, s, c.tool, map[string]any{c.sent: "a.test"}); failed {
				t.Errorf("%s by %s: got %s, want an answer", c.tool, c.sent, text)
			}
			if text, failed := use(t, s, c.tool, map[string]any{c.sent: "a.test", c.own: "b.test"}); !failed {
				t.Errorf("%s by %s and %s: got %s, want a refusal", c.tool, c.sent, c.own, text)
			}
			if known := properties[c.tool]; slices.Contains(known, c.sent) || !slices.Contains(known, c.own) {
				t.Errorf("%s: got arguments %q, want %s and not %s", c.tool, known, c.own, c.sent)
			}
		}
	})
}

// TestLimitsThatAreNone: a limit of 0 makes no job, of which as many as usual would be charged.
func TestLimitsThatAreNone(t *testing.T) {
	t.Parallel()
	with(t, &api{}, func(s *sdk.ClientSession) {
		for tool, subject := range map[string]string{"crawl": "url", "map": "domain", "search": "query", "ads": "domain"} {
			for _, limit := range []int{0, -1} {
				if text, failed := use(t, s, tool, map[string]any{subject: "a.test", "limit": limit}); !failed || !strings.Contains(text, "limit: must be at least 1") {
					t.Errorf("%s with limit %d: got %s, want it refused by name", tool, limit, text)
				}
			}
		}
	})
}
