package main

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/maze"
)

// TestCrawlKilledFiveTimes kills the service five times while it crawls the site of 2000 pages: the crawl ends
// all the same, has exactly the pages that there are, charged those that succeeded once each, and the books
// balance.
func TestCrawlKilledFiveTimes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, "--sample-web")
	status, _, made := p.call(t, http.MethodPost, "/v1/public/crawl", `{"url":"http://maze.test/","limit":50000,"sitemap":"skip"}`)
	id, _ := made["crawlId"].(string)
	if status != http.StatusAccepted || id == "" {
		t.Fatalf("got status %d, crawl %v; want 202 and an id", status, made)
	}
	for kill := range 5 {
		p.crawled(t, id, float64(100+350*kill))
		p.kill()
		p = start(t, dir, "--sample-web")
	}
	crawl := p.crawled(t, id, 1e9)
	succeed, fail := maze.New(webtest.MazePages).Set()
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
