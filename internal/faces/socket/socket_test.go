package socket_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/coder/websocket"

	"github.com/quarryapi/quarry/internal/faces/socket"
)

// TestAccept: a caller hears its protocol back, what is sent, and why nothing follows; one that leaves ends the context.
func TestAccept(t *testing.T) {
	t.Parallel()
	left := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !socket.Asked(r) {
			t.Error("a request for a WebSocket is taken for another one")
		}
		c, err := socket.Accept(w, r, r.Header.Get("Sec-WebSocket-Protocol"))
		if err != nil {
			return
		}
		if err := c.Send([]byte("hello")); err != nil {
			t.Errorf("send: got error %v, want none", err)
		}
		if r.URL.Path == "/end" {
			c.Close(1000, "done")
			return
		}
		<-c.Context().Done()
		close(left)
	}))
	t.Cleanup(server.Close)
	dial := func(path string, h http.Header) (*websocket.Conn, error) {
		c, res, err := websocket.Dial(t.Context(), server.URL+path, &websocket.DialOptions{HTTPHeader: h, Subprotocols: []string{"satk_x"}})
		if res != nil && res.Body != nil {
			_ = res.Body.Close()
		}
		return c, err
	}
	for _, path := range []string{"/end", "/wait"} {
		c, err := dial(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, text, err := c.Read(t.Context())
		if err != nil || string(text) != "hello" || c.Subprotocol() != "satk_x" {
			t.Errorf("%s: got %q by protocol %q and error %v, want hello by satk_x", path, text, c.Subprotocol(), err)
		}
		if path == "/wait" {
			_ = c.CloseNow()
			<-left
			continue
		}
		_, _, err = c.Read(t.Context())
		if end, ok := errors.AsType[websocket.CloseError](err); !ok || end.Code != 1000 || end.Reason != "done" {
			t.Errorf("%s: got %v, want a close that says done", path, err)
		}
	}
	if c, err := dial("/end", http.Header{"Origin": {"https://elsewhere.test"}}); err == nil {
		_ = c.CloseNow()
		t.Error("a page of another origin was answered")
	}
}
