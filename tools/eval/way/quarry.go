package way

import (
	"context"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/tools/eval/quarry"
)

// Quarry is the name of Quarry's own way by its text.
const Quarry = "quarry"

// own is Quarry's way. It is judged twice, by the text that it gives and by what its markdown holds:
// callers take either.
func own() []Way {
	engine := quarry.Engine()
	read := func(ctx context.Context, p Page, parts extract.Parts) (*page.Page, error) {
		return engine.Extract(ctx, quarry.Source(p.Body, p.URL), extract.Options{Parts: parts, OnlyMainContent: true})
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
		return Unmark([]byte(md))
	}
	return []Way{
		{Name: Quarry, Text: text, Markdown: markdown},
		{Name: Quarry + ", its markdown", Text: unmarked},
	}
}

// Commented are Quarry's ways with the comments below articles: left out, behind the content, and on the whole page.
func Commented() (omitted, included, whole Func) {
	engine := quarry.Engine()
	text := func(o extract.Options) Func {
		return func(ctx context.Context, p Page) (string, error) {
			found, err := engine.Extract(ctx, quarry.Source(p.Body, p.URL), o)
			if err != nil {
				return "", err
			}
			return found.Text, nil
		}
	}
	return text(extract.Options{Parts: extract.Text, OnlyMainContent: true}),
		text(extract.Options{Parts: extract.Text, OnlyMainContent: true, Comments: true}), text(extract.Options{Parts: extract.Text})
}
