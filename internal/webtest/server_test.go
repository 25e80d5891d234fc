package webtest_test

import (
	"context"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/webtest"
)

func TestServerEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s, err := webtest.New().Listen(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	rules := strings.Split(s.HostsRule(), ",")
	if want := "open:article.test=" + s.Addr(); !slices.Contains(rules, want) || rules[len(rules)-1] != "open:*.test=none" {
		t.Errorf("got the rules %q, want %q among them, and that no other name is there at the end", rules, want)
	}
	get(t, client(s), "http://article.test/")

	cancel()
	if err := s.Close(); err != nil {
		t.Errorf("Close after the end: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
	d := net.Dialer{Timeout: time.Second}
	if conn, err := d.DialContext(t.Context(), "tcp", s.Addr()); err == nil {
		_ = conn.Close()
		t.Error("the server still accepts")
	}
}

func TestPortInUse(t *testing.T) {
	t.Parallel()
	s := webtest.Start(t)
	if other, err := webtest.New().Listen(t.Context(), s.Addr()); err == nil {
		_ = other.Close()
		t.Error("a second server on the same port")
	}
}
