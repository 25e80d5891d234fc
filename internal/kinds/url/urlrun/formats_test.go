package urlrun_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
)

// Several formats have the members that each has alone, and no others.
func TestSeveralFormats(t *testing.T) {
	t.Parallel()
	pages := setup(t)
	for _, u := range []string{"http://article.test/", "http://text.test/notes.txt", "http://company.test/"} {
		all := []string{"markdown", "html", "text", "json", "metadata", "links", "images", "tables", "raw"}
		together, err := pages.scrape(t.Context(), t, map[string]any{"url": u, "formats": all})
		if err != nil {
			t.Errorf("%s: got error %v, want none", u, err)
			continue
		}
		var alone urlkind.Result
		for _, f := range all {
			one, err := pages.scrape(t.Context(), t, map[string]any{"url": u, "format": f})
			if err != nil {
				t.Fatal(err)
			}
			merge(&alone, one)
		}
		if diff := cmp.Diff(alone, together); diff != "" {
			t.Errorf("%s: formats mismatch (-alone +together):\n%s", u, diff)
		}
	}
}

// merge takes over what another format has.
func merge(r *urlkind.Result, one urlkind.Result) {
	was := *r
	*r = one
	if was.URL == "" {
		return
	}
	r.Markdown, r.HTML, r.Text, r.Raw = or(was.Markdown, one.Markdown), or(was.HTML, one.HTML), or(was.Text, one.Text), or(was.Raw, one.Raw)
	r.JSON, r.Metadata = or(was.JSON, one.JSON), or(was.Metadata, one.Metadata)
	if was.Links != nil {
		r.Links = was.Links
	}
	if was.Images != nil {
		r.Images = was.Images
	}
	if was.Tables != nil {
		r.Tables = was.Tables
	}
	if was.Extraction != "" {
		r.Extraction = was.Extraction
	}
}

func or[T any](a, b *T) *T {
	if a != nil {
		return a
	}
	return b
}

// Each call goes on where the one before ended, and together they give the whole.
func TestPartsOfAPage(t *testing.T) {
	t.Parallel()
	pages := setup(t)
	whole, err := pages.scrape(t.Context(), t, map[string]any{"url": "http://article.test/"})
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for offset := 0; ; {
		got, err := pages.scrape(t.Context(), t, map[string]any{"url": "http://article.test/", "options": map[string]any{"maxTokens": 120, "offset": offset}})
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, *got.Markdown)
		if got.TotalChars == nil || *got.TotalChars != len([]rune(*whole.Markdown)) || got.Truncated != (got.NextOffset > 0) {
			t.Fatalf("got total %v, truncated %t, next %d of part %d; want the whole's", got.TotalChars, got.Truncated, got.NextOffset, len(parts))
		}
		if offset = got.NextOffset; offset == 0 {
			break
		}
	}
	if diff := cmp.Diff(*whole.Markdown, strings.Join(parts, "")); diff != "" || len(parts) < 2 {
		t.Errorf("got %d parts, want some; parts mismatch (-whole +together):\n%s", len(parts), diff)
	}
}
