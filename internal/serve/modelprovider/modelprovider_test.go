package modelprovider_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/quarryapi/quarry/internal/serve/modelprovider"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

func TestNewWithEmbeddings(t *testing.T) {
	t.Parallel()
	settings, err := sources.NewSettings(map[string]string{"model": "http://model.test/v1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	keyless, err := sources.NewSettings(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		settings          sources.Settings
		model, embeddings string
		ready, embeds     bool
	}{
		"none":                      {settings, "", "", false, false},
		"both":                      {settings, "openai:a", "openai:b", true, true},
		"of two providers":          {settings, "openai:a", "bedrock:cohere.embed-v4:0", true, true},
		"the language model only":   {settings, "bedrock:a", "", true, false},
		"the embedding model only":  {settings, "", "bedrock:eu.amazon.titan-embed-text-v2:0", false, true},
		"one of another family":     {settings, "bedrock:a", "bedrock:acme.embed", true, false},
		"misspelt":                  {settings, "a", "b", false, false},
		"OpenAI itself without key": {keyless, "openai:a", "openai:b", false, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := modelprovider.NewWithEmbeddings(c.model, c.embeddings, upstream.NewSet(nil, c.settings, nil), aws.Config{Region: "eu-west-1"})
			if err := m.Ready(); (err == nil) != c.ready || m.CanEmbed() != c.embeds {
				t.Errorf("ready: %v, embeds: %v", err, m.CanEmbed())
			}
		})
	}
}
