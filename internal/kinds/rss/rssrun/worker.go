// Package rssrun performs jobs of kind rss. It links the parsers, so only a worker may
// import it.
package rssrun

import (
	"context"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/rss"
	"github.com/quarryapi/quarry/internal/read/feed"
	"github.com/quarryapi/quarry/internal/read/feed/find"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/pkg/markdown"
)

const (
	maxContent  = 512 << 10 // bytes of one entry's HTML that are converted
	maxContents = 4 << 20   // of all entries
	maxSummary  = 1000      // characters
)

// Worker performs jobs of kind rss. It is safe for concurrent use.
type Worker struct {
	web find.Web
	md  *markdown.Converter
}

// New returns a Worker.
func New(web find.Web) *Worker { return &Worker{web: web, md: markdown.New()} }

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[rss.Args]) (Output, error) {
	args := run.Args
	found, err := find.Open(ctx, r.web, args.URL, find.Options{RespectRobots: args.Options.RespectRobots})
	if err != nil {
		return Output{}, err
	}
	f := found.Feed
	result := &rss.Result{
		URL: args.URL, FinalURL: found.Page.URL.String(), FeedURL: found.URL.String(),
		Discovered: found.How != find.Given, Discovery: string(found.How),
		Type: f.Type, Version: f.Version, Title: f.Title, Description: f.Description, Language: f.Language,
		Link: f.Link, Image: f.Image, UpdatedAt: f.Updated.String(),
		Items: []rss.Item{}, Total: len(f.Items),
	}
	budget, whole := maxContents, true
	for _, item := range f.Items[:min(len(f.Items), int(args.Limit))] {
		out := itemOf(item)
		content, fits, err := r.content(ctx, item, found.URL, &budget)
		if err != nil {
			return Output{}, err
		}
		out.Content = content
		whole = whole && fits
		result.Items = append(result.Items, out)
	}
	result.Exhausted = !f.Broken && len(f.Items) == len(result.Items)
	result.Coverage = coverage(f.Broken, len(f.Items) > len(result.Items), !whole)
	return Output{Result: *result}, nil
}

// coverage says what is missing of a feed.
func coverage(broken, limited, shortened bool) social.Coverage {
	var missing []string
	if broken {
		missing = append(missing, "The feed is damaged; these are the entries before the damage.")
	}
	if limited {
		missing = append(missing, "There are more entries; send a higher limit.")
	}
	if shortened {
		missing = append(missing, "Contents that are too long are left out.")
	}
	return social.Coverage{Complete: len(missing) == 0, Reason: strings.Join(missing, " ")}
}

// content writes the fullest text of an item as markdown, while the budget lasts. It
// reports whether it did.
func (r *Worker) content(ctx context.Context, item feed.Item, feedURL *url.URL, budget *int) (text string, whole bool, err error) {
	source := item.Content
	if source == "" {
		source = item.Summary
	}
	if source == "" {
		return "", true, nil
	}
	if len(source) > maxContent || len(source) > *budget {
		return "", false, nil
	}
	*budget -= len(source)
	base := feedURL
	if u, err := url.Parse(item.URL); err == nil && item.URL != "" {
		base = u
	}
	text, err = r.md.Convert(ctx, dom.Body(dom.Parse([]byte(source))), markdown.Options{Base: base, LinksUntitled: true})
	if ctx.Err() != nil {
		return "", false, context.Cause(ctx)
	}
	if err != nil {
		return "", false, nil //nolint:nilerr // one text that cannot be written does not sink the feed
	}
	return text, true, nil
}

func itemOf(item feed.Item) rss.Item {
	out := rss.Item{
		ID: item.ID, URL: item.URL, Title: item.Title, Author: strings.Join(item.Authors, "; "),
		PublishedAt: item.Published.String(), UpdatedAt: item.Updated.String(), Summary: cut(feed.Plain(item.Summary)),
		Categories: []string{}, Enclosures: []rss.Enclosure{},
	}
	out.Categories = append(out.Categories, item.Categories...)
	for _, e := range item.Enclosures {
		out.Enclosures = append(out.Enclosures, rss.Enclosure(e))
	}
	return out
}

// cut shortens a summary at a word's end.
func cut(s string) string {
	letters := []rune(s)
	if len(letters) <= maxSummary {
		return s
	}
	short := string(letters[:maxSummary-1])
	if i := strings.LastIndexByte(short, ' '); i > len(short)/2 {
		short = short[:i]
	}
	return short + "…"
}
