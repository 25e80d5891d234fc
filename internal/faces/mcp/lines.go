package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mostLine is the most bytes that a message may have.
const mostLine = mcp.DefaultMaxLineLength

// lines is an input without what is no message: the SDK ends a session at the first, and whoever sent it would not learn
// why. Each is answered as JSON-RPC has it. The input ends when all that it asked is answered, as the SDK drops the rest.
type lines struct {
	io.Closer
	over <-chan struct{} // closed when nobody waits for answers any more
	from *bufio.Reader
	to   *whole
	rest []byte // of the line that is being read
}

// whole is an output that several write to, each a line at once.
type whole struct {
	io.WriteCloser
	mu    sync.Mutex
	asked map[jsonrpc.ID]bool // and not answered yet
	quiet chan struct{}       // closed when nothing is left to answer, where the input has ended
}

// Write implements io.Writer. The SDK writes a message at once.
func (w *whole) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.WriteCloser.Write(p)
	if err != nil {
		clear(w.asked)
	} else if m, bad := jsonrpc.DecodeMessage(p); bad == nil {
		if answer, ok := m.(*jsonrpc.Response); ok {
			delete(w.asked, answer.ID)
		}
	}
	w.settle()
	return n, err
}

// take notes a message that has been read.
func (w *whole) take(m jsonrpc.Message) {
	call, ok := m.(*jsonrpc.Request)
	if !ok {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if call.ID.IsValid() {
		w.asked[call.ID] = true
	} else if call.Method == "notifications/cancelled" {
		var of struct {
			ID any `json:"requestId"`
		}
		if json.Unmarshal(call.Params, &of) == nil {
			if id, err := jsonrpc.MakeID(of.ID); err == nil {
				delete(w.asked, id)
			}
		}
	}
}

// answered is closed as soon as all that was taken is answered.
func (w *whole) answered() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.quiet = make(chan struct{})
	quiet := w.quiet
	w.settle()
	return quiet
}

func (w *whole) settle() {
	if w.quiet != nil && len(w.asked) == 0 {
		close(w.quiet)
		w.quiet = nil
	}
}

// Read implements io.Reader.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.line()
		if err != nil {
			select {
			case <-l.to.answered():
			case <-l.over:
			}
			return 0, err
		}
		l.rest = line
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// line is the next line if it is a message, and nothing if it is not.
func (l *lines) line() ([]byte, error) {
	line, ended, large := []byte(nil), false, false
	for !ended {
		piece, err := l.from.ReadSlice('\n')
		if large = large || len(line)+len(piece) > mostLine; !large {
			line = append(line, piece...)
		}
		switch {
		case errors.Is(err, io.EOF) && (len(line) > 0 || large):
			ended = true
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		default:
			ended = err == nil
		}
	}
	line = bytes.TrimSpace(line)
	message, err := jsonrpc.DecodeMessage(line)
	switch {
	case large:
		return nil, l.refuse(jsonrpc.CodeInvalidRequest, "the message is larger than 16 MB")
	case len(line) == 0:
		return nil, nil
	case !json.Valid(line):
		return nil, l.refuse(jsonrpc.CodeParseError, "the line is not valid JSON")
	case err != nil || nameless(line):
		return nil, l.refuse(jsonrpc.CodeInvalidRequest, "the line is no JSON-RPC message; batches are not read")
	}
	l.to.take(message)
	return append(line, '\n'), nil
}

// nameless reports whether a message has null as its id, which the protocol forbids: the SDK takes it for one that wants no
// answer, and whoever sent it would wait.
func nameless(line []byte) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(line, &members) == nil && string(members["id"]) == "null" && members["method"] != nil
}

// refuse answers a line of which nobody knows whose it is.
func (l *lines) refuse(code int64, why string) error {
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": &jsonrpc.Error{Code: code, Message: why}})
	if err != nil {
		return err
	}
	_, err = l.to.Write(append(answer, '\n'))
	return err
}
