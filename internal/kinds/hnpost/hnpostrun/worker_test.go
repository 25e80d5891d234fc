package hnpostrun_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/hnpost"
	"github.com/quarryapi/quarry/internal/kinds/hnpost/hnpostrun"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup gives what runs bodies on the sample web and the extra sites.
func setup(t *testing.T, extra ...webtest.Site) kindtest.Runs[hnpost.Args, hnpost.Result] {
	t.Helper()
	r := hnpostrun.New(hackernews.From(webclient.Start(t, extra...).Upstreams(t, nil)))
	return kindtest.Runs[hnpost.Args, hnpost.Result]{Call: hnpost.Call(), Worker: r}
}

func TestResults(t *testing.T) {
	t.Parallel()
	post := setup(t)
	for name, body := range map[string]string{
		"story":   `{"id":"8863"}`,
		"some":    `{"url":"https://news.ycombinator.com/item?id=8863","commentsLimit":2}`,
		"alone":   `{"id":"8900","commentsLimit":0}`,
		"poll":    `{"id":"8920"}`,
		"comment": `{"id":"8878"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.JSON(t, "testdata/golden/"+name+".json", post.Must(t, body))
		})
	}
}

func TestManyComments(t *testing.T) {
	t.Parallel()
	result := setup(t).Must(t, `{"id":"9000","commentsLimit":500}`)
	if result.Returned != 500 || result.Total != 1200 || result.Coverage.Complete || len(result.Post.Replies) != 500 {
		t.Errorf("%d of %d, %+v", result.Returned, result.Total, result.Coverage)
	}
	if first := result.Post.Replies[0]; first.ExternalID != "9001" || first.Text != "Reading 1: 2.00 m above datum." {
		t.Errorf("the page begins with %+v", first)
	}
}

// Without the search, comments are read one by one, and the answer says that.
func TestWithoutTheSearch(t *testing.T) {
	t.Parallel()
	result := setup(t, webtest.Site{Host: "hackernews.upstream.test"}).Must(t, `{"id":"9000","commentsLimit":500}`)
	if result.Returned != 100 || result.Total != 1200 || !strings.Contains(result.Coverage.Reason, "one by one") {
		t.Errorf("%d of %d, %+v", result.Returned, result.Total, result.Coverage)
	}
	if result.Post.Source != hackernews.Official {
		t.Errorf("the source is %s", result.Post.Source)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	post := setup(t)
	for id, says := range map[string]string{"77": "no item 77", "8942": "hidden", "8943": "deleted", "8876": "hidden"} {
		result, err := post.Run(t.Context(), t, `{"id":"`+id+`"}`)
		e := errs.As(err)
		if e == nil || e.Code != errs.TargetError || e.Retryable() || !strings.Contains(e.Message, says) {
			t.Errorf(`%s: got error %v, result %+v; want an error, Code "target_error", Retryable() false, Message with %q`, id, err, result, says)
		}
	}
	unprepared := kind.Run[hnpost.Args]{Args: hnpost.Args{ID: "8863"}}
	if _, err := hnpostrun.New(nil).Run(t.Context(), unprepared); !errs.Is(err, errs.InternalError) {
		t.Errorf("without a limit: got %v, want %s", err, errs.InternalError)
	}
}
