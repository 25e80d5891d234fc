package infrarun

import (
	"context"
	"sync"

	"github.com/miekg/dns"

	"github.com/quarryapi/quarry/internal/sources/doh"
)

// lookups asks each question once, however many signals want to know.
type lookups struct {
	resolver *doh.Client

	mu    sync.Mutex
	asked map[question]*future[reply]
}

type question struct {
	name string
	kind uint16
}

// reply is an answer or why there is none.
type reply struct {
	*doh.Answer

	err error
}

// ask begins a look-up, or joins one that was begun.
func (l *lookups) ask(ctx context.Context, name string, kind uint16) *future[reply] {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := question{name, kind}
	f, ok := l.asked[q]
	if !ok {
		f = start(ctx, func(ctx context.Context) reply {
			answer, err := l.resolver.Query(ctx, name, kind)
			if err != nil {
				return reply{err: err}
			}
			return reply{Answer: answer}
		})
		l.asked[q] = f
	}
	return f
}

// get asks and waits. Its reply has an answer or an error.
func (l *lookups) get(ctx context.Context, name string, kind uint16) reply {
	var r reply
	if !l.ask(ctx, name, kind).into(ctx, &r) {
		return reply{err: context.Cause(ctx)}
	}
	return r
}

// texts are the values of the TXT records of a name; none when it has none.
func (l *lookups) texts(ctx context.Context, name string) ([]string, reply) {
	r := l.get(ctx, name, dns.TypeTXT)
	return r.texts(), r
}

// records are those of an answer; none without one.
func (r reply) records() []doh.Record {
	if r.Answer == nil {
		return nil
	}
	return r.Records
}

func (r reply) texts() []string {
	list := []string{}
	for _, record := range r.records() {
		list = append(list, record.Text)
	}
	return list
}

// aliases are the names that the answer leads through, never nil.
func (r reply) aliases() []string {
	if r.Answer == nil {
		return []string{}
	}
	return append([]string{}, r.Aliases...)
}

// addresses are those of an answer for A or AAAA.
func (r reply) addresses() []string {
	list := []string{}
	for _, record := range r.records() {
		switch rr := record.RR.(type) {
		case *dns.A:
			list = append(list, rr.A.String())
		case *dns.AAAA:
			list = append(list, rr.AAAA.String())
		}
	}
	return list
}
