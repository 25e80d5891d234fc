package hnsearchkind_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/cursor"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	hnsearchkind "github.com/quarryapi/quarry/internal/kinds/hn_search"
)

var caller = job.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

// prepared returns the canonical input of a body.
func prepared(t *testing.T, body string) (string, job.Plan, error) {
	t.Helper()
	args := hnsearchkind.Spec().Args()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		t.Fatal(err)
	}
	plan, err := args.Prepare(caller)
	input, marshalErr := json.Marshal(args)
	if marshalErr != nil {
		t.Fatal(marshalErr)
	}
	return string(input), plan, err
}

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
		"time":       {`{"query":"a","since":5,"until":5,"options":{"x":1}}`, `{"query":"a","sort":"relevance","since":5,"until":5,"limit":20,"options":{"x":1}}`, "a"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, plan, err := prepared(t, c.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if plan.Target != c.target || plan.Quote.Action != credit.HNSearch || plan.Quote.Credits != 1 {
				t.Errorf("plan: %+v", plan)
			}
			if again, _, err := prepared(t, got); err != nil || again != got {
				t.Errorf("the canonical input is not its own: %v, %s", err, again)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ body, field, says string }{
		"nothing":           {`{}`, "query", "tags"},
		"only space":        {`{"query":" ","tags":""}`, "query", "tags"},
		"order of time":     {`{"query":"a","since":6,"until":5}`, "since", "later"},
		"unknown tag":       {`{"query":"a","tags":["stories"]}`, "tags", `"stories"`},
		"a long tag":        {`{"query":"a","tags":"` + strings.Repeat("é", 900) + `"}`, "tags", "é…"},
		"author without":    {`{"query":"a","tags":"author_"}`, "tags", "author_NAME"},
		"filter in a tag":   {`{"query":"a","tags":"author_a&page=5"}`, "tags", ""},
		"open parenthesis":  {`{"query":"a","tags":"(story,comment"}`, "tags", "parentheses"},
		"closed too often":  {`{"query":"a","tags":"story),comment"}`, "tags", "parentheses"},
		"nested":            {`{"query":"a","tags":"((story),comment)"}`, "tags", "parentheses"},
		"empty parentheses": {`{"query":"a","tags":"()"}`, "tags", "parentheses"},
		"a number":          {`{"query":"a","tags":5}`, "tags", "array"},
		"numbers":           {`{"query":"a","tags":[5]}`, "tags", "array"},
		"many":              {`{"query":"a","tags":"` + strings.Repeat("story,", 50) + `story"}`, "tags", "50"},
		"heavy options":     {`{"query":"a","options":{"x":"` + strings.Repeat("y", 20000) + `"}}`, "options", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, c.body)
			e := errs.As(err)
			if e == nil || e.Code != errs.InvalidRequest || len(e.Details) != 1 || e.Details[0].Field != c.field || !strings.Contains(e.Message, c.says) || len(e.Message) > 400 {
				t.Errorf("got %+v", e)
			}
		})
	}
}

// A cursor is good for the search that gave it, in pages of any size, and for no other.
func TestCursors(t *testing.T) {
	t.Parallel()
	args := hnsearchkind.Args{Query: "a", Tags: json.RawMessage(`"(story,comment)"`), Sort: hnsearchkind.Date}
	if _, err := args.Prepare(caller); err != nil {
		t.Fatal(err)
	}
	next := caller.Cursors.Seal("org_1", args.Walk(), "5 71")
	cases := map[string]bool{
		`{"query":"a","tags":["(comment,story)"],"sort":"date","limit":7,"cursor":"` + next + `"}`:         true,
		`{"query":"a","tags":["(comment,story)"],"sort":"date","options":{"x":1},"cursor":"` + next + `"}`: true,
		`{"query":"b","tags":["(comment,story)"],"sort":"date","cursor":"` + next + `"}`:                   false,
		`{"query":"a","tags":["comment","story"],"sort":"date","cursor":"` + next + `"}`:                   false,
		`{"query":"a","tags":["(comment,story)"],"cursor":"` + next + `"}`:                                 false,
		`{"query":"a","tags":["(comment,story)"],"sort":"date","since":1,"cursor":"` + next + `"}`:         false,
		`{"query":"a","tags":["(comment,story)"],"sort":"date","until":1,"cursor":"` + next + `"}`:         false,
		`{"query":"a","tags":["(comment,story)"],"sort":"date","cursor":"5 71"}`:                           false,
	}
	for body, good := range cases {
		_, _, err := prepared(t, body)
		if e := errs.As(err); good != (err == nil) || !good && (e.Code != errs.InvalidCursor || e.Details[0].Field != "cursor") {
			t.Errorf("%s: %v", body, err)
		}
	}
	if _, err := (&args).Prepare(job.Caller{OrgID: "org_2", Cursors: caller.Cursors}); err != nil {
		t.Error(err)
	}
	args.Cursor = next
	if _, err := (&args).Prepare(job.Caller{OrgID: "org_2", Cursors: caller.Cursors}); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("another organization's cursor: %v", err)
	}
}
