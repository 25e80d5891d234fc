package invoke_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/invoke"
	localblob "github.com/quarryapi/quarry/internal/serve/local/blob"
)

// client gives one of a Lambda that answers like h.
func client(t *testing.T, h http.HandlerFunc) *invoke.Client {
	t.Helper()
	bucket, err := localblob.New(t.TempDir(), "results")
	if err != nil {
		t.Fatal(err)
	}
	objects := httptest.NewServer(bucket)
	t.Cleanup(objects.Close)
	lambda := httptest.NewServer(h)
	t.Cleanup(lambda.Close)
	cfg := aws.Config{Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", "")}
	return invoke.New(cfg, lambda.URL, "quarry-some", blob.New(cfg, objects.URL, "results"))
}

// asking is a request as a function of the test takes it.
type asking struct {
	Upload string `json:"upload"`
}

func call(ctx context.Context, c *invoke.Client) ([]byte, error) {
	return c.Call(ctx, func(upload string) any { return asking{upload} })
}

// TestCall: the function is named and the call signed, and an answer of either size comes back whole.
func TestCall(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]byte{"small": []byte("answer"), "at the bound": make([]byte, 4<<20), "larger": bytes.Repeat([]byte{7}, 4<<20+1)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := client(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodPost || r.URL.Path != "/2015-03-31/functions/quarry-some/invocations" || !strings.Contains(r.Header.Get("Authorization"), "/us-east-1/lambda/aws4_request") {
					t.Errorf("got %s %s, signed %q; want an invocation of quarry-some", r.Method, r.URL, r.Header.Get("Authorization"))
				}
				var request asking
				if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
					t.Errorf("reading a call: %v", err)
				}
				answer, err := invoke.Give(r.Context(), want, request.Upload)
				if uploaded := len(want) > 4<<20; err != nil || answer.Uploaded != uploaded || uploaded != (answer.Packed == nil) {
					t.Errorf("got an answer of %d bytes, uploaded %t, error %v; want it uploaded %t", len(answer.Packed), answer.Uploaded, err, uploaded)
				}
				_ = json.NewEncoder(w).Encode(answer)
			})
			if got, err := call(t.Context(), c); err != nil || !bytes.Equal(got, want) {
				t.Errorf("got %d bytes, error %v; want the %d that were given", len(got), err, len(want))
			}
		})
	}
}

// TestHand: what a request does not take is read by a link, without a right.
func TestHand(t *testing.T) {
	t.Parallel()
	want := bytes.Repeat([]byte("%PDF"), 3<<20)
	link, err := client(t, nil).Hand(t.Context(), want)
	if err != nil || !strings.Contains(link, "/results/pages/") {
		t.Fatalf("got link %q, error %v; want one to an object below pages/", link, err)
	}
	if got, err := blob.Download(t.Context(), link); err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %d bytes, error %v; want the %d that were handed over", len(got), err, len(want))
	}
	cfg := aws.Config{Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", "")}
	gone := httptest.NewServer(nil)
	gone.Close()
	if _, err := invoke.New(cfg, gone.URL, "some", blob.New(cfg, gone.URL, "results")).Hand(t.Context(), want); !errs.Is(err, errs.ServiceUnavailable) {
		t.Errorf("got error %v of a bucket that is away, want service_unavailable", err)
	}
}

// TestLinks: each call and each body has an object of its own below pages/, the only place where a worker may sign for one, and its link
// works for five minutes: longer than a call takes, and no longer than needed.
func TestLinks(t *testing.T) {
	t.Parallel()
	c := client(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"packed":"AAAA"}`) })
	var links []string
	for range 2 {
		if _, err := c.Call(t.Context(), func(upload string) any {
			links = append(links, upload)
			return asking{upload}
		}); err != nil {
			t.Fatal(err)
		}
		link, err := c.Hand(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		links = append(links, link)
	}
	seen := map[string]bool{}
	for _, link := range links {
		u, err := url.Parse(link)
		if err != nil || !strings.HasPrefix(u.Path, "/results/pages/") || seen[u.Path] || u.Query().Get("X-Amz-Expires") != "300" {
			t.Errorf("got link %s, error %v; want one for 300 s to an object of its own below pages/", link, err)
			continue
		}
		seen[u.Path] = true
	}
}

// TestBusy: a call for which Lambda has no room did nothing and is made again, three times in all.
func TestBusy(t *testing.T) {
	t.Parallel()
	for busy, want := range map[int]errs.Code{0: "", 1: "", 2: "", 3: errs.ServiceUnavailable} {
		calls := 0
		c := client(t, func(w http.ResponseWriter, _ *http.Request) {
			if calls++; calls <= busy {
				w.WriteHeader(http.StatusTooManyRequests)
				return
			}
			_, _ = io.WriteString(w, `{"packed":"AAAA"}`)
		})
		_, err := call(t.Context(), c)
		if (want == "") != (err == nil) || err != nil && !errs.Is(err, want) || calls != min(busy+1, 3) {
			t.Errorf("busy for %d calls: got error %v after %d calls; want code %q, and no call after an answer", busy, err, calls, want)
		}
	}
}

// TestEnded: a function that ended with a call is told from one that could not be called, and why it ended is read from
// what Lambda says of it.
func TestEnded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body      string
		exhausted bool
	}{
		"memory, by the process":   {`{"errorType":"Runtime.ExitError","errorMessage":"RequestId: 1 Error: Runtime exited with error: signal: killed"}`, true},
		"memory, by the sandbox":   {`{"errorType":"Runtime.OutOfMemory","errorMessage":"RequestId: 1 Error: Out of memory"}`, true},
		"time":                     {`{"errorMessage":"2026-11-24T12:00:00.000Z 1 Task timed out after 90.00 seconds"}`, true},
		"time, by the sandbox":     {`{"errorType":"Sandbox.Timedout","errorMessage":"RequestId: 1 Error: Task timed out after 90.00 seconds"}`, true},
		"a start that failed":      {`{"errorType":"Runtime.ExitError","errorMessage":"RequestId: 1 Error: Runtime exited with error: exit status 1"}`, false},
		"an error of its own":      {`{"errorType":"errorString","errorMessage":"upload: the bucket answered 403 Forbidden"}`, false},
		"what nobody can read":     {`<html>`, false},
		"what says nothing at all": {``, false},
	} {
		_, err := call(t.Context(), client(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Amz-Function-Error", "Unhandled")
			_, _ = io.WriteString(w, c.body)
		}))
		ended, ok := errors.AsType[*invoke.EndedError](err)
		if _, coded := errors.AsType[*errs.Error](err); !ok || coded || ended.Exhausted() != c.exhausted {
			t.Errorf("%s: got error %v, want that of a function that ended, exhausted: %t", name, err, c.exhausted)
		}
		if failed := invoke.Failed(err, "no page"); !errs.Is(failed, errs.ProviderUnavailable) || errs.As(failed).Message != "no page" {
			t.Errorf("%s: got error %v for callers, want provider_unavailable with our text", name, failed)
		}
	}
}

// TestEnds: who calls waits no longer than the context, also between two tries, and says why it ended.
func TestEnds(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(http.ResponseWriter, *http.Request){
		"no answer": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"no room":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		c := client(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			cancel(errs.New(errs.Cancelled, "stopped"))
			answer(w, r)
		})
		if _, err := call(ctx, c); !errs.Is(err, errs.Cancelled) {
			t.Errorf("%s: got error %v, want the cause of the context's end", name, err)
		}
	}
}

func TestKnown(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"": false, "quarry-some": true} {
		if got := invoke.New(aws.Config{}, "", name, nil).Known(); got != want {
			t.Errorf("%q: got a function that is known: %t, want %t", name, got, want)
		}
	}
}
