package showing_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/invoke"
	localblob "github.com/quarryapi/quarry/internal/serve/local/blob"
	"github.com/quarryapi/quarry/internal/serve/showing"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// browserFunc is a browser.
type browserFunc func(context.Context, shown.Visit) (*shown.Page, error)

func (b browserFunc) Visit(ctx context.Context, v shown.Visit) (*shown.Page, error) { return b(ctx, v) }

// setup gives a client of a function that shows pages by a browser, over a bucket.
func setup(t *testing.T, b browserFunc) *showing.Client {
	t.Helper()
	handler := showing.NewHandler(b, slog.New(slog.DiscardHandler))
	return client(t, func(w http.ResponseWriter, r *http.Request) {
		var request showing.Request
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil { //nolint:musttag // both ends are ours, and a test holds that every field travels
			t.Errorf("reading a call: %v", err)
		}
		response, err := handler.Handle(r.Context(), request)
		if err != nil {
			w.Header().Set("X-Amz-Function-Error", "Unhandled")
		}
		if err := json.NewEncoder(w).Encode(response); err != nil {
			t.Errorf("answering a call: %v", err)
		}
	})
}

// client gives one of a Lambda that answers like h.
func client(t *testing.T, h http.HandlerFunc) *showing.Client {
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
	return showing.NewClient(cfg, lambda.URL, "quarry-browser", blob.New(cfg, objects.URL, "results"))
}

// fill sets every field below v to something, so that a field that does not travel shows.
func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Interface().(type) {
	case json.RawMessage:
		v.Set(reflect.ValueOf(json.RawMessage(`{"a":1}`)))
		return
	case *url.URL:
		v.Set(reflect.ValueOf(&url.URL{Scheme: "https", Host: "example.com", Path: "/a b", RawQuery: "q=1"}))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for _, field := range v.Fields() {
			fill(t, field)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(t, v.Index(0))
		fill(t, v.Index(1))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key)
		fill(t, value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("text ü")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Uint8:
		v.SetUint(7)
	case reflect.Int, reflect.Int64:
		v.SetInt(42)
	default:
		t.Fatalf("got a field of %s, want a case for it here", v.Type())
	}
}

// TestVisit: whatever is asked for reaches the browser, and all of the page comes back.
func TestVisit(t *testing.T) {
	t.Parallel()
	var want shown.Visit
	var page shown.Page
	fill(t, reflect.ValueOf(&want).Elem())
	fill(t, reflect.ValueOf(&page).Elem())
	c := setup(t, func(ctx context.Context, got shown.Visit) (*shown.Page, error) {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("visit mismatch (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"mine.test"}, egress.Named(ctx)); diff != "" {
			t.Errorf("named mismatch (-want +got):\n%s", diff)
		}
		return &page, nil
	})
	got, err := c.Visit(egress.Naming(t.Context(), "mine.test"), want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&page, got); diff != "" {
		t.Errorf("page mismatch (-want +got):\n%s", diff)
	}
}

// TestLargePage: what Lambda lets through no response comes by the bucket.
func TestLargePage(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 9<<20) // does not pack
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	page := &shown.Page{URL: &url.URL{Scheme: "https", Host: "example.com"}, Screenshot: &shown.Image{Data: noise}}
	got, err := setup(t, func(context.Context, shown.Visit) (*shown.Page, error) { return page, nil }).Visit(t.Context(), shown.Visit{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(page, got); diff != "" {
		t.Errorf("page mismatch, %d bytes", len(diff))
	}
}

// TestFailures: a visit's error is the same here, without what is for the function's log.
func TestFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ given, want error }{
		"a code":         {errs.Newf(errs.TargetError, "no such page"), errs.New(errs.TargetError, "no such page")},
		"all of it":      {&errs.Error{Code: errs.UpstreamTimeout, Message: "m", Permanent: true, Passing: true, RetryAfter: time.Second}, &errs.Error{Code: errs.UpstreamTimeout, Message: "m", Permanent: true, Passing: true, RetryAfter: time.Second}},
		"with its cause": {errs.Wrap(io.EOF, errs.DNSFailed, "no such name"), errs.New(errs.DNSFailed, "no such name")},
		"a code of ours": {errs.New(errs.InsufficientCredits, "lies"), errs.New(errs.ProviderUnavailable, "the browser did not show the page; try again later")},
		"none":           {io.EOF, errs.New(errs.ProviderUnavailable, "the browser did not show the page; try again later")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := setup(t, func(context.Context, shown.Visit) (*shown.Page, error) { return nil, c.given }).Visit(t.Context(), shown.Visit{})
			got := *errs.As(err)
			got.Err = nil
			if diff := cmp.Diff(errs.As(c.want), &got); diff != "" {
				t.Errorf("error mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAnswers: of a Lambda or a function that fails, and of one that a page has taken over.
func TestAnswers(t *testing.T) {
	t.Parallel()
	packed := func(text string) string {
		raw, err := json.Marshal(invoke.Answer{Packed: blob.Pack([]byte(text))})
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	for name, c := range map[string]struct {
		status int
		header string // of a function that ended
		body   string
		code   errs.Code
		calls  int
	}{
		"no room":           {429, "", `{}`, errs.ServiceUnavailable, 3},
		"not allowed":       {403, "", `{}`, errs.ServiceUnavailable, 1},
		"lambda is down":    {503, "", `{}`, errs.ServiceUnavailable, 1},
		"out of time":       {200, "Unhandled", `{"errorMessage":"Task timed out"}`, errs.ProviderUnavailable, 1},
		"no JSON":           {200, "", `<html>`, errs.ProviderUnavailable, 1},
		"nothing":           {200, "", `{}`, errs.ProviderUnavailable, 1},
		"never uploaded":    {200, "", `{"uploaded":true}`, errs.ServiceUnavailable, 1},
		"not packed":        {200, "", `{"packed":"bm9uc2Vuc2U="}`, errs.ProviderUnavailable, 1},
		"neither":           {200, "", packed(`{}`), errs.ProviderUnavailable, 1},
		"no answer":         {200, "", packed(`[]`), errs.ProviderUnavailable, 1},
		"a broken address":  {200, "", packed(`{"page":{"URL":"http://[::1"}}`), errs.ProviderUnavailable, 1},
		"a broken redirect": {200, "", packed(`{"page":{"URL":"http://a.test/","Redirects":[{"URL":"%zz"}]}}`), errs.ProviderUnavailable, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			calls := 0
			cl := client(t, func(w http.ResponseWriter, _ *http.Request) {
				calls++
				if c.header != "" {
					w.Header().Set("X-Amz-Function-Error", c.header)
				}
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			_, err := cl.Visit(t.Context(), shown.Visit{})
			if !errs.Is(err, c.code) || calls != c.calls {
				t.Errorf("got error %v after %d calls, want %s after %d", err, calls, c.code, c.calls)
			}
		})
	}
}

// TestEnds: a job that ends does not wait for the page, and says why itself.
func TestEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cl := client(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		cancel(errs.New(errs.Cancelled, "stopped"))
		<-r.Context().Done()
	})
	if _, err := cl.Visit(ctx, shown.Visit{}); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got error %v, want the cause of the context's end", err)
	}
}

func TestNoFunction(t *testing.T) {
	t.Parallel()
	cl := showing.NewClient(aws.Config{}, "", "", nil)
	if _, err := cl.Visit(t.Context(), shown.Visit{}); !errs.Is(err, errs.BrowserUnavailable) || !strings.Contains(err.Error(), "no browser") {
		t.Errorf("got error %v, want browser_unavailable", err)
	}
}

// FuzzDecode: whatever a function that was taken over sends is an error or a page.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"page":{"URL":"https://example.com/","Redirects":[{"URL":"/","Status":301}],"Values":{"a":1}}}`,
		`{"failure":{"Code":"target_error","Message":"m"}}`, `{"page":null,"failure":null}`, `[`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		for _, packed := range [][]byte{answer, blob.Pack(answer)} {
			page, err := showing.Decode(packed)
			if (page == nil) != (err != nil) || page != nil && page.URL == nil {
				t.Errorf("got page %v, error %v; want one of them, a page with its URL", page, err)
			}
		}
	})
}

// TestEndedFunction holds that what a function left when it ended is no page, and that the log
// says what it ended with.
func TestEndedFunction(t *testing.T) {
	t.Parallel()
	c := client(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Amz-Function-Error", "Unhandled")
		_, _ = w.Write([]byte(`{"errorMessage":"signal: killed","errorType":"Runtime.ExitError"}`))
	})
	_, err := c.Visit(t.Context(), shown.Visit{})
	var cause error
	if e := errs.As(err); e != nil {
		cause = e.Err
	}
	if !errs.Is(err, errs.ProviderUnavailable) || cause == nil || !strings.Contains(cause.Error(), "signal: killed") {
		t.Errorf("got error %v by %v, want %s by what the function ended with", err, cause, errs.ProviderUnavailable)
	}
}
