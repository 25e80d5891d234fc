package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
	"github.com/quarryapi/quarry/internal/kinds/url"
)

const crawlPath = "/v1/public/crawl/"

// runCrawl makes a crawl and shows its pages as they end.
func (c *callCommand) runCrawl(ctx context.Context, out streams, api *caller.Client, r caller.Request, body map[string]any) error {
	if most, err := strconv.ParseInt(fmt.Sprint(body["limit"]), 10, 64); err == nil && most > url.MaxPages {
		fmt.Fprintf(out.err, "a crawl has at most %d pages, so that this one has --limit %d\n", url.MaxPages, url.MaxPages)
	}
	if into := c.create.folder(); into != nil && body["wait"] != false {
		if can, err := filesOf(body); err != nil || !can {
			return cmp.Or(err, error(&coded{exitUsage, fmt.Errorf("%w; nothing was sent", errNoMarkdown)}))
		}
		return c.crawlInto(ctx, out, api, r, into)
	}
	r.Key = c.key()
	answer, err := api.Do(ctx, r)
	if err != nil {
		return unsure(err, r.Key)
	}
	made, err := people.Decode(answer.Data)
	if err != nil {
		return err
	}
	id, _ := made["crawlId"].(string)
	if body["wait"] == false {
		return c.create.object(out, answer.Data)
	}
	fmt.Fprintf(out.err, "crawl %s; `quarry crawls wait %s` follows it after an interruption\n", id, id)
	return c.create.crawl(ctx, out, api, id)
}

// page prints a page of a crawl, or an entry of a batch: for people when somebody looks, else as a
// line of JSON.
func (o *outFlags) page(out streams, w io.Writer, line *terminal.Progress, raw json.RawMessage, page people.Object) error {
	if o.JSON || !terminal.IsTerminal(w) {
		var one bytes.Buffer
		if err := json.Compact(&one, raw); err != nil {
			return err
		}
		_, err := fmt.Fprintln(w, one.String())
		return err
	}
	style := out.terminal().Style()
	result, _ := page["result"].(people.Object)
	failure, failed := page["error"].(people.Object)
	title := terminal.Clean(fmt.Sprint(first(text(result["title"]), text(failure["code"]))))
	mark := style.Green("✓")
	if careful := cautions(result); len(careful) > 0 {
		mark, title = style.Yellow("!"), terminal.Clean(strings.Join(careful, "; "))
	}
	if failed {
		mark = style.Red("✗")
	}
	address := terminal.Cut(terminal.Clean(text(page["url"])), out.terminal().Width()/2)
	return line.Above(func() error {
		_, err := fmt.Fprintf(w, "%s %s %s\n", mark, style.Cyan(address), style.Dim(terminal.Cut(title, max(10, out.terminal().Width()/2-4))))
		return err
	})
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// glance prints a crawl: where it stands, why pages are missing, and what failed; all else is in --json.
func glance(page people.Page, w io.Writer, crawl people.Object) {
	fmt.Fprintf(w, "%s %s\n%s\n\n", page.Style.Bold(text(crawl["status"])), crawled(crawl), page.Style.Cyan(terminal.Clean(text(crawl["url"]))))
	rest := people.Object{}
	for _, name := range []string{"crawlId", "truncatedBy", "createdAt", "completedAt", "expiresAt", "failedBy", "skippedBy", "changes", "unmatchedPaths", "error"} {
		if v, ok := crawl[name]; ok {
			rest[name] = v
		}
	}
	page.Tree(rest, "")
	failures, _ := crawl["failures"].([]any)
	if len(failures) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", page.Style.Bold("newest failures"))
	for _, failure := range people.Objects(failures) {
		why, _ := failure["error"].(people.Object)
		fmt.Fprintf(w, "%s %s\n", page.Style.Red(terminal.Clean(text(why["code"]))), terminal.Clean(text(failure["url"])))
	}
}
