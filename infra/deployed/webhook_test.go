package deployed_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

// verify is a receiver as its author would write one, with the library of Standard Webhooks.
const verify = `
import json, sys
from standardwebhooks.webhooks import Webhook
told = json.load(sys.stdin)
json.dump(Webhook(told["secret"]).verify(told["body"], told["headers"]), sys.stdout)
`

var deliveryID = regexp.MustCompile(`\bdlv_[0-9a-z]+`)

// webhooks registers an endpoint, has a job's event posted there, and then once more.
func (c caller) webhooks(t *testing.T, receiver *webtest.Receiver) {
	t.Helper()
	endpoint := read[struct {
		Endpoint struct {
			Secret string `json:"signingSecret"`
		} `json:"endpoint"`
	}](t, c.call(t, http.MethodPost, "/webhooks/endpoints", `{"url":"http://hooks.test/events"}`)).Endpoint
	j := c.finish(t, "/scrape", `{"url":"http://article.test/","format":"text","webhookUrl":"http://hooks.test/events"}`)
	posted, err := receiver.Wait(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if id := event(t, endpoint.Secret, posted[0]); id != j.ID {
		t.Errorf("got an event of job %q, want one of %q", id, j.ID)
	}
	deliveries := deliveryID.FindAllString(string(c.call(t, http.MethodGet, "/webhooks/deliveries?jobId="+j.ID, "")), -1)
	if len(deliveries) != 1 {
		t.Fatalf("got deliveries %q, want one", deliveries)
	}
	c.call(t, http.MethodPost, "/webhooks/deliveries/"+deliveries[0]+"/replay", "")
	if posted, err = receiver.Wait(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if id := event(t, endpoint.Secret, posted[1]); id != j.ID || !bytes.Equal(posted[0].Body, posted[1].Body) {
		t.Errorf("got a replay of job %q, %s; want the same bytes as before, %s", id, posted[1].Body, posted[0].Body)
	}
}

// retried has a receiver fail once, after which webhook-retry posts the event, and finds both attempts in what is told of the job.
func (o operator) retried(t *testing.T, c caller, receiver *webtest.Receiver) {
	t.Helper()
	before := len(receiver.Received())
	receiver.Answer(webtest.Answer{Status: http.StatusInternalServerError})
	j := c.finish(t, "/scrape", `{"url":"http://article.test/","format":"text","webhookUrl":"http://hooks.test/events"}`)
	posted, err := receiver.Wait(t.Context(), before+2)
	if err != nil {
		t.Fatal(err)
	}
	if first, second := posted[before], posted[before+1]; !bytes.Equal(first.Body, second.Body) || first.Header.Get("webhook-id") != second.Header.Get("webhook-id") {
		t.Errorf("got %s, then %s; want the same event once more", first.Body, second.Body)
	}
	const refused, taken = `"attempt":1,"status":"failed","response_status":500`, `"attempt":2,"status":"succeeded","response_status":204`
	told := o.story(t, j, func(s story) bool { return containsAll(texts(s.Log), refused, taken) })
	if log := texts(told.Log); !containsAll(log, refused, taken) || len(told.Missing) > 0 {
		t.Errorf("got log %s, missing %q; want both attempts", log, told.Missing)
	}
	if lines := o.lines(t, "webhook-retry", j.ID); !containsAll(strings.ReplaceAll(lines, " ", ""), taken) {
		t.Errorf("got lines %s of webhook-retry, want that the second attempt was its", lines)
	}
}

// event verifies what was posted and returns the job that it is of.
func event(t *testing.T, secret string, posted webtest.Received) string {
	t.Helper()
	headers := map[string]string{}
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		headers[name] = posted.Header.Get(name)
	}
	told, err := json.Marshal(map[string]any{"secret": secret, "body": string(posted.Body), "headers": headers})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(*tools, "python"), "-c", verify)
	cmd.Stdin = bytes.NewReader(told)
	verified, err := cmd.Output()
	if err != nil {
		t.Fatalf("got error %v of standardwebhooks for %s, want a signature that it accepts", err, told)
	}
	return read[struct {
		Data struct {
			JobID string `json:"jobId"`
		} `json:"data"`
	}](t, verified).Data.JobID
}
