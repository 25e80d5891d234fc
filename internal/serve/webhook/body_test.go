package webhook_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// TestStatusDecides holds that an endpoint that took an event has it, whether or not the
// body of its answer ends: another attempt would post the event again.
func TestStatusDecides(t *testing.T) {
	t.Parallel()
	b := setup(t)
	posts := make(chan struct{}, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		posts <- struct{}{}
		w.Header().Set("Content-Length", "100")
		w.WriteHeader(http.StatusAccepted)
		_, _ = w.Write([]byte("begun"))
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler) // a body that breaks off
	}))
	t.Cleanup(server.Close)
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	hosts, err := egress.ParseHosts([]string{"hooks:hooks.test=127.0.0.1:" + port})
	if err != nil {
		t.Fatal(err)
	}
	post := fetch.New(fetch.Config{Hosts: hosts.Opened()})
	t.Cleanup(post.CloseIdle)
	b.through(post)
	after := b.make(t, b.ended(t, `{}`))
	if after.Status != store.DeliverySucceeded || after.Response.Status != http.StatusAccepted || after.Response.Excerpt != "begun" || len(posts) != 1 {
		t.Errorf("got delivery %+v after %d posts, want one that succeeded with 202 and the body that came", after, len(posts))
	}
}
