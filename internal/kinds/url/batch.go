package url

import (
	"maps"
	"slices"

	"github.com/quarryapi/quarry/internal/kind"
)

// BatchArgs are the arguments of a batch: many pages, read in one way.
type BatchArgs struct {
	URLs    []string `json:"urls" minLength:"0" minItems:"1" maxItems:"50" example:"[\"https://example.com/\",\"https://example.com/?page=2\"]" doc:"The pages, 1 to 50. A URL that is not a public target makes an item with an error; the others are scraped."`
	Format  Format   `json:"format,omitempty" enum:"markdown,html,text,json,metadata,links,images,tables,raw,screenshot,resolve" default:"markdown" doc:"What to return for each page, as for a single scrape. Default markdown."`
	Formats []Format `json:"formats,omitempty" minItems:"1" maxItems:"11" enum:"markdown,html,text,json,metadata,links,images,tables,raw,screenshot,resolve" example:"[\"markdown\",\"links\"]" doc:"Several formats of each page in its one job, in place of format, as for a single scrape."`
	Render  Render   `json:"render,omitempty" enum:"auto,never,always" default:"auto" doc:"Whether a browser shows each page before it is read, as for a single scrape. Default auto."`
	Options Options  `json:"options,omitzero" doc:"How to fetch and read each page, as for a single scrape."`
}

// Entries implements kind.BatchArgs.
func (a *BatchArgs) Entries() []kind.Entry {
	entries := make([]kind.Entry, len(a.URLs))
	for i, u := range a.URLs {
		entries[i] = kind.Entry{Name: u, Args: &Args{URL: u, Format: a.Format, Render: a.Render, Formats: slices.Clone(a.Formats), Options: a.Options.clone()}}
	}
	return entries
}

// clone returns options that share nothing, since Prepare changes them.
func (o *Options) clone() Options {
	own := *o
	own.IncludeTags, own.ExcludeTags = slices.Clone(o.IncludeTags), slices.Clone(o.ExcludeTags)
	own.Headers, own.Cookies = maps.Clone(o.Headers), maps.Clone(o.Cookies)
	own.Actions = slices.Clone(o.Actions)
	return own
}
