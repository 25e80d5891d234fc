package reddit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/reddit"
)

// All forms of an account's name are one input, so that they share a cached result.
func TestCanonicalInput(t *testing.T) {
	t.Parallel()
	plan := func(target string) kind.Plan {
		return kind.Plan{Target: target, Quote: credit.Quote{Action: "reddit.profile", Units: 1, Credits: 3}}
	}
	kindtest.Canonical(t, reddit.Call(), kind.Caller{}, `{"username":"tide_watcher"}`, plan("u/tide_watcher"),
		`{"username":"Tide_Watcher"}`, `{"username":" u/tide_watcher "}`, `{"username":"/user/TIDE_WATCHER/"}`, `{"username":"@tide_watcher"}`,
		`{"username":"r/u_Tide_Watcher"}`, `{"url":"https://www.reddit.com/user/Tide_Watcher/"}`, `{"url":"https://old.reddit.com/u/tide_watcher/submitted?sort=top"}`,
	)
	kindtest.Canonical(t, reddit.Call(), kind.Caller{}, `{"username":"a"}`, plan("u/a"), `{"username":"a"}`)
	if ttl := reddit.Definition().CacheTTL; ttl != time.Hour {
		t.Errorf("cached for %s", ttl)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, reddit.Call(), kind.Caller{}, kindtest.Refusals{
		"nothing":     {`{}`, errs.InvalidRequest, "username", ""},
		"space":       {`{"username":" "}`, errs.InvalidRequest, "username", ""},
		"both":        {`{"username":"a","url":"https://www.reddit.com/user/a/"}`, errs.InvalidRequest, "url", ""},
		"deleted":     {`{"username":"[deleted]"}`, errs.InvalidRequest, "username", ""},
		"emoji":       {`{"username":"tide🌊"}`, errs.InvalidRequest, "username", ""},
		"RTL":         {`{"username":"אבג"}`, errs.InvalidRequest, "username", ""},
		"long":        {`{"username":"` + strings.Repeat("a", 21) + `"}`, errs.InvalidRequest, "username", ""},
		"community":   {`{"username":"r/tides"}`, errs.InvalidRequest, "username", ""},
		"not Reddit":  {`{"url":"https://example.com/user/a/"}`, errs.InvalidURL, "url", ""},
		"a community": {`{"url":"https://www.reddit.com/r/tides/"}`, errs.InvalidURL, "url", ""},
		"a post":      {`{"url":"https://www.reddit.com/user/a/comments/1abc/x/"}`, errs.InvalidURL, "url", ""},
		"private":     {`{"url":"http://127.0.0.1/user/a"}`, errs.InvalidURL, "url", ""},
	})
}
