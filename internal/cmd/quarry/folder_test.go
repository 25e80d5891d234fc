package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
)

// TestCrawlIntoAFolder writes a file of markdown for each page, under names that stay; what is there of others stays, too.
func TestCrawlIntoAFolder(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	env, dir := []string{"QUARRY_DATA=" + p.info.DataDir}, t.TempDir()
	site := filepath.Join(dir, "site")
	_, errs, code := cli(t, dir, env, "crawl", "maze.test", "--limit", "4", "-o", "site/")
	if code != 0 || !strings.Contains(errs, "4 pages in site/") {
		t.Fatalf("got exit code %d, %s; want 4 pages in the folder", code, errs)
	}
	before := files(t, site)
	if len(before) != 4 {
		t.Fatalf("got files %v, want one for each page and nothing else", before)
	}
	form := regexp.MustCompile(`^---\nurl: "http://maze\.test/[^"]*"\njobId: "job_\w+"\ntitle: ".+"\nfetchedAt: "20\d\d-[^"]+Z"\n---\n\n\S`)
	for name, content := range before {
		if !form.MatchString(content) || !regexp.MustCompile(`^[a-z0-9-]+-[0-9a-f]{8}\.md$`).MatchString(name) {
			t.Errorf("%s: got %.200s, want the page's address, title and time before its markdown", name, content)
		}
	}
	id := strings.TrimSuffix(strings.Fields(errs)[1], ";")
	for name := range before {
		if err := os.Remove(filepath.Join(site, name)); err != nil {
			t.Fatal(err)
		}
		break
	}
	if _, errs, code := cli(t, dir, env, "crawls", "wait", id, "-o", "site"); code != 0 || fmt.Sprint(files(t, site)) != fmt.Sprint(before) {
		t.Errorf("again: got exit code %d, %s, files %v; want the same as before", code, errs, files(t, site))
	}
	for name := range before {
		if err := os.WriteFile(filepath.Join(site, name), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, errs, code := cli(t, dir, env, "crawls", "wait", id, "-o", "site")
		if code != exitFailed || !strings.Contains(errs, "is not a page of") || files(t, site)[name] != "mine" {
			t.Errorf("a file of others: got exit code %d, %s, content %q; want it refused and kept", code, errs, files(t, site)[name])
		}
		break
	}
	// A command that was interrupted before it knew the crawl goes on with the same one, and charges nothing twice.
	fresh := filepath.Join(dir, "fresh")
	again := func(args ...string) (string, int) {
		if err := os.MkdirAll(fresh, 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(fresh, unfinished), []byte("key-of-a-run\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, errs, code := cli(t, dir, env, append([]string{"crawl", "maze.test", "-o", "fresh"}, args...)...)
		return errs, code
	}
	first, _ := again("--limit", "2")
	_, _, balance := p.call(t, http.MethodGet, "/v1/public/balance", "")
	second, code := again("--limit", "2")
	_, _, after := p.call(t, http.MethodGet, "/v1/public/balance", "")
	if code != 0 || strings.Fields(first)[1] != strings.Fields(second)[1] || balance["balance"] != after["balance"] || len(files(t, fresh)) != 2 {
		t.Errorf("got %s, then exit code %d, %s and balance %v, %v; want one crawl, charged once", first, code, second, balance, after)
	}
	for _, other := range [][]string{{"--format", "html"}, {"--formats", "links,html"}} {
		if _, errs, code := cli(t, dir, env, append([]string{"crawl", "maze.test", "-o", "other/"}, other...)...); code != exitUsage || !strings.Contains(errs, "nothing was sent") {
			t.Errorf("%v: got exit code %d, %s; want %d, and nothing sent", other, code, errs, exitUsage)
		}
	}
	if _, errs, code := cli(t, dir, env, "crawl", "maze.test", "-o", "both/", "--formats", "links,text", "--include-paths", "/x/**"); code != 0 || !strings.Contains(errs, "matches /x/**; they are globs") {
		t.Errorf("text among formats: got exit code %d, %s; want a file, and that nothing matches", code, errs)
	}
	if errs, code := again("--limit", "3"); code != exitUsage || !strings.Contains(errs, "waits for another crawl") {
		t.Errorf("another call: got exit code %d, %s; want %d, and which crawl it waits for", code, errs, exitUsage)
	}
}

// TestFolderOfAComparison: pages that are the same as in an earlier crawl come without text and keep their files, those that
// have changed get others, and the files of pages that are gone go.
func TestFolderOfAComparison(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	env, dir := []string{"QUARRY_DATA=" + p.info.DataDir}, t.TempDir()
	site := filepath.Join(dir, "site")
	_, errs, code := cli(t, dir, env, "crawl", "maze.test", "--limit", "3", "-o", "site/")
	if code != 0 {
		t.Fatalf("got exit code %d, %s; want 3 pages in the folder", code, errs)
	}
	id, before := strings.TrimSuffix(strings.Fields(errs)[1], ";"), files(t, site)
	again := []string{"crawl", "maze.test", "--limit", "3", "--against-crawl-id", id, "-o"}
	if _, errs, code := cli(t, dir, env, append(again, "site/")...); code != 0 || !strings.Contains(errs, "3 pages in site/, 3 the same as before") || fmt.Sprint(files(t, site)) != fmt.Sprint(before) {
		t.Errorf("got exit code %d, %s; want the folder as it was", code, errs)
	}
	if _, errs, code := cli(t, dir, env, append(again, "new/")...); code != 0 || !strings.Contains(errs, "warning: ") || !strings.Contains(errs, " not here") {
		t.Errorf("an empty folder: got exit code %d, %s; want it said that pages are missing", code, errs)
	}
	into := &folder{dir: site}
	for name, content := range before {
		address, _, _ := strings.Cut(strings.TrimPrefix(content, "---\nurl: \""), "\"")
		if err := into.keep(t.Context(), nil, people.Object{"url": address, "jobId": "job_2", "status": "failed", "change": "gone"}); err != nil {
			t.Fatal(err)
		}
		if _, there := files(t, site)[name]; there || into.gone != 1 {
			t.Errorf("got %s, %d files removed; want that of the page that is gone removed", name, into.gone)
		}
		break
	}
	whole := people.Object{"url": "http://maze.test/whole", "jobId": "job_3", "status": "succeeded", "change": "same", "result": people.Object{"markdown": "as before"}}
	kept, content := filepath.Join(site, fileName("http://maze.test/whole")), opening("http://maze.test/whole")+jobLine("job_1")+"---\n\nas before\n"
	if err := os.WriteFile(kept, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := into.keep(t.Context(), nil, whole); err != nil || into.same != 1 || files(t, site)[filepath.Base(kept)] != content {
		t.Errorf("the same with its text: got error %v, %d the same, %s; want its file as it was", err, into.same, files(t, site)[filepath.Base(kept)])
	}
	mine := filepath.Join(site, fileName("http://maze.test/mine"))
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := into.keep(t.Context(), nil, people.Object{"url": "http://maze.test/mine", "change": "gone", "status": "failed"}); err == nil || files(t, site)[filepath.Base(mine)] != "mine" {
		t.Errorf("a file of others: got error %v, want it kept and said", err)
	}
}

func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatalf("got error %v, want the folder", err)
	}
	all := map[string]string{}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(content)
	}
	return all
}

// TestFileNames are safe in names everywhere, and differ as addresses do.
func TestFileNames(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for address, want := range map[string]string{
		"http://a.test/": "index-",
		"http://a.test/Guide/First%20steps.html?x=1&y=2": "guide-first-steps-html-x-1-y-2-",
		"http://a.test/guide/first%20steps.html?x=1&y=2": "guide-first-steps-html-x-1-y-2-",
		"http://a.test/../../etc/passwd":                 "etc-passwd-",
		"http://a.test/con":                              "con-",
		"http://a.test/潮":                                "index-",
		"http://a.test/" + strings.Repeat("a/", 4000):    strings.Repeat("a-", 40),
	} {
		got := fileName(address)
		if !strings.HasPrefix(got, want) || len(got) > longestName+12 || seen[strings.ToLower(got)] != "" {
			t.Errorf("%.60s: got %s, want %s and a digest of its own", address, got, want)
		}
		seen[strings.ToLower(got)] = address
	}
}
