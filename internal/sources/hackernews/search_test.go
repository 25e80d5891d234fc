package hackernews_test

import (
	"fmt"
	"net/http"
	"net/url"
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

func ids(items []social.Item) []string {
	list := []string{}
	for _, item := range items {
		list = append(list, item.ExternalID)
	}
	return list
}

func TestRelevant(t *testing.T) {
	t.Parallel()
	c := setup(t, nil, nil)
	cases := map[string]struct {
		query hackernews.Query
		want  []string
	}{
		"words":         {hackernews.Query{Text: "tide gauge", Tags: "(story,job)"}, []string{"8863", "8910", "8941"}},
		"a phrase":      {hackernews.Query{Text: `"at sea"`}, []string{"8900"}},
		"without":       {hackernews.Query{Text: "self-hosted -gauge"}, []string{"8900", "8902"}},
		"an author":     {hackernews.Query{Tags: "story,author_sjofn"}, []string{"8940"}},
		"a poll":        {hackernews.Query{Tags: "poll"}, []string{"8920"}},
		"a job":         {hackernews.Query{Tags: "job"}, []string{"8930"}},
		"show":          {hackernews.Query{Tags: "show_hn"}, []string{"8910"}},
		"within":        {hackernews.Query{Tags: "story", Since: 1743584400, Until: 1743670800}, []string{"8910", "8900"}},
		"in titles":     {hackernews.Query{Text: "gauge", In: []string{"title"}, Tags: "story", Until: 1743700000, Exact: true}, []string{"8863", "8910"}},
		"other scripts": {hackernews.Query{Text: "مقياس"}, []string{"8877"}},
		"nothing":       {hackernews.Query{Text: "barograph"}, []string{}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, err := c.Relevant(t.Context(), tc.query, "", 10)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, ids(page.Items)); diff != "" {
				t.Errorf("ids mismatch (-want +got):\n%s", diff)
			}
			if !page.Exhausted || page.Next != "" || *page.Total != int64(len(tc.want)) || !page.TotalExact {
				t.Errorf("got page %+v, want Exhausted true, empty Next, Total %v, TotalExact true", page, int64(len(tc.want)))
			}
		})
	}
}

func TestItems(t *testing.T) {
	t.Parallel()
	page, err := setup(t, nil, nil).Newest(t.Context(), hackernews.Query{Until: 1743930000}, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/golden/search.json", page)
}

// What the search says beside the words reaches it as it stands.
func TestRequest(t *testing.T) {
	t.Parallel()
	var path string
	var asked url.Values
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		path, asked = r.URL.Path, r.URL.Query()
		webclient.Answer(200, `{"hits":[]}`)(w, r)
	}, nil)
	q := hackernews.Query{Text: `"a & b" -c`, Tags: "(story,comment),author_pg", Since: 5, Until: 9, In: []string{"url", "title"}, Exact: true}
	if _, err := c.Newest(t.Context(), q, "8 71 72", 30); err != nil {
		t.Fatal(err)
	}
	want := url.Values{
		"query": {`"a & b" -c`}, "tags": {"(story,comment),author_pg"}, "numericFilters": {"created_at_i>=5,created_at_i<=8"},
		"restrictSearchableAttributes": {"url,title"}, "typoTolerance": {"false"}, "hitsPerPage": {"32"}, "page": {"0"},
	}
	if diff := cmp.Diff(want, asked); diff != "" || path != "/search_by_date" {
		t.Errorf("got path %q, want \"/search_by_date\"; asked mismatch (-want +got):\n%s", path, diff)
	}
	if _, err := c.Relevant(t.Context(), hackernews.Query{}, "20", 10); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(url.Values{"query": {""}, "hitsPerPage": {"10"}, "page": {"2"}}, asked); diff != "" || path != "/search" {
		t.Errorf("got path %q, want \"/search\"; asked mismatch (-want +got):\n%s", path, diff)
	}
}

// walk collects all pages, whose sizes alternate.
func walk(t *testing.T, next func(position string, n int) (hackernews.Page, error), sizes ...int) ([]string, hackernews.Page) {
	t.Helper()
	var all []string
	var page hackernews.Page
	for i := 0; ; i++ {
		var err error
		if page, err = next(page.Next, sizes[i%len(sizes)]); err != nil {
			t.Fatal(err)
		}
		all = append(all, ids(page.Items)...)
		if page.Next == "" {
			return all, page
		}
	}
}

func TestNewestGoesBeyondTheReachOfTheSearch(t *testing.T) {
	t.Parallel()
	c := setup(t, nil, nil)
	q := hackernews.Query{Text: "reading", Tags: "comment"}
	for _, sizes := range [][]int{{100}, {7, 100, 1, 64}} {
		all, last := walk(t, func(position string, n int) (hackernews.Page, error) {
			return c.Newest(t.Context(), q, position, n)
		}, sizes...)
		if !last.Exhausted || last.Reason != "" || len(all) != 1200 {
			t.Errorf("%d items, then %+v", len(all), last)
		}
		slices.Sort(all)
		if distinct := len(slices.Compact(all)); distinct != 1200 {
			t.Errorf("%d of them are distinct", distinct)
		}
	}
}

func TestRelevantSaysWhereItEnds(t *testing.T) {
	t.Parallel()
	c := setup(t, nil, nil)
	all, last := walk(t, func(position string, n int) (hackernews.Page, error) {
		return c.Relevant(t.Context(), hackernews.Query{Text: "reading"}, position, n)
	}, 90, 100, 33)
	if len(all) != 1000 || last.Exhausted || !strings.Contains(last.Reason, "sort by date") || *last.Total != 1201 {
		t.Errorf("%d items, then %+v", len(all), last)
	}
	slices.Sort(all)
	if len(slices.Compact(all)) != 1000 {
		t.Error("pages overlap")
	}
}

// hits are items of given times, as an answer.
func hits(times ...int) string {
	var list []string
	for i, at := range times {
		list = append(list, fmt.Sprintf(`{"objectID":"%d","created_at_i":%d,"_tags":["comment"]}`, 100+i, at))
	}
	return `{"hits":[` + strings.Join(list, ",") + `]}`
}

// The same answer again and again ends a walk.
func TestRepeatingPagesEnd(t *testing.T) {
	t.Parallel()
	c := setup(t, webclient.Answer(200, hits(50, 50, 50, 50, 50, 50)), nil)
	all, last := walk(t, func(position string, n int) (hackernews.Page, error) {
		return c.Newest(t.Context(), hackernews.Query{}, position, n)
	}, 2)
	if diff := cmp.Diff([]string{"100", "101", "102", "103", "104", "105"}, all); diff != "" || !last.Exhausted {
		t.Errorf("got last %+v, want Exhausted true; all mismatch (-want +got):\n%s", last, diff)
	}
}

func TestCrowdedSecondIsLeft(t *testing.T) {
	t.Parallel()
	c := setup(t, webclient.Answer(200, hits(slices.Repeat([]int{50}, 400)...)), nil)
	position, given := "", 0
	for range 10 {
		page, err := c.Newest(t.Context(), hackernews.Query{}, position, 90)
		if err != nil {
			t.Fatal(err)
		}
		if given += len(page.Items); page.Reason != "" {
			if given != 360 || page.Next != "49" || !strings.Contains(page.Reason, "1970-01-01T00:00:50.000Z") {
				t.Errorf("after %d: %+v", given, page)
			}
			return
		}
		position = page.Next
	}
	t.Error("the walk remembers without end")
}

func TestPositions(t *testing.T) {
	t.Parallel()
	c := setup(t, webclient.Answer(200, hits(50)), nil)
	for _, position := range []string{"x", "-1", "0", "5 a", "5  7", "9007199254740993000000", "5 1 ", "5" + strings.Repeat(" 1", 400)} {
		if _, err := c.Newest(t.Context(), hackernews.Query{}, position, 10); !errs.Is(err, errs.InvalidCursor) {
			t.Errorf("Newest takes %q: %v", position, err)
		}
	}
	for _, position := range []string{"x", "-1", "1000", "5 a"} {
		if _, err := c.Relevant(t.Context(), hackernews.Query{}, position, 10); !errs.Is(err, errs.InvalidCursor) {
			t.Errorf("Relevant takes %q: %v", position, err)
		}
	}
}

func TestSearchFailures(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
	}{
		"limited":        {429, `{"message":"Too many requests"}`, errs.UpstreamRateLimited},
		"away":           {503, ``, errs.ProviderUnavailable},
		"bad filter":     {400, `{"message":"invalid numeric attribute filter"}`, errs.TargetError},
		"a page":         {200, `<!doctype html>`, errs.UpstreamBlocked},
		"forbidden":      {403, `<html>`, errs.UpstreamBlocked},
		"cut off":        {200, `{"hits":[{"objectID":"1`, errs.ParseFailed},
		"no hits":        {200, `{"message":"invalid index"}`, errs.ParseFailed},
		"no id":          {200, `{"hits":[{"created_at_i":5}]}`, errs.ParseFailed},
		"an odd id":      {200, `{"hits":[{"objectID":"a5","created_at_i":5}]}`, errs.ParseFailed},
		"no time":        {200, `{"hits":[{"objectID":"5"}]}`, errs.ParseFailed},
		"other types":    {200, `{"hits":[{"objectID":"5","created_at_i":"soon"}]}`, errs.ParseFailed},
		"hits of others": {200, `{"hits":{"a":1}}`, errs.ParseFailed},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := setup(t, webclient.Answer(tc.status, tc.body), nil)
			if page, err := c.Newest(t.Context(), hackernews.Query{Text: "a"}, "", 10); !errs.Is(err, tc.code) {
				t.Errorf("got %+v, %v", page, err)
			}
		})
	}
}

func TestMentions(t *testing.T) {
	t.Parallel()
	c := setup(t, nil, nil)
	page, err := c.Mentions(t.Context(), "company.test", hackernews.Query{}, "", 20)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"8930", "8871", "8863"}, ids(page.Items)); diff != "" || !page.Exhausted || page.Total != nil {
		t.Errorf("got page %+v, want Exhausted true, Total nil; ids mismatch (-want +got):\n%s", page, diff)
	}
}

func TestMentionsAreOfTheDomain(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		url, title, text string
		want             bool
	}{
		"its site":        {url: "https://example.com/a", want: true},
		"a name below":    {url: "http://blog.EXAMPLE.com:8080/", want: true},
		"another site":    {url: "https://myexample.com/", want: false},
		"within a path":   {url: "https://other.org/example.com", want: false},
		"a longer domain": {url: "https://example.com.au/", want: false},
		"in a title":      {title: "Example.com is gone (2024)", want: true},
		"ends a sentence": {text: "See example.com.", want: true},
		"a name below it": {text: "at docs.example.com/x", want: true},
		"in another word": {text: "myexample.com and my-example.com", want: false},
		"begins another":  {text: "example.com.au, example.community, example.com-x", want: false},
		"twice":           {text: "example.community, not example.com", want: true},
		"run together":    {text: "example.comexample.com", want: false},
		"with an accent":  {text: "éexample.com", want: false},
		"without a space": {text: "詳しくはexample.comで", want: true},
		"between others":  {text: "「example.com」", want: true},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := fmt.Sprintf(`{"hits":[{"objectID":"1","created_at_i":5,"url":%q,"title":%q,"comment_text":%q}]}`, tc.url, tc.title, tc.text)
			page, err := setup(t, webclient.Answer(200, body), nil).Mentions(t.Context(), "example.com", hackernews.Query{}, "", 5)
			if err != nil || (len(page.Items) == 1) != tc.want {
				t.Errorf("got error %v, page %+v; want no error, 1 Items %t", err, page, tc.want)
			}
		})
	}
}
