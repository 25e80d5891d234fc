package caller

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

// silence is how long a stream may say nothing; the service sends a comment every 15 s.
const silence = 45 * time.Second

// Event is one of a stream's.
type Event struct {
	ID   string
	Type string
	Data json.RawMessage
}

// errNoStream is an answer that is no stream of events.
var errNoStream = errors.New("the answer is no stream of events")

// Events reads the stream at a path until see reports that an event was the last. A stream that
// breaks is resumed behind the last event, as long as the service that was heard is not away for longer than Outage.
// Errors: those of Do, and see's.
func (c *Client) Events(ctx context.Context, path string, see func(Event) (last bool, err error)) error {
	last, failures := "", 0
	var begun time.Time // of what failed
	for {
		before := last
		over, err := c.stream(ctx, path, &last, see)
		if over || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		var refusal *RefusedError
		if errors.As(err, &refusal) && refusal.Status < 500 && refusal.Status != http.StatusTooManyRequests {
			return err
		}
		if failures++; last != before {
			failures = 0
		}
		if failures <= 1 {
			begun = time.Now()
		}
		if failures > attempts && err != nil && !c.away(err, begun) {
			return err
		}
		if err != nil && failures == 1 && c.Waiting != nil {
			c.Waiting(time.Second, err)
		}
		if err := Sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

// stream reads one connection's events. over says that there is nothing to resume.
func (c *Client) stream(ctx context.Context, path string, last *string, see func(Event) (bool, error)) (over bool, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	quiet := time.AfterFunc(silence, stop)
	defer quiet.Stop()
	req, err := c.request(ctx, Request{Method: http.MethodGet, Path: path}, nil)
	if err != nil {
		return true, err
	}
	req.Header.Set("Accept", "text/event-stream")
	if *last != "" {
		req.Header.Set("Last-Event-ID", *last)
	}
	res, err := c.HTTP.Do(req)
	if err != nil {
		return false, c.unreachable(err)
	}
	defer func() { _ = res.Body.Close() }()
	if kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); res.StatusCode != http.StatusOK || kind != "text/event-stream" {
		raw, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
		if err != nil {
			return false, err
		}
		if _, err = read(c.BaseURL, path, res, raw); err == nil {
			err = fmt.Errorf("%s: %w", path, errNoStream)
		}
		return false, err
	}
	c.heard.Store(true)
	return scan(bufio.NewReader(res.Body), func() { quiet.Reset(silence) }, last, see)
}

// scan reads the fields of events. An event that broke off is none, nor is its id.
func scan(lines *bufio.Reader, heard func(), last *string, see func(Event) (bool, error)) (over bool, err error) {
	var e Event
	var data []string
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return false, nil //nolint:nilerr // a stream that breaks is resumed
		}
		heard()
		line = strings.TrimRight(line, "\r\n")
		if line != "" {
			switch name, value, _ := strings.Cut(line, ":"); name {
			case "id":
				e.ID = strings.TrimPrefix(value, " ")
			case "event":
				e.Type = strings.TrimPrefix(value, " ")
			case "data":
				data = append(data, strings.TrimPrefix(value, " "))
			}
			continue
		}
		e.Data = json.RawMessage(strings.Join(data, "\n"))
		if json.Valid(e.Data) {
			if e.ID != "" {
				*last = e.ID
			}
			if end, err := see(e); end || err != nil {
				return true, err
			}
		}
		e, data = Event{}, nil
	}
}
