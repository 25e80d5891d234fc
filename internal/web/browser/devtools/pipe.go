package devtools

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"
)

// pipe is the transport of rod's client: a cdp.WebSocketable over two pipes. The client
// ends the program when it reads what is no answer, and forgets the order of events and
// answers; so events never reach it, and of the rest only what it can read.
type pipe struct {
	out     *outbox
	answers chan []byte
	broken  chan struct{}
	heard   atomic.Int64

	mu       sync.Mutex
	handlers map[proto.TargetSessionID]Handler
	err      error // why it ended
}

// message is what comes in: the answer to a call when it has an ID, else an event. Its
// types are those that rod's client reads the same members into.
type message struct {
	ID        int                   `json:"id"`
	Result    json.RawMessage       `json:"result"`
	Error     *cdp.Error            `json:"error"`
	SessionID proto.TargetSessionID `json:"sessionId"`
	Method    string                `json:"method"`
	Params    json.RawMessage       `json:"params"`
}

// open starts to read and write. It ends when either pipe does.
func open(in io.Writer, out io.Reader) *pipe {
	p := &pipe{
		out: newOutbox(), answers: make(chan []byte), broken: make(chan struct{}),
		handlers: map[proto.TargetSessionID]Handler{},
	}
	go func() { p.end(p.out.deliver(in)) }()
	go func() { p.end(p.listen(bufio.NewReaderSize(out, 64<<10))) }()
	return p
}

// Send is for rod's client. It never waits for the browser.
func (p *pipe) Send(text []byte) error {
	if err := p.ended(); err != nil {
		return err
	}
	return p.out.put(append(text, 0))
}

// Read is for rod's client: the next answer.
func (p *pipe) Read() ([]byte, error) {
	select {
	case text := <-p.answers:
		return text, nil
	case <-p.broken:
		return nil, p.ended()
	}
}

func (p *pipe) handle(session proto.TargetSessionID, h Handler) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if h == nil {
		delete(p.handlers, session)
		return
	}
	p.handlers[session] = h
}

// end makes every call that waits fail, and all that follow.
func (p *pipe) end(cause error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return
	}
	p.err = fmt.Errorf("%w: %w", ErrClosed, cause)
	close(p.broken)
	p.out.close()
}

func (p *pipe) ended() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// listen takes messages until the pipe ends, or one comes that a handler panics over: a
// part is missing of it that was always there.
func (p *pipe) listen(in *bufio.Reader) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("a message cannot be handled: %v", panicked)
		}
	}()
	for {
		text, err := frame(in)
		if err != nil {
			return err
		}
		p.heard.Add(1)
		answer := p.screen(text)
		if answer == nil {
			continue
		}
		select {
		case p.answers <- answer:
		case <-p.broken:
			return ErrClosed
		}
	}
}

// screen gives a message to whom it is for, and returns it when that is rod's client.
// One that cannot be read is nobody's.
func (p *pipe) screen(text []byte) (answer []byte) {
	if len(text) > MaxMessage {
		return refusal(idOf(text))
	}
	var m message
	if json.Unmarshal(text, &m) != nil {
		return nil
	}
	if m.ID != 0 {
		return text
	}
	p.mu.Lock()
	h := p.handlers[m.SessionID]
	p.mu.Unlock()
	if h != nil {
		h(m.Method, m.Params)
	}
	return nil
}
