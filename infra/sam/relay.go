package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os/exec"
	"regexp"
	"strings"
	"sync"
)

// dockerDesktop is how containers of Docker Desktop reach this machine, loopback
// included: no relay is needed there.
const dockerDesktop = "host.docker.internal"

// loopback is what only this machine reaches, wherever it stands in a variable.
var loopback = regexp.MustCompile(`127\.0\.0\.1:(\d+)`)

// relays stand between containers and what listens on loopback only. Each has a port of its own, so that several
// commands relay to the same engines at once, and none depends on another.
type relays struct {
	env       environment // with the addresses that containers reach
	listeners []net.Listener
	group     sync.WaitGroup
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

// openRelays opens one for each port of loopback that the environment names, and rewrites the environment accordingly.
// The names of hosts lead to addresses and to no other names, and are left out with Docker Desktop.
func openRelays(ctx context.Context, env environment, host string) (*relays, error) {
	r := &relays{env: environment{}}
	outside := map[string]string{}
	for name, value := range env {
		if host == dockerDesktop && name == "QUARRY_HOSTS" {
			continue
		}
		for _, found := range loopback.FindAllStringSubmatch(value, -1) {
			if outside[found[0]] != "" {
				continue
			}
			address, err := r.outside(ctx, host, found[1])
			if err != nil {
				r.close()
				return nil, err
			}
			outside[found[0]] = address
		}
		r.env[name] = loopback.ReplaceAllStringFunc(value, func(inside string) string { return outside[inside] })
	}
	return r, nil
}

// outside is where containers reach a port of loopback.
func (r *relays) outside(ctx context.Context, host, port string) (string, error) {
	if host == dockerDesktop {
		return net.JoinHostPort(host, port), nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return "", fmt.Errorf("relay for containers, choose another address with SAM_HOST: %w", err)
	}
	r.listeners = append(r.listeners, listener)
	r.group.Go(func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return // closed
			}
			go relay(ctx, from, net.JoinHostPort("127.0.0.1", port))
		}
	})
	return listener.Addr().String(), nil
}

// relay hands on what two ends say until both have ended, or the context has.
func relay(ctx context.Context, from net.Conn, address string) {
	defer func() { _ = from.Close() }()
	to, err := new(net.Dialer).DialContext(ctx, "tcp", address) //nolint:forbidigo // loopback, which is not the network
	if err != nil {
		return // as if nothing listened there, which is so
	}
	defer func() { _ = to.Close() }()
	stop := context.AfterFunc(ctx, func() {
		_ = from.Close()
		_ = to.Close()
	})
	defer stop()
	var ways sync.WaitGroup
	for _, way := range [][2]net.Conn{{from, to}, {to, from}} {
		ways.Go(func() {
			_, _ = io.Copy(way[1], way[0]) // its error is the end of a connection, which the ends see themselves
			if half, ok := way[1].(interface{ CloseWrite() error }); ok {
				_ = half.CloseWrite()
			}
		})
	}
	ways.Wait()
}

func (r *relays) close() {
	for _, listener := range r.listeners {
		_ = listener.Close()
	}
	r.group.Wait()
}
