package browser_test

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/web/shown"
)

// act opens a page and does something there by rod.
func (s *bundle) act(t *testing.T, v shown.Visit, act func(*rod.Page) error) {
	t.Helper()
	if err := s.Act(t.Context(), v, act); err != nil {
		t.Fatalf("act on %s: %v", v.URL, err)
	}
}

// spoilt makes the language of the page useless: whatever runs in its world fails.
const spoilt = `<script>
	for (const name of ["querySelector", "querySelectorAll", "contains", "getBoundingClientRect", "dispatchEvent", "focus"])
		for (const kind of [Document, Element, HTMLElement, Node, EventTarget]) if (name in kind.prototype) kind.prototype[name] = () => { throw "spoilt" };
	window.getComputedStyle = () => ({pointerEvents: "none", visibility: "hidden", display: "none"});
	window.requestAnimationFrame = () => 0; Promise.prototype.then = () => 0;
	Object.defineProperty(HTMLElement.prototype, "disabled", {get: () => true});
</script>`

// Elements are found, clicked, filled in and scrolled to by rod, whatever the page has
// made of the language.
func TestElements(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{
		"/": `<p id=far style="margin-top:3000px">far</p><input id=field><button id=b onclick="out.textContent=` + "`${field.value} ${scrollY > 500} ${event.isTrusted}`" + `">go</button><p id=out></p>` + spoilt,
	}))
	s.act(t, shown.Visit{URL: "http://page.test/"}, func(p *rod.Page) error {
		field, err := p.Element("#field")
		if err != nil {
			return err
		}
		if err := errors.Join(field.Input("typed"), field.Type(input.End, 'x')); err != nil {
			return err
		}
		button, err := p.ElementR("button", "^go$")
		if err == nil {
			err = button.Click(proto.InputMouseButtonLeft, 1)
		}
		if err != nil {
			return err
		}
		out, err := p.Element("#out")
		if err != nil {
			return err
		}
		if got, err := out.Text(); err != nil || got != "typedx true true" {
			t.Errorf("got %q and error %v after the click, want what was typed, far down, by a person", got, err)
		}
		return nil
	})
	s.act(t, shown.Visit{URL: "http://page.test/"}, func(p *rod.Page) error {
		has, _, err := p.Has("#missing")
		if err != nil || has {
			t.Errorf("got %t and error %v for an element that is not there, want neither", has, err)
		}
		p, cancel := p.WithCancel()
		cancel()
		if _, err := p.Element("#missing"); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v for a wait that is cancelled, want that it ends", err)
		}
		return nil
	})
}

// A frame is not taken for the page that it is in: what rod evaluates there would be
// evaluated in the page.
func TestFrames(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{"/": `<iframe src="/in"></iframe>`, "/in": `<button>in</button>`}))
	s.act(t, shown.Visit{URL: "http://page.test/"}, func(p *rod.Page) error {
		frame, err := p.Element("iframe")
		if err != nil {
			return err
		}
		inner, err := frame.Frame()
		if err != nil {
			return err
		}
		if out, err := inner.Eval(`() => document.URL`); err == nil || !strings.Contains(err.Error(), "in a frame") {
			t.Errorf("got %+v and error %v, want that frames are refused", out, err)
		}
		return nil
	})
}

// What rod waits for is bounded by the visit's time.
func TestWaitsOfRodEnd(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{"/": `<b style="display:none">hidden</b>`, "/loop": `<script>setTimeout(()=>{for(;;);},400)</script>`}))
	for name, wait := range map[string]func(*rod.Page) error{
		"no such element": func(p *rod.Page) error { _, err := p.Element("#never"); return err },
		"never visible": func(p *rod.Page) error {
			b, err := p.Element("b")
			if err != nil {
				return err
			}
			return b.WaitVisible()
		},
		"a promise": func(p *rod.Page) error { _, err := p.Eval(`() => new Promise(() => 0)`); return err },
		"a loop":    func(p *rod.Page) error { _, err := p.Eval(`() => { for (;;); }`); return err },
		"no event": func(p *rod.Page) error {
			p.WaitEvent(&proto.PageDownloadWillBegin{})()
			<-p.GetContext().Done() // it ends with the visit's, a moment after those who wait for that
			return p.GetContext().Err()
		},
		"no navigation": func(p *rod.Page) error { return p.Wait(rod.Eval(`() => false`)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := s.Act(t.Context(), shown.Visit{URL: "http://page.test/", Wait: shown.Wait{For: time.Millisecond}, Timeout: 3 * time.Second}, wait)
			if err == nil {
				t.Error("got no error, want that of the visit's time")
			}
		})
	}
}

// Events reach rod, of the page's own session and no other's.
func TestEventsOfRod(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{"/": `<a id=a href="/second">on</a>`, "/second": "second"}))
	s.act(t, shown.Visit{URL: "http://page.test/"}, func(p *rod.Page) error {
		var moved proto.PageFrameNavigated
		wait := p.WaitEvent(&moved)
		link, err := p.Element("#a")
		if err == nil {
			err = link.Click(proto.InputMouseButtonLeft, 1)
		}
		if err != nil {
			return err
		}
		wait()
		if moved.Frame == nil || moved.Frame.URL != "http://page.test/second" {
			t.Errorf("got %+v, want the arrival of the second page", moved.Frame)
		}
		// What was evaluated before is forgotten with the document.
		if out, err := p.Eval(`() => document.URL`); err != nil || out.Value.Str() != "http://page.test/second" {
			t.Errorf("got %+v and error %v, want the second page's address", out, err)
		}
		return nil
	})
}

// Visits leave no goroutine of rod's behind.
func TestNoGoroutinesLeft(t *testing.T) { //nolint:paralleltest // counts goroutines
	s := setup(t, pages(map[string]string{"/": "text", "/busy": `<script>setInterval(()=>{for(let i=0;i<50;i++)location.hash=Math.random()},1)</script>`}))
	s.visit(t, shown.Visit{URL: "http://page.test/"})
	rods := func() int {
		stacks := make([]byte, 4<<20)
		return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "go-rod/rod.") + strings.Count(string(stacks), "ysmood/goob.")
	}
	before := rods()
	for _, path := range []string{"/", "/busy", "/none", "/busy"} {
		s.visit(t, shown.Visit{URL: "http://page.test" + path, Wait: shown.Wait{For: 50 * time.Millisecond}})
	}
	waitFor(t, func() bool { return rods() <= before })
}

// options are those that rod takes from the flag -rod, and older ones of its from the
// environment: to be slow, to trace, to log, to serve a monitor, to launch or to find a
// browser of its own.
const options = "slow=60s,trace,show,devtools,cdp,port=9229,bin=/bin/false,dir=/nowhere,proxy=127.0.0.1:9,lock=1,url=ws://127.0.0.1:9/,monitor="

// Nothing of it is heeded.
func TestFlagOfRod(t *testing.T) {
	t.Parallel()
	if monitor, isChild := strings.CutPrefix(os.Getenv("rod"), options); isChild {
		s := setup(t, pages(map[string]string{"/": `<b>text</b>`}))
		s.act(t, shown.Visit{URL: "http://page.test/", Wait: shown.Wait{Selector: "b"}}, func(p *rod.Page) error {
			b, err := p.Element("b")
			if err == nil {
				err = b.Click(proto.InputMouseButtonLeft, 1)
			}
			return err
		})
		if c, err := new(net.Dialer).DialContext(t.Context(), "tcp", monitor); err == nil {
			_ = c.Close()
			t.Errorf("got a monitor at %s, want no port", monitor)
		}
		return
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatalf("find the test's binary: %v", err)
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("find a free port: %v", err)
	}
	_ = l.Close()
	all := options + l.Addr().String()
	cmd := exec.CommandContext(t.Context(), own, "-test.run=^TestFlagOfRod$", "-rod="+all)
	cmd.Env = append(os.Environ(), "rod="+all)
	out, err := cmd.CombinedOutput()
	if text := string(out); err != nil || !strings.HasPrefix(text, "PASS\n") {
		t.Errorf("got %v and %s, want a visit like any other, and nothing said", err, text)
	}
}
