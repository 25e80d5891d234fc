// Package socket accepts WebSockets for faces that have them. Functions behind a gateway cannot, so none links it. It must
// not know what is sent.
package socket

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// sendTime is for a caller that does not take what is sent.
const sendTime = 20 * time.Second

// Conn is a WebSocket that a caller opened.
type Conn struct {
	ws  *websocket.Conn
	ctx context.Context //nolint:containedctx // it ends with the connection, which has no other way to say so
}

// Asked reports whether a request asks for a WebSocket.
func Asked(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

// Accept answers a request that asks for a WebSocket. The protocol that it names, if any, is what the caller wants to hear
// back. A page of another origin is refused. What the caller sends is not read. Where it fails, the request has been answered.
func Accept(w http.ResponseWriter, r *http.Request, protocol string) (*Conn, error) {
	options := &websocket.AcceptOptions{}
	if protocol != "" {
		options.Subprotocols = []string{protocol}
	}
	ws, err := websocket.Accept(w, r, options)
	if err != nil {
		return nil, err
	}
	return &Conn{ws, ws.CloseRead(r.Context())}, nil
}

// Context ends when the caller has left, or the service ends.
func (c *Conn) Context() context.Context { return c.ctx }

// Send sends a text.
func (c *Conn) Send(text []byte) error {
	ctx, cancel := context.WithTimeout(c.ctx, sendTime)
	defer cancel()
	return c.ws.Write(ctx, websocket.MessageText, text)
}

// Close says why nothing more is sent, in at most 123 bytes.
func (c *Conn) Close(code int, reason string) { _ = c.ws.Close(websocket.StatusCode(code), reason) }
