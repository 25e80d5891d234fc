// Command lossy stands between the clients' tests and a service: it forwards every request and loses
// the first answer to each. It knows calls by their method, address, key and body, so that a client
// that makes another key for another attempt never gets an answer.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"sync"
	"time"
)

func main() {
	to := flag.String("to", "", "base URL of the service")
	flag.Parse()
	if err := serve(*to); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(to string) error {
	target, err := url.Parse(to)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stdout, "http://"+listener.Addr().String())
	server := &http.Server{Handler: &lossy{service: httputil.NewSingleHostReverseProxy(target), now: time.Now, asked: map[string]time.Time{}}, ReadHeaderTimeout: time.Minute}
	go func() { <-ctx.Done(); _ = server.Close() }()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// lossy loses the first answer to each call.
type lossy struct {
	service http.Handler
	now     func() time.Time
	mu      sync.Mutex
	asked   map[string]time.Time
}

// limitedPath is answered with a 429 first, and with a refusal before its Retry-After has passed.
const limitedPath = "/v1/public/token-info"

func (l *lossy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	first, again := l.known(strings.Join([]string{r.Method, r.URL.String(), r.Header.Get("Idempotency-Key"), string(body)}, "\n"))
	switch {
	case again && r.URL.Path == limitedPath && l.now().Sub(first) < time.Second:
		http.Error(w, `{"error":{"code":"impatient","message":"Retry-After has not passed"}}`, http.StatusBadRequest)
	case again:
		l.service.ServeHTTP(w, r)
	case r.URL.Path == limitedPath:
		w.Header().Set("Retry-After", "1")
		http.Error(w, `{"error":{"code":"rate_limited","message":"wait"}}`, http.StatusTooManyRequests)
	default:
		l.service.ServeHTTP(discarded{http.Header{}}, r)
		panic(http.ErrAbortHandler) // closes the connection without an answer
	}
}

// known returns when a call was first seen, and whether that was before.
func (l *lossy) known(call string) (time.Time, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	first, ok := l.asked[call]
	if !ok {
		l.asked[call] = l.now()
	}
	return first, ok
}

type discarded struct{ header http.Header }

func (d discarded) Header() http.Header         { return d.header }
func (d discarded) Write(p []byte) (int, error) { return len(p), nil }
func (d discarded) WriteHeader(int)             {}
