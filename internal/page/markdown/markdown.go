// Package markdown writes a tree as GitHub-flavoured markdown by html-to-markdown,
// after making the tree one that it writes well and in bounded time. It must not
// choose what is content.
package markdown

import (
	"context"
	"net/url"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
)

// Converter writes trees as markdown. It is safe for concurrent use.
type Converter struct {
	lib *converter.Converter
}

// New returns a Converter.
func New() *Converter {
	lib := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(
			commonmark.WithHorizontalRule("---"),
			commonmark.WithListEndComment(false),
		),
		strikethrough.NewStrikethroughPlugin(),
		table.NewTablePlugin(
			table.WithHeaderPromotion(true),
			table.WithSpanCellBehavior(table.SpanBehaviorMirror),
			table.WithNewlineBehavior(table.NewlineBehaviorPreserve),
			// Aligned cells would repeat the length of a column's longest one in each row.
			table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal),
		),
	))
	register(lib)
	return &Converter{lib: lib}
}

// Options say how a tree is written.
type Options struct {
	// Base is what relative addresses are relative to.
	Base *url.URL
	// Title is written as the first heading when the tree has no h1.
	Title string
}

// Convert writes the children of root. It changes the tree, and it ends with the
// context's error soon after the context does.
func (c *Converter) Convert(ctx context.Context, root *html.Node, o Options) (string, error) {
	normalize(root, o.Base)
	entitle(root, o.Title)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	out, err := c.lib.ConvertNode(root, converter.WithContext(withBudget(ctx)))
	if err != nil {
		return "", err
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	text := strings.TrimSpace(string(out))
	if text == "" {
		return "", nil
	}
	return text + "\n", nil
}
