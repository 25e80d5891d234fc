package producthunt_test

import (
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup leads a client to a handler, or to the replay when serve is nil.
func setup(t testing.TB, serve http.HandlerFunc) *producthunt.Client {
	t.Helper()
	var extra []webtest.Site
	if serve != nil {
		extra = append(extra, webclient.Instead(producthunt.Name, serve))
	}
	sample := webclient.Start(t, extra...)
	return producthunt.New(sample.Upstreams(t, nil).Client(producthunt.Name), sample.Web)
}

// answering gives the same page to every request.
func answering(t testing.TB, status int, body string) *producthunt.Client {
	t.Helper()
	return setup(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		webclient.Answer(status, body)(w, r)
	})
}
