package way

import (
	"context"

	"github.com/quarryapi/quarry/internal/fetch/charset"
	"github.com/quarryapi/quarry/internal/page"
	"github.com/quarryapi/quarry/internal/page/extract"
	"github.com/quarryapi/quarry/internal/page/readable"
)

// Quarry is the name of Quarry's own way by its text.
const Quarry = "quarry"

// Engine is the engine as the service makes it.
func Engine() *extract.Engine { return extract.New(readable.New(), charset.Decode, nil) }

// quarry is judged twice, by the text that it gives and by what its markdown holds:
// callers take either.
func quarry() []Way {
	engine := Engine()
	read := func(ctx context.Context, p Page, parts extract.Parts) (*page.Page, error) {
		return engine.Extract(ctx, Source(p), extract.Options{Parts: parts, OnlyMainContent: true})
	}
	text := func(ctx context.Context, p Page) (string, error) {
		found, err := read(ctx, p, extract.Text)
		if err != nil {
			return "", err
		}
		return found.Text, nil
	}
	markdown := func(ctx context.Context, p Page) (string, error) {
		found, err := read(ctx, p, extract.Markdown)
		if err != nil {
			return "", err
		}
		return found.Markdown, nil
	}
	unmarked := func(ctx context.Context, p Page) (string, error) {
		md, err := markdown(ctx, p)
		if err != nil {
			return "", err
		}
		return unmark([]byte(md))
	}
	return []Way{
		{Name: Quarry, Text: text, Markdown: markdown},
		{Name: Quarry + ", its markdown", Text: unmarked},
	}
}

// Source is a page as the fetcher would hand it over.
func Source(p Page) extract.Source {
	return extract.Source{URL: p.URL, MediaType: "text/html", ContentType: "text/html; charset=utf-8", Body: p.Body}
}
