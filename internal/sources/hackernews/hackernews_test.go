package hackernews_test

import (
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup leads a client to handlers, or to the sample web's replay of what has none.
func setup(t testing.TB, search, official http.HandlerFunc) *hackernews.Client {
	t.Helper()
	var extra []webtest.Site
	for name, serve := range map[string]http.HandlerFunc{hackernews.Search: search, hackernews.Official: official} {
		if serve != nil {
			extra = append(extra, webclient.Instead(name, serve))
		}
	}
	return hackernews.From(webclient.Start(t, extra...).Upstreams(t, nil))
}
