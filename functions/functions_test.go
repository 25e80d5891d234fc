// Package functions_test runs every function as Lambda does: the compiled main,
// polling a Runtime API, given its sample event, against local engines.
package functions_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/local/blob"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
	localsqs "github.com/quarryapi/quarry/internal/serve/local/sqs"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/token"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
	"github.com/quarryapi/quarry/internal/webtest"
)

// What the sample events name.
const (
	sampleToken = token.Token("satk_SampleTokenOfTheEventsFolder001dYhQs")
	sampleOrg   = "org_01kaj3v00000000000000000rg"
	sampleJob   = "job_01kaj3v00000000000000000jb"
	deadJob     = "job_01kaj3v00000000000000000dd"
	firstTry    = "dlv_01kaj3v00000000000000000dv"
	laterTry    = "dlv_01kaj3v00000000000000000dr"
	sampleCrawl = "crl_01kaj3v00000000000000000cr"

	granted = 10_000
)

// stack is what the functions have around them.
type stack struct {
	*store.Store
	receiver *webtest.Receiver
	env      []string
	binaries string
	jobs     []workerJob
	balance  int64 // after the jobs were admitted

	mu    sync.Mutex
	peaks map[string]int // the most memory that a function had, in kB, by its name
}

func setup(t *testing.T) *stack {
	t.Helper()
	ctx := t.Context()
	s := &stack{peaks: map[string]int{}, receiver: webtest.NewReceiver(), binaries: build(t), jobs: workerJobs(t)}
	web := webtest.Start(t, s.receiver.Site("hooks.test"))
	messages := httptest.NewServer(localsqs.New(time.Now))
	t.Cleanup(messages.Close)
	bucket, err := blob.New(t.TempDir(), "results")
	if err != nil {
		t.Fatal(err)
	}
	objects := httptest.NewServer(bucket)
	t.Cleanup(objects.Close)
	c := config.Config{
		CoreTable: "functions-core", EdgeTable: "functions-edge", ResultsBucket: "results",
		QueuePrefix: localsqs.QueueURL(messages.URL, "q-"), Hosts: []string{web.HostsRule()},
		AWS: config.AWS{
			Region: "us-east-1", AccessKeyID: "local", SecretAccessKey: "local",
			DynamoDBEndpoint: dynamotest.Endpoint(), SQSEndpoint: messages.URL, S3Endpoint: objects.URL,
		},
	}
	s.env = []string{
		"QUARRY_CORE_TABLE=" + c.CoreTable, "QUARRY_EDGE_TABLE=" + c.EdgeTable, "QUARRY_RESULTS_BUCKET=" + c.ResultsBucket,
		"QUARRY_QUEUE_PREFIX=" + c.QueuePrefix, "QUARRY_CURSOR_KEY=sample", "QUARRY_HOSTS=" + web.HostsRule(), "AWS_REGION=us-east-1",
		"AWS_ACCESS_KEY_ID=local", "AWS_SECRET_ACCESS_KEY=local", "AWS_ENDPOINT_URL_DYNAMODB=" + dynamotest.Endpoint(),
		"AWS_ENDPOINT_URL_SQS=" + messages.URL, "AWS_ENDPOINT_URL_S3=" + objects.URL,
		"QUARRY_SOURCES=" + sources(web.Web()),
		"QUARRY_BROWSER_FUNCTION=browser", "QUARRY_PDF_FUNCTION=pdf", "AWS_ENDPOINT_URL_LAMBDA=" + s.lambda(t),
	}
	db := dynamodb.NewFromConfig(dynamotest.Config(t))
	if err := store.CreateTables(ctx, db, c.CoreTable, c.EdgeTable); err != nil {
		t.Fatal(err)
	}
	queues := sqs.NewFromConfig(lambdahost.AWSConfig(c.AWS), func(o *sqs.Options) { o.BaseEndpoint = &messages.URL })
	names := []string{queue.Deliveries, queue.Crawls}
	for _, j := range s.jobs {
		names = append(names, queue.Jobs(j.worker))
	}
	for _, name := range names {
		if _, err := queues.CreateQueue(ctx, &sqs.CreateQueueInput{QueueName: new("q-" + name)}); err != nil {
			t.Fatal(err)
		}
	}
	env, err := lambdahost.NewEnv(c, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Store = env.Store
	s.seed(t)
	return s
}

// lambda stands for Lambda's API, as far as the workers call it: it has the functions answer that
// they invoke.
func (s *stack) lambda(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/2015-03-31/functions/"), "/invocations")
		if !alone(name) || !strings.Contains(r.Header.Get("Authorization"), "Credential=local/") {
			t.Errorf("got a call of %s, signed %q; want one of a function that workers invoke", r.URL, r.Header.Get("Authorization"))
		}
		event, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("reading a call of %s: %v", name, err)
		}
		outcome, body, _ := strings.Cut(s.give(t, name, event), " ")
		if outcome != "response" {
			w.Header().Set("X-Amz-Function-Error", "Unhandled")
		}
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// alone reports whether a function is one that workers invoke.
func alone(name string) bool { return name == kind.BrowserFunction || name == kind.PDFFunction }

// environment is what a function is told: those that workers invoke know the hosts of the test and nothing
// of the service.
func (s *stack) environment(name string) []string {
	if !alone(name) {
		return s.env
	}
	return slices.DeleteFunc(slices.Clone(s.env), func(v string) bool { return !strings.HasPrefix(v, "QUARRY_HOSTS=") })
}

// build compiles all mains at once.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	const modfile = "dist/lambda.mod"
	if said, err := exec.CommandContext(t.Context(), "make", "-s", "-C", "..", modfile).CombinedOutput(); err != nil {
		t.Fatalf("making %s: %v\n%s", modfile, err, said)
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-modfile", "../"+modfile, "-tags", "lambda.norpc", "-ldflags", "-s -w", "-o", dir, "./...")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("got error %v, said %s; want no error", err, said)
	}
	// What rod's launcher embeds does not fit beside the browser's layer.
	about, err := exec.CommandContext(t.Context(), "go", "version", "-m", filepath.Join(dir, "browser")).CombinedOutput()
	if err != nil || !strings.Contains(string(about), "=>\t./tools/leakless") {
		t.Errorf("browser: got error %v, want the module tools/leakless in the place of rod's\n%s", err, about)
	}
	return dir
}

// seed makes what the sample events name.
func (s *stack) seed(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	must(s.CreateOrg(ctx, &store.Org{ID: sampleOrg, Name: "sample", InFlightCap: 100}))
	must(s.Grant(ctx, sampleOrg, "grt_sample", granted, "sample"))
	s.balance = granted
	now := time.Now()
	_, _, err := s.AdmitCrawl(ctx, store.CrawlAdmission{First: "http://article.test/", Crawl: &store.Crawl{
		ID: sampleCrawl, OrgID: sampleOrg, Kind: "url", Input: []byte(`{"url":"http://article.test/"}`), Target: "http://article.test/", Shards: 1,
		CreatedAt: now, ExpiresAt: now.Add(job.Retention), State: store.CrawlState{Status: store.CrawlRunning, UpdatedAt: now},
	}})
	must(err)
	must(s.CreateToken(ctx, &store.Credential{
		ID: "tok_sample", Hash: sampleToken.Hash(), OrgID: sampleOrg, Scopes: []string{"api.read", "api.write"},
		CreateLimit: 120, PollLimit: 1200,
	}))
	endpoint, _, err := s.RegisterEndpoint(ctx, &store.Endpoint{
		ID: "whe_sample", OrgID: sampleOrg, URL: "http://hooks.test/", Secret: signing.NewSecret(),
	})
	must(err)
	dead := s.jobs[0]
	dead.id = deadJob
	for _, j := range append(s.jobs, dead) {
		now := time.Now().UTC()
		_, _, err := s.Admit(ctx, store.Admission{Job: &job.Job{
			ID: j.id, OrgID: sampleOrg, Kind: j.kind, Worker: j.worker, Status: job.Queued, Input: j.input, Quote: j.plan.Quote,
			Target: j.plan.Target, CreatedAt: now, ExpiresAt: now.Add(job.Retention),
		}})
		must(err)
		s.balance -= j.plan.Quote.Credits
	}
	for _, id := range []string{firstTry, laterTry} {
		must(s.PutDelivery(ctx, &store.Delivery{
			ID: id, OrgID: sampleOrg, EndpointID: endpoint.ID, EventID: "evt_" + id, EventType: "endpoint.test", URL: endpoint.URL,
			Status: store.DeliveryPending, Attempt: 1, Trigger: store.TriggerScheduled, CreatedAt: time.Now(), NextAttemptAt: time.Now(),
		}))
	}
}

// invoke runs a function until it has answered its sample event.
func (s *stack) invoke(t *testing.T, name string) string {
	t.Helper()
	event, err := os.ReadFile(filepath.Join("..", "events", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return s.give(t, name, event)
}

// give runs a function until it has answered an event, with more or other variables where they are given.
func (s *stack) give(t *testing.T, name string, event []byte, more ...string) string {
	t.Helper()
	answered := make(chan string, 1)
	given := false
	runtime := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/next") {
			if given {
				<-r.Context().Done()
				return
			}
			given = true
			w.Header().Set("Lambda-Runtime-Aws-Request-Id", "sample")
			w.Header().Set("Lambda-Runtime-Deadline-Ms", "99999999999999")
			_, _ = w.Write(event)
			return
		}
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(http.StatusAccepted)
		answered <- r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:] + " " + string(body)
	}))
	defer runtime.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(s.binaries, name))
	cmd.Env = append([]string{
		"AWS_LAMBDA_RUNTIME_API=" + strings.TrimPrefix(runtime.URL, "http://"), "AWS_LAMBDA_FUNCTION_NAME=" + name,
	}, slices.Concat(s.environment(name), more)...)
	var log strings.Builder
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		runtime.CloseClientConnections()
	}()
	select {
	case a := <-answered:
		s.measured(name, cmd.Process.Pid)
		return a
	case <-ctx.Done():
		t.Fatalf("%s never answered; it logged:\n%s", name, &log)
		return ""
	}
}

func TestSampleEvents(t *testing.T) {
	t.Parallel()
	s := setup(t)
	t.Run("starts", s.starts) //nolint:paralleltest // beside others it takes its time
	for _, c := range []struct {
		function string
		want     string // part of what the function answers
		after    func()
	}{
		{"api-read", `\"balance\":` + strconv.FormatInt(s.balance, 10), nil},
		{"api-submit", `"statusCode":202`, nil},
		{"dead-letter", `response {"batchItemFailures":[]}`, func() { s.status(t, deadJob, job.Failed) }},
		{"webhook-stream", `response {"batchItemFailures":[]}`, func() { s.delivered(t, firstTry) }},
		{"webhook-retry", `response {"batchItemFailures":[]}`, func() { s.delivered(t, laterTry) }},
		{"sweeper", `response {"lost":0,"overdue":0,"died":0,"released":0,"failed":0,"waiting":0,"deliveries":0,"crawls":0,"oldestSec":0,"unfinished":false}`, nil},
		{"crawler", `response {"batchItemFailures":[]}`, func() { s.crawls(t) }},
		{"browser", `response {"packed":"`, nil},
		{"pdf", `response {"packed":"`, nil},
		{"admin", `"organizationId":"` + sampleOrg + `"`, nil},
	} {
		if got := s.invoke(t, c.function); !strings.Contains(got, c.want) || !strings.HasPrefix(got, "response ") {
			t.Errorf("%s: %s does not contain %s", c.function, got, c.want)
		}
		if c.after != nil {
			c.after()
		}
	}
	t.Run("submits", s.submits)     //nolint:paralleltest // jobs of others are counted
	t.Run("documents", s.documents) //nolint:paralleltest // so that what it takes is its own
	t.Run("tools", s.tools)         //nolint:paralleltest // the balance would move
	t.Run("rotates", s.rotates)     //nolint:paralleltest // lists would have jobs of others
	if n := len(s.receiver.Received()); n != 2 {
		t.Errorf("%d webhooks came", n)
	}
	for _, j := range s.jobs {
		t.Run("worker-"+j.worker, func(t *testing.T) {
			t.Parallel()
			s.perform(t, j)
		})
	}
}

// tools holds api-submit to the Model Context Protocol where that is chosen.
func (s *stack) tools(t *testing.T) {
	event, err := os.ReadFile("../events/api-submit.json")
	if err != nil {
		t.Fatal(err)
	}
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"balance","arguments":{}}}`
	head, _, _ := strings.Cut(string(event), `"body":`)
	head = strings.NewReplacer("/v1/public/scrape", "/mcp", `"accept": "application/json"`, `"accept": "application/json, text/event-stream"`).Replace(head)
	event = []byte(head + `"body":` + strconv.Quote(call) + "}")
	for faces, want := range map[string]string{"mcp": "credits left, ", "firecrawl": `"statusCode":404`} {
		if got := s.give(t, "api-submit", event, "QUARRY_FACES="+faces); !strings.Contains(got, want) {
			t.Errorf("with the face %s: got %s, want %s", faces, got, want)
		}
	}
}

// crawls holds that the sample crawl has begun.
func (s *stack) crawls(t *testing.T) {
	t.Helper()
	c, err := s.Crawl(t.Context(), sampleOrg, sampleCrawl)
	if err != nil || c.State.Admitted != 1 || len(c.State.InFlight) != 1 {
		t.Errorf("got crawl %+v, error %v; want its first page in flight", c, err)
	}
}

func (s *stack) status(t *testing.T, id string, want job.Status) {
	t.Helper()
	j, err := s.Job(t.Context(), sampleOrg, id)
	if err != nil || j.Status != want {
		t.Errorf("got job %+v, error %v; want no error, Status %q", j, err, want)
	}
}

func (s *stack) delivered(t *testing.T, id string) {
	t.Helper()
	d, err := s.Delivery(t.Context(), sampleOrg, id)
	if err != nil || d.Status != store.DeliverySucceeded {
		t.Errorf(`got delivery %+v, error %v; want no error, Status "succeeded"`, d, err)
	}
}

// TestEveryFunctionHasAnEvent holds the folders against each other.
func TestEveryFunctionHasAnEvent(t *testing.T) {
	t.Parallel()
	mains, err := filepath.Glob("*/main.go")
	if err != nil {
		t.Fatal(err)
	}
	samples, err := filepath.Glob("../events/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var functions, events []string
	for _, m := range mains {
		functions = append(functions, filepath.Dir(m))
	}
	for _, e := range samples {
		events = append(events, strings.TrimSuffix(filepath.Base(e), ".json"))
	}
	slices.Sort(functions) // the paths are sorted with what follows the names
	slices.Sort(events)
	if diff := cmp.Diff(functions, events); diff != "" {
		t.Errorf("events mismatch (-want +got):\n%s", diff)
	}
}
