package websearchtest

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// answer gives the same to every request.
func answer(status int, body string, header http.Header) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if kind := header.Get("Content-Type"); kind != "" {
			w.Header().Set("Content-Type", kind)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body)) // who left has read enough
	}
}

// switched is an engine whose service is given another answer before each search. Only
// answers of status 200 do not count as failures of the service, which is left alone
// after some.
func (s Subject) switched(tb testing.TB) (e websearch.Engine, now func(http.HandlerFunc)) {
	tb.Helper()
	var serve atomic.Pointer[http.HandlerFunc]
	e = s.asking(tb, func(w http.ResponseWriter, r *http.Request) { (*serve.Load())(w, r) })
	return e, func(h http.HandlerFunc) { serve.Store(&h) }
}

// recorded is the replay's first answer with results.
func (s Subject) recorded(tb testing.TB) (status int, body string, header http.Header, err error) {
	tb.Helper()
	var first atomic.Pointer[httptest.ResponseRecorder]
	replay := s.replay()
	found, err := s.search(tb.Context(), s.asking(tb, func(w http.ResponseWriter, r *http.Request) {
		record := httptest.NewRecorder()
		replay(record, r)
		first.CompareAndSwap(nil, record)
		answer(record.Code, record.Body.String(), record.Header())(w, r)
	}), 5)
	if err != nil || len(found) == 0 || first.Load() == nil {
		return 0, "", nil, errors.New("recording: " + said(found, err) + ", want some results")
	}
	record := first.Load()
	return record.Code, record.Body.String(), record.Header(), nil
}

// garbage demands a failure for what is no answer at all.
func garbage(tb testing.TB, s Subject) error {
	tb.Helper()
	e, now := s.switched(tb)
	var bad []error
	for _, body := range []string{
		"", " ", "null", "true", "0", `""`, "[]", "[1]", "[[]]", "{}", `{"a":1}`, `{"results":null}`, `{"results":0}`, `{"results":{}}`,
		`{"message":{}}`, `{"web":null}`, `{"data":{}}`, `<rss/>`, `<feed/>`, `<?xml version="1.0"?><x/>`, "ok", "\x00\x01\xff\xfe", "{\"a\":\"\xff\"}",
	} {
		if slices.Contains(s.Nothing, body) {
			continue
		}
		now(answer(http.StatusOK, body, nil))
		found, err := s.search(tb.Context(), e, 5)
		bad = append(bad, refused(fmt.Sprintf("%q", body), found, err))
	}
	return errors.Join(bad...)
}

// cutOff demands that half an answer is no answer. What may be taken for a whole one has
// results, which are well-formed.
func cutOff(tb testing.TB, s Subject) error {
	tb.Helper()
	status, whole, header, err := s.recorded(tb)
	if err != nil {
		return err
	}
	const cuts = 40
	whole = strings.TrimSpace(whole)
	e, now := s.switched(tb)
	var bad []error
	for i := range cuts {
		part := whole[:len(whole)*i/cuts]
		now(answer(status, part, header))
		found, err := s.search(tb.Context(), e, 5)
		if s.Lenient && err == nil && len(found) > 0 {
			bad = append(bad, wellFormed(found))
			continue
		}
		bad = append(bad, refused(fmt.Sprintf("%d bytes of %d", len(part), len(whole)), found, err))
	}
	return errors.Join(bad...)
}

// huge demands a failure for an answer beyond what is read of any.
func huge(tb testing.TB, s Subject) error {
	tb.Helper()
	status, whole, header, err := s.recorded(tb)
	if err != nil {
		return err
	}
	body := whole + strings.Repeat(" ", fetch.MaxBytes)
	found, err := s.search(tb.Context(), s.asking(tb, answer(status, body, header)), 5)
	return refused("an answer beyond all bounds", found, err)
}

// deep demands a failure, and no crash, for what nests without end.
func deep(tb testing.TB, s Subject) error {
	tb.Helper()
	const depth = 200_000
	var bad []error
	for name, body := range map[string]string{
		"lists": strings.Repeat("[", depth), "objects": strings.Repeat(`{"results":`, depth), "works": strings.Repeat(`{"message":`, depth), "pages": "<html>" + strings.Repeat("<div>", depth),
		"entries": `<feed xmlns="http://www.w3.org/2005/Atom">` + strings.Repeat("<entry>", depth), "items": `<rss><channel>` + strings.Repeat("<item>", depth),
	} {
		found, err := s.search(tb.Context(), s.asking(tb, answer(http.StatusOK, body, nil)), 5)
		bad = append(bad, refused(name, found, err))
	}
	return errors.Join(bad...)
}
