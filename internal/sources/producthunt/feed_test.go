package producthunt_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
)

func TestFeed(t *testing.T) {
	t.Parallel()
	all, err := setup(t, nil).Feed(t.Context())
	if err != nil || len(all) != 5 {
		t.Fatalf("got error %v, %v all; want no error, 5 in all", err, len(all))
	}
	golden.JSON(t, "testdata/golden/feed.json", all[:2])
	if all[3].Tagline != "A rain gauge from a coffee tin & a straw" {
		t.Errorf(`got all[3] %+v, want Tagline "A rain gauge from a coffee tin & a straw"`, all[3])
	}
}

const oneEntry = `<entry><id>tag:www.producthunt.com,2005:Post/7</id><title> Tin
 two</title><link rel="self" href="https://www.producthunt.com/products/other"/><link rel="alternate" href="https://www.producthunt.com/posts/tin?utm_source=x"/><published>soon</published></entry>`

func TestFeedForms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		n    int
		code errs.Code
	}{
		"one":                {`<feed xmlns="http://www.w3.org/2005/Atom">` + oneEntry + `</feed>`, 1, ""},
		"cut off":            {`<feed>` + oneEntry + `<entry><id>tag:www.producthunt.com,2005:Post/8</id><title>Ca`, 1, ""},
		"cut between":        {`<feed>` + oneEntry, 1, ""},
		"entities":           {`<!DOCTYPE feed [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><feed>` + oneEntry + `<entry><id>tag:x:Post/8</id><title>&b;</title></entry></feed>`, 1, ""},
		"another id":         {`<feed>` + oneEntry + `<entry><id>tag:x:Post/../9</id><title>x</title></entry><entry><id>tag:x:Post/9</id></entry></feed>`, 1, ""},
		"many":               {`<feed>` + strings.Repeat(oneEntry, 2000) + `</feed>`, 500, ""},
		"none":               {`<feed></feed>`, 0, errs.ParseFailed},
		"nothing":            {``, 0, errs.ParseFailed},
		"a page":             {`<html><body>Hello</body></html>`, 0, errs.UpstreamBlocked},
		"a wall with status": {`<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}</script></body></html>`, 0, errs.UpstreamBlocked},
		"no XML":             {`{"posts":[]}`, 0, errs.ParseFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all, err := answering(t, 200, c.body).Feed(t.Context())
			if c.code != "" && (!errs.Is(err, c.code) || all != nil) || c.code == "" && err != nil || len(all) != c.n {
				t.Errorf("got %d all, error %v; want (error %q, all nil if code is given), (no error if code is empty), %v in all", len(all), err, c.code, c.n)
			}
			if c.n > 0 && (all[0].Name != "Tin two" || all[0].Slug != "tin" || all[0].URL != "https://www.producthunt.com/posts/tin" || all[0].CreatedAt != "") {
				t.Errorf(`got entry %+v, want (none or Name "Tin two", Slug "tin", URL "https://www.producthunt.com/posts/tin", empty CreatedAt)`, all[0])
			}
		})
	}
	for status, code := range map[int]errs.Code{403: errs.UpstreamBlocked, 429: errs.UpstreamRateLimited, 502: errs.ProviderUnavailable} {
		if _, err := answering(t, status, "").Feed(t.Context()); !errs.Is(err, code) {
			t.Errorf("%d: got error %v, want error %q", status, err, code)
		}
	}
}
