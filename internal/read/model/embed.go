package model

import (
	"context"
	"math"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Embedder is a service that makes vectors of texts, with the model that it was made for.
type Embedder interface {
	// Name is the service's, by which it is configured: "openai".
	Name() string
	// Model is the model's id with the service.
	Model() string
	// Ready fails before any work when no call can succeed: provider_not_configured.
	Ready() error
	// Batch is how many texts one call takes.
	Batch() int
	// Embed makes one call, without retries, with texts that are not blank: at most Batch
	// of them, each of at most MaxText bytes. It MUST give a vector for each text, in
	// their order, and its errors MUST be those of Provider.Ask.
	Embed(ctx context.Context, texts []string) (Embedding, error)
}

// Embedding is what an Embedder gives.
type Embedding struct {
	Vectors     [][]float32
	InputTokens int64
}

// Limits of Client.Embed.
const (
	// MaxText is the most bytes that are sent of one text. No tokenizer makes more
	// tokens than there are bytes, and the models take 8192.
	MaxText = 8000
	// MaxTexts is the most texts of one call; more is a mistake of the program.
	MaxTexts = 2048
	// maxBatch bounds the bytes of one call to a provider: OpenAI takes 300,000 tokens.
	maxBatch = 256 << 10
	// lanes is how many calls to a provider are under way at once.
	lanes = 4
)

// WithEmbedder has the client make vectors too, and returns it. A nil one is an
// installation that cannot.
func (c *Client) WithEmbedder(e Embedder) *Client {
	c.embedder = e
	return c
}

// CanEmbed reports whether Embed can succeed at all, so that who has another way than
// vectors can take it at once.
func (c *Client) CanEmbed() bool { return c.embedder != nil && c.embedder.Ready() == nil }

// Embed makes a vector of each text, in their order: all of one length, and of norm 1,
// so that the scalar product of two is their cosine. What of a text passes MaxText is
// cut off. A blank text's vector holds zeros, or is empty when all are blank. The usage
// names the embedding model; on an error it reports what was used up to it. Errors:
// those of Generate.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, Usage, error) {
	if c.embedder == nil {
		return nil, Usage{}, errs.New(errs.ProviderNotConfigured,
			"This call requires an embedding model, but the installation has none; the operator has to name one in QUARRY_EMBEDDINGS.")
	}
	if err := c.embedder.Ready(); err != nil {
		return nil, Usage{}, err
	}
	if len(texts) > MaxTexts {
		return nil, Usage{}, errs.Newf(errs.InternalError, "%d texts are too many to embed at once.", len(texts))
	}
	run := embedding{embedder: c.embedder, vectors: make([][]float32, len(texts))}
	run.usage = Usage{Provider: c.embedder.Name(), Model: c.embedder.Model()}
	err := run.all(ctx, batches(texts, c.embedder.Batch()))
	if err == nil {
		err = run.finish()
	}
	if err != nil {
		return nil, run.usage, err
	}
	return run.vectors, run.usage, nil
}

// batch is what goes into one call: texts, and where their vectors belong.
type batch struct {
	texts []string
	at    []int
	bytes int
}

// batches shares out the texts that are not blank.
func batches(texts []string, most int) []batch {
	var all []batch
	for i, text := range texts {
		text = clip(strings.ToValidUTF8(strings.TrimSpace(text), ""), MaxText)
		if text == "" {
			continue
		}
		if n := len(all); n == 0 || len(all[n-1].texts) >= most || all[n-1].bytes+len(text) > maxBatch {
			all = append(all, batch{})
		}
		last := &all[len(all)-1]
		last.texts, last.at, last.bytes = append(last.texts, text), append(last.at, i), last.bytes+len(text)
	}
	return all
}

// embedding is one run of Embed.
type embedding struct {
	embedder Embedder

	mu      sync.Mutex
	vectors [][]float32
	usage   Usage
}

// all makes the calls, some at once; the first failure ends the others. The error told
// is that of the call that failed, not of those that it ended.
func (e *embedding) all(ctx context.Context, work []batch) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan batch, len(work))
	for _, b := range work {
		queue <- b
	}
	close(queue)
	var running sync.WaitGroup
	for range min(lanes, len(work)) {
		running.Go(func() {
			for b := range queue {
				if ctx.Err() != nil {
					return
				}
				if err := e.one(ctx, b); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	running.Wait()
	return context.Cause(ctx)
}

// one makes the call of a batch.
func (e *embedding) one(ctx context.Context, b batch) error {
	made, err := retry(ctx, func() (Embedding, error) { return e.embedder.Embed(ctx, b.texts) })
	if err != nil {
		return err
	}
	if len(made.Vectors) != len(b.texts) {
		return errs.Newf(errs.ParseFailed, "The embedding model returned %d vectors for %d texts", len(made.Vectors), len(b.texts)).Later()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.usage = e.usage.Add(Usage{InputTokens: made.InputTokens, Calls: 1})
	for i, v := range made.Vectors {
		e.vectors[b.at[i]] = v
	}
	return nil
}

// finish holds the vectors to one length and makes their norm 1.
func (e *embedding) finish() error {
	length := 0
	for _, v := range e.vectors {
		length = max(length, len(v))
	}
	for i, v := range e.vectors {
		if v == nil {
			e.vectors[i] = make([]float32, length)
			continue
		}
		if len(v) != length || !normalise(v) {
			return errs.New(errs.ParseFailed, "The embedding model returned vectors of different lengths; the operator should check QUARRY_EMBEDDINGS.")
		}
	}
	return nil
}

// normalise makes the norm of a vector 1. It reports false for one that has no direction.
func normalise(v []float32) bool {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	norm := math.Sqrt(sum)
	if norm == 0 || math.IsNaN(norm) || math.IsInf(norm, 0) {
		return false
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / norm)
	}
	return true
}
