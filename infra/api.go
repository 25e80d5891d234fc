package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigatewayv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigatewayv2integrations"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/faces"
	"github.com/quarryapi/quarry/internal/serve/config"
)

const (
	// requestRate is how many requests a second the whole installation takes, where it says nothing else. Fairness is
	// the matter of the rate limits a token; this only bounds the bill of a flood.
	requestRate = 2000
	// mostRequests is what an account has for all of its APIs.
	mostRequests = 10000
)

// rate is how many requests a second API Gateway lets through.
func (s settings) rate() (int, error) {
	if s.requestRate == "" {
		return requestRate, nil
	}
	n, err := strconv.Atoi(s.requestRate)
	if err != nil || n < 1 || n > mostRequests {
		return 0, fmt.Errorf("setting requestRate is %q, not a whole number from 1 to %d", s.requestRate, mostRequests)
	}
	return n, nil
}

// addAPI sends what writes to api-submit, which may wait for a job, and everything
// else to api-read. Tokens are checked there: an authorizer's cache would delay
// a revocation, and without it would cost a call more.
func (s *service) addAPI() {
	submit, read := s.integration("api-submit"), s.integration("api-read")
	s.api = awsapigatewayv2.NewHttpApi(s.stack, jsii.String("api"), &awsapigatewayv2.HttpApiProps{
		ApiName:            jsii.String(s.settings.stackName),
		CreateDefaultStage: jsii.Bool(false),
		DefaultIntegration: read,

		DisableExecuteApiEndpoint: jsii.Bool(s.settings.domainOnly),
	})
	const all = "/v1/public/{proxy+}"
	s.route(submit, all, awsapigatewayv2.HttpMethod_POST, awsapigatewayv2.HttpMethod_PATCH, awsapigatewayv2.HttpMethod_DELETE)
	s.route(read, all, awsapigatewayv2.HttpMethod_GET, awsapigatewayv2.HttpMethod_HEAD)
	for _, path := range faces.Paths(config.List(s.settings.faces)) {
		if strings.HasSuffix(path, "/") {
			path += "{proxy+}"
		}
		s.route(submit, path, awsapigatewayv2.HttpMethod_ANY)
	}
	for _, path := range []string{"/openapi.json", "/docs", "/console", "/llms.txt", "/healthz"} {
		s.route(read, path, awsapigatewayv2.HttpMethod_GET)
	}
	s.addStage()
}

func (s *service) integration(name string) awsapigatewayv2.HttpRouteIntegration {
	return awsapigatewayv2integrations.NewHttpLambdaIntegration(jsii.String(name), s.asked(name),
		&awsapigatewayv2integrations.HttpLambdaIntegrationProps{
			PayloadFormatVersion:   awsapigatewayv2.PayloadFormatVersion_VERSION_2_0(),
			ScopePermissionToRoute: jsii.Bool(false), // one statement, not one a route
		})
}

func (s *service) route(to awsapigatewayv2.HttpRouteIntegration, path string, methods ...awsapigatewayv2.HttpMethod) {
	s.api.AddRoutes(&awsapigatewayv2.AddRoutesOptions{
		Path: jsii.String(path), Methods: &methods, Integration: to,
	})
}

func (s *service) addStage() {
	rate, _ := s.settings.rate() // an error was refused before
	s.stage = awsapigatewayv2.NewHttpStage(s.stack, jsii.String("api-stage"), &awsapigatewayv2.HttpStageProps{
		HttpApi:    s.api,
		AutoDeploy: jsii.Bool(true),
		Throttle: &awsapigatewayv2.ThrottleSettings{
			RateLimit: jsii.Number(rate), BurstLimit: jsii.Number(2 * rate),
		},
	})
	logs := s.newLog("api-access")
	resourceOf[awsapigatewayv2.CfnStage](s.stage).SetAccessLogSettings(
		&awsapigatewayv2.CfnStage_AccessLogSettingsProperty{
			DestinationArn: logs.LogGroupArn(), Format: jsii.String(accessLogFormat()),
		})
}

// accessLogFormat is one line of JSON a request: no header, no query, no body and, in the place of the path, its
// route, since a face takes addresses in its paths. So neither a token nor what somebody looks for is ever written.
func accessLogFormat() string {
	fields := map[string]string{}
	for name, variable := range map[string]string{
		"requestId": "requestId", "time": "requestTime", "ip": "identity.sourceIp", "method": "httpMethod",
		"route": "routeKey", "status": "status", "bytes": "responseLength",
		"latencyMs": "responseLatency", "integrationMs": "integrationLatency", "integrationError": "integrationErrorMessage",
	} {
		fields[name] = fmt.Sprintf("$context.%s", variable)
	}
	line, err := json.Marshal(fields)
	if err != nil {
		panic(err) // a map of strings always marshals
	}
	return string(line)
}
