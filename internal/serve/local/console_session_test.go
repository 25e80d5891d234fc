package local_test

import (
	"strings"

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
