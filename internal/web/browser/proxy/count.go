package proxy

import (
	"errors"
	"net"
)

// counted is a connection to a host whose bytes count against the limit.
type counted struct {
	net.Conn
	proxy *Proxy
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if !c.proxy.count(n) {
		return 0, errLimit
	}
	return n, err
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	if !c.proxy.count(n) {
		return n, errLimit
	}
	return n, err
}

func (c *counted) Close() error {
	c.proxy.forget(c)
	return c.Conn.Close()
}

// errLimit ends a connection before Close comes to it.
var errLimit = errors.New("the limit of bytes is reached")

// count adds bytes, and ends everything when they are too many.
func (p *Proxy) count(n int) (within bool) {
	p.mu.Lock()
	p.stats.Bytes += int64(n)
	within = p.stats.Bytes <= p.limits.Bytes
	first := !within && p.stats.Limited == ""
	if first {
		p.stats.Limited = LimitBytes // before the connection ends, so that who sees that finds the reason
	}
	p.mu.Unlock()
	if first {
		// Not from here: Close takes the locks of the connection that is being read.
		go p.Close()
	}
	return within
}

// keep remembers a connection that Close must end; false says that it is too late.
func (p *Proxy) keep(conn net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		return false
	}
	p.conns[conn] = struct{}{}
	return true
}

func (p *Proxy) forget(conn net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, conn)
}
