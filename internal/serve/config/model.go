package config

import (
	"fmt"
	"strings"
)

// Model names a model and who runs it.
type Model struct {
	Provider string // "openai" or "bedrock"; empty is none
	ID       string // with the provider
}

// ParseModel reads QUARRY_MODEL, the language model: "openai:<model id>" for any service
// that speaks OpenAI's protocol, "bedrock:<model id>" for Amazon Bedrock, empty or "none"
// for none.
// Ids may hold colons themselves.
func ParseModel(v string) (Model, error) { return parseModel("QUARRY_MODEL", v) }

// ParseEmbeddings reads QUARRY_EMBEDDINGS, the embedding model, in the form of ParseModel.
func ParseEmbeddings(v string) (Model, error) { return parseModel("QUARRY_EMBEDDINGS", v) }

func parseModel(name, v string) (Model, error) {
	v = strings.TrimSpace(v)
	if v == "" || v == "none" {
		return Model{}, nil
	}
	provider, id, _ := strings.Cut(v, ":")
	if provider != "openai" && provider != "bedrock" || id == "" || strings.ContainsAny(id, " \t\r\n") {
		return Model{}, fmt.Errorf("%s is %q; write openai:<model id> or bedrock:<model id>", name, v)
	}
	return Model{Provider: provider, ID: id}, nil
}
