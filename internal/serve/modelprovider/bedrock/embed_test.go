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

func embedder(t *testing.T, id string, serve http.HandlerFunc) *bedrock.Embedder {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	return bedrock.NewEmbedder(aws.Config{Region: "eu-central-1", Credentials: keys()}, server.URL, id)
}

func TestEmbed(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		id, path string
		texts    []string
		sent     string
		answer   string
		want     model.Embedding
	}{
		"Titan": {
			"amazon.titan-embed-text-v2:0", "/model/amazon.titan-embed-text-v2%3A0/invoke",
			[]string{"a tide"},
			`{"inputText":"a tide","normalize":true}`,
			`{"embedding":[0.6,-0.8],"embeddingsByType":{"float":[0.6,-0.8]},"inputTextTokenCount":2}`,
			model.Embedding{Vectors: [][]float32{{0.6, -0.8}}, InputTokens: 2},
		},
		"Cohere, by the type": {
			"global.cohere.embed-v4:0", "/model/global.cohere.embed-v4%3A0/invoke",
			[]string{"a", "b"},
			`{"input_type":"search_document","texts":["a","b"],"truncate":"END"}`,
			`{"id":"x","embeddings":{"float":[[1,0],[0,1]]},"response_type":"embeddings_by_type","texts":["a","b"]}`,
			model.Embedding{Vectors: [][]float32{{1, 0}, {0, 1}}, InputTokens: 7},
		},
		"Cohere, in a list": {
			"cohere.embed-multilingual-v3", "/model/cohere.embed-multilingual-v3/invoke",
			[]string{"a", "b"},
			`{"input_type":"search_document","texts":["a","b"],"truncate":"END"}`,
			`{"embeddings":[[1,0],[0,1]],"response_type":"embeddings_floats"}`,
			model.Embedding{Vectors: [][]float32{{1, 0}, {0, 1}}, InputTokens: 7},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := embedder(t, c.id, func(w http.ResponseWriter, r *http.Request) {
				sent, _ := io.ReadAll(r.Body)
				if r.URL.EscapedPath() != c.path || string(sent) != c.sent || r.Header.Get("Content-Type") != "application/json" {
					t.Errorf("sent %s to %s", sent, r.URL.EscapedPath())
				}
				w.Header().Set("X-Amzn-Bedrock-Input-Token-Count", "7")
				_, _ = io.WriteString(w, c.answer)
			})
			got, err := e.Embed(t.Context(), c.texts)
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil || e.Batch() < len(c.texts) || e.Model() != c.id || e.Name() != "bedrock" {
				t.Errorf("got error %v, want no error, Batch() at least %v, Model() %q, Name() \"bedrock\"; Embed mismatch (-want +got):\n%s", err, len(c.texts), c.id, diff)
			}
		})
	}
}

// An answer that is no vector, and one too few, are told as what they are.
func TestEmbedFailures(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		id     string
		status int
		kind   string
		body   string
		code   errs.Code
	}{
		"Titan says nothing":  {"amazon.titan-embed-text-v2:0", 200, "", `{}`, errs.ParseFailed},
		"Titan says a page":   {"amazon.titan-embed-text-v2:0", 200, "", `<html>`, errs.ParseFailed},
		"Cohere says nothing": {"cohere.embed-v4:0", 200, "", `{}`, errs.ParseFailed},
		"Cohere says bytes":   {"cohere.embed-v4:0", 200, "", `{"embeddings":{"int8":[[1]]}}`, errs.ParseFailed},
		"Cohere says too few": {"cohere.embed-v4:0", 200, "", `{"embeddings":{"float":[[1,2]]}}`, errs.ParseFailed},
		"no access":           {"cohere.embed-v4:0", 403, "AccessDeniedException", `{}`, errs.ProviderNotConfigured},
		"a wrong id":          {"cohere.embed-v9:0", 400, "ValidationException", `{"message":"The provided model identifier is invalid."}`, errs.ProviderNotConfigured},
		"too long":            {"amazon.titan-embed-text-v2:0", 400, "ValidationException", `{"message":"400 Bad Request: Too many input tokens. Max input tokens: 8192, request input token count: 9000 "}`, errs.ProviderUnavailable},
		"no family":           {"arn:aws:bedrock:eu-west-1:1:application-inference-profile/x", 200, "", `{}`, errs.ProviderNotConfigured},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := embedder(t, c.id, func(w http.ResponseWriter, _ *http.Request) {
				if c.kind != "" {
					w.Header().Set("X-Amzn-Errortype", c.kind)
				}
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			texts := []string{"a secret text", "another"}
			_, _, err := model.New(nil, "").WithEmbedder(e).Embed(t.Context(), texts)
			if !errs.Is(err, c.code) || strings.Contains(err.Error(), "secret") {
				t.Errorf("got %v", err)
			}
			if errs.As(err).Code == errs.ProviderNotConfigured && strings.Contains(err.Error(), "checks") && !strings.Contains(err.Error(), "QUARRY_EMBEDDINGS") {
				t.Errorf("%v names another setting", err)
			}
		})
	}
}

// Throttling passes, and is waited out.
func TestEmbedAgain(t *testing.T) {
	t.Parallel()
	calls := 0
	e := embedder(t, "amazon.titan-embed-text-v2:0", func(w http.ResponseWriter, _ *http.Request) {
		if calls++; calls == 1 {
			w.Header().Set("X-Amzn-Errortype", "ThrottlingException")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"embedding": []int{1}, "inputTextTokenCount": 1})
	})
	if _, err := e.Embed(t.Context(), []string{"a"}); !errs.Is(err, errs.UpstreamRateLimited) {
		t.Errorf("first %v", err)
	}
	if _, err := e.Embed(t.Context(), []string{"a"}); err != nil {
		t.Errorf("then %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errs.New(errs.Cancelled, "stopped"))
	if _, err := e.Embed(ctx, []string{"a"}); !errs.Is(err, errs.Cancelled) {
		t.Errorf("at the end of its context %v", err)
	}
}
