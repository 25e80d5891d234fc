// Package modelprovider makes the client of the language model that an installation has
// configured. It links every provider, so only functions whose jobs ask a model should
// import it.
package modelprovider

import (
	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/quarryapi/quarry/internal/kind/parts"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/model/openai"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/modelprovider/bedrock"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// NewWithEmbeddings is New with an embedding model beside the language model, either of
// which may be none.
func NewWithEmbeddings(name, embeddings string, upstreams upstream.Upstreams, base aws.Config) *model.Client {
	return New(name, upstreams, base).WithEmbedder(embedder(embeddings, upstreams, base))
}

// embedder is nil for none.
func embedder(name string, upstreams upstream.Upstreams, base aws.Config) model.Embedder {
	m, err := config.ParseEmbeddings(name)
	if err != nil {
		return nil
	}
	switch m.Provider {
	case openai.Name:
		up := upstreams.Client("model")
		return openai.NewEmbedder(up.Config, up, m.ID)
	case bedrock.Name:
		return bedrock.NewEmbedder(base, "", m.ID)
	default:
		return nil
	}
}

// New returns the client of a model. Calls of one that is none, or is named wrongly,
// which the start of a function refuses, say provider_not_configured.
func New(name string, upstreams upstream.Upstreams, base aws.Config) *model.Client {
	m, err := config.ParseModel(name)
	if err != nil {
		return model.New(nil, "")
	}
	switch m.Provider {
	case openai.Name:
		up := upstreams.Client("model")
		return model.New(openai.New(up.Config, up), m.ID)
	case bedrock.Name:
		return model.New(bedrock.New(base, ""), m.ID)
	default:
		return model.New(nil, "")
	}
}

// Provide is a workerhost.Provider of the models that the installation has configured.
func Provide(e *lambdahost.Env, p *parts.Parts) {
	parts.Provide(p, func() *model.Client {
		return NewWithEmbeddings(e.Config.Model, e.Config.Embeddings, p.Upstreams, e.AWS())
	})
}
