package browser_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// TestMain lets the test's own binary be a Chromium that says what no real one does: it
// is one when it is started by the name of a fake.
func TestMain(m *testing.M) {
	if f, ok := fakes[filepath.Base(os.Args[0])]; ok {
		f.serve(os.NewFile(3, "in"), os.NewFile(4, "out"))
		return
	}
	os.Exit(m.Run())
}

// none is for a call that is never answered.
const none = "none"

// fake is what a Chromium says: before it answers a call, and instead of what it should.
type fake struct {
	before  map[string]string // events, by the method before whose answer they come
	answers map[string]string // results by method
}

var fakes = map[string]fake{
	"right": {},
	// rod takes the object out of this without a look.
	"no object": {answers: map[string]string{"Runtime.evaluate": `{}`}},
	// rod's own error cannot be printed when this has no exception.
	"bare exception": {answers: map[string]string{
		"Runtime.callFunctionOn": `{"result":{"type":"object"},"exceptionDetails":{"exceptionId":1,"text":"Uncaught","lineNumber":0,"columnNumber":0}}`,
	}},
	"no result":     {answers: map[string]string{"Runtime.callFunctionOn": `{}`}},
	"another shape": {answers: map[string]string{"Page.navigate": `[]`}},
	"odd events": {before: map[string]string{"Page.navigate": strings.Join([]string{
		`{"method":"Target.detachedFromTarget","params":{"sessionId":7}}`, `{"method":"Target.detachedFromTarget"}`,
		`{"method":"Target.targetDestroyed","params":[]}`, `{"method":"Target.targetCreated","params":{}}`,
		`{"method":"Page.frameNavigated","sessionId":"S","params":"text"}`, `{"method":"Made.up","sessionId":"S"}`, `{"method":"nothing","sessionId":"S"}`, `no JSON`,
	}, "\x00")}},
	"an event without its parts": {before: map[string]string{"Page.navigate": `{"method":"Page.frameNavigated","sessionId":"S","params":{}}`}},
	"detached": {
		before:  map[string]string{"Runtime.callFunctionOn": `{"method":"Target.detachedFromTarget","params":{"sessionId":"S"}}`},
		answers: map[string]string{"Runtime.callFunctionOn": none},
	},
	"moves on once": {},
}

// serve answers what is asked until nobody asks any more.
func (f fake) serve(in io.Reader, out io.Writer) {
	read := bufio.NewReader(in)
	calls, profiles := 0, 0
	for {
		text, err := read.ReadBytes(0)
		if err != nil {
			return
		}
		var request struct {
			ID        int    `json:"id"`
			Method    string `json:"method"`
			SessionID string `json:"sessionId"`
		}
		if json.Unmarshal(text[:len(text)-1], &request) != nil {
			return
		}
		if request.Method == "Runtime.callFunctionOn" {
			calls++
		}
		if request.Method == "Target.createBrowserContext" {
			profiles++ // the next visit may begin before the last one's profile is gone
		}
		for _, said := range []string{usual[request.Method], f.before[request.Method], f.moving(calls, request.Method)} {
			if said != "" {
				_, _ = io.WriteString(out, said+"\x00")
			}
		}
		result := f.answers[request.Method]
		if result == "" {
			result = f.usualAnswer(request.Method, calls, profiles)
		}
		if result == none {
			continue
		}
		_, _ = fmt.Fprintf(out, `{"id":%d,"result":%s,"sessionId":%q}`+"\x00", request.ID, result, request.SessionID)
	}
}

// usual are the events that come with a page.
var usual = map[string]string{"Page.navigate": arrival("L1", "http://page.test/")}

// arrival is a document that the page shows from now on.
func arrival(loader, url string) string {
	return strings.NewReplacer("LOADER", loader, "URL", url, "\n", "\x00").Replace(strings.TrimSpace(`
{"method":"Network.requestWillBeSent","sessionId":"S","params":{"requestId":"LOADER","loaderId":"LOADER","frameId":"T","type":"Document","request":{"url":"URL","method":"GET","headers":{}}}}
{"method":"Network.responseReceived","sessionId":"S","params":{"requestId":"LOADER","loaderId":"LOADER","frameId":"T","type":"Document","response":{"url":"URL","status":200,"headers":{},"mimeType":"text/html"}}}
{"method":"Network.loadingFinished","sessionId":"S","params":{"requestId":"LOADER"}}
{"method":"Page.frameNavigated","sessionId":"S","params":{"frame":{"id":"T","loaderId":"LOADER","url":"URL","mimeType":"text/html"}}}
{"method":"Page.lifecycleEvent","sessionId":"S","params":{"frameId":"T","loaderId":"LOADER","name":"DOMContentLoaded"}}
{"method":"Page.lifecycleEvent","sessionId":"S","params":{"frameId":"T","loaderId":"LOADER","name":"load"}}`))
}

// moving is a document that arrives between the reading of the first and its script.
func (f fake) moving(calls int, method string) string {
	if calls == 2 && method == "Runtime.callFunctionOn" && filepath.Base(os.Args[0]) == "moves on once" {
		return arrival("L2", "http://page.test/second")
	}
	return ""
}

func (fake) usualAnswer(method string, calls, profiles int) string {
	switch method {
	case "Browser.getVersion":
		return `{"product":"HeadlessChrome/153.0.0.0"}`
	case "Target.createBrowserContext":
		return fmt.Sprintf(`{"browserContextId":"C%d"}`, profiles)
	case "Target.createTarget":
		return `{"targetId":"T"}`
	case "Target.attachToTarget":
		return `{"sessionId":"S"}`
	case "Page.createIsolatedWorld":
		return `{"executionContextId":1}`
	case "Page.navigate":
		return `{"frameId":"T","loaderId":"L1"}`
	case "Runtime.evaluate":
		return `{"result":{"type":"object","objectId":"W"}}`
	case "Runtime.callFunctionOn":
		return fmt.Sprintf(`{"result":{"type":"string","value":"{\"title\":\"call %d\",\"html\":\"<p>\"}"}}`, calls)
	}
	return `{}`
}

// pretend gives a browser whose Chromium is a fake.
func pretend(t *testing.T, name string) *browser.Browser {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatalf("find the test's binary: %v", err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(own, path); err != nil {
		t.Fatalf("name a fake: %v", err)
	}
	b := browser.New(browser.Config{Path: path})
	t.Cleanup(b.Close)
	return b
}

// Whatever the browser says, it ends a visit and not the worker: neither in ours nor in
// any goroutine that rod has begun.
func TestOddAnswers(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		code errs.Code // empty for none
		says string    // in the error; empty for a visit that succeeds
	}{
		"right":                      {},
		"odd events":                 {},
		"no object":                  {"", "nil pointer"},
		"bare exception":             {"", "script: Uncaught"},
		"no result":                  {errs.UnsupportedContent, "has grown beyond"},
		"another shape":              {"", "cannot unmarshal array"},
		"an event without its parts": {errs.ProviderUnavailable, "the browser ended during the visit"},
		"detached":                   {errs.TargetError, "crashes the browser's page"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := pretend(t, name)
			for range 2 {
				page, err := b.Visit(t.Context(), shown.Visit{URL: "http://page.test/", Timeout: 30 * time.Second, Wait: shown.Wait{For: time.Millisecond}})
				switch {
				case want.says == "" && (err != nil || page.Status != http.StatusOK || page.HTML != "<p>"):
					t.Errorf("got page %+v and error %v, want the page", page, err)
				case want.says != "" && (err == nil || !strings.Contains(err.Error(), want.says) || want.code != "" && !errs.Is(err, want.code)):
					t.Errorf("got %v, want %s with %q", err, want.code, want.says)
				}
			}
		})
	}
}

// A page that shows another document while it is read is read again: what is returned is
// of one document.
func TestMovesOnWhileRead(t *testing.T) {
	t.Parallel()
	b := pretend(t, "moves on once")
	page, err := b.Visit(t.Context(), shown.Visit{
		URL: "http://page.test/", Wait: shown.Wait{For: time.Millisecond}, Scripts: map[string]string{"script": "1"},
	})
	if err != nil {
		t.Fatalf("got %v, want the second document", err)
	}
	got := []string{page.URL.Path, page.Title, fmt.Sprintf("%.17s", page.Values["script"])}
	if diff := cmp.Diff([]string{"/second", "call 3", `{"title":"call 4"`}, got); diff != "" {
		t.Errorf("the page, its title and its script's value differ (-want +got):\n%s", diff)
	}
}
