package browser_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// hostile are pages that mean harm, and what comes of them. An empty code is a page
// that is shown although it tries.
var hostile = map[string]struct {
	body string
	code errs.Code
	says string // in the error's message, or in the document
	slow bool   // takes the visit's whole time
}{
	"loop":              {`<script>for(;;);</script>`, errs.TargetError, "scripts of page.test keep its page busy", true},
	"loop later":        {`<script>setTimeout(()=>{for(;;);},50)</script>`, errs.TargetError, "scripts of page.test keep its page busy", true},
	"alert loop":        {`<script>for(;;)alert(1)</script>`, errs.TargetError, "scripts of page.test keep its page busy", true},
	"dialogs":           {`<script>alert(1);document.title=confirm(2)+" "+prompt(3);print()</script>`, "", "<title>false null</title>", false},
	"will not leave":    {`<script>onbeforeunload=()=>"stay";addEventListener("unload",()=>{for(;;);})</script>`, "", "", false},
	"windows":           {`<script>for(let i=0;i<1000;i++)window.open("/x")</script>`, "", "", false},
	"a window's link":   {`<a id=a href=/x target=_blank>x</a><script>a.click()</script>`, "", "", false},
	"frames":            {`<script>for(let i=0;i<10000;i++)document.body.append(document.createElement("iframe"))</script>`, "", "<iframe></iframe><iframe>", false},
	"heap":              {`<script>let a=[];for(;;)a.push(new Array(1e5).fill(1.5))</script>`, errs.TargetError, "want of memory", false},
	"buffers":           {`<script>let a=[];try{for(;;)a.push(new Uint8Array(5e7).fill(1))}catch(e){document.title=e.name}</script>`, "", "<title>RangeError", false},
	"huge document":     {`<script>let s="x".repeat(1e6);for(let i=0;i<12;i++){let p=document.createElement("p");p.textContent=s;document.body.append(p)}</script>`, errs.UnsupportedContent, "beyond 10 MB", false},
	"refresh":           {`<meta http-equiv=refresh content=0>`, errs.TooManyRedirects, "more than 10 times", false},
	"moves on":          {`<script>location.href="?"+Math.random()</script>`, errs.TooManyRedirects, "more than 10 times", false},
	"hash":              {`<script>setInterval(()=>{for(let i=0;i<100;i++)location.hash=Math.random()},1)</script>`, "", "", false},
	"console":           {`<script>setInterval(()=>{for(let i=0;i<100;i++)console.log("x".repeat(1000))},0)</script>`, "", "", false},
	"data URLs":         {`<script>let s="x".repeat(5e5);for(let i=0;i<40;i++)fetch("data:,"+s+i)</script>`, errs.TargetError, "floods", false},
	"download by click": {`<a id=a href=/file download>x</a><script>a.click()</script>`, "", "", false},
	"clobbered names":   {`<form name=documentElement></form><img name=title><img name=doctype><form name=querySelector></form>`, "", "<!DOCTYPE html>\n<html>", false},
	"spoilt language":   {`<script>JSON.stringify=()=>"{}";Object.prototype.toJSON=()=>1;Promise.prototype.then=()=>0;Object.getOwnPropertyDescriptor=null</script>`, "", "<!DOCTYPE html>\n<html>", false},
	"asks":              {`<script>Notification.requestPermission();navigator.geolocation.getCurrentPosition(()=>document.title="shown");navigator.clipboard?.readText()</script><input type=file id=f><script>f.click()</script>`, "", "<title>Page</title>", false},
	"broken web socket": {`<script>for(let i=0;i<50;i++)new WebSocket("ws://page.test/x")</script>`, "", "", false},
	"no end":            {"no end", errs.UpstreamTimeout, "did not end its page", true},
	"no answer":         {"no answer", errs.UpstreamTimeout, "did not begin to answer", true},
	"no end of bytes":   {"no end of bytes", errs.UnsupportedContent, "smaller page", false},
	"redirects":         {"redirects", errs.TooManyRedirects, "more than 10 times", false},
	"file":              {"file", errs.UnsupportedContent, "application/zip", false},
	"PDF":               {"PDF", errs.UnsupportedContent, "application/pdf", false},
	"no HTTP":           {"no HTTP", errs.TargetError, "is not HTTP", false},
	"cut":               {"cut", errs.TargetError, "broke the connection", false},
}

func serveHostile(w http.ResponseWriter, r *http.Request) {
	chunk := []byte("<!--" + strings.Repeat("no end. ", 1<<17) + "-->")
	switch name := r.URL.Path[1:]; name {
	case "hang", "no answer":
		<-r.Context().Done()
	case "no end":
		_, _ = w.Write([]byte("<!doctype html><p>begun"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	case "bytes", "no end of bytes":
		w.Header().Set("Content-Type", "text/html")
		for range 60 {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	case "redirects":
		http.Redirect(w, r, r.URL.Path+"?"+r.URL.RawQuery+"x", http.StatusFound)
	case "file", "PDF":
		w.Header().Set("Content-Type", map[string]string{"file": "application/zip", "PDF": "application/pdf"}[name])
		_, _ = w.Write([]byte("%PDF-1.4"))
	case "no HTTP", "cut":
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		if name == "no HTTP" {
			_, _ = conn.Write([]byte("220 mail.test ESMTP\r\n\r\n"))
		}
		_ = conn.Close()
	default:
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, "<!doctype html><title>Page</title><body>", hostile[name].body)
	}
}

// TestHostilePages shows each of them in one browser, which must outlive them all: none
// of the errors may be the browser's own.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(serveHostile), func(c *browser.Config) { c.Visits = 1 })
	for _, name := range slices.Sorted(maps.Keys(hostile)) {
		c := hostile[name]
		v := shown.Visit{URL: "http://page.test/" + name, Timeout: time.Minute} // none ends by it, however busy the machine
		if c.slow {
			v.Timeout = 2 * time.Second
		} else if c.code == "" {
			v.Wait.For = 200 * time.Millisecond // nothing more will come of it
		}
		page, err := s.Visit(t.Context(), v)
		switch {
		case c.code == "" && err != nil:
			t.Errorf("%s: got error %v, want (no error if code is empty)", name, err)
		case c.code == "" && !strings.Contains(page.HTML, c.says):
			t.Errorf("%s: the document is %.2000s", name, page.HTML)
		case c.code != "" && (!errs.Is(err, c.code) || !strings.Contains(errs.As(err).Message, c.says)):
			t.Errorf("%s: got %v, want %s with %q", name, err, c.code, c.says)
		}
	}
	if page := s.visit(t, shown.Visit{URL: "http://article.test/"}); page.Status != http.StatusOK {
		t.Errorf("the page after them has status %d", page.Status)
	}
}

// What a page takes beyond its limits is left out, and the page says so.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bodies := map[string]string{
			"/requests": `<script>let all=[];for(let i=0;i<700;i++)all.push(fetch("/x"+i));Promise.allSettled(all).then(()=>document.body.id="done")</script>`,
			"/bytes":    `<script>fetch("/60MB").then(r=>r.text()).catch(()=>document.title="cut").then(()=>document.body.id="done")</script>`,
			"/image":    `<img src=/hang>`,
		}
		switch r.URL.Path {
		case "/60MB":
			_, _ = w.Write(make([]byte, 60<<20))
		case "/hang":
			<-r.Context().Done()
		default:
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprint(w, "<!doctype html><title>Page</title><body>", bodies[r.URL.Path])
		}
	}))
	settled := shown.Wait{Selector: "#done"} // when all that the page asked for has come or failed
	if page := s.visit(t, shown.Visit{URL: "http://page.test/requests", Timeout: time.Minute, Wait: settled}); page.Limited != "requests" || page.Requests != 701 {
		t.Errorf("%d requests, limited %q", page.Requests, page.Limited)
	}
	if page := s.visit(t, shown.Visit{URL: "http://page.test/bytes", Timeout: time.Minute, Wait: settled}); page.Limited != "bytes" || page.Title != "cut" || page.Bytes > 70<<20 {
		t.Errorf("%q, %d bytes, limited %q", page.Title, page.Bytes, page.Limited)
	}
	if page := s.visit(t, shown.Visit{URL: "http://page.test/image"}); page.Limited != "" || page.Timings.LoadMs != 0 || page.Timings.TotalMs < 2000 {
		t.Errorf("limited %q, %+v", page.Limited, page.Timings)
	}
}
