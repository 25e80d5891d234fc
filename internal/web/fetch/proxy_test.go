package fetch_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Everything goes to the operator's proxy, with its password, and nowhere else; what may
// not be asked for is refused before.
func TestProxy(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 8)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Method + " " + r.RequestURI + " " + r.Header.Get("Proxy-Authorization")
		if r.Method == http.MethodConnect {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_, _ = w.Write([]byte("by proxy"))
	}))
	t.Cleanup(proxy.Close)
	u, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("me", "secret")
	c := fetch.New(fetch.Config{Proxy: u})
	t.Cleanup(c.CloseIdle)
	resp, err := c.Do(t.Context(), fetch.Request{URL: "http://site.example/a?b"})
	if err != nil || string(resp.Body) != "by proxy" {
		t.Fatalf(`got resp %+v, error %v; want no error, Body "by proxy"`, resp, err)
	}
	const password = " Basic bWU6c2VjcmV0"
	if got := <-asked; got != "GET http://site.example/a?b"+password {
		t.Errorf(`got %q, want "GET http://site.example/a?b Basic bWU6c2VjcmV0"`, got)
	}
	if _, err := c.Do(t.Context(), fetch.Request{URL: "https://site.example/", NoRetry: true}); errs.As(err) == nil {
		t.Error("a tunnel that was refused")
	}
	if got := <-asked; got != "CONNECT site.example:443"+password {
		t.Errorf(`got %q, want "CONNECT site.example:443 Basic bWU6c2VjcmV0"`, got)
	}
	if _, err := c.Do(t.Context(), fetch.Request{URL: "http://127.0.0.1/"}); !errs.Is(err, errs.InvalidTarget) {
		t.Errorf("a private address: %v", err)
	}
	if len(asked) > 0 {
		t.Errorf("the proxy was asked for %s", <-asked)
	}
}
