package local_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api/apitest"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// startLocal starts a service with the sample web.
func startLocal(t *testing.T) *local.Info {
	t.Helper()
	s, err := local.Start(t.Context(), local.Options{
		Listen: "127.0.0.1:0", DataDir: t.TempDir(), SampleWeb: true, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s.Info()
}

// document is what is read of the OpenAPI document here.
type document struct {
	Paths map[string]map[string]operation `json:"paths"`
}

type operation struct {
	RequestBody struct {
		Content map[string]struct {
			Examples map[string]struct {
				Value json.RawMessage `json:"value"`
			} `json:"examples"`
		} `json:"content"`
	} `json:"requestBody"`
}

// caller calls a service and holds its answers against its document.
type caller struct {
	info    *local.Info
	checker *apitest.Checker
}

// call returns the status and what is under "data".
func (c *caller) call(t *testing.T, method, path string, body []byte) (int, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, c.info.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.info.Token)
	if _, key, ok := strings.Cut(c.info.ConsoleURL, "#once="); ok && path == "/console/token" {
		r.Header.Set("X-Console-Key", key)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if c.checker != nil {
		err := c.checker.Check(apitest.Answer{Method: method, Path: r.URL.Path, Status: res.StatusCode, Header: res.Header, Body: raw})
		if err != nil {
			t.Error(err)
		}
	}
	var answer struct {
		Data map[string]any `json:"data"`
	}
	_ = json.Unmarshal(raw, &answer) // pages and scripts are none
	return res.StatusCode, answer.Data
}

func get(t *testing.T, url string) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestEveryOperationAnswersAsDescribed calls every operation of a running service's
// document: those with a body by each of their examples as it stands, which must
// succeed, and the others on what those made.
func TestEveryOperationAnswersAsDescribed(t *testing.T) {
	t.Parallel()
	info := startLocal(t)
	raw := get(t, info.BaseURL+"/openapi.json")
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	checker, err := apitest.New(raw)
	if err != nil {
		t.Fatal(err)
	}
	c := &caller{info: info, checker: checker}
	made := c.make(t)
	for _, method := range []string{"post", "get", "patch", "delete"} { // what is made, read, changed and removed
		for _, path := range inOrder(d.Paths) {
			if op, ok := d.Paths[path][method]; ok {
				c.try(t, strings.ToUpper(method), path, made.Replace(path), op)
			}
		}
	}
}

// inOrder are the paths, those that cancel first: the job that is made for it runs for
// 20 s only, and all others may take longer.
func inOrder(paths map[string]map[string]operation) []string {
	var cancelling, others []string
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if strings.HasSuffix(path, "/cancel") {
			cancelling = append(cancelling, path)
		} else {
			others = append(others, path)
		}
	}
	return append(cancelling, others...)
}

// make makes one thing of each sort, and returns what fills them into paths.
func (c *caller) make(t *testing.T) *strings.Replacer {
	t.Helper()
	status, job := c.call(t, http.MethodPost, "/v1/public/scrape", []byte(`{"url":"http://slow.test/?ms=20000","wait":false}`))
	if status != http.StatusAccepted {
		t.Fatalf("got status %d, job %v; want status 202", status, job)
	}
	status, ended := c.call(t, http.MethodPost, "/v1/public/scrape", []byte(`{"url":"http://article.test/"}`))
	endedID, _ := ended["jobId"].(string)
	if status != http.StatusOK || endedID == "" {
		t.Fatalf("got status %d, job %v; want status 200, a job ID", status, ended)
	}
	_, batch := c.call(t, http.MethodPost, "/v1/public/scrape/batch", []byte(`{"urls":["http://slow.test/?ms=20000","http://article.test/"]}`))
	batchID, _ := batch["batchId"].(string)
	_, registered := c.call(t, http.MethodPost, "/v1/public/webhooks/endpoints", []byte(`{"url":"http://article.test/made"}`))
	endpoint, _ := registered["endpoint"].(map[string]any)
	endpointID, _ := endpoint["id"].(string)
	_, tried := c.call(t, http.MethodPost, "/v1/public/webhooks/endpoints/"+endpointID+"/test", nil)
	delivery, _ := tried["delivery"].(map[string]any)
	crawlID := c.crawl(t)
	jobID, _ := job["jobId"].(string)
	deliveryID, _ := delivery["id"].(string)
	if batchID == "" || endpointID == "" || deliveryID == "" {
		t.Fatalf("got batch %v, registered %v, tried %v; want a batch ID, an endpoint ID, a delivery ID", batch, registered, tried)
	}
	return strings.NewReplacer("{jobId}/result", endedID+"/result", "{jobId}", jobID, "{batchId}", batchID, "{crawlId}", crawlID,
		"{endpointId}", endpointID, "{deliveryId}", deliveryID, "{file}", "none.js")
}

// crawl makes a crawl that can be resumed, as it was cancelled before it was through, and waits for its end. One whose
// maxCredits are used up can be resumed only where one of its pages happened to be refunded.
func (c *caller) crawl(t *testing.T) string {
	t.Helper()
	body := []byte(`{"url":"http://maze.test/","limit":50,"sitemap":"skip","export":true}`)
	status, crawl := c.call(t, http.MethodPost, "/v1/public/crawl", body)
	id, _ := crawl["crawlId"].(string)
	for n := 0; status < http.StatusBadRequest && crawl["status"] == "running" && n == 0; { // the export needs a page
		status, crawl = c.call(t, http.MethodGet, "/v1/public/crawl/"+id, nil)
		counts, _ := crawl["counts"].(map[string]any)
		read, _ := counts["succeeded"].(float64)
		n = int(read)
	}
	status, crawl = c.call(t, http.MethodPost, "/v1/public/crawl/"+id+"/cancel", nil)
	for status < http.StatusBadRequest && crawl["status"] == "running" {
		status, crawl = c.call(t, http.MethodGet, "/v1/public/crawl/"+id, nil)
	}
	if status != http.StatusOK || crawl["truncatedBy"] != "cancelled" {
		t.Fatalf("got status %d, crawl %v; want it cancelled", status, crawl)
	}
	return id
}

// try calls an operation with each of its examples, or once when it has none.
func (c *caller) try(t *testing.T, method, template, path string, op operation) {
	t.Helper()
	bodies := [][]byte{}
	for _, e := range op.RequestBody.Content["application/json"].Examples {
		bodies = append(bodies, e.Value)
	}
	if op.RequestBody.Content != nil && len(bodies) == 0 {
		t.Errorf("%s %s shows no example", method, template)
	}
	if len(bodies) == 0 {
		bodies = append(bodies, nil)
	}
	for _, body := range bodies {
		status, data := c.call(t, method, path, body)
		if status >= http.StatusBadRequest && !strings.Contains(template, "{file}") {
			t.Errorf("%s %s with %s answered %d", method, template, body, status)
		}
		if data["status"] == "failed" {
			t.Errorf("%s %s with %s failed: %v", method, template, body, data["error"])
		}
		items, _ := data["jobs"].([]any)
		if data["status"] == "finished" {
			continue // a batch that was cancelled
		}
		if slices.ContainsFunc(items, func(item any) bool { m, _ := item.(map[string]any); return m["error"] != nil }) {
			t.Errorf("%s %s with %s has items in error: %v", method, template, body, items)
		}
	}
}
