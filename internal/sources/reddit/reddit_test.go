package reddit_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// key is that of the replay's app.
const key = "sample-app:sample-secret"

// handlers stand for upstreams by their names; the replay stands for the others.
type handlers map[string]http.HandlerFunc

// setup leads a client to handlers. An empty key is no app.
func setup(t testing.TB, key string, own handlers) *reddit.Client {
	t.Helper()
	return setupAt(t, key, own, nil)
}

func setupAt(t testing.TB, key string, own handlers, now func() time.Time) *reddit.Client {
	t.Helper()
	var extra []webtest.Site
	for name, serve := range own {
		extra = append(extra, webclient.Instead(name, serve))
	}
	return reddit.From(webclient.Start(t, extra...).Upstreams(t, map[string]string{reddit.Feeds: key}), now)
}

// granting answers calls for a token, and anything else by a handler.
func granting(serve http.HandlerFunc) handlers {
	return handlers{reddit.Feeds: webclient.Answer(200, `{"access_token":"t","token_type":"bearer","expires_in":3600,"scope":"*"}`), reddit.API: serve}
}

func ids(items []social.Item) []string {
	all := []string{}
	for _, item := range items {
		all = append(all, item.ExternalID)
	}
	return all
}
