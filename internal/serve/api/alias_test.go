package api_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api"
)

type (
	page struct {
		URL string `json:"url"`
	}
	maybe struct {
		URL string `json:"url,omitempty"`
	}
	queried struct {
		Q string `json:"q"`
	}
)

// TestNamesThatStandForOthers: a domain stands for a page only where a call is about a page.
func TestNamesThatStandForOthers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args       any
		name, want string
	}{
		{&page{}, "domain", "url"}, {&maybe{}, "domain", ""}, {&page{}, "url", ""}, {&queried{}, "query", "q"}, {&queried{}, "domain", ""},
	} {
		if got := api.Means(c.args, c.name); got != c.want {
			t.Errorf("%T: got %q meant by %s, want %q", c.args, got, c.name, c.want)
		}
	}
}
