package certspotter_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/certlog"
	"github.com/quarryapi/quarry/internal/sources/certspotter"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

const newer = `{"id":"9","tbs_sha256":"x","cert_sha256":"y","dns_names":["marsh.example","*.marsh.example"],"pubkey_sha256":"z",
"issuer":{"friendly_name":"Reed & Rush","website":"https://rr.example/","caa_domains":["rr.example"],"operator":{"name":"Reed & Rush Trust","website":"https://rr.example/"},"pubkey_sha256":"k","name":"C=XX, O=Reed & Rush Ltd, CN=RR1"},
"not_before":"2025-03-23T00:00:00Z","not_after":"2025-06-21T12:00:00-00:00","revoked":false}`

const older = `{"id":"11","dns_names":["api.marsh.example"],"issuer":{"name":"CN=Own","pubkey_sha256":"k"},"not_before":"","not_after":"2025-06-21T12:00:00Z"}`

func setup(t *testing.T, serve http.HandlerFunc, key string) *certspotter.Client {
	t.Helper()
	return certspotter.New(webclient.Upstream(t, "certspotter", "", serve), key)
}

func TestSearch(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		want := url.Values{"domain": {"marsh.example"}, "include_subdomains": {"true"}, "expand": {"dns_names", "issuer"}}
		after := r.URL.Query().Get("after")
		if after != "" {
			want.Set("after", after)
		}
		if diff := cmp.Diff(want, r.URL.Query()); diff != "" || r.URL.Path != "/v1/issuances" || r.Header.Get("Authorization") != "Bearer k" {
			t.Errorf("got URL %v, header %+v; want Path \"/v1/issuances\", header Authorization \"Bearer k\"; Query mismatch (-want +got):\n%s", r.URL, r.Header, diff)
		}
		_, _ = w.Write([]byte(map[string]string{"": "[" + newer + "]", "9": "[" + older + "]", "11": "[]"}[after]))
	}, "k")
	got, more, err := c.Search(t.Context(), "marsh.example", time.Minute)
	end := time.Date(2025, 6, 21, 12, 0, 0, 0, time.UTC)
	want := []certlog.Certificate{
		{Names: []string{"marsh.example", "*.marsh.example"}, Issuer: "Reed & Rush Ltd", Authority: "RR1", NotBefore: time.Date(2025, 3, 23, 0, 0, 0, 0, time.UTC), NotAfter: end},
		{Names: []string{"api.marsh.example"}, Issuer: "Own", Authority: "Own", NotAfter: end},
	}
	if diff := cmp.Diff(want, got); err != nil || more || diff != "" {
		t.Errorf("got error %v, more %t; want no error, more false; Search mismatch (-want +got):\n%s", err, more, diff)
	}
}

// What was read stays when a later page fails, and a search has an end.
func TestSearchStops(t *testing.T) {
	t.Parallel()
	pages := 0
	endless := setup(t, func(w http.ResponseWriter, r *http.Request) {
		if pages++; strings.Contains(r.Header.Get("Authorization"), "Bearer") {
			t.Error("a key out of nothing")
		}
		_, _ = w.Write([]byte("[" + newer + "]"))
	}, "")
	if got, more, err := endless.Search(t.Context(), "marsh.example", time.Minute); err != nil || !more || len(got) != 5 || pages != 5 {
		t.Errorf("%d certificates of %d pages, more %t, %v", len(got), pages, more, err)
	}
	breaks := setup(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("after") == "" {
			_, _ = w.Write([]byte("[" + newer + "]"))
			return
		}
		w.WriteHeader(http.StatusTooManyRequests)
	}, "")
	if got, more, err := breaks.Search(t.Context(), "marsh.example", time.Minute); err != nil || !more || len(got) != 1 {
		t.Errorf("got certificates %v, more %t, error %v; want no error, more true, length 1", got, more, err)
	}
	limited := setup(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write([]byte(`{"code":"rate_limited","message":"slower"}`))
	}, "")
	if got, _, err := limited.Search(t.Context(), "marsh.example", time.Minute); !errs.Is(err, errs.UpstreamRateLimited) || got != nil {
		t.Errorf(`got certificates %v, error %v; want error "upstream_rate_limited", nil`, got, err)
	}
	if got, more, err := setup(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("[]")) }, "").
		Search(t.Context(), "marsh.example", time.Minute); err != nil || more || got == nil || len(got) != 0 {
		t.Errorf("none is an answer: %v, %t, %v", got, more, err)
	}
}
