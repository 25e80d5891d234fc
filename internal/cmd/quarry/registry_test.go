package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
	"github.com/quarryapi/quarry/internal/webtest"
)

// webhooks runs `quarry webhooks …` against a service and returns what it printed.
func (p *process) webhooks(t *testing.T, args ...string) map[string]any {
	t.Helper()
	out, said, code := runQuarry(t, append([]string{"webhooks", args[0], "--json", "--data", p.info.DataDir}, args[1:]...)...)
	var printed map[string]any
	if err := json.Unmarshal([]byte(out), &printed); err != nil || code != 0 {
		t.Fatalf("%v: exit code %d, %v\n%s%s", args, code, err, out, said)
	}
	return printed
}

// TestRegistryCommands tries an endpoint, replaces its secret, and sends again what
// was delivered before.
func TestRegistryCommands(t *testing.T) {
	t.Parallel()
	receiver := webtest.NewReceiver()
	web := webtest.Start(t, receiver.Site("mine.test"))
	p := start(t, t.TempDir(), "--hosts", web.HostsRule())
	_, _, made := p.call(t, http.MethodPost, "/v1/public/webhooks/endpoints", `{"url":"http://mine.test/in"}`)
	endpoint, _ := made["endpoint"].(map[string]any)
	id, _ := endpoint["id"].(string)
	arrived := func(n int) webtest.Received {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		got, err := receiver.Wait(ctx, n)
		if err != nil {
			t.Fatal(err)
		}
		return got[n-1]
	}

	if list, _ := p.webhooks(t, "endpoints")["items"].([]any); len(list) != 1 {
		t.Errorf("got list %v, want length 1", list)
	}
	p.webhooks(t, "test", id)
	first := arrived(1)
	rotated, _ := p.webhooks(t, "rotate", id, "--grace-period-seconds", "60")["endpoint"].(map[string]any)
	log, _ := p.webhooks(t, "deliveries", "--endpoint-id", id, "--limit", "1")["items"].([]any)
	if len(log) != 1 {
		t.Fatalf("got log %v, want length 1", log)
	}
	delivery, _ := log[0].(map[string]any)
	name, _ := delivery["id"].(string)
	p.webhooks(t, "replay", name)
	second := arrived(2)
	if string(first.Body) != string(second.Body) || !strings.Contains(string(second.Body), "endpoint.test") {
		t.Errorf("%s, then %s", first.Body, second.Body)
	}
	for _, secret := range []any{endpoint["signingSecret"], rotated["signingSecret"]} {
		key, _ := secret.(string)
		if h := second.Header; !signing.Verify(key, h.Get("X-Service-Timestamp"), h.Get("X-Service-Signature"), second.Body) {
			t.Errorf("the replay is not signed with %s", key)
		}
	}
	if _, said, code := runQuarry(t, "webhooks", "rotate", "--data", p.info.DataDir, id, "--grace-period-seconds", "604801"); code != exitUsage || !strings.Contains(said, "--grace-period-seconds") {
		t.Errorf("exit code %d, %s", code, said)
	}
}
