package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// prepared is an event, what it names having been made.
type prepared struct {
	event []byte
	hosts string // names of hosts that the function needs beside the service's, as in QUARRY_HOSTS
	// check holds that the function did what the event asks for, and says in a line what that was.
	check func(ctx context.Context, answer []byte) (said string, err error)
	clean func(ctx context.Context) // what is not to stay; nil for nothing
}

func (p prepared) undo(ctx context.Context) {
	if p.clean != nil {
		p.clean(ctx)
	}
}

// maker makes jobs, crawls and deliveries in the local service as its API does, but for the messages about them: those
// it keeps, so that no worker of the service takes what a function of sam is to do.
type maker struct {
	neighbour
	*lambdahost.Env

	api       http.Handler
	kept      *kept
	sampleWeb bool
}

// kept is a queue that nobody reads. It holds the newest message.
type kept struct {
	worker string
	job    queue.Job
	crawl  queue.Crawl
}

// SendJob implements api.Queue.
func (k *kept) SendJob(_ context.Context, worker string, m queue.Job, _ time.Duration) error {
	k.worker, k.job = worker, m
	return nil
}

// SendJobs implements api.Queue. Nothing here makes several jobs.
func (*kept) SendJobs(context.Context, string, []queue.Job) error { return nil }

// SendCrawl implements api.Queue.
func (k *kept) SendCrawl(_ context.Context, m queue.Crawl, _ time.Duration) error {
	k.crawl = m
	return nil
}

func newMaker(n neighbour, logs io.Writer) (*maker, error) {
	c, err := config.From(func(name string) string { return n.FunctionEnv[name] })
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(logs, &slog.HandlerOptions{Level: slog.LevelWarn}))
	env, err := lambdahost.NewEnv(c, log, nil)
	if err != nil {
		return nil, err
	}
	m := &maker{neighbour: n, Env: env, kept: &kept{}, sampleWeb: strings.Contains(n.FunctionEnv["QUARRY_HOSTS"], "open:*.test=")}
	m.api = api.New(api.Deps{
		Store: env.Store, Results: env.Results, Queue: m.kept, Kinds: kinds.All(), Hosts: env.Hosts, Cursors: env.Cursors,
		Seals: env.Seals, Lookup: egress.Lookup, Log: log, RenderCredits: c.RenderCredits,
	}).Submit()
	return m, nil
}

// prepare makes what the sample event of a function names.
func (m *maker) prepare(ctx context.Context, function, sample string) (prepared, error) {
	switch function {
	case "api-submit", "api-read":
		return prepared{event: m.fill(sample, ids{}), check: m.respond}, nil
	case "dead-letter":
		return m.deadLetter(ctx, sample)
	case "crawler":
		return m.crawl(ctx, sample)
	case "webhook-stream", "webhook-retry":
		return m.delivery(ctx, sample)
	case kind.BrowserFunction:
		return prepared{event: m.fill(sample, ids{}), check: shown}, nil
	case kind.PDFFunction:
		return prepared{event: m.fill(sample, ids{}), check: document}, nil
	}
	if worker, found := strings.CutPrefix(function, "worker-"); found {
		return m.work(ctx, worker, sample)
	}
	return prepared{event: m.fill(sample, ids{}), check: answered}, nil
}

// ids are what a sample event is to name in the place of its own.
type ids struct{ job, crawl, delivery string }

// sampleIDs are those of the samples: one of each sort, and a token.
var sampleIDs = regexp.MustCompile(`(org|job|crl|dlv)_01kaj3v[0-9a-z]+|satk_SampleToken[0-9A-Za-z]+|http://article\.test/`)

// fill is a sample about what there is in the local service.
func (m *maker) fill(sample string, of ids) []byte {
	return []byte(sampleIDs.ReplaceAllStringFunc(sample, func(found string) string {
		switch {
		case strings.HasPrefix(found, "org_"):
			return m.OrganizationID
		case strings.HasPrefix(found, "job_"):
			return of.job
		case strings.HasPrefix(found, "crl_"):
			return of.crawl
		case strings.HasPrefix(found, "dlv_"):
			return of.delivery
		case strings.HasPrefix(found, "satk_"):
			return m.Token
		}
		return m.site(found)
	}))
}

// site has texts name what can be read: the internet has no sample web, and the sample web no internet.
func (m *maker) site(text string) string {
	if m.sampleWeb {
		return strings.NewReplacer("https://example.com", "http://company.test", "example.com", "company.test").Replace(text)
	}
	return strings.ReplaceAll(text, "http://article.test/", "https://example.com/")
}

// post asks the API, as the service's own organization, for what it answers with 202.
func (m *maker) post(ctx context.Context, path string, body map[string]any) (data map[string]any, err error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req := httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/public"+path, strings.NewReader(string(raw)))
	req.Header.Set("Authorization", "Bearer "+m.Token)
	req.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	m.api.ServeHTTP(answer, req)
	var said struct {
		Data  map[string]any `json:"data"`
		Error struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &said); err != nil || answer.Code != http.StatusAccepted {
		return nil, fmt.Errorf("POST %s of %s: status %d, %s: %s", path, raw, answer.Code, said.Error.Code, said.Error.Message)
	}
	return said.Data, nil
}

// respond holds that a function of the API answered what it was asked for.
func (*maker) respond(_ context.Context, answer []byte) (string, error) {
	if err := refused(answer); err != nil {
		return "", err
	}
	var response struct {
		StatusCode int    `json:"statusCode"`
		Body       string `json:"body"`
	}
	if err := json.Unmarshal(answer, &response); err != nil {
		return "", fmt.Errorf("got the answer %s, want one of the API: %w", answer, err)
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return "", fmt.Errorf("got status %d, want 200 or 202: %s", response.StatusCode, response.Body)
	}
	return fmt.Sprintf("status %d, %d bytes", response.StatusCode, len(response.Body)), nil
}
