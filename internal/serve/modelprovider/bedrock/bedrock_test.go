package bedrock_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/serve/modelprovider/bedrock"
)

func provider(t *testing.T, serve http.HandlerFunc) *bedrock.Provider {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	return bedrock.New(aws.Config{Region: "eu-central-1", Credentials: keys()}, server.URL)
}

func keys() aws.CredentialsProvider {
	return aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
		return aws.Credentials{AccessKeyID: "id", SecretAccessKey: "key"}, nil
	})
}

func query() model.Query {
	return model.Query{
		Model: "eu.acme.large-v1:0", System: "Judge.", Turns: []model.Turn{{Text: "Which?"}, {Assistant: true, Text: "?"}, {Text: "Again."}},
		Name: "tone", Schema: json.RawMessage(`{"type":"object","properties":{"tone":{"type":"string"}},"required":["tone"],"additionalProperties":false}`), MaxTokens: 77,
	}
}

// answer is a Converse answer with these blocks.
func answer(stop, blocks string) string {
	return `{"metrics":{"latencyMs":10},"output":{"message":{"role":"assistant","content":[` + blocks + `]}},"stopReason":"` + stop +
		`","usage":{"inputTokens":397,"outputTokens":130,"totalTokens":527}}`
}

func TestCall(t *testing.T) {
	t.Parallel()
	var got any
	p := provider(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.EscapedPath() != "/model/eu.acme.large-v1%3A0/converse" || !strings.Contains(r.Header.Get("Authorization"), "/eu-central-1/bedrock/aws4_request") {
			t.Errorf("%s with %v", r.URL.EscapedPath(), r.Header)
		}
		_ = json.NewDecoder(r.Body).Decode(&got)
		_, _ = io.WriteString(w, answer("tool_use", `{"reasoningContent":{"reasoningText":{"text":"hm","signature":"s"}}},{"text":"I use it."},
			{"toolUse":{"toolUseId":"t1","name":"tone","input":{"tone":"calm","sure":0.25,"n":3,"list":[1,"a",null,true]}}}`))
	})
	reply, err := p.Ask(t.Context(), query())
	want := model.Reply{Text: `{"list":[1,"a",null,true],"n":3,"sure":0.25,"tone":"calm"}`, InputTokens: 397, OutputTokens: 130}
	if err != nil || reply != want {
		t.Errorf("got reply %+v, error %v; want no error, reply %+v", reply, err, want)
	}
	var body any
	_ = json.Unmarshal([]byte(`{"inferenceConfig":{"maxTokens":77,"temperature":0},
		"messages":[{"role":"user","content":[{"text":"Which?"}]},{"role":"assistant","content":[{"text":"?"}]},{"role":"user","content":[{"text":"Again."}]}],
		"system":[{"text":"Judge."}],
		"toolConfig":{"toolChoice":{"tool":{"name":"tone"}},"tools":[{"toolSpec":{"name":"tone","description":"Takes the answer.",
		 "inputSchema":{"json":{"type":"object","properties":{"tone":{"type":"string"}},"required":["tone"],"additionalProperties":false}}}}]}}`), &body)
	if diff := cmp.Diff(body, got); diff != "" {
		t.Errorf("request mismatch (-want +got):\n%s", diff)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body string
		want model.Reply
	}{
		"text":     {answer("end_turn", `{"text":"{\"tone\":"},{"text":"\"calm\"}"}`), model.Reply{Text: `{"tone":"calm"}`, InputTokens: 397, OutputTokens: 130}},
		"cut":      {answer("max_tokens", `{"text":"{\"to"}`), model.Reply{Text: `{"to`, Cut: true, InputTokens: 397, OutputTokens: 130}},
		"odd":      {answer("malformed_model_output", `{"text":"{\"tone"}`), model.Reply{Text: `{"tone`, InputTokens: 397, OutputTokens: 130}},
		"thoughts": {answer("end_turn", `{"reasoningContent":{"redactedContent":"c2VjcmV0"}},{"reasoningContent":{"reasoningText":{"text":"hm"}}}`), model.Reply{InputTokens: 397, OutputTokens: 130}},
		"nothing":  {answer("end_turn", ``), model.Reply{InputTokens: 397, OutputTokens: 130}},
		"no usage": {`{"output":{"message":{"role":"assistant","content":[{"text":"x"}]}},"stopReason":"end_turn"}`, model.Reply{Text: "x"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := provider(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, c.body) })
			if got, err := p.Ask(t.Context(), query()); err != nil || got != c.want {
				t.Errorf("got reply %+v, error %v; want no error, %+v", got, err, c.want)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status     int
		kind, body string
		code       errs.Code
		final      bool
	}{
		"throttled":     {429, "ThrottlingException", `{"message":"Too many requests"}`, errs.UpstreamRateLimited, false},
		"not ready":     {429, "ModelNotReadyException", `{}`, errs.UpstreamRateLimited, false},
		"no access":     {403, "AccessDeniedException", `{"message":"You don't have access to the model."}`, errs.ProviderNotConfigured, false},
		"unknown":       {404, "ResourceNotFoundException", `{}`, errs.ProviderNotConfigured, false},
		"bad id":        {400, "ValidationException", `{"message":"The provided model identifier is invalid."}`, errs.ProviderNotConfigured, false},
		"needs profile": {400, "ValidationException", `{"message":"Invocation with on-demand throughput isn't supported."}`, errs.ProviderNotConfigured, false},
		"too long":      {400, "ValidationException", `{"message":"Input is too long: secret"}`, errs.ProviderUnavailable, true},
		"quota":         {400, "ServiceQuotaExceededException", `{}`, errs.ProviderUnavailable, true},
		"time-out":      {408, "ModelTimeoutException", `{}`, errs.ProviderUnavailable, false},
		"model failed":  {424, "ModelErrorException", `{}`, errs.ProviderUnavailable, false},
		"broken":        {500, "InternalServerException", `{}`, errs.ProviderUnavailable, false},
		"away":          {503, "", `<html>`, errs.ProviderUnavailable, false},
		"no JSON":       {200, "", `<html>`, errs.ProviderUnavailable, false},
		"empty":         {200, "", `{}`, errs.ParseFailed, false},
		"filtered":      {200, "", answer("content_filtered", ``), errs.ParseFailed, false},
		"window":        {200, "", answer("model_context_window_exceeded", `{"text":"{\"to"}`), errs.ProviderUnavailable, true},
		"long prompt":   {400, "ValidationException", `{"message":"prompt is too long: 210000 tokens > 200000 maximum"}`, errs.ProviderUnavailable, true},
		"guardrail":     {200, "", answer("guardrail_intervened", `{"text":"blocked"}`), errs.ParseFailed, false},
		"same for ever": {400, "ValidationException", `{"message":"temperature is not supported"}`, errs.ProviderUnavailable, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := provider(t, func(w http.ResponseWriter, _ *http.Request) {
				if c.kind != "" {
					w.Header().Set("X-Amzn-Errortype", c.kind)
				}
				w.Header().Set("Retry-After", "3")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			_, err := p.Ask(t.Context(), query())
			e := errs.As(err)
			if e == nil || e.Code != c.code || e.Permanent != c.final {
				t.Fatalf("got %+v", e)
			}
			if strings.Contains(e.Message, "secret") {
				t.Errorf("the message is %q", e.Message)
			}
			if c.code == errs.UpstreamRateLimited && e.RetryAfter.Seconds() != 3 {
				t.Errorf("retry after %s", e.RetryAfter)
			}
		})
	}
}

func TestModelsThatRefuseParameters(t *testing.T) {
	t.Parallel()
	calls := 0
	p := provider(t, func(w http.ResponseWriter, r *http.Request) {
		calls++
		sent, _ := io.ReadAll(r.Body)
		refuse := func(message string) {
			w.Header().Set("X-Amzn-Errortype", "ValidationException")
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]string{"message": message})
		}
		switch {
		case strings.Contains(string(sent), "toolChoice"):
			refuse("This model doesn't support the toolConfig.toolChoice.tool field.")
		case strings.Contains(string(sent), "temperature"):
			refuse("`temperature` is deprecated for this model.")
		case !strings.Contains(string(sent), `The schema:`):
			refuse("the schema was not told")
		default:
			_, _ = io.WriteString(w, answer("end_turn", `{"text":"{}"}`))
		}
	})
	for range 2 {
		if _, err := p.Ask(t.Context(), query()); err != nil {
			t.Fatal(err)
		}
	}
	if calls != 4 {
		t.Errorf("%d calls; what was refused must not be sent again", calls)
	}
}

func TestAskEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errs.New(errs.Cancelled, "stopped")
	p := provider(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server sees that its client left only after the body
		cancel(stopped)
		<-r.Context().Done()
	})
	if _, err := p.Ask(ctx, query()); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
}
