package main

import (
	"context"
	"io"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
)

// runPages prints pages of a crawl with their results, for which a table has no room: as a crawl that
// is followed, a line a page, which for programs is JSON. Only the page of the list that is printed is held.
func (c *callCommand) runPages(ctx context.Context, out streams, api *caller.Client, r caller.Request) error {
	return c.read.write(out, func(w io.Writer) error {
		line := out.progress("")
		defer line.End()
		f := &follower{outFlags: &c.read.outFlags, out: out, api: api, w: w, line: line, seen: map[string]bool{}}
		for {
			answer, err := api.Do(ctx, r)
			if err != nil {
				return err
			}
			list, err := people.Decode(answer.Data)
			if err != nil {
				return err
			}
			items, _ := list["items"].([]any)
			if err := f.all(ctx, people.Objects(items)); err != nil {
				return err
			}
			cursor := text(list["nextCursor"])
			if all, _ := list["exhausted"].(bool); all || cursor == "" || cursor == r.Query.Get("cursor") {
				return nil
			}
			if !c.read.All {
				line.End()
				out.goesOn(cursor)
				return nil
			}
			r.Query.Set("cursor", cursor)
		}
	})
}
