package wall_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

func TestUsable(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status    int
		body      string
		code      errs.Code
		permanent bool
		says      string
	}{
		"a page":        {status: 200, body: "<h1>Hi</h1>"},
		"no content":    {status: 204},
		"not modified":  {304, "", errs.TargetError, true, "304 Not Modified; check the URL"},
		"a password":    {401, "", errs.LoginRequired, false, "401 Unauthorized"},
		"forbidden":     {403, "", errs.UpstreamBlocked, false, "403 Forbidden"},
		"not found":     {404, "", errs.TargetError, true, "404 Not Found; check the URL"},
		"gone":          {410, "", errs.TargetError, true, "410 Gone"},
		"too many":      {429, "", errs.UpstreamRateLimited, false, "rate-limits"},
		"broken":        {500, "", errs.TargetError, false, "try again later"},
		"a wall of 200": {200, "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>", errs.UpstreamBlocked, false, "Cloudflare"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp := &fetch.Response{
				URL: &url.URL{Scheme: "https", Host: "site.example", Path: "/"}, Status: c.status,
				Header: http.Header{}, MediaType: "text/html", Body: []byte(c.body),
			}
			err := wall.Usable(resp)
			if c.code == "" {
				if err != nil {
					t.Errorf("got %v", err)
				}
				return
			}
			e := errs.As(err)
			if e == nil || e.Code != c.code || e.Permanent != c.permanent || !strings.Contains(e.Message, c.says) {
				t.Errorf("got %+v", e)
			}
			if strings.Contains(e.Message, "options.") {
				t.Errorf("%q names an option, which few kinds have", e.Message)
			}
		})
	}
}
