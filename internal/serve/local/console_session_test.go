package local_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/admin"
)

// waits sees a service that accepts calls and answers none: a section says so, and is there once it answers again.
func waits(d *desk) {
	d.MustEval(`() => { window.asked = fetch; window.fetch = () => new Promise(() => {}) }`)
	d.section("credits", "Credits")
	d.MustElementR("main p[role=status]", "not answered yet")
	d.check("a service that hangs")
	d.MustEval(`() => { window.fetch = window.asked }`)
	d.press("main button", "Try again")
	d.MustElement("svg.chart")
}

// signsOut leaves nothing of one organization to the next who signs in by this tab.
func signsOut(d *desk) {
	d.press("button", "Sign out")
	d.MustElementR("h1", "Sign in")
	if d.MustEval(`() => sessionStorage.length`).Int() != 0 {
		d.t.Errorf("after signing out: got something in this tab's storage, want nothing")
	}
	d.MustElement("#token").MustInput(d.another())
	d.press("button", "Sign in")
	d.section("playground/scrape", "Playground")
	d.MustElementR(".price", "Costs 1 credit")
	d.press(".sendbar button", "Send")
	d.MustElementR(".answer [role=tab]", "JSON")
	if got := d.MustElement(".answer [role=tablist]").MustText(); strings.Contains(got, "Changes") {
		d.t.Errorf("after another signed in: got the tabs %s, want no changes since what the first one saw", got)
	}
	d.section("tokens", "Tokens")
	d.MustElement("#operator-key")
}

// another is the token of an organization of its own.
func (d *desk) another() string {
	d.t.Helper()
	name := "other"
	made, err := d.acts.Handle(d.t.Context(), admin.Request{Op: "org.create", Name: &name, Credits: 10})
	if err != nil {
		d.t.Fatalf("making an organization: got error %v", err)
	}
	org, _ := made.(admin.Created)
	if made, err = d.acts.Handle(d.t.Context(), admin.Request{Op: "token.create", Org: org.OrganizationID}); err != nil {
		d.t.Fatalf("making a token: got error %v", err)
	}
	token, _ := made.(*admin.Token)
	return string(token.Token)
}

// TestConsoleLostAnswer: a call whose answer was lost is the same call when it is sent again, so that it is charged once. One that was
// answered is another.
func TestConsoleLostAnswer(t *testing.T) {
	t.Parallel()
	d := openDesk(t, httptest.NewServer(http.NotFoundHandler()))
	d.Page = d.Timeout(patience)
	d.MustNavigate(d.info.ConsoleURL)
	d.MustElementR("h1", "Playground")
	d.section("playground/scrape", "Playground")
	d.MustElementR(".price", "Costs 1 credit")
	d.MustEval(`() => {
		const asked = fetch;
		window.keys = [];
		window.fetch = async (path, options) => {
			const answer = await asked(path, options), key = options?.headers?.["Idempotency-Key"];
			if (key && window.keys.push(key) === 1) throw new TypeError("lost");
			return answer;
		};
	}`)
	d.press(".sendbar button", "Send")
	d.MustElementR(".answer", "did not answer")
	for range 2 {
		d.press(".sendbar button", "Send")
		d.MustElementR(".answer [role=tab]", "JSON")
	}
	if keys := strings.Fields(d.MustEval(`() => window.keys.join(" ")`).Str()); len(keys) != 3 || keys[0] != keys[1] || keys[1] == keys[2] {
		t.Errorf("got the keys %v, want that of the first call for the second, and another for the third", keys)
	}
}
