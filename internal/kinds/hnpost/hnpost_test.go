package hnpost_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/hnpost"
)

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ body, want string }{
		"id":            {`{"id":" 8863 "}`, `{"id":"8863","commentsLimit":50}`},
		"url":           {`{"url":"http://News.Ycombinator.com/item?id=8863#8870"}`, `{"id":"8863","commentsLimit":50}`},
		"url of an API": {`{"url":"https://hn.algolia.com/api/v1/items/8863","commentsLimit":50}`, `{"id":"8863","commentsLimit":50}`},
		"none":          {`{"id":"8863","commentsLimit":0}`, `{"id":"8863","commentsLimit":0}`},
		"clamped":       {`{"id":"8863","commentsLimit":5000}`, `{"id":"8863","commentsLimit":500}`},
	}
	plan := kind.Plan{Target: "https://news.ycombinator.com/item?id=8863", Quote: credit.Quote{Action: "hn.post", Units: 1, Credits: 1}}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kindtest.Canonical(t, hnpost.Call(), kind.Caller{}, c.want, plan, c.body)
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, hnpost.Call(), kind.Caller{}, kindtest.Refusals{
		"nothing":      {`{}`, errs.InvalidRequest, "id", ""},
		"both":         {`{"id":"8863","url":"https://news.ycombinator.com/item?id=8863"}`, errs.InvalidRequest, "url", ""},
		"no digits":    {`{"id":"hn"}`, errs.InvalidRequest, "id", ""},
		"a path":       {`{"id":"../user/pg"}`, errs.InvalidRequest, "id", ""},
		"a leading 0":  {`{"id":"08863"}`, errs.InvalidRequest, "id", ""},
		"another site": {`{"url":"https://example.com/item?id=8863"}`, errs.InvalidURL, "url", ""},
		"a user":       {`{"url":"https://news.ycombinator.com/user?id=pg"}`, errs.InvalidURL, "url", ""},
		"no URL":       {`{"url":"item?id=8863"}`, errs.InvalidURL, "url", ""},
		"private":      {`{"url":"http://127.0.0.1/item?id=8863"}`, errs.InvalidURL, "url", ""},
	})
}
