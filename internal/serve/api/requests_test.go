package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// list reads all pages of the requests and returns the targets in their order.
func (s *service) list(t *testing.T, query url.Values) []string {
	t.Helper()
	var targets []string
	for range 50 {
		a := s.call(t, http.MethodGet, "/v1/public/requests?"+query.Encode(), "")
		if a.status != http.StatusOK {
			t.Fatalf("got status %d, body %s; want status 200", a.status, a.raw)
		}
		items, _ := a.field("data", "items").([]any)
		for _, it := range items {
			item, _ := it.(map[string]any)
			target, _ := item["target"].(string)
			targets = append(targets, target)
		}
		next, _ := a.field("data", "nextCursor").(string)
		if next == "" {
			return targets
		}
		query.Set("cursor", next)
	}
	t.Fatal("the list has no end")
	return nil
}

func TestRequests(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var all, failed []string
	for i := range 23 {
		text, fail := fmt.Sprint("t", i), ""
		if i%3 == 0 {
			fail = `,"fail":"target_error"`
			failed = append([]string{text}, failed...)
		}
		all = append([]string{text}, all...)
		s.post(t, `{"text":"`+text+`"`+fail+`}`)
	}
	for _, c := range []struct {
		query url.Values
		want  []string
	}{
		{url.Values{}, all},
		{url.Values{"limit": {"5"}}, all},
		{url.Values{"limit": {"1000"}}, all},
		{url.Values{"limit": {"2"}, "status": {"failed"}}, failed},
		{url.Values{"limit": {"4"}, "kind": {"echo"}, "status": {"queued"}}, nil},
	} {
		if diff := cmp.Diff(c.want, s.list(t, c.query)); diff != "" {
			t.Errorf("%v: list mismatch (-want +got):\n%s", c.query, diff)
		}
	}
	a := s.call(t, http.MethodGet, "/v1/public/requests?limit=1&status=failed", "")
	items, _ := a.field("data", "items").([]any)
	first, _ := items[0].(map[string]any)
	for field, want := range map[string]any{
		"kind": "echo", "actionCode": "url.page", "creditsCharged": 1.0, "creditsRefunded": 1.0, "durationMs": 0.0, "cached": false,
	} {
		if first[field] != want {
			t.Errorf("%s is %v", field, first[field])
		}
	}
}

func TestRequestsOfOthersAreNotListed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.post(t, `{"text":"mine"}`)
	s.token = s.Token(t, s.Org(t, 1, 1), 10, 10)
	if got := s.list(t, url.Values{}); got != nil {
		t.Errorf("got %v, want nil", got)
	}
}

func TestExpiredRequestsAreNotListed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.post(t, `{"text":"old"}`)
	s.Clock.Move(31 * 24 * time.Hour)
	if got := s.list(t, url.Values{}); got != nil {
		t.Errorf("got %v, want nil", got)
	}
}

func TestCursors(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for range 3 {
		s.post(t, `{"text":"a"}`)
	}
	cursor, _ := s.call(t, http.MethodGet, "/v1/public/requests?limit=1", "").field("data", "nextCursor").(string)
	changed := []byte(cursor)
	changed[len(changed)/2] ^= 1
	other := s.Token(t, s.Org(t, 1, 1), 10, 10)
	for name, c := range map[string]struct{ path, header string }{
		"changed":              {"?cursor=" + string(changed), "X-None: 1"},
		"garbage":              {"?cursor=!!!", "X-None: 1"},
		"of another query":     {"?status=failed&cursor=" + cursor, "X-None: 1"},
		"of another one's own": {"?cursor=" + cursor, "Authorization: Bearer " + string(other)},
	} {
		if a := s.call(t, http.MethodGet, "/v1/public/requests"+c.path, "", c.header); a.status != 400 || a.code() != "invalid_cursor" {
			t.Errorf(`%s: got status %d, body %s; want status 400, code "invalid_cursor"`, name, a.status, a.raw)
		}
	}
	if a := s.call(t, http.MethodGet, "/v1/public/requests?limit=2&cursor="+cursor, ""); a.status != 200 {
		t.Errorf("another limit: %d %s", a.status, a.raw)
	}
}

func TestRequestFiltersThatMatchNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for query, field := range map[string]string{"limit=0": "limit", "limit=x": "limit", "status=done": "status", "kind=nothing": "kind"} {
		a := s.call(t, http.MethodGet, "/v1/public/requests?"+query, "")
		details, _ := a.field("error", "details").([]any)
		if a.status != 400 || len(details) != 1 {
			t.Errorf("%s: got status %d, body %s; want status 400, 1 details", query, a.status, a.raw)
			continue
		}
		if first, _ := details[0].(map[string]any); first["field"] != field {
			t.Errorf("%s: got first %v, want field %q", query, first, field)
		}
	}
}
