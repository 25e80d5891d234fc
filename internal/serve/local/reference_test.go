package local_test

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"
)

var screenshot = flag.String("screenshot", "", "save what the reference page looks like in this folder")

// openBrowser starts the pinned Chromium and opens an empty page.
func openBrowser(t *testing.T) *rod.Page {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the pinned Chromium is for Linux on x86_64")
	}
	dist, err := filepath.Abs("../../../tools/chromium/dist")
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dist, "bin", "chromium")
	if _, err := os.Stat(binary); err != nil {
		if _, absent := exec.LookPath("npm"); absent != nil {
			t.Skip("npm fetches the pinned Chromium, and is not here")
		}
		t.Fatalf("%v; run make chromium", err)
	}
	home := t.TempDir()
	l := launcher.New().Bin(binary).Leakless(false).NoSandbox(true).Set("no-zygote").UserDataDir(home).
		Env("HOME="+home, "LD_LIBRARY_PATH="+filepath.Join(dist, "lib"), "FONTCONFIG_PATH="+filepath.Join(dist, "fonts"))
	url, err := l.Launch()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.Kill()
		l.Cleanup() // waits for its end, so that its folder can be removed
	})
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 90*time.Second)
	t.Cleanup(cancel)
	browser := rod.New().Context(ctx).ControlURL(url)
	if err := browser.Connect(); err != nil {
		t.Fatal(err)
	}
	page, err := browser.Page(proto.TargetCreateTarget{})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// watch collects what a page complains of and what it asks for.
type watch struct {
	mu         sync.Mutex
	complaints []string
	requests   []string
}

func (w *watch) add(list *[]string, entry string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	*list = append(*list, entry)
}

func (w *watch) follow(t *testing.T, page *rod.Page) {
	t.Helper()
	if err := (proto.LogEnable{}).Call(page); err != nil {
		t.Fatal(err)
	}
	go page.EachEvent(
		func(e *proto.LogEntryAdded) {
			if e.Entry.Level == proto.LogLogEntryLevelError || e.Entry.Level == proto.LogLogEntryLevelWarning {
				w.add(&w.complaints, e.Entry.Text+" "+e.Entry.URL)
			}
		},
		func(e *proto.RuntimeExceptionThrown) {
			w.add(&w.complaints, e.ExceptionDetails.Text+" "+e.ExceptionDetails.URL)
		},
		func(e *proto.RuntimeConsoleAPICalled) {
			if e.Type == proto.RuntimeConsoleAPICalledTypeError || e.Type == proto.RuntimeConsoleAPICalledTypeWarning {
				w.add(&w.complaints, page.MustObjectsToJSON(e.Args).String())
			}
		},
		func(e *proto.NetworkRequestWillBeSent) { w.add(&w.requests, e.Request.Method+" "+e.Request.URL) },
	)()
}

// TestReferencePage opens /docs as a reader does, sends the first example from it with
// the token that is filled in, and looks at the answer. Nothing may be complained of,
// and no other host asked.
func TestReferencePage(t *testing.T) {
	t.Parallel()
	info := startLocal(t)
	page := openBrowser(t)
	var seen watch
	seen.follow(t, page)
	err := rod.Try(func() {
		page.MustSetViewport(1400, 1000, 1, false).MustNavigate(info.DocsURL)
		page.MustElementR("h1", "Quarry")
		save(t, page, "reference.png")
		page.MustElementR("a, button", "Scrape a URL").MustClick()
		page.MustElementR("button", "post /v1/public/scrape").MustWaitVisible()
		save(t, page, "operation.png")
		page.MustElementR("button", "post /v1/public/scrape").MustClick()
		page.MustElementR("button", "^Send").MustClick()
		page.MustElementR("a, button, span", "200 OK")
		page.MustElementR(".cm-content", "River and tide gauges")
		save(t, page, "answer.png")
	})
	if err != nil {
		save(t, page, "failure.png")
		t.Fatal(err)
	}
	seen.mu.Lock()
	defer seen.mu.Unlock()
	if len(seen.complaints) > 0 {
		t.Errorf("the browser complains:\n%s", strings.Join(seen.complaints, "\n"))
	}
	if !slices.Contains(seen.requests, "POST "+info.BaseURL+"/v1/public/scrape") {
		t.Errorf("the request was not sent: %q", seen.requests)
	}
	for _, r := range seen.requests {
		_, url, _ := strings.Cut(r, " ")
		if !strings.HasPrefix(url, info.BaseURL+"/") && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			t.Errorf("another host was asked: %s", r)
		}
	}
}

// save keeps a screenshot for people to look at, when one was asked for.
func save(t *testing.T, page *rod.Page, name string) {
	t.Helper()
	if *screenshot == "" {
		return
	}
	picture, err := page.Screenshot(false, nil)
	if err == nil {
		err = os.WriteFile(filepath.Join(*screenshot, name), picture, 0o600)
	}
	if err != nil {
		t.Error(err)
	}
}
