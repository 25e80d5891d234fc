package browser_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// form is a page that shows what is done on it, and that nobody but a person can have done it.
const form = `<title>Form</title><input id=q><select id=s><option value=a>Apples<option value=b>Pears</select>
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
		"disabled":       {shown.Action{Do: shown.Click, Selector: "#off"}, "disabled"},
		"not a selector": {shown.Action{Do: shown.Click, Selector: "#!"}, "not one that the browser knows"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := s.Visit(t.Context(), shown.Visit{URL: "http://page.test/", Actions: []shown.Action{
				{Do: shown.Scroll}, c.action, {Do: shown.Press, Key: "Enter"},
			}})
			failed, ok := err.(*shown.ActionError) //nolint:errorlint // Visit returns it as it is
			if !ok || !errs.Is(err, errs.TargetError) || errs.As(err).Retryable() || !strings.Contains(errs.As(err).Message, c.says) {
				t.Fatalf("got error %v, want a permanent target_error of an action with %q", err, c.says)
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
