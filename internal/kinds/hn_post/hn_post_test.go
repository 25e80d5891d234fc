package hnpostkind_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	hnpostkind "github.com/quarryapi/quarry/internal/kinds/hn_post"
)

// prepared returns the canonical input of a body.
func prepared(t *testing.T, body string) (string, job.Plan, error) {
	t.Helper()
	args := hnpostkind.Spec().Args()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		t.Fatal(err)
	}
	plan, err := args.Prepare(job.Caller{})
	input, marshalErr := json.Marshal(args)
	if marshalErr != nil {
		t.Fatal(marshalErr)
	}
	return string(input), plan, err
}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ body, want string }{
		"id":            {`{"id":" 8863 "}`, `{"id":"8863","commentsLimit":50}`},
		"url":           {`{"url":"http://News.Ycombinator.com/item?id=8863#8870"}`, `{"id":"8863","commentsLimit":50}`},
		"url of an API": {`{"url":"https://hn.algolia.com/api/v1/items/8863","commentsLimit":50}`, `{"id":"8863","commentsLimit":50}`},
		"none":          {`{"id":"8863","commentsLimit":0}`, `{"id":"8863","commentsLimit":0}`},
		"clamped":       {`{"id":"8863","commentsLimit":5000,"options":{"x":1}}`, `{"id":"8863","commentsLimit":500,"options":{"x":1}}`},
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
			if plan.Target != "https://news.ycombinator.com/item?id=8863" || plan.Quote.Action != credit.HNPost || plan.Quote.Credits != 1 {
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
	cases := map[string]struct {
		body  string
		code  errs.Code
		field string
	}{
		"nothing":       {`{}`, errs.InvalidRequest, "id"},
		"both":          {`{"id":"8863","url":"https://news.ycombinator.com/item?id=8863"}`, errs.InvalidRequest, "url"},
		"no digits":     {`{"id":"hn"}`, errs.InvalidRequest, "id"},
		"a path":        {`{"id":"../user/pg"}`, errs.InvalidRequest, "id"},
		"a leading 0":   {`{"id":"08863"}`, errs.InvalidRequest, "id"},
		"another site":  {`{"url":"https://example.com/item?id=8863"}`, errs.InvalidURL, "url"},
		"a user":        {`{"url":"https://news.ycombinator.com/user?id=pg"}`, errs.InvalidURL, "url"},
		"no URL":        {`{"url":"item?id=8863"}`, errs.InvalidURL, "url"},
		"private":       {`{"url":"http://127.0.0.1/item?id=8863"}`, errs.InvalidURL, "url"},
		"heavy options": {`{"id":"8863","options":{"x":"` + strings.Repeat("y", 20000) + `"}}`, errs.InvalidRequest, "options"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, c.body)
			if e := errs.As(err); e == nil || e.Code != c.code || len(e.Details) != 1 || e.Details[0].Field != c.field {
				t.Errorf("got %+v", e)
			}
		})
	}
}
