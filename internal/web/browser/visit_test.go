package browser_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// A page made by its scripts is read as they leave it.
func TestScriptsRun(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{
		"/": `<div id=app>Loading</div><style>h1{color:rgb(1,2,3)}</style><script>
			fetch("/data").then(r => r.text()).then(text => setTimeout(() => {
				app.innerHTML = "<h1>" + document.title + "</h1>" + text; document.title = "Made"; window.own = 1
			}, 200))</script>`,
		"/data": "<p>Fetched</p>",
	}))
	page := s.visit(t, shown.Visit{URL: "http://PAGE.test", Scripts: map[string]string{
		"color":   `getComputedStyle(document.querySelector("h1")).color`,
		"promise": `Promise.resolve({a: [1, null]})`,
		"nothing": `undefined`,
		"thrown":  `document.querySelector("h7").id`,
		"page's":  `typeof own`,
		"large":   `"x".repeat(5 << 20)`,
	}})
	if page.URL.String() != "http://page.test/" || page.Status != 200 || page.Title != "Made" || page.MediaType != "text/html" {
		t.Errorf(`%s: got page.Status %d, page.Title %q, page.MediaType %s; want page.URL.String() "http://page.test/", page.Status 200, page.Title "Made", page.MediaType "text/html"`, page.URL, page.Status, page.Title, page.MediaType)
	}
	if !strings.HasPrefix(page.HTML, "<!DOCTYPE html>\n<html>") || !strings.Contains(page.HTML, "<h1>Page</h1>") || !strings.Contains(page.HTML, "<p>Fetched</p>") {
		t.Errorf("the document is %s", page.HTML)
	}
	want := map[string]json.RawMessage{
		"color": json.RawMessage(`"rgb(1, 2, 3)"`), "promise": json.RawMessage(`{"a":[1,null]}`),
		"nothing": json.RawMessage(`null`), "page's": json.RawMessage(`"undefined"`),
	}
	if diff := cmp.Diff(want, page.Values); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	if page.Requests != 2 || page.BlockedRequests != 0 || page.Bytes < 500 || page.Limited != "" || page.Screenshot != nil {
		t.Errorf("%d requests, %d blocked, %d bytes, limited %q", page.Requests, page.BlockedRequests, page.Bytes, page.Limited)
	}
	if m := page.Timings; !slices.IsSorted([]int64{0, m.ResponseMs, m.ReadyMs, m.LoadMs, m.TotalMs}) || m.TotalMs < 500 {
		t.Errorf("timings %+v", m)
	}
}

// Nothing of one visit is there in the next, nor in one at the same time.
func TestVisitsKnowNothingOfEachOther(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{
		"/": `<script>document.title = "[" + document.cookie + (localStorage.seen ?? "") + "]"; document.cookie = "c=1"; localStorage.seen = "yes"</script>`,
	}))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			page, err := s.Visit(t.Context(), shown.Visit{URL: "http://page.test/"})
			if err != nil || page.Title != "[]" {
				t.Errorf(`got page %+v, error %v; want no error, Title "[]"`, page, err)
			}
		})
	}
	all.Wait()
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			http.Redirect(w, r, "/second", http.StatusMovedPermanently)
		case "/second":
			http.Redirect(w, r, "http://other.test/meta", http.StatusFound)
		case "/meta":
			_, _ = w.Write([]byte(`<meta http-equiv=refresh content="0;url=/script">`))
		case "/script":
			w.WriteHeader(http.StatusAccepted)
			_, _ = w.Write([]byte(`<script>location.replace("/end")</script>`))
		case "/end":
			_, _ = w.Write([]byte(`<title>End</title><script>history.pushState(0, "", "/moved?x#frag")</script>`))
		}
	}))
	page := s.visit(t, shown.Visit{URL: "http://page.test/"})
	got := []string{fmt.Sprint(page.URL, " ", page.Status, " ", page.Title)}
	for _, hop := range page.Redirects {
		got = append(got, fmt.Sprint(hop.URL, " ", hop.Status))
	}
	want := []string{
		"http://other.test/moved?x 200 End", "http://page.test/ 301", "http://page.test/second 302",
		"http://other.test/meta 200", "http://other.test/script 202",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("redirects mismatch (-want +got):\n%s", diff)
	}
}

// Headers of the caller go to the host that they are meant for; what the browser says
// of itself goes everywhere.
func TestHeaders(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	seen := map[string]http.Header{}
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen[r.Host+r.URL.Path] = r.Header
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/" {
			_, _ = w.Write([]byte(`<iframe src="http://other.test/frame"></iframe><script src="http://other.test/script"></script>`))
		}
	}))
	s.visit(t, shown.Visit{URL: "http://page.test/", Header: http.Header{
		"Authorization": {"Bearer x"}, "Accept-Language": {"de-AT, de;q=0.7, en;q=0.3, *;q=0.1"}, "X-Own": {"1"},
	}})
	mu.Lock()
	defer mu.Unlock()
	first := seen["page.test/"]
	if first.Get("Authorization") != "Bearer x" || first.Get("X-Own") != "1" || first.Get("Accept") == "" {
		t.Errorf("the page got %v", first)
	}
	for _, path := range []string{"page.test/", "other.test/frame", "other.test/script"} {
		h := seen[path]
		if path != "page.test/" && (h.Get("Authorization") != "" || h.Get("X-Own") != "") {
			t.Errorf("%s got the caller's headers: %v", path, h)
		}
		if h.Get("Accept-Language") != "de-AT,de;q=0.9,en;q=0.8" || !strings.Contains(h.Get("User-Agent"), "Chrome/") || !strings.HasSuffix(h.Get("User-Agent"), "QuarryBot/1.0 (+https://github.com/quarryapi/quarry)") {
			t.Errorf("%s got %q and %q", path, h.Get("Accept-Language"), h.Get("User-Agent"))
		}
		if via := h.Get("Via") + h.Get("X-Forwarded-For") + h.Get("Proxy-Connection"); via != "" {
			t.Errorf("%s is told of the proxy: %q", path, via)
		}
	}
}

func TestBlockMedia(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{
		"/": `<style>@font-face{font-family:f;src:url(/font)}body{font-family:f;background:url(/background)}</style>text
			<img src=/image><video src=/video autoplay></video><audio src=/audio autoplay></audio><script src=/script></script>`,
	}))
	page := s.visit(t, shown.Visit{URL: "http://page.test/", BlockMedia: true})
	if hits := s.web.Web().Hits("page.test"); hits != 2 || page.BlockedRequests != 5 {
		t.Errorf("%d requests came, %d were blocked", hits, page.BlockedRequests)
	}
}

func TestWaits(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{
		"/slow":  `<script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<b class='late one'>late</b>"), 1200)</script>`,
		"/polls": `<script>setInterval(() => fetch("/polls?" + Math.random()), 100)</script>`,
	}))
	for name, c := range map[string]struct {
		visit shown.Visit
		late  bool
		least time.Duration
	}{
		"quiet":    {shown.Visit{}, false, 500 * time.Millisecond},
		"selector": {shown.Visit{Wait: shown.Wait{Selector: "b.late"}}, true, 1200 * time.Millisecond},
		"time":     {shown.Visit{Wait: shown.Wait{For: 1500 * time.Millisecond}}, true, 1500 * time.Millisecond},
		"delay":    {shown.Visit{Wait: shown.Wait{For: time.Millisecond}, Delay: 1500 * time.Millisecond}, true, 1500 * time.Millisecond},
		"at once":  {shown.Visit{Wait: shown.Wait{For: time.Millisecond}}, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.visit.URL = "http://page.test/slow"
			page := s.visit(t, c.visit)
			if strings.Contains(page.HTML, `<b class="late one">`) != c.late || page.Timings.TotalMs < c.least.Milliseconds() {
				t.Errorf("after %d ms: %s", page.Timings.TotalMs, page.HTML)
			}
		})
	}
	t.Run("no such element", func(t *testing.T) {
		t.Parallel()
		_ = s.refuse(t, shown.Visit{URL: "http://page.test/slow", Timeout: 2 * time.Second, Wait: shown.Wait{Selector: "#never"}}, errs.UpstreamTimeout)
	})
	t.Run("no selector", func(t *testing.T) {
		t.Parallel()
		if err := s.refuse(t, shown.Visit{URL: "http://page.test/slow", Wait: shown.Wait{Selector: "b["}}, errs.TargetError); err.Retryable() {
			t.Error("a selector that is none will not become one")
		}
	})
	t.Run("never quiet", func(t *testing.T) {
		t.Parallel()
		if page := s.visit(t, shown.Visit{URL: "http://page.test/polls", Timeout: 4 * time.Second}); page.Timings.TotalMs > 4000 {
			t.Errorf("got page.Timings %+v, want TotalMs at most 4000", page.Timings)
		}
	})
}

// TestWaitsForContent: a page that shows next to nothing while it has asked for something is waited for longer than one that
// shows something.
func TestWaitsForContent(t *testing.T) {
	t.Parallel()
	fill := func(from string) string {
		return `<script>fetch("` + from + `").then(r => r.text()).then(text => document.querySelector("#app").innerHTML = text)</script>`
	}
	content := pages(map[string]string{
		"/empty": `<div id=app></div>` + fill("/late"), "/loading": `<div id=app>Loading…</div>` + fill("/late"), "/late": `<p>It came.</p>`,
		"/full": `<p>` + strings.Repeat("These words are what the page is about. ", 8) + `</p><div id=app></div>` + fill("/never"),
	})
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/never":
			<-r.Context().Done()
		case "/late":
			time.Sleep(4 * time.Second)
		}
		content.ServeHTTP(w, r)
	}))
	for path, came := range map[string]bool{"/empty": true, "/loading": true, "/full": false} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			page := s.visit(t, shown.Visit{URL: "http://page.test" + path})
			if strings.Contains(page.HTML, "It came.") != came {
				t.Errorf("after %d ms: %s; want what came late in it: %t", page.Timings.TotalMs, page.HTML, came)
			}
		})
	}
}

// Every answer is a page, whatever its status; walls are found by those who look.
func TestStatuses(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var status int
		_, _ = fmt.Sscanf(r.URL.Path, "/%d", &status)
		w.Header().Set("X-Own", "yes")
		w.WriteHeader(status)
		if r.URL.RawQuery != "" {
			_, _ = w.Write([]byte(r.URL.RawQuery))
		}
	}))
	for path, html := range map[string]string{
		"/200": "<html>", "/204": "", "/404": "<html>", "/404?gone": "gone", "/500": "<html>", "/503?<h1>sorry</h1>": "sorry", "/429": "<html>",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			page := s.visit(t, shown.Visit{URL: "http://page.test" + path})
			if fmt.Sprint("/", page.Status) != path[:4] || !strings.Contains(page.HTML, html) || page.Header.Get("X-Own") != "yes" || page.Values == nil {
				t.Errorf(`got page %+v, want fmt.Sprint("/", page.Status) path[:4], HTML with %q, header X-Own "yes", Values not nil`, page, html)
			}
			if page.Timings.TotalMs == 0 || page.Requests != 1 {
				t.Errorf("%d requests, %+v", page.Requests, page.Timings)
			}
		})
	}
	t.Run("wall", func(t *testing.T) {
		t.Parallel()
		page := s.visit(t, shown.Visit{URL: "http://wall.test/"})
		if err := wall.Detect(page.Response()); !errs.Is(err, errs.UpstreamBlocked) {
			t.Errorf(`%d %s: got error %v, want error "upstream_blocked"`, page.Status, page.HTML, err)
		}
	})
}
