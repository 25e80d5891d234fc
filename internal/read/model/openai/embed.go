package openai

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

const (
	// batch is how many texts one call takes: OpenAI would take 2048, servers of one's own
	// answer sooner and in less memory with fewer.
	batch = 64
	// vectorBytes is for the longest answer: 64 vectors of 4096 numbers of 24 characters.
	vectorBytes = 8 << 20
)

// Embedder implements model.Embedder by OpenAI's embeddings. It is safe for concurrent use.
type Embedder struct {
	config sources.Config
	up     Caller
	id     string
}

// NewEmbedder returns an Embedder of a model behind the upstream "model".
func NewEmbedder(config sources.Config, up Caller, id string) *Embedder {
	return &Embedder{config: config, up: up, id: id}
}

// Name implements model.Embedder.
func (e *Embedder) Name() string { return Name }

// Model implements model.Embedder.
func (e *Embedder) Model() string { return e.id }

// Ready implements model.Embedder: a server of one's own may need no key.
func (e *Embedder) Ready() error { return ready(e.config) }

// Batch implements model.Embedder.
func (e *Embedder) Batch() int { return batch }

// Embed implements model.Embedder.
func (e *Embedder) Embed(ctx context.Context, texts []string) (model.Embedding, error) {
	if err := e.Ready(); err != nil {
		return model.Embedding{}, err
	}
	resp, err := e.up.Do(ctx, upstream.Call{
		Method: http.MethodPost, Path: "/embeddings", Header: header(e.config),
		Body:    map[string]any{"model": e.id, "input": texts},
		Timeout: timeout, MaxBytes: vectorBytes, Final: refusals(),
	})
	if err != nil {
		return model.Embedding{}, err
	}
	if resp.Status >= 400 {
		return model.Embedding{}, faultOf(resp.Status, resp.Body).err(resp.Header, embeddingSetting)
	}
	return readVectors(resp, len(texts))
}

// readVectors puts the vectors into the order of their texts, which an answer need not keep.
func readVectors(resp *fetch.Response, n int) (model.Embedding, error) {
	var answer struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
		Usage struct {
			PromptTokens int64 `json:"prompt_tokens"`
		} `json:"usage"`
		Error json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(resp.Body, &answer); err != nil {
		return model.Embedding{}, errs.Wrap(err, errs.ProviderUnavailable, "The model's provider returned something that is not an embedding; try again later.")
	}
	if present(answer.Error) {
		return model.Embedding{}, within(answer.Error).err(resp.Header, embeddingSetting)
	}
	vectors := make([][]float32, n)
	for _, d := range answer.Data {
		if d.Index < 0 || d.Index >= n || vectors[d.Index] != nil || len(d.Embedding) == 0 {
			return model.Embedding{}, noVectors()
		}
		vectors[d.Index] = d.Embedding
	}
	if len(answer.Data) != n {
		return model.Embedding{}, noVectors()
	}
	return model.Embedding{Vectors: vectors, InputTokens: answer.Usage.PromptTokens}, nil
}

func noVectors() error {
	return errs.New(errs.ParseFailed, "The model's provider did not return a vector for each text; the operator should check QUARRY_EMBEDDINGS.")
}
