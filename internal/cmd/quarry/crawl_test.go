package main

import (
	"flag"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/maze"
)

var whole = flag.Bool("whole", false, "crawl all of the site that is killed five times, and not a fifth of it")

// fifth are globs of the first 399 pages of the maze and of what lists them, and ofFifth matches what they do.
const fifth = `,"includePaths":["/section/*","/{page,old}/[1-9]","/{page,old}/[1-9][0-9]","/{page,old}/[1-3][0-9][0-9]"]`

var ofFifth = regexp.MustCompile(`^http://maze\.test/(section/\d+|(page|old)/([1-9]|[1-9]\d|[1-3]\d\d))?$`)

// TestCrawlKilledFiveTimes kills the service five times while it crawls the site of 2000 pages, or without -whole a fifth
// of it: the crawl ends all the same, has exactly the pages that there are, charged those that succeeded once each, and
// the books balance.
func TestCrawlKilledFiveTimes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, "--sample-web")
	succeed, fail := maze.New(webtest.MazePages).Set()
	only := ""
	if !*whole {
		only = fifth
		others := func(url string) bool { return !ofFifth.MatchString(url) }
		succeed, fail = slices.DeleteFunc(succeed, others), slices.DeleteFunc(fail, others)
	}
	status, _, made := p.call(t, http.MethodPost, "/v1/public/crawl", `{"url":"http://maze.test/","limit":50000,"sitemap":"skip"`+only+`}`)
	id, _ := made["crawlId"].(string)
	if status != http.StatusAccepted || id == "" {
		t.Fatalf("got status %d, crawl %v; want 202 and an id", status, made)
	}
	for kill := range 5 {
		p.crawled(t, id, float64(len(succeed)*(1+4*kill)/20)) // from 5 % of the pages on to 85 %
		p.kill()
		p = start(t, dir, "--sample-web")
	}
	crawl := p.crawled(t, id, 1e9)
	if diff := cmp.Diff(map[string][]string{"succeeded": succeed, "failed": fail}, p.pages(t, id)); diff != "" {
		t.Errorf("pages by status mismatch (-want +got):\n%s", diff)
	}
	if charged := number(crawl["creditsCharged"]) - number(crawl["creditsRefunded"]); crawl["status"] != "finished" || charged != float64(len(succeed)) {
		t.Errorf("got %v credits for %v, want %d and it finished", charged, crawl, len(succeed))
	}
	if _, _, balance := p.call(t, http.MethodGet, "/v1/public/balance", ""); balance["balance"] != float64(100_000-len(succeed)) {
		t.Errorf("got balance %v, want %d", balance, 100_000-len(succeed))
	}
	audited(t, dir)
}

func number(v any) float64 { n, _ := v.(float64); return n }

// crawled polls a crawl until it has ended, or that many of its pages have succeeded.
func (p *process) crawled(t *testing.T, id string, most float64) map[string]any {
	t.Helper()
	for range 6000 {
		_, _, crawl := p.call(t, http.MethodGet, "/v1/public/crawl/"+id, "")
		counts, _ := crawl["counts"].(map[string]any)
		if crawl["status"] != "running" || number(counts["succeeded"]) >= most {
			return crawl
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("%s never ended", id)
	return nil
}

// pages are the URLs of a crawl's pages by their status.
func (p *process) pages(t *testing.T, id string) map[string][]string {
	t.Helper()
	found, path := map[string][]string{}, fmt.Sprintf("/v1/public/crawl/%s/pages?limit=100", id)
	for cursor := ""; ; {
		_, _, list := p.call(t, http.MethodGet, path+cursor, "")
		items, _ := list["items"].([]any)
		for _, item := range items {
			page, _ := item.(map[string]any)
			status, _ := page["status"].(string)
			url, _ := page["url"].(string)
			found[status] = append(found[status], url)
		}
		next, more := list["nextCursor"].(string)
		if !more {
			break
		}
		cursor = "&cursor=" + next
	}
	for _, urls := range found {
		slices.Sort(urls)
	}
	return found
}
