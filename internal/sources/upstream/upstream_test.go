package upstream_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
)

// client leads to a handler as an upstream.
func client(t *testing.T, c sources.Config, serve http.HandlerFunc) *upstream.Client {
	t.Helper()
	web := webtest.Start(t, webtest.Site{Host: "up.test", Rest: serve})
	hosts, err := egress.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	f := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(f.CloseIdle)
	c.Name, c.BaseURL = "up", "http://up.test/v1"
	return upstream.New(f, c, nil)
}

// TestObserving: each call that is made is seen once with what came of it, and one that is not made is not.
func TestObserving(t *testing.T) {
	t.Parallel()
	web := webtest.Start(t, webtest.Site{Host: "up.test", Rest: func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wall" {
			w.WriteHeader(http.StatusForbidden)
		}
	}})
	hosts, err := egress.ParseHosts([]string{"nobody.up.test=127.0.0.1:1", web.HostsRule()}) // nobody listens there
	if err != nil {
		t.Fatal(err)
	}
	f := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(f.CloseIdle)
	settings, err := sources.NewSettings(map[string]string{"wayback": "http://up.test", "gdelt": "http://nobody.up.test"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	type seen struct {
		Name, Host string
		Status     int
		Code       errs.Code
		Job        any
	}
	var got []seen
	type jobKey struct{}
	set := upstream.NewSet(f, settings, nil).Observing(func(ctx context.Context, c upstream.Called) {
		s := seen{c.Name, c.Host, c.Status, "", ctx.Value(jobKey{})}
		if c.Err != nil {
			s.Code = errs.As(c.Err).Code
		}
		if c.Took < 0 {
			t.Errorf("%s: got took %s, want how long it took", c.Name, c.Took)
		}
		got = append(got, s)
	})
	ctx := context.WithValue(t.Context(), jobKey{}, "job_1")
	_, _ = set.Client("wayback").Do(ctx, upstream.Call{})
	_, _ = set.Client("wayback").Do(ctx, upstream.Call{Path: "/wall"})
	_, _ = set.Client("gdelt").Do(ctx, upstream.Call{})
	_, _ = set.Client("pagespeed").Do(ctx, upstream.Call{Body: func() {}}) // cannot be sent
	want := []seen{
		{"wayback", "up.test", 200, "", "job_1"},
		{"wayback", "up.test", 403, errs.UpstreamBlocked, "job_1"},
		{"gdelt", "nobody.up.test", 0, errs.TargetError, "job_1"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("calls mismatch (-want +got):\n%s", diff)
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	c := client(t, sources.Config{}, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_ = json.NewEncoder(w).Encode(map[string]string{
			"method": r.Method, "uri": r.RequestURI, "accept": r.Header.Get("Accept"), "type": r.Header.Get("Content-Type"), "body": string(body),
		})
	})
	var got map[string]string
	call := upstream.Call{Method: http.MethodPost, Path: "/find", Query: url.Values{"q": {"a b"}}, Body: map[string]int{"n": 1}}
	if err := c.JSON(t.Context(), call, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"method": "POST", "uri": "/v1/find?q=a+b", "accept": "application/json", "type": "application/json", "body": `{"n":1}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("JSON mismatch (-want +got):\n%s", diff)
	}
	call.Form = url.Values{"grant": {"a b"}}
	if err := c.JSON(t.Context(), call, &got); err != nil {
		t.Fatal(err)
	}
	if want["type"], want["body"] = "application/x-www-form-urlencoded", "grant=a+b"; !cmp.Equal(want, got) {
		t.Errorf("request with a form mismatch (-want +got):\n%s", cmp.Diff(want, got))
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		about  sources.Upstream
		status int
		body   string
		code   errs.Code
		says   string
	}{
		"no key":       {sources.Upstream{NeedsKey: true}, 200, `{}`, errs.ProviderNotConfigured, "QUARRY_KEYS"},
		"wrong key":    {sources.Upstream{TakesKey: true}, 401, ``, errs.ProviderNotConfigured, "401 Unauthorized"},
		"unauthorized": {sources.Upstream{}, 401, ``, errs.UpstreamBlocked, "401"},
		"forbidden":    {sources.Upstream{}, 403, ``, errs.UpstreamBlocked, "403 Forbidden"},
		"limited":      {sources.Upstream{}, 429, ``, errs.UpstreamRateLimited, "try again in 1m30s"},
		"broken":       {sources.Upstream{}, 502, ``, errs.ProviderUnavailable, "502 Bad Gateway"},
		"wrong":        {sources.Upstream{}, 404, ``, errs.TargetError, "404"},
		"a page":       {sources.Upstream{}, 200, ` <html>`, errs.UpstreamBlocked, "an HTML page instead of data"},
		"cut off":      {sources.Upstream{}, 200, `{"a":`, errs.ParseFailed, "unknown format"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := client(t, sources.Config{Upstream: tc.about}, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "90")
				w.WriteHeader(tc.status)
				_, _ = w.Write([]byte(tc.body))
			})
			var got any
			err := c.JSON(t.Context(), upstream.Call{}, &got)
			if e := errs.As(err); e == nil || e.Code != tc.code || !strings.Contains(e.Message, tc.says) {
				t.Errorf("got %+v", e)
			}
		})
	}
}

func TestFinalStatusIsAnAnswer(t *testing.T) {
	t.Parallel()
	c := client(t, sources.Config{}, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	resp, err := c.Do(t.Context(), upstream.Call{Final: []int{http.StatusNotFound}})
	if err != nil || resp.Status != http.StatusNotFound {
		t.Errorf("got resp %+v, error %v; want no error, Status 404", resp, err)
	}
}

// answers is a Fetcher that needs no network, for tests of time.
type answers struct {
	mu     sync.Mutex
	status int
	times  []time.Time
}

func (a *answers) Do(context.Context, fetch.Request) (*fetch.Response, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.times = append(a.times, time.Now())
	return &fetch.Response{Status: a.status, Header: http.Header{}, Body: []byte("{}")}, nil
}

func TestPace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		web := &answers{status: 200}
		c := upstream.New(web, sources.Config{Upstream: sources.Upstream{Pace: time.Second}}, time.Now)
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				if _, err := c.Do(t.Context(), upstream.Call{}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for i := range 2 {
			if gap := web.times[i+1].Sub(web.times[i]); gap != time.Second {
				t.Errorf("gap %d is %s", i, gap)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := c.Do(ctx, upstream.Call{}); err == nil || len(web.times) != 3 {
			t.Errorf("a call whose time is over was made: %v", err)
		}
	})
}

func TestBreaker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		web := &answers{status: 503}
		c := upstream.New(web, sources.Config{}, time.Now)
		call := func() error {
			_, err := c.Do(t.Context(), upstream.Call{})
			return err
		}
		for range 8 {
			if err := call(); !errs.Is(err, errs.ProviderUnavailable) {
				t.Fatalf(`got error %v, want error "provider_unavailable"`, err)
			}
		}
		if len(web.times) != 5 {
			t.Errorf("%d calls reached an upstream that is down", len(web.times))
		}
		time.Sleep(time.Minute)
		_, _ = call(), call()
		if len(web.times) != 6 {
			t.Errorf("%d calls after the rest", len(web.times)-5)
		}
		time.Sleep(time.Minute)
		web.status = 200
		if err := call(); err != nil {
			t.Errorf("it is up again: %v", err)
		}
		web.status = 503
		_ = call()
		if err := call(); len(web.times) != 9 {
			t.Errorf("one failure after a success must not stop it: %v, %d", err, len(web.times))
		}
	})
}

// An upstream with a proxy is reached by what is made for that proxy.
func TestSetGoesBehindProxies(t *testing.T) {
	t.Parallel()
	settings, err := sources.NewSettings(nil, map[string]string{"dns.proxy": "http://proxy.example:3128"})
	if err != nil {
		t.Fatal(err)
	}
	direct, behind := &answers{status: 200}, &answers{status: 200}
	set := upstream.NewSet(direct, settings, nil).Behind(func(proxy *url.URL) upstream.Fetcher {
		if proxy.Host != "proxy.example:3128" {
			t.Errorf("the proxy is %s", proxy)
		}
		return behind
	})
	for _, name := range []string{"dns", "iana", "dns"} {
		if _, err := set.Client(name).Do(t.Context(), upstream.Call{}); err != nil {
			t.Fatal(err)
		}
	}
	if len(direct.times) != 1 || len(behind.times) != 2 {
		t.Errorf("%d direct, %d behind the proxy", len(direct.times), len(behind.times))
	}
}

func TestSetSharesClients(t *testing.T) {
	t.Parallel()
	settings, err := sources.NewSettings(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	set := upstream.NewSet(&answers{}, settings, nil)
	first, second, other := set.Client("tranco"), set.Client("tranco"), set.Client("crux")
	if first != second || first == other {
		t.Error("clients are not one for each upstream")
	}
}

func TestRedirectsAreFollowedUnlessTheCallSaysNo(t *testing.T) {
	t.Parallel()
	c := client(t, sources.Config{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/a" {
			w.Header().Set("Location", "/v1/b")
			w.WriteHeader(http.StatusFound)
		}
	})
	for most, want := range map[int]int{0: http.StatusOK, fetch.NoRedirects: http.StatusFound} {
		resp, err := c.Do(t.Context(), upstream.Call{Path: "/a", MaxRedirects: most})
		if err != nil || resp.Status != want {
			t.Errorf("%d: got resp %+v, error %v; want no error, Status %v", most, resp, err, want)
		}
	}
}

// TestKeysStayWithTheirService holds that a call with a body, in which some services want
// their key, is not repeated at another host.
func TestKeysStayWithTheirService(t *testing.T) {
	t.Parallel()
	c := client(t, sources.Config{}, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://article.test/", http.StatusTemporaryRedirect)
	})
	_, err := c.Do(t.Context(), upstream.Call{Method: http.MethodPost, Body: map[string]string{"key": "secret"}})
	if !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf("got error %v, want upstream_blocked", err)
	}
	if _, err := c.Do(t.Context(), upstream.Call{}); err != nil {
		t.Errorf("a GET: got error %v, want its redirect followed", err)
	}
}
