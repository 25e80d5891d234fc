package redditkind_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	redditkind "github.com/quarryapi/quarry/internal/kinds/reddit"
)

// prepared returns the canonical input of a body.
func prepared(t *testing.T, body string) (string, job.Plan, error) {
	t.Helper()
	args := redditkind.Spec().Args()
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

// All forms of an account's name are one input, so that they share a cached result.
func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"username":"Tide_Watcher"}`, `{"username":" u/tide_watcher "}`, `{"username":"/user/TIDE_WATCHER/"}`, `{"username":"@tide_watcher"}`,
		`{"username":"r/u_Tide_Watcher"}`, `{"url":"https://www.reddit.com/user/Tide_Watcher/"}`, `{"url":"https://old.reddit.com/u/tide_watcher/submitted?sort=top"}`,
	} {
		got, plan, err := prepared(t, body)
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		if diff := cmp.Diff(`{"username":"tide_watcher"}`, got); diff != "" {
			t.Error(body, diff)
		}
		if plan.Target != "u/tide_watcher" || plan.Quote.Action != credit.RedditProfile || plan.Quote.Credits != 3 {
			t.Errorf("plan: %+v", plan)
		}
		if again, _, err := prepared(t, got); err != nil || again != got {
			t.Errorf("the canonical input is not its own: %v, %s", err, again)
		}
	}
	if got, _, err := prepared(t, `{"username":"a","options":{"x":1}}`); err != nil || got != `{"username":"a","options":{"x":1}}` {
		t.Error(got, err)
	}
	if ttl := redditkind.Spec().CacheTTL; ttl != time.Hour {
		t.Errorf("cached for %s", ttl)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body  string
		code  errs.Code
		field string
	}{
		"nothing":     {`{}`, errs.InvalidRequest, "username"},
		"space":       {`{"username":" "}`, errs.InvalidRequest, "username"},
		"both":        {`{"username":"a","url":"https://www.reddit.com/user/a/"}`, errs.InvalidRequest, "url"},
		"deleted":     {`{"username":"[deleted]"}`, errs.InvalidRequest, "username"},
		"emoji":       {`{"username":"tide🌊"}`, errs.InvalidRequest, "username"},
		"RTL":         {`{"username":"אבג"}`, errs.InvalidRequest, "username"},
		"long":        {`{"username":"` + strings.Repeat("a", 21) + `"}`, errs.InvalidRequest, "username"},
		"community":   {`{"username":"r/tides"}`, errs.InvalidRequest, "username"},
		"not Reddit":  {`{"url":"https://example.com/user/a/"}`, errs.InvalidURL, "url"},
		"a community": {`{"url":"https://www.reddit.com/r/tides/"}`, errs.InvalidURL, "url"},
		"a post":      {`{"url":"https://www.reddit.com/user/a/comments/1abc/x/"}`, errs.InvalidURL, "url"},
		"private":     {`{"url":"http://127.0.0.1/user/a"}`, errs.InvalidURL, "url"},
		"options":     {`{"username":"a","options":{"x":"` + strings.Repeat("a", 20_000) + `"}}`, errs.InvalidRequest, "options"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := prepared(t, c.body)
			e := errs.As(err)
			if e == nil || e.Code != c.code || len(e.Details) != 1 || e.Details[0].Field != c.field {
				t.Errorf("got %+v", e)
			}
		})
	}
}
