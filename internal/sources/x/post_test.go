package x_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// base is a post of the sample world with 45 replies, the newest of its account.
const base = "1954505000000000001"

// stepsBefore is the id of the n-th post of that account, one in six hours.
func stepsBefore(n int) string {
	return strconv.FormatInt(1954505000000000001-int64(n)*(6*3600*1000<<22), 10)
}

func TestPosts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fxtwitter", "xapi", "xsyndication", "xweb"} {
		c := only(t, name, nil)
		for n, about := range map[int]string{0: "base", 1: "quote_of_a_deleted_one", 2: "quote", 5: "repost", 7: "long", 8: "arabic", 9: "photo", 10: "video", 12: "poll"} {
			if name == "xweb" || name == "xsyndication" {
				if about == "repost" {
					continue // these show the original in its place
				}
			}
			t.Run(name+" "+about, func(t *testing.T) {
				t.Parallel()
				post, _, err := c.Post(t.Context(), stepsBefore(n))
				if err != nil {
					t.Fatal(err)
				}
				golden.JSON(t, "testdata/golden/post_"+name+"_"+about+".json", post)
			})
		}
	}
}

// What surfaces other than FxTwitter give is told with the counts of a public page.
func TestEmbeddedPostWithItsPage(t *testing.T) {
	t.Parallel()
	c := x.New(setup(t, handlers{"fxtwitter": webclient.Answer(403, "")}, nil), now)
	post, failed, err := c.Post(t.Context(), stepsBefore(7))
	if err != nil {
		t.Fatal(err)
	}
	if post.Source != "xsyndication" || post.Counts.Reposts == nil || post.Counts.Views == nil || post.TextTruncatedAtSource != nil || len(post.Text) < 700 {
		t.Errorf(`got post %+v, want Source "xsyndication", Counts.Reposts not nil, Counts.Views not nil, TextTruncatedAtSource nil, Text length at least 700`, post)
	}
	if diff := cmp.Diff([]social.Failure{{Source: "fxtwitter", Code: errs.UpstreamBlocked}}, failed); diff != "" {
		t.Errorf("failed mismatch (-want +got):\n%s", diff)
	}
}

// A surface that gives the beginning of a post without saying so is found out, and the
// rest is read from the post's page.
func TestTheRestOfAPost(t *testing.T) {
	t.Parallel()
	id := stepsBefore(7)
	short := webclient.Answer(200, `{"code":200,"status":{"type":"status","id":"`+id+`","text":"The gauge at the lower lock was lifted… https://t.co/aB3xY9","created_at":"Sun Aug 10 11:00:00 +0000 2025","author":{"id":"1","name":"A","screen_name":"a"}}}`)
	post, _, err := x.New(setup(t, handlers{"fxtwitter": short}, nil), now).Post(t.Context(), id)
	if err != nil || post.Source != "fxtwitter" || post.TextTruncatedAtSource != nil || len(post.Text) < 700 {
		t.Errorf("got error %v, post %+v; want the whole text of fxtwitter's post", err, post)
	}
	post, _, err = x.New(setup(t, handlers{"fxtwitter": short, "xweb": webclient.Answer(403, "")}, nil), now).Post(t.Context(), id)
	if err != nil || post.Text != "The gauge at the lower lock was lifted…" || post.TextTruncatedAtSource == nil || !*post.TextTruncatedAtSource {
		t.Errorf("got error %v, post %+v; want the beginning, marked as cut", err, post)
	}
}

func TestPostsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		code errs.Code
		says string
	}{
		"1954400000000000001": {errs.TargetError, ""}, "1954400000000000002": {errs.TargetError, ""}, "1954400000000000003": {errs.LoginRequired, "protected"},
		"77": {errs.TargetError, "no public post"},
	}
	for _, name := range []string{"fxtwitter", "xapi", "xsyndication"} {
		c := only(t, name, nil)
		for id, want := range cases {
			_, _, err := c.Post(t.Context(), id)
			e := errs.As(err)
			if e == nil || e.Code != want.code || !strings.Contains(e.Message, want.says) || e.Retryable() {
				t.Errorf("%s of %s: %v", id, name, err)
			}
		}
	}
}

func TestReplies(t *testing.T) {
	t.Parallel()
	c := only(t, "fxtwitter", nil)
	list, err := c.Replies(t.Context(), base, false, x.Walk{PageSize: 100})
	if err != nil || len(list.Items) != 45 || !list.Chronological || !list.Exhausted || list.Next != "" {
		t.Fatalf("got error %v, %d list.Items, list %+v; want no error, 45 Items, Chronological true, Exhausted true, empty Next", err, len(list.Items), list)
	}
	if deep := list.Items[40]; deep.InReplyTo.ExternalID != "1954506000000000003" || deep.Type != "reply" {
		t.Errorf(`got deep %+v, want InReplyTo.ExternalID "1954506000000000003", Type "reply"`, deep)
	}
	liked, err := c.Replies(t.Context(), base, true, x.Walk{PageSize: 30, MaxCalls: 1})
	if err != nil || len(liked.Items) != 20 || liked.Chronological || liked.Next == "" || *liked.Items[0].Counts.Likes < *liked.Items[19].Counts.Likes {
		t.Errorf("got error %v, liked %+v; want no error, 20 Items, Chronological false, a Next, Items[0].Counts.Likes at least *liked.Items[19].Counts.Likes", err, liked)
	}
	known := []string{}
	for _, item := range list.Items[20:] {
		known = append(known, item.ExternalID)
	}
	sync, err := c.Replies(t.Context(), base, false, x.Walk{PageSize: 100, Known: known, EndAtKnown: true, Boundary: true})
	if err != nil || len(sync.Items) != 20 || !sync.ReachedKnown || sync.Known != 20 || sync.Next != "" {
		t.Errorf("got error %v, sync %+v; want no error, 20 Items, ReachedKnown true, Known 20, empty Next", err, sync)
	}
}

// The official API finds replies of the last week only, so that it is not asked for
// those to older posts.
func TestRepliesByTheOfficialAPI(t *testing.T) {
	t.Parallel()
	set := setup(t, nil, keysOf("xapi"))
	for source, at := range map[string]time.Time{"xapi": time.Date(2025, 8, 12, 0, 0, 0, 0, time.UTC), "fxtwitter": now()} {
		list, err := x.New(set, func() time.Time { return at }).Replies(t.Context(), base, false, x.Walk{PageSize: 100})
		if err != nil || list.Source != source || len(list.Items) != 45 || source == "xapi" && list.Reason == "" {
			t.Errorf(`%s: got error %v, list %+v; want no error, Source %q, 45 Items, (source other than "xapi" or a Reason)`, source, err, list, source)
		}
	}
}

func TestRepliesOfThePublicPage(t *testing.T) {
	t.Parallel()
	list, err := only(t, "xweb", nil).Replies(t.Context(), base, true, x.Walk{PageSize: 20})
	if err != nil || len(list.Items) != 3 || list.Exhausted || list.Chronological || list.Reason == "" {
		t.Errorf("got error %v, list %+v; want no error, 3 Items, Exhausted false, Chronological false, a Reason", err, list)
	}
}

func TestSearchQuotesAndReposters(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fxtwitter", "xapi"} {
		c := only(t, name, nil)
		found, err := c.Search(t.Context(), `"marrowfen gauge" from:tidewatch`, x.Walk{PageSize: 5})
		if err != nil || len(found.Items) != 5 || found.Next == "" || !found.Chronological || !strings.HasSuffix(found.Items[0].Text, "http://company.test/products/tide-gauge") {
			t.Errorf(`%s: got error %v, found %+v; want no error, 5 Items, a Next, Chronological true, Items[0].Text ending with "http://company.test/products/tide-gauge"`, name, err, found)
		}
		quotes, err := c.Quotes(t.Context(), base, x.Walk{PageSize: 20})
		if err != nil || len(quotes.Items) != 1 || quotes.Items[0].Type != "quote" || quotes.Items[0].QuoteOf.ExternalID != base || !quotes.Exhausted {
			t.Errorf(`%s: got error %v, quotes %+v; want no error, 1 Items, Items[0].Type "quote", Items[0].QuoteOf.ExternalID "1954505000000000001", Exhausted true`, name, err, quotes)
		}
		people, err := c.Reposters(t.Context(), base, x.Walk{PageSize: 2})
		if err != nil || len(people.Items) != 2 || people.Next == "" || people.Items[1].Name != "منارة المرفأ 🚨" || people.Items[1].ExternalID != "9007199254740993" {
			t.Errorf(`%s: got error %v, people %+v; want no error, 2 Items, a Next, Items[1].Name "منارة المرفأ 🚨", Items[1].ExternalID "9007199254740993"`, name, err, people)
		}
		none, err := c.Search(t.Context(), "barograph", x.Walk{PageSize: 5})
		if err != nil || none.Items == nil || len(none.Items) != 0 || !none.Exhausted {
			t.Errorf("%s: got error %v, none %+v; want no error, Items not nil, no Items, Exhausted true", name, err, none)
		}
	}
}

// A key that X refuses is no end: the next surface is asked, and the failure told.
func TestWrongKey(t *testing.T) {
	t.Parallel()
	c := x.New(setup(t, nil, map[string]string{"xapi": "wrong"}), now)
	post, failed, err := c.Post(t.Context(), base)
	if err != nil || post.Source != "fxtwitter" || len(failed) != 1 || failed[0].Code != errs.ProviderNotConfigured {
		t.Errorf(`got error %v, post %+v, failed %+v; want no error, Source "fxtwitter", 1 in failed, [0].Code "provider_not_configured"`, err, post, failed)
	}
}

func TestEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errs.New(errs.Cancelled, "stopped"))
	c := x.New(setup(t, nil, nil), now)
	if _, _, err := c.Post(ctx, base); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
	if _, err := c.Search(ctx, "a", x.Walk{PageSize: 5}); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
}

// The API's fields have had two names; the other is tried once, and remembered.
func TestRenamedFields(t *testing.T) {
	t.Parallel()
	calls := 0
	c := only(t, "xapi", func(w http.ResponseWriter, r *http.Request) {
		calls++
		if r.URL.Query().Get("post.fields") == "" {
			webclient.Answer(400, `{"title":"Invalid Request","detail":"One or more parameters to your request was invalid.","errors":[{"message":"The query parameter [tweet.fields] is not one of [id,post.fields]"}]}`)(w, r)
			return
		}
		webclient.Answer(200, `{"data":{"id":"20","text":"RT @b: x…","author_id":"1","public_metrics":{"repost_count":5},"note_post":{"text":"whole &amp; all"},"referenced_posts":[{"type":"quoted","id":"19"}]},
			"includes":{"posts":[{"id":"19","text":"in"}],"users":[{"id":"1","username":"a","public_metrics":{"post_count":3}}]}}`)(w, r)
	})
	for range 2 {
		post, _, err := c.Post(t.Context(), "20")
		if err != nil || post.Text != "whole & all" || *post.Counts.Reposts != 5 || post.QuoteOf.Text != "in" || post.Author.Username != "a" {
			t.Fatalf(`got error %v, post %+v; want no error, Text "whole & all", Counts.Reposts 5, QuoteOf.Text "in", Author.Handle "a"`, err, post)
		}
	}
	if calls != 3 {
		t.Errorf("%d calls", calls)
	}
}

// Posts that name each other do not lead in a circle.
func TestPostsThatQuoteEachOther(t *testing.T) {
	t.Parallel()
	c := only(t, "xapi", webclient.Answer(200, `{"data":{"id":"20","text":"a","referenced_tweets":[{"type":"quoted","id":"21"}]},
		"includes":{"tweets":[{"id":"20","text":"a","referenced_tweets":[{"type":"quoted","id":"21"}]},{"id":"21","text":"b","referenced_tweets":[{"type":"quoted","id":"20"},{"type":"quoted","id":"21"}]}]}}`))
	post, _, err := c.Post(t.Context(), "20")
	if err != nil || post.QuoteOf.ExternalID != "21" || post.QuoteOf.Text != "b" {
		t.Errorf(`got error %v, post %+v; want no error, QuoteOf.ExternalID "21", QuoteOf.Text "b"`, err, post)
	}
}
