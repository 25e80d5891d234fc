package api

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// call is one authenticated request. Principal is nil on open routes.
type call struct {
	*http.Request
	principal *store.Principal
	id        string
	params    url.Values // of the query, of a route that needs a token
}

// handlerFunc answers a call, or returns the error to answer with.
type handlerFunc func(w http.ResponseWriter, c *call) error

type requestIDKey struct{}

// outermost names the request, keeps panics from the connection, answers errors
// and writes one line a request.
func (s *Server) outermost(next func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := s.Now()
		id := ident.New(ident.Request)
		w.Header().Set("X-Request-Id", id)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		r = r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id))
		r.Pattern = "" // until one of our routes is found
		rec := &recorder{ResponseWriter: w, bodiless: r.Method == http.MethodHead}
		defer func() {
			if p := recover(); p != nil {
				s.Log.ErrorContext(r.Context(), "request panicked", "request_id", id, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				if rec.status == 0 {
					writeError(rec, r, id, errs.Of(errs.InternalError))
				}
			}
			s.Log.InfoContext(r.Context(), "request", "request_id", id, "method", r.Method, "path", known(r),
				"status", rec.status, "duration_ms", s.Now().Sub(start).Milliseconds())
		}()
		if err := next(rec, r); err != nil {
			s.answerError(rec, r, id, err)
		}
	})
}

// known is the path of a request to one of the routes, whose paths have ids alone, and nothing of others: who mistakes the
// service for a reader of pages sends addresses, with whatever keys are in them.
func known(r *http.Request) string {
	if r.Pattern == "" {
		return ""
	}
	return r.URL.Path
}

// answerError answers with an error and logs the cause of those that are ours: not of a call that ended because its
// caller has left.
func (s *Server) answerError(w http.ResponseWriter, r *http.Request, id string, err error) {
	e := errs.As(err)
	left := r.Context().Err() != nil && errors.Is(err, context.Canceled)
	if e.Code.Status() >= http.StatusInternalServerError && !left {
		s.Log.ErrorContext(r.Context(), "request failed", "request_id", id, "code", e.Code, "error", err)
	}
	writeError(w, r, id, e)
}

// recorder remembers the status for the log. It drops the body of an answer to HEAD:
// a server would, but an adapter behind API Gateway does not.
type recorder struct {
	http.ResponseWriter
	status   int
	bodiless bool
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.bodiless {
		return len(p), nil
	}
	return r.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// wrap authenticates and rate-limits a route's calls, as it asks.
func (s *Server) wrap(rt route) http.Handler {
	names := queryNames(rt)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, _ := r.Context().Value(requestIDKey{}).(string)
		c := &call{Request: r, id: id}
		err := s.authorize(w, c, rt)
		if err == nil && rt.scope != "" {
			c.params, err = checkQuery(r, names)
		}
		if err == nil {
			err = rt.serve(w, c)
		}
		if err != nil {
			s.answerError(w, r, id, err)
		}
	})
}

// authorize checks the token, its bucket and its scope. Every answer to a good
// token reports the state of its bucket.
func (s *Server) authorize(w http.ResponseWriter, c *call, rt route) error {
	if rt.scope == "" {
		return nil
	}
	t, err := token.Parse(c.Header.Get("Authorization"))
	if err != nil {
		return err
	}
	principal, err := s.admitToken(w, c.Request, t, rt.bucket)
	if err != nil {
		return err
	}
	if !principal.Has(rt.scope) {
		return errs.Newf(errs.InsufficientScope, "This call needs a token with the scope %s.", rt.scope)
	}
	if principal.Suspended && rt.begins() {
		return errs.Of(errs.OrganizationSuspended)
	}
	c.principal = principal
	return nil
}

// admitToken takes a call of a token from its bucket, and reports where the bucket stands.
func (s *Server) admitToken(w http.ResponseWriter, r *http.Request, t token.Token, bucket ratelimit.Bucket) (*store.Principal, error) {
	hash := t.Hash()
	if err := s.strangers.admit(r.RemoteAddr, hash, s.Now()); err != nil {
		return nil, err
	}
	principal, position, err := s.Store.Authorize(r.Context(), t, bucket)
	if unknown := errs.Is(err, errs.InvalidToken); unknown || err == nil {
		s.strangers.note(r.RemoteAddr, hash, !unknown, s.Now())
	}
	if position.Limit > 0 {
		limitHeaders(w.Header(), position, s.Now())
	}
	if err == nil {
		return principal, nil
	}
	e := errs.As(err)
	if e.Code == errs.RateLimited {
		e.RetryAfter = position.RetryAfter
		e.Message = fmt.Sprintf("Over %d requests a minute in the %s bucket; wait %d s.",
			position.Limit, bucket, seconds(position.RetryAfter))
	}
	return nil, e
}

// stray takes a call that no route serves from the bucket of its method, so that its answer
// reports the position as every other does. Calls without a good token only learn that
// there is nothing. Error: rate_limited.
func (s *Server) stray(w http.ResponseWriter, r *http.Request) error {
	if !strings.HasPrefix(r.URL.Path, base+"/") {
		return nil
	}
	t, err := token.Parse(r.Header.Get("Authorization"))
	if err != nil {
		return nil //nolint:nilerr // what is not found needs no token
	}
	bucket := ratelimit.Create
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		bucket = ratelimit.Poll
	}
	if _, err = s.admitToken(w, r, t, bucket); errs.Is(err, errs.RateLimited) {
		return err
	}
	return nil
}

func limitHeaders(h http.Header, p ratelimit.Position, now time.Time) {
	limit, remaining := strconv.Itoa(p.Limit), strconv.Itoa(p.Remaining)
	h.Set("X-RateLimit-Limit", limit)
	h.Set("X-RateLimit-Remaining", remaining)
	h.Set("X-RateLimit-Reset", strconv.FormatInt(int64(math.Ceil(float64(p.Reset.UnixMilli())/1000)), 10))
	h.Set("X-RateLimit-Bucket", string(p.Bucket))
	h.Set("RateLimit-Policy", fmt.Sprintf("%q;q=%d;w=%d", p.Bucket, p.Limit, int(ratelimit.Window.Seconds())))
	h.Set("RateLimit", fmt.Sprintf("%q;r=%d;t=%d", p.Bucket, p.Remaining, seconds(p.Reset.Sub(now))))
}

// seconds rounds up: who waits that long has waited long enough.
func seconds(d time.Duration) int {
	return int((max(0, d) + time.Second - 1) / time.Second)
}
