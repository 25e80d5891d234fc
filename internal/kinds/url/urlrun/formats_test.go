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

// TestSeveralTextsSayWhereEachEnds: the rest of each can be had.
func TestSeveralTextsSayWhereEachEnds(t *testing.T) {
	t.Parallel()
	pages := setup(t)
	whole, err := pages.scrape(t.Context(), t, map[string]any{"url": "http://article.test/", "formats": []string{"markdown", "text", "raw"}})
	if err != nil || whole.Parts != nil {
		t.Fatalf("got parts %+v, error %v; want none without a budget", whole.Parts, err)
	}
	cut, err := pages.scrape(t.Context(), t, map[string]any{
		"url": "http://article.test/", "formats": []string{"markdown", "text", "raw"}, "options": map[string]any{"maxChars": 500},
	})
	if err != nil || len(cut.Parts) != 3 || cut.Parts[0].NextOffset != cut.NextOffset {
		t.Fatalf("got parts %+v, error %v; want one for each text", cut.Parts, err)
	}
	if !cut.Truncated {
		t.Error("got truncated false of texts that are cut, want true")
	}
	short, err := pages.scrape(t.Context(), t, map[string]any{
		"url": "http://article.test/", "formats": []string{"markdown", "text"}, "options": map[string]any{"maxChars": len([]rune(*whole.Text))},
	})
	if err != nil || !short.Truncated || *short.Text != *whole.Text {
		t.Errorf("got truncated %t, error %v of a markdown that is cut beside a text that is whole, want true", short.Truncated, err)
	}
	texts := map[urlkind.Format]struct{ whole, begin string }{
		urlkind.Markdown: {*whole.Markdown, *cut.Markdown}, urlkind.Text: {*whole.Text, *cut.Text}, urlkind.Raw: {*whole.Raw, *cut.Raw},
	}
	for _, p := range cut.Parts {
		text := texts[p.Format]
		if p.TotalChars != len([]rune(text.whole)) || string([]rune(text.whole)[:p.NextOffset]) != text.begin {
			t.Errorf("%s: got %+v, want the length of the whole, and the place where the part ends", p.Format, p)
		}
	}
}
