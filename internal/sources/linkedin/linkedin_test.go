package linkedin_test

import (
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/linkedin"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// serving returns a client whose LinkedIn answers every path by a function.
func serving(t testing.TB, serve http.HandlerFunc) *linkedin.Client {
	t.Helper()
	return linkedin.New(webclient.Upstream(t, linkedin.Name, "", serve))
}

// setup returns a client of the replay.
func setup(t testing.TB) *linkedin.Client {
	t.Helper()
	return serving(t, nil)
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
