package markdown_test

import (
	"net/url"
	"os"
	"testing"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/pkg/markdown"
)

// BenchmarkConvert writes the whole of saved pages. Its floor is BenchmarkParse of the
// extractor; ratios of one run compare better than figures of two machines.
func BenchmarkConvert(b *testing.B) {
	base, err := url.Parse("https://site.example/dir/page")
	if err != nil {
		b.Fatal(err)
	}
	c := markdown.New()
	for _, name := range []string{"article", "shop", "docs", "tables", "forum"} {
		b.Run(name, func(b *testing.B) {
			body, err := os.ReadFile("../../internal/read/page/extract/testdata/" + name + ".html")
			if err != nil {
				b.Fatal(err)
			}
			root := cleaned(body)
			b.ReportAllocs()
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				if _, err := c.Convert(b.Context(), root, markdown.Options{Base: base, Title: "T"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func cleaned(body []byte) *html.Node {
	doc := dom.Parse(body)
	clean.Code(doc)
	clean.Tasks(doc)
	root := dom.Body(doc)
	clean.Hidden(root)
	return root
}
