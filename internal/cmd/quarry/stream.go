package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
)

// runStream prints events as they come, until the last: for programs a line of JSON each.
func (c *callCommand) runStream(ctx context.Context, out streams, api *caller.Client, path string) error {
	line := out.progress(c.command.Name())
	defer line.End()
	return c.plain.write(out, func(w io.Writer) error {
		return api.Events(ctx, path, func(e caller.Event) (bool, error) {
			event, err := people.Decode(e.Data)
			if err != nil {
				return false, err
			}
			last := strings.HasSuffix(e.Type, ".finished") || strings.HasPrefix(e.Type, "job.") && strings.Contains(path, "/jobs/") && ended(event)
			return last, c.event(out, w, line, e, event)
		})
	})
}

func (c *callCommand) event(out streams, w io.Writer, line *terminal.Progress, e caller.Event, event people.Object) error {
	return line.Above(func() error {
		if c.plain.JSON || !terminal.IsTerminal(w) {
			_, err := fmt.Fprintf(w, "{\"event\":%q,\"id\":%q,\"data\":%s}\n", e.Type, e.ID, e.Data)
			return err
		}
		style := out.terminal().Style()
		what := first(text(event["url"]), text(event["jobId"]), text(event["batchId"]), text(event["crawlId"]))
		_, err := fmt.Fprintf(w, "%s %s %s\n", style.Bold(e.Type), style.Cyan(terminal.Clean(what)), style.Dim(doing(event)))
		return err
	})
}

// doing is what an event says beside its name.
func doing(event people.Object) string {
	if counts, ok := event["counts"].(people.Object); ok {
		return fmt.Sprintf("%v of %v done, %v failed", counts["succeeded"], counts["total"], counts["failed"])
	}
	if failure, ok := event["error"].(people.Object); ok {
		return fmt.Sprint(failure["code"])
	}
	if _, ok := event["progress"]; ok {
		return stage(event)
	}
	return text(event["status"])
}
