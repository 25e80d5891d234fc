package process_test

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/tools/eval/process"
	"github.com/quarryapi/quarry/tools/eval/way"
)

// echo speaks the protocol with a way that repeats pages, and ends on some.
const echo = `
import { createInterface } from "node:readline";
let loaded = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { op, html, url } = JSON.parse(line);
  if (html === "die") process.exit(3);
  if (op === "load") loaded++;
  if (op === "clear") loaded = 0;
  const reply = html === "bad" ? { error: "cannot read it" }
    : { ways: { ways: ["echo"] }, text: html === "# marked" ? { text: html, marked: true } : { text: url + " " + html }, pass: { seconds: loaded } }[op] ?? {};
  process.stdout.write(JSON.stringify(reply) + "\n");
}`

func start(t *testing.T, command ...string) (*process.Process, []way.Way) {
	t.Helper()
	p, err := process.Start(t.Context(), command[0], command[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	ways, err := p.Ways(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p, ways
}

func page(html string) way.Page {
	return way.Page{Body: []byte(html), URL: &url.URL{Scheme: "https", Host: "site.example"}}
}

func TestProcess(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("this machine has no node")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "extract.mjs"), []byte(echo), 0o600); err != nil {
		t.Fatal(err)
	}
	p, ways := start(t, "node", filepath.Join(folder, "extract.mjs"))
	long := strings.Repeat("ж\n", 1<<19)
	for _, c := range []struct{ html, want, fails string }{
		{"a", "https://site.example a", ""},
		{"bad", "", "cannot read it"},
		{"# marked", "marked", ""},
		{long, "https://site.example " + long, ""},
		{"die", "", "no answer"},
		{"after", "https://site.example after", ""}, // by a new process
	} {
		got, err := ways[0].Text(t.Context(), page(c.html))
		if got != c.want || (err != nil) != (c.fails != "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%.10q: got %.60q, %v", c.html, got, err)
		}
	}
	for _, pages := range [][]way.Page{{page("a"), page("b")}, {page("c")}} {
		if err := p.Load(t.Context(), pages); err != nil {
			t.Fatal(err)
		}
		if took, err := p.Pass(t.Context(), "echo"); err != nil || took.Seconds() != float64(len(pages)) {
			t.Errorf("%d pages: %s, %v", len(pages), took, err)
		}
	}
}

// The real ones are there only where make eval has installed them.
func TestExtractors(t *testing.T) {
	t.Parallel()
	for _, program := range process.Programs("..") {
		t.Run(filepath.Base(program.Command[0]), func(t *testing.T) {
			t.Parallel()
			_, err := exec.LookPath(program.Command[0])
			_, packages := os.Stat("../node_modules/defuddle")
			if err != nil || program.Command[0] == "node" && packages != nil {
				t.Skip("make eval installs them")
			}
			find(t, program)
		})
	}
}

// find has every extractor of the program find an article.
func find(t *testing.T, program process.Program) {
	t.Helper()
	p, ways := start(t, program.Command...)
	if len(ways) == 0 {
		t.Error("got no extractors, want some")
	}
	words := strings.Repeat("<p>The keeper wrote down the height of the tide at noon, and the next one did, too.</p>", 9)
	html := "<html><head><title>Tides</title></head><body><nav><a href=/>Office</a></nav><article><h1>Tides</h1>" + words + "<ul><li>one<li>two</ul></article><footer>Mondays</footer></body></html>"
	for _, w := range ways {
		if !program.May(w.Name[:6]) || !program.May(w.Name) {
			t.Errorf("%s cannot be asked for", w.Name)
		}
		text, err := w.Text(t.Context(), page(html))
		if err != nil || !strings.Contains(text, "height of the tide") || strings.Contains(text, "Mondays") || strings.Contains(text, "onetwo") {
			t.Errorf(`%s: got error %v, text %s; want no error, text with "height of the tide", text without "Mondays", text without "onetwo"`, w.Name, err, text)
		}
	}
	if err := p.Load(t.Context(), []way.Page{page(html)}); err != nil {
		t.Fatal(err)
	}
	for _, w := range ways {
		if took, err := p.Pass(t.Context(), w.Name); err != nil || took <= 0 {
			t.Errorf("%s: got took %s, error %v; want no error, took over 0", w.Name, took, err)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"defud": 1, "Readability": 1, "trafilatura (P": 1, "rs": 1, "none": 0, "go-traf": 0, "": 0} {
		got := 0
		for _, p := range process.Programs(".") {
			if p.May(name) {
				got++
			}
		}
		if got != want {
			t.Errorf("%q: got %d programs that may have it, want %d", name, got, want)
		}
	}
}
