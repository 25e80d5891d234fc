package local_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod"

	"github.com/quarryapi/quarry/internal/serve/console"
)

// manyJobs is how many jobs the list is tried with.
const manyJobs = 10_000

// jobsAPI answers what the list of jobs asks for, with as many jobs.
func jobsAPI(t *testing.T) *httptest.Server {
	t.Helper()
	pages, mux := console.New(), http.NewServeMux()
	mux.HandleFunc("GET /console", func(w http.ResponseWriter, r *http.Request) { _ = pages.Serve(w, r) })
	mux.HandleFunc("GET /console/{version}/{file}", func(w http.ResponseWriter, r *http.Request) { _ = pages.Serve(w, r) })
	answer := func(path, body string) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
	}
	answer("/openapi.json", `{"paths":{},"components":{"schemas":{}}}`)
	answer("/v1/public/balance", `{"data":{"balance":5}}`)
	answer("/v1/public/token-info", `{"data":{"organizationId":"org_1","scopes":[]}}`)
	answer("/v1/public/jobs/job_large", `{"data":{"jobId":"job_large","status":"succeeded","kind":"url","actionCode":"url.page","input":{"url":"http://large.test/"},
		"createdAt":"2026-11-23T10:00:00.000Z","completedAt":"2026-11-23T10:00:01.000Z","result":{"title":"Large"},"resultTruncated":true,"resultUrl":"http://objects.test/whole"}}`)
	mux.HandleFunc("GET /v1/public/jobs", func(w http.ResponseWriter, r *http.Request) {
		from, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		items := []map[string]any{}
		for n := from; n < min(from+limit, manyJobs); n++ {
			items = append(items, map[string]any{
				"jobId": fmt.Sprintf("job_%05d", manyJobs-n), "status": "succeeded", "kind": "url", "actionCode": "url.page", "target": fmt.Sprintf("http://page.test/%d", n),
				"creditsCharged": 1, "creditsRefunded": 0, "createdAt": "2026-11-23T10:00:00.000Z", "completedAt": "2026-11-23T10:00:01.000Z",
			})
		}
		data := map[string]any{"items": items, "exhausted": true}
		if from+limit < manyJobs {
			data["nextCursor"], data["exhausted"] = strconv.Itoa(from+limit), false
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// TestConsoleManyJobs scrolls through ten thousand jobs. Rows that are not in sight do not exist, every
// job can be reached, and keys go from one to another.
func TestConsoleManyJobs(t *testing.T) {
	t.Parallel()
	server, page := jobsAPI(t), openBrowser(t)
	page.MustEvalOnNewDocument(`sessionStorage.setItem("quarry.token", "satk_test")`)
	err := rod.Try(func() {
		page.MustSetViewport(wide.width, wide.height, 1, false).MustNavigate(server.URL + "/console#/jobs")
		page.MustElement(".space .line")
		most := page.MustEval(`async () => {
			const pane = document.querySelector(".pane");
			let rows = 0;
			while (!/^10,000 jobs/.test(document.querySelector("p[role=status]").textContent)) {
				pane.scrollTop = pane.scrollHeight;
				await new Promise(requestAnimationFrame);
				rows = Math.max(rows, pane.querySelectorAll(".line").length);
			}
			return rows;
		}`).Int()
		if most > 60 {
			t.Errorf("got %d rows at once, want at most 60 of %d", most, manyJobs)
		}
		longest := page.MustEval(`async () => {
			const pane = document.querySelector(".pane");
			let longest = 0;
			for (let i = 0, last = performance.now(); i < 100; i++) {
				pane.scrollTop = pane.scrollHeight * i / 100;
				await new Promise(requestAnimationFrame);
				const now = performance.now();
				longest = Math.max(longest, now - last);
				last = now;
			}
			return longest;
		}`).Num()
		t.Logf("the longest of 100 frames, each with other rows: %.0f ms", longest) // how long depends on the machine
		for name, row := range map[string]int{"Home": 0, "End": manyJobs - 1} {
			page.MustEval(`(key) => { const a = document.querySelector(".space .line a"); a.focus(); a.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})) }`, name)
			page.MustElementR(fmt.Sprintf(`.line[aria-rowindex="%d"] a`, row+2), fmt.Sprintf(`/%d$`, row))
			if got := page.MustEval(`() => document.activeElement.textContent`).Str(); got != fmt.Sprintf("http://page.test/%d", row) {
				t.Errorf("%s: got the focus on %s, want job %d", name, got, row)
			}
		}
		if got := page.MustElement(".windowed").MustAttribute("aria-rowcount"); *got != strconv.Itoa(manyJobs+1) {
			t.Errorf("got aria-rowcount %s, want %d", *got, manyJobs+1)
		}
	})
	if err != nil {
		save(t, page, "failure.png")
		t.Fatalf("scrolling: got %v, want none", err)
	}
}

// hostile is a page that would run, fetch or show something of its own, were it taken for more than text.
const hostile = "# A <script>alert(1)</script>\n\n[run](javascript:alert(1)) [data](data:text/html,x) [away](https://example.com/a_(b)) ![spy](https://tracker.test/p.gif)\n\n" +
	"<img src=x onerror=alert(1)>\n\n| a | b |\n|---|---|\n| <b>c</b> | [d](vbscript:x) |\n\n> [e](//example.com)\n\n```html\n<iframe src=x>\n```\n\n- one\n  - two **bold** `code`\n"

// TestConsoleMarkdown: what a page says is text, whatever it looks like; links lead to web pages alone, and a
// picture is a link.
func TestConsoleMarkdown(t *testing.T) {
	t.Parallel()
	server, page := jobsAPI(t), openBrowser(t)
	err := rod.Try(func() {
		page.MustNavigate(server.URL + "/console")
		page.MustElementR("h1", "Sign in")
		shown := page.MustEval(`async (text) => {
			const { markdown } = await import(document.querySelector("script[src]").src.replace("main.js", "markdown.js"));
			const made = markdown(text);
			document.body.append(made);
			return {
				names: [...new Set([...made.querySelectorAll("*")].map((e) => e.localName))].sort().join(" "),
				attributes: [...new Set([...made.querySelectorAll("*")].flatMap((e) => e.getAttributeNames()))].sort().join(" "),
				links: [...made.querySelectorAll("a")].map((a) => a.getAttribute("href")).join(" "),
				text: made.textContent,
			};
		}`, hostile)
		for what, want := range map[string]string{
			"names":      "a blockquote code div h3 li p pre span strong table tbody td th thead tr ul",
			"attributes": "aria-label class href rel role scope tabindex target",
			"links":      "https://example.com/a_(b) https://tracker.test/p.gif",
		} {
			if got := shown.Get(what).Str(); got != want {
				t.Errorf("%s of what is shown: got %s, want %s", what, got, want)
			}
		}
		for _, want := range []string{"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<b>c</b>", "<iframe src=x>", "picture: spy"} {
			if got := shown.Get("text").Str(); !strings.Contains(got, want) {
				t.Errorf("got text %q, want %q in it", got, want)
			}
		}
	})
	if err != nil {
		t.Fatalf("showing a page: got %v, want none", err)
	}
}

// TestConsoleEndlessMarkdown: a page chooses its text, and none keeps the console busy or overflows its stack.
func TestConsoleEndlessMarkdown(t *testing.T) {
	t.Parallel()
	server, page := jobsAPI(t), openBrowser(t)
	const many = 100_000
	pictures := strings.Repeat("![a](http://a.test/p.gif)", 34)
	cases := map[string]struct{ text, want string }{
		"a link of pictures":          {"[" + pictures + " text](http://a.test/x\\(\\(y)", "http://a.test/x((y"},
		"links in a bracket":          {"[" + strings.Repeat("[a](b)", many) + " [in](http://a.test/)", "http://a.test/"},
		"pictures that do not end":    {strings.Repeat("![", many) + " [in](http://a.test/)", "http://a.test/"},
		"addresses that do not end":   {strings.Repeat("[a](b ", many) + " [in](http://a.test/)", "http://a.test/"},
		"titles that do not end":      {strings.Repeat("[a](b \"", many) + " [in](http://a.test/)", "http://a.test/"},
		"parentheses that do not end": {"[a](" + strings.Repeat("(", many) + " [in](http://a.test/)", "http://a.test/"},
		"brackets in brackets":        {strings.Repeat("[", many) + strings.Repeat("](b)", many) + " [in](http://a.test/)", "http://a.test/"},
		"quotes in quotes":            {strings.Repeat(">", many) + "\n\n[in](http://a.test/)", "http://a.test/"},
		"lists in lists":              {strings.Repeat("- ", many) + "x\n\n[in](http://a.test/)", "http://a.test/"},
		"an item of paragraphs":       {"- a\n" + strings.Repeat("\n  b\n", many/10) + "\n\n[in](http://a.test/)", "http://a.test/"},
		"emphasis that does not end":  {strings.Repeat("*a __b ~~c ", many) + "[in](http://a.test/)", "http://a.test/"},
		"code that does not end":      {"x " + strings.Repeat("`", many) + "a `` b [in](http://a.test/)", "http://a.test/"},
		"spaces before a sign":        {"# " + strings.Repeat(" ", many) + "x" + strings.Repeat("#", many) + "y\n[in](http://a.test/)", "http://a.test/"},
		"a divider that is none":      {"a|b\n-" + strings.Repeat(" ", many) + "x [in](http://a.test/)", "http://a.test/"},
		"an indented list":            {strings.Repeat(" ", many) + "- a\n" + strings.Repeat(" ", many) + "[in](http://a.test/)", "http://a.test/"},
		"words that are no addresses": {strings.Repeat("http://... ", many) + "[in](http://a.test/)", "http://a.test/"},
	}
	err := rod.Try(func() {
		page = page.Timeout(time.Minute) // what has no end needs one here
		page.MustNavigate(server.URL + "/console")
		page.MustElementR("h1", "Sign in")
		for name, c := range cases {
			got := page.MustEval(`async (text) => {
				const { markdown } = await import(document.querySelector("script[src]").src.replace("main.js", "markdown.js"));
				return [...markdown(text).querySelectorAll("a")].at(-1)?.getAttribute("href") ?? "";
			}`, c.text).Str()
			if got != c.want {
				t.Errorf("%s: got a last link to %q, want %q", name, got, c.want)
			}
		}
	})
	if err != nil {
		t.Fatalf("showing what does not end: got %v, want none", err)
	}
}

// TestConsoleOfALargeResult says in the place of a page that it is too large to be shown, and where it is.
func TestConsoleOfALargeResult(t *testing.T) {
	t.Parallel()
	server, page := jobsAPI(t), openBrowser(t)
	page.MustEvalOnNewDocument(`sessionStorage.setItem("quarry.token", "satk_test")`)
	if err := rod.Try(func() {
		p := page.Timeout(patience).MustNavigate(server.URL + "/console#/jobs/job_large")
		p.MustElementR("[role=tab][aria-selected=true]", "^Page$")
		p.MustElementR("[role=tabpanel]", "Larger than 4 MB").MustElement("a[href='http://objects.test/whole']")
	}); err != nil {
		t.Errorf("got %v, want the panel of the page with a link", err)
	}
}
