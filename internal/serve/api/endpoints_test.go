package api_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const endpointsPath = "/v1/public/webhooks/endpoints"

// endpoint registers a URL and returns its path and the endpoint as it was shown.
func (s *service) endpoint(t *testing.T, url string) (path string, shown map[string]any) {
	t.Helper()
	a := s.call(t, http.MethodPost, endpointsPath, `{"url":"`+url+`","description":"ours"}`)
	shown, _ = a.field("data", "endpoint").(map[string]any)
	id, _ := shown["id"].(string)
	if a.status != http.StatusCreated || !ident.Valid(ident.Endpoint, id) {
		t.Fatalf("got status %d, body %s; want status 201, ident.Valid(ident.Endpoint, id) true", a.status, a.raw)
	}
	return endpointsPath + "/" + id, shown
}

// without is an object less some of its fields.
func without(object map[string]any, fields ...string) map[string]any {
	rest := maps.Clone(object)
	for _, name := range fields {
		delete(rest, name)
	}
	return rest
}

func TestEndpointFields(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	want := map[string]any{
		"url": "http://hooks.test/in", "status": "active", "description": "ours",
		"createdAt": "2026-03-01T12:00:00.000Z", "updatedAt": "2026-03-01T12:00:00.000Z", "secretRotatedAt": "2026-03-01T12:00:00.000Z",
		"proven": false, "events": []any{"*"},
	}
	if diff := cmp.Diff(want, without(made, "id", "signingSecret")); diff != "" {
		t.Errorf("made mismatch (-want +got):\n%s", diff)
	}
	got := s.call(t, http.MethodGet, path, "")
	if diff := cmp.Diff(any(without(made, "signingSecret")), got.field("data", "endpoint")); diff != "" {
		t.Errorf("reading it: %s", diff)
	}
	secret := s.call(t, http.MethodGet, path+"/secret", "")
	want = map[string]any{"endpointId": made["id"], "signingSecret": made["signingSecret"], "secretRotatedAt": "2026-03-01T12:00:00.000Z"}
	if diff := cmp.Diff(any(want), secret.field("data")); diff != "" {
		t.Errorf("data mismatch (-want +got):\n%s", diff)
	}
}

// TestAllEventsBesideOthersAreAll: what a filter names beside all of them takes nothing out.
func TestAllEventsBesideOthersAreAll(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, _ := s.endpoint(t, "http://hooks.test/in")
	a := s.call(t, http.MethodPatch, path, `{"events":["job.failed","*"]}`)
	if diff := cmp.Diff(any([]any{"*"}), a.field("data", "endpoint", "events")); diff != "" {
		t.Errorf("events mismatch (-want +got):\n%s%s", diff, a.raw)
	}
}

// TestEndpointShowsItsTrouble: each mark is shown while it holds, and a success ends it.
func TestEndpointShowsItsTrouble(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	healthy := without(made, "signingSecret")
	id, _ := made["id"].(string)
	note := func(n store.Note) {
		t.Helper()
		e, err := s.Endpoint(t.Context(), s.org, id)
		if err != nil {
			t.Fatalf("reading the endpoint: got error %v, want none", err)
		}
		if err := s.NoteDelivery(t.Context(), e, n); err != nil {
			t.Fatalf("noting %+v: got error %v, want none", n, err)
		}
	}
	shows := func(when string, more map[string]any) {
		t.Helper()
		want := maps.Clone(healthy)
		maps.Copy(want, more)
		if diff := cmp.Diff(any(want), s.call(t, http.MethodGet, path, "").field("data", "endpoint")); diff != "" {
			t.Errorf("%s: endpoint mismatch (-want +got):\n%s", when, diff)
		}
	}
	note(store.Note{Slow: true, Hold: 10 * time.Second})
	shows("after a time-out", map[string]any{
		"failingSince": "2026-03-01T12:00:00.000Z", "heldUntil": "2026-03-01T12:00:10.000Z", "slowUntil": "2026-03-01T13:00:00.000Z",
	})
	s.Clock.Move(10 * time.Second)
	shows("when the hold is over", map[string]any{"failingSince": "2026-03-01T12:00:00.000Z", "slowUntil": "2026-03-01T13:00:00.000Z"})
	note(store.Note{Succeeded: true})
	shows("after a success", map[string]any{"lastDeliveryAt": "2026-03-01T12:00:10.000Z", "slowUntil": "2026-03-01T13:00:00.000Z", "proven": true})
	s.Clock.Move(time.Hour - 10*time.Second)
	shows("an hour later", map[string]any{"lastDeliveryAt": "2026-03-01T12:00:10.000Z", "slowUntil": "2026-03-01T13:00:00.000Z", "proven": true})
	note(store.Note{Succeeded: true})
	shows("after a quick response", map[string]any{"lastDeliveryAt": "2026-03-01T13:00:00.000Z", "proven": true})
}

func TestPatchEndpoint(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	s.Clock.Move(time.Minute)
	a := s.call(t, http.MethodPatch, path, `{"url":"http://HOOKS.test:80/else","description":"theirs"}`)
	want := without(made, "signingSecret")
	want["url"], want["description"], want["updatedAt"] = "http://hooks.test/else", "theirs", "2026-03-01T12:01:00.000Z"
	if diff := cmp.Diff(any(want), a.field("data", "endpoint")); diff != "" || a.status != http.StatusOK {
		t.Errorf("got status %d, want 200; data.endpoint mismatch (-want +got):\n%s", a.status, diff)
	}
	a = s.call(t, http.MethodPatch, path, `{"status":"disabled"}`)
	if a.field("data", "endpoint", "status") != "disabled" || a.field("data", "endpoint", "disabledReason") != "Disabled by its owner." {
		t.Errorf(`got body %s, want data.endpoint.status "disabled", data.endpoint.disabledReason "Disabled by its owner."`, a.raw)
	}
	if a := s.post(t, `{"text":"x","webhookUrl":"http://hooks.test/else"}`); a.status != http.StatusConflict || a.code() != "endpoint_disabled" || !strings.Contains(a.raw, `"field":"webhookUrl"`) {
		t.Errorf(`got status %d, body %s; want status 409, code "endpoint_disabled" about webhookUrl`, a.status, a.raw)
	}
	a = s.call(t, http.MethodPatch, path, `{"status":"active","description":""}`)
	if a.field("data", "endpoint", "status") != "active" || a.field("data", "endpoint", "disabledReason") != nil ||
		a.field("data", "endpoint", "description") != "" {
		t.Errorf(`got body %s, want data.endpoint.status "active", data.endpoint.disabledReason nil, empty data.endpoint.description`, a.raw)
	}
	if a := s.call(t, http.MethodPatch, path, `{}`); a.status != http.StatusOK || a.field("data", "endpoint", "url") != "http://hooks.test/else" {
		t.Errorf(`got status %d, body %s; want status 200, data.endpoint.url "http://hooks.test/else"`, a.status, a.raw)
	}
	if _, anew := s.endpoint(t, "http://hooks.test/in"); anew["id"] == made["id"] {
		t.Error("the former URL still names the endpoint")
	}
}

func TestPatchEndpointRefuses(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	_, taken := s.endpoint(t, "http://hooks.test/other")
	other, _ := taken["id"].(string)
	for _, c := range []struct{ name, body, code, field, says string }{
		{"a private address", `{"url":"http://10.0.0.1/"}`, "invalid_webhook_url", "url", ""},
		{"a link-local address", `{"url":"http://[fe80::1]/"}`, "invalid_webhook_url", "url", ""},
		{"a name that leads inside", `{"url":"https://inside.example.com/"}`, "invalid_webhook_url", "url", "not public"},
		{"another scheme", `{"url":"ftp://hooks.test/"}`, "invalid_webhook_url", "url", ""},
		{"nothing", `{"url":""}`, "invalid_webhook_url", "url", ""},
		{"another endpoint's URL", `{"url":"http://hooks.test/other"}`, "invalid_webhook_url", "url", other},
		{"another status", `{"status":"deleted"}`, "invalid_request", "status", ""},
		{"a long description", `{"description":"` + strings.Repeat("x", 501) + `"}`, "invalid_request", "description", ""},
		{"a field that is not its", `{"signingSecret":"whsec_x"}`, "invalid_request", "signingSecret", ""},
		{"no body", ``, "invalid_json", "", ""},
	} {
		a := s.call(t, http.MethodPatch, path, c.body)
		if a.status != http.StatusBadRequest || a.code() != c.code || !strings.Contains(a.raw, c.says) {
			t.Errorf("%s: got status %d, body %s; want status 400, code %q, body with %q", c.name, a.status, a.raw, c.code, c.says)
			continue
		}
		details, _ := a.field("error", "details").([]any)
		if c.field == "" {
			continue
		}
		if first, _ := details[0].(map[string]any); first["field"] != c.field {
			t.Errorf(`%s: got details %v, want first["field"] %q`, c.name, details, c.field)
		}
	}
	got := s.call(t, http.MethodGet, path, "")
	if diff := cmp.Diff(any(without(made, "signingSecret")), got.field("data", "endpoint")); diff != "" {
		t.Errorf("data.endpoint mismatch (-want +got):\n%s", diff)
	}
}

func TestDeleteEndpoint(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	a := s.call(t, http.MethodDelete, path, "")
	if diff := cmp.Diff(any(map[string]any{"id": made["id"], "deleted": true}), a.field("data")); diff != "" || a.status != http.StatusOK {
		t.Errorf("got status %d, want 200; data mismatch (-want +got):\n%s", a.status, diff)
	}
	for _, method := range []string{http.MethodDelete, http.MethodGet} {
		if a := s.call(t, method, path, ""); a.status != http.StatusNotFound || a.code() != "endpoint_not_found" {
			t.Errorf("%s afterwards: %d %s", method, a.status, a.raw)
		}
	}
	if _, anew := s.endpoint(t, "http://hooks.test/in"); anew["id"] == made["id"] || anew["signingSecret"] == made["signingSecret"] {
		t.Errorf("%v is %v", anew, made)
	}
}

func TestRotateSecret(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	s.Clock.Move(time.Minute)
	for _, c := range []struct {
		body  string
		until any
	}{
		{``, "2026-03-02T12:01:00.000Z"},
		{`{}`, "2026-03-02T12:01:00.000Z"},
		{`{"gracePeriodSeconds":604800}`, "2026-03-08T12:01:00.000Z"},
		{`{"gracePeriodSeconds":1}`, "2026-03-01T12:01:01.000Z"},
		{`{"gracePeriodSeconds":0}`, nil},
	} {
		before := s.call(t, http.MethodGet, path+"/secret", "").field("data", "signingSecret")
		a := s.call(t, http.MethodPost, path+"/secret/rotate", c.body)
		fresh := a.field("data", "endpoint", "signingSecret")
		if a.status != http.StatusOK || fresh == before || a.field("data", "endpoint", "id") != made["id"] ||
			a.field("data", "endpoint", "previousSecretExpiresAt") != c.until ||
			a.field("data", "endpoint", "secretRotatedAt") != "2026-03-01T12:01:00.000Z" {
			t.Errorf(`%s: got status %d, body %s; want status 200, fresh other than %v, data.endpoint.id %v, data.endpoint.previousSecretExpiresAt %v, data.endpoint.secretRotatedAt "2026-03-01T12:01:00.000Z"`, c.body, a.status, a.raw, before, made["id"], c.until)
		}
		if now := s.call(t, http.MethodGet, path+"/secret", ""); now.field("data", "signingSecret") != fresh {
			t.Errorf("%s: got body %s, want data.signingSecret %v", c.body, now.raw, fresh)
		}
	}
	s.call(t, http.MethodPost, path+"/secret/rotate", `{"gracePeriodSeconds":60}`)
	if a := s.call(t, http.MethodGet, path, ""); a.field("data", "endpoint", "previousSecretExpiresAt") == nil {
		t.Errorf("got body %s, want data.endpoint.previousSecretExpiresAt not nil", a.raw)
	}
	s.Clock.Move(time.Minute)
	if a := s.call(t, http.MethodGet, path, ""); a.field("data", "endpoint", "previousSecretExpiresAt") != nil {
		t.Errorf("after its time: %s", a.raw)
	}
}

func TestRotateSecretRefuses(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	for _, grace := range []string{"-1", "604801", "1e300", "1.5", `"60"`, "true"} {
		a := s.call(t, http.MethodPost, path+"/secret/rotate", `{"gracePeriodSeconds":`+grace+`}`)
		details, _ := a.field("error", "details").([]any)
		if a.status != http.StatusBadRequest || a.code() != "invalid_request" || len(details) == 0 {
			t.Errorf(`%s: got status %d, body %s; want status 400, code "invalid_request", some details`, grace, a.status, a.raw)
			continue
		}
		if first, _ := details[0].(map[string]any); first["field"] != "gracePeriodSeconds" {
			t.Errorf(`%s: got details %v, want first["field"] "gracePeriodSeconds"`, grace, details)
		}
	}
	if a := s.call(t, http.MethodGet, path+"/secret", ""); a.field("data", "signingSecret") != made["signingSecret"] {
		t.Error("a refused rotation changed the secret")
	}
}

// TestRegistryKnowsOnlyItsOwn: every call that names an endpoint answers 404 for
// what is unknown, malformed or another organization's, and changes nothing there.
func TestRegistryKnowsOnlyItsOwn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	foreign, made := s.endpoint(t, "http://hooks.test/in")
	mine := s.token
	s.token = s.Token(t, s.Org(t, 0, 1), 100, 100)
	for _, path := range []string{foreign, endpointsPath + "/" + ident.New(ident.Endpoint), endpointsPath + "/x"} {
		for _, call := range []struct{ method, path, body string }{
			{http.MethodGet, "", ""},
			{http.MethodPatch, "", `{"status":"disabled"}`},
			{http.MethodDelete, "", ""},
			{http.MethodGet, "/secret", ""},
			{http.MethodPost, "/secret/rotate", ""},
			{http.MethodPost, "/test", ""},
		} {
			if a := s.call(t, call.method, path+call.path, call.body); a.status != http.StatusNotFound || a.code() != "endpoint_not_found" {
				t.Errorf(`%s %s: got status %d, body %s; want status 404, code "endpoint_not_found"`, call.method, path+call.path, a.status, a.raw)
			}
		}
	}
	s.token = mine
	got := s.call(t, http.MethodGet, foreign, "")
	if diff := cmp.Diff(any(without(made, "signingSecret")), got.field("data", "endpoint")); diff != "" {
		t.Errorf("data.endpoint mismatch (-want +got):\n%s", diff)
	}
}

func TestTestEvent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	a := s.call(t, http.MethodPost, path+"/test", "")
	shown, _ := a.field("data", "delivery").(map[string]any)
	want := map[string]any{
		"endpointId": made["id"], "eventType": "endpoint.test", "url": "http://hooks.test/in", "status": "pending",
		"attempt": 1.0, "trigger": "scheduled", "nextAttemptAt": "2026-03-01T12:00:00.000Z",
	}
	if diff := cmp.Diff(want, without(shown, "id", "eventId")); diff != "" || a.status != http.StatusAccepted {
		t.Errorf("got status %d, want 202; shown mismatch (-want +got):\n%s", a.status, diff)
	}
	if got := s.call(t, http.MethodGet, a.header.Get("Location"), ""); cmp.Diff(a.field("data"), got.field("data")) != "" {
		t.Errorf("%q gives %s", a.header.Get("Location"), got.raw)
	}
	s.call(t, http.MethodPatch, path, `{"status":"disabled"}`)
	if a := s.call(t, http.MethodPost, path+"/test", ""); a.status != http.StatusConflict || a.code() != "endpoint_disabled" {
		t.Errorf(`got status %d, body %s; want status 409, code "endpoint_disabled"`, a.status, a.raw)
	}
	list, _, err := s.Deliveries(t.Context(), store.DeliveryQuery{OrgID: s.org, Limit: 10})
	if err != nil || len(list) != 1 {
		t.Errorf("%d deliveries, %v", len(list), err)
	}
}
