package linkedin_test

import (
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/linkedin"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

// serving returns a client whose LinkedIn answers every path by a function.
func serving(t testing.TB, serve http.HandlerFunc) *linkedin.Client {
	t.Helper()
	return setup(t, webtest.Site{Host: "linkedin.upstream.test", Upstream: linkedin.Name, Title: "LinkedIn", Rest: serve})
}

// setup returns a client of the sample web, in which sites take the place of replays.
func setup(t testing.TB, sites ...webtest.Site) *linkedin.Client {
	t.Helper()
	web := webtest.Start(t, sites...)
	hosts, err := target.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(client.CloseIdle)
	c := sources.Config{Upstream: sources.Upstream{Name: linkedin.Name, BaseURL: "http://linkedin.upstream.test"}}
	return linkedin.New(upstream.New(client, c, nil))
}

// wrapped returns a client of the replay with something around it.
func wrapped(t testing.TB, around func(http.HandlerFunc) http.HandlerFunc) *linkedin.Client {
	t.Helper()
	for _, s := range webtest.Upstreams() {
		if s.Upstream == linkedin.Name {
			return serving(t, around(s.Rest))
		}
	}
	t.Fatal("there is no replay of LinkedIn")
	return nil
}
