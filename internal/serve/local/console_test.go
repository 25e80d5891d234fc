package local_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local"
)

var pictures = flag.String("pictures", "", "draw the pictures of the console into this folder")

// patience is how long a part of the console may take on a machine that is busy with others.
const patience = time.Minute

// desk is the console in a browser, against a service of its own.
type desk struct {
	*rod.Page

	t    *testing.T
	info *local.Info
	acts *admin.Service
	seen watch
	axe  string // empty where it is not installed
}

// openDesk starts a service whose webhooks reach hook, and a browser that watches what the console asks for.
func openDesk(t *testing.T, hook *httptest.Server) *desk {
	t.Helper()
	s, err := local.Start(t.Context(), local.Options{
		Listen: "127.0.0.1:0", DataDir: t.TempDir(), SampleWeb: true, Log: slog.New(slog.DiscardHandler),
		Hosts: []string{"hooks:receiver.test=" + hook.Listener.Addr().String()},
	})
	if err != nil {
		t.Fatalf("starting a service: got error %v", err)
	}
	t.Cleanup(s.Close)
	d := &desk{t: t, info: s.Info(), acts: s.Operator(), Page: openBrowser(t), axe: readAxe(t)}
	d.seen.follow(t, d.Page)
	d.MustEvalOnNewDocument(`addEventListener("securitypolicyviolation", (e) => console.error("CSP", e.violatedDirective, e.blockedURI, e.sample))`)
	d.at(wide)
	return d
}

// readAxe is axe-core, which npm installs.
func readAxe(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile("../../../tools/console/node_modules/axe-core/axe.min.js")
	if err != nil {
		if _, absent := exec.LookPath("npm"); absent == nil {
			t.Fatalf("reading axe-core: got error %v; run make axe", err)
		}
		t.Log("axe-core is not installed, since npm is not here: accessibility is not tried")
	}
	return string(raw)
}

// shape is a window, and the colours that its user prefers.
type shape struct {
	width, height int
	dark, touch   bool
}

var (
	wide  = shape{1440, 900, false, false}
	night = shape{1440, 900, true, false}
	phone = shape{360, 760, true, true}
)

func (d *desk) at(s shape) {
	d.t.Helper()
	scheme := "light"
	if s.dark {
		scheme = "dark"
	}
	d.MustSetViewport(s.width, s.height, 1, s.touch)
	features := []*proto.EmulationMediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}
	if err := (proto.EmulationSetEmulatedMedia{Features: features}).Call(d.Page); err != nil {
		d.t.Fatalf("choosing colours: got error %v", err)
	}
}

// section shows a section and waits for its heading.
func (d *desk) section(name, heading string) {
	d.t.Helper()
	d.MustEval(`(to) => { location.hash = to }`, "#/"+name)
	d.MustElementR("h1", heading)
}

// press clicks the first element with such a text, as soon as there is one. It is found and clicked at once,
// since what a job's events change is drawn anew.
func (d *desk) press(css, text string) {
	d.t.Helper()
	d.MustWait(`(css, text) => {
		const found = [...document.querySelectorAll(css)].find((e) => new RegExp(text).test(e.innerText) && !e.disabled);
		found?.click();
		return Boolean(found);
	}`, css, text)
}

// check looks for what keeps people from using what is shown: axe's findings in both schemes and on a
// phone, and what is wider than a phone's window.
func (d *desk) check(name string) {
	d.t.Helper()
	for _, s := range []shape{wide, night, phone} {
		d.at(s)
		save(d.t, d.Page, fmt.Sprintf("%s of %d, dark %t.png", name, s.width, s.dark))
		if s == phone {
			if got := d.MustEval(`() => document.documentElement.scrollWidth`).Int(); got > phone.width {
				d.t.Errorf("%s on a phone: got a page of %d pixels, want at most %d", name, got, phone.width)
			}
			for _, field := range d.MustEval(beyond).Arr() {
				d.t.Errorf("%s on a phone: got a field beyond the edge of its label, want it within: %s", name, field)
			}
		}
		for _, f := range d.findings(s) {
			for _, n := range f.Nodes {
				d.t.Errorf("%s in a window of %d, dark %t: got %s (%s) at %v, %s\n%.300s", name, s.width, s.dark, f.ID, f.Help, n.Target, n.Summary, n.HTML)
			}
		}
	}
	d.at(wide)
}

// beyond lists the fields that are wider than what is around them.
const beyond = `() => [...document.querySelectorAll("input, select, textarea, button")].filter((e) => e.checkVisibility() && e.offsetParent && e.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 0.5 && getComputedStyle(e.parentElement).overflowX === "visible").map((e) => e.outerHTML)`

// findings are what axe finds in what is shown. Windows that differ by their colours alone are tried for those.
func (d *desk) findings(s shape) (found []finding) {
	d.t.Helper()
	if d.axe == "" {
		return nil
	}
	if d.MustEval(`() => !window.axe`).Bool() { // by the debugger, since the page's policy runs no text
		if _, err := (proto.RuntimeEvaluate{Expression: d.axe}).Call(d.Page); err != nil {
			d.t.Fatalf("loading axe: got error %v", err)
		}
	}
	rules := `{}`
	if s == night {
		rules = `{runOnly: ["color-contrast"]}`
	}
	raw := d.MustEval(`async () => JSON.stringify((await axe.run(document, {resultTypes: ["violations"], ...` + rules + `})).violations)`).Str()
	if err := json.Unmarshal([]byte(raw), &found); err != nil {
		d.t.Fatalf("reading what axe found: got error %v", err)
	}
	return found
}

// finding is a rule of axe's that something breaks.
type finding struct {
	ID    string `json:"id"`
	Help  string `json:"help"`
	Nodes []struct {
		HTML    string   `json:"html"`
		Target  []string `json:"target"`
		Summary string   `json:"failureSummary"`
	} `json:"nodes"`
}

// picture draws the window for the guides, where pictures were asked for.
func (d *desk) picture(name string, s shape) {
	d.t.Helper()
	if *pictures == "" {
		return
	}
	d.at(s)
	raw, err := d.Screenshot(false, nil)
	if err == nil {
		err = os.WriteFile(filepath.Join(*pictures, name+".png"), raw, 0o644)
	}
	if err != nil {
		d.t.Errorf("drawing %s: got error %v", name, err)
	}
	d.at(wide)
}

// TestConsole uses each section of the console as people do, against a service with the sample web. Nothing
// may be complained of by the browser or by axe, and no other host asked.
func TestConsole(t *testing.T) {
	t.Parallel()
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("taken, thanks")) }))
	t.Cleanup(hook.Close)
	d := openDesk(t, hook)
	for _, part := range []struct {
		name string
		use  func(*desk)
	}{
		{"sign in", signsIn},
		{"playground", plays},
		{"calls on a phone", fits},
		{"jobs", opensJobs},
		{"crawls", crawls},
		{"webhooks", getsEvents},
		{"credits", countsCredits},
		{"tokens", readsTokens},
		{"sources", readsSources},
		{"a service that hangs", waits},
		{"sign out", signsOut},
	} {
		whole := d.Page
		d.Page = whole.Timeout(patience)
		err := rod.Try(func() { part.use(d) })
		d.Page = whole
		if err != nil {
			save(t, whole, "failure.png")
			t.Fatalf("%s: got %v, want none; -screenshot DIR draws what was shown", part.name, err)
		}
	}
	d.seen.mu.Lock()
	defer d.seen.mu.Unlock()
	for _, c := range d.seen.complaints {
		if !strings.Contains(c, "status of 40") { // a price is asked for by a call that is refused, and a spent link is not found
			t.Errorf("the browser complains: got %s, want nothing", c)
		}
	}
	for _, r := range d.seen.requests {
		_, url, _ := strings.Cut(r, " ")
		if !strings.HasPrefix(url, d.info.BaseURL+"/") && !strings.HasPrefix(url, "data:") {
			t.Errorf("another host was asked: got %s, want none but %s", r, d.info.BaseURL)
		}
		if strings.Contains(url, d.info.Token) || strings.Contains(url, "once=") {
			t.Errorf("a request names a secret: got %s, want none in an address", r)
		}
	}
}

func signsIn(d *desk) {
	d.MustNavigate(d.info.BaseURL + "/console")
	d.MustElementR("h1", "Sign in")
	d.check("sign in")
	d.MustElement("#token").MustInput("satk_nobody")
	d.press("button", "Sign in")
	d.MustElementR(".failure", "unknown|valid|spelling")
	d.MustNavigate("about:blank").MustNavigate(d.info.ConsoleURL)
	d.MustElementR("h1", "Playground")
	if got := d.MustEval(`() => [location.href, localStorage.length, sessionStorage.getItem("quarry.token")].join(" ")`).Str(); got != d.info.BaseURL+"/console 0 "+d.info.Token {
		d.t.Errorf("after the link: got %s, want the token in this tab's storage and nothing else", got)
	}
	other := d.Browser().MustPage(d.info.ConsoleURL)
	other.MustElementR(".failure", "works once")
	other.MustClose()
}

func plays(d *desk) {
	d.MustElementR(".price", "Costs 1 credit")
	d.press(".sendbar button", "Send")
	d.MustElementR(".answer .markdown", "River and tide gauges")
	d.check("playground")
	d.picture("console-playground", wide)
	d.press("[role=tab]", "JSON")
	d.MustElementR(".tree", "finalUrl")
	for name, want := range map[string]string{"curl": "QUARRY_TOKEN", "Go": "client.Scrape", "TypeScript": "quarry.scrape", "Python": "quarry.scrape", "CLI": "quarry scrape --server"} {
		d.press("[role=tab]", "^"+name+"$")
		d.MustElementR(".output pre", want)
	}
	// The second run is compared with the first, and keys send it.
	d.MustElement("[name=url]").MustSelectAllText().MustInput("http://article.test/")
	d.MustElement("[name=url]").MustFocus()
	d.KeyActions().Press(input.ControlLeft).Type(input.Enter).MustDo()
	d.MustElementR(".answer .markdown", "twelve-pound")
	d.press("[role=tab]", "Changes")
	d.MustElementR(".diff .added", "Measuring the tide")
	d.check("differences")
	// What the service would refuse is said before it is sent.
	d.MustElement("[name=url]").MustSelectAllText().MustInput("ftp://nothing")
	d.MustElementR("form .hint, form .failure", "http")
	d.press(".chip", "screenshot of the whole page")
	d.MustElementR(".price", "Costs 5 credits")
	d.press(".sendbar button", "Send")
	d.press("[role=tab]", "Picture")
	if got := d.MustElement("img.shot").MustEval(`async () => { await this.decode(); return this.naturalWidth }`).Int(); got == 0 {
		d.t.Errorf("the screenshot: got a picture of no width, want one")
	}
	d.section("playground/scrapeBatch", "Playground")
	d.MustElement("[name=urls]").MustSelectAllText().MustInput("http://article.test/\nhttp://status.test/404\nhttp://wall.test/")
	d.MustElementR(".price", "Costs 3 credits")
	d.press(".sendbar button", "Send")
	d.MustElementR(".answer h2", "3 of 3 pages")
}

// fits shows each call on a phone, with all of its options: none is wider than the window.
func fits(d *desk) {
	d.at(phone)
	defer d.at(wide)
	wider := d.MustEval(`async (most) => {
		const wider = [];
		for (const {value} of document.querySelectorAll("#call option")) {
			const before = document.getElementById("call");
			location.hash = "#/playground/" + value;
			for (let n = 0; n < 500 && (document.getElementById("call") === before || !document.querySelector("form .fields")); n++) await new Promise((then) => setTimeout(then, 10));
			for (const box of document.querySelectorAll("details")) box.open = true;
			const width = document.documentElement.scrollWidth;
			if (width > most) wider.push(value + ": " + width + " by " + [...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > most).slice(-3).map((e) => e.outerHTML.slice(0, 150)));
		}
		return wider.join("\n");
	}`, phone.width).Str()
	d.section("playground/scrape", "Playground")
	d.MustElement("[name=url]").MustSelectAllText().MustInput("http://slow.test/?ms=1500")
	d.press(".sendbar button", "^Send$")
	got := d.MustEval(`() => {
		const send = document.querySelector(".sendbar button"), answer = document.querySelector(".answer");
		send.click();
		return [send.disabled, send.innerText, document.activeElement === answer, answer.getBoundingClientRect().top < innerHeight / 2, answer.innerText].join(" ");
	}`).Str()
	if !strings.HasPrefix(got, "true Sending… true true ") {
		d.t.Errorf("sending on a phone: got %q, want a button that waits, and the answer in sight and in focus", got)
	}
	d.MustElementR(".answer h2", "succeeded")
	d.MustElementR(".sendbar button", "^Send$")
	d.section("playground/scrapeSitemap", "Playground")
	d.press(".chip", "given sitemap")
	if got := d.MustElement("[name=pathContains]").MustProperty("value").Str(); got != "/blog/\n/news/" {
		d.t.Errorf("a list that is written as one string: got %q, want an item a line", got)
	}
	if wider != "" {
		d.t.Errorf("calls on a phone: got pages wider than %d pixels, want none\n%s", phone.width, wider)
	}
}

func opensJobs(d *desk) {
	d.section("jobs", "Jobs")
	d.MustElementR(".line", "status.test/404")
	d.check("jobs")
	d.picture("console-jobs", wide)
	d.picture("console-phone", phone)
	d.MustElement("[name=status]").MustSelect("failed")
	d.MustElementR("p[role=status]", "^2 jobs")
	d.MustElement(".line[data-at='0'] a").MustFocus()
	d.KeyActions().Type(input.ArrowDown).Type(input.Enter).MustDo()
	d.MustElementR("h1", "status.test/404|wall.test")
	d.MustElementR(".failure", "refunded")
	d.check("job that failed")
	d.press("a", "Run again")
	d.MustElementR(".price", "Costs 1 credit")
	// A job that takes its time is followed, and cancelled.
	d.MustElement("[name=url]").MustSelectAllText().MustInput("http://slow.test/?ms=20000")
	d.press(".sendbar button", "Send")
	d.press(".answer a", "Open the job")
	d.press("button", "^Cancel$")
	d.press("dialog button", "Cancel the job")
	d.MustElementR(".status", "cancelled")
	d.MustElementR(".facts", "refunded, since the job was cancelled")
}

func crawls(d *desk) {
	d.section("crawls", "Crawls")
	d.MustElementR(".empty", "No crawls")
	d.section("playground/startCrawl", "Playground")
	d.MustElement("[name=url]").MustSelectAllText().MustInput("http://company.test/")
	d.MustElement("[name=limit]").MustSelectAllText().MustInput("6")
	d.MustElementR(".price", "1 credit a page, 6 pages at most")
	d.press(".sendbar button", "Send")
	d.MustElementR(".status", "finished")
	d.MustElementR("td", "company.test/about|company.test/pricing|company.test/blog")
	d.check("crawl")
	d.press("a", "^Crawls$")
	d.MustElementR("td a", "company.test").MustMatches("[href^='#/crawls/crl_']")
	d.check("list of crawls")
}

func getsEvents(d *desk) {
	d.section("webhooks", "Webhooks")
	d.press("button", "Add an endpoint")
	d.check("a dialog")
	d.MustElement("#hook-url").MustInput("http://receiver.test/")
	d.press("dialog button", "^Add$")
	d.MustElementR("dialog h2", "signing secret")
	d.press("dialog button", "Done")
	d.press("td a", "receiver.test")
	d.press("button", "^Test$")
	d.MustElementR(".attempts .status", "succeeded")
	d.MustElement(".attempts summary").MustClick()
	d.MustElementR(".attempts pre", "taken, thanks")
	d.press(".attempts button", "Replay")
	d.MustElementR(".attempts li:first-child summary", "replay to")
	d.MustElementR(".attempts li:first-child .status", "succeeded")
	d.press("button", "Rotate secret")
	d.press("dialog button", "^Rotate$")
	d.MustElementR("dialog h2", "new secret")
	d.press("dialog button", "Done")
	d.check("an endpoint")
	d.picture("console-webhooks", wide)
}

func countsCredits(d *desk) {
	d.section("credits?days=7", "Credits")
	d.MustElement("svg.chart")
	d.MustElementR("td", "url.screenshot")
	d.check("credits")
	d.picture("console-credits", night)
}

func readsTokens(d *desk) {
	d.section("tokens", "Tokens")
	d.MustElementR(".facts", "1,000,000 a minute")
	d.MustElement("#operator-key").MustInput(d.info.Token)
	d.press(".operator button", "Use it")
	d.MustElementR(".failure", "adminKey in local.json")
	d.check("an operator's key")
	d.MustElement("#operator-key").MustSelectAllText().MustInput(d.info.AdminKey)
	d.press(".operator button", "Use it")
	d.press("button", "Create a token")
	d.MustElement("#token-label").MustInput("ci")
	d.MustElement("dialog input[value='api.write']").MustClick()
	d.MustElement("#token-poll").MustInput("77")
	d.check("a token's dialog")
	d.press("dialog button", "^Create$")
	d.MustElementR("dialog pre", "^satk_")
	d.press("dialog button", "Done")
	d.MustElementR("tr", `ci[^]*active[^]*api\.read[^]*120[^]*77`)
	d.press("button", "Grant credits")
	d.MustElement("#grant-amount").MustInput("5")
	d.MustElement("#grant-reason").MustInput("trial")
	d.press("dialog button", "^Grant$")
	d.MustElementR(".notice", "Granted")
	d.MustElement("button[aria-label='Revoke ci']").MustClick()
	d.press("dialog button", "Revoke the token")
	d.MustElementR("tr", `ci[^]*revoked`)
	d.check("tokens")
	d.picture("console-tokens", wide)
}

func readsSources(d *desk) {
	d.section("sources", "Sources")
	d.MustElementR("td", "target_error.*It is about what was asked for")
	d.MustElementR("td", "upstream_blocked.*fallback = archive")
	shown := d.MustEval(`() => [...document.querySelector("table").rows].find((r) => r.innerText.includes("target_error")).innerText`).Str()
	failed, cancelled := d.ended("failed"), d.ended("cancelled")
	if row := strings.Fields(shown); !strings.Contains(strings.Join(row, " "), fmt.Sprintf(" %d %d target_error", failed, cancelled)) && !strings.Contains(strings.Join(row, " "), fmt.Sprintf(" %d %d upstream_blocked", failed, cancelled)) {
		d.t.Errorf("scrapes among sources: got %q, want %d failed and %d cancelled, as the API has", shown, failed, cancelled)
	}
	d.MustElementR("tr", "wikidata[^]*ready[^]*takes none")
	d.check("sources")
	d.picture("console-sources", wide)
}

// ended counts the scrapes that ended so.
func (d *desk) ended(how string) int {
	d.t.Helper()
	var list struct{ Items []struct{ Kind string } }
	data(d.t, d.info, http.MethodGet, "/v1/public/jobs?limit=100&status="+how, "", &list)
	n := 0
	for _, j := range list.Items {
		if j.Kind == "url" {
			n++
		}
	}
	return n
}
