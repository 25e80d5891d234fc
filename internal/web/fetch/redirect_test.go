package fetch_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// redirects serves /to?<status>&<location> as a redirect and all else as an echo of
// what came.
func redirects(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/to" {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "text/plain")
		_, _ = fmt.Fprintf(w, "%s %s %s", r.Method, r.Host, body)
		return
	}
	var status int
	code, location, _ := strings.Cut(r.URL.RawQuery, "&")
	_, _ = fmt.Sscan(code, &status)
	w.Header().Set("Location", location)
	w.WriteHeader(status)
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(redirects))
	cases := map[string]struct{ method, url, want string }{
		"301":              {"GET", "http://a.test/to?301&/x", "GET a.test "},
		"302":              {"GET", "http://a.test/to?302&x", "GET a.test "},
		"303":              {"GET", "http://a.test/to?303&//b.test/", "GET b.test "},
		"307":              {"GET", "http://a.test/to?307&http://b.test/x#y", "GET b.test "},
		"POST becomes GET": {"POST", "http://a.test/to?302&/x", "GET a.test "},
		"POST, 303":        {"POST", "http://a.test/to?303&/x", "GET a.test "},
		"POST stays, 307":  {"POST", "http://a.test/to?307&/x", "POST a.test body"},
		"POST stays, 308":  {"POST", "http://a.test/to?308&/x", "POST a.test body"},
		"no location":      {"GET", "http://a.test/to?302&", ""},
		"a status like it": {"GET", "http://a.test/to?304&/x", ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := fetch.Request{Method: tc.method, URL: tc.url}
			if tc.method == "POST" {
				r.Body = []byte("body")
			}
			if resp := s.get(t, r); string(resp.Body) != tc.want {
				t.Errorf("got %d, %q", resp.Status, resp.Body)
			}
		})
	}
}

func TestRedirectsAreListed(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/1":
			http.Redirect(w, r, "/2", http.StatusMovedPermanently)
		case "/2":
			http.Redirect(w, r, "http://b.test/3", http.StatusFound)
		}
	}))
	resp := s.get(t, fetch.Request{URL: "http://a.test/1"})
	var got []string
	for _, hop := range resp.Redirects {
		got = append(got, fmt.Sprint(hop.Status, " ", hop.URL))
	}
	if diff := cmp.Diff([]string{"301 http://a.test/1", "302 http://a.test/2"}, got); diff != "" || resp.URL.String() != "http://b.test/3" {
		t.Errorf("ended at %s: %s", resp.URL, diff)
	}
}

// TestRedirectsOut holds what a site may try to make us visit.
func TestRedirectsOut(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(redirects))
	for _, location := range []string{
		"file:///etc/passwd", "http://127.0.0.1:9001/2018-06-01/runtime/invocation/next", "http://127.0.0.1/", "//[::1]/",
		"http://169.254.169.254/latest/meta-data/", "http://2852039166/", "http://[::ffff:a9fe:a9fe]/", "http://localhost/",
		"http://a.test:22/", "http://user:pass@b.test/", "gopher://b.test/", "javascript:alert(1)", "http://0x7f.1/", "http://0/",
		"http://" + s.addr + "/",
	} {
		t.Run(location, func(t *testing.T) {
			t.Parallel()
			s.refuse(t, fetch.Request{URL: "http://a.test/to?302&" + location}, errs.InvalidTarget, "a.test redirects to an address that")
		})
	}
}

func TestRedirectLoop(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	}))
	s.refuse(t, fetch.Request{URL: "http://a.test/loop"}, errs.TooManyRedirects, "a.test redirects more than 5 times")
	s.refuse(t, fetch.Request{URL: "http://a.test/loop", MaxRedirects: 1}, errs.TooManyRedirects, "more than 1 times")
	resp := s.get(t, fetch.Request{URL: "http://a.test/loop", MaxRedirects: fetch.NoRedirects})
	if resp.Status != 302 || resp.Header.Get("Location") != "/loop" || len(resp.Redirects) != 0 {
		t.Errorf("got %d, %v", resp.Status, resp.Redirects)
	}
}

// TestRedirectUntilCookie is a site that sends visitors around until they bring
// the cookie that it gave them.
func TestRedirectUntilCookie(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, err := r.Cookie("seen"); err == nil && c.Value == "1" {
			_, _ = io.WriteString(w, r.Header.Get("Cookie"))
			return
		}
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1", Path: "/"})
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	}))
	for range 2 { // nothing is kept for the next request
		resp := s.get(t, fetch.Request{URL: "http://a.test/", Header: http.Header{"Cookie": {"mine=2"}}})
		if string(resp.Body) != "mine=2; seen=1" || len(resp.Redirects) != 1 {
			t.Errorf("got %q after %d redirects", resp.Body, len(resp.Redirects))
		}
	}
}

func TestSecretsStayAtTheirHost(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next := map[string]string{"/1": "/2", "/2": "http://b.test/3", "/3": "http://a.test/4", "/same": "/end"}[r.URL.Path]
		w.Header().Set("X-Got", strings.Join([]string{
			r.Header.Get("Authorization"), r.Header.Get("Cookie"), r.Header.Get("X-Key"), r.Header.Get("Referer"), r.Header.Get("User-Agent"),
		}, ","))
		if next != "" {
			w.Header().Set("Location", next)
			w.WriteHeader(http.StatusTemporaryRedirect)
		}
	}))
	header := http.Header{"Authorization": {"a"}, "Cookie": {"b=c"}, "X-Key": {"k"}, "Referer": {"r"}, "User-Agent": {"u"}}
	for path, want := range map[string]string{"/same": "a,b=c,k,r,u", "/1": ",,,,u"} {
		resp := s.get(t, fetch.Request{URL: "http://a.test" + path, Header: header})
		if got := resp.Header.Get("X-Got"); got != want {
			t.Errorf("%s: sent %q", resp.URL, got)
		}
	}
	if header.Get("Authorization") != "a" || len(header) != 5 {
		t.Errorf("the caller's header became %v", header)
	}
}

// TestSameHost holds that a call for one service goes to no other, whatever it answers.
func TestSameHost(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(redirects))
	for location, ok := range map[string]bool{"/x": true, "http://a.test/x": true, "http://b.test/": false, "//b.test/x": false} {
		for _, status := range []string{"301", "303", "307", "308"} {
			r := fetch.Request{Method: http.MethodPost, URL: "http://a.test/to?" + status + "&" + location, Body: []byte("key"), SameHost: true}
			if ok {
				s.get(t, r)
				continue
			}
			s.refuse(t, r, errs.UpstreamBlocked, "is for no other host")
		}
	}
}
