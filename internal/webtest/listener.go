package webtest

import (
	"bufio"
	"crypto/tls"
	"errors"
	"net"
	"sync"
	"time"
)

// peekTime is how long a new connection may keep silent before it is closed.
const peekTime = 10 * time.Second

// tlsRecord is the first byte of a handshake (RFC 8446, section 5.1).
const tlsRecord = 0x16

// bothListener gives connections that begin with TLS as *tls.Conn and others as they
// are. Each is looked at in a goroutine of its own: some clients connect ahead of time.
type bothListener struct {
	net.Listener
	config *tls.Config
	ready  chan net.Conn
	failed chan error
	closed chan struct{}
	close  func() error
}

func listenBoth(ln net.Listener, config *tls.Config) net.Listener {
	b := &bothListener{Listener: ln, config: config, ready: make(chan net.Conn), failed: make(chan error, 1), closed: make(chan struct{})}
	b.close = sync.OnceValue(func() error {
		close(b.closed)
		return ln.Close()
	})
	go b.run()
	return b
}

func (b *bothListener) run() {
	for {
		conn, err := b.Listener.Accept()
		if err != nil {
			b.failed <- err
			return
		}
		go b.sort(conn)
	}
}

// sort looks at the first byte.
func (b *bothListener) sort(conn net.Conn) {
	_ = conn.SetReadDeadline(time.Now().Add(peekTime)) //nolint:forbidigo // a socket's deadline is of the real clock
	stop := make(chan struct{})
	go func() {
		select {
		case <-b.closed:
			_ = conn.Close()
		case <-stop:
		}
	}()
	peeked := &peekedConn{Conn: conn, r: bufio.NewReader(conn)}
	first, err := peeked.r.Peek(1)
	close(stop)
	if err != nil {
		_ = conn.Close()
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	var out net.Conn = peeked
	if first[0] == tlsRecord {
		out = tls.Server(peeked, b.config)
	}
	select {
	case b.ready <- out:
	case <-b.closed:
		_ = conn.Close()
	}
}

// Accept implements net.Listener.
func (b *bothListener) Accept() (net.Conn, error) {
	select {
	case conn := <-b.ready:
		return conn, nil
	case err := <-b.failed:
		return nil, err
	case <-b.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (b *bothListener) Close() error {
	if err := b.close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// peekedConn reads what was peeked at first.
type peekedConn struct {
	net.Conn
	r *bufio.Reader
}

func (p *peekedConn) Read(b []byte) (int, error) { return p.r.Read(b) }
