package hackernews_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// thread is what the tests show of one.
type thread struct {
	Post     social.Item
	Known    int
	Replies  []social.Item
	Count    int
	Coverage social.Coverage
}

func read(t *testing.T, c *hackernews.Client, id string, limit int) thread {
	t.Helper()
	got, err := c.Thread(t.Context(), id, limit)
	if err != nil {
		t.Fatal(err)
	}
	replies, count := got.Replies(limit)
	return thread{got.Post, got.Known, replies, count, got.Coverage(count)}
}

func TestThreads(t *testing.T) {
	t.Parallel()
	c := setup(t, nil, nil)
	for name, tc := range map[string]struct {
		id    string
		limit int
	}{
		"story": {"8863", 50}, "cut": {"8863", 3}, "ask": {"8900", 0}, "poll": {"8920", 50}, "job": {"8930", 50}, "comment": {"8870", 50},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.JSON(t, "testdata/golden/thread_"+name+".json", read(t, c, tc.id, tc.limit))
		})
	}
}

// Without the search a thread is read from the official API: the same, but for what
// says where it comes from.
func TestThreadWithoutTheSearch(t *testing.T) {
	t.Parallel()
	whole := setup(t, nil, nil)
	for name, search := range map[string]http.HandlerFunc{
		"away": webclient.Answer(503, ""), "not known yet": webclient.Answer(404, `{"status":404,"error":"Not Found"}`),
		"a page": webclient.Answer(200, "<html>"), "cut off": webclient.Answer(200, `{"id":8863,"children":[{"id":88`), "another": webclient.Answer(200, `{"id":7,"author":"a"}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := setup(t, search, nil)
			for _, id := range []string{"8863", "8920", "8930"} {
				want, got := read(t, whole, id, 50), read(t, c, id, 50)
				if got.Post.Source != hackernews.Official {
					t.Errorf("the source is %q", got.Post.Source)
				}
				if diff := cmp.Diff(sourceless(want), sourceless(got)); diff != "" {
					t.Errorf("%s: sourceless mismatch (-want +got):\n%s", id, diff)
				}
			}
		})
	}
}

func sourceless(th thread) thread {
	th.Post.Source = ""
	th.Replies = slices.Clone(th.Replies)
	for i := range th.Replies {
		th.Replies[i] = sourceless(thread{Post: th.Replies[i], Replies: th.Replies[i].Replies}).Post
		th.Replies[i].Replies = sourceless(thread{Replies: th.Replies[i].Replies}).Replies
	}
	return th
}

func TestReadingOneByOneIsBounded(t *testing.T) {
	t.Parallel()
	calls := 0
	c := setup(t, webclient.Answer(503, ""), func(w http.ResponseWriter, r *http.Request) {
		calls++
		id := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/item/"), ".json")
		// Every comment has itself and the story for answers.
		webclient.Answer(200, fmt.Sprintf(`{"id":%s,"type":"story","by":"a","time":5,"descendants":900,"kids":[2,1,3]}`, id))(w, r)
	})
	for limit, want := range map[int]int{0: 1, 7: 8, 500: 101} {
		calls = 0
		got := read(t, c, "1", limit)
		if calls != want || got.Coverage.Complete || !strings.Contains(got.Coverage.Reason, "one by one") {
			t.Errorf("limit %d: %d calls, %+v", limit, calls, got.Coverage)
		}
		if got.Known > 2 {
			t.Errorf("a comment is there %d times", got.Known)
		}
	}
}

// The counts of the moment are an addition: without them a thread is told all the same.
func TestThreadWithoutTheOfficialAPI(t *testing.T) {
	t.Parallel()
	for name, official := range map[string]http.HandlerFunc{
		"away": webclient.Answer(503, ""), "a page": webclient.Answer(200, "<html>"), "another": webclient.Answer(200, `{"id":7,"by":"a","time":5}`), "an array": webclient.Answer(200, `[]`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := read(t, setup(t, nil, official), "8863", 50)
			if got.Count != 7 || *got.Post.Counts.Score != 111 || got.Post.Counts.Comments != nil || !got.Coverage.Complete {
				t.Errorf("got %+v, want Count 7, Post.Counts.Score 111, Post.Counts.Replies nil, Coverage.Complete true", got)
			}
		})
	}
}

func TestThreadFailures(t *testing.T) {
	t.Parallel()
	notFound := webclient.Answer(404, `{"status":404,"error":"Not Found"}`)
	cases := map[string]struct {
		search, official http.HandlerFunc
		id               string
		code             errs.Code
		permanent        bool
		says             string
	}{
		"no such item":     {nil, nil, "77", errs.TargetError, true, "has no item 77"},
		"deleted":          {nil, nil, "8943", errs.TargetError, true, "8943 of Hacker News was deleted"},
		"dead":             {nil, nil, "8942", errs.TargetError, true, "hidden"},
		"still in search":  {webclient.Answer(200, `{"id":8943,"author":"a","created_at_i":5}`), nil, "8943", errs.TargetError, true, "deleted"},
		"both away":        {webclient.Answer(503, ""), webclient.Answer(503, ""), "8863", errs.ProviderUnavailable, false, "hackernews returned 503"},
		"one away":         {notFound, webclient.Answer(503, ""), "8863", errs.ProviderUnavailable, false, "hackernewsapi"},
		"limited":          {webclient.Answer(429, ""), webclient.Answer(429, ""), "8863", errs.UpstreamRateLimited, false, ""},
		"pages for people": {webclient.Answer(200, "<html>"), webclient.Answer(200, "<html>"), "8863", errs.UpstreamBlocked, false, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := setup(t, tc.search, tc.official).Thread(t.Context(), tc.id, 10)
			if e := errs.As(err); e == nil || e.Code != tc.code || e.Permanent != tc.permanent || !strings.Contains(e.Message, tc.says) {
				t.Errorf("got %+v", e)
			}
		})
	}
}

func TestThreadEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errs.New(errs.Cancelled, "stopped"))
	if _, err := setup(t, nil, nil).Thread(ctx, "8863", 5); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
}

// The search lags behind, and its comments may be fewer than those that are counted.
func TestThreadWithFewerCommentsThanAreCounted(t *testing.T) {
	t.Parallel()
	c := setup(t, webclient.Answer(200, `{"id":1,"type":"story","author":"a","created_at_i":5,"children":[{"id":2,"type":"comment","author":"b","created_at_i":6,"text":"x","children":[]}]}`),
		webclient.Answer(200, `{"id":1,"type":"story","by":"a","time":5,"score":3,"descendants":4,"kids":[3,2]}`))
	got := read(t, c, "1", 10)
	if got.Coverage.Complete || !strings.Contains(got.Coverage.Reason, "counts 4 comments and its search has 1") {
		t.Errorf(`got coverage %+v, want Complete false, Reason with "counts 4 comments and its search has 1"`, got.Coverage)
	}
	if got.Count != 1 || *got.Post.Counts.Comments != 4 {
		t.Errorf("got %+v, want Count 1, Post.Counts.Replies 4", got)
	}
}

// chain is a discussion in which each comment answers the one before.
func chain(depth int) string {
	var b strings.Builder
	b.WriteString(`{"id":1,"type":"story","author":"a","created_at_i":5,"children":[`)
	for i := range depth {
		fmt.Fprintf(&b, `{"id":%d,"type":"comment","author":"b","created_at_i":6,"parent_id":%d,"children":[`, i+2, i+1)
	}
	return b.String() + strings.Repeat("]}", depth+1)
}

func TestDeepThreads(t *testing.T) {
	t.Parallel()
	got := read(t, setup(t, webclient.Answer(200, chain(400)), webclient.Answer(503, "")), "1", 500)
	depth := 0
	last := got.Replies
	for items := got.Replies; len(items) > 0; items = items[0].Replies {
		depth++
		last = items
	}
	if got.Count != 400 || depth != 100 || len(last) != 301 || last[300].InReplyTo.ExternalID != "400" {
		t.Errorf("%d comments, %d deep, %d at the end", got.Count, depth, len(last))
	}
	c := setup(t, webclient.Answer(200, chain(20_000)), webclient.Answer(503, ""))
	if _, err := c.Thread(t.Context(), "1", 10); !errs.Is(err, errs.ParseFailed) {
		t.Errorf("a bomb of brackets: %v", err)
	}
}

// The same comment in two places, a removed one that nobody answered, and what is no
// item at all.
func TestOddTrees(t *testing.T) {
	t.Parallel()
	c := setup(t, webclient.Answer(200, `{"id":1,"type":"poll","author":"a","created_at_i":5,"options":[126810,126811],"children":[
		null, {"id":2,"author":"b","type":"comment","children":[{"id":1,"author":"a"},{"id":3,"children":[{"id":4,"children":null}]}]},
		{"id":2,"author":"b","children":[]}, {"author":"nobody"}, {"id":9007199254740993,"author":"c","type":"comment","points":0}]}`),
		webclient.Answer(503, ""))
	got := read(t, c, "1", 10)
	if diff := cmp.Diff([]string{"2", "9007199254740993"}, ids(got.Replies)); diff != "" || got.Count != 2 || len(got.Replies[0].Replies) != 0 {
		t.Errorf("got %+v, want Count 2, no Replies[0].Replies; ids mismatch (-want +got):\n%s", got, diff)
	}
	if got.Post.Type != "poll" || got.Post.PollOptions != nil || got.Replies[1].Counts.Score != nil {
		t.Errorf(`got %+v, want Post.Type "poll", Post.PollOptions nil, Replies[1].Counts.Score nil`, got)
	}
}

func TestComments(t *testing.T) {
	t.Parallel()
	got, err := setup(t, nil, nil).Thread(t.Context(), "8863", 0)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"8870", "8871", "8873", "8875", "8877", "8878", "8879"}, ids(got.Comments(0, 100))); diff != "" {
		t.Errorf("ids mismatch (-want +got):\n%s", diff)
	}
	some := got.Comments(2, 3)
	if diff := cmp.Diff([]string{"8873", "8875", "8877"}, ids(some)); diff != "" || some[0].InReplyTo.ExternalID != "8872" {
		t.Errorf("got some %+v, want [0].InReplyTo.ExternalID \"8872\"; ids mismatch (-want +got):\n%s", some, diff)
	}
	if past := got.Comments(7, 3); past == nil || len(past) != 0 {
		t.Errorf("got past %+v, want not nil, none", past)
	}
}

func TestPost(t *testing.T) {
	t.Parallel()
	c := setup(t, webclient.Answer(500, ""), nil)
	for _, id := range []string{"8863", "8920", "8922"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			post, err := c.Post(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, "testdata/golden/post_"+id+".json", post)
		})
	}
	for _, id := range []string{"77", "8942", "8943", "8872"} {
		if _, err := c.Post(t.Context(), id); !errs.Is(err, errs.TargetError) || errs.As(err).Retryable() {
			t.Errorf(`%s: got error %v, want error "target_error", Retryable() false`, id, err)
		}
	}
}
