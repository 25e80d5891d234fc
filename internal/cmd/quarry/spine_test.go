package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
	"github.com/quarryapi/quarry/internal/webtest"
)

func TestFirstSteps(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	if !strings.Contains(p.stdout.String(), "ready "+p.info.BaseURL) {
		t.Errorf("got stdout %q, want with %q", p.stdout.String(), "ready "+p.info.BaseURL)
	}
	for _, part := range []string{"/v1/public/scrape", "/v1/public/usage", "webhooks listen", p.info.Token} {
		if !strings.Contains(p.stdout.String(), part) {
			t.Errorf("%q is not among the printed commands:\n%s", part, p.stdout)
		}
	}
	status, header, job := p.scrape(t, `{"url":"http://article.test/","format":"markdown"}`)
	result, _ := job["result"].(map[string]any)
	markdown, _ := result["markdown"].(string)
	if status != http.StatusOK || job["status"] != "succeeded" || !strings.HasPrefix(markdown, "# Measuring the tide") {
		t.Errorf(`got status %d, job %v; want status 200, status "succeeded", markdown beginning with "# Measuring the tide"`, status, job)
	}
	if header.Get("X-Credits-Remaining") != "99999" {
		t.Errorf(`got header %v, want header X-Credits-Remaining "99999"`, header)
	}
	out, errs, code := runQuarry(t, "scrape", "--data", p.info.DataDir, "http://article.test/")
	if code != 0 || strings.TrimSpace(out) != strings.TrimSpace(markdown) {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	if out, _, code = runQuarry(t, "usage", "--data", p.info.DataDir); code != 0 || !strings.Contains(out, "url.page") {
		t.Errorf("exit code %d, %s", code, out)
	}
	if _, errs, code = runQuarry(t, "scrape", "--data", p.info.DataDir, "http://wall.test/"); code != exitJob || !strings.Contains(errs, "upstream_blocked") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	audited(t, p.info.DataDir)
}

func TestSameKeyAtOnceThroughTheService(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	ids := make([]any, 64)
	var wait sync.WaitGroup
	for i := range ids {
		wait.Go(func() {
			_, _, job := p.scrape(t, `{"url":"http://article.test/"}`, "Idempotency-Key", "once")
			ids[i] = job["jobId"]
		})
	}
	wait.Wait()
	for _, id := range ids {
		if id == nil || id != ids[0] {
			t.Fatalf("%v and %v", id, ids[0])
		}
	}
	if _, _, balance := p.call(t, http.MethodGet, "/v1/public/balance", ""); balance["balance"] != 99_999.0 {
		t.Errorf("got balance %v, want balance 99_999.0", balance)
	}
	audited(t, p.info.DataDir)
}

func TestWebhookArrivesSigned(t *testing.T) {
	t.Parallel()
	receiver := webtest.NewReceiver(webtest.Answer{Status: 500})
	web := webtest.Start(t, receiver.Site("mine.test"))
	p := start(t, t.TempDir(), "--hosts", web.HostsRule())
	_, _, job := p.scrape(t, `{"url":"http://article.test/","webhookUrl":"http://mine.test/hook"}`)
	_, _, made := p.call(t, http.MethodPost, "/v1/public/webhooks/endpoints", `{"url":"http://mine.test/hook"}`)
	endpoint, _ := made["endpoint"].(map[string]any)
	secret, _ := endpoint["signingSecret"].(string)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	got, err := receiver.Wait(ctx, 2) // the first attempt is answered 500, the second comes 5 s later
	if err != nil {
		t.Fatalf("%d posts: %v", len(got), err)
	}
	wh, err := standard.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range got {
		if err := p.document(t).CheckEvent(r.Body); err != nil {
			t.Error(err)
		}
		if err := wh.Verify(r.Body, r.Header); err != nil {
			t.Error(err)
		}
		if !signing.Verify(secret, r.Header.Get("X-Service-Timestamp"), r.Header.Get("X-Service-Signature"), r.Body) {
			t.Error("the signature is not good")
		}
		var event struct {
			Data struct {
				JobID string `json:"jobId"`
			} `json:"data"`
		}
		if err := json.Unmarshal(r.Body, &event); err != nil || event.Data.JobID != job["jobId"] {
			t.Errorf("got body %s, error %v; want no error, event.Data.JobID %v", r.Body, err, job["jobId"])
		}
	}
	if string(got[0].Body) != string(got[1].Body) {
		t.Error("a retry sent other bytes")
	}
}

func TestListenerOfWebhooks(t *testing.T) {
	t.Parallel()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	p := start(t, t.TempDir(), "--sample-web", "--hosts", "here.test="+address)
	cmd := quarry(t.Context(), "webhooks", "listen", "--data", p.info.DataDir, "--listen", address,
		"--endpoint", "http://here.test/", "--count", "1")
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(said).ReadString('\n'); err != nil || !strings.Contains(line, "http://here.test/") {
		t.Fatalf(`got line %q, error %v; want no error, line with "http://here.test/"`, line, err)
	}
	p.scrape(t, `{"url":"http://article.test/","webhookUrl":"http://here.test/"}`)
	printed, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || strings.Count(string(printed), "\n") != 1 || !strings.Contains(string(printed), `"signatureValid":true`) {
		t.Errorf(`got error %v, printed %s; want no error, one line with "signatureValid":true`, err, printed)
	}
}

// TestTargetsThatMustNotBeReached asks for addresses that are not public, directly
// and behind redirects. Nothing may be charged.
func TestTargetsThatMustNotBeReached(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	for _, url := range []string{
		"example", "127.0.0.1", "localhost:80/", "10.0.0.1.nip.test@127.0.0.1", "file:///etc/passwd", "javascript:alert(1)", "http://user:pw@example.com/", "http://example.com:22/",
		"http://127.0.0.1/", "http://2130706433/", "http://0177.0.0.1/", "http://0x7f.1/", "http://[::1]/", "http://[::ffff:10.0.0.1]/",
		"http://[64:ff9b::a00:1]/", "http://169.254.169.254/latest/meta-data/", "http://localhost/", "http://168.63.129.16/",
	} {
		status, _, refusal := p.scrape(t, fmt.Sprintf(`{"url":%q}`, url))
		if status != http.StatusBadRequest || refusal["code"] != "invalid_url" {
			t.Errorf(`%s: got status %d, refusal %v; want status 400, code "invalid_url"`, url, status, refusal)
		}
	}
	for _, path := range []string{"loopback", "metadata"} {
		_, _, job := p.scrape(t, `{"url":"http://redirect.test/`+path+`"}`)
		failure, _ := job["error"].(map[string]any)
		if job["status"] != "failed" || failure["code"] != "invalid_target" || job["creditsRefunded"] != job["creditsCharged"] {
			t.Errorf(`%s: got job %v, want status "failed", failure["code"] "invalid_target", creditsRefunded %v`, path, job, job["creditsCharged"])
		}
	}
	if _, _, balance := p.call(t, http.MethodGet, "/v1/public/balance", ""); balance["balance"] != 100_000.0 {
		t.Errorf("got balance %v, want balance 100_000.0", balance)
	}
	audited(t, p.info.DataDir)
}

// TestKilledInTheMiddle kills the service while 50 jobs run and starts it again:
// every job must end, every failed one be refunded, and the books must balance.
func TestKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := start(t, dir, "--sample-web")
	done, _, finished := p.scrape(t, `{"url":"http://article.test/"}`)
	if done != http.StatusOK {
		t.Fatalf("got finished %+v, want done 200", finished)
	}
	var ids []string
	for i := range 50 {
		url := fmt.Sprintf("http://slow.test/?ms=%d&n=%d", 200+i, i)
		if i%5 == 0 {
			url = fmt.Sprintf("http://status.test/500?n=%d", i)
		}
		status, _, job := p.scrape(t, fmt.Sprintf(`{"url":%q,"wait":false}`, url))
		id, _ := job["jobId"].(string)
		if status != http.StatusAccepted || id == "" {
			t.Fatalf("got status %d, job %v; want status 202, one that is not empty", status, job)
		}
		ids = append(ids, id)
	}
	p.kill()
	p = start(t, dir, "--sample-web")
	failed := 0
	for i, id := range ids {
		job := p.ended(t, id)
		if job["status"] == "failed" {
			failed++
			if job["creditsRefunded"] != job["creditsCharged"] {
				t.Errorf("got job %v, want creditsRefunded %v", job, job["creditsCharged"])
			}
		}
		if i%5 != 0 && job["status"] != "succeeded" {
			t.Errorf("a job that only had to be run again: %v", job)
		}
	}
	if failed != 10 {
		t.Errorf("%d failed", failed)
	}
	if _, _, balance := p.call(t, http.MethodGet, "/v1/public/balance", ""); balance["balance"] != float64(100_000-1-40) {
		t.Errorf("got balance %v, want balance float64(100_000 - 1 - 40)", balance)
	}
	id, _ := finished["jobId"].(string)
	if _, _, job := p.call(t, http.MethodGet, "/v1/public/jobs/"+id, ""); job["status"] != "succeeded" || job["result"] == nil {
		t.Errorf("a result did not survive: %v", job)
	}
	audited(t, dir)
}

// ended polls a job until it is terminal.
func (p *process) ended(t *testing.T, id string) map[string]any {
	t.Helper()
	for range 600 {
		_, _, job := p.call(t, http.MethodGet, "/v1/public/jobs/"+id, "")
		switch job["status"] {
		case "succeeded", "failed", "cancelled":
			return job
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("%s never ended", id)
	return nil
}
