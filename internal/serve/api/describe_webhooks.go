package api

import (
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// exampleEndpoint is an endpoint as examples show it.
func exampleEndpoint() endpointView {
	return endpointView{
		ID: sample(ident.Endpoint), URL: "https://example.com/hooks", Status: "active", Description: "orders", Events: []string{"*"},
		CreatedAt: instant.Of(exampleTime), UpdatedAt: instant.Of(exampleTime), SecretRotatedAt: instant.Of(exampleTime),
	}
}

const exampleSecret = "whsec_c2VjcmV0IG9mIHRoZSBleGFtcGxlcywgMzIgYnl0ZXM=" //nolint:gosec // an example

// givesEndpoint and givesDelivery say where an answer has the id of what it made.
var (
	givesEndpoint = [2]string{"endpointId", "/data/endpoint/id"}
	givesDelivery = [2]string{"deliveryId", "/data/delivery/id"}
)

func describeEndpoints(add adder) {
	const list = base + "/webhooks/endpoints"
	const one = list + "/{endpointId}"
	plain := exampleEndpoint()
	secret := plain
	secret.SigningSecret = exampleSecret
	shown := endpointData{secret}
	failing := plain
	failing.FailingSince, failing.HeldUntil = instant.Of(exampleTime.Add(time.Minute)), instant.Of(exampleTime.Add(2*time.Minute))

	add(http.MethodPost, list, openapi.Operation{
		ID: "registerEndpoint", Tag: openapi.TagWebhooks, Summary: "Register an endpoint",
		Description: "If the URL is already registered, the existing endpoint and its current secret are returned.",
		Body: &openapi.Body{Name: "RegisterEndpointRequest", Parts: []reflect.Type{reflect.TypeFor[registration]()}, Examples: []openapi.Example{
			{Name: "plain", Summary: "A new endpoint", Value: registration{URL: "https://example.com/hooks", Description: "orders"}},
			{Name: "filtered", Summary: "Only failures and ends of batches", Value: registration{
				URL: "https://example.com/failures", eventFilter: eventFilter{Events: []string{"job.failed", "batch.finished"}},
			}},
		}},
		Answers: []openapi.Answer{
			{Status: http.StatusCreated, Text: "The new endpoint.", Data: reflect.TypeFor[endpointData](), Example: shown, Gives: givesEndpoint},
			{Status: http.StatusOK, Text: "The existing endpoint with this URL.", Data: reflect.TypeFor[endpointData](), Example: shown, Gives: givesEndpoint},
		},
		Refuses: []errs.Code{errs.InvalidWebhookURL, errs.TooManyEndpoints},
	})
	add(http.MethodGet, list, openapi.Operation{
		ID: "listEndpoints", Tag: openapi.TagWebhooks, Summary: "List the endpoints, oldest first",
		Description: "Disabled endpoints are listed, too; secrets are not.",
		Params:      pageParams(),
		Answers:     ok("A page of endpoints, without their secrets.", endpointsData{Items: []endpointView{failing}, Exhausted: true}),
		Refuses:     []errs.Code{errs.InvalidRequest, errs.InvalidCursor},
	})
	add(http.MethodGet, one, openapi.Operation{
		ID: "getEndpoint", Tag: openapi.TagWebhooks, Summary: "Read an endpoint",
		Description: "Its URL, its events, and since when its deliveries fail.",
		Answers:     ok("The endpoint, without its secret.", endpointData{plain}),
		Refuses:     []errs.Code{errs.EndpointNotFound},
	})
	add(http.MethodPatch, one, openapi.Operation{
		ID: "updateEndpoint", Tag: openapi.TagWebhooks, Summary: "Change an endpoint",
		Description: "Members that the body does not have stay as they are.",
		Body: &openapi.Body{Name: "UpdateEndpointRequest", Parts: []reflect.Type{reflect.TypeFor[endpointPatch]()}, Examples: []openapi.Example{
			{Name: "describe", Summary: "Change the description", Value: map[string]any{"description": "orders of the shop"}},
		}},
		Answers: ok("The changed endpoint.", endpointData{plain}),
		Refuses: []errs.Code{errs.EndpointNotFound, errs.InvalidWebhookURL},
	})
	add(http.MethodDelete, one, openapi.Operation{
		ID: "deleteEndpoint", Tag: openapi.TagWebhooks, Summary: "Delete an endpoint",
		Description: "It gets no further deliveries, retries included.",
		Answers:     ok("The endpoint was deleted.", deletedData{ID: plain.ID, Deleted: true}),
		Refuses:     []errs.Code{errs.EndpointNotFound},
	})
	add(http.MethodPost, one+"/test", openapi.Operation{
		ID: "testEndpoint", Tag: openapi.TagWebhooks, Summary: "Post a test event to an endpoint",
		Description: "A signed event of type endpoint.test, whatever types the endpoint gets.",
		Answers:     delivered(),
		Refuses:     []errs.Code{errs.EndpointNotFound, errs.EndpointDisabled, errs.OutcomeUnknown},
	})
}

func describeSecrets(add adder) {
	const one = base + "/webhooks/endpoints/{endpointId}/secret"
	rotated := exampleEndpoint()
	rotated.SigningSecret, rotated.PreviousSecretExpiresAt = exampleSecret, instant.Of(exampleTime.Add(24*time.Hour))

	add(http.MethodGet, one, openapi.Operation{
		ID: "getEndpointSecret", Tag: openapi.TagWebhooks, Summary: "Read an endpoint's secret",
		Description: "The current secret alone, also while the previous one still signs.",
		Answers:     ok("The secret that signs its deliveries.", secretData{rotated.ID, exampleSecret, instant.Of(exampleTime)}),
		Refuses:     []errs.Code{errs.EndpointNotFound},
	})
	add(http.MethodPost, one+"/rotate", openapi.Operation{
		ID: "rotateEndpointSecret", Tag: openapi.TagWebhooks, Summary: "Replace an endpoint's secret",
		Description: "Until the grace period ends, deliveries are signed with both secrets, the new one first.",
		Body: &openapi.Body{Name: "RotateSecretRequest", Optional: true, Parts: []reflect.Type{reflect.TypeFor[rotation]()}, Examples: []openapi.Example{
			{Name: "hour", Summary: "With a grace period of one hour", Value: map[string]any{"gracePeriodSeconds": 3600}},
		}},
		Answers: ok("The endpoint with its new secret.", endpointData{rotated}),
		Refuses: []errs.Code{errs.EndpointNotFound, errs.OutcomeUnknown},
	})
}

func exampleDelivery() deliveryView {
	return deliveryView{
		ID: sample(ident.Delivery), EndpointID: sample(ident.Endpoint), JobID: sample(ident.Job), EventID: sample(ident.Event),
		EventType: "job.succeeded", URL: "https://example.com/hooks", Status: "pending", Attempt: 1, Trigger: "scheduled",
		NextAttemptAt: instant.Of(exampleTime),
	}
}

// delivered are the answers of calls that post an event.
func delivered() []openapi.Answer {
	return []openapi.Answer{{
		Status: http.StatusAccepted, Text: "The queued delivery. Read it at `Location`.", Data: reflect.TypeFor[deliveryData](),
		Headers: []string{"Location"}, Example: deliveryData{exampleDelivery()}, Gives: givesDelivery,
	}}
}

func describeDeliveries(add adder) {
	const list = base + "/webhooks/deliveries"
	done := exampleDelivery()
	done.Status, done.ResponseStatus, done.ResponseDurationMS = "succeeded", http.StatusOK, 42
	done.AttemptedAt, done.NextAttemptAt = instant.Of(exampleTime), instant.Time{}

	add(http.MethodGet, list, openapi.Operation{
		ID: "listDeliveries", Tag: openapi.TagWebhooks, Summary: "List delivery attempts, newest first",
		Description: "Each attempt is a separate delivery and is kept for 30 days.",
		Params: append(pageParams(),
			openapi.Query("endpointId", "Only attempts to this endpoint.", huma.Schema{Type: huma.TypeString}),
			openapi.Query("jobId", "Only attempts for this job.", huma.Schema{Type: huma.TypeString}),
			openapi.Query("batchId", "Only attempts for the event of this batch.", huma.Schema{Type: huma.TypeString}),
			openapi.Query("crawlId", "Only attempts for the end of this crawl.", huma.Schema{Type: huma.TypeString}),
			openapi.Query("status", "Only attempts in this status.", oneOf("pending", "succeeded", "failed"))),
		Answers: ok("A page of attempts.", deliveriesData{Items: []deliveryView{done}, Exhausted: true}),
		Refuses: []errs.Code{errs.InvalidRequest, errs.InvalidCursor},
	})
	add(http.MethodGet, list+"/{deliveryId}", openapi.Operation{
		ID: "getDelivery", Tag: openapi.TagWebhooks, Summary: "Read a delivery attempt",
		Description: "Its status, the response of the endpoint, and when it is tried next.",
		Answers:     ok("The attempt.", deliveryData{done}),
		Refuses:     []errs.Code{errs.DeliveryNotFound},
	})
	add(http.MethodPost, list+"/{deliveryId}/replay", openapi.Operation{
		ID: "replayDelivery", Tag: openapi.TagWebhooks, Summary: "Replay a delivery",
		Description: "Posts the same event id and body with a new timestamp and signature, and retries on the usual schedule when that fails.",
		Answers:     delivered(),
		Refuses:     []errs.Code{errs.DeliveryNotFound, errs.EndpointNotFound, errs.EndpointDisabled, errs.OutcomeUnknown},
	})
}
