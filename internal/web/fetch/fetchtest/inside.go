package fetchtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Public is an address of the public internet by its number, which tools/alone
// gives to the loopback of a network namespace.
const Public = "93.184.215.14"

// Machine is a machine that has addresses which nobody may reach beside Public, and
// servers at the web's own ports of all of them: what keeps a request from one of these
// is the address, and neither the port nor that nobody listens.
type Machine struct {
	mu   sync.Mutex
	seen []Arrival
}

// Arrival is something that reached the machine.
type Arrival struct {
	At   string // the address that was reached
	What string // "connection", "datagram", "tls <name>", or a path
}

// Inside listens at ports 80 and 443 of every address of a network namespace, by TCP
// and UDP; requests go to serve. It skips the test where tools/alone has not made
// such a namespace, and waits while another test listens there.
func Inside(t testing.TB, serve http.Handler) *Machine {
	t.Helper()
	if l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", net.JoinHostPort(Public, "0")); err != nil {
		t.Skipf("no network namespace with %s of its own (%v); run make test-hostile where unshare -rn is allowed", Public, err)
	} else {
		_ = l.Close()
	}
	alone(t)
	m := &Machine{}
	server := &http.Server{
		ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		ConnState: func(c net.Conn, state http.ConnState) {
			if state == http.StateNew {
				m.note(c.LocalAddr(), "connection")
			}
		},
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			at, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
			m.note(at, r.URL.Path)
			serve.ServeHTTP(w, r)
		}),
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{selfSigned(t)}, MinVersion: tls.VersionTLS12, GetConfigForClient: m.hello},
	}
	t.Cleanup(func() { _ = server.Close() })
	plain, secure := listen(t, "80"), listen(t, "443")
	go func() { _ = server.Serve(plain) }()
	go func() { _ = server.ServeTLS(secure, "", "") }()
	for _, port := range []string{"80", "443", "3478"} {
		for _, host := range []string{Public, "127.0.0.1", "::1", "169.254.169.254", "10.0.0.1"} {
			m.datagrams(t, net.JoinHostPort(host, port))
		}
	}
	return m
}

// alone has no two tests, of this package or others, listen at once.
func alone(t testing.TB) {
	t.Helper()
	file, err := os.OpenFile(filepath.Join(os.TempDir(), "quarry-test-hostile.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
}

func listen(t testing.TB, port string) net.Listener {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", ":"+port)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func (m *Machine) datagrams(t testing.TB, addr string) {
	t.Helper()
	udp, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = udp.Close() })
	go func() {
		for buf := make([]byte, 1500); ; {
			if _, _, err := udp.ReadFrom(buf); err != nil {
				return
			}
			m.note(udp.LocalAddr(), "datagram")
		}
	}()
}

func (m *Machine) hello(h *tls.ClientHelloInfo) (*tls.Config, error) {
	m.note(h.Conn.LocalAddr(), "tls "+h.ServerName)
	return nil, nil //nolint:nilnil // the server's own configuration goes on
}

func (m *Machine) note(at net.Addr, what string) {
	host, err := netip.ParseAddrPort(at.String())
	if err != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = append(m.seen, Arrival{host.Addr().Unmap().String(), what})
}

// Reached returns what reached Public, each once: paths, and "tls <name>".
func (m *Machine) Reached() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []string
	for _, a := range m.seen {
		if a.At == Public {
			all = append(all, a.What)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Broken returns what reached any other address; it is empty when all is well.
func (m *Machine) Broken() []Arrival {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(m.seen), func(a Arrival) bool { return a.At == Public })
}

// Forget begins anew.
func (m *Machine) Forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = nil
}

// selfSigned is a certificate that no client trusts unless told to.
func selfSigned(t testing.TB) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Unix(0, 0), NotAfter: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC),
		DNSNames: []string{"*.test", "inner.example.com"}, IPAddresses: []net.IP{net.ParseIP(Public)},
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// Spell joins a scheme and a host as URLs have them.
func Spell(scheme, host string) string {
	if addr, err := netip.ParseAddr(host); err == nil && addr.Is6() {
		host = "[" + host + "]"
	}
	return strings.Join([]string{scheme, host}, "://")
}
