package x_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/sources/x/graphql"
	"github.com/quarryapi/quarry/internal/sources/x/guest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// gqlUser and gqlTweet are an account and a post as GraphQL tells them.
const gqlUser = `{"__typename":"User","rest_id":"9007199254740993","core":{"name":"منارة 🚨","screen_name":"manara_9","created_at":"Mon Jan 03 18:00:00 +0000 2022"},
	"relationship_counts":{"followers":3,"following":1},"tweet_counts":{"tweets":%d},"profile_bio":{"description":"a &amp; b"},"privacy":{"protected":%t},"location":{}}`

func gqlTweet(id int) string {
	return fmt.Sprintf(`{"entryId":"tweet-%d","content":{"__typename":"TimelineTimelineItem","itemContent":{"tweet_results":{"result":{"__typename":"Tweet","rest_id":"%d",
		"core":{"user_results":{"result":%s}},"views":{"count":"5"},"legacy":{"full_text":"Post %d","created_at":"Sun Aug 10 11:00:00 +0000 2025","favorite_count":2}}}}}}`, id, id, fmt.Sprintf(gqlUser, 45, false), id)
}

func gqlTimeline(next string, entries ...string) string {
	entries = append(entries, fmt.Sprintf(`{"entryId":"cursor-bottom-1","content":{"cursorType":"Bottom","value":%q}}`, next))
	return `{"data":{"user":{"result":{"timeline":{"timeline":{"instructions":[{"type":"TimelineClearCache"},{"type":"TimelinePinEntry","entry":` + gqlTweet(7) +
		`},{"type":"TimelineAddEntries","entries":[` + strings.Join(entries, ",") + `]}]}}}}}}`
}

// serveGuest answers the operations; list is what a timeline answers to a cursor.
func serveGuest(t *testing.T, posts int, protected bool, list func(cursor string) string) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, r *http.Request) {
		var variables map[string]any
		if err := json.Unmarshal([]byte(r.URL.Query().Get("variables")), &variables); err != nil || r.Header.Get("X-Guest-Token") == "" || r.Header.Get("Authorization") != "Bearer public" {
			t.Errorf("asked %s with %v", r.URL, r.Header)
		}
		switch r.URL.Path {
		case "/ubsn/UserByScreenName":
			webclient.Answer(200, `{"data":{"user":{"result":`+fmt.Sprintf(gqlUser, posts, protected)+`}}}`)(w, r)
		case "/ut/UserTweets":
			cursor, _ := variables["cursor"].(string)
			webclient.Answer(200, list(cursor))(w, r)
		default:
			webclient.Answer(404, "")(w, r)
		}
	}
}

func asGuest(t *testing.T, serve http.HandlerFunc) *x.Client {
	t.Helper()
	all := handlers{"xguest": serve, "xguesttoken": webclient.Answer(200, `{"guest_token":"1954505000000000001"}`)}
	for _, other := range []string{"fxtwitter", "xtimeline", "xweb", "xsyndication"} {
		all[other] = webclient.Answer(http.StatusForbidden, "")
	}
	return x.New(setup(t, all, keysOf("xguest")), now)
}

func TestGuest(t *testing.T) {
	t.Parallel()
	c := asGuest(t, serveGuest(t, 45, false, func(cursor string) string {
		switch cursor {
		case "":
			return gqlTimeline("second", gqlTweet(30), gqlTweet(29))
		case "second":
			return gqlTimeline("third", gqlTweet(29), gqlTweet(28))
		}
		return gqlTimeline("fourth")
	}))
	profile, list, err := read(t, c, "manara_9", x.Walk{PageSize: 100})
	if err != nil || list.Source != guest.Name || len(list.Items) != 3 || !list.Exhausted || !list.Chronological {
		t.Fatalf(`got error %v, list %+v; want no error, Source "xguest", 3 Items, Exhausted true, Chronological true`, err, list)
	}
	if profile.Name != "منارة 🚨" || profile.ExternalID != "9007199254740993" || profile.Bio != "a & b" || *profile.Counts.Posts != 45 || *list.Items[0].Counts.Views != 5 {
		t.Errorf(`got profile %+v, want Name "منارة 🚨", ExternalID "9007199254740993", Bio "a & b", Counts.Posts 45, list.Items[0].Counts.Views 5`, profile)
	}
}

// X answers guests with an empty timeline instead of refusing them.
func TestEmptyTimelineForGuests(t *testing.T) {
	t.Parallel()
	empty := func(string) string { return gqlTimeline("more") }
	if _, list, err := read(t, asGuest(t, serveGuest(t, 45, false, empty)), "manara_9", x.Walk{PageSize: 20}); !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf(`got error %v, list %+v; want error "upstream_blocked"`, err, list)
	}
	if _, list, err := read(t, asGuest(t, serveGuest(t, 0, false, empty)), "manara_9", x.Walk{PageSize: 20}); err != nil || !list.Exhausted || len(list.Items) != 0 {
		t.Errorf("got error %v, list %+v; want no error, Exhausted true, no Items", err, list)
	}
	if _, _, err := read(t, asGuest(t, serveGuest(t, 45, true, empty)), "manara_9", x.Walk{PageSize: 20}); !errs.Is(err, errs.LoginRequired) {
		t.Errorf(`got error %v, want error "login_required"`, err)
	}
}

// A token that X does not take any more is given back, and one is good for two hours.
func TestGuestTokens(t *testing.T) {
	t.Parallel()
	given, refuse := 0, false
	at := now()
	of := setup(t, handlers{
		"xguesttoken": func(w http.ResponseWriter, r *http.Request) {
			given++
			webclient.Answer(200, `{"guest_token":"5"}`)(w, r)
		},
		"xguest": func(w http.ResponseWriter, r *http.Request) {
			status := http.StatusOK
			if refuse {
				status = http.StatusForbidden
			}
			webclient.Answer(status, `{"data":{"user":{"result":`+fmt.Sprintf(gqlUser, 1, false)+`}}}`)(w, r)
		},
	}, keysOf("xguest"))
	c := guest.New(of(guest.Name), of(guest.Tokens), func() time.Time { return at })
	ask := func(want int) {
		t.Helper()
		_, err := c.Profile(t.Context(), "manara_9")
		if given != want || refuse != (err != nil) {
			t.Errorf("%d tokens for %d, %v", given, want, err)
		}
	}
	ask(1)
	ask(1)
	at = at.Add(2 * time.Hour)
	ask(2)
	refuse = true
	ask(2)
	refuse = false
	ask(3)
}

func TestGuestSettings(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]bool{"": false, "bearer": false, "bearer a": false, "bearer features=a": false, "bearer UserTweets=x features=a+b": true} {
		settings, ok := guest.ParseSettings(key)
		if ok != want || ok && (settings.Features != `{"a":true,"b":true}` || settings.Operations["UserTweets"] != "x") {
			t.Errorf(`%q: got settings %+v, ok %t; want ok %t, (Features {"a":true,"b":true}, Operations["UserTweets"] "x" if ok)`, key, settings, ok, want)
		}
	}
}

func TestGraphQLPostsThatAreNotShown(t *testing.T) {
	t.Parallel()
	for result, want := range map[string]errs.Code{
		`{"__typename":"TweetUnavailable","reason":"Suspended"}`:                                                     errs.TargetError,
		`{"__typename":"TweetUnavailable","reason":"Protected"}`:                                                     errs.LoginRequired,
		`{"__typename":"TweetUnavailable","reason":"NsfwLoggedOut"}`:                                                 errs.LoginRequired,
		`{"__typename":"TweetTombstone","tombstone":{"text":{"text":"This Post was deleted by the Post author."}}}`:  errs.TargetError,
		`{"__typename":"TweetWithVisibilityResults","tweet":{"__typename":"TweetUnavailable","reason":"Protected"}}`: errs.LoginRequired,
		`null`: errs.TargetError,
	} {
		_, err := graphql.Post([]byte(`{"data":{"tweetResult":{"result":`+result+`}}}`), "20", "s")
		if e := errs.As(err); e == nil || e.Code != want || e.Retryable() {
			t.Errorf("%s: got error %v, want an error, Code %q, Retryable() false", result, err, want)
		}
	}
}

func TestGraphQLAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]errs.Code{
		``: errs.ParseFailed, `[]`: errs.ParseFailed, `{}`: errs.ParseFailed, `{"data":{}}`: errs.ParseFailed, `{"data":`: errs.ParseFailed,
		strings.Repeat(`{"data":`, 20_000):                                                                     errs.ParseFailed,
		`{"errors":[{"code":88,"message":"m"}]}`:                                                               errs.UpstreamRateLimited,
		`{"errors":[{"code":32,"message":"m"}]}`:                                                               errs.UpstreamBlocked,
		`{"errors":[{"code":0,"message":"Internal"}]}`:                                                         errs.ProviderUnavailable,
		`{"errors":[{"code":214,"message":"Too long"}]}`:                                                       errs.TargetError,
		`{"errors":[{"message":"BadRequest: Query is denylisted in Search Content Control tool."}],"data":{}}`: errs.TargetError,
	} {
		if _, err := graphql.Read([]byte(body), "s"); !errs.Is(err, want) || want == errs.TargetError && errs.As(err).Retryable() {
			t.Errorf("%.60s: got error %v, want error %q, which is not retryable if it is target_error", body, err, want)
		}
		if _, err := graphql.Post([]byte(body), "20", "s"); !errs.Is(err, want) {
			t.Errorf("%.60s: got error %v, want error %q", body, err, want)
		}
	}
	if _, err := graphql.User([]byte(`{"data":{"user":{"result":{"__typename":"UserUnavailable","reason":"Suspended"}}}}`), "a", "s"); !errs.Is(err, errs.TargetError) || !strings.Contains(err.Error(), "suspended") {
		t.Errorf(`got error %v, want error "target_error", Error() with "suspended"`, err)
	}
	if _, err := graphql.User([]byte(`{"data":{}}`), "a", "s"); !errs.Is(err, errs.TargetError) || !strings.Contains(err.Error(), "no account") {
		t.Errorf(`got error %v, want error "target_error", Error() with "no account"`, err)
	}
}

// Chains of quotes are followed a few steps and no further.
func TestGraphQLChainsOfQuotes(t *testing.T) {
	t.Parallel()
	const depth = 1000
	body := `{"data":{"tweetResult":{"result":` + strings.Repeat(`{"__typename":"Tweet","rest_id":"20","legacy":{"full_text":"a"},"quoted_status_result":{"result":`, depth) + `null` + strings.Repeat(`}}`, depth) + `}}}`
	post, err := graphql.Post([]byte(body), "20", "s")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for in := post; in != nil; in = in.QuoteOf {
		n++
	}
	if n > 10 {
		t.Errorf("%d posts within each other", n)
	}
}
