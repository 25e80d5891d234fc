package local_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// notebook keeps what is written to it, by several at once.
type notebook struct {
	mu   sync.Mutex
	text strings.Builder
}

func (n *notebook) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(p)
}

func (n *notebook) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

// secretSite is a site that a caller visits as itself, and the receiver of its events: it
// keeps the headers of visits, and the bodies of events.
type secretSite struct {
	headers, events notebook
}

func (s *secretSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		_, _ = io.Copy(&s.events, r.Body)
		return
	}
	_, _ = fmt.Fprintln(&s.headers, r.URL.Path, r.Header)
	switch r.URL.Path {
	case "/robots.txt":
		http.NotFound(w, r)
	case "/broken":
		w.WriteHeader(http.StatusInternalServerError)
	case "/moved":
		http.Redirect(w, r, "/", http.StatusFound)
	default:
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><title>Account</title><body><h1>Account</h1><p>The balance of the account is shown to its owner alone.</p><a href=/next>next</a>")
	}
}

// canary is a secret of this test: every place that has it in any of its spellings has
// shown it.
const canary = "cAnArY-7f31?&x"

// spellings are the ways to write the canary that a search has to know.
func spellings() []string {
	return []string{
		canary, url.QueryEscape(canary), url.PathEscape(canary), base64.StdEncoding.EncodeToString([]byte(canary)),
		base64.StdEncoding.EncodeToString([]byte("me:" + canary)), `cAnArY-7f31?\u0026x`, "cAnArY-7f31?&amp;x",
	}
}

// shows reports the spelling of the canary that a text has.
func shows(text string) string {
	for _, s := range spellings() {
		if strings.Contains(text, s) {
			return s
		}
	}
	return ""
}

// TestSecretsAreNowhere has the workers of every call that takes headers send secrets, and
// looks for them in all that the service stores, responds, posts, logs and exports.
func TestSecretsAreNowhere(t *testing.T) {
	t.Parallel()
	site := &secretSite{}
	web := httptest.NewServer(site)
	t.Cleanup(web.Close)
	addr := web.Listener.Addr().String()
	log, dir := &notebook{}, t.TempDir()
	s, err := local.Start(t.Context(), local.Options{
		Listen: "127.0.0.1:0", DataDir: dir, SampleWeb: true, Hosts: []string{"open:secret.test=" + addr, "hooks:in.test=" + addr},
		Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	document := get(t, s.Info().BaseURL+"/openapi.json")
	owner := newTenant(t, s)
	said := owner.sendSecrets(t, document)
	if n := strings.Count(site.headers.String(), canary); n < said {
		t.Errorf("the site got the secret %d times, want %d calls to have sent it", n, said)
	}
	for what, text := range owner.outputs(t, s, operations(t, document)) {
		if found := shows(text); found != "" {
			t.Errorf("%s has the secret as %q: %s", what, found, text)
		}
	}
	for what, text := range map[string]string{"the events": site.events.String(), "the log": log.String()} {
		if found := shows(text); found != "" || text == "" {
			t.Errorf("%s: got the secret as %q in %s, want what was written without it", what, found, text)
		}
	}
	owner.logsNothing(t, log)
	searched := searchFolder(t, dir)
	s.Close()
	searched += searchFolder(t, dir)
	t.Logf("%d calls sent a secret that is in none of %d bytes of the folder", said, searched)
}

// sendSecrets makes jobs whose arguments hold the canary, and waits until they have ended.
// It returns how many send it to the site.
func (o *tenant) sendSecrets(t *testing.T, document []byte) int {
	t.Helper()
	sent := 0
	for path, field := range takingHeaders(t, document) {
		for i, address := range []string{"/", "/moved", "/broken", "/?render"} {
			body := map[string]any{
				field: "http://secret.test" + address, "wait": i == 0, "webhookUrl": "http://in.test/hook",
				"options": map[string]any{"headers": map[string]string{"Authorization": "Bearer " + canary, "Cookie": "session=" + canary, "X-Any": canary}},
			}
			if field == "urls" {
				body[field] = []string{"http://secret.test" + address}
				delete(body, "wait")
			}
			if strings.HasSuffix(address, "render") && !strings.HasSuffix(path, "/site") { // which renders in any case
				body["render"] = "always"
			}
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			if got := o.call(t, http.MethodPost, path, raw, canary+path+address); got.status < http.StatusBadRequest {
				sent++
			} else {
				t.Errorf("%s with %s: got status %d, %s; want success", path, raw, got.status, got.raw)
			}
		}
	}
	for path, body := range map[string]string{
		"/v1/public/search":             `{"q":"what is at http://me:%s@secret.test/","wait":false}`,
		"/v1/public/scrape":             `{"url":"http://me:%s@secret.test/","wait":false}`,
		"/v1/public/webhooks/endpoints": `{"url":"http://me:%s@in.test/"}`,
		"/v1/public/scrape/hn/search":   `{"query":"http://me:%s@secret.test/","wait":false}`,
	} {
		if got := o.call(t, http.MethodPost, path, []byte(fmt.Sprintf(body, url.QueryEscape(canary))), ""); shows(got.raw) != "" {
			t.Errorf("%s of a URL with a password shows it: %s", path, got.raw)
		}
	}
	o.settle(t)
	return sent
}

// logsNothing visits a page whose address has a key, and has its event posted to an address that has one: the log names
// hosts alone, and neither the caller's token nor what signs events is there.
func (o *tenant) logsNothing(t *testing.T, log *notebook) {
	t.Helper()
	const key = "kEy-of-an-address"
	for _, address := range []string{"/broken?key=" + key, "/?key=" + key} {
		body := `{"url":"http://secret.test` + address + `","webhookUrl":"http://in.test/hook?key=` + key + `"}`
		if got := o.call(t, http.MethodPost, "/v1/public/scrape", []byte(body), ""); got.status >= http.StatusBadRequest {
			t.Errorf("%s: got status %d, %s; want success", body, got.status, got.raw)
		}
	}
	o.settle(t)
	text := log.String()
	for what, secret := range map[string]string{"a key in an address": key, "the caller's token": o.token, "a webhook's secret": "whsec_"} {
		if at := strings.Index(text, secret); at >= 0 {
			t.Errorf("the log has %s: %s", what, text[max(0, at-200):at+len(secret)])
		}
	}
	if !strings.Contains(text, "host=secret.test") {
		t.Error("got no host of a target in the log, want it")
	}
}

// takingHeaders are the calls whose options have headers, each with the field that names
// the page.
func takingHeaders(t *testing.T, document []byte) map[string]string {
	t.Helper()
	var d struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct {
					Schema struct {
						Ref string `json:"$ref"`
					} `json:"schema"`
				} `json:"content"`
			} `json:"requestBody"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]json.RawMessage `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatal(err)
	}
	var resolve func(raw, seen string) string
	resolve = func(raw, seen string) string {
		for name, s := range d.Components.Schemas {
			if strings.Contains(raw, `/`+name+`"`) && !strings.Contains(seen, "/"+name+"/") {
				raw += resolve(string(s), seen+"/"+name+"/")
			}
		}
		return raw
	}
	taking := map[string]string{}
	for path, operations := range d.Paths {
		for _, op := range operations {
			schema := resolve(op.RequestBody.Content["application/json"].Schema.Ref+`"`, "/")
			switch {
			case !strings.Contains(schema, `"headers"`) && !strings.Contains(schema, `"cookies"`):
			case strings.Contains(schema, `"urls"`):
				taking[path] = "urls"
			default:
				taking[path] = "url"
			}
		}
	}
	if len(taking) < 3 {
		t.Fatalf("got calls with headers %v, want at least 3", taking)
	}
	return taking
}

// settle waits until all jobs have ended, and all first events were tried.
func (o *tenant) settle(t *testing.T) {
	t.Helper()
	for id := range maps.Clone(o.ids["jobId"]) {
		for {
			if status, _ := o.call(t, http.MethodGet, "/v1/public/jobs/"+id, nil, "").data()["status"].(string); status != "queued" && status != "running" {
				break
			}
		}
	}
	o.call(t, http.MethodGet, "/v1/public/webhooks/endpoints", nil, "")
	for strings.Contains(o.call(t, http.MethodGet, "/v1/public/webhooks/deliveries?status=pending", nil, "").raw, `"attempt":1`) {
	}
	o.call(t, http.MethodGet, "/v1/public/webhooks/deliveries", nil, "")
}

// outputs are all that the API and the operator's acts show, by a token that only reads.
func (o *tenant) outputs(t *testing.T, s *local.Service, all []one) map[string]string {
	t.Helper()
	reader := &tenant{o.base, newToken(t, s, o.org, "api.read"), o.org, map[string]map[string]bool{}}
	shown := map[string]string{}
	for _, op := range all {
		if op.method != http.MethodGet || !strings.HasPrefix(op.path, "/v1/") {
			continue
		}
		addresses := []string{op.path + "?limit=100"}
		if named := parameter.FindStringSubmatch(op.path); named != nil {
			addresses = nil
			for id := range o.ids[named[1]] {
				addresses = append(addresses, parameter.ReplaceAllString(op.path, id))
			}
			if len(addresses) == 0 {
				t.Errorf("GET %s: got nothing to read, want something of each sort", op.path)
			}
		}
		for _, address := range addresses {
			shown["GET "+address] = reader.call(t, http.MethodGet, address, nil, "").raw
		}
	}
	for _, op := range []string{"org.list", "org.show", "token.list", "audit"} {
		made, err := s.Operator().Handle(t.Context(), admin.Request{Op: op, Org: o.org, Report: true})
		raw, _ := json.Marshal(made)
		shown[op] = fmt.Sprint(string(raw), err)
	}
	return shown
}

// searchFolder looks for the canary in every file of a folder, and in what is packed.
func searchFolder(t *testing.T, dir string) (bytesRead int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil //nolint:nilerr // it is gone, or nobody may read it
		}
		bytesRead += len(raw)
		for _, text := range append([]string{string(raw)}, unpacked(raw)...) {
			if found := shows(text); found != "" {
				at := strings.Index(text, found)
				t.Errorf("%s has the secret as %q: …%q…", path, found, text[max(0, at-200):min(len(text), at+100)])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytesRead
}

// unpacked are the gzip streams that begin anywhere in a file.
func unpacked(raw []byte) (texts []string) {
	magic := []byte{0x1f, 0x8b, 8}
	for at := bytes.Index(raw, magic); at >= 0; {
		if r, err := gzip.NewReader(bytes.NewReader(raw[at:])); err == nil {
			text, _ := io.ReadAll(r) // as far as it goes
			texts = append(texts, string(text))
		}
		next := bytes.Index(raw[at+1:], magic)
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return slices.Clip(texts)
}
