package plain_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/plain"
)

func TestMarkdown(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ mediaType, in, want, title string }{
		"text":                 {"text/plain", "a\r\n*b*\n\n", "a\n*b*\n", ""},
		"markdown":             {"text/markdown", "intro\n\n# The title #\n\n# Second", "intro\n\n# The title #\n\n# Second\n", "The title"},
		"JSON":                 {"application/json", `{"a":[1,2.0]}`, "```json\n{\n  \"a\": [\n    1,\n    2.0\n  ]\n}\n```\n", ""},
		"JSON lines":           {"application/x-ndjson", "{\"a\":1}\n{\"a\":2}\n", "```json\n{\"a\":1}\n{\"a\":2}\n```\n", ""},
		"XML by suffix":        {"image/svg+xml", "<svg/>", "```xml\n<svg/>\n```\n", ""},
		"fences within":        {"text/css", "a```b````c", "`````css\na```b````c\n`````\n", ""},
		"CSV":                  {"text/csv", "a,b\n\"x\n|\",2,3\n", "| a | b |  |\n|---|---|---|\n| x<br>\\| | 2 | 3 |\n", ""},
		"TSV":                  {"text/tab-separated-values", "a\tb\n1\t2", "| a | b |\n|---|---|\n| 1 | 2 |\n", ""},
		"CSV of one column":    {"text/csv", "a\nb\n", "```csv\na\nb\n```\n", ""},
		"CSV with stray marks": {"text/csv", "a,b\"c\n", "| a | b\"c |\n|---|---|\n", ""},
		"blank":                {"application/json", " \n ", "", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !plain.Handles(c.mediaType) {
				t.Fatal("the media type is refused")
			}
			got, title := plain.Markdown(c.mediaType, c.in)
			if diff := cmp.Diff(c.want, got); diff != "" || title != c.title {
				t.Errorf("title %q, %s", title, diff)
			}
		})
	}
}

func TestCSVIsBounded(t *testing.T) {
	t.Parallel()
	got, _ := plain.Markdown("text/csv", strings.Repeat("a,b\n", 6000))
	if n := strings.Count(got, "| a | b |"); n != 5001 || !strings.HasSuffix(got, "the first 5000 are shown.\n") {
		t.Errorf("%d rows, ends %q", n, got[len(got)-60:])
	}
	got, _ = plain.Markdown("text/csv", strings.Repeat(",", 1000)+"\n")
	if !strings.HasPrefix(got, "```csv\n") {
		t.Errorf("a thousand columns became %.40q", got)
	}
}

func TestHandles(t *testing.T) {
	t.Parallel()
	for _, mediaType := range []string{"image/png", "application/pdf", "application/zip", "", "application/octet-stream"} {
		if plain.Handles(mediaType) {
			t.Errorf("%q is taken for text", mediaType)
		}
	}
}
