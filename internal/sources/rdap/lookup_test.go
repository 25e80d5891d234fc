package rdap_test

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/rdap"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// services are IANA's list, a registry and a registrar of one's own.
type services struct {
	client *rdap.Client
	lists  atomic.Int64 // how often the list was asked for
	broken atomic.Bool  // whether IANA is away
	now    atomic.Pointer[time.Time]
}

func setup(t *testing.T) *services {
	t.Helper()
	s := &services{}
	s.now.Store(new(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)))
	web := webclient.Start(t,
		webclient.Instead("iana", s.list),
		webtest.Site{Host: "registry.test", Rest: registry},
		webtest.Site{Host: "registrar.test", Rest: registrar},
	)
	now := func() time.Time { return *s.now.Load() }
	s.client = rdap.New(web.Upstreams(t, nil).Client("iana"), web.Web, now)
	return s
}

func (s *services) list(w http.ResponseWriter, r *http.Request) {
	s.lists.Add(1)
	if s.broken.Load() || r.URL.Path != "/rdap/dns.json" {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	_, _ = w.Write([]byte(`{"services":[[["example","co.nested"],["http://registry.test/v1/"]],[["nested"],["http://nowhere.test/"]],[["odd"],["https://registry.test:8443/"]]]}`))
}

func registry(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/v1/domain/")
	if r.Header.Get("Accept") != "application/rdap+json, application/json;q=0.5" {
		w.WriteHeader(http.StatusNotAcceptable)
		return
	}
	w.Header().Set("Content-Type", "application/rdap+json")
	domain := `{"objectClassName":"domain","ldhName":"` + strings.ToUpper(name) + `","handle":"H","links":[{"rel":"related","type":"application/rdap+json","href":"http://registrar.test/` + name + `?full=1"}]}`
	switch name {
	case "moved.example":
		http.Redirect(w, r, "/v1/domain/thin.example", http.StatusMovedPermanently)
	case "limited.example":
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusTooManyRequests)
	case "closed.example":
		w.WriteHeader(http.StatusForbidden)
	case "page.example":
		_, _ = w.Write([]byte("\n <!doctype html>"))
	case "odd.example":
		_, _ = w.Write([]byte(`[]`))
	case "free.example":
		w.WriteHeader(http.StatusNotFound)
	default:
		_, _ = w.Write([]byte(domain))
	}
}

func registrar(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/alone.example" {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	_, _ = w.Write([]byte(`{"ldhName":"` + r.URL.Path[1:] + `","handle":"other","entities":[{"roles":["registrant"],"vcardArray":["vcard",[["org",{},"text","Marsh ` + r.URL.RawQuery + `"]]]}]}`))
}

func TestLookup(t *testing.T) {
	t.Parallel()
	s := setup(t)
	got, err := s.client.Lookup(t.Context(), "thin.example")
	if err != nil || got.Missing != nil {
		t.Fatalf("got domain %+v, error %v; want no error", got, err)
	}
	if got.Handle != "H" || got.Registrant.Organization != "Marsh full=1" {
		t.Errorf(`got %+v, want Handle "H", Registrant.Organization "Marsh full=1"`, got)
	}
	if diff := cmp.Diff([]string{"registry.test", "registrar.test"}, got.Services); diff != "" {
		t.Errorf("Services mismatch (-want +got):\n%s", diff)
	}
	if got, err = s.client.Lookup(t.Context(), "a.co.nested"); err != nil || got.Name != "a.co.nested" {
		t.Errorf("the longest match: %+v, %v", got, err)
	}
	got, err = s.client.Lookup(t.Context(), "alone.example")
	if err != nil || !errors.Is(got.Missing, rdap.ErrNotRegistered) || got.Handle != "H" || len(got.Services) != 1 {
		t.Errorf("what the registry said must stay: %+v, %v", got, err)
	}
}

func TestLookupFailures(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for domain, want := range map[string]error{"free.example": rdap.ErrNotRegistered, "a.unlisted": rdap.ErrNoService} {
		if d, err := s.client.Lookup(t.Context(), domain); !errors.Is(err, want) {
			t.Errorf("%s: got domain %+v, error %v; want error %v", domain, d, err, want)
		}
	}
	for domain, code := range map[string]errs.Code{
		"limited.example": errs.UpstreamRateLimited, "closed.example": errs.UpstreamBlocked, "page.example": errs.UpstreamBlocked,
		"odd.example": errs.ParseFailed, "a.odd": errs.InvalidTarget, "moved.example": errs.ParseFailed, // it leads to another domain
	} {
		if d, err := s.client.Lookup(t.Context(), domain); !errs.Is(err, code) {
			t.Errorf("%s: got domain %+v, error %v; want error %q", domain, d, err, code)
		}
	}
}

// The list is kept for a day, and longer while IANA is away.
func TestListIsKept(t *testing.T) {
	t.Parallel()
	s := setup(t)
	look := func(want int64) {
		t.Helper()
		if _, err := s.client.Lookup(t.Context(), "thin.example"); err != nil || s.lists.Load() != want {
			t.Errorf("%d lists, want %d; %v", s.lists.Load(), want, err)
		}
	}
	look(1)
	look(1)
	s.now.Store(new(s.now.Load().Add(25 * time.Hour)))
	look(2)
	s.now.Store(new(s.now.Load().Add(25 * time.Hour)))
	s.broken.Store(true)
	look(3)
	fresh := setup(t)
	fresh.broken.Store(true)
	if _, err := fresh.client.Lookup(t.Context(), "thin.example"); !errs.Is(err, errs.ProviderUnavailable) {
		t.Errorf("without any list: %v", err)
	}
}
