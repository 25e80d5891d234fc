// Package form has what faces have in common whose forms are told by tables: bodies whose members are known, ignored or
// refused, and jobs that a call waits for. It must not know what any face looks like.
package form

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
)

// Desk answers the calls of a face.
type Desk struct {
	API asked.API
	// Longest is the longest that a call waits for its jobs.
	Longest time.Duration
	// Bounded is whether an answer may be no larger than one of the API.
	Bounded bool
	// Refuse answers with an error, in the words of the face.
	Refuse func(http.ResponseWriter, *Trouble)
}

// Handler answers one call, or returns the error to answer with.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Serve is the handler whose errors are answered in the words of the face. What is wrong with a token goes before what
// is wrong with a body, as it does with the API, which has not seen a body that the face refuses.
func (d *Desk) Serve(answer Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		if err := answer(w, r); err != nil {
			t := troubleOf(d.first(w, r, err))
			t.RequestID = cmp.Or(t.RequestID, w.Header().Get("X-Request-Id")) // that of the question about the token
			if t.RetryAfter != "" {
				w.Header().Set("Retry-After", t.RetryAfter)
			}
			if t.Status == http.StatusUnauthorized {
				w.Header().Set("WWW-Authenticate", "Bearer")
			}
			d.Refuse(w, t)
		}
	})
}

func (d *Desk) first(w http.ResponseWriter, r *http.Request, err error) error {
	_, bad := errors.AsType[*InvalidError](err)
	if !bad && !errs.Is(err, errs.MissingToken) {
		return err
	}
	answer, unknown := d.API.Do(r, asked.Call{Method: http.MethodGet, Path: "/token-info"}, nil)
	asked.Relay(w, answer)
	if refused, ok := errors.AsType[*asked.RefusedError](unknown); ok && (!bad || slices.Contains([]int{http.StatusUnauthorized, http.StatusTooManyRequests}, refused.Status)) {
		return refused
	}
	return err
}

// maxBody is the largest body that is read, as the API has it.
const maxBody = 1 << 20

// Body reads the body of a call.
func Body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.Header.Get("Authorization") == "" {
		return nil, errs.Of(errs.MissingToken) // nothing of a stranger's body is read
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, &InvalidError{"body", "is larger than 1 MB"}
	}
	if err != nil {
		return nil, &InvalidError{"body", "could not be read"}
	}
	return raw, nil
}

// Read reads the body of a call into a struct; see Members.
func Read(w http.ResponseWriter, r *http.Request, into any, effects map[string]Effect) ([]Note, error) {
	raw, err := Body(w, r)
	if err != nil {
		return nil, err
	}
	return Members("", raw, into, effects)
}

// Write answers with JSON.
func Write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(body) // the types are ours: it fails only where the caller has left
}

// Key is the idempotency key of a call.
func Key(r *http.Request) string { return r.Header.Get("Idempotency-Key") }
