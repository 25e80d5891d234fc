package quarry

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// silence is how long a stream may be without a byte; the service sends one every 15 seconds.
const silence = 45 * time.Second

// Event is what happened, such as job.progress. Data is the job, the item of a batch, the page of a
// crawl, the batch or the crawl, as JSON.
type Event struct {
	ID, Type string
	Data     json.RawMessage
}

// Decode reads an event's data, for example into an api.BatchItem.
func (e Event) Decode(into any) error { return json.Unmarshal(e.Data, into) }

// JobEvents yields what happens to a job until its end, over broken connections, too. After is the
// id of the last event that you have, or empty. An error is the last that is yielded.
func (c *Client) JobEvents(ctx context.Context, jobID, after string) iter.Seq2[Event, error] {
	path := "/v1/public/jobs/" + url.PathEscape(jobID) + "/events"
	return c.events(ctx, path, after, c.options.Deadline, Resume{JobID: jobID}, func(kind string) bool {
		return kind == "job.succeeded" || kind == "job.failed" || kind == "job.cancelled"
	})
}

// BatchEvents yields what happens to a batch until its end: each job's end once. After is the id of
// the last event that you have, or empty. An error is the last that is yielded.
func (c *Client) BatchEvents(ctx context.Context, batchID, after string) iter.Seq2[Event, error] {
	path := "/v1/public/batches/" + url.PathEscape(batchID) + "/events"
	return c.events(ctx, path, after, c.options.Deadline, Resume{BatchID: batchID}, func(kind string) bool { return kind == "batch.finished" })
}

// stream is one stream over all its connections.
type stream struct {
	client   *Client
	path     string
	last     string
	pause    time.Duration
	failures failures
	final    func(kind string) bool
	yield    func(Event, error) bool
}

// errOver is the end of a stream that is not followed by another connection.
var errOver = errors.New("the stream is over")

func (c *Client) events(ctx context.Context, path, after string, most time.Duration, of Resume, final func(string) bool) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if err := whole(path); err != nil {
			yield(Event{}, err)
			return
		}
		ctx, stop := context.WithTimeout(patient(ctx), most)
		defer stop()
		s := &stream{client: c, path: path, last: after, pause: time.Second, failures: c.failures(ctx), final: final, yield: yield}
		for {
			err := s.connect(ctx)
			if err == nil || !errors.Is(err, errOver) {
				err = s.next(ctx, err)
			}
			switch {
			case errors.Is(err, errOver):
				return
			case err != nil:
				yield(Event{}, with(err, of))
				return
			}
		}
	}
}

// next waits for the next connection, after one that ended with an error or without.
func (s *stream) next(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return stopped(ctx)
	}
	wait := s.pause
	if err != nil {
		if wait, err = s.failed(err); err != nil {
			return err
		}
	}
	if sleep(ctx, wait) != nil {
		return stopped(ctx)
	}
	return nil
}

// failed returns the wait after a connection that failed, or the error when no other will follow.
func (s *stream) failed(err error) (time.Duration, error) {
	more := s.failures.more()
	wait := s.failures.delay(nil)
	if rejected, ok := errors.AsType[*Error](err); ok {
		if !(request{method: http.MethodGet}).again(rejected.Status) {
			return 0, err
		}
		wait = max(wait, s.pause, rejected.RetryAfter)
	} else {
		err = &NetworkError{Attempts: s.failures.count, Err: err}
	}
	if !more || wait > longestWait {
		return 0, err
	}
	return wait, nil
}

// connect reads events until the connection ends.
func (s *stream) connect(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	sent, err := s.client.prepared(ctx, request{method: http.MethodGet, path: s.path})
	if err != nil {
		return err
	}
	sent.Header.Set("Accept", "text/event-stream")
	if s.last != "" {
		sent.Header.Set("Last-Event-ID", s.last)
	}
	quiet := time.AfterFunc(silence, stop)
	defer quiet.Stop()
	got, err := s.client.options.HTTP.Do(sent)
	if err != nil {
		return err
	}
	defer func() { _ = got.Body.Close() }()
	switch {
	case got.StatusCode == http.StatusNoContent:
		return errOver
	case got.StatusCode != http.StatusOK:
		body, err := io.ReadAll(got.Body)
		if err != nil {
			return err
		}
		return failure(response{status: got.StatusCode, header: got.Header, body: body})
	case !isStream(got.Header):
		return foreign(got.StatusCode)
	}
	return s.read(bufio.NewReader(got.Body), quiet)
}

func isStream(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && kind == "text/event-stream"
}

// read yields events. One that broke off is none, nor is its id.
func (s *stream) read(lines *bufio.Reader, quiet *time.Timer) error {
	fields := map[string][]string{}
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		quiet.Reset(silence)
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			name, value, _ := strings.Cut(line, ":")
			fields[name] = append(fields[name], strings.TrimPrefix(value, " "))
			continue
		}
		if err := s.dispatch(fields); err != nil {
			return err
		}
		clear(fields)
	}
}

// dispatch yields the event of a block, if it is one.
func (s *stream) dispatch(fields map[string][]string) error {
	if ms, err := strconv.Atoi(last(fields["retry"])); err == nil {
		s.pause = min(max(time.Duration(ms)*time.Millisecond, time.Second/2), 30*time.Second)
	}
	data := strings.Join(fields["data"], "\n")
	if !json.Valid([]byte(data)) {
		return nil
	}
	event := Event{ID: cmp.Or(last(fields["id"]), s.last), Type: last(fields["event"]), Data: json.RawMessage(data)}
	s.last, s.failures.count = event.ID, 0
	if !s.yield(event, nil) || s.final(event.Type) {
		return errOver
	}
	return nil
}

func last(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}
