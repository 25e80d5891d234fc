package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
)

// follower prints the pages of a crawl: each that has ended once, and whole, whatever its stream of
// events says and leaves out.
type follower struct {
	*outFlags
	out  streams
	api  *caller.Client
	id   string
	w    io.Writer
	into *folder // nil is to print the pages
	line *terminal.Progress
	seen map[string]bool // numbers of pages
	last people.Object   // the crawl
}

// crawl follows a crawl to its end: a line a page, as JSON for programs.
func (o *outFlags) crawl(ctx context.Context, out streams, api *caller.Client, id string) error {
	f := &follower{outFlags: o, out: out, api: api, id: id, into: o.folder(), line: out.progress("crawl " + id), seen: map[string]bool{}}
	defer f.line.End()
	api.Waiting = func(_ time.Duration, why error) {
		if exitOf(why) == exitUnreachable {
			f.line.Say(fmt.Sprintf("%v; crawl %s is followed again once it is back, within 2 minutes", why, id))
		}
	}
	wait := "quarry crawls wait " + id
	err := f.write(out, func(w io.Writer) error {
		f.w = w
		return f.run(ctx)
	})
	f.line.End()
	if f.into != nil {
		wait += " -o " + f.into.dir
	}
	if err != nil {
		return goesOn(err, "crawl "+id, wait, "quarry crawls cancel "+id)
	}
	if f.into != nil {
		fmt.Fprintln(out.err, f.into.says())
		if err := f.into.over(); err != nil {
			return err
		}
	}
	return over(out, f.last, id)
}

// write has the pages printed, or kept in a folder.
func (f *follower) write(out streams, give func(io.Writer) error) error {
	if f.into != nil {
		return give(out.out)
	}
	return f.outFlags.write(out, give)
}

func (f *follower) run(ctx context.Context) error {
	err := f.api.Events(ctx, f.path("/events"), func(e caller.Event) (bool, error) { return f.event(ctx, e) })
	if err != nil || int64(len(f.seen)) >= pagesOver(f.last) {
		return err
	}
	return f.rest(ctx)
}

func (f *follower) path(rest string) string { return crawlPath + url.PathEscape(f.id) + rest }

// event takes an event. Only crawl.finished is the last: the crawl of a crawl.progress can have ended
// while its pages are yet to come.
func (f *follower) event(ctx context.Context, e caller.Event) (last bool, err error) {
	event, err := people.Decode(e.Data)
	if err != nil {
		return false, err
	}
	if e.Type == "crawl.page" {
		return false, f.one(ctx, e.Data, event)
	}
	f.last = event
	f.line.Set(crawled(event))
	return strings.HasSuffix(e.Type, ".finished"), nil
}

// one prints a page that was not printed before.
func (f *follower) one(ctx context.Context, raw json.RawMessage, page people.Object) error {
	number := fmt.Sprint(page["number"])
	if f.seen[number] {
		return nil
	}
	if cut, _ := page["resultTruncated"].(bool); cut && (f.into != nil || f.JSON || !terminal.IsTerminal(f.w)) {
		var err error
		if raw, err = f.whole(ctx, raw, page); err != nil {
			return err
		}
	}
	f.seen[number] = true
	if f.into != nil {
		if err := f.into.keep(ctx, f.api, page); err != nil || !terminal.IsTerminal(f.w) {
			return err
		}
	}
	return f.page(f.out, f.w, f.line, raw, page)
}

// whole is a page with all of its result, of which events and lists have only the beginning where it
// is large. A result that the service no longer has stays as it came.
func (f *follower) whole(ctx context.Context, raw json.RawMessage, page people.Object) (json.RawMessage, error) {
	answer, err := f.api.Do(ctx, caller.Request{Method: http.MethodGet, Path: jobsPath + url.PathEscape(text(page["jobId"])) + "/result", Whole: true, Patient: true})
	if refusal, ok := errors.AsType[*caller.RefusedError](err); ok && refusal.Status < http.StatusInternalServerError {
		return raw, nil
	}
	if err != nil {
		return nil, err
	}
	page["result"] = answer.Data
	delete(page, "resultTruncated")
	return json.Marshal(page)
}

// rest prints the pages that have ended and that no event was about, by the list of pages.
func (f *follower) rest(ctx context.Context) error {
	query := url.Values{"results": {"true"}, "limit": {"100"}}
	for {
		answer, err := f.api.Do(ctx, caller.Request{Method: http.MethodGet, Path: f.path("/pages"), Query: query, Patient: true})
		if err != nil {
			return err
		}
		list, err := people.Decode(answer.Data)
		if err != nil {
			return err
		}
		if err := f.ofList(ctx, list); err != nil {
			return err
		}
		cursor := text(list["nextCursor"])
		if all, _ := list["exhausted"].(bool); all || cursor == "" {
			return nil
		}
		query.Set("cursor", cursor)
	}
}

func (f *follower) ofList(ctx context.Context, list people.Object) error {
	items, _ := list["items"].([]any)
	return f.all(ctx, slices.DeleteFunc(people.Objects(items), func(page people.Object) bool { return !ended(page) }))
}

// all prints pages of a list.
func (f *follower) all(ctx context.Context, pages []people.Object) error {
	for _, page := range pages {
		raw, err := json.Marshal(page)
		if err != nil {
			return err
		}
		if err := f.one(ctx, raw, page); err != nil {
			return err
		}
	}
	return nil
}

// pagesOver is how many pages of a crawl have ended.
func pagesOver(crawl people.Object) (n int64) {
	counts, _ := crawl["counts"].(people.Object)
	for _, name := range []string{"succeeded", "failed", "cancelled"} {
		n += whole64(counts[name])
	}
	return n
}

// crawled is how far a crawl is, in words.
func crawled(crawl people.Object) string {
	n, _ := crawl["counts"].(people.Object)
	failed, gone := failedAndGone(crawl)
	text := fmt.Sprintf("%s · %d done · %d failed", counted(whole64(n["total"]), "page"), whole64(n["succeeded"]), failed)
	if gone > 0 {
		text += fmt.Sprintf(" · %d gone", gone)
	}
	if cancelled := whole64(n["cancelled"]); cancelled > 0 {
		text += fmt.Sprintf(" · %d cancelled", cancelled)
	}
	return fmt.Sprintf("%s · %d to come · %s%s", text, whole64(n["queued"])+whole64(n["running"]), spent(crawl), lists(crawl))
}

// lists says of a crawl whose pages cost a credit each what one more is for.
func lists(crawl people.Object) string {
	n, _ := crawl["counts"].(people.Object)
	input, _ := crawl["input"].(people.Object)
	pages := whole64(n["succeeded"]) + whole64(n["queued"]) + whole64(n["running"])
	if way := text(input["sitemap"]); way == "" || way == "skip" || whole64(crawl["creditsCharged"])-whole64(crawl["creditsRefunded"]) != pages+1 {
		return ""
	}
	return ", 1 of them for the site's sitemaps"
}

// failedAndGone are the pages that failed, without those that are gone since an earlier crawl, and these: a comparison asks for them.
func failedAndGone(crawl people.Object) (failed, gone int64) {
	counts, _ := crawl["counts"].(people.Object)
	changes, _ := crawl["changes"].(people.Object)
	gone = whole64(changes["gone"])
	return max(0, whole64(counts["failed"])-gone), gone
}

// counted is a number of things in words.
func counted(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func spent(v people.Object) string {
	text := counted(whole64(v["creditsCharged"]), "credit")
	if back := whole64(v["creditsRefunded"]); back > 0 {
		text += fmt.Sprintf(", %d refunded", back)
	}
	return text
}

// over says how a crawl ended. One that failed, was cancelled, or stopped before it was through and
// can be resumed is an error, as are pages that failed; that pages are gone is what a comparison is for.
func over(out streams, crawl people.Object, id string) error {
	if failure, ok := crawl["error"].(people.Object); ok {
		return &coded{exitJob, fmt.Errorf("crawl %s %v, %v: %v", id, crawl["status"], failure["code"], failure["message"])}
	}
	fmt.Fprintf(out.err, "crawl %s %v: %s\n", id, crawl["status"], crawled(crawl))
	if paths, _ := crawl["unmatchedPaths"].([]any); len(paths) > 0 {
		fmt.Fprintf(out.err, "no URL that was found matches %s; they are globs over the whole path, such as /docs/**\n", strings.Trim(fmt.Sprint(paths), "[]"))
	}
	failed, gone := failedAndGone(crawl)
	if gone > 0 {
		fmt.Fprintf(out.err, "%s gone from the site since the earlier crawl; `quarry crawls pages %s --change gone` lists what is\n", counted(gone, "page"), id)
	}
	if failed > 0 {
		fmt.Fprintf(out.err, "%s failed and cost nothing; `quarry crawls pages %s --status failed` lists what did\n", counted(failed, "page"), id)
	}
	if err := stopped(out, text(crawl["truncatedBy"]), crawl["status"] == "cancelled", id); err != nil {
		return err
	}
	if failed > 0 {
		return &coded{exitPartly, fmt.Errorf("%s of crawl %s failed", counted(failed, "page"), id)}
	}
	return nil
}

// stopped says why a crawl left pages out, and what brings them.
func stopped(out streams, why string, cancelled bool, id string) error {
	const resume = "`quarry crawls resume %s` and `quarry crawls wait %s` go on"
	switch {
	case cancelled || why == "cancelled":
		return &coded{exitJob, fmt.Errorf("the crawl was cancelled; "+resume, id, id)}
	case why == "credits":
		return &coded{exitCredits, fmt.Errorf("there are more pages, but no credits for them: with more in the balance "+resume+"; where --max-credits is used up, with --max-credits and more of them", id, id)}
	case why == "time":
		return &coded{exitPartly, fmt.Errorf("there are more pages, but the crawl's time was over; "+resume, id, id)}
	case why == "limit":
		fmt.Fprintln(out.err, "there are more pages than --limit; crawl again with a greater one, up to 50000")
	case why == "depth":
		fmt.Fprintln(out.err, "there are pages that are deeper than --max-depth; crawl again with a greater one")
	}
	return nil
}
