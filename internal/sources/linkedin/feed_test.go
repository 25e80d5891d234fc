package linkedin_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin"
)

func ids(items []social.Item) []string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = item.ExternalID
	}
	return all
}

// first reads a page with its first n posts.
func first(t *testing.T, c *linkedin.Client, slug string, n int) linkedin.Posts {
	t.Helper()
	company, err := c.Company(t.Context(), "company/"+slug)
	if err != nil {
		t.Fatal(err)
	}
	posts, err := c.PostsOf(t.Context(), company, n)
	if err != nil {
		t.Fatal(err)
	}
	return posts
}

func TestPosts(t *testing.T) {
	t.Parallel()
	c := setup(t)
	cases := map[string]struct {
		slug      string
		n, want   int
		exhausted bool
		more      bool
		says      string
	}{
		"a few":               {"marrowfen", 7, 7, false, true, ""},
		"a page":              {"marrowfen", 10, 10, false, true, ""},
		"within a batch":      {"marrowfen", 25, 25, false, true, ""},
		"all":                 {"marrowfen", 50, 37, true, false, ""},
		"exactly all":         {"marrowfen", 37, 37, true, false, ""},
		"more than is shown":  {"carrow-harbour", 100, 70, false, false, "there may be older posts"},
		"as many as is shown": {"carrow-harbour", 70, 70, false, false, "there may be older"},
		"the same again":      {"echo-sluice", 50, 10, false, false, "same posts again"},
		"fewer than a page":   {"young-mill", 50, 4, true, false, ""},
		"none":                {"quiet-pond", 50, 0, true, false, ""},
		"hidden":              {"sallow-weir", 50, 0, false, false, "hides its posts"},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := first(t, c, k.slug, k.n)
			if len(got.Items) != k.want || got.Exhausted != k.exhausted || (got.Next != "") != k.more || !strings.Contains(got.Reason, k.says) || k.says == "" && got.Reason != "" {
				t.Errorf("%d posts, exhausted %v, next %q, %q", len(got.Items), got.Exhausted, got.Next, got.Reason)
			}
			if all := ids(got.Items); len(slices.Compact(slices.Sorted(slices.Values(all)))) != len(all) || got.Items == nil {
				t.Errorf("some posts are there twice: %v", all)
			}
		})
	}
}

// Parts of any size give every post once, and end without an error.
func TestPaging(t *testing.T) {
	t.Parallel()
	c := setup(t)
	whole := ids(first(t, c, "marrowfen", 50).Items)
	for _, n := range []int{1, 3, 10, 13, 20, 36} {
		posts := first(t, c, "marrowfen", n)
		all := ids(posts.Items)
		for posts.Next != "" {
			var err error
			if posts, err = c.PostsAfter(t.Context(), "company/marrowfen", posts.Next, n); err != nil {
				t.Fatalf("by %d, after %d: %v", n, len(all), err)
			}
			all = append(all, ids(posts.Items)...)
		}
		if !slices.Equal(all, whole) || !posts.Exhausted {
			t.Errorf("by %d: %d posts of %d, exhausted %v", n, len(all), len(whole), posts.Exhausted)
		}
	}
}

// A list that repeats itself ends over calls of any size as it does within one.
func TestPagingThatRepeats(t *testing.T) {
	t.Parallel()
	c := setup(t)
	whole := ids(first(t, c, "echo-sluice", 50).Items)
	for _, n := range []int{1, 3, 5, 7, 9, 10, 13} {
		posts := first(t, c, "echo-sluice", n)
		all := ids(posts.Items)
		for calls := 1; posts.Next != "" && calls < 15; calls++ {
			var err error
			if posts, err = c.PostsAfter(t.Context(), "company/echo-sluice", posts.Next, n); err != nil {
				t.Fatalf("by %d, after %d: %v", n, len(all), err)
			}
			all = append(all, ids(posts.Items)...)
		}
		if !slices.Equal(all, whole) || posts.Next != "" || !strings.Contains(posts.Reason, "same posts again") {
			t.Errorf("by %d: got %d posts, more %v, reason %q; want %d, no more, and that they came again", n, len(all), posts.Next != "", posts.Reason, len(whole))
		}
	}
}

func TestStaleCursors(t *testing.T) {
	t.Parallel()
	c := setup(t)
	next := first(t, c, "marrowfen", 15).Next
	cases := map[string]string{
		"another token":   strings.Replace(next, "0-sample", "1-sample", 1),
		"another visitor": strings.Replace(next, "bcookie", "b", 1),
		"no position":     "{}",
		"no JSON":         "x",
		"before all":      strings.Replace(next, `"s":`, `"s":-`, 1),
		"a made-up post":  strings.Replace(next, `"a":"`, `"a":"x`, 1),
	}
	for name, position := range cases {
		if got, err := c.PostsAfter(t.Context(), "company/marrowfen", position, 10); !errs.Is(err, errs.InvalidCursor) {
			t.Errorf(`%s: got error %v, posts %+v; want error "invalid_cursor"`, name, err, got)
		}
	}
}

// What fails behind the first posts does not lose them, and the cursor goes on there.
func TestFailureOnTheWay(t *testing.T) {
	t.Parallel()
	broken := true
	c := wrapped(t, func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if broken && strings.Contains(r.URL.Path, "feedUpdates") && r.URL.Query().Get("paginationStart") == "20" {
				w.WriteHeader(999)
				return
			}
			next(w, r)
		}
	})
	posts := first(t, c, "marrowfen", 50)
	if len(posts.Items) != 20 || posts.Next == "" || posts.Exhausted || !strings.Contains(posts.Reason, "999") {
		t.Fatalf("%d posts, %+v", len(posts.Items), posts.Reason)
	}
	if got, err := c.PostsAfter(t.Context(), "company/marrowfen", posts.Next, 50); !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf(`got error %v, posts %+v; want error "upstream_blocked"`, err, got)
	}
	broken = false
	rest, err := c.PostsAfter(t.Context(), "company/marrowfen", posts.Next, 50)
	if err != nil || len(rest.Items) != 17 || !rest.Exhausted {
		t.Errorf("%d posts, %+v, %v", len(rest.Items), rest.Reason, err)
	}
}
