package api_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/token"
)

// TestRandomTokensAreSlowedByAddress: after sixty tokens that nobody has, the database is not
// asked about more of them; a token that is known passes, and so does another address.
func TestRandomTokensAreSlowedByAddress(t *testing.T) {
	t.Parallel()
	b := setup(t)
	from := func(address string, secret token.Token) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/public/balance", http.NoBody)
		r.RemoteAddr = address
		r.Header.Set("Authorization", "Bearer "+string(secret))
		rec := httptest.NewRecorder()
		b.handler.ServeHTTP(rec, r)
		return rec
	}
	good := b.token
	const home, neighbour = "[2001:db8::1]:40000", "[2001:db8::2]:40001" // of one network
	if rec := from(home, good); rec.Code != http.StatusOK {
		t.Fatalf("got %d of a good token, want 200", rec.Code)
	}
	for i := range 60 {
		if rec := from(home, token.New()); rec.Code != http.StatusUnauthorized {
			t.Fatalf("got %d of unknown token %d, want 401", rec.Code, i)
		}
	}
	b.Fault.Calls()
	for _, address := range []string{home, neighbour} {
		if rec := from(address, token.New()); rec.Code != http.StatusTooManyRequests || rec.Header().Get("Retry-After") != "1" {
			t.Errorf("%s: got %d with Retry-After %q, want 429 with 1", address, rec.Code, rec.Header().Get("Retry-After"))
		}
	}
	if calls := b.Fault.Calls(); len(calls) != 0 {
		t.Errorf("got calls %v of the database, want none for a slowed address", calls)
	}
	if rec := from(home, good); rec.Code != http.StatusOK {
		t.Errorf("got %d of a known token from the same address, want 200", rec.Code)
	}
	if rec := from("203.0.113.9", token.New()); rec.Code != http.StatusUnauthorized {
		t.Errorf("got %d from another address, want 401", rec.Code)
	}
}
