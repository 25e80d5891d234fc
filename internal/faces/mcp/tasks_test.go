package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/mcp"
)

const (
	// tasks are the capabilities of a client that takes tasks.
	tasks = `{"extensions":{"io.modelcontextprotocol/tasks":{}}}`
	// meta is what each request of the newest version of the protocol says of its client.
	meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":` + tasks + `}`
)

// speak sends requests of the newest version and returns what each is answered with.
func speak(t *testing.T, a *api, requests ...string) (answers []map[string]any) {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = mcp.Serve(ctx, asked.New(a), mcp.Options{Version: "1", Longest: 2 * time.Second}, in, out)
	}()
	decoder := json.NewDecoder(fromServer)
	for n, request := range requests {
		_, _ = fmt.Fprintf(toServer, `{"jsonrpc":"2.0","id":%d,%s}`+"\n", n, request)
		var answer map[string]any
		if err := decoder.Decode(&answer); err != nil {
			t.Fatalf("%s: got error %v, want an answer", request, err)
		}
		answers = append(answers, answer)
	}
	cancel()
	_ = toServer.Close()
	<-ended
	return answers
}

// TestTasks: who takes tasks gets one for what is not ready, asks for it, and can cancel it; others wait as before.
func TestTasks(t *testing.T) {
	t.Parallel()
	const (
		span    = `"createdAt":"2026-11-23T10:00:00.000Z","expiresAt":"2026-11-23T11:00:00.000Z"`
		running = `202 {"data":{"jobId":"` + jobID + `","status":"running","creditsCharged":1,` + span + `}}`
		ended   = `200 {"data":{"jobId":"` + jobID + `","status":"succeeded","creditsCharged":1,` + span + `,"result":{"finalUrl":"http://a.test/","markdown":"# Ended"}}}`
		crawls  = `200 {"data":{"crawlId":"` + crawlID + `","status":"running","counts":{"total":3,"succeeded":1},` + span + `}}`
		crawled = `200 {"data":{"crawlId":"` + crawlID + `","status":"finished","counts":{"total":3,"succeeded":3},` + span + `}}`
	)
	a := &api{answers: map[string][]string{
		"POST /scrape": {running}, "GET /jobs/" + jobID: {running, ended, ended, running}, "POST /crawl": {made}, "GET /crawl/" + crawlID: {crawls, crawls, crawled},
		"GET /crawl/" + crawlID + "/pages": {`200 {"data":{"items":[]}}`}, "POST /crawl/" + crawlID + "/cancel": {`200 {"data":{}}`},
		"POST /jobs/" + jobID + "/cancel": {`409 {"error":{"code":"job_not_cancellable","message":"The job has ended."}}`, `403 {"error":{"code":"forbidden","message":"No."}}`},
	}}
	scrape := `"method":"tools/call","params":{"name":"scrape","arguments":{"url":"http://a.test/","maxTokens":300},` + meta + `}`
	task := func(method, id string) string {
		return `"method":"tasks/` + method + `","params":{"taskId":"` + id + `",` + meta + `}`
	}
	got := speak(t, a,
		`"method":"server/discover","params":{`+meta+`}`, scrape, task("get", jobID+"@300"), task("get", jobID+"@300"),
		`"method":"tools/call","params":{"name":"crawl","arguments":{"url":"http://a.test/"},`+meta+`}`, task("get", crawlID+"@4000"), task("get", crawlID+"@4000"), task("cancel", crawlID+"@4000"),
		task("get", jobID+"@9999999"), task("get", "../balance@1"), task("update", jobID+"@300"), task("get", "job_01m8476d4d35gf23tbzwyer5gz@300"), strings.Replace(scrape, tasks, "{}", 1),
		task("cancel", jobID+"@300"), task("cancel", jobID+"@300"),
	)
	for n, want := range [][]string{
		{`"io.modelcontextprotocol/tasks":{}`},
		{`"resultType":"task"`, `"status":"working"`, `"taskId":"` + jobID + `@300"`, `"ttlMs":3600000`, `"createdAt":"2026-11-23T10:00:00.000Z"`},
		{`"resultType":"complete"`, `"status":"working"`},
		{`"resultType":"complete"`, `"status":"completed"`, `# Ended`},
		{`"resultType":"task"`, `"statusMessage":"1 of 3 pages"`, `"taskId":"` + crawlID + `@4000"`},
		{`"status":"working"`},
		{`"status":"completed"`, `is finished: 3 of 3 pages read`},
		{`"resultType":"complete"`},
		{`"taskId":"` + jobID + `@50000"`},
		{`"code":-32602`, `has no form of an id`},
		{`"code":-32602`, `waits for input`},
		{`"code":-32602`, `not_found`},
		{`"resultType":"complete"`, `Ask jobs for the id ` + jobID},
		{`"resultType":"complete"`},
		{`"code":-32602`, `forbidden`},
	} {
		raw, _ := json.Marshal(got[n])
		for _, part := range want {
			if !strings.Contains(string(raw), part) {
				t.Errorf("answer %d: got %s, want %s in it", n, raw, part)
			}
		}
	}
}
