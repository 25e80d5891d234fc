package openai_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
)

// exchange is one recorded call.
type exchange struct {
	Response struct {
		Status  int               `json:"status"`
		Headers map[string]string `json:"headers"`
		Body    json.RawMessage   `json:"body"` // a text in quotes where it is no JSON
	} `json:"response"`
}

func (e exchange) serve(w http.ResponseWriter, _ *http.Request) {
	body := []byte(e.Response.Body)
	var text string
	if json.Unmarshal(body, &text) == nil {
		body = []byte(text)
	}
	w.Header().Set("Content-Type", e.Response.Headers["content-type"])
	w.WriteHeader(e.Response.Status)
	_, _ = w.Write(body)
}

// TestSamples reads recorded answers of OpenAI and of others that speak its protocol.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "answer", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if strings.HasPrefix(name, "bedrock_") {
			return nil // is read by its own package
		}
		// What each call gives: the beginning of the answer or a code.
		want, known := map[string][]string{
			"openai_chat_basic.json":                  {"The capital of France"},
			"openai_valid_response.json":              {"The capital of France"},
			"openai_invalid_response.json":            {"parse_failed"},
			"openai_chat_400_system_role.json":        {"provider_unavailable"}, // the same again without a system message
			"compat_cerebras_chat.json":               {"The capital of France"},
			"compat_groq_400_tool_use_failed.json":    {`{"name": "get_something`, "", "The first call failed"},
			"compat_ollama_json_schema.json":          {`{ "city": "Paris"`},
			"compat_openrouter_stream_reasoning.json": {"provider_unavailable"}, // a stream that nobody asked for
			"compat_openrouter_usage.json":            {"Brief summary", "Here’s a concise"},
		}[name]
		if !known {
			t.Fatal("nobody said what it gives")
		}
		var calls []exchange
		if err := json.Unmarshal(body, &calls); err != nil || len(calls) != len(want) {
			t.Fatalf("%d calls, %v", len(calls), err)
		}
		var replies []model.Reply
		for i, call := range calls {
			reply, err := provider(t, "", call.serve).Ask(t.Context(), query())
			if err != nil {
				if got := errs.As(err).Code; string(got) != want[i] {
					t.Errorf("call %d: %v", i, err)
				}
				continue
			}
			if !strings.HasPrefix(sampletest.Outline(reply.Text), sampletest.Outline(want[i])) || reply.Cut || call.Response.Status == http.StatusOK && (reply.InputTokens == 0 || reply.OutputTokens == 0) {
				t.Errorf("call %d: %+v", i, reply)
			}
			replies = append(replies, reply)
		}
		return replies
	})
}
