package reddit_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// A token is kept until shortly before its end, and renewed when Reddit revoked it.
func TestTokens(t *testing.T) {
	t.Parallel()
	granted, revoked := 0, false
	now := atomic.Int64{}
	own := handlers{
		reddit.Feeds: answerWith(200, `{"access_token":"t","token_type":"bearer","expires_in":3600,"scope":"*"}`, &granted),
		reddit.API: func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "bearer t" || r.URL.Query().Get("raw_json") != "1" {
				t.Errorf(`got header Authorization %s, URL.RawQuery %s; want header Authorization "bearer t", URL.Query().Get("raw_json") "1"`, r.Header.Get("Authorization"), r.URL.RawQuery)
			}
			if revoked {
				revoked = false
				webclient.Answer(401, `{"message":"Unauthorized","error":401}`)(w, r)
				return
			}
			webclient.Answer(200, listing(`null`, "1a"))(w, r)
		},
	}
	c := setupAt(t, key, own, func() time.Time { return time.Unix(now.Load(), 0) })
	for _, step := range []struct {
		at      int64
		revoked bool
		granted int
	}{{0, false, 1}, {1000, false, 1}, {3539, false, 1}, {3541, false, 2}, {4000, true, 3}, {4001, false, 3}} {
		now.Store(step.at)
		revoked = step.revoked
		if page, err := c.Search(t.Context(), "a", reddit.Window{}, "", 5); err != nil || page.Source != reddit.API {
			t.Fatalf(`got error %v, page.Source %q; want no error, page.Source "redditapi"`, err, page.Source)
		}
		if granted != step.granted {
			t.Errorf("at %d: %d tokens", step.at, granted)
		}
	}
}

// An app without a secret is an installed one, which has a grant of its own.
func TestGrants(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"id:secret": "id secret client_credentials ", "id:": "id  https://oauth.reddit.com/grants/installed_client DO_NOT_TRACK_THIS_DEVICE",
		"id:a:b": "id a:b client_credentials ",
	} {
		got := ""
		c := setup(t, key, handlers{
			reddit.API: webclient.Answer(200, listing(`null`)),
			reddit.Feeds: func(w http.ResponseWriter, r *http.Request) {
				id, secret, _ := r.BasicAuth()
				got = id + " " + secret + " " + r.PostFormValue("grant_type") + " " + r.PostFormValue("device_id")
				webclient.Answer(200, `{"access_token":"t","expires_in":"3600"}`)(w, r)
			},
		})
		if _, err := c.Search(t.Context(), "a", reddit.Window{}, "", 5); err != nil || got != want {
			t.Errorf("%s: got error %v, value %q; want no error, %q", key, err, got, want)
		}
	}
}
