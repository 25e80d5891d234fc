package loopback_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/local/loopback"
)

func TestServe(t *testing.T) {
	t.Parallel()
	entered := make(chan struct{})
	server, err := loopback.Serve(t.Context(), "127.0.0.1:0", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		<-r.Context().Done()
		_, _ = io.WriteString(w, "ended in order")
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)

	address := strings.TrimPrefix(server.Endpoint(), "http://")
	if _, err := loopback.Serve(t.Context(), address, http.NotFoundHandler()); err == nil || !strings.Contains(err.Error(), address) {
		t.Errorf("a second server on the same port: %v, want an error that names the address", err)
	}

	answer := make(chan string, 1)
	go func() {
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, server.Endpoint(), http.NoBody)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			answer <- err.Error()
			return
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		answer <- string(body)
	}()
	<-entered
	server.Close()
	server.Close()
	if got := <-answer; got != "ended in order" {
		t.Errorf("the running request got %q", got)
	}
}
