package devtools_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/web/browser/devtools"
)

// peer is the browser's end of a connection.
type peer struct {
	conn *devtools.Conn
	in   *bufio.Reader
	out  *io.PipeWriter
	from *io.PipeReader
}

func connect(t *testing.T) *peer {
	t.Helper()
	theirIn, in := io.Pipe()
	out, theirOut := io.Pipe()
	p := &peer{conn: devtools.Open(in, out), in: bufio.NewReader(theirIn), out: theirOut, from: theirIn}
	t.Cleanup(p.hangUp)
	return p
}

// session is a page's, as rod sees it.
func (p *peer) session(ctx context.Context, id proto.TargetSessionID) *rod.Page {
	return rod.New().Client(p.conn).Context(ctx).PageFromSession(id)
}

func (p *peer) hangUp() {
	_, _ = p.out.Close(), p.from.Close()
}

func (p *peer) say(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(p.out, text+"\x00"); err != nil {
		t.Error(err)
	}
}

// hear reads one request.
func (p *peer) hear(t *testing.T) (request struct {
	ID        int            `json:"id"`
	SessionID string         `json:"sessionId"`
	Method    string         `json:"method"`
	Params    map[string]any `json:"params"`
},
) {
	t.Helper()
	text, err := p.in.ReadBytes(0)
	if err == nil {
		err = json.Unmarshal(text[:len(text)-1], &request)
	}
	if err != nil {
		t.Error(err)
	}
	return request
}

// Answers come back to whoever asked, in any order.
func TestCalls(t *testing.T) {
	t.Parallel()
	p := connect(t)
	const calls = 50
	go func() {
		var ids []string
		for range calls {
			r := p.hear(t)
			ids = append(ids, fmt.Sprintf(`{"id":%d,"result":{"result":{"type":"string","value":%q}}}`, r.ID, r.SessionID+" "+r.Method+" "+fmt.Sprint(r.Params["expression"])))
		}
		for i := range ids {
			p.say(t, ids[len(ids)-1-i])
		}
	}()
	var all sync.WaitGroup
	for i := range calls {
		all.Go(func() {
			session := p.session(t.Context(), "S")
			got, err := proto.RuntimeEvaluate{Expression: fmt.Sprint(i)}.Call(session)
			if want := fmt.Sprint("S Runtime.evaluate ", i); err != nil || got.Result.Value.Str() != want {
				t.Errorf("%+v, %v, want %s", got, err, want)
			}
		})
	}
	all.Wait()
}

func TestRefusal(t *testing.T) {
	t.Parallel()
	p := connect(t)
	go func() {
		p.say(t, fmt.Sprintf(`{"id":%d,"error":{"code":-32000,"message":"no such page"}}`, p.hear(t).ID))
	}()
	err := proto.PageEnable{}.Call(p.session(t.Context(), "S"))
	refusal, ok := errors.AsType[*cdp.Error](err)
	if !ok || refusal.Message != "no such page" || !strings.HasPrefix(err.Error(), "Page.enable: ") {
		t.Errorf("got %v, want the refusal and the name of the call", err)
	}
}

// Events reach the handler of their session, in order, and nobody else.
func TestEvents(t *testing.T) {
	t.Parallel()
	p := connect(t)
	heard := make(chan string, 10)
	p.conn.Handle("A", func(method string, params json.RawMessage) { heard <- "A " + method + string(params) })
	p.conn.Handle("", func(method string, _ json.RawMessage) { heard <- "root " + method })
	for _, text := range []string{
		`{"method":"one","sessionId":"A","params":{"x":1}}`, `{"method":"lost","sessionId":"B"}`, `not JSON`, `[]`, ``, `{"id":"x"}`, `{"id":99}`,
		`{"method":"two","sessionId":"A"}`, `{"method":"three"}`,
	} {
		p.say(t, text)
	}
	got := []string{<-heard, <-heard, <-heard}
	if text := strings.Join(got, ", "); text != `A one{"x":1}, A two, root three` {
		t.Errorf("heard %s", text)
	}
	p.conn.Handle("A", nil)
	p.say(t, `{"method":"four","sessionId":"A"}`)
	p.say(t, `{"method":"five"}`)
	if got := <-heard; got != "root five" {
		t.Errorf("heard %s", got)
	}
}

// A message that is too large ends only the call that it answers.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	p := connect(t)
	go func() {
		id := p.hear(t).ID
		_, _ = fmt.Fprintf(p.out, `{"id":%d,"result":"`, id)
		chunk := []byte(strings.Repeat("x", 1<<20))
		for range devtools.MaxMessage>>20 + 3 {
			_, _ = p.out.Write(chunk)
		}
		p.say(t, `"}`)
		p.say(t, fmt.Sprintf(`{"id":%d,"result":{}}`, p.hear(t).ID))
	}()
	s := p.session(t.Context(), "S")
	if err := (proto.PageEnable{}).Call(s); !errors.Is(err, devtools.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	if err := (proto.PageEnable{}).Call(s); err != nil {
		t.Error(err)
	}
}

// A browser that answers nothing and reads nothing holds up nobody.
func TestDeafBrowser(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := connect(t)
		defer synctest.Wait()
		defer p.hangUp()
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errors.New("enough"))
		defer cancel()
		s := p.session(ctx, "S")
		for range 20_000 {
			p.conn.Post("S", proto.PageEnable{})
		}
		if err := (proto.PageEnable{}).Call(s); err == nil {
			t.Error("a call through a full pipe succeeds")
		}
		p2 := connect(t)
		defer p2.hangUp()
		if err := (proto.PageEnable{}).Call(p2.session(ctx, "S")); err == nil || !strings.HasSuffix(err.Error(), "enough") {
			t.Errorf("got %v", err)
		}
	})
}

// The end of either pipe ends what waits and what comes after.
func TestEnd(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*peer){
		"out": func(p *peer) { _ = p.out.Close() },
		"in":  func(p *peer) { _ = p.from.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := connect(t)
			s := p.session(t.Context(), "")
			result := make(chan error, 1)
			go func() { result <- proto.PageEnable{}.Call(s) }()
			if name == "out" {
				p.hear(t)
			}
			end(p)
			if err := <-result; !errors.Is(err, devtools.ErrClosed) {
				t.Errorf("got %v", err)
			}
			<-p.conn.Done()
			if err := (proto.PageEnable{}).Call(s); !errors.Is(err, devtools.ErrClosed) {
				t.Errorf("afterwards %v", err)
			}
		})
	}
}
