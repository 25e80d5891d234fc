package producthunt_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func hops(d *producthunt.Destination) []string {
	all := []string{}
	for _, h := range d.Hops {
		all = append(all, h.URL.String())
	}
	return all
}

func TestResolve(t *testing.T) {
	t.Parallel()
	c := setup(t, nil)
	for name, want := range map[string]struct {
		path, first, end string
		status           int
		hops             []string
	}{
		"by code": {"/r/M2GAUGE", "http://company.test/?page=home", "http://company.test/?page=home", 200, []string{"https://www.producthunt.com/r/M2GAUGE"}},
		"by post": {
			"/r/p/1190006", "http://company.test/?page=home", "http://company.test/?page=home", 200,
			[]string{"https://www.producthunt.com/r/p/1190006", "https://www.producthunt.com/r/M2GAUGE"},
		},
		"beyond": {
			"/r/FOLLOWS", "http://redirect.test/1", "http://article.test/", 200,
			[]string{"https://www.producthunt.com/r/FOLLOWS", "http://redirect.test/1?ref=producthunt", "http://redirect.test/2", "http://redirect.test/3"},
		},
		"to an error": {"/r/NOWHERE", "http://status.test/404", "http://status.test/404", 404, []string{"https://www.producthunt.com/r/NOWHERE"}},
	} {
		d, err := c.Resolve(t.Context(), want.path)
		if err != nil {
			t.Fatalf("got name %q, error %v; want no error", name, err)
		}
		if diff := cmp.Diff(want.hops, hops(d)); diff != "" || d.First.String() != want.first || d.URL.String() != want.end || d.Status != want.status || d.Err != nil {
			t.Errorf("%s: got destination %+v, want First.String() %q, URL.String() %q, Status %v, no error; hops mismatch (-want +got):\n%s", name, d, want.first, want.end, want.status, diff)
		}
	}
	if d, err := c.Leads(t.Context(), "/r/FOLLOWS"); err != nil || d.First.String() != "http://redirect.test/1" || d.Status != 0 {
		t.Errorf(`got destination %+v, error %v; want no error, First.String() "http://redirect.test/1", Status 0`, d, err)
	}
}

func TestResolveFailures(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]errs.Code{
		"/r/CIRCLES": errs.TooManyRedirects, "/r/ENDLESS": errs.TooManyRedirects, "/r/CELLARS": errs.InvalidTarget, "/r/METADAT": errs.InvalidTarget,
		"/r/NOSITES": errs.TargetError, "/r/p/1": errs.TargetError, "/r/UNKNOWN": errs.TargetError, "/r/walled1": errs.UpstreamBlocked,
		"/r/quota1": errs.UpstreamRateLimited, "/r/down1": errs.ProviderUnavailable, "/r/p/1190005": errs.UpstreamBlocked,
	} {
		d, err := setup(t, nil).Resolve(t.Context(), path)
		if e := errs.As(err); d != nil || e == nil || e.Code != want || e.Permanent != (want == errs.TargetError) {
			t.Errorf("%s: got destination %+v, error %v; want destination nil, an error, Code %q, Permanent %t", path, d, err, want, want == errs.TargetError)
		}
	}
	for name, c := range map[string]struct {
		status   int
		location string
		code     errs.Code
	}{
		"a page":            {200, "", errs.ParseFailed},
		"no address":        {302, "", errs.ParseFailed},
		"a file":            {302, "file:///proc/self/environ", errs.InvalidTarget},
		"a name of a cloud": {302, "http://metadata.google.internal/", errs.InvalidTarget},
		"a port":            {302, "http://127.0.0.1:9001/2018-06-01/runtime/invocation/next", errs.InvalidTarget},
		"userinfo":          {302, "https://www.producthunt.com@10.0.0.1/", errs.InvalidTarget},
		"home":              {302, "/", errs.TargetError},
	} {
		client := setup(t, func(w http.ResponseWriter, _ *http.Request) {
			if c.location != "" {
				w.Header().Set("Location", c.location)
			}
			w.WriteHeader(c.status)
		})
		if d, err := client.Resolve(t.Context(), "/r/p/7"); !errs.Is(err, c.code) || d != nil {
			t.Errorf("%s: got destination %+v, error %v; want error %q, destination nil", name, d, err, c.code)
		}
	}
}

// Where a link leads is known although what lies there does not answer.
func TestResolveToWhatIsAway(t *testing.T) {
	t.Parallel()
	away := webtest.Site{Host: "away.test", Rest: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }}
	link := webclient.Instead(producthunt.Name, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://away.test/a?utm_source=producthunt&x=1", http.StatusFound)
	})
	sample := webclient.Start(t, away, link)
	c := producthunt.New(sample.Upstreams(t, nil).Client(producthunt.Name), sample.Web)
	d, err := c.Resolve(t.Context(), "/r/p/7")
	if err != nil || d.URL.String() != "http://away.test/a?x=1" || d.Status != 0 || d.Err == nil || !strings.Contains(d.Err.Error(), "away.test") {
		t.Errorf(`got destination %+v, error %v; want no error, URL.String() "http://away.test/a?x=1", Status 0, an error, Err.Error() with "away.test"`, d, err)
	}
}
