package hnsearch_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch"
)

var caller = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ body, want, target string }{
		"words":      {`{"query":"  tide \n gauge "}`, `{"query":"tide gauge","sort":"relevance","limit":20}`, "tide gauge"},
		"clamped":    {`{"query":"a","limit":5000,"sort":"date"}`, `{"query":"a","sort":"date","limit":100}`, "a"},
		"a tag":      {`{"tags":"story"}`, `{"tags":"story","sort":"relevance","limit":20}`, "story"},
		"one form":   {`{"tags":[" story","author_pg"],"limit":20}`, `{"tags":"author_pg,story","sort":"relevance","limit":20}`, "author_pg,story"},
		"the other":  {`{"tags":"story, author_pg,story"}`, `{"tags":"author_pg,story","sort":"relevance","limit":20}`, "author_pg,story"},
		"either":     {`{"tags":["(story,comment, story)","(job)"]}`, `{"tags":"(comment,story),job","sort":"relevance","limit":20}`, "(comment,story),job"},
		"story's":    {`{"query":"a","tags":"comment,story_8863"}`, `{"query":"a","tags":"comment,story_8863","sort":"relevance","limit":20}`, "a"},
		"no tags":    {`{"query":"a","tags":[]}`, `{"query":"a","sort":"relevance","limit":20}`, "a"},
		"empty tags": {`{"query":"a","tags":" "}`, `{"query":"a","sort":"relevance","limit":20}`, "a"},
		"in ms":      {`{"query":"a","since":1704067200000,"until":1735689600999}`, `{"query":"a","sort":"relevance","since":"2024-01-01T00:00:00.000Z","until":"2025-01-01T00:00:00.999Z","limit":20}`, "a"},
		"time":       {`{"query":"a","since":1735689600,"until":1735689600}`, `{"query":"a","sort":"relevance","since":"2025-01-01T00:00:00.000Z","until":"2025-01-01T00:00:00.000Z","limit":20}`, "a"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: c.target, Quote: credit.Quote{Action: "hn.search", Units: 1, Credits: 1}}
			kindtest.Canonical(t, hnsearch.Call(), caller, c.want, plan, c.body)
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, hnsearch.Call(), caller, kindtest.Refusals{
		"nothing":           {`{}`, errs.InvalidRequest, "query", "tags"},
		"only space":        {`{"query":" ","tags":""}`, errs.InvalidRequest, "query", "tags"},
		"less than nothing": {`{"query":"a","limit":-1}`, errs.InvalidRequest, "limit", "at least 1"},
		"order of time":     {`{"query":"a","since":"2026-02","until":"2026-01"}`, errs.InvalidRequest, "since", "later"},
		"unknown tag":       {`{"query":"a","tags":["stories"]}`, errs.InvalidRequest, "tags", `"stories"`},
		"a long tag":        {`{"query":"a","tags":"` + strings.Repeat("é", 900) + `"}`, errs.InvalidRequest, "tags", "é…"},
		"author without":    {`{"query":"a","tags":"author_"}`, errs.InvalidRequest, "tags", "author_NAME"},
		"filter in a tag":   {`{"query":"a","tags":"author_a&page=5"}`, errs.InvalidRequest, "tags", ""},
		"open parenthesis":  {`{"query":"a","tags":"(story,comment"}`, errs.InvalidRequest, "tags", "parentheses"},
		"closed too often":  {`{"query":"a","tags":"story),comment"}`, errs.InvalidRequest, "tags", "parentheses"},
		"nested":            {`{"query":"a","tags":"((story),comment)"}`, errs.InvalidRequest, "tags", "parentheses"},
		"empty parentheses": {`{"query":"a","tags":"()"}`, errs.InvalidRequest, "tags", "parentheses"},
		"a number":          {`{"query":"a","tags":5}`, errs.InvalidRequest, "tags", "array"},
		"numbers":           {`{"query":"a","tags":[5]}`, errs.InvalidRequest, "tags", "array"},
		"many":              {`{"query":"a","tags":"` + strings.Repeat("story,", 50) + `story"}`, errs.InvalidRequest, "tags", "50"},
	})
}

// A cursor is good for the search that gave it, in pages of any size, and for no other.
func TestCursors(t *testing.T) {
	t.Parallel()
	args := hnsearch.Args{Query: "a", Tags: json.RawMessage(`"(story,comment)"`), Sort: hnsearch.Date}
	if _, err := args.Prepare(caller); err != nil {
		t.Fatal(err)
	}
	next := caller.Cursors.Seal("org_1", args.Walk(), "5 71")
	cases := map[string]bool{
		`{"query":"a","tags":["(comment,story)"],"sort":"date","limit":7,"cursor":"` + next + `"}`:      true,
		`{"query":"a","tags":["(comment,story)"],"sort":"date","cursor":"` + next + `"}`:                true,
		`{"query":"b","tags":["(comment,story)"],"sort":"date","cursor":"` + next + `"}`:                false,
		`{"query":"a","tags":["comment","story"],"sort":"date","cursor":"` + next + `"}`:                false,
		`{"query":"a","tags":["(comment,story)"],"cursor":"` + next + `"}`:                              false,
		`{"query":"a","tags":["(comment,story)"],"sort":"date","since":"2026","cursor":"` + next + `"}`: false,
		`{"query":"a","tags":["(comment,story)"],"sort":"date","until":"2026","cursor":"` + next + `"}`: false,
		`{"query":"a","tags":["(comment,story)"],"sort":"date","cursor":"5 71"}`:                        false,
	}
	for body, good := range cases {
		_, _, err := kindtest.Prepare(t, hnsearch.Call(), caller, body)
		if e := errs.As(err); good != (err == nil) || !good && (e.Code != errs.InvalidCursor || e.Details[0].Field != "cursor") {
			t.Errorf(`%s: got error %v, want success %t, (Code "invalid_cursor", Details[0].Field "cursor" unless good)`, body, err, good)
		}
	}
	if _, err := (&args).Prepare(kind.Caller{OrgID: "org_2", Cursors: caller.Cursors}); err != nil {
		t.Error(err)
	}
	args.Cursor = next
	if _, err := (&args).Prepare(kind.Caller{OrgID: "org_2", Cursors: caller.Cursors}); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("another organization's cursor: %v", err)
	}
}
