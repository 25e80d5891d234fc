package crux_test

import (
	"io"
	"net/http"
	"os"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources/crux"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup leads a client with a key to a handler.
func setup(t *testing.T, key string, serve http.HandlerFunc) *crux.Client {
	t.Helper()
	return crux.New(webclient.Upstream(t, crux.Name, key, serve))
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
			record, err := setup(t, "k", webclient.Answer(200, string(body))).Record(t.Context(), crux.Key{URL: "https://harbour.example/tides"})
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, "testdata/golden/"+name+".json", record)
		})
	}
}

func TestRequest(t *testing.T) {
	t.Parallel()
	var method, uri, body string
	client := setup(t, "k&y", func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		method, uri, body = r.Method, r.RequestURI, string(data)
		webclient.Answer(200, `{"record":{"metrics":{"a":{}}}}`)(w, r)
	})
	if _, err := client.Record(t.Context(), crux.Key{Origin: "https://a.test"}); err != nil {
		t.Fatal(err)
	}
	if method != "POST" || uri != "/v1/records:queryRecord?key=k%26y" || body != `{"origin":"https://a.test"}` {
		t.Errorf(`got method %s, uri %s, body %s; want method "POST", uri "/v1/records:queryRecord?key=k%%26y", body {"origin":"https://a.test"}`, method, uri, body)
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
		"no metrics":    {"k", 200, `{"record":{"metrics":{}}}`, errs.ParseFailed},
		"cut off":       {"k", 200, `{"record":{"metrics":{"a"`, errs.ParseFailed},
		"a page":        {"k", 200, `<html></html>`, errs.UpstreamBlocked},
		"not a number":  {"k", 200, `{"record":{"metrics":{"a":{"percentiles":{"p75":"NaN"}}}}}`, errs.ParseFailed},
		"wrong shape":   {"k", 200, `{"record":{"metrics":{"a":{"histogram":{}}}}}`, errs.ParseFailed},
		"backend error": {"k", 500, `{"error":{"code":500,"message":"Internal error encountered.","status":"INTERNAL"}}`, errs.ProviderUnavailable},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			record, err := setup(t, c.key, webclient.Answer(c.status, c.body)).Record(t.Context(), crux.Key{Origin: "https://a.test"})
			if record != nil || (err == nil) != (c.code == "") || err != nil && !errs.Is(err, c.code) {
				t.Errorf("got %+v, %v", record, err)
			}
		})
	}
}
