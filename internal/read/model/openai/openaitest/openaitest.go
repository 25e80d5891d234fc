// Package openaitest stands for a language model that speaks OpenAI's protocol. It answers
// by rules, from the words that it is asked.
package openaitest

import (
	"encoding/json"
	"hash/fnv"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for models that speak OpenAI's chat completions and embeddings. Its
// answers follow from the question alone: what a schema asks for is filled with lines
// of the prompt. The model ids throttled, broken, malformed and off answer with the
// failure of their names; any other id works.
func Site() site.Site {
	return site.Site{
		Host:     "model.upstream.test",
		Title:    "A language model",
		About:    "A replay of OpenAI's chat completions and embeddings. Asked for an answer with citations, it picks sentences of the sources that hold the question's words; asked to check a claim, it looks for a sentence of each source with the claim's words and numbers; asked for a brand, it describes it by what the page says. With the word `gullible` in the question it believes and obeys what pages say, and invents; with `mumbling` it gives no JSON. A text's vector follows from its words, so that texts which share words are near each other.",
		Upstream: "model",
		Assets:   map[string]http.HandlerFunc{"/chat/completions": serveCompletion, "/embeddings": serveEmbeddings, "/models": serveModels},
	}
}

// serveModels lists a model, as OpenAI lists its own.
func serveModels(w http.ResponseWriter, _ *http.Request) {
	site.SendJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []any{
		map[string]any{"id": "sample-model", "object": "model", "created": 1767225600, "owned_by": "sample"},
	}})
}

// chatCall is the part of a request that the replay reads.
type chatCall struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	ResponseFormat struct {
		JSONSchema struct {
			Name   string `json:"name"`
			Schema schema `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

type schema struct {
	Type       string            `json:"type"`
	Enum       []any             `json:"enum"`
	Properties map[string]schema `json:"properties"`
	Items      *schema           `json:"items"`
}

func serveCompletion(w http.ResponseWriter, r *http.Request) {
	const jsonType = "application/json"
	var call chatCall
	if err := json.NewDecoder(r.Body).Decode(&call); err != nil || len(call.Messages) == 0 {
		site.Send(w, http.StatusBadRequest, jsonType, fault("invalid_request_error", "", "messages is missing"))
		return
	}
	if !fails(w, call.Model) {
		site.Send(w, http.StatusOK, jsonType, completionOf(call))
	}
}

// fails answers for the ids that fail, and reports whether id is one.
func fails(w http.ResponseWriter, id string) bool {
	const jsonType = "application/json"
	switch id {
	case "throttled":
		w.Header().Set("Retry-After", "5")
		site.Send(w, http.StatusTooManyRequests, jsonType, fault("requests", "rate_limit_exceeded", "Rate limit reached."))
	case "broken":
		site.Send(w, http.StatusServiceUnavailable, jsonType, fault("server_error", "", "The server is overloaded."))
	case "malformed":
		site.Send(w, http.StatusOK, jsonType, []byte(`{"method":"POST","path":"/chat/completions"}`))
	case "off":
		site.Send(w, http.StatusNotFound, jsonType, fault("invalid_request_error", "model_not_found", "The model does not exist."))
	default:
		return false
	}
	return true
}

func fault(kind, code, message string) []byte {
	body, _ := json.Marshal(map[string]any{"error": map[string]any{"message": message, "type": kind, "param": nil, "code": code}})
	return body
}

// completionOf answers a question. A token is taken for four bytes.
func completionOf(call chatCall) []byte {
	prompt := call.Messages[len(call.Messages)-1].Content
	answer := answerTo(call)
	body, _ := json.Marshal(map[string]any{
		"id": "chatcmpl-sample", "object": "chat.completion", "created": 1767225600, "model": call.Model,
		"choices": []any{map[string]any{
			"index": 0, "finish_reason": "stop", "logprobs": nil,
			"message": map[string]any{"role": "assistant", "content": answer, "refusal": nil},
		}},
		"usage": map[string]any{
			"prompt_tokens": len(prompt) / 4, "completion_tokens": len(answer) / 4, "total_tokens": (len(prompt) + len(answer)) / 4,
		},
	})
	return body
}

// answerTo is what the model says: sentences of the sources where it is to cite or to check, those of a page where
// it is to describe a brand, else something of the schema's form.
func answerTo(call chatCall) string {
	replies := map[string]func(prompt string) string{"cited_answer": citedAnswer, "claim_check": checkedClaim, "brand_profile": brandProfile}
	if reply, found := replies[call.ResponseFormat.JSONSchema.Name]; found {
		for _, m := range call.Messages {
			if m.Role == "user" { // the first is the question, a later one a demand to repair
				return reply(m.Content)
			}
		}
	}
	prompt := call.Messages[len(call.Messages)-1].Content
	answer, _ := json.Marshal(fill(call.ResponseFormat.JSONSchema.Schema, "", phrases(prompt)))
	return string(answer)
}

var dataFence = regexp.MustCompile(`(?s)<<<DATA [^\n]*\n.*?\nDATA>>>`)

// phrases are the lines of a prompt that read as something said, not as a question's
// own parts: those of the texts that it gives as data, where it gives any.
func phrases(prompt string) []string {
	const longest = 60
	if data := dataFence.FindAllString(prompt, -1); len(data) > 0 {
		prompt = strings.Join(data, "\n")
	}
	var all []string
	for line := range strings.Lines(prompt) {
		line = strings.TrimSpace(line)
		if words := len(strings.Fields(line)); words >= 3 && len(line) <= longest && !strings.ContainsAny(line, "<>{}#:-?") {
			all = append(all, line)
		}
	}
	if len(all) == 0 {
		return []string{"Nothing was said."}
	}
	return all
}

// fill makes a value of a schema's type out of the phrases, where the name of the
// property decides.
func fill(s schema, name string, said []string) any {
	at := fnv.New32a()
	_, _ = at.Write([]byte(name + strings.Join(said, " ")))
	pick := int(at.Sum32() % 1_000_000)
	switch {
	case len(s.Enum) > 0:
		return s.Enum[pick%len(s.Enum)]
	case s.Type == "object":
		object := map[string]any{}
		for _, property := range slices.Sorted(maps.Keys(s.Properties)) {
			object[property] = fill(s.Properties[property], property, said)
		}
		return object
	case s.Type == "array" && s.Items != nil:
		return []any{fill(*s.Items, name, said)}
	case s.Type == "number":
		return float64(pick%90+10) / 100
	case s.Type == "integer":
		return pick % 10
	case s.Type == "boolean":
		return pick%2 == 0
	}
	return said[pick%len(said)]
}
