package crux_test

import (
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/crux"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// setup leads a client with a key to a handler.
func setup(t *testing.T, key string, serve http.HandlerFunc) *crux.Client {
	t.Helper()
	hosts, err := target.ParseHosts([]string{webtest.Start(t, webtest.Site{Host: "crux.upstream.test", Rest: serve}).HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	web := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(web.CloseIdle)
	about := sources.Upstream{Name: crux.Name, BaseURL: "http://crux.upstream.test", NeedsKey: true}
	return crux.New(upstream.New(web, sources.Config{Upstream: about, Key: key}, nil))
}

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestRecords(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"page", "origin"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, err := os.ReadFile("testdata/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			record, err := setup(t, "k", answer(200, string(body))).Record(t.Context(), crux.Key{URL: "https://harbour.example/tides"})
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name, record)
		})
	}
}

func golden(t *testing.T, name string, value any) {
	t.Helper()
	got, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	path := "testdata/golden/" + name + ".json"
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestRequest(t *testing.T) {
	t.Parallel()
	var method, uri, body string
	client := setup(t, "k&y", func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		method, uri, body = r.Method, r.RequestURI, string(data)
		answer(200, `{"record":{"metrics":{}}}`)(w, r)
	})
	if _, err := client.Record(t.Context(), crux.Key{Origin: "https://a.test"}); err != nil {
		t.Fatal(err)
	}
	if method != "POST" || uri != "/v1/records:queryRecord?key=k%26y" || body != `{"origin":"https://a.test"}` {
		t.Errorf("%s %s %s", method, uri, body)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		key    string
		status int
		body   string
		code   errs.Code // empty for no data
	}{
		"no data":       {"k", 404, `{"error":{"code":404,"message":"chrome ux report data not found","status":"NOT_FOUND"}}`, ""},
		"another 404":   {"k", 404, `<html>Error 404 (Not Found)</html>`, errs.TargetError},
		"no key":        {"", 200, `{}`, errs.ProviderNotConfigured},
		"bad key":       {"k", 400, `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}`, errs.ProviderNotConfigured},
		"not enabled":   {"k", 403, `{"error":{"code":403,"message":"it is disabled","status":"PERMISSION_DENIED"}}`, errs.ProviderNotConfigured},
		"bad value":     {"k", 400, `{"error":{"code":400,"message":"Invalid value at 'form_factor'","status":"INVALID_ARGUMENT"}}`, errs.TargetError},
		"quota":         {"k", 429, `{"code":429,"message":"Quota exceeded for quota group","status":"RESOURCE_EXHAUSTED"}`, errs.UpstreamRateLimited},
		"quota in 200":  {"k", 200, `{"code":429,"message":"Quota exceeded for quota group","status":"RESOURCE_EXHAUSTED"}`, errs.UpstreamRateLimited},
		"no record":     {"k", 200, `{"urlNormalizationDetails":{}}`, errs.ParseFailed},
		"cut off":       {"k", 200, `{"record":{"metrics":{"a"`, errs.ParseFailed},
		"a page":        {"k", 200, `<html></html>`, errs.UpstreamBlocked},
		"not a number":  {"k", 200, `{"record":{"metrics":{"a":{"percentiles":{"p75":"NaN"}}}}}`, errs.ParseFailed},
		"wrong shape":   {"k", 200, `{"record":{"metrics":{"a":{"histogram":{}}}}}`, errs.ParseFailed},
		"backend error": {"k", 500, `{"error":{"code":500,"message":"Internal error encountered.","status":"INTERNAL"}}`, errs.ProviderUnavailable},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			record, err := setup(t, c.key, answer(c.status, c.body)).Record(t.Context(), crux.Key{Origin: "https://a.test"})
			if record != nil || (err == nil) != (c.code == "") || err != nil && !errs.Is(err, c.code) {
				t.Errorf("got %+v, %v", record, err)
			}
		})
	}
}
