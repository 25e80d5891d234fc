package api

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
	"github.com/quarryapi/quarry/internal/serve/webhook/event"
)

// Describe says what every route is, for the OpenAPI document. The error names
// routes without an entry and entries without a route.
func (s *Server) Describe() (openapi.Service, error) {
	entries := s.entries()
	service := openapi.Service{
		Kinds: s.Kinds,
		Types: openapi.Types{
			Job: reflect.TypeFor[envelope](), Item: reflect.TypeFor[batchItem](), Page: reflect.TypeFor[crawlPage](),
			Error: reflect.TypeFor[errorBody](), Problem: reflect.TypeFor[problem](),
		},
		Names: map[reflect.Type]string{
			reflect.TypeFor[errorBody](): "Error", reflect.TypeFor[errs.Detail](): "ErrorDetail",
			reflect.TypeFor[envelope](): "Job", reflect.TypeFor[pricing](): "PricingDecision",
			reflect.TypeFor[endpointView](): "WebhookEndpoint", reflect.TypeFor[deliveryView](): "WebhookDelivery",
			reflect.TypeFor[job.Progress](): "Progress", reflect.TypeFor[event.Counts](): "BatchCounts", reflect.TypeFor[event.Ends](): "EventCounts",
			reflect.TypeFor[batchPage](): "Batch", reflect.TypeFor[BatchView](): "BatchSummary",
			reflect.TypeFor[crawlView](): "Crawl", reflect.TypeFor[crawlAnswer](): "CrawlCreated",
		},
	}
	var problems []error
	for _, r := range s.routes {
		if r.path == guides || r.path == calls { // OpenAPI's paths have no slash at the end, and /llms.txt lists the guides too
			continue
		}
		key := r.method + " " + r.path
		o, ok := entries[key]
		if !ok {
			problems = append(problems, fmt.Errorf("%s has no entry in the document", key))
			continue
		}
		delete(entries, key)
		o.Method, o.Path, o.Scope, o.Bucket, o.Begins = r.method, r.path, r.scope, string(r.bucket), r.begins()
		service.Operations = append(service.Operations, o)
	}
	for key := range entries {
		problems = append(problems, fmt.Errorf("%s is in the document and no route", key))
	}
	service.Sort()
	return service, errors.Join(problems...)
}

// entries are the operations of the document by method and path. What the route
// says already is not repeated.
func (s *Server) entries() map[string]openapi.Operation {
	all := map[string]openapi.Operation{}
	add := func(method, path string, o openapi.Operation) { all[method+" "+path] = o }
	describeService(add)
	describeAccount(add)
	s.describeRequests(add)
	s.describeJobs(add)
	s.describeJobList(add)
	s.describeBatches(add)
	describeEndpoints(add)
	describeSecrets(add)
	describeDeliveries(add)
	for _, def := range s.Kinds {
		describeKind(add, def)
	}
	return all
}

// adder takes the entry of a route.
type adder func(method, path string, o openapi.Operation)

// exampleTime and sample are the moment and the id that all examples show.
var exampleTime = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

func sample(prefix string) string { return prefix + openapi.SampleID }

// ok is the plain answer of a call that reads.
func ok(text string, data any) []openapi.Answer {
	return []openapi.Answer{{Status: http.StatusOK, Text: text, Data: reflect.TypeOf(data), Example: data}}
}

// oneOf is the schema of one of several words.
func oneOf(values ...any) huma.Schema {
	return huma.Schema{Type: huma.TypeString, Enum: values}
}

func describeAccount(add adder) {
	add(http.MethodGet, base+"/usage", openapi.Operation{
		ID: "getUsage", Tag: openapi.TagAccount, Summary: "Report credits spent and refunded",
		Description: "Whole days in UTC, including today. Charges and refunds are reported separately, never netted.",
		Params: []*huma.Param{
			openapi.Query("days", "Number of days, from 1. Values above 90 are clamped to 90.", huma.Schema{Type: huma.TypeInteger, Minimum: new(1.0), Default: defaultDays}),
		},
		Answers: ok("The usage report.", usageReport{
			Since: instant.Of(exampleTime.Truncate(24 * time.Hour)), Days: 1, TotalCreditsSpent: 7, TotalCreditsRefunded: 2,
			Actions: []usageAction{{ActionCode: "url.page", Requests: 7, CreditsSpent: 7, CreditsRefunded: 2}},
		}),
		Refuses: []errs.Code{errs.InvalidRequest},
	})
	add(http.MethodGet, base+"/balance", openapi.Operation{
		ID: "getBalance", Tag: openapi.TagAccount, Summary: "Get the credit balance",
		Description: "The credits that are left, and those charged for unfinished jobs.",
		Answers: ok("The organization's credits.", balanceReport{
			OrganizationID: sample("org_"), Balance: 4999, Reserved: 0, Available: 4999, UpdatedAt: instant.Of(exampleTime),
		}),
	})
	add(http.MethodGet, base+"/token-info", openapi.Operation{
		ID: "getTokenInfo", Tag: openapi.TagAccount, Summary: "Get the token's organization and scopes",
		Description: "What the token of this request is, and what it may do.",
		Answers: ok("The token.", tokenReport{
			TokenID: sample("tok_"), Label: "ci", Scopes: []string{scopeRead, scopeWrite},
			WorkspaceID: sample("wsp_"), OrganizationID: sample("org_"), Entitlements: []string{"deep"},
		}),
	})
}

func ifNoneMatch() *huma.Param {
	return openapi.Header("If-None-Match", "The ETag of the response that you have. If it is still current, the response is 304 without a body.",
		huma.Schema{Type: huma.TypeString})
}
