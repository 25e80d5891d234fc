package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
)

const crawlPath = "/v1/public/crawl/"

// runCrawl makes a crawl and shows its pages as they end.
func (c *callCommand) runCrawl(ctx context.Context, out streams, api *caller.Client, r caller.Request, body map[string]any) error {
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
	return c.create.crawl(ctx, out, api, id)
}

// crawl follows a crawl to its end: a line a page, as JSON for programs.
func (o *outFlags) crawl(ctx context.Context, out streams, api *caller.Client, id string) error {
	line := out.progress("crawl " + id)
	defer line.End()
	var last people.Object
	err := o.write(out, func(w io.Writer) error {
		return api.Events(ctx, crawlPath+url.PathEscape(id)+"/events", func(e caller.Event) (bool, error) {
			event, err := people.Decode(e.Data)
			if err != nil {
				return false, err
			}
			if strings.HasSuffix(e.Type, ".page") {
				return false, o.page(out, w, line, e.Data, event)
			}
			last = event
			line.Set(crawled(event))
			return event["status"] != "running", nil
		})
	})
	line.End()
	if err != nil {
		return goesOn(err, "crawl "+id, "quarry crawls wait "+id, "quarry crawls cancel "+id)
	}
	return over(out, last, id)
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

// crawled is how far a crawl is, in words.
func crawled(crawl people.Object) string {
	n, _ := crawl["counts"].(people.Object)
	return fmt.Sprintf("%v pages · %v done · %v failed · %v to come · %v", n["total"], n["succeeded"], n["failed"], n["queued"], spent(crawl))
}

func spent(v people.Object) string {
	text := fmt.Sprintf("%v credits", v["creditsCharged"])
	if back := fmt.Sprint(v["creditsRefunded"]); back != "0" && back != "<nil>" {
		text += fmt.Sprintf(", %s refunded", back)
	}
	return text
}

// over says how a crawl ended. One that failed or was cancelled is an error, as are pages that
// failed.
func over(out streams, crawl people.Object, id string) error {
	if failure, ok := crawl["error"].(people.Object); ok || crawl["status"] == "cancelled" {
		return &coded{exitJob, fmt.Errorf("crawl %s %v, %v: %v", id, crawl["status"], failure["code"], failure["message"])}
	}
	fmt.Fprintf(out.err, "crawl %s %v: %s\n", id, crawl["status"], crawled(crawl))
	if why := text(crawl["truncatedBy"]); why != "" {
		fmt.Fprintf(out.err, "there are pages that were not crawled, because of %s\n", why)
	}
	counts, _ := crawl["counts"].(people.Object)
	if failed := fmt.Sprint(counts["failed"]); failed != "0" && failed != "<nil>" {
		return &coded{exitPartly, fmt.Errorf("%s pages failed and were refunded; `quarry crawls pages %s --status failed` lists them", failed, id)}
	}
	return nil
}
