package documentcache_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/research/collect/collecttest"
	"github.com/quarryapi/quarry/internal/serve/documentcache"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

func setup(t *testing.T) (*documentcache.Cache, *storetest.Fixture) {
	t.Helper()
	f := storetest.New(t)
	return documentcache.New(f.Store, &storetest.Blobs{}), f
}

func body(text string) json.RawMessage {
	raw, _ := json.Marshal(text) // texts marshal
	return raw
}

func TestContract(t *testing.T) {
	t.Parallel()
	s, _ := setup(t)
	collecttest.Run(t, s)
}

func TestCache(t *testing.T) {
	t.Parallel()
	s, f := setup(t)
	const a, b, c = "http://a.test/", "http://b.test/", "http://c.test/"
	noise := make([]byte, 32<<10)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(noise) // never fails
	long := body(hex.EncodeToString(noise))         // too long for a row even packed
	for url, body := range map[string]json.RawMessage{a: body("short"), b: long} {
		if err := s.Put(t.Context(), "org_1", url, body); err != nil {
			t.Fatalf("putting %d bytes: got error %v", len(body), err)
		}
	}
	got, err := s.Find(t.Context(), "org_1", []string{a, b, c}, time.Hour)
	if diff := cmp.Diff(map[string]json.RawMessage{a: body("short"), b: long}, got); diff != "" || err != nil {
		t.Errorf("got error %v, and a result that differs (-want +got):\n%s", err, diff)
	}
	f.Clock.Move(2 * time.Hour)
	if got, err := s.Find(t.Context(), "org_1", []string{a}, time.Hour); len(got) != 0 || err != nil {
		t.Errorf("too old, and found: %v, %v", got, err)
	}
	f.Clock.Move(documentcache.Life)
	if got, err := s.Find(t.Context(), "org_1", []string{a}, 2*documentcache.Life); len(got) != 0 || err != nil {
		t.Errorf("past its life, and found: %v, %v", got, err)
	}
}

// What can be read is there beside the error of what cannot.
func TestPartOfTheCache(t *testing.T) {
	t.Parallel()
	s, f := setup(t)
	urls := []string{"u", "v", "w"}
	for _, url := range urls {
		if err := s.Put(t.Context(), "org_1", url, body("x")); err != nil {
			t.Fatalf("putting %s: got error %v", url, err)
		}
	}
	var reads atomic.Int64
	f.Fault.Before(func(operation string) (*http.Response, error) {
		if operation == "GetItem" && reads.Add(1) == 1 {
			return nil, errors.New("away")
		}
		return nil, nil
	})
	if got, err := s.Find(t.Context(), "org_1", urls, time.Hour); !errs.Is(err, errs.ServiceUnavailable) || len(got) != 2 {
		t.Errorf("got %d documents and error %v, want two and %s", len(got), err, errs.ServiceUnavailable)
	}
	if got, err := s.Find(t.Context(), "org_1", urls, time.Hour); len(got) != 3 || err != nil {
		t.Errorf("got %d documents and error %v, want three", len(got), err)
	}
}
