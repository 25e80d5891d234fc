package reddit_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func TestAccount(t *testing.T) {
	t.Parallel()
	c := setup(t, key, nil)
	for _, name := range []string{"tide_watcher", "kelpline"} {
		got, err := c.Account(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		golden.JSON(t, "testdata/golden/account_"+name+".json", got)
	}
	for name, says := range map[string]string{"ghost_ship": "suspended", "nobody_here": "does not exist"} {
		_, err := c.Account(t.Context(), name)
		if e := errs.As(err); e == nil || e.Code != errs.TargetError || !e.Permanent || !strings.Contains(e.Message, says) {
			t.Errorf(`%s: got error %v, want an error, Code "target_error", Permanent true, Message with %q`, name, err, says)
		}
	}
}

// Without the API nothing of an account is known, and nothing is invented.
func TestAccountWithoutFacts(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		key  string
		own  handlers
		says string
	}{
		"no app":          {"", nil, "no Reddit app"},
		"wrong key":       {"sample-app:wrong", nil, "QUARRY_KEYS"},
		"malformed key":   {"sample-app", nil, "client_id:client_secret"},
		"refused grant":   {"sample-app:", nil, "QUARRY_KEYS"},
		"blocked":         {key, granting(blocked), "403"},
		"limited":         {key, granting(webclient.Answer(429, "<html>")), "429"},
		"token is a page": {key, handlers{reddit.Feeds: webclient.Answer(200, "<html>")}, "page"},
		"no token":        {key, handlers{reddit.Feeds: webclient.Answer(200, "{}")}, "without a token"},
		"never accepted":  {key, granting(webclient.Answer(401, `{"message":"Unauthorized","error":401}`)), "tokens"},
	} {
		got, err := setup(t, tc.key, tc.own).Account(t.Context(), "halyard")
		if err != nil {
			t.Fatalf("got name %q, error %v; want no error", name, err)
		}
		if got.PostKarma != nil || got.CreatedAt != "" || got.Coverage.Complete || !strings.Contains(got.Coverage.Reason, tc.says) || got.Source != "" {
			t.Errorf("%s: got %+v, want PostKarma nil, empty CreatedAt, Coverage.Complete false, Coverage.Reason with %q, empty Source", name, got, tc.says)
		}
	}
}

func TestAccountAnswers(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		status int
		body   string
		code   errs.Code
		says   string
	}{
		"another":        {200, `{"kind":"t2","data":{"name":"x"}}`, errs.ParseFailed, "another"},
		"nothing":        {200, `{}`, errs.ParseFailed, "another"},
		"does not exist": {400, `{"fields":["id"],"explanation":"that user doesn't exist","message":"Bad Request","reason":"USER_DOESNT_EXIST"}`, errs.TargetError, "does not exist"},
		"by year":        {403, `{"message":"Forbidden","error":403}`, errs.TargetError, "suspended"},
	} {
		got, err := setup(t, key, granting(webclient.Answer(tc.status, tc.body))).Account(t.Context(), "halyard")
		if e := errs.As(err); got != nil || e == nil || e.Code != tc.code || !strings.Contains(e.Message, tc.says) {
			t.Errorf("%s: got error %v, account %+v; want nil, an error, Code %q, Message with %q", name, err, got, tc.code, tc.says)
		}
	}
}

func TestActivity(t *testing.T) {
	t.Parallel()
	c := setup(t, "", nil)
	got, err := c.Activity(t.Context(), "TIDE_watcher")
	if err != nil || *got.Posts != 230 || *got.Comments != 0 || got.FirstAt != "2025-01-01T00:00:00.000Z" || got.LastAt != "2025-03-18T08:00:00.000Z" {
		t.Errorf(`got error %v, activity %+v; want no error, Posts 230, Comments 0, FirstAt "2025-01-01T00:00:00.000Z", LastAt "2025-03-18T08:00:00.000Z"`, err, got)
	}
	if got, err := c.Activity(t.Context(), "new_buoy"); got != nil || err != nil {
		t.Errorf("got error %v, activity %+v; want nil, no error", err, got)
	}
	other := setup(t, "", handlers{reddit.ArcticShift: webclient.Answer(200, `{"data":[{"author":"halyard2","_meta":{"num_posts":1}},{"author":"halyard","_meta":[]}]}`)})
	for _, data := range []string{"null", "[null]", "[{}]"} {
		odd := setup(t, "", handlers{reddit.ArcticShift: webclient.Answer(200, `{"data":`+data+`}`)})
		if got, err := odd.Activity(t.Context(), "halyard"); !errs.Is(err, errs.ParseFailed) {
			t.Errorf(`data %s: got error %v, activity %+v; want error "parse_failed"`, data, err, got)
		}
	}
	if got, err := other.Activity(t.Context(), "halyard"); got != nil || err != nil {
		t.Errorf("got error %v, activity %+v; want nil, no error", err, got)
	}
}

func TestCommunity(t *testing.T) {
	t.Parallel()
	c := setup(t, key, nil)
	got, err := c.Community(t.Context(), "TIDES")
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/golden/community.json", got)
	if _, err := c.Community(t.Context(), "harbourmasters"); !errs.Is(err, errs.LoginRequired) {
		t.Errorf(`got error %v, want error "login_required"`, err)
	}
	if got, err := setup(t, "", nil).Community(t.Context(), "tides"); got != nil || err != nil {
		t.Errorf("got error %v, profile %+v; want nil, no error", err, got)
	}
	// Reddit answers for a free name with what it found instead.
	found := setup(t, key, granting(webclient.Answer(200, `{"kind":"Listing","data":{"children":[],"after":null}}`)))
	if _, err := found.Community(t.Context(), "free"); !errs.Is(err, errs.TargetError) {
		t.Errorf(`got error %v, want error "target_error"`, err)
	}
}

func answerWith(status int, body string, calls *int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		*calls++
		webclient.Answer(status, body)(w, r)
	}
}
