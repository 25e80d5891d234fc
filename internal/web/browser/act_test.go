package browser_test

import (
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// form is a page that shows what is done on it, and that nobody but a person can have done it.
const form = `<title>Form</title><input id=q><select id=s><option value=a>Apples<option value=b>Pears<optgroup disabled><option value=c>Plums</select>
<button id=more>More</button><button id=off disabled>Off</button><p id=out></p><p id=tall style="height:9000px"></p><b id=end>End</b><script>
	const say = (text) => { out.textContent += text + ";" };
	more.onclick = (e) => { say("click " + e.isTrusted); setTimeout(() => fetch("/more").then((r) => r.text()).then((t) => { out.insertAdjacentHTML("afterend", t) }), 50) };
	q.oninput = () => say("input " + q.value);
	q.onkeydown = (e) => say("key " + e.key + " " + e.isTrusted);
	s.onchange = () => say("chose " + s.value);
	addEventListener("scroll", () => { if (scrollY > 5000) document.body.dataset.far = "yes" });
</script>`

func formPages() map[string]string {
	return map[string]string{
		"/": form, "/more": "<i id=fetched>fetched</i>", "/form": `<form action=/found><input name=q id=q></form>`,
		"/found": `<title>Found</title><script>document.write("<h1>" + location.search + "</h1>")</script>`,
	}
}

// TestActions: each action is what a person's would be to the page, and what it sets off is waited for.
func TestActions(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(formPages()))
	for name, c := range map[string]struct {
		path    string
		actions []shown.Action
		has     []string
	}{
		"click, and what it fetches": {"/", []shown.Action{{Do: shown.Click, Selector: "#more"}}, []string{"click true;", "<i id=\"fetched\">"}},
		"type and press": {
			"/",
			[]shown.Action{{Do: shown.Type, Selector: "#q", Text: "tides"}, {Do: shown.Press, Key: "Backspace"}},
			[]string{"input tides;", "key Backspace true;", "input tide;"},
		},
		"select by label":   {"/", []shown.Action{{Do: shown.Select, Selector: "#s", Value: "Pears"}}, []string{"chose b;"}},
		"scroll to the end": {"/", []shown.Action{{Do: shown.Scroll}}, []string{`data-far="yes"`}},
		"scroll to an element": {
			"/", []shown.Action{{Do: shown.Scroll, Selector: "#end"}, {Do: shown.Await, For: 10 * time.Millisecond}}, []string{`data-far="yes"`},
		},
		"another document": {
			"/form",
			[]shown.Action{{Do: shown.Type, Selector: "#q", Text: "a b"}, {Do: shown.Press, Key: "Enter"}, {Do: shown.Await, Selector: "h1"}},
			[]string{"<h1>?q=a+b</h1>"},
		},
		"an optional one": {"/", []shown.Action{{Do: shown.Click, Selector: "#banner", Optional: true}, {Do: shown.Click, Selector: "#more"}}, []string{"click true;"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := s.visit(t, shown.Visit{URL: "http://page.test" + c.path, Actions: c.actions})
			for _, want := range c.has {
				if !strings.Contains(page.HTML, want) {
					t.Errorf("got %s, want %q in it", page.HTML, want)
				}
			}
			for i, a := range page.Actions {
				if want := map[bool]string{false: shown.Done, true: shown.Failed}[c.actions[i].Optional]; a.Outcome != want || a.Took <= 0 {
					t.Errorf("action %d: got %+v, want %s", i, a, want)
				}
			}
		})
	}
}

// TestActionsFail: the visit ends with the action that failed, and says why.
func TestActionsFail(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(formPages()))
	for name, c := range map[string]struct {
		action shown.Action
		says   string
	}{
		"no element":     {shown.Action{Do: shown.Click, Selector: "#none"}, "no element came to match"},
		"no select":      {shown.Action{Do: shown.Select, Selector: "#q", Value: "x"}, "no select"},
		"no option":      {shown.Action{Do: shown.Select, Selector: "#s", Value: "x"}, "no such option"},
		"closed options": {shown.Action{Do: shown.Select, Selector: "#s", Value: "c"}, "no such option"},
		"disabled":       {shown.Action{Do: shown.Click, Selector: "#off"}, "disabled"},
		"not a selector": {shown.Action{Do: shown.Click, Selector: "#!"}, "not one that the browser knows"},
		"no wait":        {shown.Action{Do: shown.Await, For: time.Hour}, "options.timeoutMs leaves no time for it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := s.Visit(t.Context(), shown.Visit{URL: "http://page.test/", Timeout: time.Minute, Actions: []shown.Action{
				{Do: shown.Scroll}, c.action, {Do: shown.Press, Key: "Enter"},
			}})
			failed, ok := err.(*shown.ActionError) //nolint:errorlint // Visit returns it as it is
			code := map[bool]errs.Code{false: errs.TargetError, true: errs.UpstreamTimeout}[name == "no wait"]
			if !ok || !errs.Is(err, code) || errs.As(err).Retryable() || !strings.Contains(errs.As(err).Message, c.says) {
				t.Fatalf("got error %v, want a permanent %s of an action with %q", err, code, c.says)
			}
			var outcomes []string
			for _, a := range failed.Acts {
				outcomes = append(outcomes, a.Outcome)
			}
			if diff := cmp.Diff([]string{shown.Done, shown.Failed, shown.Skipped}, outcomes); diff != "" {
				t.Errorf("outcomes mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// fields shows what its fields have.
const fields = `<title>Fields</title><h1 id=h>Fields</h1><input id=first><input id=fixed readonly value=x><fieldset disabled><input id=off></fieldset><input type=file id=file><input type=checkbox id=box>
<input type=number id=number><input id=short maxlength=3><input id=full value=abc><textarea id=area>one
two</textarea><input type=email id=mail value=a@><div id=rich contenteditable><p>Rich</p><p id=para>text</p></div><input type=date id=date><input type=color id=color>
<input id=stolen onfocus="first.focus()"><x-field id=own></x-field><script>
	customElements.define("x-field", class extends HTMLElement {
		constructor() { super(); this.attachShadow({mode: "closed", delegatesFocus: true}).innerHTML = "<input id=inner>"; this.addEventListener("input", (e) => { this.dataset.took = e.isTrusted }) }
	});
	addEventListener("input", (e) => { e.target.setAttribute("now", e.target.value ?? e.target.innerText) });
	addEventListener("change", (e) => { e.target.setAttribute("changed", "") });
</script>`

// TestTypesWhereTextIsTaken: behind what is there, and never into another field than the one that was meant.
func TestTypesWhereTextIsTaken(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{"/": fields}))
	for selector, c := range map[string]struct{ text, has string }{
		"#first":  {"a b", `id="first" now="a b" changed=""`},
		"#full":   {"d", `now="abcd"`},
		"#short":  {"abc", `now="abc"`},
		"#area":   {"!", "now=\"one\ntwo!\""},
		"#mail":   {"b.test", `now="a@b.test"`},
		"#number": {"12.5", `now="12.5"`},
		"#para":   {"s", `<p id="para">texts</p>`},
		"#rich":   {"!", `<p id="para">text!</p>`},
		"#date":   {"2026-11-23", `now="2026-11-23" changed=""`},
		"#color":  {"#FF0000", `now="#ff0000"`},
		"#own":    {"x", `data-took="true"`},
	} {
		t.Run(selector, func(t *testing.T) {
			t.Parallel()
			page := s.visit(t, shown.Visit{URL: "http://page.test/", Actions: []shown.Action{{Do: shown.Type, Selector: selector, Text: c.text}}})
			if !strings.Contains(page.HTML, c.has) {
				t.Errorf("got %s, want %q in it", page.HTML, c.has)
			}
		})
	}
	for selector, c := range map[string]struct{ text, issue string }{
		"#h":      {"secret", "takes no text"},
		"#fixed":  {"secret", "read-only"},
		"#off":    {"secret", "disabled"},
		"#file":   {"secret", "takes no text"},
		"#box":    {"secret", "takes no text"},
		"#stolen": {"secret", "takes no text"},
		"#number": {"secret", "none such as this"},
		"#short":  {"secret", "none such as this"},
		"#date":   {"secret", "none such as this"},
		"#color":  {"secret", "none such as this"},
	} {
		t.Run("not "+selector+" "+c.text, func(t *testing.T) {
			t.Parallel()
			page := s.visit(t, shown.Visit{URL: "http://page.test/", Actions: []shown.Action{
				{Do: shown.Type, Selector: "#first", Text: "user"}, {Do: shown.Type, Selector: selector, Text: c.text, Optional: true},
			}})
			if a := page.Actions[1]; a.Outcome != shown.Failed || !strings.Contains(a.Issue, c.issue) {
				t.Errorf("got %+v, want a failure with %q", a, c.issue)
			}
			if !strings.Contains(page.HTML, `id="first" now="user"`) || strings.Contains(page.HTML, "secret") {
				t.Errorf("got %s, want nothing typed but user", page.HTML)
			}
		})
	}
}

// TestClicksWhatIsSeen of an element: one may be larger than the window, in another than its own box, or below its label.
func TestClicksWhatIsSeen(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{"/": `<title>Sizes</title><div id=tall style="height:2400px">tall</div><a id=wide style="display:block;width:3000px">wide</a>
		<a id=boxless style="display:contents"><b>child</b></a><span id=floats><b style="float:left">float</b></span><br><button style="height:20px" id=small>small</button><br>
		<label><input type=checkbox id=box><i style="display:block;position:relative;top:-20px;width:40px;height:40px;background:red"></i></label>
		<p style="height:3000px"></p><button id=far>far</button><div style="position:fixed;top:0;left:0;right:0;height:100px;background:white">head</div>
		<script>addEventListener("click", (e) => { for (const x of e.composedPath()) if (x.id) x.setAttribute("clicked", e.isTrusted) })</script>`}))
	for _, id := range []string{"tall", "wide", "boxless", "floats", "small", "box", "far"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			for _, mobile := range []bool{false, true} {
				page := s.visit(t, shown.Visit{URL: "http://page.test/", Mobile: mobile, Actions: []shown.Action{{Do: shown.Scroll}, {Do: shown.Click, Selector: "#" + id}}})
				if clicked := regexp.MustCompile(`id="` + id + `"[^>]* clicked="true"`); !clicked.MatchString(page.HTML) {
					t.Errorf("mobile %t: got %s, want a click on %s", mobile, page.HTML, id)
				}
			}
		})
	}
}

// TestWaitsBeyondTheVisit: what a caller waits for is no fault of the site's, and what came of the actions is known.
func TestWaitsBeyondTheVisit(t *testing.T) {
	t.Parallel()
	s := setup(t, pages(map[string]string{"/": form, "/busy": `<button id=more onclick="for (;;);">x</button>`}))
	wait := func(a shown.Action) []shown.Action { return []shown.Action{{Do: shown.Scroll}, a} }
	for name, c := range map[string]struct {
		visit shown.Visit
		acts  []string
		says  string
	}{
		"before the page is read": {shown.Visit{Wait: shown.Wait{For: time.Minute}}, nil, "increase options.timeoutMs"},
		"a delay":                 {shown.Visit{Delay: time.Minute}, nil, "increase options.timeoutMs"},
		"nearly all of it":        {shown.Visit{Wait: shown.Wait{For: 5 * time.Second}, Delay: 4999 * time.Millisecond}, nil, "increase options.timeoutMs"},
		"an action":               {shown.Visit{Actions: wait(shown.Action{Do: shown.Await, For: time.Minute})}, []string{shown.Done, shown.Failed}, "options.actions[1] (wait) failed"},
		"an element":              {shown.Visit{Actions: wait(shown.Action{Do: shown.Await, Selector: "#never"})}, []string{shown.Done, shown.Failed}, "options.actions[1] (wait) failed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.visit.URL, c.visit.Timeout = "http://page.test/", 10*time.Second
			_, err := s.Visit(t.Context(), c.visit)
			if err == nil {
				t.Fatal("got no error")
			}
			e := errs.As(err)
			if e.Code != errs.UpstreamTimeout || e.Retryable() || !strings.Contains(e.Message, c.says) || !strings.Contains(e.Message, "timeoutMs") {
				t.Errorf("got %v, want a permanent upstream_timeout that says %q", e, c.says)
			}
			var acts []string
			if failed, ok := errors.AsType[*shown.ActionError](err); ok {
				for _, a := range failed.Acts {
					acts = append(acts, a.Outcome)
				}
			}
			if diff := cmp.Diff(c.acts, acts); diff != "" {
				t.Errorf("outcomes mismatch (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("a page that a click keeps busy", func(t *testing.T) {
		t.Parallel()
		e := s.refuse(t, shown.Visit{URL: "http://page.test/busy", Timeout: 10 * time.Second, Actions: []shown.Action{{Do: shown.Click, Selector: "#more"}}}, errs.TargetError)
		if !strings.Contains(e.Message, "busy") {
			t.Errorf("got %v, want an error that says what keeps the page busy", e)
		}
	})
}

// TestMobile: a phone's window, touch and user agent, with our name in it.
func TestMobile(t *testing.T) {
	t.Parallel()
	agent := make(chan string, 1)
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			agent <- r.Header.Get("User-Agent")
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<meta name=viewport content="width=device-width"><p>x`))
	}))
	page := s.visit(t, shown.Visit{URL: "http://page.test/", Mobile: true, Viewport: shown.Viewport{Width: 390, Height: 844}, Scripts: map[string]string{
		"width": "innerWidth", "touch": `matchMedia("(pointer: coarse)").matches && navigator.maxTouchPoints > 0`,
	}})
	if got := string(page.Values["width"]) + " " + string(page.Values["touch"]); got != "390 true" {
		t.Errorf("got width and touch %s, want 390 true", got)
	}
	if got := <-agent; !strings.Contains(got, "Android") || !strings.Contains(got, "Mobile") || !strings.Contains(got, "QuarryBot") {
		t.Errorf("got user agent %q, want one of a phone that names us", got)
	}
}
