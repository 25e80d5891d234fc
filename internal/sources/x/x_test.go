package x_test

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// surfaces are all upstreams of X.
var surfaces = []string{"fxtwitter", "xapi", "xguest", "xguesttoken", "xsyndication", "xtimeline", "xweb"}

// handlers are what upstreams answer, by their names.
type handlers map[string]http.HandlerFunc

// setup leads upstreams to handlers, or to the sample web's replay of what has none.
// They wait for no pace.
func setup(t testing.TB, serve handlers, keys map[string]string) func(name string) *upstream.Client {
	t.Helper()
	var extra []webtest.Site
	for _, name := range surfaces {
		if serve[name] != nil {
			extra = append(extra, webclient.Instead(name, serve[name]))
		}
	}
	sample := webclient.Start(t, extra...)
	urls := map[string]string{}
	for _, name := range surfaces { // some have no replay
		urls[name] = "http://" + name + ".upstream.test"
	}
	settings, err := sources.NewSettings(urls, keys)
	if err != nil {
		t.Fatal(err)
	}
	return upstream.NewSet(sample.Web, settings, nil).Client
}

// only is a Client of which all surfaces but one refuse, which is not tried again.
func only(t testing.TB, name string, serve http.HandlerFunc) *x.Client {
	t.Helper()
	all := handlers{}
	for _, other := range surfaces {
		all[other] = webclient.Answer(http.StatusForbidden, "")
	}
	all[name] = serve
	return x.New(setup(t, all, keysOf(name)), now)
}

// keysOf are the keys without which a surface is not asked.
func keysOf(name string) map[string]string {
	keys := map[string]string{}
	switch name {
	case "xapi":
		keys[name] = "sample-x-key"
	case "xguest":
		keys[name] = "public UserByScreenName=ubsn UserTweets=ut TweetResultByRestId=trbri features=one+two"
	}
	return keys
}

// now is when the sample posts are read.
func now() time.Time { return time.Date(2026, 8, 10, 12, 0, 0, 0, time.UTC) }

// byID are items and all that stand within them.
func byID(items []social.Item) map[string]social.Item {
	all := map[string]social.Item{}
	for _, item := range items {
		for _, in := range []*social.Item{item.QuoteOf, item.RepostOf} {
			if in != nil {
				maps.Copy(all, byID([]social.Item{*in}))
			}
		}
	}
	for _, item := range items {
		all[item.ExternalID] = item
	}
	return all
}
