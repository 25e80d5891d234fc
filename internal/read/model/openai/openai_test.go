package openai_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/model/openai"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
)

// provider leads to a handler at model.test, or to the replay when there is none.
func provider(t *testing.T, key string, serve http.HandlerFunc) *openai.Provider {
	t.Helper()
	c := sources.Config{Upstream: sources.Upstream{Name: "model", TakesKey: true, BaseURL: "http://model.upstream.test"}, Key: key}
	var extra []webtest.Site
	if serve != nil {
		c.BaseURL = "http://model.test/v1"
		extra = append(extra, webtest.Site{Host: "model.test", Assets: map[string]http.HandlerFunc{"/v1/chat/completions": serve}})
	}
	web := webtest.Start(t, extra...)
	hosts, err := egress.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(client.CloseIdle)
	return openai.New(c, upstream.New(client, c, nil))
}

const schema = `{"type":"object","properties":{"tone":{"type":"string","maxLength":60},"format":{"type":"string"},"sure":{"type":"number","maximum":1}},"required":["tone","format","sure"],"additionalProperties":false}`

func query() model.Query {
	return model.Query{
		Model: "m-1", System: "Judge.", Turns: []model.Turn{{Text: "Which?"}, {Assistant: true, Text: "?"}, {Text: "Again."}},
		Name: "tone", Schema: json.RawMessage(schema), MaxTokens: 77,
	}
}

const completion = `{"id":"c","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"{\"tone\":\"calm\"}","reasoning":"hm"},"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":5,"total_tokens":17}}`

func TestCall(t *testing.T) {
	t.Parallel()
	var got map[string]any
	p := provider(t, "secret", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.Header.Get("Authorization") != "Bearer secret" {
			t.Errorf("%s with %v", r.Method, r.Header)
		}
		_ = json.NewDecoder(r.Body).Decode(&got)
		_, _ = io.WriteString(w, completion)
	})
	reply, err := p.Ask(t.Context(), query())
	if err != nil || reply != (model.Reply{Text: `{"tone":"calm"}`, InputTokens: 12, OutputTokens: 5}) {
		t.Errorf("got reply %+v, error %v; want no error, reply model.Reply{Text: `{\"tone\":\"calm\"}`, InputTokens: 12, OutputTokens: 5}", reply, err)
	}
	sent, _ := json.Marshal(got)
	const want = `{"max_tokens":77,"messages":[{"content":"Judge.","role":"system"},{"content":"Which?","role":"user"},{"content":"?","role":"assistant"},{"content":"Again.","role":"user"}],` +
		`"model":"m-1","response_format":{"json_schema":{"name":"tone","schema":{"additionalProperties":false,"properties":{"format":{"type":"string"},"sure":{"type":"number"},"tone":{"type":"string"}},` +
		`"required":["tone","format","sure"],"type":"object"},"strict":true},"type":"json_schema"},"stream":false,"temperature":0}`
	if string(sent) != want {
		t.Errorf("sent %s", sent)
	}
}

// fussy refuses parameters one after the other, as models and servers do.
func TestParametersThatAreRefused(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var calls []map[string]any
	p := provider(t, "", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		var call map[string]any
		_ = json.NewDecoder(r.Body).Decode(&call)
		calls = append(calls, call)
		refuse := func(format string, args ...any) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprintf(w, format, args...)
		}
		switch {
		case call["max_tokens"] != nil:
			refuse(`{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`)
		case call["temperature"] != nil:
			refuse(`{"error":{"message":"temperature does not support 0 with this model","type":"invalid_request_error","code":400}}`)
		case call["response_format"] != nil:
			refuse(`{"error":{"message":"This server has no json_schema"}}`)
		case strings.Contains(fmt.Sprint(call["messages"]), "role:system"):
			refuse(`{"error":{"message":"Unsupported value: 'messages[0].role' does not support 'system' with this model.","param":"messages[0].role","code":"unsupported_value"}}`)
		default:
			_, _ = io.WriteString(w, completion)
		}
	})
	for range 2 {
		if _, err := p.Ask(t.Context(), query()); err != nil {
			t.Fatal(err)
		}
	}
	if len(calls) != 6 {
		t.Fatalf("%d calls; what was refused must not be sent again", len(calls))
	}
	last, _ := json.Marshal(calls[5])
	if calls[5]["max_completion_tokens"] == nil || !strings.Contains(string(last), `The schema:\n{\"type\":\"object\"`) {
		t.Errorf("sent %s", last)
	}
}

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
		final  bool
	}{
		"text":              {200, "all is well", errs.ProviderUnavailable, false},
		"a page":            {200, "<html>", errs.ProviderUnavailable, false},
		"nothing":           {200, "", errs.ProviderUnavailable, false},
		"other JSON":        {200, `{"method":"POST"}`, errs.ParseFailed, false},
		"a list":            {200, `[]`, errs.ProviderUnavailable, false},
		"error within":      {200, `{"error":{"message":"secret prompt","code":502}}`, errs.ProviderUnavailable, false},
		"error in choice":   {200, `{"choices":[{"error":{"code":502},"message":{"content":""}}]}`, errs.ProviderUnavailable, false},
		"refusal":           {200, `{"choices":[{"message":{"content":null,"refusal":"No."},"finish_reason":"stop"}]}`, errs.ParseFailed, false},
		"filtered":          {200, `{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}`, errs.ParseFailed, false},
		"wrong key":         {401, `{"error":{"message":"Incorrect API key provided: secret","code":"invalid_api_key"}}`, errs.ProviderNotConfigured, false},
		"no such model":     {404, `{"error":{"code":"model_not_found"}}`, errs.ProviderNotConfigured, false},
		"limited":           {429, `{"error":{"code":"rate_limit_exceeded"}}`, errs.UpstreamRateLimited, false},
		"no quota":          {429, `{"error":{"code":"insufficient_quota"}}`, errs.ProviderUnavailable, true},
		"payment":           {402, ``, errs.ProviderUnavailable, true},
		"too long":          {400, `{"error":{"code":"context_length_exceeded","message":"too long"}}`, errs.ProviderUnavailable, true},
		"another parameter": {400, `{"error":{"param":"messages[1].role","message":"Unsupported value"}}`, errs.ProviderUnavailable, true},
		"the same for ever": {400, `{"error":{"param":"temperature"}}`, errs.ProviderUnavailable, true},
		"broken":            {500, ``, errs.ProviderUnavailable, false},
		"too large":         {413, ``, errs.ProviderUnavailable, true},
		"ended in an error": {200, `{"choices":[{"finish_reason":"error","message":{"content":"{}"}}]}`, errs.ProviderUnavailable, false},
		"limited within":    {200, `{"error":{"message":"secret","code":429}}`, errs.UpstreamRateLimited, false},
		"no credit within":  {200, `{"choices":[{"error":{"code":402,"message":"secret"}}]}`, errs.ProviderUnavailable, true},
		"wrong key within":  {200, `{"error":{"code":401}}`, errs.ProviderNotConfigured, false},
		"an error's text":   {200, `{"error":"secret"}`, errs.ProviderUnavailable, false},
		"a stream":          {200, ": OPENROUTER PROCESSING\n\ndata: {\"choices\":[]}\n\n", errs.ProviderUnavailable, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := provider(t, "secret", func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "9")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			_, err := p.Ask(t.Context(), query())
			e := errs.As(err)
			if e == nil || e.Code != c.code || e.Permanent != c.final {
				t.Fatalf("got %+v", e)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("%v shows what it must not", err)
			}
			if c.code == errs.UpstreamRateLimited && e.RetryAfter.Seconds() != 9 {
				t.Errorf("retry after %s", e.RetryAfter)
			}
		})
	}
}

// What a provider withholds since it does not fit the schema is the model's answer, to be
// repaired like others.
func TestAnswerThatTheProviderRefuses(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"tool_use_failed", "json_validate_failed"} {
		p := provider(t, "", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprintf(w, `{"error":{"message":"Failed to generate JSON.","type":"invalid_request_error","code":%q,"failed_generation":"{\"tone\":"}}`, code)
		})
		if reply, err := p.Ask(t.Context(), query()); err != nil || reply.Text != `{"tone":` {
			t.Errorf(`%s: got reply %+v, error %v; want no error, Text {"tone":`, code, reply, err)
		}
	}
}

func TestCutAnswer(t *testing.T) {
	t.Parallel()
	p := provider(t, "", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"{\"to"},"finish_reason":"length"}]}`)
	})
	if reply, err := p.Ask(t.Context(), query()); err != nil || !reply.Cut || reply.Text != `{"to` {
		t.Errorf(`got reply %+v, error %v; want no error, Cut true, Text {"to`, reply, err)
	}
}

func TestReadyNeedsTheKeyOfTheOfficialService(t *testing.T) {
	t.Parallel()
	at := func(base, key string) error {
		return openai.New(sources.Config{Upstream: sources.Upstream{BaseURL: base}, Key: key}, nil).Ready()
	}
	if !errs.Is(at("https://api.openai.com/v1", ""), errs.ProviderNotConfigured) || at("https://api.openai.com/v1", "k") != nil || at("http://model.test/v1", "") != nil {
		t.Error("the key is asked for in the wrong place")
	}
}

// The replay of the sample web answers whatever schema is asked for, and always the same.
func TestReplay(t *testing.T) {
	t.Parallel()
	p := provider(t, "", nil)
	r := model.Request{Name: "tone", System: "Judge.", Prompt: "Which tone has the page of the gauges?", Schema: json.RawMessage(schema)}
	first, err := model.New(p, "sample").Generate(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	again, err := model.New(p, "sample").Generate(t.Context(), r)
	if err != nil || !slices.Equal(first.JSON, again.JSON) || first.Usage.InputTokens == 0 {
		t.Errorf("%s, then %s, %v", first.JSON, again.JSON, err)
	}
	for id, code := range map[string]errs.Code{
		"throttled": errs.UpstreamRateLimited, "broken": errs.ProviderUnavailable, "malformed": errs.ParseFailed, "off": errs.ProviderNotConfigured,
	} {
		q := query()
		q.Model = id
		if _, err := p.Ask(t.Context(), q); !errs.Is(err, code) {
			t.Errorf("%s: got error %v, want error %q", id, err, code)
		}
	}
}
