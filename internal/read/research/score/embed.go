package score

import (
	"context"
	"math"

	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/retrieval/vector"
)

// LocalMethod names scores that no model has made.
const LocalMethod = "local_vector_space"

// Embedder is the part of model.Client that makes vectors.
type Embedder interface {
	CanEmbed() bool
	Embed(ctx context.Context, texts []string) ([][]float32, model.Usage, error)
}

// Meaning is the likeness of passages to the topic by what they mean.
type Meaning struct {
	Method string    `json:"method"` // LocalMethod, or "embeddings:" and the model
	Scores []float64 `json:"scores"` // 0 to 1, of each passage
}

// Embedded asks a model for the likeness. Errors: those of Embed.
func Embedded(ctx context.Context, e Embedder, t *research.Topic, documents []research.Document, passages []Passage) (Meaning, model.Usage, error) {
	vectors, usage, err := e.Embed(ctx, append([]string{t.Words()}, texts(passages, documents)...))
	if err != nil {
		return Meaning{}, usage, err
	}
	m := Meaning{Method: "embeddings:" + usage.Model, Scores: make([]float64, len(passages))}
	for i := range passages {
		// Six decimals are kept: services differ in the last ones from call to call.
		m.Scores[i] = math.Round(max(0, min(1, vector.Cosine(vectors[0], vectors[i+1])))*1e6) / 1e6
	}
	return m, usage, nil
}
