package browser_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// canary is a server on loopback that no page may reach, over TCP or UDP.
type canary struct {
	port string
	hits atomic.Int64
}

func newCanary(t *testing.T) *canary {
	t.Helper()
	c := &canary{}
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			c.hits.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	_, c.port, _ = net.SplitHostPort(server.Listener.Addr().String())
	udp, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:"+c.port)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = udp.Close() })
	go func() {
		for buf := make([]byte, 1500); ; {
			if _, _, err := udp.ReadFrom(buf); err != nil {
				return
			}
			c.hits.Add(1)
		}
	}()
	return c
}

// inside are ways in which a page reaches for something else and stays. TO is the
// origin, WS the same for web sockets, HP host and port; what follows them is the
// path by which the request is known.
var inside = []string{
	`<img src="TO/image">`,
	`<iframe src="TO/frame"></iframe>`,
	`<script src="TO/script"></script>`,
	`<link rel=stylesheet href="TO/style">`,
	`<div style="background:url(TO/css)">x</div>`,
	`<style>@font-face{font-family:f;src:url(TO/font)}</style><p style="font-family:f">x</p>`,
	`<object data="TO/object"></object>`,
	`<embed src="TO/embed">`,
	`<video src="TO/video" autoplay></video>`,
	`<link rel=preload as=fetch href="TO/preload">`,
	`<link rel=prefetch href="TO/prefetch">`,
	`<script>fetch("TO/fetch",{mode:"no-cors"})</script>`,
	`<script>x=new XMLHttpRequest;x.open("POST","TO/xhr");x.send("a")</script>`,
	`<script>navigator.sendBeacon("TO/beacon","x")</script>`,
	`<script>new EventSource("TO/events")</script>`,
	`<script>new WebSocket("WS/socket")</script>`,
	`<script>new Worker(URL.createObjectURL(new Blob(['fetch("TO/worker",{mode:"no-cors"})'])))</script>`,
	`<script type=module>import("TO/module").catch(()=>0)</script>`,
	`<iframe srcdoc="<img src='TO/srcdoc'>"></iframe>`,
	`<iframe name=f></iframe><form id=g method=post action="TO/form" target=f></form><script>g.submit()</script>`,
	`<iframe src="/to?TO/redirect"></iframe>`,
	`<script>fetch("/to?TO/redirected-fetch",{mode:"no-cors"})</script>`,
}

// silent ways leave no request behind that a web server would count.
var silent = []string{
	`<link rel=preconnect href="TO"><link rel=dns-prefetch href="TO">`,
	`<script>p=new RTCPeerConnection({iceServers:[{urls:"stun:HP"}]});p.createDataChannel("x");p.createOffer().then(o=>p.setLocalDescription(o))</script>`,
	`<script>q=new RTCPeerConnection({iceServers:[{urls:["turn:HP?transport=tcp","turn:HP"],username:"u",credential:"c"}]});q.createDataChannel("x");q.createOffer().then(o=>q.setLocalDescription(o))</script>`,
	`<script>try{new WebTransport("https://HP/transport").ready.catch(()=>0)}catch(e){}</script>`,
	`<script>window.open("TO/window")</script>`,
}

// leaving are ways of a page to go somewhere else.
var leaving = map[string]string{
	"meta":     `<meta http-equiv=refresh content="0;url=TO/meta">`,
	"location": `<script>location="TO/location"</script>`,
	"form":     `<form id=g action="TO/form"></form><script>g.submit()</script>`,
	"redirect": `<script>location="/to?TO/redirect"</script>`,
}

// reaching serves pages that reach for the origin in their query, redirects at /to,
// and counts what reaches other.test.
type reaching struct{ hits sync.Map }

func (s *reaching) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Host == "other.test" {
		s.hits.Store(r.URL.Path, true)
		return
	}
	if r.URL.Path == "/to" {
		w.Header().Set("Location", r.URL.RawQuery)
		w.WriteHeader(http.StatusFound)
		return
	}
	body := leaving[r.URL.Path[1:]]
	if r.URL.Path == "/inside" {
		body = strings.Join(inside, "\n") + strings.Join(silent, "\n")
	}
	_, host, _ := strings.Cut(r.URL.RawQuery, "://")
	w.Header().Set("Content-Type", "text/html")
	_, _ = fmt.Fprint(w, "<!doctype html><body>", strings.NewReplacer("TO", r.URL.RawQuery, "WS", "ws://"+host, "HP", host).Replace(body))
}

// Every way works for what is public, so that the next test is worth something.
func TestWaysOut(t *testing.T) {
	t.Parallel()
	site := &reaching{}
	s := setup(t, site)
	for name := range leaving {
		page := s.visit(t, shown.Visit{URL: "http://page.test/" + name + "?http://other.test"})
		if page.URL.String() != "http://other.test/"+name && page.URL.String() != "http://other.test/"+name+"?" {
			t.Errorf("%s ends at %s", name, page.URL)
		}
	}
	s.visit(t, shown.Visit{URL: "http://page.test/inside?http://other.test"})
	known := regexp.MustCompile(`(TO|WS)(/[a-z-]+)`)
	for _, way := range inside {
		path := known.FindStringSubmatch(way)[2]
		if _, reached := site.hits.Load(path); !reached {
			t.Errorf("other.test%s was not reached, although it may be", path)
		}
	}
}

// No way leads to what is not public: loopback by any spelling, a name that leads
// there, or another port.
func TestNoWayIn(t *testing.T) {
	t.Parallel()
	bird := newCanary(t)
	resolver := fetchtest.NameServer(t, func(string, int64) []net.IP { return []net.IP{net.IPv4(127, 0, 0, 1)} })
	s := setup(t, &reaching{}, func(c *browser.Config) { c.Resolver, c.Visits = resolver, 4 })
	var all sync.WaitGroup
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0.0.0.0", "inner.example.com", "page.test"} {
		to := "http://" + host + ":" + bird.port
		all.Go(func() {
			page, err := s.Visit(t.Context(), shown.Visit{URL: "http://page.test/inside?" + to, Wait: shown.Wait{For: time.Second}})
			if err != nil {
				t.Errorf("%s: got error %v, want no error", to, err)
			} else if page.BlockedRequests < len(inside)/2 {
				t.Errorf("%s: %d requests were stopped", to, page.BlockedRequests)
			}
		})
		for name := range leaving {
			all.Go(func() {
				page, err := s.Visit(t.Context(), shown.Visit{URL: "http://page.test/" + name + "?" + to, Wait: shown.Wait{For: time.Second}})
				// On a busy machine the page may not have left yet.
				if !errs.Is(err, errs.InvalidTarget) && (err != nil || page.URL.Host != "page.test") {
					t.Errorf("%s to %s: %v", name, to, err)
				}
			})
		}
	}
	all.Wait()
	if n := bird.hits.Load(); n != 0 {
		t.Errorf("the canary was reached %d times", n)
	}
}

// What is the machine's or the browser's own is never shown, however a page asks.
func TestNothingButTheWeb(t *testing.T) {
	t.Parallel()
	const leave = `<script>location="%s"</script>`
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/redirect":
			w.Header().Set("Location", r.URL.RawQuery)
			w.WriteHeader(http.StatusFound)
		case "/frames":
			_, _ = fmt.Fprintf(w, `<iframe src="%[1]s"></iframe><object data="%[1]s"></object><img src="%[1]s">
				<script>fetch("%[1]s").then(r=>r.text()).then(t=>document.title=t)</script>`, r.URL.RawQuery)
		default:
			_, _ = fmt.Fprintf(w, leave, r.URL.RawQuery)
		}
	}))
	for _, inner := range []string{"file:///etc/passwd", "chrome://version/", "view-source:http://page.test/", "data:text/html,root:x", "about:blank"} {
		_ = s.refuse(t, shown.Visit{URL: inner}, errs.InvalidTarget)
		for _, path := range []string{"/leave", "/frames"} {
			page, err := s.Visit(t.Context(), shown.Visit{URL: "http://page.test" + path + "?" + inner, Wait: shown.Wait{For: 200 * time.Millisecond}})
			if err != nil {
				if !errs.Is(err, errs.TargetError) || inner != "about:blank" {
					t.Errorf(`%s %s: got error %v, want error "target_error", inner "about:blank"`, path, inner, err)
				}
				continue
			}
			if page.URL.Host != "page.test" || strings.Contains(page.HTML, "root:x:") || strings.Contains(page.Title, "root:x:") {
				t.Errorf("%s %s ends at %s: %s", path, inner, page.URL, page.HTML)
			}
		}
	}
	for _, inner := range []string{"file:///etc/passwd", "chrome://version/", "http://127.0.0.1/", "http://[::1]/", "http://localhost/", "http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/", "http://page.test:9001/"} {
		_ = s.refuse(t, shown.Visit{URL: "http://page.test/redirect?" + inner}, errs.InvalidTarget)
	}
}

// A name that leads to a private address is refused when it is dialled.
func TestNamesOfPrivateAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"127.0.0.1", "169.254.169.254", "10.1.2.3", "::1", "fd00:ec2::254"} {
		resolver := fetchtest.NameServer(t, func(string, int64) []net.IP { return []net.IP{net.ParseIP(address)} })
		s := setup(t, http.NotFoundHandler(), func(c *browser.Config) { c.Resolver = resolver })
		for _, scheme := range []string{"http", "https"} {
			err := s.refuse(t, shown.Visit{URL: scheme + "://inner.example.com/"}, errs.InvalidTarget)
			if !strings.Contains(err.Message, "inner.example.com is not on the public internet") || strings.Contains(err.Message, address) {
				t.Errorf(`%s %s: got err.Message %s, want with "inner.example.com is not on the public internet", without %q`, scheme, address, err.Message, address)
			}
		}
		s.Close()
	}
}

// A name that is mapped for webhooks or for a caller is no page's to reach: no frame,
// script, image or redirect of a stranger leads there, and a visit that names it does.
func TestNoWayToMappedNames(t *testing.T) {
	t.Parallel()
	bird := newCanary(t)
	s := setup(t, &reaching{}, func(c *browser.Config) {
		open, _ := c.Hosts.Lookup("page.test")
		hosts, err := egress.ParseHosts([]string{"open:*.test=" + open, "hooks:hooks.test=127.0.0.1:" + bird.port, "mine.test=127.0.0.1:" + bird.port})
		if err != nil {
			t.Fatal(err)
		}
		c.Hosts, c.Visits = hosts, 4
	})
	for _, host := range []string{"hooks.test", "mine.test"} {
		s.visit(t, shown.Visit{URL: "http://page.test/inside?http://" + host, Wait: shown.Wait{For: time.Second}})
		for name := range leaving {
			page, err := s.Visit(t.Context(), shown.Visit{URL: "http://page.test/" + name + "?http://" + host, Wait: shown.Wait{For: time.Second}})
			if !errs.Is(err, errs.InvalidTarget) && (err != nil || page.URL.Host != "page.test") {
				t.Errorf("%s to %s: got error %v, want invalid_target", name, host, err)
			}
		}
	}
	if n := bird.hits.Load(); n != 0 {
		t.Errorf("the receiver was reached %d times, want 0", n)
	}
	page, err := s.Visit(egress.Naming(t.Context(), "http://mine.test/"), shown.Visit{URL: "http://mine.test/"})
	if err != nil || page.Status != http.StatusNotFound || bird.hits.Load() == 0 {
		t.Errorf("a visit that names it: got page %+v, error %v, %d connections; want status 404", page, err, bird.hits.Load())
	}
}
