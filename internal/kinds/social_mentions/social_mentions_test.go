package socialmentionskind_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/cursor"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	socialmentionskind "github.com/quarryapi/quarry/internal/kinds/social_mentions"
)

var caller = job.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

// prepared returns the canonical input of a body.
func prepared(t *testing.T, body string) (string, job.Plan, error) {
	t.Helper()
	args := socialmentionskind.Spec().Args()
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
		body, want, target string
		credits            int64
	}{
		"words":      {`{"platform":"x","query":"  tide \n gauge "}`, `{"platform":"x","query":"tide gauge","limit":20}`, "x: tide gauge", 3},
		"clamped":    {`{"platform":"reddit","brand":"Acme  Inc.","limit":5000}`, `{"platform":"reddit","brand":"Acme Inc.","limit":100}`, "reddit: Acme Inc.", 15},
		"blocks":     {`{"platform":"reddit","brand":"任天堂","limit":21}`, `{"platform":"reddit","brand":"任天堂","limit":21}`, "reddit: 任天堂", 6},
		"handle":     {`{"platform":"x","handle":" @Acme_1 "}`, `{"platform":"x","handle":"acme_1","limit":20}`, "x: @acme_1", 3},
		"redditor":   {`{"platform":"reddit","handle":"/u/Acme-1"}`, `{"platform":"reddit","handle":"acme-1","limit":20}`, "reddit: @acme-1", 3},
		"hackernews": {`{"platform":"hackernews","handle":"acme","options":{"x":1}}`, `{"platform":"hackernews","handle":"acme","limit":20,"options":{"x":1}}`, "hackernews: @acme", 3},
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
			if plan.Target != c.target || plan.Quote.Action != credit.SocialMentions || plan.Quote.Credits != c.credits {
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
		"nothing":         {`{"platform":"x"}`, "query", "exactly one"},
		"only space":      {`{"platform":"x","query":" ","brand":"\t"}`, "query", "exactly one"},
		"two":             {`{"platform":"x","query":"a","brand":"b"}`, "query", "exactly one"},
		"two others":      {`{"platform":"x","handle":"a","brand":"b"}`, "query", "exactly one"},
		"three":           {`{"platform":"x","query":"a","handle":"a","brand":"b"}`, "query", "exactly one"},
		"only without":    {`{"platform":"x","query":"-a"}`, "query", "leave out"},
		"signs":           {`{"platform":"x","query":"... !"}`, "query", "word"},
		"brand of signs":  {`{"platform":"x","brand":"\"-\""}`, "brand", "letter"},
		"many words":      {`{"platform":"x","query":"` + strings.Repeat("a ", 21) + `"}`, "query", "20"},
		"emoji handle":    {`{"platform":"x","handle":"🌊tide"}`, "handle", "brand"},
		"Arabic handle":   {`{"platform":"x","handle":"@مد"}`, "handle", "brand"},
		"long handle":     {`{"platform":"x","handle":"@` + strings.Repeat("a", 60) + `"}`, "handle", "letters"},
		"no redditor":     {`{"platform":"reddit","handle":"a b"}`, "handle", "hyphens"},
		"hacker's handle": {`{"platform":"hackernews","handle":"a b"}`, "handle", "2 to 15"},
		"heavy options":   {`{"platform":"x","query":"a","options":{"x":"` + strings.Repeat("y", 20000) + `"}}`, "options", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, c.body)
			e := errs.As(err)
			if e == nil || e.Code != errs.InvalidRequest || len(e.Details) != 1 || e.Details[0].Field != c.field || !strings.Contains(e.Message, c.says) {
				t.Errorf("got %+v", e)
			}
		})
	}
}

// A cursor is good for the search that gave it, in pages of any size, and for no other.
func TestCursors(t *testing.T) {
	t.Parallel()
	args := socialmentionskind.Args{Platform: socialmentionskind.X, Handle: "@Acme"}
	if _, err := args.Prepare(caller); err != nil {
		t.Fatal(err)
	}
	next := caller.Cursors.Seal("org_1", args.Walk(), "p")
	for body, good := range map[string]bool{
		`{"platform":"x","handle":"acme","limit":7,"cursor":"` + next + `"}`:            true,
		`{"platform":"x","handle":"ACME","options":{},"cursor":"` + next + `"}`:         true,
		`{"platform":"reddit","handle":"acme","cursor":"` + next + `"}`:                 false,
		`{"platform":"x","query":"acme","cursor":"` + next + `"}`:                       false,
		`{"platform":"x","brand":"acme","cursor":"` + next + `"}`:                       false,
		`{"platform":"x","handle":"acme","cursor":"p"}`:                                 false,
		`{"platform":"x","handle":"acme","cursor":"` + "A" + next + `"}`:                false,
		`{"platform":"x","handle":"acme","cursor":"` + strings.Repeat("a", 4096) + `"}`: false,
	} {
		_, _, err := prepared(t, body)
		if e := errs.As(err); good != (err == nil) || !good && (e.Code != errs.InvalidCursor || e.Details[0].Field != "cursor") {
			t.Errorf("%s: %v", body, err)
		}
	}
	args.Cursor = next
	if _, err := args.Prepare(job.Caller{OrgID: "org_2", Cursors: caller.Cursors}); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("another organization's cursor: %v", err)
	}
}
