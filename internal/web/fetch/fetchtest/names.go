// Package fetchtest gives tests a name server of their own, so that names can lead
// where and change as a test says. It must not know who resolves.
package fetchtest

import (
	"context"
	"net"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// NameServer answers A and AAAA questions over UDP on loopback. Answer gives the
// addresses for the n-th question of each type; nil is "no such name".
func NameServer(t testing.TB, answer func(name string, n int64) []net.IP) *net.Resolver {
	t.Helper()
	conn, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		var asked [2]int64 // of A and of AAAA
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var q dnsmessage.Message
			if q.Unpack(buf[:n]) != nil || len(q.Questions) != 1 {
				continue
			}
			kind := 0
			if q.Questions[0].Type == dnsmessage.TypeAAAA {
				kind = 1
			}
			asked[kind]++
			reply := replyTo(q, answer(q.Questions[0].Name.String(), asked[kind]))
			if out, err := reply.Pack(); err == nil {
				_, _ = conn.WriteTo(out, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func replyTo(q dnsmessage.Message, addrs []net.IP) dnsmessage.Message {
	question := q.Questions[0]
	reply := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: q.ID, Response: true, RecursionAvailable: true},
		Questions: q.Questions,
	}
	if addrs == nil {
		reply.RCode = dnsmessage.RCodeNameError
	}
	for _, ip := range addrs {
		head := dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET}
		v4 := ip.To4()
		if v4 != nil && question.Type == dnsmessage.TypeA {
			reply.Answers = append(reply.Answers, dnsmessage.Resource{Header: head, Body: &dnsmessage.AResource{A: [4]byte(v4)}})
		}
		if v4 == nil && question.Type == dnsmessage.TypeAAAA {
			reply.Answers = append(reply.Answers, dnsmessage.Resource{Header: head, Body: &dnsmessage.AAAAResource{AAAA: [16]byte(ip)}})
		}
	}
	return reply
}
