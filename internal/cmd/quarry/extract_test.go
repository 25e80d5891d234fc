package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/pkg/extract"
)

const savedPages = "../../read/page/extract/testdata/"

// runExtract runs the command with an input.
func runExtract(t *testing.T, input string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), append([]string{"extract"}, args...), streams{strings.NewReader(input), &out, &errs})
	return out.String(), errs.String(), code
}

func TestExtractCommand(t *testing.T) {
	t.Parallel()
	article, err := os.ReadFile(savedPages + "article.html")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(savedPages + "golden/article.md")
	if err != nil {
		t.Fatal(err)
	}
	const address = "https://site.example/dir/page?x=1"
	for name, c := range map[string]struct {
		input string
		args  []string
	}{
		"the standard input": {string(article), []string{"--url", address}},
		"by its name":        {string(article), []string{"--url", address, "-"}},
		"a file":             {"", []string{"--url", address, savedPages + "article.html"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, errs, code := runExtract(t, c.input, c.args...)
			if diff := cmp.Diff(string(want), out); diff != "" || code != 0 || errs != "" {
				t.Errorf("got exit code %d and %q, want 0 and the service's markdown (-service +got):\n%s", code, errs, diff)
			}
		})
	}
}

func TestExtractOutputs(t *testing.T) {
	t.Parallel()
	const page = `<html lang=en><title>Kettles</title><nav><a href=/>Home</a></nav><main><h1>Kettles</h1><p class=ad>Buy!</p><p>Boil <b>water</b>.</p></main>`
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"markdown":       {nil, "# Kettles\n\nBoil **water**.\n"},
		"text":           {[]string{"-o", "text"}, "Kettles\n\nBoil water.\n"},
		"metadata":       {[]string{"-o", "metadata"}, "{\n  \"title\": \"Kettles\",\n  \"language\": \"en\"\n}\n"},
		"selectors":      {[]string{"--include", "p, i", "--exclude", ".ad", "--exclude", "b"}, "# Kettles\n\nBoil .\n"},
		"the whole page": {[]string{"--whole-page"}, "[Home](/)\n\n# Kettles\n\nBuy!\n\nBoil **water**.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if out, errs, code := runExtract(t, page, c.args...); out != c.want || code != 0 {
				t.Errorf("got exit code %d, %q and %q, want 0 and %q", code, errs, out, c.want)
			}
		})
	}
	out, _, code := runExtract(t, page, "--output", "json", "--url", "https://shop.example/")
	var got extract.Page
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || got.Structure == nil || got.Structure.Links[0].URL != "https://shop.example/" {
		t.Errorf("got exit code %d, error %v and %s, want a page with its links", code, err, out)
	}
}

func TestExtractComments(t *testing.T) {
	t.Parallel()
	page := `<meta property="og:type" content="article"><article><h1>Noon</h1>` + strings.Repeat("<p>The keeper wrote down the height of the tide, as he did on every day.</p>", 9) +
		`</article><div id="comments"><div class="comment"><b class="fn">Ida</b><div class="comment-content"><p>It was wrong.</p></div></div></div>`
	for choice, want := range map[string]bool{"omit": false, "include": true} {
		out, _, code := runExtract(t, page, "--comments", choice)
		if got := strings.Contains(out, "## Comments\n\n**Ida**\n\nIt was wrong.\n"); got != want || code != 0 {
			t.Errorf("comments %s: got exit code %d and %q, want 0 and comments %v", choice, code, out, want)
		}
	}
	if _, _, code := runExtract(t, page, "--comments", "some"); code == 0 {
		t.Error("got exit code 0 for comments some, want it refused")
	}
}

func TestExtractSeveralFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one.html"), filepath.Join(dir, "two.html")
	for name, body := range map[string]string{one: "<p>one", two: "<p>two"} {
		if err := os.WriteFile(name, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, _, code := runExtract(t, "", one, two); out != "one\n\ntwo\n" || code != 0 {
		t.Errorf("got exit code %d and %q, want 0 and both pages", code, out)
	}
	if out, errs, code := runExtract(t, "", one, filepath.Join(dir, "none.html"), two); out != "one\n" || code != 1 || !strings.Contains(errs, "none.html") {
		t.Errorf("got exit code %d, %q and %q, want 1, the page before and the name of the missing one", code, out, errs)
	}
}

func TestExtractFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		input string
		args  []string
		code  int
		want  string
	}{
		"no HTML":               {"%PDF-1.7\n", nil, 1, "application/pdf"},
		"another output":        {"", []string{"--output", "html"}, 2, "markdown"},
		"a relative URL":        {"", []string{"--url", "/page"}, 2, "https://"},
		"no selector":           {"", []string{"--include", "p["}, 2, "CSS selector"},
		"a URL for two files":   {"", []string{"--url", "https://a.example/", "a", "b"}, 2, "one file"},
		"a page that is larger": {strings.Repeat(" ", extract.MaxBytes+1), nil, 1, "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, errs, code := runExtract(t, c.input, c.args...)
			if code != c.code || !strings.Contains(errs, c.want) {
				t.Errorf("got exit code %d, %q and %q, want %d and something about %q", code, errs, out, c.code, c.want)
			}
		})
	}
}

// Input that stays silent does not hold up who ends the command.
func TestExtractEndsWhileItWaits(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	silent, keep := io.Pipe()
	t.Cleanup(func() { _ = keep.Close() })
	cancel()
	if code := run(ctx, []string{"extract"}, streams{silent, io.Discard, io.Discard}); code != exitInterrupted {
		t.Errorf("got exit code %d, want %d", code, exitInterrupted)
	}
}
