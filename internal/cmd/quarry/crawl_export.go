package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
)

// exportTries is how often a file of an export is begun without another line of it.
const exportTries = 5

// crawlExportCommand downloads what the API has as links to files.
type crawlExportCommand struct {
	outFlags
	CrawlID string `arg:"" help:"The crawl's id, crl_…"`
}

// Run performs the command.
func (c *crawlExportCommand) Run(ctx context.Context, out streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	if err := c.writable(); err != nil {
		return err
	}
	x := &exporter{api: api, out: out, path: crawlPath + url.PathEscape(c.CrawlID) + "/export", line: out.progress("crawl " + c.CrawlID)}
	defer x.line.End()
	err = c.write(out, func(w io.Writer) error {
		x.w = w
		return x.run(ctx)
	})
	x.line.End()
	if errors.Is(err, context.Canceled) {
		return &coded{exitInterrupted, fmt.Errorf("interrupted after %s; the same command begins anew and costs nothing", counted(x.pages, "page"))}
	}
	if err != nil {
		return c.explain(err)
	}
	fmt.Fprintf(out.err, "%s of crawl %s\n", counted(x.pages, "page"), c.CrawlID)
	return nil
}

// exporter is where the reading of an export is.
type exporter struct {
	api   *caller.Client
	out   streams
	path  string
	line  *terminal.Progress
	w     io.Writer
	done  int64 // number of the last page that was written
	pages int64
	tries int       // to go on from there
	begun time.Time // of the first of them
}

// run asks for the export and writes its files, one after another, as long as more come.
func (x *exporter) run(ctx context.Context) error {
	if _, err := x.api.Do(ctx, caller.Request{Method: http.MethodPost, Path: x.path, Patient: true}); err != nil {
		return err
	}
	query := url.Values{"limit": {"100"}}
	for {
		answer, err := x.api.Do(ctx, caller.Request{Method: http.MethodGet, Path: x.path, Query: query, Patient: true})
		if err != nil {
			return err
		}
		list, err := people.Decode(answer.Data)
		if err != nil {
			return err
		}
		items, _ := list["items"].([]any)
		if err := x.files(ctx, people.Objects(items)); err != nil {
			if err := x.again(ctx, err); err != nil {
				return err
			}
			continue // with the same cursor: the links are new
		}
		cursor := text(list["nextCursor"])
		if all, _ := list["exhausted"].(bool); all || cursor == "" {
			return nil
		}
		query.Set("cursor", cursor)
		if len(items) > 0 {
			continue
		}
		x.line.Set(counted(x.pages, "page") + " · waits for more")
		if err := caller.Sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

func (x *exporter) files(ctx context.Context, files []people.Object) error {
	for _, file := range files {
		if whole64(file["last"]) <= x.done {
			continue
		}
		if err := x.api.Lines(ctx, text(file["url"]), x.one); err != nil {
			return err
		}
		if x.done < whole64(file["last"]) {
			return &caller.UnreachableError{BaseURL: x.api.BaseURL, Sent: true, Err: errors.New("a file of the export ended early")}
		}
	}
	return nil
}

// one writes the line of a page, unless it was written before its file broke off.
func (x *exporter) one(line []byte) error {
	var page struct {
		Number int64 `json:"number"`
	}
	if err := json.Unmarshal(line, &page); err != nil {
		return &caller.UnreachableError{BaseURL: x.api.BaseURL, Sent: true, Err: fmt.Errorf("a line of the export is no page: %w", err)}
	}
	if page.Number <= x.done {
		return nil
	}
	if _, err := fmt.Fprintf(x.w, "%s\n", line); err != nil {
		return err
	}
	x.done, x.tries = page.Number, 0
	x.pages++
	x.line.Set(counted(x.pages, "page"))
	return nil
}

// again waits for another try after a file that did not arrive, or returns why there is none.
func (x *exporter) again(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	gone, lost := errors.AsType[*caller.UnreachableError](err)
	if !lost {
		return err
	}
	if x.tries++; x.tries == 1 {
		x.begun = time.Now()
	}
	away := gone.Refused() && time.Since(x.begun) < caller.Outage
	if x.tries >= exportTries && !away {
		return err
	}
	return caller.Sleep(ctx, time.Duration(min(x.tries, exportTries))*time.Second/2)
}
