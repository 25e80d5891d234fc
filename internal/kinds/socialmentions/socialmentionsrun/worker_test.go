package socialmentionsrun_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions/socialmentionsrun"
	"github.com/quarryapi/quarry/internal/read/mention"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

var caller = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

// runs are those of one organization.
type runs = kindtest.Runs[socialmentions.Args, socialmentions.Result]

func on(platforms socialmentionsrun.Platforms) runs {
	return runs{Call: socialmentions.Call(), Worker: socialmentionsrun.New(platforms, caller.Cursors), Caller: caller}
}

// web are the platforms of the sample web.
func web(t *testing.T) socialmentionsrun.Platforms {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 8, 10, 12, 0, 0, 0, time.UTC) }
	return socialmentionsrun.From(webclient.Start(t).Upstreams(t, nil), now)
}

func TestResults(t *testing.T) {
	t.Parallel()
	platforms := web(t)
	for name, body := range map[string]string{
		"hackernews": `{"platform":"hackernews","query":"\"tide gauge\" -company"}`,
		"reddit":     `{"platform":"reddit","brand":"Marrowfen"}`,
		"x":          `{"platform":"x","query":"gauge -shark","limit":5}`,
		"nothing":    `{"platform":"hackernews","brand":"barograph"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := on(platforms).Must(t, body)
			if (result.NextCursor == "") == (name == "x") {
				t.Errorf("cursor: %q", result.NextCursor)
			}
			result.NextCursor = "" // its seal is not for a file
			golden.JSON(t, "testdata/golden/"+name+".json", result)
		})
	}
}

// feed is a search whose positions are numbers of posts.
type feed struct {
	items []social.Item
	next  func(at int) string // nil is the usual
	fails int                 // the call that fails; 0 is none
	calls int
}

func (f *feed) Find(_ context.Context, _ mention.Query, position string, n int) (socialmentionsrun.Found, error) {
	if f.calls++; f.calls == f.fails {
		return socialmentionsrun.Found{}, errs.New(errs.UpstreamRateLimited, "too often")
	}
	from, _ := strconv.Atoi(position)
	to := min(from+n, len(f.items))
	found := socialmentionsrun.Found{Items: f.items[from:to], Exhausted: to == len(f.items), Source: "feed"}
	switch {
	case f.next != nil:
		found.Next = f.next(to)
	case to < len(f.items):
		found.Next = strconv.Itoa(to)
	}
	return found, nil
}

// posts are n posts of which every so many names acme.
func posts(n, every int) []social.Item {
	items := make([]social.Item, n)
	for i := range items {
		items[i] = social.Item{Platform: social.X, ExternalID: strconv.Itoa(9007199254740993 + i), Text: "about acmeology"}
		if i%every == 0 {
			items[i].Text = "about Acme"
		}
	}
	return items
}

// walk follows nextCursor to the end.
func walk(t *testing.T, f *feed, limit int) (ids []string, last socialmentions.Result) {
	t.Helper()
	for range 500 {
		var err error
		last, err = on(socialmentionsrun.Platforms{socialmentions.X: f}).Run(t.Context(), t, fmt.Sprintf(`{"platform":"x","query":"acme","limit":%d,"cursor":%q}`, limit, last.NextCursor))
		if err != nil {
			t.Fatal(err)
		}
		if len(last.Items) > limit || len(last.NextCursor) > cursor.MaxLength {
			t.Fatalf("%d items, a cursor of %d characters", len(last.Items), len(last.NextCursor))
		}
		for _, item := range last.Items {
			ids = append(ids, item.ExternalID)
		}
		if last.NextCursor == "" {
			return ids, last
		}
	}
	t.Fatal("the walk does not end")
	return nil, last
}

func unique(ids []string) int {
	seen := map[string]bool{}
	for _, id := range ids {
		seen[id] = true
	}
	return len(seen)
}

func TestPaging(t *testing.T) {
	t.Parallel()
	for _, every := range []int{1, 2, 7, 400} {
		for _, limit := range []int{1, 20, 100} {
			ids, last := walk(t, &feed{items: posts(410, every)}, limit)
			want := (410 + every - 1) / every
			if len(ids) != want || unique(ids) != want || !last.Exhausted || !last.Coverage.Complete || last.Items == nil {
				t.Errorf("every %d by %d: %d mentions of %d, %+v", every, limit, len(ids), want, last)
			}
		}
	}
}

// A small page goes on until it has something: an empty one is charged, too.
func TestNoEmptyPages(t *testing.T) {
	t.Parallel()
	f := &feed{items: posts(400, 70)}
	next := ""
	for n := 1; n <= 6; n++ {
		result := on(socialmentionsrun.Platforms{socialmentions.X: f}).Must(t, fmt.Sprintf(`{"platform":"x","query":"acme","limit":1,"cursor":%q}`, next))
		if len(result.Items) != 1 {
			t.Fatalf("page %d: got %d mentions after %d calls, want 1", n, len(result.Items), f.calls)
		}
		next = result.NextCursor
	}
	if f.calls > 60 {
		t.Errorf("got %d calls for six mentions among 400 posts, want a few each", f.calls)
	}
}

// A search that grows while it is read shows what was there before again.
func TestShiftedPages(t *testing.T) {
	t.Parallel()
	items := posts(60, 1)
	f := &feed{items: append(append(append([]social.Item{}, items[:20]...), items[15:40]...), items[35:]...)}
	if ids, last := walk(t, f, 20); len(ids) != 60 || unique(ids) != 60 || !last.Exhausted {
		t.Errorf("%d mentions, %d different ones", len(ids), unique(ids))
	}
}

// A page that one repeated post leaves short is filled up, and its walk goes on.
func TestOneRepeatedPost(t *testing.T) {
	t.Parallel()
	items := posts(60, 1)
	f := &feed{items: append(append([]social.Item{}, items[:1]...), items...)}
	if ids, last := walk(t, f, 1); len(ids) != 60 || !last.Exhausted || !last.Coverage.Complete {
		t.Errorf("got %d mentions, Exhausted %t, Coverage %+v; want 60, true, Complete true", len(ids), last.Exhausted, last.Coverage)
	}
}

// A cursor that repeats, or one that leads to the same posts for ever, ends the walk.
func TestRepeatingCursor(t *testing.T) {
	t.Parallel()
	for name, next := range map[string]func(int) string{
		"the same": func(int) string { return "20" },
		"in turns": func(to int) string { return strconv.Itoa(to%2 + to - 20) },
	} {
		ids, last := walk(t, &feed{items: posts(60, 1), next: next}, 20)
		if unique(ids) != len(ids) || len(ids) < 20 || last.Exhausted || !strings.Contains(last.Coverage.Reason, "same results") {
			t.Errorf("%s: %d mentions, %+v", name, len(ids), last)
		}
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	of := func(f *feed) socialmentionsrun.Platforms { return socialmentionsrun.Platforms{socialmentions.X: f} }
	if result, err := on(of(&feed{items: posts(60, 2), fails: 1})).Run(t.Context(), t, `{"platform":"x","query":"acme"}`); !errs.Is(err, errs.UpstreamRateLimited) {
		t.Errorf(`got error %v, result %+v; want error "upstream_rate_limited"`, err, result)
	}
	f := &feed{items: posts(60, 2), fails: 2}
	f.items[0].Text = "acmeology" // less than half of the page names it
	result, err := on(of(f)).Run(t.Context(), t, `{"platform":"x","query":"acme"}`)
	if err != nil || len(result.Items) != 9 || result.NextCursor == "" || result.Exhausted || !strings.Contains(result.Coverage.Reason, "too often") {
		t.Fatalf(`got error %v, result %+v; want no error, 9 Items, a NextCursor, Exhausted false, Coverage.Reason with "too often"`, err, result)
	}
	rest, err := on(of(f)).Run(t.Context(), t, `{"platform":"x","query":"acme","limit":100,"cursor":"`+result.NextCursor+`"}`)
	if err != nil || len(rest.Items) != 20 || !rest.Exhausted {
		t.Errorf("got error %v, %d rest.Items; want no error, 20 rest.Items, rest.Exhausted true", err, len(rest.Items))
	}
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(errs.New(errs.Cancelled, "stop"))
	run := kind.Run[socialmentions.Args]{OrgID: "org_1", Args: socialmentions.Args{Platform: socialmentions.X, Query: "acme", Limit: 5}}
	if _, err := socialmentionsrun.New(of(&feed{items: posts(60, 2)}), caller.Cursors).Run(ended, run); !errs.Is(err, errs.Cancelled) {
		t.Errorf("a run that was cancelled: %v", err)
	}
}

// The input of a job comes from storage; its cursor is opened again.
func TestBadInput(t *testing.T) {
	t.Parallel()
	r := socialmentionsrun.New(nil, caller.Cursors)
	asked := socialmentions.Args{Platform: socialmentions.X, Query: "a"}
	for name, c := range map[string]struct {
		args socialmentions.Args
		code errs.Code
	}{
		"no platform":    {socialmentions.Args{Platform: "y", Query: "a"}, errs.InternalError},
		"made up":        {socialmentions.Args{Platform: socialmentions.X, Query: "a", Cursor: "bm90IGEgY3Vyc29yIGF0IGFsbA"}, errs.InvalidCursor},
		"of other times": {socialmentions.Args{Platform: socialmentions.X, Query: "a", Cursor: caller.Cursors.Seal("org_1", asked.Walk(), "20")}, errs.InvalidCursor},
	} {
		c.args.Limit = 1
		if _, err := r.Run(t.Context(), kind.Run[socialmentions.Args]{OrgID: "org_1", Args: c.args}); !errs.Is(err, c.code) {
			t.Errorf("%s: got %v, want %s", name, err, c.code)
		}
	}
}

// What addresses an account may say so by what it answers only. Reposts repeat what
// others wrote.
func TestAccounts(t *testing.T) {
	t.Parallel()
	f := &feed{items: []social.Item{
		{ExternalID: "1", Text: "hello @acme"},
		{ExternalID: "2", Text: "hello", InReplyTo: &social.Reference{ExternalID: "9", Author: "Acme"}},
		{ExternalID: "3", Text: "hello acme"},
		{ExternalID: "4", Text: "hello @acme", RepostOf: &social.Item{ExternalID: "1"}},
		{ExternalID: "5", Text: "mail joe@acme.com"},
		{ExternalID: "6", Text: "@acmeology"},
		{ExternalID: "7", Text: "@acme", Deleted: true},
	}}
	result, err := on(socialmentionsrun.Platforms{socialmentions.X: f}).Run(t.Context(), t, `{"platform":"x","handle":"@Acme"}`)
	if err != nil || len(result.Items) != 2 || result.Items[0].ExternalID != "1" || result.Items[1].ExternalID != "2" {
		t.Errorf(`got error %v, items %+v; want no error, 2 Items, [0].ExternalID "1", [1].ExternalID "2"`, err, result.Items)
	}
}
