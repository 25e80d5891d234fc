package config_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/config"
)

// setenv sets the least that a function needs, and then what a test adds.
func setenv(t *testing.T, extra map[string]string) {
	t.Helper()
	for name, value := range map[string]string{
		"QUARRY_CORE_TABLE": "core", "QUARRY_EDGE_TABLE": "edge", "QUARRY_RESULTS_BUCKET": "results",
		"QUARRY_QUEUE_PREFIX": "http://127.0.0.1/q-", "QUARRY_CURSOR_KEY": "k", "AWS_REGION": "eu-central-1",
	} {
		t.Setenv(name, value)
	}
	for name, value := range extra {
		t.Setenv(name, value)
	}
}

func TestLoad(t *testing.T) { //nolint:paralleltest // it sets the environment
	setenv(t, map[string]string{
		"QUARRY_HOSTS":   "*.test=127.0.0.1:1, a.test=127.0.0.1:2",
		"QUARRY_SOURCES": "reddit=http://127.0.0.1:9",
		"QUARRY_KEYS":    "crux=k1, pagespeed=k2==",

		"QUARRY_SHARE_PERCENT": "75", "QUARRY_CONCURRENCY": "200", "QUARRY_RENDER_CREDITS": "3",
	})
	got, err := config.Load()
	if err != nil {
		t.Fatal(err)
	}
	if got.CoreTable != "core" || got.AWS.Region != "eu-central-1" || got.SharePercent != 75 || got.Concurrency != 200 || got.RenderCredits != 3 {
		t.Errorf("got %+v, want table core in eu-central-1, a share of 75, 200 at once and rendering for 3", got)
	}
	if diff := cmp.Diff([]string{"*.test=127.0.0.1:1", "a.test=127.0.0.1:2"}, got.Hosts); diff != "" {
		t.Errorf("Hosts mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"reddit": "http://127.0.0.1:9"}, got.Sources); diff != "" {
		t.Errorf("Sources mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"crux": "k1", "pagespeed": "k2=="}, got.Keys); diff != "" {
		t.Errorf("Keys mismatch (-want +got):\n%s", diff)
	}
}

func TestLoadNamesEveryProblem(t *testing.T) { //nolint:paralleltest // it sets the environment
	setenv(t, map[string]string{
		"QUARRY_CORE_TABLE": "", "QUARRY_QUEUE_PREFIX": "", "QUARRY_SOURCES": "reddit", "QUARRY_SHARE_PERCENT": "all", "QUARRY_CONCURRENCY": "many", "QUARRY_RENDER_CREDITS": "0",
	})
	_, err := config.Load()
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{"QUARRY_CORE_TABLE", "QUARRY_QUEUE_PREFIX", "QUARRY_SOURCES", "QUARRY_SHARE_PERCENT", "QUARRY_CONCURRENCY", "QUARRY_RENDER_CREDITS"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q does not name %s", err, name)
		}
	}
}

func TestParseShare(t *testing.T) {
	t.Parallel()
	for v, want := range map[string]int{"": 0, "1": 1, "75": 75, "100": 100} {
		if got, err := config.ParseShare(v); err != nil || got != want {
			t.Errorf("%q: got %d, error %v; want %d, no error", v, got, err, want)
		}
	}
	for _, v := range []string{"0", "101", "-1", "half", "50%", "1.5"} {
		if _, err := config.ParseShare(v); err == nil || !strings.Contains(err.Error(), "QUARRY_SHARE_PERCENT") {
			t.Errorf("%q: got error %v, want one that names QUARRY_SHARE_PERCENT", v, err)
		}
	}
}

func TestParseRenderCredits(t *testing.T) {
	t.Parallel()
	for v, want := range map[string]int64{"": 0, "1": 1, "1000": 1000} {
		if got, err := config.ParseRenderCredits(v); err != nil || got != want {
			t.Errorf("%q: got %d, error %v; want %d, no error", v, got, err, want)
		}
	}
	for _, v := range []string{"0", "1001", "-1", "one", "1.5"} {
		if _, err := config.ParseRenderCredits(v); err == nil || !strings.Contains(err.Error(), "QUARRY_RENDER_CREDITS") {
			t.Errorf("%q: got error %v, want one that names QUARRY_RENDER_CREDITS", v, err)
		}
	}
}

// TestNoKeyInErrors: what cannot be read may be a key, whole or in part.
func TestNoKeyInErrors(t *testing.T) { //nolint:paralleltest // it sets the environment
	for _, keys := range []string{"sk-secret", "=sk-secret", "crux=sk-other,sk-secret", "sk-secret="} {
		setenv(t, map[string]string{"QUARRY_KEYS": keys})
		_, err := config.Load()
		if err == nil || !strings.Contains(err.Error(), "QUARRY_KEYS") {
			t.Fatalf("%v does not name QUARRY_KEYS", err)
		}
		if strings.Contains(err.Error(), "sk-") {
			t.Errorf("%q shows a key", err)
		}
	}
}

// empty holds that a test has set every field.
func empty(t *testing.T, fields reflect.Value) {
	t.Helper()
	for field, value := range fields.Fields() {
		if value.Kind() == reflect.Struct {
			empty(t, value)
		} else if value.IsZero() {
			t.Errorf("got no value of %s, want one", field.Name)
		}
	}
}

// TestEnvironNamesWhatIsSet: sam hands on what it is given, and an empty variable would not be a default.
func TestEnvironNamesWhatIsSet(t *testing.T) {
	t.Parallel()
	got := config.Config{CoreTable: "core", AWS: config.AWS{Region: "r"}}.Environ()
	if diff := cmp.Diff(map[string]string{"QUARRY_CORE_TABLE": "core", "AWS_REGION": "r"}, got); diff != "" {
		t.Errorf("environment mismatch (-want +got):\n%s", diff)
	}
}

func TestEnvironIsWhatLoadReads(t *testing.T) { //nolint:paralleltest // it sets the environment
	setenv(t, map[string]string{
		"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "random",
		"AWS_SESSION_TOKEN": "session", "AWS_ENDPOINT_URL_DYNAMODB": "http://127.0.0.1:1", "AWS_ENDPOINT_URL_SQS": "http://127.0.0.1:2",
		"AWS_ENDPOINT_URL_S3": "http://127.0.0.1:3", "AWS_ENDPOINT_URL_LAMBDA": "http://127.0.0.1:4", "AWS_ENDPOINT_URL_CLOUDWATCH_LOGS": "http://127.0.0.1:5",
		"QUARRY_STACK": "q", "QUARRY_USER_AGENT": "Acme/1", "QUARRY_HOSTS": "open:*.test=127.0.0.1:1,a.test=127.0.0.1:2", "QUARRY_SOURCES": "a=http://a.test,b=http://b.test/?c=d",
		"QUARRY_KEYS": "a=b==", "QUARRY_MODEL": "openai:m", "QUARRY_EMBEDDINGS": "openai:e", "QUARRY_BROWSER_FUNCTION": "browser", "QUARRY_PDF_FUNCTION": "pdf",
		"QUARRY_SHARE_PERCENT": "40", "QUARRY_CONCURRENCY": "7", "QUARRY_RENDER_CREDITS": "3", "QUARRY_FACES": "firecrawl", "QUARRY_PAUSED": "true",
	})
	first, err := config.Load()
	if err != nil {
		t.Fatal(err)
	}
	environ := first.Environ()
	empty(t, reflect.ValueOf(first))
	for name := range environ {
		t.Setenv(name, "")
	}
	for name, value := range environ {
		t.Setenv(name, value)
	}
	second, err := config.Load()
	if diff := cmp.Diff(first, second); diff != "" || err != nil {
		t.Errorf("got error %v, want no error; second mismatch (-want +got):\n%s", err, diff)
	}
}

func TestCursorKeys(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{"k": {"k"}, "new, old,older": {"new", "old", "older"}, "": {""}} {
		key, former := config.Config{CursorKey: text}.CursorKeys()
		if diff := cmp.Diff(want, append([]string{key}, former...)); diff != "" {
			t.Errorf("%q: keys mismatch (-want +got):\n%s", text, diff)
		}
	}
}
