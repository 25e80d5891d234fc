package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// TestRoutes: what writes goes to api-submit, all else to api-read.
func TestRoutes(t *testing.T) {
	t.Parallel()
	const submit, read = "quarry-api-submit", "quarry-api-read"
	equal(t, map[string]string{
		"POST /v1/public/{proxy+}":   submit,
		"PATCH /v1/public/{proxy+}":  submit,
		"DELETE /v1/public/{proxy+}": submit,
		"GET /v1/public/{proxy+}":    read,
		"HEAD /v1/public/{proxy+}":   read,
		"GET /openapi.json":          read,
		"GET /docs":                  read,
		"GET /console":               read,
		"GET /llms.txt":              read,
		"GET /healthz":               read,
		"$default":                   read,
	}, routesOf(t, deployed(t)))
}

// TestRoutesOfFaces: all that a face may own goes to api-submit, which alone knows of the setting.
func TestRoutesOfFaces(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	routes := routesOf(t, s)
	for _, route := range []string{"ANY /v1/{proxy+}", "ANY /v2/{proxy+}", "ANY /v0/{proxy+}", "ANY /r", "ANY /r/{proxy+}", "ANY /s", "ANY /s/{proxy+}", "ANY /tavily/{proxy+}", "ANY /exa/{proxy+}", "ANY /mcp"} {
		if got := routes[route]; got != "quarry-api-submit" {
			t.Errorf("%s: got %q, want quarry-api-submit", route, got)
		}
	}
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		want := ""
		if f.FunctionName == "quarry-api-submit" {
			want = `"firecrawl,jina,tavily,exa,mcp"`
		}
		if got := string(f.Environment.Variables["QUARRY_FACES"]); got != want {
			t.Errorf("%s has QUARRY_FACES = %s, want %s", f.FunctionName, got, want)
		}
	}
}

// routesOf are the functions that routes lead to.
func routesOf(t *testing.T, s *synthesis) map[string]string {
	t.Helper()
	type route struct {
		RouteKey string
		Target   json.RawMessage
	}
	type integration struct {
		IntegrationURI       ref
		PayloadFormatVersion string
	}
	functions := resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function")
	target := map[string]string{} // by logical id of the integration
	for id, in := range resourcesOf[integration](t, s, "AWS::ApiGatewayV2::Integration") {
		target[id] = string(functions[string(in.IntegrationURI)].FunctionName)
		equal(t, "2.0", in.PayloadFormatVersion)
	}
	got := map[string]string{}
	for _, r := range resourcesOf[route](t, s, "AWS::ApiGatewayV2::Route") {
		for id, name := range target {
			if strings.Contains(string(r.Target), `"`+id+`"`) {
				got[r.RouteKey] = name
			}
		}
	}
	return got
}

func TestStage(t *testing.T) {
	t.Parallel()
	type stage struct {
		StageName            string
		AutoDeploy           bool
		AccessLogSettings    struct{ Format string }
		DefaultRouteSettings struct{ ThrottlingRateLimit, ThrottlingBurstLimit float64 }
	}
	for _, st := range resourcesOf[stage](t, furnished(t), "AWS::ApiGatewayV2::Stage") {
		if limits := st.DefaultRouteSettings; limits.ThrottlingRateLimit != 1500 || limits.ThrottlingBurstLimit != 3000 {
			t.Errorf("got a throttle of %+v, want what requestRate says, and twice that", limits)
		}
	}
	for id, st := range resourcesOf[stage](t, deployed(t), "AWS::ApiGatewayV2::Stage") {
		if st.StageName != "$default" || !st.AutoDeploy {
			t.Errorf("%s is %q and deploys by itself: %v", id, st.StageName, st.AutoDeploy)
		}
		if limits := st.DefaultRouteSettings; limits.ThrottlingRateLimit < 1000 || limits.ThrottlingBurstLimit < limits.ThrottlingRateLimit {
			t.Errorf("%s throttles at %+v, below what the rate limits of a few tokens allow", id, limits)
		}
		checkAccessLog(t, st.AccessLogSettings.Format)
	}
}

// checkAccessLog: a line is JSON, and only of variables that cannot carry a token,
// a query or a body.
func checkAccessLog(t *testing.T, format string) {
	t.Helper()
	line, err := parse[map[string]string]([]byte(format))
	if err != nil {
		t.Fatalf("the access log is not JSON: %v", err)
	}
	harmless := regexp.MustCompile(`^\$context\.(requestId|requestTime|identity\.sourceIp|httpMethod|routeKey|status|responseLength|responseLatency|integrationLatency|integrationErrorMessage)$`)
	for name, value := range line {
		if !harmless.MatchString(value) {
			t.Errorf("the access log writes %s = %s", name, value)
		}
	}
	if line["requestId"] == "" || line["status"] == "" {
		t.Errorf("the access log lacks the request or its status: %s", format)
	}
}
