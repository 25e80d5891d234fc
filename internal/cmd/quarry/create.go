package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
)

const jobsPath = "/v1/public/jobs/"

// runCreate makes a job, waits for its end and prints what it gave.
func (c *callCommand) runCreate(ctx context.Context, out streams, api *caller.Client, r caller.Request, body map[string]any) error {
	r.Key = c.key()
	line := out.progress(c.command.Name())
	defer line.End()
	api.Waiting = func(wait time.Duration, why error) {
		line.Say(fmt.Sprintf("%v; again in %s", why, wait.Round(time.Second/10)))
	}
	answer, err := api.Do(ctx, r)
	if err != nil {
		line.End()
		return unsure(err, r.Key)
	}
	job, err := people.Decode(answer.Data)
	if err != nil {
		return err
	}
	id, _ := job["jobId"].(string)
	if another(job) {
		return &coded{exitUsage, fmt.Errorf("the idempotency key %s was used for another call, whose job is %s; take another key for this one", r.Key, id)}
	}
	if body["wait"] == false {
		line.End()
		err := c.create.object(out, answer.Data)
		fmt.Fprintf(out.err, "job %s; `quarry jobs wait %s` waits for its end\n", id, id)
		return err
	}
	if !ended(job) {
		if job, err = follow(ctx, api, id, line); err != nil {
			line.End()
			return goesOn(err, "job "+id, "quarry jobs wait "+id, "quarry jobs cancel "+id)
		}
	}
	line.End()
	return c.create.job(ctx, out, api, job, wanted(body))
}

// another reports whether a job is the one of another call with the same idempotency key.
func another(job people.Object) bool {
	meta, _ := job["meta"].(people.Object)
	key, _ := meta["idempotency"].(people.Object)
	return key["bodyMatched"] == false
}

// unsure adds to an error how the same call is sent again without a second charge.
func unsure(err error, key string) error {
	var refusal *caller.RefusedError
	if errors.As(err, &refusal) && refusal.Status < 500 {
		return err
	}
	var gone *caller.UnreachableError
	if errors.As(err, &gone) && !gone.Sent {
		return err
	}
	return fmt.Errorf("%w; the same command with --idempotency-key %s is not charged twice", err, key)
}

// goesOn says of something that its command leaves how it goes on.
func goesOn(err error, what, wait, cancel string) error {
	switch {
	case exitOf(err) == exitUnreachable:
		return fmt.Errorf("%w; %s goes on with the service, and `%s` waits for it", err, what, wait)
	case !errors.Is(err, context.Canceled):
		return err
	}
	return &coded{exitInterrupted, fmt.Errorf("%s goes on: `%s` waits for it, `%s` ends it", what, wait, cancel)}
}

func ended(job people.Object) bool {
	switch job["status"] {
	case "succeeded", "failed", "cancelled":
		return true
	}
	return false
}

// wanted is the format that a body asks for.
func wanted(body map[string]any) string {
	format, _ := body["format"].(string)
	return format
}

// follow shows what a job does until its end, and returns it as it is then.
func follow(ctx context.Context, api *caller.Client, id string, line *terminal.Progress) (people.Object, error) {
	err := api.Events(ctx, jobsPath+url.PathEscape(id)+"/events", func(e caller.Event) (bool, error) {
		job, err := people.Decode(e.Data)
		if err != nil {
			return false, err
		}
		line.Set(stage(job))
		return ended(job), nil
	})
	if err != nil {
		return nil, err
	}
	answer, err := api.Do(ctx, caller.Request{Method: http.MethodGet, Path: jobsPath + url.PathEscape(id)})
	if err != nil {
		return nil, err
	}
	return people.Decode(answer.Data)
}

// stage is how far a job is, in words.
func stage(job people.Object) string {
	text := fmt.Sprintf("%v %v", job["kind"], job["status"])
	progress, ok := job["progress"].(people.Object)
	if !ok {
		return text
	}
	if name, ok := progress["stage"].(string); ok {
		text += " · " + name
	}
	if total, ok := progress["total"]; ok {
		text += fmt.Sprintf(" · %v of %v", progress["done"], total)
	}
	return text
}

// job prints a job that has ended. One that did not succeed is an error.
func (o *outFlags) job(ctx context.Context, out streams, api *caller.Client, job people.Object, format string) error {
	if truncated, _ := job["resultTruncated"].(bool); truncated {
		id, _ := job["jobId"].(string)
		if whole, err := api.Do(ctx, caller.Request{Method: http.MethodGet, Path: jobsPath + url.PathEscape(id) + "/result", Whole: true}); err == nil {
			if result, err := people.Decode(whole.Data); err == nil {
				job["result"], job["resultTruncated"] = result, false
			}
		}
	}
	if o.JSON {
		if err := o.write(out, func(w io.Writer) error { return streams{out: w}.json(out.bare(w, job)) }); err != nil {
			return err
		}
	}
	if failure, ok := job["error"].(people.Object); ok || job["status"] == "cancelled" {
		return &coded{exitJob, fmt.Errorf("job %v %v, %v: %v", job["jobId"], job["status"], failure["code"], failure["message"])}
	}
	if o.JSON {
		return nil
	}
	out.told(job)
	result, _ := job["result"].(people.Object)
	if several(job) {
		return o.write(out, func(w io.Writer) error { return streams{out: w}.json(out.bare(w, job)["result"]) })
	}
	if picture, ok := result["screenshot"].(string); ok && (format == "screenshot" || isPicture(o.Output)) {
		return o.picture(out, picture, result)
	}
	err := o.write(out, func(w io.Writer) error {
		page := out.page(w)
		switch {
		case job["kind"] == "sitemap" && !page.Looked:
			return addresses(w, result)
		case !page.Summary(text(job["kind"]), result):
			page.Result(result, format)
		}
		return nil
	})
	out.unfinished(result)
	for _, caution := range cautions(result) {
		fmt.Fprintln(out.err, "Caution: "+caution)
	}
	return err
}

// cautions are reasons to look at a page before it is used.
func cautions(result people.Object) []string {
	if _, ok := result["warnings"]; !ok {
		return nil
	}
	var page urlkind.Result
	if raw, err := json.Marshal(result); err != nil || json.Unmarshal(raw, &page) != nil {
		return nil
	}
	return urlkind.Cautions(&page)
}

// several reports whether a job was asked for more than one format: they are printed as JSON, which
// leaves none out.
func several(job people.Object) bool {
	input, _ := job["input"].(people.Object)
	formats, _ := input["formats"].([]any)
	return len(formats) > 1
}

// addresses prints what was found for programs: a URL a line.
func addresses(w io.Writer, result people.Object) error {
	items, _ := result["items"].([]any)
	for _, item := range people.Objects(items) {
		if _, err := fmt.Fprintln(w, terminal.Clean(text(item["url"]))); err != nil {
			return err
		}
	}
	return nil
}

// longCursor is from where on a cursor is more than people paste from a terminal.
const longCursor = 80

// unfinished says that there is more than a result has, and how it is had.
func (s streams) unfinished(result people.Object) {
	why, cursor := text(result["stoppedBy"]), text(result["nextCursor"])
	if next, ok := result["nextOffset"].(json.Number); ok {
		fmt.Fprintf(s.err, "There is more: --offset %s\n", next)
	}
	switch {
	case len(cursor) > longCursor && terminal.IsTerminal(s.err):
		fmt.Fprintln(s.err, "There is more: --cursor with the nextCursor that --json has")
	case cursor != "":
		fmt.Fprintf(s.err, "There is more: --cursor %s\n", cursor)
	case why == "limit":
		fmt.Fprintln(s.err, "There is more: a greater --limit")
	case why != "":
		fmt.Fprintf(s.err, "There may be more: it was ended by %s\n", why)
	}
}

// told says on a terminal what a job was and cost.
func (s streams) told(job people.Object) {
	if !terminal.IsTerminal(s.err) {
		return
	}
	style := s.terminal().ErrStyle()
	text := fmt.Sprintf("%v · %v", job["actionCode"], cost(job))
	if cached, _ := job["cached"].(bool); cached {
		text += " · from the cache"
	}
	fmt.Fprintf(s.err, "%s %s %s\n", style.Green("✓"), text, style.Dim(fmt.Sprintf("· %v", job["jobId"])))
}

func cost(job people.Object) string { return counted(whole64(job["creditsCharged"]), "credit") }

// bare is an answer for a terminal, without the bytes of pictures.
func (s streams) bare(w io.Writer, job people.Object) people.Object {
	result, _ := job["result"].(people.Object)
	picture, ok := result["screenshot"].(string)
	if !ok || !terminal.IsTerminal(w) {
		return job
	}
	result["screenshot"] = fmt.Sprintf("(%d bytes of Base64: -o FILE or a pipe has them)", len(picture))
	return job
}

func isPicture(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".webp":
		return true
	}
	return false
}

// picture writes the bytes of a picture: to the file of -o, to a pipe, and never to a terminal, for
// which they go to a file named after the page.
func (o *outFlags) picture(out streams, encoded string, result people.Object) error {
	content, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return fmt.Errorf("the picture cannot be read: %w", err)
	}
	name := o.Output
	if name == "" && terminal.IsTerminal(out.out) {
		if name, err = fresh(result); err != nil {
			return err
		}
	}
	if name == "" || name == "-" {
		if terminal.IsTerminal(out.out) {
			return &coded{exitUsage, errors.New("a picture is not written to a terminal; name a file with -o")}
		}
		_, err := out.out.Write(content)
		return err
	}
	if err := os.WriteFile(name, content, 0o644); err != nil { //nolint:gosec // a picture of a public page
		return fmt.Errorf("-o: %w", err)
	}
	fmt.Fprintf(out.err, "wrote %s, %d kB\n", name, (len(content)+512)/1024)
	return nil
}

// fresh is the name of a file that is not there yet, after the page's host.
func fresh(result people.Object) (string, error) {
	page, _ := result["finalUrl"].(string)
	at, err := url.Parse(page)
	if err != nil || at.Hostname() == "" {
		at = &url.URL{Host: "page"}
	}
	format, _ := result["screenshotFormat"].(string)
	for n := 1; n < 1000; n++ {
		name := at.Hostname()
		if n > 1 {
			name += fmt.Sprintf("-%d", n)
		}
		name += "." + first(format, "png")
		if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
			return name, nil
		}
	}
	return "", errors.New("there are a thousand pictures of this host here; name a file with -o")
}
