package websearchtest

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
)

// many is more results than any replay has.
const many = 1000

// finds demands results that are well-formed, of any age and of the last year, and the
// same ones to who asks side by side.
func finds(tb testing.TB, s Subject) error {
	tb.Helper()
	e := s.asking(tb, nil)
	if e.Name() == "" {
		return errors.New("got no name")
	}
	first, err := s.search(tb.Context(), e, 5)
	if err != nil || len(first) == 0 {
		return errors.New(said(first, err) + ", want some results")
	}
	again := make(chan []websearch.Result)
	go func() {
		found, _ := s.search(tb.Context(), e, 5) // differs when it fails
		again <- found
	}()
	fresh, err := e.Search(tb.Context(), websearch.Query{Text: s.Finds, Count: 5, Fresh: 366 * 24 * time.Hour})
	if diff := cmp.Diff(first, <-again); diff != "" {
		return fmt.Errorf("the same search differs (-first +second):\n%s", diff)
	}
	return errors.Join(err, wellFormed(first), wellFormed(fresh))
}

var (
	published = regexp.MustCompile(`^(\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\d\.\d{3}Z)?)?)?)?$`)
	doi       = regexp.MustCompile(`^(10\.\d{4,}/[^A-Z\s]+)?$`)
)

// wellFormed demands what websearch.Result says of its fields.
func wellFormed(results []websearch.Result) error {
	var bad []error
	for _, r := range results {
		address, err := url.Parse(r.URL)
		if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" {
			bad = append(bad, fmt.Errorf("got the address %q, want one of the web", r.URL))
		}
		if r.Title == "" {
			bad = append(bad, fmt.Errorf("got no title for %s", r.URL))
		}
		if !published.MatchString(r.Published) {
			bad = append(bad, fmt.Errorf("got the date %q, want one of ISO 8601", r.Published))
		}
		if !doi.MatchString(r.DOI) {
			bad = append(bad, fmt.Errorf("got the DOI %q, want one in lower case without an address", r.DOI))
		}
		for _, text := range append([]string{r.Title, r.Snippet, r.DisplayURL, r.Source}, r.Authors...) {
			if text != strings.TrimSpace(text) || strings.ContainsFunc(text, unicode.IsControl) || strings.Contains(text, "</") {
				bad = append(bad, fmt.Errorf("got %q, want a line of plain text", text))
			}
		}
		for _, name := range r.Authors {
			if name == "" {
				bad = append(bad, fmt.Errorf("got an author without a name for %s", r.URL))
			}
		}
	}
	return errors.Join(bad...)
}

// findsNothing demands an empty list, not nil, where the service says that it has none.
func findsNothing(tb testing.TB, s Subject) error {
	tb.Helper()
	found, err := s.asking(tb, nil).Search(tb.Context(), websearch.Query{Text: "empty barograph"})
	if err != nil || found == nil || len(found) != 0 {
		return fmt.Errorf("got %#v and error %w, want an empty list", found, err)
	}
	return nil
}

// counted counts the requests to a handler.
func counted(serve http.HandlerFunc) (http.HandlerFunc, *atomic.Int64) {
	asked := new(atomic.Int64)
	return func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		serve(w, r)
	}, asked
}

// asksOnce demands that one result costs one call.
func asksOnce(tb testing.TB, s Subject) error {
	tb.Helper()
	serve, asked := counted(s.replay())
	if found, err := s.search(tb.Context(), s.asking(tb, serve), 1); err != nil || len(found) == 0 || asked.Load() != 1 {
		return fmt.Errorf("%s after %d calls, want some results after one", said(found, err), asked.Load())
	}
	return nil
}

// comesToAnEnd demands few calls of who wants all that there is, also when the service
// gives one page for ever.
func comesToAnEnd(tb testing.TB, s Subject) error {
	tb.Helper()
	const few = 12
	serve, asked := counted(s.replay())
	found, err := s.search(tb.Context(), s.asking(tb, serve), many)
	if err != nil || asked.Load() > few || s.Paged != (asked.Load() > 1) {
		return fmt.Errorf("%s after %d calls, want at most %d, and more than one of an engine with pages: %v", said(found, err), asked.Load(), few, s.Paged)
	}
	status, body, header, err := s.recorded(tb)
	if err != nil {
		return err
	}
	serve, asked = counted(answer(status, body, header))
	found, err = s.search(tb.Context(), s.asking(tb, serve), many)
	if err != nil || len(found) == 0 || asked.Load() > 2 {
		return fmt.Errorf("one page for ever: %s after %d calls, want that page after two at most", said(found, err), asked.Load())
	}
	return nil
}

// keepsPages demands of an engine with pages that a later one's failure does not cost
// those before it.
func keepsPages(tb testing.TB, s Subject) error {
	tb.Helper()
	if !s.Paged {
		return nil
	}
	want, err := s.search(tb.Context(), s.asking(tb, nil), 1)
	if err != nil {
		return err
	}
	replay, calls := s.replay(), new(atomic.Int64)
	found, err := s.search(tb.Context(), s.asking(tb, func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) > 1 {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		replay(w, r)
	}), many)
	if !errs.Is(err, errs.UpstreamRateLimited) || calls.Load() != 2 || len(found) < len(want) {
		return fmt.Errorf("%s after %d calls, want the first page and %s after two", said(found, err), calls.Load(), errs.UpstreamRateLimited)
	}
	return wellFormed(found)
}
