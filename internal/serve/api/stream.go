package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// What bounds streams of events. A stream that ends is resumed by its client with the id of
// the last event that it got.
const (
	streamTime = 10 * time.Minute // the longest stream
	beatEvery  = 15 * time.Second // between comments that keep a silent connection
	lookEvery  = time.Second      // between looks; one costs a read
	writeTime  = 20 * time.Second // for a client that does not take what is sent
	retryMS    = 1000             // after which a client resumes
	orgStreams = 32               // of one organization in one process
	allStreams = 512              // in one process
)

// frame is one event of a stream. A client that has an id has seen all events before it. What is
// sent names the stream, too: an id of another stream is none of this one's.
type frame struct {
	id, event string
	data      any
}

// markEnd parts the id of what a stream is about from its mark.
const markEnd = "."

// source looks for events behind the one that was seen last, "" for none; ended says that
// none will follow those that it returns.
type source func(ctx context.Context, seen string) (frames []frame, ended bool, err error)

// streams counts those that are open. The zero streams has none.
type streams struct {
	mu    sync.Mutex
	all   int
	byOrg map[string]int
}

// enter takes a place among the open streams. Error: too_many_streams.
func (s *streams) enter(org string) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= allStreams || s.byOrg[org] >= orgStreams {
		return nil, &errs.Error{Code: errs.TooManyStreams, Message: errs.TooManyStreams.Text(), RetryAfter: beatEvery}
	}
	if s.byOrg == nil {
		s.byOrg = map[string]int{}
	}
	s.all++
	s.byOrg[org]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all--
		if s.byOrg[org]--; s.byOrg[org] == 0 {
			delete(s.byOrg, org)
		}
	}, nil
}

// stream answers with a source's events as server-sent events, until none can follow. Who
// has seen the last one gets 204, by which clients know not to resume. Where the way to the
// client does not pass on what is written before the end, as a function's does not, it ends
// with the first events, or without any after the time of a wait: a long poll that the same
// client understands. Woken, if not nil, is closed when a look is due at once.
// It is that of one job or batch, by whose id its marks are known; who comes with a mark of another
// begins anew.
func (s *Server) stream(w http.ResponseWriter, c *call, of string, look source, woken <-chan struct{}) error {
	leave, err := s.streams.enter(c.principal.OrgID)
	if err != nil {
		return err
	}
	defer leave()
	seen, own := strings.CutPrefix(c.Header.Get("Last-Event-ID"), of+markEnd)
	if !own {
		seen = ""
	}
	frames, ended, err := look(c.Context(), seen)
	if err != nil {
		return err
	}
	if ended && len(frames) == 0 {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	out := newEventWriter(w, of)
	limit := streamTime
	if !out.live {
		limit = maxWait
	}
	ctx, cancel := context.WithTimeout(c.Context(), limit)
	defer cancel()
	for c.Method != http.MethodHead {
		for _, f := range frames {
			if err := out.write(f); err != nil {
				return nil // the client is gone, and the head was sent
			}
			seen = f.id
		}
		if ended || !out.live && len(frames) > 0 || !out.wait(ctx, woken) {
			return nil
		}
		woken = nil // once is enough
		if frames, ended, err = look(ctx, seen); err != nil {
			s.Log.WarnContext(ctx, "stream ended early", "org_id", c.principal.OrgID, "error", err)
			return nil // the client resumes
		}
	}
	return nil
}

// eventWriter writes server-sent events.
type eventWriter struct {
	w    http.ResponseWriter
	of   string
	way  *http.ResponseController
	live bool // what is written is on its way at once
	beat *time.Ticker
}

// newEventWriter sends the head.
func newEventWriter(w http.ResponseWriter, of string) *eventWriter {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // proxies are to pass it on at once
	w.WriteHeader(http.StatusOK)
	out := &eventWriter{w: w, of: of, way: http.NewResponseController(w), beat: time.NewTicker(beatEvery)}
	_, _ = fmt.Fprintf(w, "retry: %d\n\n", retryMS) // a client that is gone shows at the next write
	out.live = out.way.Flush() == nil
	return out
}

// write sends an event. Its data is one line, as JSON without line ends is.
func (e *eventWriter) write(f frame) error {
	data, err := json.Marshal(f.data)
	if err != nil {
		return err
	}
	return e.send(fmt.Sprintf("id: %s\nevent: %s\ndata: %s\n\n", e.of+markEnd+f.id, f.event, data))
}

func (e *eventWriter) send(text string) error {
	_ = e.way.SetWriteDeadline(time.Now().Add(writeTime)) //nolint:forbidigo // connections go by the real clock; those that know none have none
	if _, err := e.w.Write([]byte(text)); err != nil {
		return err
	}
	if !e.live {
		return nil
	}
	return e.way.Flush()
}

// wait returns when the next look is due, and false when there is to be none.
func (e *eventWriter) wait(ctx context.Context, woken <-chan struct{}) bool {
	pause := time.NewTimer(lookEvery)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			e.beat.Stop()
			return false
		case <-e.beat.C:
			if e.send(": still here\n\n") != nil {
				return false
			}
		case <-woken:
			return true
		case <-pause.C:
			return true
		}
	}
}
