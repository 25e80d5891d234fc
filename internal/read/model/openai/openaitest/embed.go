package openaitest

import (
	"encoding/json"
	"hash/fnv"
	"math"
	"net/http"
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// embeddingLength is how many numbers the replay's vectors have.
const embeddingLength = 64

func serveEmbeddings(w http.ResponseWriter, r *http.Request) {
	const jsonType = "application/json"
	var call struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}
	if err := json.NewDecoder(r.Body).Decode(&call); err != nil || len(call.Input) == 0 {
		site.Send(w, http.StatusBadRequest, jsonType, fault("invalid_request_error", "", "'$.input' is invalid."))
		return
	}
	if fails(w, call.Model) {
		return
	}
	data, tokens := []any{}, 0
	for i, text := range call.Input {
		if strings.TrimSpace(text) == "" {
			site.Send(w, http.StatusBadRequest, jsonType, fault("invalid_request_error", "", "'$.input' is invalid."))
			return
		}
		tokens += len(text) / 4
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": embeddingOf(text)})
	}
	body, _ := json.Marshal(map[string]any{
		"object": "list", "data": data, "model": call.Model, "usage": map[string]any{"prompt_tokens": tokens, "total_tokens": tokens},
	})
	site.Send(w, http.StatusOK, jsonType, body)
}

// embeddingOf gives each word of four letters and more a place and a sign by its hash, so that
// the cosine of two texts tells how many words they share.
func embeddingOf(text string) []float64 {
	const shortest = 4
	v := make([]float64, embeddingLength)
	v[0] = 0.1 // no text is without a direction
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(word) < shortest {
			continue
		}
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(word)) // a sum takes everything
		at := sum.Sum32()
		v[1+at%(embeddingLength-1)] += float64(1 - 2*int(at>>31))
	}
	norm := 0.0
	for _, x := range v {
		norm += x * x
	}
	for i := range v {
		v[i] = math.Round(v[i]/math.Sqrt(norm)*1e6) / 1e6
	}
	return v
}
