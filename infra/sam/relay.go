package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"strings"
	"time"
)

// dockerDesktop is how containers of Docker Desktop reach this machine, loopback
// included: no relay is needed there.
const dockerDesktop = "host.docker.internal"

// relays stand between containers and engines that listen on loopback only.
type relays struct {
	env     environment // with the addresses that containers reach
	servers []*http.Server
}

// hostOf is the address by which containers reach this machine.
func hostOf(ctx context.Context, given string) string {
	if given != "" {
		return given
	}
	out, err := exec.CommandContext(ctx, "docker", "network", "inspect", "bridge",
		"--format", "{{(index .IPAM.Config 0).Gateway}}").Output()
	gateway := strings.TrimSpace(string(out))
	if err != nil || !ours(gateway) {
		return dockerDesktop
	}
	return gateway
}

// ours reports whether this machine has the address, as Linux has that of Docker's
// bridge. Docker Desktop's belongs to its virtual machine.
func ours(address string) bool {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return false
	}
	for _, a := range addresses {
		if ip, _, err := net.ParseCIDR(a.String()); err == nil && ip.String() == address {
			return true
		}
	}
	return false
}

// openRelays opens one for each engine, on the same port at another address, and
// rewrites the environment accordingly.
func openRelays(ctx context.Context, env environment, host string) (*relays, error) {
	r := &relays{env: environment{}}
	opened := map[string]bool{}
	for name, value := range env {
		engine, err := url.Parse(value)
		if err != nil || engine.Hostname() != "127.0.0.1" {
			r.env[name] = value
			continue
		}
		outside := net.JoinHostPort(host, engine.Port())
		r.env[name] = strings.Replace(value, engine.Host, outside, 1)
		if host == dockerDesktop || opened[outside] {
			continue
		}
		opened[outside] = true
		if err := r.open(ctx, outside, engine); err != nil {
			r.close()
			return nil, err
		}
	}
	return r, nil
}

func (r *relays) open(ctx context.Context, outside string, engine *url.URL) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", outside)
	if err != nil {
		return fmt.Errorf("relay for containers, choose another address with -host: %w", err)
	}
	to := &url.URL{Scheme: engine.Scheme, Host: engine.Host}
	server := &http.Server{
		ReadHeaderTimeout: 10 * time.Second,
		Handler:           &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(to); p.Out.Host = p.In.Host }},
	}
	r.servers = append(r.servers, server)
	go func() { _ = server.Serve(listener) }() // ends with close
	return nil
}

func (r *relays) close() {
	for _, server := range r.servers {
		_ = server.Close()
	}
}
