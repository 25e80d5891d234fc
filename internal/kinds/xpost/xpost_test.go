package xpost_test

import (
	"fmt"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/xpost"
)

var caller = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body, want, id string
		blocks         int
	}{
		"id":       {`{"id":" 1903142823316049977 "}`, `{"id":"1903142823316049977","commentsLimit":20,"maxPages":5}`, "1903142823316049977", 1},
		"url":      {`{"url":"https://x.com/a/status/20?s=2"}`, `{"id":"20","commentsLimit":20,"maxPages":5}`, "20", 1},
		"alone":    {`{"id":"20","commentsLimit":0}`, `{"id":"20","commentsLimit":0,"maxPages":5}`, "20", 1},
		"started":  {`{"id":"20","commentsLimit":21}`, `{"id":"20","commentsLimit":21,"maxPages":5}`, "20", 2},
		"clamped":  {`{"id":"20","commentsLimit":500,"maxPages":9}`, `{"id":"20","commentsLimit":100,"maxPages":5}`, "20", 5},
		"backfill": {`{"id":"20","commentsMode":"backfill","maxPages":2,"knownCommentIds":["21"]}`, `{"id":"20","commentsLimit":20,"commentsMode":"backfill","maxPages":2,"knownCommentIds":["21"]}`, "20", 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: "https://x.com/i/status/" + c.id, Quote: credit.Quote{Action: "x.post", Units: c.blocks, Credits: 3 * int64(c.blocks)}}
			kindtest.Canonical(t, xpost.Call(), caller, c.want, plan, c.body)
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	other := xpost.Args{ID: "21"}
	foreign := caller.Cursors.Seal("org_1", other.Walk(), "t{}")
	kindtest.Refuses(t, xpost.Call(), caller, kindtest.Refusals{
		"nothing":              {`{}`, errs.InvalidRequest, "id", ""},
		"both":                 {`{"id":"20","url":"https://x.com/a/status/20"}`, errs.InvalidRequest, "url", ""},
		"no id":                {`{"id":"020"}`, errs.InvalidRequest, "id", ""},
		"an account":           {`{"url":"https://x.com/a"}`, errs.InvalidURL, "url", ""},
		"another site":         {`{"url":"https://example.com/a/status/20"}`, errs.InvalidURL, "url", ""},
		"known":                {`{"id":"20","knownCommentIds":[""]}`, errs.InvalidRequest, "knownCommentIds[0]", ""},
		"another's cursor":     {fmt.Sprintf(`{"id":"20","cursor":%q}`, foreign), errs.InvalidCursor, "cursor", ""},
		"a cursor incremental": {fmt.Sprintf(`{"id":"21","commentsMode":"incremental","cursor":%q}`, foreign), errs.InvalidRequest, "cursor", ""},
		"less than a page":     {`{"id":"20","maxPages":-1}`, errs.InvalidRequest, "maxPages", "at least 1"},
	})
	if _, _, err := kindtest.Prepare(t, xpost.Call(), caller, fmt.Sprintf(`{"id":"21","commentsLimit":5,"cursor":%q}`, foreign)); err != nil {
		t.Errorf("its own cursor: %v", err)
	}
}
