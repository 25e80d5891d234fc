package answerrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/searchrun"
	"github.com/quarryapi/quarry/internal/read/reader"
)

// Contents lists results with their pages. It is safe for concurrent use.
type Contents struct {
	search *searchrun.Worker
	pages  *reader.Reader
}

// NewContents returns a Contents that searches and reads by what it is given.
func NewContents(search *searchrun.Worker, pages *reader.Reader) *Contents {
	return &Contents{search.Within(searchTime), pages}
}

// Run implements kind.Worker. Each page is read for itself; what the job was charged for pages that
// could not be read, or that there are not, is refunded.
func (c *Contents) Run(ctx context.Context, run kind.Run[searchkind.Args]) (kind.Output[searchkind.Result], error) {
	out, err := c.search.Run(ctx, run)
	if err != nil || !run.Args.Contents {
		return out, err
	}
	items := out.Result.Results
	list := make([]string, len(items))
	for i, item := range items {
		list[i] = item.URL
	}
	read := 0
	for i, o := range c.pages.ReadAll(ctx, list, reader.Options{Timeout: readTime, MaxChars: maxContent}) {
		items[i].Page = pageOf(o)
		if o.Status == reader.Fetched {
			read++
		}
	}
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	out.Refund = run.Args.Undelivered(read)
	return out, nil
}

func pageOf(o reader.Outcome) *searchkind.Page {
	d := o.Document
	return &searchkind.Page{
		Status: searchkind.SourceStatus(o.Status), FinalURL: d.FinalURL, Title: d.Title, Language: d.Language, PublishedAt: instant.Known(d.Published),
		Markdown: d.Text, Truncated: d.Truncated, Paywalled: d.Paywalled,
	}
}
