// Package loopback serves an HTTP handler on an address of this machine until it
// is closed. The local engines that run in the process listen through it; it
// knows nothing of what they serve.
package loopback

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// closeGrace is how long running requests may take to notice the end.
const closeGrace = time.Second

// Server is a listening handler.
type Server struct {
	endpoint string
	http     *http.Server
	stop     context.CancelFunc
}

// Serve listens on the address (port 0 takes a free one) and returns. The context
// bounds only the start; requests end with Close. A port in use is an error that
// names the address.
func Serve(ctx context.Context, address string, handler http.Handler) (*Server, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}
	base, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{
		endpoint: "http://" + listener.Addr().String(),
		stop:     stop,
		http: &http.Server{
			Handler:           handler,
			BaseContext:       func(net.Listener) context.Context { return base },
			ReadHeaderTimeout: 10 * time.Second,
		},
	}
	go func() { _ = s.http.Serve(listener) }() // it returns when Close is called
	return s, nil
}

// Endpoint is the base URL, without a slash at its end.
func (s *Server) Endpoint() string { return s.endpoint }

// Close ends the context of running requests, waits a moment for them to answer
// and closes what is left. It may be called again.
func (s *Server) Close() {
	s.stop()
	ctx, cancel := context.WithTimeout(context.Background(), closeGrace)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		_ = s.http.Close()
	}
}
