package reddit_test

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// away are a Reddit that lets nobody in.
var blocked = webclient.Answer(403, `<!doctype html><title>Blocked</title><p>whoa there, pardner!`)

func TestItems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*reddit.Client{
		"api": setup(t, key, nil), "feed": setup(t, "", nil), "archive": setup(t, "", handlers{reddit.Feeds: blocked}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, err := c.Mentions(t.Context(), "company.test", reddit.Window{}, "", 50)
			if err != nil {
				t.Fatal(err)
			}
			found, err := c.Posts(t.Context(), permalink.Place{Subreddit: "selfhosted_sea"}, "", 10)
			if err != nil {
				t.Fatal(err)
			}
			some, err := c.Posts(t.Context(), permalink.Place{Subreddit: "tides"}, "", 3)
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, "testdata/golden/items_"+name+".json", map[string]any{"mentions": page, "community": found, "some": some})
		})
	}
}

// collect follows the positions of a list to its end.
func collect(t *testing.T, n int, read func(position string, n int) (reddit.Page, error)) (seen map[string]int, last reddit.Page) {
	t.Helper()
	seen = map[string]int{}
	pages := 0
	for position := ""; ; position = last.Next {
		var err error
		if last, err = read(position, n); err != nil {
			t.Fatal(err)
		}
		pages++
		for _, item := range last.Items {
			seen[item.ExternalID]++
		}
		if last.Next == "" {
			return seen, last
		}
		if len(last.Items) == 0 || pages > 500 {
			t.Fatalf("page %d: %d items, next %q", pages, len(last.Items), last.Next)
		}
	}
}

func TestPaging(t *testing.T) {
	t.Parallel()
	sources := map[string]struct {
		client *reddit.Client
		origin string
	}{
		"api": {setup(t, key, nil), social.Live}, "feed": {setup(t, "", nil), social.Live},
		"archive":        {setup(t, "", handlers{reddit.Feeds: blocked}), social.Archive},
		"second archive": {setup(t, "", handlers{reddit.Feeds: blocked, reddit.ArcticShift: webclient.Answer(500, "")}), social.Archive},
	}
	for name, s := range sources {
		for _, n := range []int{25, 40, 100, 230, 1000} {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				t.Parallel()
				seen, last := collect(t, n, func(position string, n int) (reddit.Page, error) {
					return s.client.Posts(t.Context(), permalink.Place{User: "tide_watcher"}, position, n)
				})
				if len(seen) != 230 || !last.Exhausted || last.Origin != s.origin {
					t.Errorf("%d posts, then %+v", len(seen), last.Reason)
				}
				for id, times := range seen {
					if times != 1 {
						t.Errorf("%s is there %d times", id, times)
					}
				}
			})
		}
	}
}

// Reddit lists a thousand posts of a community; an archive goes on behind them. There
// are three posts a minute, of one second each.
func TestBehindTheThousand(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]string{"api": key, "feed": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := setup(t, key, nil)
			read := func(position string, n int) (reddit.Page, error) {
				return c.Posts(t.Context(), permalink.Place{Subreddit: "gaugereadings"}, position, n)
			}
			first, err := read("", 1000)
			if err != nil || len(first.Items) != 1000 || first.Origin != social.Live || first.Exhausted {
				t.Fatalf(`got error %v, %d first.Items, first.Reason %+v; want no error, 1000 first.Items, first.Origin "live", first.Exhausted false`, err, len(first.Items), first.Reason)
			}
			second, err := read(first.Next, 1000)
			if err != nil || len(second.Items) != 200 || second.Origin != social.Archive || !second.Exhausted || second.Reason == "" {
				t.Errorf(`got error %v, %d second.Items, second.Reason %+v; want no error, 200 second.Items, second.Origin "archive", second.Exhausted true, second.Reason not empty`, err, len(second.Items), second.Reason)
			}
		})
	}
	// Without its second list the rest cannot be reached, which is said.
	c := setup(t, key, nil)
	page, err := c.Search(t.Context(), `gauge`, reddit.Window{}, "", 1000)
	if err != nil || len(page.Items) != 1000 || page.Next == "" || !strings.Contains(page.Reason, "1000") {
		t.Errorf(`got error %v, %d page.Items, page.Reason %+v; want no error, 1000 page.Items, page.Next not empty, page.Reason with "1000"`, err, len(page.Items), page.Reason)
	}
}

func TestWindow(t *testing.T) {
	t.Parallel()
	w := reddit.Window{Since: 1743584400, Until: 1743843600}
	for name, c := range map[string]*reddit.Client{
		"api": setup(t, key, nil), "feed": setup(t, "", nil), "archive": setup(t, "", handlers{reddit.Feeds: blocked}),
	} {
		page, err := c.Search(t.Context(), "company.test", w, "", 50)
		if err != nil || !page.Exhausted {
			t.Fatalf("got name %q, error %v; want no error, page.Exhausted true", name, err)
		}
		if diff := cmp.Diff([]string{"t3_1kq0a5", "t3_1kq0a4", "t3_1kq0a2"}, ids(page.Items)); diff != "" {
			t.Errorf("got name %q; ids mismatch (-want +got):\n%s", name, diff)
		}
		one, err := c.Search(t.Context(), "company.test", w, "", 1)
		if err != nil || one.Next == "" {
			t.Fatalf("got name %q, error %v, one %+v; want no error, a Next", name, err, one)
		}
		rest, err := c.Search(t.Context(), "company.test", w, one.Next, 50)
		if err != nil || len(rest.Items) != 2 {
			t.Errorf("got name %q, error %v, ids of rest.Items %q; want no error, 2 rest.Items", name, err, ids(rest.Items))
		}
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for place, want := range map[permalink.Place]struct {
		api, feed errs.Code
		says      string
	}{
		{User: "ghost_ship"}:          {errs.TargetError, errs.TargetError, "suspended"},
		{User: "nobody_here"}:         {errs.TargetError, errs.TargetError, "does not exist"},
		{Subreddit: "nowhere"}:        {errs.TargetError, errs.TargetError, "r/nowhere"},
		{Subreddit: "wreckers"}:       {errs.TargetError, errs.TargetError, "banned"},
		{Subreddit: "harbourmasters"}: {errs.LoginRequired, errs.LoginRequired, "private"},
		{Subreddit: "smugglers"}:      {errs.LoginRequired, errs.LoginRequired, "quarantined"},
		{User: "throttled"}:           {errs.UpstreamRateLimited, errs.UpstreamRateLimited, "again"},
		{User: "walled"}:              {errs.UpstreamBlocked, errs.UpstreamBlocked, "403"},
		{User: "shelled"}:             {errs.UpstreamBlocked, errs.UpstreamBlocked, "page"},
		{Subreddit: "broken"}:         {errs.ProviderUnavailable, errs.ProviderUnavailable, "503"},
		{User: "timeout"}:             {errs.TargetError, errs.TargetError, ""},
	} {
		for key, code := range map[string]errs.Code{key: want.api, "": want.feed} {
			page, err := setup(t, key, nil).Posts(t.Context(), place, "", 10)
			if e := errs.As(err); e == nil || e.Code != code || !strings.Contains(e.Message, want.says) || page.Items != nil {
				t.Errorf("%+v: %+v, %d items", place, e, len(page.Items))
			}
			if e := errs.As(err); (code == errs.TargetError || code == errs.LoginRequired) == e.Retryable() {
				t.Errorf("%+v: retryable %t", place, e.Retryable())
			}
		}
	}
}

// Where Reddit lets nobody in, an archive that has posts stands in, and one that has
// none proves nothing.
func TestArchivesStandIn(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]string{"api": key, "feed": ""} {
		page, err := setup(t, key, nil).Posts(t.Context(), permalink.Place{User: "fogbound"}, "", 10)
		if err != nil {
			t.Fatalf("got name %q, error %v; want no error", name, err)
		}
		if len(page.Items) != 2 || page.Source != reddit.ArcticShift || page.Origin != social.Archive || !strings.Contains(page.Reason, "403") {
			t.Errorf(`%s: got page %+v, want 2 Items, Source "arcticshift", Origin "archive", Reason with "403"`, name, page)
		}
		// A copy that was taken at once does not know the counts.
		if !cmp.Equal(page.Items[0].Counts, social.Counts{}) || page.Items[1].Counts.Score == nil || page.Items[1].CapturedAt == "" {
			t.Errorf("%s: got page.Items %+v, want [0].Counts %+v, [1].Counts.Score not nil, [1].CapturedAt not empty", name, page.Items, social.Counts{})
		}
	}
	for name, own := range map[string]handlers{
		"empty archives":  {reddit.Feeds: blocked, reddit.ArcticShift: webclient.Answer(200, `{"data":[]}`), reddit.PullPush: webclient.Answer(200, `{"data":[],"error":null}`)},
		"broken archives": {reddit.Feeds: blocked, reddit.ArcticShift: webclient.Answer(200, `<html>`), reddit.PullPush: webclient.Answer(429, ``)},
		"odd archives":    {reddit.Feeds: blocked, reddit.ArcticShift: webclient.Answer(200, `{"error":"no"}`), reddit.PullPush: webclient.Answer(200, `{"data":[{"id":"1a"}]}`)},
	} {
		page, err := setup(t, "", own).Posts(t.Context(), permalink.Place{User: "halyard"}, "", 10)
		if !errs.Is(err, errs.UpstreamBlocked) || page.Items != nil {
			t.Errorf(`%s: got error %v, page %+v; want error "upstream_blocked", Items nil`, name, err, page)
		}
	}
}

// An empty list of Reddit's own is a success.
func TestNoPosts(t *testing.T) {
	t.Parallel()
	for _, key := range []string{key, ""} {
		page, err := setup(t, key, nil).Posts(t.Context(), permalink.Place{User: "new_buoy"}, "", 10)
		if err != nil || page.Items == nil || len(page.Items) != 0 || !page.Exhausted || page.Origin != social.Live {
			t.Errorf(`got error %v, page %+v; want no error, Items not nil, no Items, Exhausted true, Origin "live"`, err, page)
		}
	}
}

func TestPositions(t *testing.T) {
	t.Parallel()
	c := setup(t, key, nil)
	read := func(position string) error {
		_, err := c.Posts(t.Context(), permalink.Place{User: "halyard"}, position, 10)
		return err
	}
	for _, position := range []string{
		"x", "redditapi", "redditapi 1", "redditapi 1 t3_", "redditapi x t3_1", "redditapi 1 1kq0a6", "arcticshift 1 t3_1", "arcticshift 1 0",
		"arcticshift 1 5 T", "nowhere 1 t3_1", "redditapi 25 t3_9zzzzz", "reddit 25 t3_9zzzzz",
	} {
		if err := read(position); !errs.Is(err, errs.InvalidCursor) {
			t.Errorf(`%q: got error %v, want error "invalid_cursor"`, position, err)
		}
	}
	for _, position := range []string{"redditapi 1 t3_1kq0a6", "reddit 1 t3_1kq0a6", "arcticshift 1 1743930000 1kq0a6", "pullpush 1 1743930000"} {
		if err := read(position); err != nil {
			t.Errorf("%q: got error %v, want no error", position, err)
		}
	}
}

// listing is an answer of the API with posts of some ids.
func listing(after string, ids ...string) string {
	var children []string
	for _, id := range ids {
		children = append(children, fmt.Sprintf(`{"kind":"t3","data":{"id":%q,"title":"a","author":"b","created_utc":1700000000.0}}`, id))
	}
	return fmt.Sprintf(`{"kind":"Listing","data":{"after":%s,"children":[%s]}}`, after, strings.Join(children, ","))
}

func TestRepeatingLists(t *testing.T) {
	t.Parallel()
	calls := 0
	c := setup(t, key, granting(func(w http.ResponseWriter, r *http.Request) {
		calls++
		webclient.Answer(200, listing(`"t3_1b"`, "1a", "1b"))(w, r)
	}))
	page, err := c.Search(t.Context(), "a", reddit.Window{}, "", 10)
	if err != nil || calls != 2 || len(page.Items) != 2 || page.Exhausted || !strings.Contains(page.Reason, "again") {
		t.Errorf("%v, %d calls, %+v", err, calls, page)
	}
}

// One post that comes twice leaves a page short. It is filled up, and the list goes on to
// its end, whatever the size of a page.
func TestOneRepeatedPost(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 20, 119, 120, 121, 200} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			c := setup(t, key, granting(func(w http.ResponseWriter, r *http.Request) {
				q := r.URL.Query()
				from := 0
				if after, err := strconv.Atoi(strings.TrimPrefix(q.Get("after"), "t3_9")); err == nil {
					from = after - 1000 + 1
				}
				limit, _ := strconv.Atoi(q.Get("limit"))
				var part []string
				for i := from; i < min(from+limit, 260); i++ {
					part = append(part, fmt.Sprint("9", 1000+i))
				}
				if n > 1 && (from == 100 || from == 119) { // the last of the call before, as when something was posted in between
					part = append([]string{fmt.Sprint("9", 1000+from-1)}, part[:limit-1]...)
				}
				after := "null"
				if from+limit < 260 {
					after = `"t3_` + part[len(part)-1] + `"`
				}
				webclient.Answer(200, listing(after, part...))(w, r)
			}))
			seen, last := collect(t, n, func(position string, n int) (reddit.Page, error) {
				return c.Posts(t.Context(), permalink.Place{User: "b"}, position, n)
			})
			if len(seen) != 260 || !last.Exhausted || last.Reason != "" {
				t.Errorf("got %d posts, Exhausted %t, Reason %q; want 260, true, none", len(seen), last.Exhausted, last.Reason)
			}
		})
	}
}

// What fails behind the first posts keeps them, and a cursor for the rest.
func TestHalfAPage(t *testing.T) {
	t.Parallel()
	c := setup(t, key, granting(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("after") != "" {
			webclient.Answer(429, `<html>whoa there, pardner!`)(w, r)
			return
		}
		webclient.Answer(200, listing(`"t3_1b"`, "1a", "1b"))(w, r)
	}))
	page, err := c.Posts(t.Context(), permalink.Place{User: "b"}, "", 10)
	if err != nil || len(page.Items) != 2 || page.Next != "redditapi 2 t3_1b" || !strings.Contains(page.Reason, "429") {
		t.Errorf(`got error %v, page %+v; want no error, 2 Items, Next "redditapi 2 t3_1b", Reason with "429"`, err, page)
	}
}

func TestHostileAnswers(t *testing.T) {
	t.Parallel()
	none := handlers{reddit.ArcticShift: webclient.Answer(200, `{"data":[]}`), reddit.PullPush: webclient.Answer(200, `{"data":[]}`)}
	read := func(key string, own handlers) error {
		maps.Copy(own, none)
		_, err := setup(t, key, own).Posts(t.Context(), permalink.Place{User: "b"}, "", 10)
		return err
	}
	for name, body := range map[string]string{
		"null": `null`, "no list": `{}`, "an array": `[]`, "a string": `{"data":{"children":[{"kind":"t3","data":"x"}]}}`,
		"no id": `{"data":{"children":[{"kind":"t3","data":{}}]}}`, "cut off": `{"data":{"children":[{"kind":"t3","da`,
		"comment without id": `{"data":{"children":[{"kind":"t1","data":{"id":"../x"}}]}}`,
	} {
		own := granting(webclient.Answer(200, body))
		own[reddit.Feeds] = func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "access_token") {
				webclient.Answer(200, `{"access_token":"t","expires_in":60}`)(w, r)
				return
			}
			blocked(w, r)
		}
		if err := read(key, own); !errs.Is(err, errs.ParseFailed) {
			t.Errorf(`%s: got error %v, want error "parse_failed"`, name, err)
		}
	}
	for name, tc := range map[string]struct {
		body string
		code errs.Code
	}{
		"cut off":  {`<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><id>t3_1a`, errs.ParseFailed},
		"entities": {`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><feed><title>&a;</title></feed>`, errs.ParseFailed},
		"deep":     {`<feed>` + strings.Repeat(`<entry>`, 20_000), errs.ParseFailed},
		"another":  {`<rss version="2.0"><channel></channel></rss>`, errs.UpstreamBlocked},
		"json":     {`{"kind":"Listing"}`, errs.UpstreamBlocked},
		"nothing":  {``, errs.UpstreamBlocked},
	} {
		if err := read("", handlers{reddit.Feeds: webclient.Answer(200, tc.body)}); !errs.Is(err, tc.code) {
			t.Errorf("%s: got error %v, want error %q", name, err, tc.code)
		}
	}
}
