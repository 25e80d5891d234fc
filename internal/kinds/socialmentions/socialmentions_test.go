package socialmentions_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/socialmentions"
)

var caller = kind.Caller{OrgID: "org_1", Cursors: cursor.NewSealer("k")}

func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body, want, target string
		blocks             int
	}{
		"words":      {`{"platform":"x","query":"  tide \n gauge "}`, `{"platform":"x","query":"tide gauge","limit":20}`, "x: tide gauge", 1},
		"clamped":    {`{"platform":"reddit","brand":"Acme  Inc.","limit":5000}`, `{"platform":"reddit","brand":"Acme Inc.","limit":100}`, "reddit: Acme Inc.", 5},
		"blocks":     {`{"platform":"reddit","brand":"任天堂","limit":21}`, `{"platform":"reddit","brand":"任天堂","limit":21}`, "reddit: 任天堂", 2},
		"handle":     {`{"platform":"x","handle":" @Acme_1 "}`, `{"platform":"x","handle":"acme_1","limit":20}`, "x: @acme_1", 1},
		"redditor":   {`{"platform":"reddit","handle":"/u/Acme-1"}`, `{"platform":"reddit","handle":"acme-1","limit":20}`, "reddit: @acme-1", 1},
		"hackernews": {`{"platform":"hackernews","handle":"acme"}`, `{"platform":"hackernews","handle":"acme","limit":20}`, "hackernews: @acme", 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: c.target, Quote: credit.Quote{Action: "social.mentions", Units: c.blocks, Credits: 3 * int64(c.blocks)}}
			kindtest.Canonical(t, socialmentions.Call(), caller, c.want, plan, c.body)
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, socialmentions.Call(), caller, kindtest.Refusals{
		"nothing":           {`{"platform":"x"}`, errs.InvalidRequest, "query", "exactly one"},
		"only space":        {`{"platform":"x","query":" ","brand":"\t"}`, errs.InvalidRequest, "query", "exactly one"},
		"two":               {`{"platform":"x","query":"a","brand":"b"}`, errs.InvalidRequest, "query", "exactly one"},
		"two others":        {`{"platform":"x","handle":"a","brand":"b"}`, errs.InvalidRequest, "query", "exactly one"},
		"three":             {`{"platform":"x","query":"a","handle":"a","brand":"b"}`, errs.InvalidRequest, "query", "exactly one"},
		"only without":      {`{"platform":"x","query":"-a"}`, errs.InvalidRequest, "query", "excluded words"},
		"signs":             {`{"platform":"x","query":"... !"}`, errs.InvalidRequest, "query", "word"},
		"brand of signs":    {`{"platform":"x","brand":"\"-\""}`, errs.InvalidRequest, "brand", "letter"},
		"many words":        {`{"platform":"x","query":"` + strings.Repeat("a ", 21) + `"}`, errs.InvalidRequest, "query", "20"},
		"emoji handle":      {`{"platform":"x","handle":"🌊tide"}`, errs.InvalidRequest, "handle", "brand"},
		"Arabic handle":     {`{"platform":"x","handle":"@مد"}`, errs.InvalidRequest, "handle", "brand"},
		"long handle":       {`{"platform":"x","handle":"@` + strings.Repeat("a", 60) + `"}`, errs.InvalidRequest, "handle", "letters"},
		"no redditor":       {`{"platform":"reddit","handle":"a b"}`, errs.InvalidRequest, "handle", "hyphens"},
		"hacker's handle":   {`{"platform":"hackernews","handle":"a b"}`, errs.InvalidRequest, "handle", "2 to 15"},
		"less than nothing": {`{"platform":"x","query":"a","limit":-1}`, errs.InvalidRequest, "limit", "at least 1"},
	})
}

// A cursor is good for the search that gave it, in pages of any size, and for no other.
func TestCursors(t *testing.T) {
	t.Parallel()
	args := socialmentions.Args{Platform: socialmentions.X, Handle: "@Acme"}
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
		_, _, err := kindtest.Prepare(t, socialmentions.Call(), caller, body)
		if e := errs.As(err); good != (err == nil) || !good && (e.Code != errs.InvalidCursor || e.Details[0].Field != "cursor") {
			t.Errorf(`%s: got error %v, want success %t, (Code "invalid_cursor", Details[0].Field "cursor" unless good)`, body, err, good)
		}
	}
	args.Cursor = next
	if _, err := args.Prepare(kind.Caller{OrgID: "org_2", Cursors: caller.Cursors}); !errs.Is(err, errs.InvalidCursor) {
		t.Errorf("another organization's cursor: %v", err)
	}
}
