package webhook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
	"github.com/quarryapi/quarry/internal/webtest"
)

const document = "../../../docs/webhooks.md"

// snippets returns the document's blocks of code in a language.
func snippets(t *testing.T, language string) []string {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		found = append(found, m[1])
	}
	if len(found) == 0 {
		t.Fatalf("%s has nothing in %s", document, language)
	}
	return found
}

// needs skips a test on a machine without what runs the snippets.
func needs(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("this machine has no %s to run the document's code with", name)
		}
	}
}

// checked is a request for a snippet to judge.
type checked struct {
	Name      string `json:"name"`
	Secret    string `json:"secret"`
	Timestamp string `json:"timestamp"`
	Signature string `json:"signature"`
	Body      []byte `json:"body"` // base64 in JSON
	good      bool
}

// rotated delivers an event within a rotation's overlap, at the time of this machine.
func rotated(t *testing.T) (b *bundle, old, fresh string, got webtest.Received) {
	t.Helper()
	b = setup(t)
	b.Clock.Move(time.Since(b.Clock.Now()))
	old, fresh = b.endpoint.Secret, signing.NewSecret()
	if _, err := b.RotateSecret(t.Context(), b.org, b.endpoint.ID, fresh, time.Hour); err != nil {
		t.Fatal(err)
	}
	if after := b.make(t, b.ended(t, `{"markdown":"ü \u0000 <b>"}`)); after.Status != store.DeliverySucceeded {
		t.Fatalf(`got after %+v, want Status "succeeded"`, after)
	}
	return b, old, fresh, b.receiver.Received()[0]
}

// cases are real deliveries and what may not pass for one.
func cases(t *testing.T) []checked {
	t.Helper()
	_, old, fresh, got := rotated(t)
	sent := checked{
		Secret: fresh, Timestamp: got.Header.Get("X-Service-Timestamp"), Signature: got.Header.Get("X-Service-Signature"), Body: got.Body,
	}
	var all []checked
	add := func(name string, good bool, change func(c *checked)) {
		c := sent
		c.Name, c.good = name, good
		change(&c)
		all = append(all, c)
	}
	at := func(shift time.Duration) func(c *checked) {
		h := signing.Sign([]string{fresh}, "evt_1", time.Now().Add(shift), got.Body)
		return func(c *checked) {
			c.Timestamp, c.Signature = h.Get("X-Service-Timestamp"), h.Get("X-Service-Signature")
		}
	}
	add("the new secret", true, func(*checked) {})
	add("the old secret", true, func(c *checked) { c.Secret = old })
	add("one signature", true, at(0))
	add("another secret", false, func(c *checked) { c.Secret = signing.NewSecret() })
	add("another body", false, func(c *checked) { c.Body = append(bytes.Clone(c.Body), ' ') })
	add("six minutes old", false, at(-6*time.Minute))
	add("six minutes ahead", false, at(6*time.Minute))
	add("another time", false, func(c *checked) { c.Timestamp = later(c.Timestamp) })
	add("no time", false, func(c *checked) { c.Timestamp = "" })
	add("no number", false, func(c *checked) { c.Timestamp = "now" })
	add("no signature", false, func(c *checked) { c.Signature = "" })
	add("not ASCII", false, func(c *checked) { c.Signature = "sha256=ü" })
	return all
}

// later is the second after a timestamp.
func later(timestamp string) string {
	n, _ := strconv.Atoi(timestamp)
	return strconv.Itoa(n + 1)
}

// harness runs a program that reads cases from the file it is told, and prints a
// JSON list of what the snippet said of each.
func harness(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	all := cases(t)
	raw, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "cases.json", string(raw))
	cmd := exec.CommandContext(t.Context(), name, append(args, "cases.json")...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	var got []bool
	if err != nil || json.Unmarshal(out, &got) != nil || len(got) != len(all) {
		t.Fatalf("got error %v, out %s, said %s; want no error, length %d", err, out, said.String(), len(all))
	}
	for i, c := range all {
		if got[i] != c.good {
			t.Errorf("%s: got %v, want %t", c.Name, got[i], c.good)
		}
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestDocumentInGo(t *testing.T) {
	t.Parallel()
	needs(t, "go")
	dir := t.TempDir()
	write(t, dir, "verify.go", strings.Replace(snippets(t, "go")[0], "package hooks", "package main", 1))
	write(t, dir, "main.go", `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"time"
)

func main() {
	raw, _ := os.ReadFile(os.Args[1])
	var cases []struct {
		Secret, Timestamp, Signature string
		Body                         []byte
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		panic(err)
	}
	said := []bool{}
	for _, c := range cases {
		h := http.Header{}
		h.Set("X-Service-Timestamp", c.Timestamp)
		h.Set("X-Service-Signature", c.Signature)
		said = append(said, Verify(c.Secret, h, c.Body, time.Now()) == nil)
	}
	json.NewEncoder(os.Stdout).Encode(said)
}
`)
	build := exec.CommandContext(t.Context(), "go", "build", "-o", "verifier", "verify.go", "main.go") // before the cases have their times
	build.Dir = dir
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("got error %v, said %s; want no error", err, said)
	}
	harness(t, dir, filepath.Join(dir, "verifier"))
}

func TestDocumentInTypeScript(t *testing.T) {
	t.Parallel()
	needs(t, "go", "node")
	strip := exec.CommandContext(t.Context(), "go", "tool", "-modfile=../../../tools/go.mod", "esbuild", "--loader=ts", "--log-level=error")
	strip.Stdin = strings.NewReader(snippets(t, "ts")[0])
	var said bytes.Buffer
	strip.Stderr = &said
	code, err := strip.Output()
	if err != nil {
		t.Fatalf("got error %v, said %s; want no error", err, said.String())
	}
	dir := t.TempDir()
	write(t, dir, "verify.mjs", string(code))
	write(t, dir, "main.mjs", `import { readFileSync } from "node:fs";
import { verify } from "./verify.mjs";
const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(JSON.stringify(cases.map((c) => verify(c.secret, c.timestamp, c.signature, Buffer.from(c.body, "base64")))));
`)
	harness(t, dir, "node", "main.mjs")
}

func TestDocumentInPython(t *testing.T) {
	t.Parallel()
	needs(t, "python3")
	dir := t.TempDir()
	write(t, dir, "verify.py", snippets(t, "python")[0])
	write(t, dir, "main.py", `import base64, json, sys
from verify import verify
cases = json.load(open(sys.argv[1], encoding="utf-8"))
print(json.dumps([verify(c["secret"], c["timestamp"], c["signature"], base64.b64decode(c["body"])) for c in cases]))
`)
	harness(t, dir, "python3", "main.py")
}

// TestDocumentInShell runs every command of the document against a service: those
// that call the API must be answered, and the check must tell good from bad.
func TestDocumentInShell(t *testing.T) {
	t.Parallel()
	needs(t, "bash", "curl", "openssl", "sed", "cut")
	b, _, _, got := rotated(t)
	service := httptest.NewServer(api.New(api.Deps{
		Store: b.Store, Results: b.results, Queue: b.queue, Log: slog.New(slog.DiscardHandler), Now: b.Clock.Now,
		Lookup: func(context.Context, string) ([]netip.Addr, error) { return nil, nil },
	}).Handler())
	t.Cleanup(service.Close)
	list, _, err := b.Deliveries(t.Context(), store.DeliveryQuery{OrgID: b.org, Limit: 1})
	if err != nil || len(list) != 1 {
		t.Fatalf("got list %+v, error %v; want no error, 1 in list", list, err)
	}
	dir := t.TempDir()
	run := func(script, body string) (string, error) {
		write(t, dir, "body.json", body)
		cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "BASE="+service.URL, "TOKEN="+string(b.Token(t, b.org, 100, 100)), "ENDPOINT_ID="+b.endpoint.ID,
			"DELIVERY_ID="+list[0].ID, "JOB_ID="+list[0].JobID, "TIMESTAMP="+got.Header.Get("X-Service-Timestamp"), "SIGNATURE="+got.Header.Get("X-Service-Signature"))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	var checks int
	for _, script := range snippets(t, "sh") {
		out, err := run(script, string(got.Body))
		if !strings.Contains(script, "openssl") {
			want := `{"data":`
			if strings.Contains(script, "/result") {
				want = `{"markdown":`
			}
			if err != nil || !strings.HasPrefix(out, want) {
				t.Errorf(`got script %s, error %v, out %s; want no error, out beginning with %s`, script, err, out, want)
			}
			continue
		}
		checks++
		if diff := cmp.Diff("good\n", out); diff != "" || err != nil {
			t.Errorf("a real delivery: %v %s", err, diff)
		}
		if out, err := run(script, string(got.Body)+" "); err == nil {
			t.Errorf("another body: %s", out)
		}
	}
	if checks != 1 {
		t.Errorf("%d checks of a signature", checks)
	}
}
