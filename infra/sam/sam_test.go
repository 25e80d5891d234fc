package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRun: a stand-in for sam sees the arguments, and a file by which it reaches an
// engine that listens on another address.
func TestRun(t *testing.T) {
	t.Parallel()
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "engine got "+r.URL.Path)
	}))
	t.Cleanup(engine.Close)
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "local.json"), `{"functionEnv":{
		"QUARRY_CORE_TABLE":"core",
		"AWS_ENDPOINT_URL_SQS":"`+engine.URL+`",
		"QUARRY_QUEUE_PREFIX":"`+engine.URL+`/000000000000/quarry-"}}`)

	var out, logs strings.Builder
	err := run(t.Context(), []string{
		"-data", dir, "-host", "127.0.0.2", "-sam", "sh", "--", "-c", `echo "$0 $1 $2"; cat "$3"`, "local", "start-api",
	}, &out, &logs)
	if err != nil {
		t.Fatalf("got error %v, logs %s; want no error", err, logs.String())
	}
	outside := strings.Replace(engine.URL, "127.0.0.1", "127.0.0.2", 1)
	want := "local start-api --env-vars\n" + `{"Parameters":{"AWS_ENDPOINT_URL_SQS":"` + outside +
		`","QUARRY_CORE_TABLE":"core","QUARRY_QUEUE_PREFIX":"` + outside + `/000000000000/quarry-"}}`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("String mismatch (-want +got):\n%s", diff)
	}
}

func TestRelay(t *testing.T) {
	t.Parallel()
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, r.Method+" "+r.Host+r.URL.String()+" "+string(body))
	}))
	t.Cleanup(engine.Close)
	relays, err := openRelays(t.Context(), environment{"URL": engine.URL}, "127.0.0.3")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(relays.close)

	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, relays.env["URL"]+"/path?q=1", strings.NewReader("body"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	got, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	host := strings.TrimPrefix(relays.env["URL"], "http://")
	if want := "POST " + host + "/path?q=1 body"; string(got) != want {
		t.Errorf("the engine saw %q, want %q", got, want)
	}
}

// TestDockerDesktop: its containers reach loopback by a name.
func TestDockerDesktop(t *testing.T) {
	t.Parallel()
	relays, err := openRelays(t.Context(), environment{"URL": "http://127.0.0.1:8000"}, dockerDesktop)
	if err != nil {
		t.Fatal(err)
	}
	if want := "http://host.docker.internal:8000"; relays.env["URL"] != want || len(relays.servers) != 0 {
		t.Errorf("got %s by %d relays, want %s by none", relays.env["URL"], len(relays.servers), want)
	}
}

func TestRunSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ file, want string }{
		"no service":       {"", "start one with make run"},
		"an older service": {`{"baseUrl":"http://127.0.0.1:8080"}`, "restart the service"},
		"a broken file":    {`{`, "local.json: unexpected end"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if test.file != "" {
				writeFile(t, filepath.Join(dir, "local.json"), test.file)
			}
			err := run(t.Context(), []string{"-data", dir, "local", "start-api"}, io.Discard, io.Discard)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want it to say %q", err, test.want)
			}
		})
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
