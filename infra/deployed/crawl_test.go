package deployed_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

// crawl is what these tests read of a crawl.
type crawl struct {
	ID          string           `json:"crawlId"`
	Status      string           `json:"status"`
	TruncatedBy string           `json:"truncatedBy"`
	Counts      map[string]int64 `json:"counts"`
	Charged     int64            `json:"creditsCharged"`
	Refunded    int64            `json:"creditsRefunded"`
	Error       *struct {
		Code string `json:"code"`
	} `json:"error"`
}

// crawls has a site crawled with its lists, exported and posted; and one cancelled, resumed and cancelled again.
func (c caller) crawls(t *testing.T, receiver *webtest.Receiver) {
	t.Helper()
	before := len(receiver.Received())
	made := read[crawl](t, c.call(t, http.MethodPost, "/crawl",
		`{"url":"http://maze.test/","limit":6,"sitemap":"include","export":true,"webhookUrl":"http://hooks.test/events"}`))
	got := c.crawled(t, made.ID)
	if got.Status != "finished" || got.TruncatedBy != "limit" || got.Counts["succeeded"] != 6 || got.Charged != 7 || got.Refunded != 0 {
		t.Fatalf("got %+v, want 6 pages and the lists, for 7 credits", got)
	}
	posted, err := receiver.Wait(t.Context(), before+7)
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]int{}
	for _, p := range posted[before:] {
		types[read[struct {
			Type string `json:"type"`
		}](t, p.Body).Type]++
	}
	if types["crawl.page"] != 6 || types["crawl.finished"] != 1 {
		t.Errorf("got events %v, want one for each page and one for the end", types)
	}
	c.exported(t, made.ID)
	c.stopped(t)
}

// stopped has a crawl cancelled and resumed, and one fail.
func (c caller) stopped(t *testing.T) {
	t.Helper()
	made := read[crawl](t, c.call(t, http.MethodPost, "/crawl", `{"url":"http://maze.test/","limit":4,"delayMs":2000}`))
	c.call(t, http.MethodPost, "/crawl/"+made.ID+"/cancel", "")
	if got := c.crawled(t, made.ID); got.Status != "cancelled" || got.TruncatedBy != "cancelled" {
		t.Errorf("got %+v, want it cancelled", got)
	}
	c.call(t, http.MethodPost, "/crawl/"+made.ID+"/resume", "")
	if got := c.crawled(t, made.ID); got.Status != "finished" || got.Counts["succeeded"] != 4 {
		t.Errorf("got %+v, want it finished with 4 pages", got)
	}
	made = read[crawl](t, c.call(t, http.MethodPost, "/crawl", `{"url":"http://wall.test/"}`))
	if got := c.crawled(t, made.ID); got.Status != "failed" || got.Error == nil || got.Error.Code != "upstream_blocked" || got.Charged != got.Refunded {
		t.Errorf("got %+v, want it failed at its first page, and refunded", got)
	}
}

// crawled waits for a crawl's end, by its events.
func (c caller) crawled(t *testing.T, id string) (got crawl) {
	t.Helper()
	last := ""
	for range 60 {
		if got = read[crawl](t, c.call(t, http.MethodGet, "/crawl/"+id, "")); got.Status != "running" {
			return got
		}
		req := c.request(t, http.MethodGet, "/crawl/"+id+"/events", "")
		if last != "" {
			req.Header.Set("Last-Event-ID", last)
		}
		_, answer := c.send(t, req)
		for line := range strings.Lines(answer) {
			if id, found := strings.CutPrefix(strings.TrimSpace(line), "id:"); found {
				last = strings.TrimSpace(id)
			}
		}
	}
	t.Fatalf("got crawl %+v after its events, want its end", got)
	return got
}

// exported reads the file of a crawl by its link: the six pages with their results.
func (c caller) exported(t *testing.T, id string) {
	t.Helper()
	list := read[struct {
		Items []struct {
			URL string `json:"url"`
		} `json:"items"`
		Exhausted bool `json:"exhausted"`
	}](t, c.call(t, http.MethodGet, "/crawl/"+id+"/export", ""))
	if len(list.Items) != 1 || !list.Exhausted {
		t.Fatalf("got %+v, want one file", list)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, list.Items[0].URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "gzip")
	_, packed := c.send(t, req)
	text := packed
	if r, err := gzip.NewReader(strings.NewReader(packed)); err == nil {
		raw, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		text = string(raw)
	}
	lines := 0
	for line := range strings.Lines(text) {
		page := read[struct {
			Status string          `json:"status"`
			Result json.RawMessage `json:"result"`
		}](t, json.RawMessage(line))
		if lines++; page.Status != "succeeded" || len(page.Result) == 0 {
			t.Errorf("got %s, want a page that succeeded with its result", line)
		}
	}
	if lines != 6 {
		t.Errorf("got %d lines, want 6", lines)
	}
}
