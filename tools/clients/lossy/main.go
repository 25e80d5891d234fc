// Command lossy stands between the clients' tests and a service: it forwards every request and loses
// the first answer to each. It knows calls by their method, address, key and body, so that a client
// that makes another key for another attempt never gets an answer. Below /~NAME it makes the trouble
// of that name instead: a client whose base URL ends so meets nothing else.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/signal"
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
	proxy := newProxy(httputil.NewSingleHostReverseProxy(target), time.Now)
	server := &http.Server{Handler: proxy, ReadHeaderTimeout: time.Minute}
	go func() { <-ctx.Done(); _ = server.Close() }()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
