package deployed_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kinds"
)

// receives is how often the stack's queues give a message before it is a dead letter.
const receives = 5

// died has a job's message received five times without an end, as by a worker that cannot start: it becomes a dead letter, and dead-letter
// fails and refunds the job.
func (o operator) died(t *testing.T, c caller) {
	t.Helper()
	const worker = "rss"
	var path, body string
	for _, definition := range kinds.All() {
		if definition.Name == worker {
			path, body = exampleFor(t, definition, worker)
		}
	}
	o.e.poll(t, "quarry-worker-"+worker, false)
	j := c.start(t, path, strings.Replace(body, "{", `{"wait":false,"cacheTtlSec":0,`, 1))
	for n := range receives {
		if message := o.e.receive(t, "quarry-jobs-"+worker, 5); !strings.Contains(message, j.ID) {
			t.Fatalf("got %q by receive %d, want the message of %s", message, n+1, j.ID)
		}
	}
	if message := o.e.receive(t, "quarry-jobs-"+worker, 0); message != "" {
		t.Fatalf("got %q after %d receives, want it a dead letter", message, receives)
	}
	o.e.poll(t, "quarry-worker-"+worker, true)
	if j = c.await(t, j); j.Status != "failed" || j.Error == nil || j.Error.Code != "internal_error" || j.Charged == 0 || j.Refunded != j.Charged {
		t.Errorf("got %+v, want it failed by internal_error, and the charge refunded", j)
	}
	const ended = `"message":"deadletterended"`
	told := o.story(t, j, func(s story) bool { return strings.Contains(texts(s.Log), ended) })
	if log := texts(told.Log); !strings.Contains(log, ended) || len(told.Missing) > 0 {
		t.Errorf("got log %s, missing %q; want who ended the job", log, told.Missing)
	}
	if after := c.finish(t, path, body); after.Status != "succeeded" {
		t.Errorf("got %+v, want the next job to succeed", after)
	}
}

// poll has a function's queue feed it or not.
func (e *emulator) poll(t *testing.T, function string, enabled bool) {
	t.Helper()
	const mappings = "/2015-03-31/event-source-mappings/"
	status, answer := e.root().call(t, "lambda", http.MethodGet, mappings+"?FunctionName="+function, "", nil)
	if status != http.StatusOK {
		t.Fatalf("got status %d, %s of the mappings of %s; want 200", status, answer, function)
	}
	list := read[struct {
		EventSourceMappings []struct{ UUID string }
	}](t, json.RawMessage(answer)).EventSourceMappings
	if len(list) != 1 {
		t.Fatalf("got %s, want one mapping of %s", answer, function)
	}
	change, err := json.Marshal(map[string]bool{"Enabled": enabled})
	if err != nil {
		t.Fatal(err)
	}
	if status, answer := e.root().call(t, "lambda", http.MethodPut, mappings+list[0].UUID, string(change), nil); status != http.StatusOK && status != http.StatusAccepted {
		t.Fatalf("got status %d, %s of a change of the mapping; want 200", status, answer)
	}
}

// receive takes a message of a queue that others can take at once, and returns its body; empty for none within some seconds.
func (e *emulator) receive(t *testing.T, queue string, wait int) string {
	t.Helper()
	status, answer := e.root().target(t, "sqs", "AmazonSQS.ReceiveMessage", map[string]any{
		"QueueUrl": "https://sqs." + region + ".amazonaws.com/" + account + "/" + queue, "VisibilityTimeout": 0, "WaitTimeSeconds": wait,
	})
	if status != http.StatusOK {
		t.Fatalf("got status %d, %s of %s; want 200", status, answer, queue)
	}
	messages := read[struct{ Messages []struct{ Body string } }](t, json.RawMessage(answer)).Messages
	if len(messages) == 0 {
		return ""
	}
	return messages[0].Body
}
