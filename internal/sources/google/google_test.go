package google_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/google"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

func TestRead(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code // empty for data
	}{
		"data":             {200, `{"record":{}}`, ""},
		"data with a code": {200, `{"code":7}`, ""},
		"quota": {
			429, `{"error":{"code":429,"message":"Quota exceeded for quota metric 'Queries' of consumer 'project_number:1'","status":"RESOURCE_EXHAUSTED"}}`,
			errs.UpstreamRateLimited,
		},
		"quota without a wrapper":    {429, `{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED"}`, errs.UpstreamRateLimited},
		"quota in a 200":             {200, `{"error":{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED"}}`, errs.UpstreamRateLimited},
		"quota of the old kind":      {403, `{"error":{"code":403,"errors":[{"domain":"usageLimits","reason":"dailyLimitExceeded"}]}}`, errs.UpstreamRateLimited},
		"bad key":                    {400, `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}`, errs.ProviderNotConfigured},
		"bad key by its reason":      {400, `{"error":{"code":400,"details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}`, errs.ProviderNotConfigured},
		"API not enabled":            {403, `{"error":{"code":403,"message":"has not been used in project 1","status":"PERMISSION_DENIED"}}`, errs.ProviderNotConfigured},
		"forbidden":                  {403, `{"error":{"code":403,"message":"no"}}`, errs.UpstreamBlocked},
		"wrong value":                {400, `{"error":{"code":400,"message":"Invalid value at 'form_factor'","status":"INVALID_ARGUMENT"}}`, errs.TargetError},
		"failure":                    {500, `{"error":{"code":500,"message":"Backend Error"}}`, errs.ProviderUnavailable},
		"failure without a body":     {500, "", errs.ProviderUnavailable},
		"failure with a page":        {500, "<html>500</html>", errs.ProviderUnavailable},
		"refusal of a strange shape": {400, `[{"error":1}]`, errs.TargetError},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := google.Read(&fetch.Response{Status: c.status, Body: []byte(c.body)})
			if c.code == "" {
				if p != nil {
					t.Errorf("got %+v", p)
				}
				return
			}
			e := p.Err("crux")
			if e.Code != c.code || !strings.HasPrefix(e.Message, "crux ") || strings.Contains(e.Message, "project") {
				t.Errorf("got %+v", e)
			}
		})
	}
}
