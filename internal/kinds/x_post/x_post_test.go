package xpostkind_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/cursor"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	xpostkind "github.com/quarryapi/quarry/internal/kinds/x_post"
)

var caller = job.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

func prepared(t *testing.T, body string) (string, job.Plan, error) {
	t.Helper()
	args := xpostkind.Spec().Args()
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
	cases := map[string]struct {
		body, want string
		credits    int64
	}{
		"id":       {`{"id":" 1903142823316049977 "}`, `{"id":"1903142823316049977","commentsLimit":20,"maxPages":5}`, 3},
		"url":      {`{"url":"https://x.com/a/status/20?s=2"}`, `{"id":"20","commentsLimit":20,"maxPages":5}`, 3},
		"alone":    {`{"id":"20","commentsLimit":0}`, `{"id":"20","commentsLimit":0,"maxPages":5}`, 3},
		"started":  {`{"id":"20","commentsLimit":21}`, `{"id":"20","commentsLimit":21,"maxPages":5}`, 6},
		"clamped":  {`{"id":"20","commentsLimit":500,"maxPages":9}`, `{"id":"20","commentsLimit":100,"maxPages":5}`, 15},
		"backfill": {`{"id":"20","commentsMode":"backfill","maxPages":2,"knownCommentIds":["21"]}`, `{"id":"20","commentsLimit":20,"commentsMode":"backfill","maxPages":2,"knownCommentIds":["21"]}`, 3},
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
			if plan.Quote.Action != credit.XPost || plan.Quote.Credits != c.credits || plan.Deprecated {
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
	other := xpostkind.Args{ID: "21"}
	foreign := caller.Cursors.Seal("org_1", other.Walk(), "t{}")
	cases := map[string]struct {
		body, field string
		code        errs.Code
	}{
		"nothing":              {`{}`, "id", errs.InvalidRequest},
		"both":                 {`{"id":"20","url":"https://x.com/a/status/20"}`, "url", errs.InvalidRequest},
		"no id":                {`{"id":"020"}`, "id", errs.InvalidRequest},
		"an account":           {`{"url":"https://x.com/a"}`, "url", errs.InvalidURL},
		"another site":         {`{"url":"https://example.com/a/status/20"}`, "url", errs.InvalidURL},
		"known":                {`{"id":"20","knownCommentIds":[""]}`, "knownCommentIds[0]", errs.InvalidRequest},
		"another's cursor":     {fmt.Sprintf(`{"id":"20","cursor":%q}`, foreign), "cursor", errs.InvalidCursor},
		"a cursor incremental": {fmt.Sprintf(`{"id":"21","commentsMode":"incremental","cursor":%q}`, foreign), "cursor", errs.InvalidRequest},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, c.body)
			e := errs.As(err)
			if e == nil || e.Code != c.code || len(e.Details) != 1 || e.Details[0].Field != c.field {
				t.Errorf("got %+v", e)
			}
		})
	}
	if _, _, err := prepared(t, fmt.Sprintf(`{"id":"21","commentsLimit":5,"cursor":%q}`, foreign)); err != nil {
		t.Errorf("its own cursor: %v", err)
	}
}
