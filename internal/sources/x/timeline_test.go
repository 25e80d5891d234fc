package x_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// read returns a part of an account's timeline.
func read(t *testing.T, c *x.Client, handle string, w x.Walk) (*social.Profile, x.Posts, error) {
	t.Helper()
	profile, _, err := c.Profile(t.Context(), handle)
	if err != nil {
		return nil, x.Posts{}, err
	}
	list, err := c.Timeline(t.Context(), profile, w)
	return profile, list, err
}

func ids(items []social.Item) []string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = item.ExternalID
		if item.RepostOf != nil {
			all[i] += " by " + item.Author.Username
		}
	}
	return all
}

// Each surface gives the same account and the same posts, as far as it goes.
func TestSurfaces(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fxtwitter", "xapi", "xtimeline", "xweb"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			profile, list, err := read(t, only(t, name, nil), "tidewatch", x.Walk{PageSize: 15})
			if err != nil {
				t.Fatal(err)
			}
			if list.Source != name || profile.Source != name || !list.Chronological || list.Exhausted && name != "xweb" {
				t.Errorf(`%s: got list %+v, want Source %q, profile.Source %q, Chronological true, (name "xweb" if list.Exhausted)`, name, list, name, name)
			}
			list.Next, list.Failed = "", nil
			golden.JSON(t, "testdata/golden/"+name+".json", map[string]any{"profile": profile, "list": list})
		})
	}
}

func TestPagingToTheEnd(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fxtwitter", "xapi"} {
		for _, size := range []int{7, 20, 100, 119, 120, 121, 200} {
			for _, most := range []int{1, 3} {
				t.Run(fmt.Sprintf("%s %d by %d", name, size, most), func(t *testing.T) {
					t.Parallel()
					walkToTheEnd(t, name, x.Walk{PageSize: size, MaxPages: most})
				})
			}
		}
	}
}

// walkToTheEnd reads the timeline of an account from its beginning, walk by walk.
func walkToTheEnd(t *testing.T, name string, w x.Walk) {
	t.Helper()
	c, seen := only(t, name, nil), map[string]int{}
	for {
		_, list, err := read(t, c, "tidewatch", w)
		if err != nil {
			t.Fatalf("got %v behind %d posts, want no error", err, len(seen))
		}
		for _, id := range ids(list.Items) {
			seen[id]++
		}
		if w.Position = list.Next; w.Position == "" {
			if !list.Exhausted || list.Reason != "" {
				t.Errorf("got Exhausted %t, Reason %q at the end, want true and none", list.Exhausted, list.Reason)
			}
			break
		}
		if len(list.Items) != w.MaxPages*w.PageSize {
			t.Errorf("got %d posts of %d pages of %d, want full ones", len(list.Items), w.MaxPages, w.PageSize)
		}
	}
	// Of 20 reposts FxTwitter tells the six originals' ids only.
	if want := map[string]int{"fxtwitter": 246, "xapi": 260}[name]; len(seen) != want {
		t.Errorf("got %d posts, want %d", len(seen), want)
	}
	for id, times := range seen {
		if times != 1 && !strings.Contains(id, " by ") {
			t.Errorf("got %s %d times, want it once", id, times)
		}
	}
}

// Known posts are left out; with EndAtKnown a page of them ends the walk, and a page
// with one that is new does not.
func TestKnownPosts(t *testing.T) {
	t.Parallel()
	c := only(t, "fxtwitter", nil)
	_, all, err := read(t, c, "tidewatch", x.Walk{PageSize: 60})
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, item := range all.Items[2:] {
		known = append(known, item.ExternalID)
	}
	_, list, err := read(t, c, "tidewatch", x.Walk{PageSize: 10, MaxPages: 5, Known: known, EndAtKnown: true})
	if err != nil || !list.ReachedKnown || list.Pages != 2 || len(list.Items) != 2 || list.Known != 18 || list.Next != "" || list.Exhausted {
		t.Errorf("got error %v, list %+v; want no error, ReachedKnown true, Pages 2, 2 Items, Known 18, empty Next, Exhausted false", err, list)
	}
	_, list, err = read(t, c, "tidewatch", x.Walk{PageSize: 10, MaxPages: 2, Known: known})
	if err != nil || list.ReachedKnown || list.Pages != 2 || len(list.Items) != 2 || list.Next == "" {
		t.Errorf("got error %v, list %+v; want no error, ReachedKnown false, Pages 2, 2 Items, a Next", err, list)
	}
	_, list, err = read(t, c, "tidewatch", x.Walk{PageSize: 10, MaxPages: 1, Known: known[20:], EndAtKnown: true})
	if err != nil || list.ReachedKnown || len(list.Items) != 10 {
		t.Errorf("got error %v, list %+v; want no error, ReachedKnown false, 10 Items", err, list)
	}
}

// A ranked sample claims no chronology, and that it is not all.
func TestRankedSample(t *testing.T) {
	t.Parallel()
	c := x.New(setup(t, nil, nil), now)
	profile, list, err := read(t, c, "fogbank", x.Walk{PageSize: 30})
	if err != nil {
		t.Fatal(err)
	}
	if profile.Source != "xtimeline" || list.Source != "xtimeline" || list.Chronological || list.Exhausted || list.Next != "" || list.Reason == "" || len(list.Items) != 20 {
		t.Errorf(`got list %+v, want profile.Source "xtimeline", Source "xtimeline", Chronological false, Exhausted false, empty Next, a Reason, 20 Items`, list)
	}
	if diff := cmp.Diff([]social.Failure{{Source: "fxtwitter", Code: errs.ProviderUnavailable}}, list.Failed); diff != "" {
		t.Errorf("list.Failed mismatch (-want +got):\n%s", diff)
	}
	_, first, err := read(t, c, "fogbank", x.Walk{PageSize: 8})
	if err != nil || first.Next == "" {
		t.Fatalf("got error %v, want no error, first.Next not empty", err)
	}
	_, second, err := read(t, c, "fogbank", x.Walk{PageSize: 30, Position: first.Next})
	if got := append(ids(first.Items), ids(second.Items)...); err != nil || !slices.Equal(got, ids(list.Items)) {
		t.Errorf("got error %v, value %v; want no error, ids(list.Items)", err, got)
	}
}

func TestAccountsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		code      errs.Code
		permanent bool
		says      string
	}{
		"nobody":     {errs.TargetError, true, "no account"},
		"brinespam":  {errs.TargetError, true, "suspended"},
		"lockkeeper": {errs.LoginRequired, false, "protected"},
		"fogwall":    {errs.UpstreamBlocked, false, "empty list"},
	}
	for _, name := range []string{"fxtwitter", "xapi", ""} {
		c := x.New(setup(t, nil, nil), now)
		if name != "" {
			c = only(t, name, nil)
		}
		for handle, want := range cases {
			_, list, err := read(t, c, handle, x.Walk{PageSize: 20})
			if e := errs.As(err); e == nil || e.Code != want.code || e.Permanent != want.permanent || !strings.Contains(e.Message, want.says) {
				t.Errorf("%s of %q: %v, %+v", handle, name, err, list)
			}
		}
		// No posts of an account that has none is no wall.
		if _, list, err := read(t, c, "newquay", x.Walk{PageSize: 20}); err != nil || len(list.Items) != 0 || list.Items == nil || !list.Exhausted {
			t.Errorf("newquay of %q: %v, %+v", name, err, list)
		}
	}
}

func TestEveryRefusalIsTold(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		serve http.HandlerFunc
		code  errs.Code
	}{
		"limited": {webclient.Answer(429, ""), errs.UpstreamRateLimited}, "blocked": {webclient.Answer(403, "<html>"), errs.UpstreamBlocked},
		"a page": {webclient.Answer(200, "<html>"), errs.UpstreamBlocked}, "cut off": {webclient.Answer(200, `{"code":200,"user":{"id":"1`), errs.ParseFailed},
		"another": {webclient.Answer(200, `{"a":1}`), errs.ParseFailed}, "a list": {webclient.Answer(200, `[1]`), errs.ParseFailed}, "broken": {webclient.Answer(200, `{"code":500}`), errs.ProviderUnavailable},
		"nothing": {webclient.Answer(200, `{"code":200}`), errs.ParseFailed}, "a bomb": {webclient.Answer(200, strings.Repeat(`{"user":`, 20_000)), errs.ParseFailed},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := only(t, "fxtwitter", tc.serve)
			for _, call := range []func() error{
				func() error { _, _, err := c.Profile(t.Context(), "a"); return err },
				func() error { _, _, err := c.Post(t.Context(), "20"); return err },
				func() error { _, err := c.Search(t.Context(), "a", x.Walk{PageSize: 5}); return err },
			} {
				if err := call(); !errs.Is(err, tc.code) && (name != "nothing" || err != nil && !errs.Is(err, errs.TargetError)) {
					t.Errorf("got %v", err)
				}
			}
		})
	}
}

// status is a post as FxTwitter tells it.
func status(id int) string {
	return fmt.Sprintf(`{"type":"status","id":"%d","text":"Post %d","created_at":"Sun Aug 10 11:00:00 +0000 2025","author":{"id":"1","name":"A","screen_name":"a"},"likes":1}`, id, id)
}

// A cursor that repeats, pages that repeat, and a failure in the middle all end a walk
// with what there is, and say so.
func TestWalksThatEndEarly(t *testing.T) {
	t.Parallel()
	page := func(from, n int, next string) string {
		var list []string
		for i := range n {
			list = append(list, status(from-i))
		}
		return fmt.Sprintf(`{"code":200,"results":[%s],"cursor":{"bottom":%q}}`, strings.Join(list, ","), next)
	}
	calls := 0
	cases := map[string]struct {
		serve func(token string) string
		posts int
		next  bool
		says  string
	}{
		"the same cursor": {func(token string) string { return page(900-len(token)*10, 10, "aa") }, 20, false, "same posts again"},
		"cursors in a circle": {func(token string) string {
			return page(900-len(token)*10, 10, map[string]string{"": "a", "a": "bb", "bb": "a"}[token])
		}, 30, false, "same posts again"},
		"the same posts": {func(string) string { calls++; return page(900, 10, fmt.Sprint("t", calls)) }, 10, true, "nothing new"},
		"a page of what was there": {func(token string) string {
			return page(900-len(token)/2*5, 10-len(token)%2*9, map[string]string{"": "a", "a": "bb", "bb": ""}[token])
		}, 15, false, ""},
		"overlapping pages": {func(token string) string {
			return page(900-len(token)*5, 10, map[string]string{"": "a", "a": ""}[token])
		}, 15, false, ""},
		"a failure": {func(token string) string {
			return map[string]string{"": page(900, 10, "a"), "a": `{"code":500}`}[token]
		}, 10, true, "ended early"},
		"a page for people":      {func(token string) string { return map[string]string{"": page(900, 10, "a"), "a": `<html>`}[token] }, 10, true, "ended early"},
		"an empty page, a token": {func(token string) string { return page(900, 10*(1-len(token)), "a") }, 10, false, ""},
	}
	for name, tc := range cases {
		c := only(t, "fxtwitter", func(w http.ResponseWriter, r *http.Request) {
			webclient.Answer(200, tc.serve(r.URL.Query().Get("cursor")))(w, r)
		})
		list, err := c.Search(t.Context(), "a", x.Walk{PageSize: 100})
		if err != nil || len(list.Items) != tc.posts || (list.Next != "") != tc.next || !strings.Contains(list.Reason, tc.says) || list.Exhausted != (tc.says == "") {
			t.Errorf("%s: %v, %d posts, %+v", name, err, len(list.Items), list)
		}
	}
}

// A question that X does not take is not taken later either.
// A surface that gives one post again and again, with ever new cursors is left after a few calls.
func TestOnePostWithoutEnd(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	c := only(t, "fxtwitter", func(w http.ResponseWriter, r *http.Request) {
		n := calls.Add(1)
		webclient.Answer(200, fmt.Sprintf(`{"code":200,"results":[%s],"cursor":{"bottom":"t%d"}}`, status(900), n))(w, r)
	})
	list, err := c.Search(t.Context(), "a", x.Walk{PageSize: 100})
	if err != nil || len(list.Items) != 1 || list.Next == "" || !strings.Contains(list.Reason, "nothing new") || calls.Load() != 6 {
		t.Errorf("got %d posts after %d calls, next %q, reason %q, error %v; want 1 after 6 calls, a next and that nothing new came", len(list.Items), calls.Load(), list.Next, list.Reason, err)
	}
}

func TestRejectedQuestions(t *testing.T) {
	t.Parallel()
	c := only(t, "fxtwitter", webclient.Answer(400, `{"code":400,"message":"Search query is blocked by X content controls"}`))
	_, err := c.Search(t.Context(), "a", x.Walk{PageSize: 5})
	if e := errs.As(err); e == nil || e.Code != errs.TargetError || e.Retryable() || !strings.Contains(e.Message, "content controls") {
		t.Errorf(`got %v, want "target_error" with what X says, not retryable`, err)
	}
	if _, _, err = c.Profile(t.Context(), "a"); errs.As(err) == nil || errs.As(err).Retryable() {
		t.Errorf("got %v, want an error that is not retryable", err)
	}
}

// What the page of an account does not say of it comes from its embedded timeline.
func TestProfilesAreMerged(t *testing.T) {
	t.Parallel()
	own := handlers{"fxtwitter": webclient.Answer(500, "")}
	for _, blocked := range []bool{false, true} {
		if blocked {
			own["xtimeline"] = webclient.Answer(429, "")
		}
		p, _, err := x.New(setup(t, own, nil), now).Profile(t.Context(), "tidewatch")
		if err != nil {
			t.Fatal(err)
		}
		if known := p.Verified != nil && *p.Verified && p.VerifiedAs == "organization"; p.Source != "xweb" || known == blocked || p.Counts.Followers == nil {
			t.Errorf("got %+v with timelines blocked %t, want that of xweb, with its mark unless they are", p, blocked)
		}
	}
}

func TestStaleCursors(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fxtwitter", "xapi"} {
		c := only(t, name, nil)
		for _, at := range []string{`{"s":"` + name + `","t":"stale"}`, `{"s":"gone","t":"a"}`, `{`} {
			if _, list, err := read(t, c, "tidewatch", x.Walk{Position: at, PageSize: 20}); !errs.Is(err, errs.InvalidCursor) {
				t.Errorf(`%s %s: got error %v, list %+v; want error "invalid_cursor"`, name, at, err, list)
			}
		}
	}
	if _, err := only(t, "fxtwitter", nil).Replies(t.Context(), base, false, x.Walk{Position: `{"s":"fxtwitter","t":"stale"}`, PageSize: 20}); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("replies: %v", err)
	}
}

// An item that a cursor stands behind may be deleted meanwhile: then its page is given
// anew rather than cut.
func TestDeletedBoundary(t *testing.T) {
	t.Parallel()
	c := only(t, "fxtwitter", nil)
	_, list, err := read(t, c, "tidewatch", x.Walk{Position: `{"s":"fxtwitter","n":20,"a":"77"}`, PageSize: 20})
	if err != nil || len(list.Items) != 20 {
		t.Errorf("%v, %d posts", err, len(list.Items))
	}
}
