package official_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup leads a client with a key to a handler, or to the replay when serve is nil.
func setup(t *testing.T, key string, serve http.HandlerFunc) *official.Client {
	t.Helper()
	return official.New(webclient.Upstream(t, official.Name, key, serve))
}

func sampleKey() string { return webtest.New().Keys()[official.Name] }

func TestAnswers(t *testing.T) {
	t.Parallel()
	c := setup(t, sampleKey(), nil)
	post, err := c.PostBySlug(t.Context(), "marrowfen-gauge-m2")
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/golden/post.json", post)
	if again, err := c.PostByID(t.Context(), "1190006"); err != nil || again.Slug != post.Slug {
		t.Errorf("got error %v, again %+v; want no error, Slug %q", err, again, post.Slug)
	}
	if none, err := c.PostBySlug(t.Context(), "missing"); err != nil || none != nil {
		t.Errorf("got error %v, none %+v; want no error, none nil", err, none)
	}
	for _, address := range []string{"http://company.test/", "http://company.test/about?x=1", "http://www.company.test/"} {
		site, _ := url.Parse(address)
		posts, known, err := c.PostsOfSite(t.Context(), site, 50)
		if err != nil || !known || len(posts) != 2 || posts[0].ID != "1190006" {
			t.Errorf(`%s: got error %v, known %t, posts %+v; want no error, known true, 2 posts, [0].ID "1190006"`, address, err, known, posts)
		}
	}
	account, err := c.User(t.Context(), "hester_quill", 20)
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/golden/user.json", account)
	// Nobody is told of who made nothing, whose name is withheld.
	if account, err := c.User(t.Context(), "ulla_mire", 20); err != nil || account != nil {
		t.Errorf("got error %v, account %+v; want no error, account nil", err, account)
	}
	topics, err := c.Topics(t.Context(), "weather")
	if err != nil || len(topics) != 1 || topics[0].Slug != "weather" {
		t.Errorf(`got error %v, topics %+v; want no error, 1 topics, [0].Slug "weather"`, err, topics)
	}
	if posts, err := c.Posts(t.Context(), "gardening"); err != nil || len(posts) != 1 || posts[0].Slug != "walled-garden-log" {
		t.Errorf(`got error %v, posts %+v; want no error, 1 posts, [0].Slug "walled-garden-log"`, err, posts)
	}
	if posts, err := c.Posts(t.Context(), ""); err != nil || len(posts) != 7 {
		t.Errorf("got error %v, %d posts; want no error, 7 posts", err, len(posts))
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for key, code := range map[string]errs.Code{
		sampleKey(): "", "sample-app:sample-secret": "", "": errs.ProviderNotConfigured, "wrong": errs.ProviderNotConfigured, "sample-app:wrong": errs.ProviderNotConfigured,
	} {
		c := setup(t, key, nil)
		_, err := c.PostByID(t.Context(), "1190006")
		if code != "" && !errs.Is(err, code) || code == "" && err != nil || c.Configured() != (key != "") {
			t.Errorf("%q: got error %v, want (error %q if code is given), (no error if code is empty), Configured() %t", key, err, code, key != "")
		}
		if err != nil && key != "" && strings.Contains(err.Error(), key) {
			t.Errorf("the error tells the key: %v", err)
		}
	}
}

// A token that was revoked is got anew, once.
func TestRevokedToken(t *testing.T) {
	t.Parallel()
	given := 0
	serve := func(good string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path == "/v2/oauth/token":
				given++
				_, _ = w.Write([]byte(`{"access_token":"` + strings.Repeat("t", given) + `","token_type":"Bearer"}`))
			case r.Header.Get("Authorization") == "Bearer "+good:
				_, _ = w.Write([]byte(`{"data":{"post":null}}`))
			default:
				w.WriteHeader(http.StatusUnauthorized)
				_, _ = w.Write([]byte(`{"data":null,"errors":[{"error":"invalid_oauth_token"}]}`))
			}
		}
	}
	c := setup(t, "app:secret", serve("tt"))
	for range 2 {
		if _, err := c.PostByID(t.Context(), "1"); err != nil || given != 2 {
			t.Errorf("%v after %d tokens", err, given)
		}
	}
	if _, err := setup(t, "app:secret", serve("never")).PostByID(t.Context(), "1"); !errs.Is(err, errs.ProviderNotConfigured) || given != 4 {
		t.Errorf("%v after %d tokens", err, given)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		code   errs.Code
		says   string
		after  time.Duration
	}{
		"limited":        {429, `{"data":null,"errors":[{"error":"rate_limit_reached","details":{"limit":6250,"remaining":-50,"reset_in":102}}]}`, errs.UpstreamRateLimited, "1m42s", 102 * time.Second},
		"limited, bare":  {429, ``, errs.UpstreamRateLimited, "15 minutes", 0},
		"limited, odd":   {429, `{"errors":[{"details":{"reset_in":99999999}}]}`, errs.UpstreamRateLimited, "15 minutes", 0},
		"a wrong token":  {401, `{"data":null,"errors":[{"error":"invalid_oauth_token","error_description":"x"}]}`, errs.ProviderNotConfigured, "QUARRY_KEYS", 0},
		"a fault":        {200, `{"errors":[{"message":"Something\n went wrong"}]}`, errs.ProviderUnavailable, "Something went wrong", 0},
		"in part":        {200, `{"data":{"post":null},"errors":[{"message":"Timeout on Post.user"}]}`, errs.ProviderUnavailable, "Timeout", 0},
		"no data":        {200, `{}`, errs.ParseFailed, "no data", 0},
		"no post":        {200, `{"data":{"post":{"name":"x"}}}`, errs.ParseFailed, "without id", 0},
		"a page":         {200, `<!DOCTYPE html>`, errs.UpstreamBlocked, "page", 0},
		"a wall":         {403, `<title>Just a moment...</title>`, errs.UpstreamBlocked, "403", 0},
		"away":           {502, ``, errs.ProviderUnavailable, "502", 0},
		"cut off":        {200, `{"data":{"post":{"id":`, errs.ParseFailed, "unknown format", 0},
		"other types":    {200, `{"data":{"post":[1]}}`, errs.ParseFailed, "unknown format", 0},
		"another answer": {200, `{"data":{"children":[]}}`, errs.ParseFailed, "unknown format", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			post, err := setup(t, "k", webclient.Answer(c.status, c.body)).PostBySlug(t.Context(), "a")
			if e := errs.As(err); post != nil || e == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) || e.RetryAfter != c.after {
				t.Errorf("got post %+v, error %+v; want post nil, an error, Code %q, Message with %q, RetryAfter %v", post, e, c.code, c.says, c.after)
			}
		})
	}
	if _, err := setup(t, sampleKey(), nil).PostBySlug(t.Context(), "quota-a"); errs.As(err).RetryAfter != 102*time.Second {
		t.Errorf("the header is not read: %v", err)
	}
}

// What the API finds too complex is asked for in smaller parts, and an argument that it
// does not know is no failure of the upstream.
func TestQueriesThatAreNotTaken(t *testing.T) {
	t.Parallel()
	var asked []float64
	c := setup(t, "k", func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Variables map[string]any `json:"variables"`
		}
		_ = json.NewDecoder(r.Body).Decode(&body)
		first, _ := body.Variables["first"].(float64)
		if asked = append(asked, first); first > 5 {
			_, _ = w.Write([]byte(`{"errors":[{"message":"Query has complexity of 1126, which exceeds max complexity of 1000"}]}`))
			return
		}
		_, _ = w.Write([]byte(`{"data":{"posts":{"edges":[{"node":{"id":"1","slug":"a","name":"A","website":"https://a.example/?utm_source=x","media":[{"url":"https://i.example/1.png"},{"url":"https://i.example/2.png","videoUrl":"https://v.example/2"}]}},{"node":{"id":"2"}}]}}}`))
	})
	posts, err := c.Posts(t.Context(), "")
	if err != nil || len(posts) != 1 || len(asked) != 3 || posts[0].WebsiteURL != "https://a.example/" || posts[0].TrackingURL != "" || posts[0].MediaURLs[1] != "https://v.example/2" {
		t.Errorf(`got error %v, posts %+v, asked %v; want no error, 1 posts, 3 in asked, [0].WebsiteURL "https://a.example/", empty [0].TrackingURL, [0].MediaURLs[1] "https://v.example/2"`, err, posts, asked)
	}
	never := setup(t, "k", webclient.Answer(200, `{"errors":[{"message":"Query has complexity of 9000, which exceeds max complexity of 1000"}]}`))
	if _, err := never.Posts(t.Context(), ""); !errs.Is(err, errs.ProviderUnavailable) {
		t.Errorf(`got error %v, want error "provider_unavailable"`, err)
	}
	older := setup(t, "k", webclient.Answer(200, `{"errors":[{"message":"Field 'posts' doesn't accept argument 'url'"}]}`))
	if posts, known, err := older.PostsOfSite(t.Context(), &url.URL{Scheme: "https", Host: "a.example"}, 5); posts != nil || known || err != nil {
		t.Errorf("got posts %v, known %t, error %v; want posts nil, known false, no error", posts, known, err)
	}
}
