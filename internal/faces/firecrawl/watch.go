package firecrawl

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/document"
)

// Socket is a WebSocket that a caller opened. Its context ends when the caller has left.
type Socket interface {
	Context() context.Context
	Send(text []byte) error
	Close(code int, reason string)
}

// Sockets accepts WebSockets; the zero Sockets none.
type Sockets struct {
	// Asked reports whether a request asks for one.
	Asked func(r *http.Request) bool
	// Accept opens it, by the protocol that the request names; where it fails it has answered.
	Accept func(w http.ResponseWriter, r *http.Request, protocol string) (Socket, error)
}

// The codes with which a WebSocket is closed (RFC 6455).
const (
	closeNormal  = 1000
	closeRefused = 1008
	closeBroken  = 1011
)

// lookPause is between two looks of which the first showed no document.
const lookPause = time.Second

// watchable answers a call that asks for a WebSocket by one, on which a crawl or a batch is followed to its end; others by next.
func (f *face) watchable(next handler, see func(w http.ResponseWriter, r *http.Request) (*watched, error)) handler {
	if f.sockets.Asked == nil {
		return next
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		if !f.sockets.Asked(r) {
			return next(w, r)
		}
		protocol := r.Header.Get("Sec-WebSocket-Protocol")
		if r.Header.Get("Authorization") == "" && protocol != "" { // browsers can send no other header
			r.Header.Set("Authorization", "Bearer "+protocol)
		}
		what, refusal := see(w, r)
		s, err := f.sockets.Accept(w, r, protocol)
		if err != nil {
			return nil //nolint:nilerr // the caller has been answered
		}
		if refusal != nil {
			f.turnAway(s, refusal)
		} else {
			f.watch(s, r.WithContext(s.Context()), what)
		}
		return nil
	}
}

// turnAway says why there is nothing to watch. Where a WebSocket is refused before it is opened, clients know no reason, and
// that for JavaScript on Node 20 ends its program.
func (f *face) turnAway(s Socket, refusal error) {
	code, text := errs.InternalError, errs.InternalError.Text()
	if refused, ok := errors.AsType[*asked.RefusedError](refusal); ok {
		code, text = refused.Code, refused.Message
	}
	if f.version == 2 { // clients of v1 read the reason of the end, which is short
		_ = send(s, message{Type: "error", Error: text})
	}
	closing(s, closeRefused, message{Type: "error", Error: string(code)})
}

// watched is a crawl or a batch that is followed.
type watched struct {
	progress
	streams []string // the paths of its events, below the API's
}

// message is one of a WebSocket's.
type message struct {
	Type  string `json:"type"`
	Error string `json:"error,omitempty"`
	Data  any    `json:"data,omitempty"`
}

// watch sends what is known of a crawl or a batch, then each document, and then why nothing follows. The first message has
// no document and no end: their clients take an end that it has for that of all.
func (f *face) watch(s Socket, r *http.Request, what *watched) {
	what.Status, what.Data = scraping, []*document.Document{}
	if send(s, message{Type: "catchup", Data: what.progress}) != nil {
		return
	}
	succeeded := 0
	for _, path := range what.streams {
		n, err := f.documentsAsRead(s, r, path)
		if err != nil {
			closing(s, closeBroken, message{Type: "error", Error: "The stream has ended early; ask for the status."})
			return
		}
		succeeded += n
	}
	if succeeded == 0 {
		closing(s, closeNormal, message{Type: "error", Error: "None of the pages could be read."})
		return
	}
	closing(s, closeNormal, message{Type: "done"})
}

// documentsAsRead sends each document of a stream of events, to its end, and counts them.
func (f *face) documentsAsRead(s Socket, r *http.Request, path string) (count int, err error) {
	last := ""
	for before := -1; ; {
		if count == before && !asked.Wait(r, lookPause) {
			return count, r.Context().Err()
		}
		before = count
		answer, err := f.eventsBehind(r, path, last)
		if err != nil {
			return count, err
		}
		for _, e := range eventsOf(answer.Body) {
			last = e.id
			if strings.HasSuffix(e.name, ".finished") {
				return count, nil
			}
			sent, err := f.documentAsRead(s, r, e)
			if err != nil {
				return count, err
			}
			if sent {
				count++
			}
		}
		if answer.Status == http.StatusNoContent {
			return count, nil
		}
	}
}

// eventsBehind are the next events of a stream. A refusal for now is waited for.
func (f *face) eventsBehind(r *http.Request, path, last string) (*asked.Answer, error) {
	for {
		answer, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: path, LastEvent: last}, nil)
		if err == nil {
			err = r.Context().Err()
		}
		pause := asked.Later(err)
		if pause == 0 {
			return answer, err
		}
		if !asked.Wait(r, pause) {
			return nil, r.Context().Err()
		}
	}
}

// documentAsRead sends the document of an event, if it has one: others are of counts, or of failures.
func (f *face) documentAsRead(s Socket, r *http.Request, e event) (sent bool, err error) {
	var page item
	if err := json.Unmarshal(e.data, &page); err != nil {
		return false, errs.Internal(err)
	}
	if page.JobID == "" || page.Status != job.Succeeded {
		return false, nil
	}
	d, err := f.documentOf(r, &page)
	if err != nil {
		return false, err
	}
	return true, send(s, message{Type: "document", Data: d})
}

// event is one of a stream's.
type event struct {
	id, name string
	data     []byte
}

// eventsOf are the server-sent events of an answer of the API, whose data is one line each.
func eventsOf(body []byte) (all []event) {
	var e event
	lines := bufio.NewScanner(bytes.NewReader(body))
	lines.Buffer(nil, len(body)+1)
	for lines.Scan() {
		field, value, _ := bytes.Cut(lines.Bytes(), []byte(": "))
		switch string(field) {
		case "id":
			e.id = string(value)
		case "event":
			e.name = string(value)
		case "data":
			e.data = bytes.Clone(value)
		case "":
			if e.name != "" {
				all = append(all, e)
			}
			e = event{}
		}
	}
	return all
}

func send(s Socket, m message) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return s.Send(text)
}

// closing ends a WebSocket with a message as its reason, which is where their clients look for it.
func closing(s Socket, code int, m message) {
	text, _ := json.Marshal(m) // of two strings
	s.Close(code, string(text))
}

// seeCrawl reads the crawl that is to be followed.
func (f *face) seeCrawl(w http.ResponseWriter, r *http.Request) (*watched, error) {
	v, err := f.viewCrawl(w, r)
	if err != nil {
		return nil, err
	}
	return &watched{v.progress(), []string{"/crawl/" + idOf(r) + "/events"}}, nil
}

// seeBatch reads the batch that is to be followed.
func (f *face) seeBatch(w http.ResponseWriter, r *http.Request) (*watched, error) {
	var b batchPage
	var streams []string
	for _, id := range partsOf(r) {
		part, err := f.batchAt(w, r, id, url.Values{"limit": {"1"}})
		if err != nil {
			return nil, err
		}
		b.add(part)
		streams = append(streams, "/batches/"+id+"/events")
	}
	return &watched{b.progress(), streams}, nil
}
