package markdown_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// piece is a run of characters of which many mean something in markdown.
func piece() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{
			"a", "word", "x y", " ", "é", "汉字", "「引」", "，", "“", "1", "10", ".", ")", "(", "*", "**", "_", "__", "~", "~~", "`", "``", "```", "[", "]", "](", "[^1]", "[ ] ",
			"<", "<b>", "</p>", "<!--", ">", "&", "&amp;", "&#35;", "&copy;", "!", "![", "#", "## ", "-", "--", "---", "- ", "+ ", "= ", "===", "1. ", "2) ", "|", "\\", "\\\\", ":", ": ", "$", "/",
			"http://a.example/_b_/*c*", "snake_case_name", "5*3*2", "a@b.example", "\u00a0", "\n", "\t", "'", "\"",
		}),
		rapid.StringMatching(`[ -~]{1,8}`),
	)
}

func words() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return html.EscapeString(strings.Join(rapid.SliceOfN(piece(), 1, 6).Draw(t, "text"), ""))
	})
}

// inlineHTML is what stands in one line.
func inlineHTML(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(inlinePart(depth), 1, 4).Draw(t, "parts"), "")
	})
}

func inlinePart(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		text := words().Draw(t, "words")
		if depth == 0 {
			return text
		}
		inner := inlineHTML(depth - 1)
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			return "<em>" + inner.Draw(t, "em") + "</em>"
		case 1:
			return "<strong>" + inner.Draw(t, "strong") + "</strong>"
		case 2:
			return "<del>" + inner.Draw(t, "del") + "</del>"
		case 3:
			return "<code>" + text + "</code>"
		case 4:
			return `<a href="` + html.EscapeString(rapid.SampledFrom([]string{"/x", "http://a.example/_b_", "/a(b)c", "/a)b(", "/q?a=b&copy=c", "mailto:a@b.example"}).Draw(t, "href")) + `">` + inner.Draw(t, "link") + "</a>"
		case 5:
			return `<img src="/i.png" alt="` + text + `" title="` + words().Draw(t, "title") + `">`
		case 6:
			return "<br>"
		default:
			return text
		}
	})
}

func blockHTML(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		line := inlineHTML(2)
		kind := rapid.IntRange(0, 13).Draw(t, "block")
		if depth == 0 {
			kind %= 6
		}
		switch kind {
		case 0, 1:
			return "<p>" + line.Draw(t, "p") + "</p>"
		case 2:
			return "<h2>" + line.Draw(t, "h2") + "</h2>"
		case 3:
			return "<pre><code>" + words().Draw(t, "code") + "</code></pre>"
		case 4:
			return rapid.SampledFrom([]string{"<hr>", "<div>" + line.Draw(t, "div") + "</div>"}).Draw(t, "or")
		case 5:
			return tableHTML().Draw(t, "table")
		case 6, 7:
			return "<blockquote>" + blocksHTML(depth-1).Draw(t, "quote") + "</blockquote>"
		case 8:
			return "<dl><dt>" + line.Draw(t, "dt") + "</dt><dd>" + rapid.OneOf(line, blocksHTML(depth-1)).Draw(t, "dd") + "</dd></dl>"
		default:
			return listHTML(depth).Draw(t, "list")
		}
	})
}

func blocksHTML(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(blockHTML(max(depth, 0)), 1, 4).Draw(t, "blocks"), "")
	})
}

func listHTML(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		name := rapid.SampledFrom([]string{"ul", "ol", `ol start="7"`, `ol start="0"`}).Draw(t, "name")
		var b strings.Builder
		b.WriteString("<" + name + ">")
		for range rapid.IntRange(1, 3).Draw(t, "items") {
			b.WriteString("<li>" + rapid.OneOf(inlineHTML(1), blocksHTML(depth-1), rapid.Just("")).Draw(t, "item"))
			if depth > 1 && rapid.Bool().Draw(t, "nest") {
				b.WriteString(listHTML(depth-1).Draw(t, "nested"))
			}
			b.WriteString("</li>")
		}
		b.WriteString("</" + name[:2] + ">")
		return b.String()
	})
}

func tableHTML() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		columns := rapid.IntRange(1, 3).Draw(t, "columns")
		var b strings.Builder
		b.WriteString("<table>")
		for y := range rapid.IntRange(1, 3).Draw(t, "rows") {
			b.WriteString("<tr>")
			for range columns {
				name := map[bool]string{true: "th", false: "td"}[y == 0]
				b.WriteString("<" + name + ">" + inlineHTML(1).Draw(t, "cell") + "</" + name + ">")
			}
			b.WriteString("</tr>")
		}
		return b.String() + "</table>"
	})
}

// fails is what a test and a check of properties have in common.
type fails interface {
	Fatalf(format string, args ...any)
}

// stable holds that markdown that is rendered and written again is the same.
func stable(t *testing.T, f fails, source string) {
	t.Helper()
	first := write(t, source)
	rendered := render(t, github(), first)
	second := write(t, rendered)
	if diff := cmp.Diff(first, second); diff != "" {
		f.Fatalf("written again it differs:\n%s\nthe page\n%s\nis written as\n%s\nwhich is\n%s", diff, source, first, rendered)
	}
}

func TestStable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) { stable(t, r, blocksHTML(3).Draw(r, "page")) })
}

// The saved pages that the extractor is tested with, and those of features.
func TestStableOnPages(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{"testdata/*.html", "../../internal/read/page/extract/testdata/*.html", "../../internal/read/page/extract/testdata/*/*.html"} {
		some, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, some...)
	}
	if len(files) < 10 {
		t.Fatalf("only %d pages are there", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			stable(t, t, string(body))
		})
	}
}

// No character of the text is lost, or read as markdown.
func TestTextIsKept(t *testing.T) {
	t.Parallel()
	around := []string{"<p>%</p>", "<ul><li>%</li></ul>", "<h3>%</h3>", "<blockquote>%</blockquote>", "<table><tr><th>a</th><th>%</th></tr></table>"}
	rapid.Check(t, func(r *rapid.T) {
		source := strings.ReplaceAll(rapid.SampledFrom(around).Draw(r, "around"), "%", inlineHTML(2).Draw(r, "line"))
		md := write(t, source)
		rendered := render(t, github(), md)
		want, got := visible(source), visible(rendered)
		if strings.HasPrefix(source, "<h3>") { // a link of nothing but this is the heading's to itself
			want, got = strings.ReplaceAll(want, "#", ""), strings.ReplaceAll(got, "#", "")
		}
		if got != want {
			r.Fatalf("the text %q\nof %s\nbecame %q\nin %s\nof %s", want, source, got, rendered, md)
		}
	})
}

// visible is the text without its space, which line ends in cells and links change.
func visible(source string) string {
	return strings.Join(strings.Fields(dom.Text(dom.Body(dom.Parse([]byte(source))))), "")
}
