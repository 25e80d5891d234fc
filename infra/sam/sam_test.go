package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestRun: a stand-in for sam sees the arguments, and a file by which it reaches what listens at other addresses.
func TestRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "local.json"), `{"functionEnv":{
		"QUARRY_CORE_TABLE":"core",
		"QUARRY_HOSTS":"hooks:a.test=127.0.0.1:1,open:*.test=127.0.0.1:2",
		"QUARRY_SOURCES":"a=http://127.0.0.1:3/x,b=http://b.test/"}}`)
	script := filepath.Join(dir, "sam")
	writeFile(t, script, "#!/bin/sh\necho \"$1 $2 $3 $5 $7 $8\"; cat \"$6\"")
	makeProgram(t, script)

	var out, logs strings.Builder
	if err := run(t.Context(), []string{"-root", "/r", "-data", dir, "-host", "127.0.0.2", "-sam", script, "--", "--port", "3000"}, &out, &logs); err != nil {
		t.Fatalf("got error %v, logs %s; want no error", err, logs.String())
	}
	const want = `^local start-api --template --env-vars --port 3000
{"Parameters":{"QUARRY_CORE_TABLE":"core","QUARRY_HOSTS":"hooks:a.test=127.0.0.2:\d+,open:\*.test=127.0.0.2:\d+","QUARRY_SOURCES":"a=http://127.0.0.2:\d+/x,b=http://b.test/"}}$`
	if !regexp.MustCompile(want).MatchString(out.String()) {
		t.Errorf("got the command line and the file %s, want %s", out.String(), want)
	}
}

// TestRelay: what listens on loopback is asked and answers as if there was nothing between, by several commands at once, and
// one that ends takes nothing from another.
func TestRelay(t *testing.T) {
	t.Parallel()
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, r.Method+" "+r.Host+r.URL.String()+" "+string(body))
	}))
	t.Cleanup(engine.Close)
	var urls []string
	var all []*relays
	for range 2 {
		relays, err := openRelays(t.Context(), environment{"URL": engine.URL, "AGAIN": engine.URL + "/path"}, "127.0.0.3")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(relays.close)
		if relays.env["AGAIN"] != relays.env["URL"]+"/path" || len(relays.listeners) != 1 {
			t.Errorf("got %v by %d relays, want one for one port", relays.env, len(relays.listeners))
		}
		all, urls = append(all, relays), append(urls, relays.env["URL"])
	}
	for i, url := range urls {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/path?q=1", strings.NewReader("body"))
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
		if want := "POST " + strings.TrimPrefix(url, "http://") + "/path?q=1 body"; string(got) != want {
			t.Errorf("the engine saw %q, want %q", got, want)
		}
		all[i].close()
	}
}

// TestDockerDesktop: its containers reach loopback by a name, which no host can lead to.
func TestDockerDesktop(t *testing.T) {
	t.Parallel()
	relays, err := openRelays(t.Context(), environment{"URL": "http://127.0.0.1:8000", "QUARRY_HOSTS": "open:*.test=127.0.0.1:1"}, dockerDesktop)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(environment{"URL": "http://host.docker.internal:8000"}, relays.env); diff != "" || len(relays.listeners) != 0 {
		t.Errorf("got %d relays, want none; environment mismatch (-want +got):\n%s", len(relays.listeners), diff)
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
			err := run(t.Context(), []string{"-data", dir}, io.Discard, io.Discard)
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

func makeProgram(t *testing.T, path string) {
	t.Helper()
	if err := os.Chmod(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

// TestAnEngineThatSaysNothing: the script waits for none for ever, and takes one that is there for one that fails, not for none.
func TestAnEngineThatSaysNothing(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("timeout"); err != nil {
		t.Skip("there is no timeout")
	}
	dir := t.TempDir()
	for name, does := range map[string]string{"docker": "exec sleep 600", "dockerd": "exit 1"} {
		writeFile(t, filepath.Join(dir, name), "#!/bin/sh\n"+does+"\n")
		makeProgram(t, filepath.Join(dir, name))
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "./run")
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "SAM_PATIENCE=1")
	cmd.WaitDelay = time.Second
	if said, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(said), "FAIL sam: a container engine took the call and did not answer within 1 s") {
		t.Errorf("got error %v and %q, want that it failed, and why", err, said)
	}
}
