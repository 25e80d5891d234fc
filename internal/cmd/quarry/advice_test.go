package main

import (
	"strings"
	"testing"
)

func TestSearchAdvice(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		sources, keys map[string]string
		sample, given bool
	}{
		"nothing":     {nil, nil, false, true},
		"another key": {nil, map[string]string{"openalex": "k"}, false, true},
		"a key":       {nil, map[string]string{"brave": "k"}, false, false},
		"a SearXNG":   {map[string]string{"searxng": "http://127.0.0.1:8888"}, nil, false, false},
		"sample web":  {nil, nil, true, false},
	}
	for name, c := range cases {
		got := searchAdvice(c.sources, c.keys, c.sample)
		if strings.Contains(got, "--source searxng=") != c.given {
			t.Errorf("%s: got advice %q, want some %t", name, got, c.given)
		}
	}
}
