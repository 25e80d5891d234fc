// Package asked has a face ask the API that it stands before: a call goes through the same handler as any other, in this
// process, so that there is one place where tokens, limits, keys and money are looked after. It must not know what any
// face looks like.
package asked

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Base is what every path of the API begins with.
const Base = "/v1/public"

// API is the API that is asked.
type API struct{ handler http.Handler }

// New returns the API that a handler answers for.
func New(handler http.Handler) API { return API{handler} }

// Call is one call.
type Call struct {
	Method string
	Path   string // below Base
	Query  url.Values
	Body   any    // nil for none
	Key    string // idempotency key; empty for none
	// LastEvent is the id of the event of a stream that the call goes on behind; empty for its beginning. A stream is
	// answered in parts, each with what there is, or after a wait with nothing.
	LastEvent string
	// Whole is all that the caller asks for, of which a batch is made, or part of it: a key that another call has used is
	// refused, where the API itself makes what that has not asked for. Nil for the API's own way.
	Whole any
	// Events is how a batch or a crawl tells of itself; nil for events in the form of this service, or none.
	Events *job.Wish
}

// Answer is what a call that succeeded was answered with.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// RefusedError is what a call was refused with.
type RefusedError struct {
	Status     int           `json:"-"`
	RetryAfter string        `json:"-"`
	Code       errs.Code     `json:"code"`
	Message    string        `json:"message"`
	RequestID  string        `json:"requestId"`
	Retryable  bool          `json:"retryable"`
	Details    []errs.Detail `json:"details"`
}

// Error implements error.
func (r *RefusedError) Error() string { return string(r.Code) + ": " + r.Message }

// Do makes a call as whoever made the request from, and decodes the data of its answer into data, which is nil for an
// answer that has none or is its own. The error is a *RefusedError where the API refused.
func (a API) Do(from *http.Request, c Call, data any) (*Answer, error) {
	r, err := request(from, c)
	if err != nil {
		return nil, err
	}
	w := &writer{answer: Answer{Header: http.Header{}}}
	a.handler.ServeHTTP(w, r)
	answer := &w.answer
	if answer.Status >= http.StatusBadRequest {
		return answer, refusal(answer)
	}
	if data == nil {
		return answer, nil
	}
	envelope := struct {
		Data any `json:"data"`
	}{data}
	if err := json.Unmarshal(answer.Body, &envelope); err != nil {
		return answer, errs.Internal(err)
	}
	return answer, nil
}

// writer keeps an answer.
type writer struct{ answer Answer }

func (w *writer) Header() http.Header { return w.answer.Header }

func (w *writer) WriteHeader(status int) {
	if w.answer.Status == 0 {
		w.answer.Status = status
	}
}

func (w *writer) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.answer.Body = append(w.answer.Body, p...)
	return len(p), nil
}

func request(from *http.Request, c Call) (*http.Request, error) {
	var body io.Reader = http.NoBody
	if c.Body != nil {
		raw, err := json.Marshal(c.Body)
		if err != nil {
			return nil, errs.Internal(err)
		}
		body = bytes.NewReader(raw)
	}
	target := Base + c.Path
	if len(c.Query) > 0 {
		target += "?" + c.Query.Encode()
	}
	ctx := from.Context()
	if c.Events != nil {
		ctx = job.Wishing(ctx, c.Events)
	}
	if c.Whole != nil {
		whole, err := json.Marshal(c.Whole)
		if err != nil {
			return nil, errs.Internal(err)
		}
		ctx = job.PartOf(ctx, whole)
	}
	r, err := http.NewRequestWithContext(ctx, c.Method, target, body)
	if err != nil {
		return nil, errs.Internal(err)
	}
	r.Host, r.RemoteAddr = from.Host, from.RemoteAddr
	if token := from.Header.Get("Authorization"); token != "" {
		r.Header.Set("Authorization", token)
	}
	if c.Body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.LastEvent != "" {
		r.Header.Set("Last-Event-ID", c.LastEvent)
	}
	if c.Key != "" {
		r.Header.Set("Idempotency-Key", c.Key)
	}
	return r, nil
}

func refusal(a *Answer) error {
	var body struct {
		Error RefusedError `json:"error"`
	}
	if err := json.Unmarshal(a.Body, &body); err != nil || body.Error.Code == "" {
		return errs.Internal(err)
	}
	if d := body.Error.Details; body.Error.Code == errs.InvalidIdempotencyKey && len(d) > 0 && d[0].Field == "batchId" {
		return Used("batch " + d[0].Issue)
	}
	body.Error.Status, body.Error.RetryAfter = a.Status, a.Header.Get("Retry-After")
	return &body.Error
}

// relayed are the headers of an answer that hold for the face's, too: who asked, what it cost and how often one may ask.
var relayed = []string{
	"X-Request-Id", "X-Credits-Remaining", "Retry-After", "Idempotent-Replayed", "WWW-Authenticate",
	"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Bucket", "RateLimit", "RateLimit-Policy",
}

// charged is the header with the credits that a call was charged.
const charged = "X-Credits-Charged"

// Relay writes the headers of an answer that are the face's, too. Charges of several answers add up; of all else the
// last holds.
func Relay(w http.ResponseWriter, a *Answer) {
	if a == nil {
		return
	}
	for _, name := range relayed {
		if v := a.Header.Get(name); v != "" {
			w.Header().Set(name, v)
		}
	}
	if v := a.Header.Get(charged); v != "" {
		before, _ := strconv.ParseInt(w.Header().Get(charged), 10, 64)
		now, _ := strconv.ParseInt(v, 10, 64)
		w.Header().Set(charged, strconv.FormatInt(before+now, 10))
	}
}

// Wait returns after a pause, or false when the caller has left.
func Wait(from *http.Request, pause time.Duration) bool {
	select {
	case <-from.Context().Done():
		return false
	case <-time.After(pause):
		return true
	}
}
