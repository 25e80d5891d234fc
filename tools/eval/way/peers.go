package way

import (
	"bytes"
	"context"
	"strings"

	"codeberg.org/readeck/go-readability/v2"
	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	traf "github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"
)

// writer writes the markdown of the others in Go.
func writer() *converter.Converter {
	return converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin()))
}

// write is empty of no node.
func write(w *converter.Converter, n *html.Node) (string, error) {
	if n == nil {
		return "", nil
	}
	md, err := w.ConvertNode(n)
	return string(md), err
}

// readeck is the port of Mozilla's Readability that readeck keeps.
func readeck() Way {
	w := writer()
	read := func(p Page) (readability.Article, error) {
		doc, err := html.Parse(bytes.NewReader(p.Body))
		if err != nil {
			return readability.Article{}, err
		}
		parser := readability.NewParser()
		return parser.ParseAndMutate(doc, p.URL)
	}
	return Way{
		Name: "readeck go-readability",
		Text: func(_ context.Context, p Page) (string, error) {
			article, err := read(p)
			if err != nil || article.Node == nil {
				return "", err
			}
			var b strings.Builder
			err = article.RenderText(&b)
			return b.String(), err
		},
		Markdown: func(_ context.Context, p Page) (string, error) {
			article, err := read(p)
			if err != nil {
				return "", err
			}
			return write(w, article.Node)
		},
	}
}

// trafilatura is the port of trafilatura, with or without the help of two others
// where its own rules find little.
func trafilatura(fallback bool) Way {
	w := writer()
	name := "go-trafilatura"
	if fallback {
		name += ", fallback"
	}
	read := func(p Page) (*traf.ExtractResult, error) {
		doc, err := html.Parse(bytes.NewReader(p.Body))
		if err != nil {
			return nil, err
		}
		return traf.ExtractDocument(doc, traf.Options{OriginalURL: p.URL, EnableFallback: fallback})
	}
	return Way{
		Name: name,
		Text: func(_ context.Context, p Page) (string, error) {
			r, err := read(p)
			if err != nil {
				return "", err
			}
			return r.ContentText, nil
		},
		Markdown: func(_ context.Context, p Page) (string, error) {
			r, err := read(p)
			if err != nil {
				return "", err
			}
			return write(w, r.ContentNode)
		},
	}
}

// converted is the whole page by html-to-markdown, which does not look for main content: what the others save.
func converted() Way {
	w := writer()
	markdown := func(_ context.Context, p Page) (string, error) {
		doc, err := html.Parse(bytes.NewReader(p.Body))
		if err != nil {
			return "", err
		}
		return write(w, doc)
	}
	return Way{
		Name: "html-to-markdown, the whole page",
		Text: func(ctx context.Context, p Page) (string, error) {
			md, err := markdown(ctx, p)
			if err != nil {
				return "", err
			}
			return Unmark([]byte(md))
		},
		Markdown: markdown,
	}
}
