package bedrock_test

import (
	"encoding/json"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
)

// exchange is one recorded call.
type exchange struct {
	Response struct {
		Status  int               `json:"status"`
		Headers map[string]string `json:"headers"`
		Body    json.RawMessage   `json:"body"`
	} `json:"response"`
}

func (e exchange) serve(w http.ResponseWriter, _ *http.Request) {
	for name, value := range e.Response.Headers {
		if strings.HasPrefix(name, "x-amzn-") || name == "content-type" {
			w.Header().Set(name, value)
		}
	}
	w.WriteHeader(e.Response.Status)
	_, _ = w.Write(e.Response.Body)
}

// TestSamples reads recorded answers of Amazon Bedrock.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "answer", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		var calls []exchange
		if err := json.Unmarshal(body, &calls); err != nil || len(calls) == 0 {
			t.Fatalf("got error %v, want no error, some calls", err)
		}
		// What each call gives: the beginning of the answer.
		want, known := map[string][]string{
			"bedrock_converse_basic.json":             {"Hello! How can I assist"},
			"bedrock_converse_claude45.json":          {"Hello! How can I help"},
			"bedrock_converse_inference_profile.json": {"Hello"},
			"bedrock_converse_native_output.json":     {`{"confidence": 0.5`},
			"bedrock_converse_retry.json":             {`{"country":"France"}`, "<thinking> It appears"},
			"bedrock_converse_thinking_tool.json":     {`{}`, "Based on your location"},
			"bedrock_converse_zai_native_output.json": {`{ "city": "Paris"`},
		}[name]
		switch {
		case name == "bedrock_cohere_v4_embedding.json":
			embedded(t, calls[0])
			return nil
		case name == "bedrock_converse_stream.json", strings.HasPrefix(name, "openai_"), strings.HasPrefix(name, "compat_"):
			return nil // is no answer to any call that is made here
		case !known || len(calls) != len(want):
			t.Fatalf("nobody said what %d calls give", len(calls))
		}
		var replies []model.Reply
		for i, call := range calls {
			reply, err := provider(t, call.serve).Ask(t.Context(), query())
			if err != nil || !strings.HasPrefix(sampletest.Outline(reply.Text), sampletest.Outline(want[i])) || reply.Cut || reply.InputTokens == 0 || reply.OutputTokens == 0 {
				t.Errorf("call %d: %+v, %v", i, reply, err)
			}
			replies = append(replies, reply)
		}
		return replies
	})
}

func embedded(t *testing.T, call exchange) {
	t.Helper()
	got, usage, err := model.New(nil, "").WithEmbedder(embedder(t, "cohere.embed-v4:0", call.serve)).Embed(t.Context(), []string{"Test dimensions setting"})
	if err != nil || len(got) != 1 || len(got[0]) != 512 || usage.InputTokens != 3 {
		t.Fatalf("%d vectors, %+v, %v", len(got), usage, err)
	}
	var norm float64
	for _, x := range got[0] {
		norm += float64(x) * float64(x)
	}
	if math.Abs(norm-1) > 1e-5 {
		t.Errorf("the norm is %f", norm)
	}
}
