package extract_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// TestResultIsApart: what was read keeps nothing of the page, which may have megabytes, in memory.
func TestResultIsApart(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"article.html", "shop.html", "docs.html", "tables.html", "forum.html", "list.html"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := append([]byte(`<meta property=og:x content=y><link rel=icon href=i sizes=1x1 type=image/x><b itemscope itemtype=T itemid=I><i itemprop=P>v</i></b>`), saved(t, name)...)
			p, err := newEngine().Extract(t.Context(), source(t, "text/html", body), extract.Options{Parts: all, OnlyMainContent: true})
			if err != nil {
				t.Fatal(err)
			}
			before := written(t, p)
			for i := range body {
				body[i] = '#'
			}
			if diff := cmp.Diff(before, written(t, p)); diff != "" {
				t.Errorf("the result changed with the page (-before +after):\n%s", diff)
			}
		})
	}
}

func written(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
