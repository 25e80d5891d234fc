// Package prefill hands a local service's token to a page of its own: once, to who has the key, on the
// machine that serves it. Whoever starts the service sees the key, and nobody who only reaches its port,
// through a proxy on the same machine, say. It must not know the pages.
package prefill

import (
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
)

// Offer is a token that waits to be taken. The zero Offer has none.
type Offer struct{ waiting atomic.Pointer[offered] }

// offered is a token, and what opens it.
type offered struct{ token, key string }

// Make has a token wait, and returns the key that opens it. One that waited before is gone.
func (o *Offer) Make(token string) (key string) {
	key = rand.Text()
	o.waiting.Store(&offered{token, key})
	return key
}

// Take returns the token to the first GET that has the key. A HEAD, by which programs
// look at links before they open them, shows nothing and takes nothing.
func (o *Offer) Take(r *http.Request, key string) (token string, ok bool) {
	waiting := o.waiting.Load()
	if waiting == nil || r.Method != http.MethodGet || !AtHome(r) || subtle.ConstantTimeCompare([]byte(key), []byte(waiting.key)) == 0 {
		return "", false
	}
	return waiting.token, o.waiting.CompareAndSwap(waiting, nil)
}

// AtHome reports whether a page was opened, or calls, by its address on the machine that
// serves it. The Host is checked so that a foreign page whose name is made to lead
// to this machine is not served the token, and what a proxy passes on or a foreign
// page asks for is not home either. A proxy that says nothing of itself is not seen: the
// link's key is what it lacks.
func AtHome(r *http.Request) bool {
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
	default:
		return false
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && peer.Addr().Unmap().IsLoopback() && isLoopback(r.Host)
}

// isLoopback reports whether a Host header names the machine itself.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && addr.Unmap().IsLoopback()
}
