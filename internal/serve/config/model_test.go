package config_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/config"
)

func TestParseModel(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]config.Model{
		"":                  {},
		"none":              {},
		"openai:gpt-5-mini": {Provider: "openai", ID: "gpt-5-mini"},
		"openai:qwen3:0.6b": {Provider: "openai", ID: "qwen3:0.6b"},
		"openai:acme/large": {Provider: "openai", ID: "acme/large"},
		"bedrock:eu.anthropic.claude-sonnet-4-5-20250929-v1:0": {Provider: "bedrock", ID: "eu.anthropic.claude-sonnet-4-5-20250929-v1:0"},
	} {
		if got, err := config.ParseModel(in); err != nil || got != want {
			t.Errorf("%q: got model %+v, error %v; want no error, %+v", in, got, err, want)
		}
	}
	for _, in := range []string{"gpt-5", "openai", "openai:", "azure:gpt", ":x", "openai:a b"} {
		if _, err := config.ParseModel(in); err == nil || !strings.Contains(err.Error(), "write openai:<model id>") {
			t.Errorf(`%q: got error %v, want an error, Error() with "write openai:<model id>"`, in, err)
		}
	}
}

// The two settings have one form, and each error names its own.
func TestParseEmbeddings(t *testing.T) {
	t.Parallel()
	want := config.Model{Provider: "bedrock", ID: "amazon.titan-embed-text-v2:0"}
	if got, err := config.ParseEmbeddings(" bedrock:amazon.titan-embed-text-v2:0"); err != nil || got != want {
		t.Errorf("got model %+v, error %v; want no error, %+v", got, err, want)
	}
	if _, err := config.ParseEmbeddings("titan"); err == nil || !strings.Contains(err.Error(), "QUARRY_EMBEDDINGS is") {
		t.Errorf(`got error %v, want an error, Error() with "QUARRY_EMBEDDINGS is"`, err)
	}
}
