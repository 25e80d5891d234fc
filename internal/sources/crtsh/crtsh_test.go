package crtsh_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/certlog"
	"github.com/quarryapi/quarry/internal/sources/crtsh"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

const rowA = `{"issuer_ca_id":7,"issuer_name":"C=US, O=\"Reed, Rush\", CN=RR1","common_name":"marsh.example","name_value":"*.marsh.example\nmarsh.example","id":1,"entry_timestamp":"2025-04-22T16:20:13.18","not_before":"2025-03-23T00:00:00","not_after":"2025-06-21T12:00:00","serial_number":"08AB","result_count":2}`

const rowB = `{"issuer_ca_id":8,"issuer_name":"CN=Own","common_name":null,"name_value":"a@marsh.example\napi.marsh.example","id":2,"entry_timestamp":null,"not_before":"soon","not_after":"2025-06-21T12:00:00.5Z","serial_number":"0c"}`

func rows() []certlog.Certificate {
	return []certlog.Certificate{
		{
			Names: []string{"*.marsh.example", "marsh.example", "marsh.example"}, Issuer: "Reed, Rush", Authority: "RR1", Serial: "08ab",
			NotBefore: time.Date(2025, 3, 23, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2025, 6, 21, 12, 0, 0, 0, time.UTC),
		},
		{
			Names: []string{"a@marsh.example", "api.marsh.example", ""}, Issuer: "Own", Authority: "Own", Serial: "0c",
			NotAfter: time.Date(2025, 6, 21, 12, 0, 0, 5e8, time.UTC),
		},
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"array":      "[" + rowA + ",\n" + rowB + "]",
		"in a row":   rowA + rowB,
		"with lines": "\n" + rowA + "\n" + rowB + "\n",
	} {
		got, err := crtsh.Parse([]byte(body))
		if diff := cmp.Diff(rows(), got); err != nil || diff != "" {
			t.Errorf("got name %q, error %v; want no error; Parse mismatch (-want +got):\n%s", name, err, diff)
		}
	}
	if got, err := crtsh.Parse([]byte(" [] ")); err != nil || len(got) != 0 {
		t.Errorf("none: %v, %v", got, err)
	}
	for _, body := range []string{"", "<html>", "[" + rowA + ",", rowA + `{"na`, `{"error":"too many"}`, `[{"error":"too many"}]`, `[{}]`, `[null]`, "[" + rowA + `,{"error":"too many"}]`, "null!"} {
		if got, err := crtsh.Parse([]byte(body)); err == nil {
			t.Errorf("%q gives %v", body, got)
		}
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	answers := map[string]func(http.ResponseWriter){
		"marsh.example": func(w http.ResponseWriter) { _, _ = w.Write([]byte("[" + rowA + "," + rowB + "]")) },
		"page.example":  func(w http.ResponseWriter) { _, _ = w.Write([]byte("\n<!DOCTYPE html><p>Sorry")) },
		"cut.example":   func(w http.ResponseWriter) { _, _ = w.Write([]byte("[" + rowA)) },
		"down.example":  func(w http.ResponseWriter) { w.WriteHeader(http.StatusBadGateway) },
		"limit.example": func(w http.ResponseWriter) { w.WriteHeader(http.StatusTooManyRequests) },
	}
	c := crtsh.New(webclient.Upstream(t, "crtsh", "", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.URL.Path != "/" || q.Get("output") != "json" || q.Get("exclude") != "expired" || q.Get("deduplicate") != "Y" || q.Get("q")[:2] != "%." {
			t.Errorf("asked for %s", r.URL)
		}
		answers[q.Get("q")[2:]](w)
	}))
	got, err := c.Search(t.Context(), "marsh.example", time.Minute)
	if diff := cmp.Diff(rows(), got); err != nil || diff != "" {
		t.Errorf("got error %v, want no error; Search mismatch (-want +got):\n%s", err, diff)
	}
	for domain, code := range map[string]errs.Code{
		"page.example": errs.UpstreamBlocked, "cut.example": errs.ParseFailed,
		"down.example": errs.ProviderUnavailable, "limit.example": errs.UpstreamRateLimited,
	} {
		if got, err := c.Search(t.Context(), domain, time.Minute); !errs.Is(err, code) {
			t.Errorf("%s: got certificates %v, error %v; want error %q", domain, got, err, code)
		}
	}
}
