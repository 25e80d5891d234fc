package api_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const deliveriesPath = "/v1/public/webhooks/deliveries"

// event makes a delivery of an endpoint and returns its id.
func (s *service) event(t *testing.T, endpoint string) string {
	t.Helper()
	a := s.call(t, http.MethodPost, endpoint+"/test", "")
	id, _ := a.field("data", "delivery", "id").(string)
	if a.status != http.StatusAccepted {
		t.Fatalf("got status %d, body %s; want status 202", a.status, a.raw)
	}
	return id
}

// made closes a delivery, as an attempt that came out so.
func (s *service) made(t *testing.T, id, status string) {
	t.Helper()
	d, err := s.Delivery(t.Context(), s.org, id)
	if err != nil {
		t.Fatal(err)
	}
	s.Close(t, s.Claimed(t, d), status, store.Closing{})
}

// log reads all pages of the deliveries and returns their ids in order.
func (s *service) log(t *testing.T, query url.Values) []string {
	t.Helper()
	var ids []string
	for range 50 {
		a := s.call(t, http.MethodGet, deliveriesPath+"?"+query.Encode(), "")
		list, ok := a.field("data", "items").([]any)
		if a.status != http.StatusOK || !ok {
			t.Fatalf("got status %d, body %s; want status 200, ok true", a.status, a.raw)
		}
		for _, d := range list {
			view, _ := d.(map[string]any)
			id, _ := view["id"].(string)
			ids = append(ids, id)
		}
		next, _ := a.field("data", "nextCursor").(string)
		if next == "" {
			return ids
		}
		query.Set("cursor", next)
	}
	t.Fatal("the log has no end")
	return nil
}

func TestDeliveryLog(t *testing.T) {
	t.Parallel()
	s := setup(t)
	one, _ := s.endpoint(t, "http://hooks.test/one")
	two, second := s.endpoint(t, "http://hooks.test/two")
	var all, failed, ofTwo []string
	for i := range 12 {
		path := one
		if i%3 == 0 {
			path = two
		}
		id := s.event(t, path)
		all = append(all, id)
		if path == two {
			ofTwo = append(ofTwo, id)
		}
		if i%4 == 0 {
			s.made(t, id, store.DeliveryFailed)
			failed = append(failed, id)
		}
	}
	job, _ := s.post(t, `{"text":"x","webhookUrl":"http://hooks.test/one"}`).field("data", "jobId").(string)
	ofJob := s.log(t, url.Values{"jobId": {job}})
	if len(ofJob) != 1 {
		t.Fatalf("a job with a webhook has %d deliveries", len(ofJob))
	}
	all = append(all, ofJob...)
	for _, list := range [][]string{all, failed, ofTwo} {
		slices.Reverse(list)
	}
	endpoint, _ := second["id"].(string)
	for _, c := range []struct {
		query url.Values
		want  []string
	}{
		{url.Values{}, all},
		{url.Values{"limit": {"5"}}, all},
		{url.Values{"limit": {"9999"}}, all},
		{url.Values{"status": {"failed"}, "limit": {"1"}}, failed},
		{url.Values{"endpointId": {endpoint}}, ofTwo},
		{url.Values{"endpointId": {endpoint}, "jobId": {job}}, nil},
		{url.Values{"endpointId": {ident.New(ident.Endpoint)}}, nil},
		{url.Values{"status": {"succeeded"}}, nil},
	} {
		if diff := cmp.Diff(c.want, s.log(t, c.query)); diff != "" {
			t.Errorf("%v: log mismatch (-want +got):\n%s", c.query, diff)
		}
	}
	s.token = s.Token(t, s.Org(t, 1, 1), 10, 10)
	if got := s.log(t, url.Values{}); got != nil {
		t.Errorf("another organization sees %v", got)
	}
}

// TestDeliveriesOfACrawl are found by it, and so is the replay of its end.
func TestDeliveriesOfACrawl(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	s.event(t, path)
	endpoint, _ := made["id"].(string)
	crawl, now := ident.New(ident.Crawl), s.Clock.Now()
	ended := &store.Delivery{
		ID: ident.New(ident.Delivery), OrgID: s.org, EndpointID: endpoint, CrawlID: crawl, EventID: ident.New(ident.Event), EventType: store.EventCrawl,
		URL: "http://hooks.test/in", Status: store.DeliveryPending, Attempt: 1, Trigger: store.TriggerScheduled, CreatedAt: now, NextAttemptAt: now,
	}
	if err := s.PutDelivery(t.Context(), ended); err != nil {
		t.Fatal(err)
	}
	a := s.call(t, http.MethodPost, deliveriesPath+"/"+ended.ID+"/replay", "")
	replay, _ := a.field("data", "delivery", "id").(string)
	if a.field("data", "delivery", "crawlId") != crawl {
		t.Errorf("got body %s, want the replay to name its crawl", a.raw)
	}
	if diff := cmp.Diff([]string{replay, ended.ID}, s.log(t, url.Values{"crawlId": {crawl}})); diff != "" {
		t.Errorf("deliveries of the crawl mismatch (-want +got):\n%s", diff)
	}
	if a := s.call(t, http.MethodGet, deliveriesPath+"?crawlId=x", ""); a.status != http.StatusBadRequest {
		t.Errorf("got status %d for what is no crawl's id, want 400", a.status)
	}
}

func TestDeliveryLogDefaultsAndClamps(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, _ := s.endpoint(t, "http://hooks.test/in")
	for range 101 {
		s.event(t, path)
	}
	for query, want := range map[string]int{"": 50, "?limit=100": 100, "?limit=101": 100, "?limit=99999999999999999999": 100, "?limit=3": 3} {
		a := s.call(t, http.MethodGet, deliveriesPath+query, "")
		if list, _ := a.field("data", "items").([]any); len(list) != want {
			t.Errorf("%s: got %d list, want %v in list", query, len(list), want)
		}
	}
}

func TestDeliveryLogRefuses(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	for range 2 {
		s.event(t, path)
	}
	id, _ := made["id"].(string)
	cursor, _ := s.call(t, http.MethodGet, deliveriesPath+"?limit=1", "").field("data", "nextCursor").(string)
	ofRequests := func() string {
		for range 2 {
			s.post(t, `{"text":"x"}`)
		}
		next, _ := s.call(t, http.MethodGet, "/v1/public/requests?limit=1", "").field("data", "nextCursor").(string)
		return next
	}()
	for query, want := range map[string]string{
		"limit=0": "invalid_request", "limit=-1": "invalid_request", "limit=x": "invalid_request", "status=done": "invalid_request",
		"endpointId=x": "invalid_request", "jobId=" + id: "invalid_request",
		"cursor=x": "invalid_cursor", "cursor=" + cursor + "x": "invalid_cursor", "cursor=" + ofRequests: "invalid_cursor",
		"status=failed&cursor=" + cursor: "invalid_cursor", "endpointId=" + id + "&cursor=" + cursor: "invalid_cursor",
	} {
		a := s.call(t, http.MethodGet, deliveriesPath+"?"+query, "")
		details, _ := a.field("error", "details").([]any)
		if a.status != http.StatusBadRequest || a.code() != want || (want == "invalid_request") != (len(details) == 1) {
			t.Errorf(`%s: got status %d, body %s; want status 400, code %q, want "invalid_request" %t`, query, a.status, a.raw, want, len(details) == 1)
			continue
		}
		if want == "invalid_request" {
			field, _, _ := strings.Cut(query, "=")
			if first, _ := details[0].(map[string]any); first["field"] != field {
				t.Errorf("%s: got first %v, want field %q", query, first, field)
			}
		}
	}
	if a := s.call(t, http.MethodGet, deliveriesPath+"?limit=2&cursor="+cursor, ""); a.status != http.StatusOK {
		t.Errorf("with another limit: %d %s", a.status, a.raw)
	}
}

func TestReplay(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.post(t, `{"text":"x","webhookUrl":"http://hooks.test/in"}`)
	first := s.log(t, url.Values{})[0]
	s.made(t, first, store.DeliverySucceeded)
	original := s.call(t, http.MethodGet, deliveriesPath+"/"+first, "")
	a := s.call(t, http.MethodPost, deliveriesPath+"/"+first+"/replay", "")
	shown, _ := a.field("data", "delivery").(map[string]any)
	was, _ := original.field("data", "delivery").(map[string]any)
	want := without(was, "id", "attemptedAt")
	want["status"], want["trigger"], want["replayOf"], want["nextAttemptAt"] = "pending", "replay", first, "2026-03-01T12:00:00.000Z"
	if diff := cmp.Diff(want, without(shown, "id")); diff != "" || a.status != http.StatusAccepted || shown["id"] == first {
		t.Errorf("got status %d, want 202, shown[\"id\"] other than %q; shown mismatch (-want +got):\n%s", a.status, first, diff)
	}
	if got := s.call(t, http.MethodGet, a.header.Get("Location"), ""); cmp.Diff(a.field("data"), got.field("data")) != "" {
		t.Errorf("%q gives %s", a.header.Get("Location"), got.raw)
	}
	second, _ := shown["id"].(string)
	s.made(t, second, store.DeliveryFailed)
	again := s.call(t, http.MethodPost, deliveriesPath+"/"+second+"/replay", "")
	if again.status != http.StatusAccepted || again.field("data", "delivery", "replayOf") != second ||
		again.field("data", "delivery", "eventId") != was["eventId"] {
		t.Errorf("a failed replay: %d %s", again.status, again.raw)
	}
}

// TestReplayOfCrawl: a replay is about the same crawl and has the same form, also where no attempt has fixed the event's bytes.
func TestReplayOfCrawl(t *testing.T) {
	t.Parallel()
	s := setup(t)
	_, endpoint := s.endpoint(t, "http://hooks.test/in")
	of, _ := endpoint["id"].(string)
	was := &store.Delivery{
		ID: ident.New(ident.Delivery), OrgID: s.org, EndpointID: of, CrawlID: ident.New(ident.Crawl), EventID: ident.New(ident.Event), EventType: "crawl.completed",
		Form: &job.Form{Name: "theirs", Metadata: json.RawMessage(`{"a":"b"}`)}, Status: store.DeliveryPending, Attempt: 1, CreatedAt: s.Clock.Now(), NextAttemptAt: s.Clock.Now(),
	}
	if err := s.PutDelivery(t.Context(), was); err != nil {
		t.Fatal(err)
	}
	a := s.call(t, http.MethodPost, deliveriesPath+"/"+was.ID+"/replay", "")
	id, _ := a.field("data", "delivery", "id").(string)
	got, err := s.Delivery(t.Context(), s.org, id)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(was.Form, got.Form); diff != "" || got.CrawlID != was.CrawlID {
		t.Errorf("got crawl %q of %s, want %q; form (-want +got):\n%s", got.CrawlID, a.raw, was.CrawlID, diff)
	}
}

func TestReplayRefuses(t *testing.T) {
	t.Parallel()
	s := setup(t)
	path, made := s.endpoint(t, "http://hooks.test/in")
	id := s.event(t, path)
	s.made(t, id, store.DeliveryFailed)
	replay := func(id string) answer { return s.call(t, http.MethodPost, deliveriesPath+"/"+id+"/replay", "") }
	for _, unknown := range []string{"x", ident.New(ident.Delivery)} {
		if a := replay(unknown); a.status != http.StatusNotFound || a.code() != "delivery_not_found" {
			t.Errorf(`%s: got status %d, body %s; want status 404, code "delivery_not_found"`, unknown, a.status, a.raw)
		}
	}
	mine := s.token
	s.token = s.Token(t, s.Org(t, 0, 1), 100, 100)
	if a := replay(id); a.status != http.StatusNotFound || a.code() != "delivery_not_found" {
		t.Errorf("another organization's: %d %s", a.status, a.raw)
	}
	s.token = mine
	s.call(t, http.MethodPatch, path, `{"status":"disabled"}`)
	if a := replay(id); a.status != http.StatusConflict || a.code() != "endpoint_disabled" || !strings.Contains(a.raw, "active") {
		t.Errorf("to a disabled endpoint: %d %s", a.status, a.raw)
	}
	s.call(t, http.MethodDelete, path, "")
	endpoint, _ := made["id"].(string)
	if a := replay(id); a.status != http.StatusNotFound || a.code() != "endpoint_not_found" || !strings.Contains(a.raw, endpoint) {
		t.Errorf("to a deleted endpoint: %d %s", a.status, a.raw)
	}
	if n := len(s.log(t, url.Values{})); n != 1 {
		t.Errorf("%s deliveries after refusals", strconv.Itoa(n))
	}
}
