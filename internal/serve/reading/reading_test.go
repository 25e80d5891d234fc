package reading_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/lambda/messages"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/serve/blob"
	localblob "github.com/quarryapi/quarry/internal/serve/local/blob"
	"github.com/quarryapi/quarry/internal/serve/reading"
)

// engineFunc is an engine that is done when it returns.
type engineFunc func(ctx context.Context, body []byte) (pdf.Document, error)

func (e engineFunc) Read(ctx context.Context, body []byte) (pdf.Document, error) { return e(ctx, body) }

func (engineFunc) Settle(context.Context) bool { return true }

// setup gives a client of a function that reads by an engine, over a bucket.
func setup(t *testing.T, e reading.Engine) *reading.Client {
	t.Helper()
	handler := reading.NewHandler(e, slog.New(slog.DiscardHandler))
	return client(t, func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		var request reading.Request
		if err := errors.Join(err, json.Unmarshal(raw, &request)); err != nil || len(raw) > 6_291_556 {
			t.Errorf("got a call of %d bytes, error %v; want one that Lambda takes", len(raw), err)
		}
		answer, err := handler.Handle(r.Context(), request)
		if err != nil {
			w.Header().Set("X-Amz-Function-Error", "Unhandled")
		}
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			t.Errorf("answering a call: %v", err)
		}
	})
}

// client gives one of a Lambda that answers like h.
func client(t *testing.T, h http.HandlerFunc) *reading.Client {
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
	return reading.NewClient(cfg, lambda.URL, "quarry-pdf", blob.New(cfg, objects.URL, "results"))
}

// noise is what does not pack.
func noise(size int) []byte {
	all := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(all)
	return all
}

// TestRead: the document reaches the engine, and all of what it gives comes back, whatever the sizes.
func TestRead(t *testing.T) {
	t.Parallel()
	small := pdf.Document{Title: "ü <&>", Author: "A", Created: "2024-03-09T07:30:00+01:00", Pages: []string{"one\nline", "", "\x00"}, Total: 4, Read: 2, Empty: 1}
	for name, c := range map[string]struct {
		body []byte
		doc  pdf.Document
	}{
		"small":                      {[]byte("%PDF-1.4"), small},
		"as large as a call takes":   {noise(4 << 20), small},
		"larger than a call takes":   {noise(4<<20 + 1), small},
		"more than Lambda takes":     {noise(5 << 20), small},
		"as large as is fetched":     {noise(10 << 20), small},
		"more than a response takes": {[]byte("%PDF-1.4"), pdf.Document{Pages: []string{base64.StdEncoding.EncodeToString(noise(6<<20 - 9))}, Total: 1}},
		"nothing":                    {nil, pdf.Document{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := setup(t, engineFunc(func(_ context.Context, body []byte) (pdf.Document, error) {
				if !bytes.Equal(body, c.body) {
					t.Errorf("got %d bytes, want the %d of the document", len(body), len(c.body))
				}
				return c.doc, nil
			})).Read(t.Context(), c.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.doc, got); diff != "" {
				t.Errorf("document mismatch, %d bytes (-want +got):\n%.500s", len(diff), diff)
			}
		})
	}
	for field, value := range reflect.ValueOf(small).Fields() {
		if value.IsZero() {
			t.Errorf("got no value of %s in this test, want one: nothing else holds that it travels", field.Name)
		}
	}
}

// TestFailures: why there is no document is the same here, without what is for the function's log.
func TestFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		given error
		is    error
		code  errs.Code // empty for errors of the document
		again bool
	}{
		"encrypted":             {pdf.ErrEncrypted, pdf.ErrEncrypted, "", false},
		"unusable":              {errors.Join(pdf.ErrUnusable, io.EOF), pdf.ErrUnusable, "", false},
		"no time":               {context.DeadlineExceeded, context.DeadlineExceeded, errs.UpstreamTimeout, true},
		"stopped":               {context.Canceled, nil, errs.UpstreamTimeout, true},
		"an engine that failed": {errors.New("start pdfium: out of memory"), nil, errs.ProviderUnavailable, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := setup(t, engineFunc(func(context.Context, []byte) (pdf.Document, error) { return pdf.Document{Title: "half"}, c.given })).Read(t.Context(), nil)
			coded, has := errors.AsType[*errs.Error](err)
			if err == nil || c.is != nil && !errors.Is(err, c.is) || has != (c.code != "") || has && (coded.Code != c.code || coded.Retryable() != c.again) || got.Title != "" {
				t.Errorf("got %+v, error %v; want no document, %v with the code %q", got, err, c.is, c.code)
			}
		})
	}
}

// TestAnEngineThatFailed: it never starts in its process, which ends, so that the next document has another.
func TestAnEngineThatFailed(t *testing.T) {
	t.Parallel()
	read := engineFunc(func(context.Context, []byte) (pdf.Document, error) {
		return pdf.Document{}, errors.New("start pdfium: out of memory")
	})
	_, err := reading.NewHandler(read, slog.New(slog.DiscardHandler)).Handle(t.Context(), reading.Request{Body: []byte("%PDF-1.4")})
	if ends, ok := errors.AsType[messages.InvokeResponse_Error](err); !ok || !ends.ShouldExit || ends.Type != "EngineFailed" {
		t.Errorf("got error %#v, want EngineFailed, with which the process ends", err)
	}
}

// TestAnswers: of a Lambda or a function that fails, and of one that a document has taken over.
func TestAnswers(t *testing.T) {
	t.Parallel()
	packed := func(text string) string {
		raw, err := json.Marshal(map[string][]byte{"packed": blob.Pack([]byte(text))})
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	many := `{"document":{"Total":2000,"Pages":[""` + strings.Repeat(`,""`, 1000) + `]}}`
	for name, c := range map[string]struct {
		status int
		ended  bool
		body   string
		code   errs.Code
		again  bool
		calls  int
	}{
		"no room":                {429, false, `{}`, errs.ServiceUnavailable, true, 3},
		"not allowed":            {403, false, `{}`, errs.ServiceUnavailable, true, 1},
		"not there":              {404, false, `{}`, errs.ServiceUnavailable, true, 1},
		"lambda is down":         {503, false, `{}`, errs.ServiceUnavailable, true, 1},
		"out of time":            {200, true, `{"errorMessage":"2026-11-24T12:00:00Z 1 Task timed out after 90.00 seconds"}`, errs.ParseFailed, false, 1},
		"out of memory":          {200, true, `{"errorType":"Runtime.ExitError","errorMessage":"RequestId: 1 Error: Runtime exited with error: signal: killed"}`, errs.ParseFailed, false, 1},
		"a document that stuck":  {200, true, `{"errorType":"DocumentStuck","errorMessage":"a page of the document does not end"}`, errs.ParseFailed, false, 1},
		"a start that failed":    {200, true, `{"errorType":"Runtime.ExitError","errorMessage":"RequestId: 1 Error: Runtime exited with error: exit status 2"}`, errs.ProviderUnavailable, true, 1},
		"no JSON":                {200, false, `<html>`, errs.ProviderUnavailable, true, 1},
		"nothing":                {200, false, `{}`, errs.ProviderUnavailable, true, 1},
		"null":                   {200, false, `null`, errs.ProviderUnavailable, true, 1},
		"never uploaded":         {200, false, `{"uploaded":true}`, errs.ServiceUnavailable, true, 1},
		"not packed":             {200, false, `{"packed":"bm9uc2Vuc2U="}`, errs.ProviderUnavailable, true, 1},
		"neither":                {200, false, packed(`{}`), errs.ProviderUnavailable, true, 1},
		"both":                   {200, false, packed(`{"document":{"Total":1},"failure":"unusable"}`), errs.ProviderUnavailable, true, 1},
		"no answer":              {200, false, packed(`[]`), errs.ProviderUnavailable, true, 1},
		"another failure":        {200, false, packed(`{"failure":"insufficient_credits"}`), errs.ProviderUnavailable, true, 1},
		"a lost document":        {200, false, packed(`{"failure":"missing"}`), errs.ServiceUnavailable, true, 1},
		"pages of no document":   {200, false, packed(`{"document":{"Pages":["a"]}}`), errs.ProviderUnavailable, true, 1},
		"less than nothing":      {200, false, packed(`{"document":{"Total":-1}}`), errs.ProviderUnavailable, true, 1},
		"more than there are":    {200, false, packed(`{"document":{"Total":2,"Read":2,"Pages":["a"]}}`), errs.ProviderUnavailable, true, 1},
		"more empty than whole":  {200, false, packed(`{"document":{"Total":2,"Read":1,"Empty":2,"Pages":["",""]}}`), errs.ProviderUnavailable, true, 1},
		"fewer than none empty":  {200, false, packed(`{"document":{"Total":2,"Read":1,"Empty":-1,"Pages":["",""]}}`), errs.ProviderUnavailable, true, 1},
		"less than none whole":   {200, false, packed(`{"document":{"Total":2,"Read":-1,"Pages":["a"]}}`), errs.ProviderUnavailable, true, 1},
		"more pages than may be": {200, false, packed(many), errs.ProviderUnavailable, true, 1},
		"more text than may be":  {200, false, packed(`{"document":{"Total":1,"Pages":["` + strings.Repeat("a", 8<<20+1) + `"]}}`), errs.ProviderUnavailable, true, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			calls := 0
			got, err := client(t, func(w http.ResponseWriter, _ *http.Request) {
				calls++
				if c.ended {
					w.Header().Set("X-Amz-Function-Error", "Unhandled")
				}
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			}).Read(t.Context(), []byte("%PDF-1.4"))
			if !errs.Is(err, c.code) || errs.As(err).Retryable() != c.again || calls != c.calls {
				t.Errorf("got %d pages, error %v after %d calls; want %s, retryable %t, after %d", len(got.Pages), err, calls, c.code, c.again, c.calls)
			}
		})
	}
}

// TestTimes: the function has no more time than its caller, who waits no longer than that and says why itself; and
// without one who says how long, a document has an end all the same.
func TestTimes(t *testing.T) {
	t.Parallel()
	const left = time.Second
	seen := make(chan time.Duration, 1)
	waits := engineFunc(func(within context.Context, _ []byte) (pdf.Document, error) {
		end, _ := within.Deadline()
		seen <- time.Until(end)
		<-within.Done()
		return pdf.Document{}, within.Err()
	})
	reader := setup(t, waits)
	ctx, cancel := context.WithTimeoutCause(t.Context(), left, errs.New(errs.JobTimeout, "over"))
	defer cancel()
	if _, err := reader.Read(ctx, nil); !errs.Is(err, errs.JobTimeout) {
		t.Errorf("got error %v, want the cause of the context's end", err)
	}
	if has := <-seen; has > left {
		t.Errorf("got a function that has %s, want no more than its caller had, %s", has, left)
	}
	// The function's clock may be ahead, and its own time over long before ours.
	over := engineFunc(func(context.Context, []byte) (pdf.Document, error) { return pdf.Document{}, context.DeadlineExceeded })
	soon, cancelSoon := context.WithTimeoutCause(t.Context(), 300*time.Millisecond, errs.New(errs.JobTimeout, "over"))
	defer cancelSoon()
	if _, err := setup(t, over).Read(soon, nil); !errs.Is(err, errs.JobTimeout) {
		t.Errorf("got error %v of a function whose time ends before its caller's, want the cause of the context's end", err)
	}
	later, cancelLater := context.WithTimeoutCause(t.Context(), time.Minute, errs.New(errs.JobTimeout, "over"))
	defer cancelLater()
	if _, err := setup(t, over).Read(later, nil); !errs.Is(err, errs.UpstreamTimeout) || later.Err() != nil {
		t.Errorf("got error %v of a function whose time is over long before its caller's, want upstream_timeout at once", err)
	}
	stops, stop := context.WithCancelCause(t.Context())
	stopping := engineFunc(func(within context.Context, _ []byte) (pdf.Document, error) {
		if end, ok := within.Deadline(); !ok || time.Until(end) > time.Minute {
			t.Errorf("got a document with time until %s, %t; want a minute at most", end, ok)
		}
		stop(errs.New(errs.Cancelled, "stopped"))
		<-within.Done()
		return pdf.Document{}, within.Err()
	})
	if _, err := setup(t, stopping).Read(stops, nil); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got error %v, want the cause of the context's end", err)
	}
	if _, err := setup(t, stopping).Read(stops, noise(5<<20)); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got error %v of a document that goes by the bucket, want the cause of the context's end", err)
	}
}

// TestTheFunctionsOwnTime: what is left of it bounds a document, with enough to say so.
func TestTheFunctionsOwnTime(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second+50*time.Millisecond)
	defer cancel()
	waits := engineFunc(func(within context.Context, _ []byte) (pdf.Document, error) {
		<-within.Done()
		return pdf.Document{}, within.Err()
	})
	answer, err := reading.NewHandler(waits, slog.New(slog.DiscardHandler)).Handle(ctx, reading.Request{Left: time.Hour})
	if err != nil || ctx.Err() != nil {
		t.Fatalf("got error %v, the function's time over: %v; want an answer before", err, ctx.Err())
	}
	if _, err := reading.Decode(answer.Packed); !errs.Is(err, errs.UpstreamTimeout) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got error %v, want upstream_timeout", err)
	}
}

// TestLostLink: a document that is not where its link leads is our failure, which another try may mend.
func TestLostLink(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	defer gone.Close()
	read := engineFunc(func(context.Context, []byte) (pdf.Document, error) {
		t.Error("got a document that is not there, want none")
		return pdf.Document{}, nil
	})
	answer, err := reading.NewHandler(read, slog.New(slog.DiscardHandler)).Handle(t.Context(), reading.Request{Link: gone.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reading.Decode(answer.Packed); !errs.Is(err, errs.ServiceUnavailable) {
		t.Errorf("got error %v, want service_unavailable", err)
	}
}

func TestNoFunction(t *testing.T) {
	t.Parallel()
	if _, err := reading.NewClient(aws.Config{}, "", "", nil).Read(t.Context(), nil); !errs.Is(err, errs.ProviderNotConfigured) {
		t.Errorf("got error %v, want provider_not_configured", err)
	}
}

// FuzzDecode: whatever a function that was taken over sends is an error or a document within its bounds.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"document":{"Title":"T","Pages":["a","b"],"Total":3,"Read":1}}`, `{"failure":"encrypted"}`, `{"document":null,"failure":""}`, `{"document":{"Total":-5}}`, `[`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		for _, packed := range [][]byte{answer, blob.Pack(answer)} {
			if doc, err := reading.Decode(packed); err == nil && (len(doc.Pages) > doc.Total || doc.Read > len(doc.Pages) || len(doc.Text()) > pdf.MaxText+2*len(doc.Pages)) {
				t.Errorf("got %d of %d pages and no error, want a document that can be", len(doc.Pages), doc.Total)
			}
		}
	})
}
