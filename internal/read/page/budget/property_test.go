package budget_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/quarryapi/quarry/internal/read/page/budget"
)

// texts are what the writer of markdown gave for the pages of the golden tests.
func texts(tb testing.TB) map[string]string {
	tb.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"../extract/testdata/golden/*.md", "../extract/testdata/golden/*/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			tb.Fatal(err)
		}
		for _, f := range files {
			raw, err := os.ReadFile(f)
			if err != nil {
				tb.Fatal(err)
			}
			all[f] = string(raw)
		}
	}
	if len(all) < 20 {
		tb.Fatalf("got %d texts, want at least 20", len(all))
	}
	return all
}

// Whatever the limit is, the parts together are the text, and no part ends where another
// reader of markdown sees fenced code, a link, an image, a code span or a row of a table.
func TestPartsOfPages(t *testing.T) {
	t.Parallel()
	for name, page := range texts(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			whole := pieces(page)
			random := rand.New(rand.NewPCG(1, uint64(len(page))))
			for range 40 {
				l := budget.Limit{Chars: 1 + random.IntN(len(page)+10)}
				if random.IntN(2) == 0 {
					l = budget.Limit{Tokens: 1 + random.IntN(len(page)/4+10)}
				}
				got := parts(t, budget.Markdown, page, l)
				if strings.Join(got, "") != page {
					t.Fatalf("%+v: got other text of the parts together, want the page's", l)
				}
				end := 0
				for _, p := range got[:len(got)-1] {
					end += len(p)
					for _, w := range whole {
						if w.begin < end && end < w.end {
							t.Errorf("%+v: got an end within %q, want none: %q", l, page[w.begin:w.end], page[end-min(end, 40):end])
						}
					}
				}
			}
		})
	}
}

type piece struct{ begin, end int }

// pieces are what goldmark says must stay whole.
func pieces(page string) []piece {
	source := []byte(page)
	var all []piece
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // fails only when the function does
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n.(type) {
		case *ast.FencedCodeBlock:
			if l := n.Lines(); l.Len() > 0 {
				all = append(all, piece{l.At(0).Start - 1, l.At(l.Len()-1).Stop + 1})
			}
		case *ast.Link, *ast.Image, *ast.CodeSpan:
			begin, end := len(source), 0
			_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
				if s, ok := c.(*ast.Text); ok && entering {
					begin, end = min(begin, s.Segment.Start), max(end, s.Segment.Stop)
				}
				return ast.WalkContinue, nil
			})
			if end > begin {
				all = append(all, piece{begin - 1, end + 1})
			}
		}
		return ast.WalkContinue, nil
	})
	begin := 0
	for line := range strings.SplitAfterSeq(page, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "|") {
			all = append(all, piece{begin, begin + len(line)})
		}
		begin += len(line)
	}
	return all
}

// Nothing that anybody writes stops the cutting, loses a byte or takes long.
func FuzzParts(f *testing.F) {
	for _, seed := range []string{"# a\n\n```\nb\n", "[a](b `c` d) `e", "| a |\n", "- a\n\n  > ```\n", "a\r\nb\x00\xff", "![[]()](", "\\", "<a b", "$$\n"} {
		f.Add(seed, 3, 0)
	}
	f.Fuzz(func(t *testing.T, page string, chars, tokens int) {
		l := budget.Limit{Chars: max(0, chars%50), Tokens: max(0, tokens%20)}
		for name, cut := range map[string]func(string, int, budget.Limit) budget.Part{"markdown": budget.Markdown, "plain": budget.Plain} {
			if got := strings.Join(parts(t, cut, page, l), ""); got != page {
				t.Errorf("%s, %+v: got %q of the parts together, want %q", name, l, got, page)
			}
		}
	})
}

// Brackets, backticks and fences in any number take time that grows with the text alone.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	for name, unit := range map[string]string{
		"open": "[", "links": "](", "ticks": "` `` ``` ", "angles": "<a", "rounds": "((", "fences": "```\n\n", "closing": "])", "items": "- ```\n", "quotes": "> ",
	} {
		page := strings.Repeat(unit, 2_000_000/len(unit))
		if got := budget.Markdown(page, 0, budget.Limit{Chars: 1_000_000}); len(got.Text) == 0 {
			t.Errorf("%s: got no text, want some", name)
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	for text, c := range map[string]struct{ real, want int }{ // real is what the vocabulary o200k_base has
		"":  {0, 0},
		"a": {1, 1},
		"The quick brown fox jumps over the lazy dog.":      {10, 11},
		"func main() {\n\tfmt.Println(\"hi\")\n}\n":         {10, 15},
		"すべての人間は、生まれながらにして自由である。":                           {18, 16},
		"Todos los seres humanos nacen libres e iguales.":   {10, 10},
		"| 2024 | 17.5 | 300 |\n|------|------|-----|\n":    {20, 25},
		"Все люди рождаются свободными и равными в правах.": {13, 16},
	} {
		if got := budget.Tokens(text); got != c.want || got*10 < c.real*8 {
			t.Errorf("%q: got %d, want %d, near %d", text, got, c.want, c.real)
		}
	}
}
