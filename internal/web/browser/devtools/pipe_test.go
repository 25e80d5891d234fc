package devtools_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/web/browser/devtools"
)

// write sends bytes as they are, without the end of a message.
func (p *peer) write(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(p.out, text); err != nil {
		t.Errorf("write %.40q: %v", text, err)
	}
}

// Where the pipe cuts has nothing to do with where messages end.
func TestFrames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ size, long int }{
		"byte by byte": {1, 100}, "split": {7, 10_000}, "as buffers end": {64 << 10, 200 << 10}, "joined": {1 << 20, 200 << 10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := connect(t)
			heard := make(chan string, 9)
			p.conn.Handle("", func(method string, _ json.RawMessage) { heard <- method })
			methods := []string{"one", strings.Repeat("x", c.long), "three", "é😀"}
			var stream string
			for _, method := range methods {
				stream += fmt.Sprintf(`{"method":%q}`, method) + "\x00\x00" // and an empty one
			}
			for rest := stream; rest != ""; {
				n := min(c.size, len(rest))
				p.write(t, rest[:n])
				rest = rest[n:]
			}
			for _, want := range methods {
				if got := <-heard; got != want {
					t.Errorf("got %d bytes %.20q, want %d bytes %.20q", len(got), got, len(want), want)
				}
			}
		})
	}
}

// unreadable are messages that end the program when rod's client is given them, or that
// say nothing.
var unreadable = []string{
	``, `not JSON`, `[]`, `7`, `null`, `"text"`, `{`, `{"id":1`, `{"id":"1"}`, `{"id":1.5}`, `{"id":99999999999999999999}`, `{"id":{}}`,
	`{"id":1,"error":"text"}`, `{"id":1,"error":{"code":"text"}}`, `{"id":1,"error":{"data":{}}}`, `{"id":1,"result":}`,
	`{"method":7}`, `{"method":"m","sessionId":7}`, `{"method":"m","sessionId":[]}`, `{}`, `{"id":0,"result":{}}`, "\xff\xfe",
	strings.Repeat("[", 20_000), `{"id":77,"result":{}}`, `{"id":-1,"result":{}}`, `{"id":1073741825,"result":{}}`,
}

// What cannot be read is nobody's, and what follows it arrives.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	for _, text := range unreadable {
		t.Run(fmt.Sprintf("%.30q", text), func(t *testing.T) {
			t.Parallel()
			p := connect(t)
			go func() {
				id := p.hear(t).ID
				p.say(t, strings.ReplaceAll(text, `"id":1,`, fmt.Sprintf(`"id":%d,`, id+1))) // of nobody's call
				p.say(t, text)
				p.say(t, fmt.Sprintf(`{"id":%d,"result":{}}`, id))
				p.say(t, fmt.Sprintf(`{"id":%d,"result":{}}`, p.hear(t).ID))
			}()
			for _, which := range []string{"first", "second"} {
				if err := (proto.PageEnable{}).Call(p.session(t.Context(), "S")); err != nil {
					t.Errorf("the %s call: got %v, want its answer", which, err)
				}
			}
		})
	}
}

// A handler has had the events that came before an answer when the call returns, however
// long it takes over them.
func TestEventsBeforeAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := connect(t)
		defer synctest.Wait()
		defer p.hangUp()
		seen := 0 // read by the caller without a lock: the answer orders it
		p.conn.Handle("S", func(string, json.RawMessage) {
			time.Sleep(time.Second)
			seen++
		})
		go func() {
			id := p.hear(t).ID
			for range 20 {
				p.say(t, `{"method":"Network.dataReceived","sessionId":"S","params":{}}`)
			}
			p.say(t, fmt.Sprintf(`{"id":%d,"result":{}}`, id))
		}()
		if err := (proto.PageEnable{}).Call(p.session(t.Context(), "S")); err != nil || seen != 20 {
			t.Errorf("got %d events before the answer and error %v, want 20 and none", seen, err)
		}
	})
}

// A browser that ends within a message has said nothing with it.
func TestEndWithinMessage(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"an answer": `{"id":1,"result":{}}`, "half of one": `{"id":1,"res`, "one that is too large": `{"id":1,"result":"` + strings.Repeat("x", 200<<10),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := connect(t)
			go func() {
				p.hear(t)
				p.write(t, text)
				_ = p.out.Close()
			}()
			if err := (proto.PageEnable{}).Call(p.session(t.Context(), "S")); !errors.Is(err, devtools.ErrClosed) {
				t.Errorf("got %v, want the end of the connection", err)
			}
			if err := p.conn.Err(); !errors.Is(err, io.EOF) {
				t.Errorf("got %v for the cause, want the end of the pipe", err)
			}
		})
	}
}

// An event that a handler panics over ends the connection, not the program.
func TestHandlerPanics(t *testing.T) {
	t.Parallel()
	p := connect(t)
	p.conn.Handle("", func(string, json.RawMessage) {
		var created proto.TargetTargetCreated
		t.Errorf("got %s of an event without its target", created.TargetInfo.Type)
	})
	go p.say(t, `{"method":"Target.targetCreated"}`)
	<-p.conn.Done()
	if err := p.conn.Err(); err == nil || !strings.Contains(err.Error(), "nil pointer") {
		t.Errorf("got %v, want what the handler panicked over", err)
	}
}

// What is posted has numbers of its own, so that its answers are taken for no call's.
func TestPostedIDs(t *testing.T) {
	t.Parallel()
	p := connect(t)
	p.conn.Post("S", proto.PageHandleJavaScriptDialog{Accept: false})
	posted := p.hear(t)
	if posted.SessionID != "S" || posted.Method != "Page.handleJavaScriptDialog" || posted.Params["accept"] != false {
		t.Errorf("got %+v, want the request as it was posted", posted)
	}
	go func() {
		id := p.hear(t).ID
		if id == posted.ID {
			t.Errorf("got %d for both, want two numbers", id)
		}
		p.say(t, fmt.Sprintf(`{"id":%d,"error":{"code":1,"message":"no dialog"}}`, posted.ID))
		p.say(t, fmt.Sprintf(`{"id":%d,"result":{}}`, id))
	}()
	if err := (proto.PageEnable{}).Call(p.session(t.Context(), "S")); err != nil {
		t.Errorf("got %v, want the call's own answer", err)
	}
}
