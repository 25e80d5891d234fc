package documentcache_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/research/collect/collecttest"
	"github.com/quarryapi/quarry/internal/serve/documentcache"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

func setup(t *testing.T) (*documentcache.Shelf, *storetest.Fixture) {
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

func TestShelf(t *testing.T) {
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

func TestPartOfTheShelf(t *testing.T) {
	t.Parallel()
	s, f := setup(t)
	if err := s.Put(t.Context(), "org_1", "u", body("x")); err != nil {
		t.Fatal(err)
	}
	reads := 0
	f.Fault.Before(func(operation string) (*http.Response, error) {
		if reads++; operation == "GetItem" && reads == 1 {
			return nil, errors.New("away")
		}
		return nil, nil
	})
	if _, err := s.Find(t.Context(), "org_1", []string{"v"}, time.Hour); !errs.Is(err, errs.ServiceUnavailable) {
		t.Fatalf("got %v", err)
	}
	if got, err := s.Find(t.Context(), "org_1", []string{"u"}, time.Hour); len(got) != 1 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}
