package lambdahost_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/lambdahost"
)

// functionVariable names the function that this binary is, when a test starts it anew.
const functionVariable = "LAMBDAHOST_TEST_FUNCTION"

// functions are small ones of each sort, which say what reached them.
var functions = map[string]func(){
	"http": func() {
		lambdahost.HTTP(func(e *lambdahost.Env) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				w.Header().Set("X-Seen", r.Method+" "+r.URL.String()+" "+r.Header.Get("X-Given")+" "+string(body))
				w.WriteHeader(http.StatusTeapot)
				_, _ = io.WriteString(w, e.Config.CoreTable)
			})
		})
	},
	"queue": func() {
		lambdahost.Queue(func(*lambdahost.Env) lambdahost.QueueHandler {
			return func(_ context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
				return events.SQSEventResponse{BatchItemFailures: []events.SQSBatchItemFailure{{ItemIdentifier: e.Records[0].MessageId + e.Records[0].Body}}}, nil
			}
		})
	},
	"stream": func() {
		lambdahost.Stream(func(*lambdahost.Env) lambdahost.StreamHandler {
			return func(_ context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
				return events.DynamoDBEventResponse{BatchItemFailures: []events.DynamoDBBatchItemFailure{{ItemIdentifier: e.Records[0].Change.SequenceNumber}}}, nil
			}
		})
	},
	"schedule": func() {
		lambdahost.Schedule(func(*lambdahost.Env) func(context.Context) (map[string]int, error) {
			return func(context.Context) (map[string]int, error) { return map[string]int{"swept": 3}, nil }
		})
	},
	"invoke": func() {
		lambdahost.Invoke(func(e *lambdahost.Env) func(context.Context, map[string]string) (map[string]string, error) {
			return func(ctx context.Context, in map[string]string) (map[string]string, error) {
				if in["say"] == "no" {
					return nil, errors.New("as was asked")
				}
				deadline, _ := ctx.Deadline()
				e.Log.InfoContext(ctx, "was called", "say", in["say"])
				return map[string]string{"said": in["say"], "until": deadline.UTC().Format(time.RFC3339)}, nil
			}
		})
	},
}

func TestMain(m *testing.M) {
	if start, ok := functions[os.Getenv(functionVariable)]; ok {
		start()
		return
	}
	os.Exit(m.Run())
}

// environment is what a function cannot do without.
func environment() map[string]string {
	return map[string]string{
		"QUARRY_CORE_TABLE": "core", "QUARRY_EDGE_TABLE": "edge", "QUARRY_RESULTS_BUCKET": "results", "QUARRY_QUEUE_PREFIX": "http://127.0.0.1:9/q-",
		"QUARRY_CURSOR_KEY": "k", "AWS_REGION": "eu-central-1", "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local",
	}
}

// runtime is Lambda's Runtime API with events to give, and what was answered to them.
type runtime struct {
	server   *httptest.Server
	answered chan answer

	mu     sync.Mutex
	events []string
}

type answer struct{ how, body string }

func newRuntime(t *testing.T, events ...string) *runtime {
	t.Helper()
	r := &runtime{events: events, answered: make(chan answer, len(events))}
	r.server = httptest.NewServer(r)
	t.Cleanup(func() {
		r.server.CloseClientConnections()
		r.server.Close()
	})
	return r
}

func (r *runtime) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	path, ok := strings.CutPrefix(req.URL.Path, "/2018-06-01/runtime/")
	switch {
	case !ok:
		http.NotFound(w, req)
	case path == "invocation/next":
		event, ok := r.next()
		if !ok {
			<-req.Context().Done() // as Lambda does between two events
			return
		}
		w.Header().Set("Lambda-Runtime-Aws-Request-Id", "req-1")
		w.Header().Set("Lambda-Runtime-Deadline-Ms", "4102444800000") // 2100
		_, _ = io.WriteString(w, event)
	default:
		body, _ := io.ReadAll(req.Body)
		w.WriteHeader(http.StatusAccepted)
		r.answered <- answer{strings.TrimPrefix(path, "invocation/req-1/"), string(body)}
	}
}

func (r *runtime) next() (string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.events) == 0 {
		return "", false
	}
	event := r.events[0]
	r.events = r.events[1:]
	return event, true
}

// start starts this binary as a function against a Runtime API.
func start(t *testing.T, function, api string, environment map[string]string) (cmd *exec.Cmd, log *bytes.Buffer) {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log = &bytes.Buffer{}
	cmd = exec.CommandContext(t.Context(), binary)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Env = []string{functionVariable + "=" + function, "AWS_LAMBDA_RUNTIME_API=" + strings.TrimPrefix(api, "http://"), "AWS_LAMBDA_FUNCTION_NAME=" + function}
	for name, value := range environment {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, log
}

// answers starts a function, gives it events, and returns what it answers and logs.
func answers(t *testing.T, function string, given ...string) ([]answer, string) {
	t.Helper()
	r := newRuntime(t, given...)
	cmd, log := start(t, function, r.server.URL, environment())
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // killed below, or it ended by itself, which is a failure
		close(ended)
	}()
	var got []answer
	for range given {
		select {
		case a := <-r.answered:
			got = append(got, a)
		case <-ended:
			t.Fatalf("%s: got an end after %d answers, want %d answers; it logged:\n%s", function, len(got), len(given), log)
		}
	}
	_ = cmd.Process.Kill()
	<-ended
	return got, log.String()
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	for function, c := range map[string]struct{ event, want string }{
		"queue":    {`{"Records":[{"messageId":"m1","body":"+b"},{"messageId":"m2"}]}`, `{"batchItemFailures":[{"itemIdentifier":"m1+b"}]}`},
		"stream":   {`{"Records":[{"dynamodb":{"SequenceNumber":"77"}}]}`, `{"batchItemFailures":[{"itemIdentifier":"77"}]}`},
		"schedule": {`{"source":"aws.events"}`, `{"swept":3}`},
		"invoke":   {`{"say":"hello"}`, `{"said":"hello","until":"2100-01-01T00:00:00Z"}`},
	} {
		t.Run(function, func(t *testing.T) {
			t.Parallel()
			got, _ := answers(t, function, c.event, c.event)
			want := []answer{{"response", c.want}, {"response", c.want}}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(answer{})); diff != "" {
				t.Errorf("answers mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestHTTP(t *testing.T) {
	t.Parallel()
	got, log := answers(t, "http", `{"version":"2.0","rawPath":"/v1/jobs","rawQueryString":"a=1","headers":{"x-given":"mine"},"body":"{}",
		"requestContext":{"http":{"method":"POST","path":"/v1/jobs"},"domainName":"api.test"}}`)
	var res events.APIGatewayV2HTTPResponse
	if err := json.Unmarshal([]byte(got[0].body), &res); err != nil || got[0].how != "response" {
		t.Fatalf("got %+v, error %v; want a response in JSON; it logged:\n%s", got[0], err, log)
	}
	seen := strings.Join(res.MultiValueHeaders["X-Seen"], "") + res.Headers["X-Seen"]
	if res.StatusCode != http.StatusTeapot || res.Body != "core" || !strings.HasPrefix(seen, "POST ") || !strings.HasSuffix(seen, "/v1/jobs?a=1 mine {}") {
		t.Errorf("got status %d, body %q, seen %q; want 418, the name of the table, and the request as it was given", res.StatusCode, res.Body, seen)
	}
}

func TestFailuresAndLog(t *testing.T) {
	t.Parallel()
	got, log := answers(t, "invoke", `{"say":"no"}`, `[]`, `{"say":"yes"}`)
	if got[0].how != "error" || !strings.Contains(got[0].body, `"errorMessage":"as was asked"`) {
		t.Errorf("got %+v, want the handler's error", got[0])
	}
	if got[1].how != "error" {
		t.Errorf("got %+v of an event of another form, want an error", got[1])
	}
	if got[2].how != "response" {
		t.Errorf("got %+v after two errors, want a response", got[2])
	}
	// Each line of the log names the request that it belongs to.
	for line := range strings.Lines(log) {
		if strings.Contains(line, "was called") && strings.Contains(line, "req-1") && strings.Contains(line, "yes") {
			return
		}
	}
	t.Errorf("got log\n%s\nwant a line of the call with the request's id", log)
}

func TestConfigurationThatDoesNotHold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		variable, value string
		says            string
	}{
		"missing":            {"QUARRY_CORE_TABLE", "", "QUARRY_CORE_TABLE is not set"},
		"malformed keys":     {"QUARRY_KEYS", "secret", "QUARRY_KEYS: entry 1 of 1 is not NAME=VALUE"},
		"malformed hosts":    {"QUARRY_HOSTS", "nowhere", ""},
		"unknown upstream":   {"QUARRY_SOURCES", "nobody=http://a.test/", ""},
		"unknown model":      {"QUARRY_MODEL", "nobody", "QUARRY_MODEL is"},
		"unknown embeddings": {"QUARRY_EMBEDDINGS", "nobody", "QUARRY_EMBEDDINGS is"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRuntime(t)
			given := environment()
			given[c.variable] = c.value
			cmd, log := start(t, "schedule", r.server.URL, given)
			err := cmd.Wait()
			exit, _ := errors.AsType[*exec.ExitError](err)
			if exit == nil || exit.ExitCode() != 1 || !strings.HasPrefix(log.String(), "configuration: ") || strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), c.says) {
				t.Errorf("got end %v, log %q; want exit status 1 and one line that says %q", err, log, c.says)
			}
			if strings.Contains(log.String(), "secret") {
				t.Errorf("got log %q, want it without the value", log)
			}
		})
	}
}
