package errs_test

import (
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
)

var update = flag.Bool("update", false, "write docs/errors.md anew")

func TestAs(t *testing.T) {
	t.Parallel()
	if errs.As(nil) != nil {
		t.Error("nil is an error")
	}
	own := errs.Field(errs.InvalidURL, "url", "has no scheme")
	if got := errs.As(fmt.Errorf("outer: %w", own)); got != own || got.Message != "url: has no scheme" {
		t.Errorf("got %v", got)
	}
	cause := errors.New("secret")
	got := errs.As(cause)
	if got.Code != errs.InternalError || strings.Contains(got.Message, "secret") || !errors.Is(got, cause) {
		t.Errorf("got %v", got)
	}
	if !errs.Is(got, errs.InternalError) || errs.Is(cause, errs.InternalError) {
		t.Error("Is looks at something else than the code")
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	if got := errs.Of(errs.JobNotFound); got.Code != errs.JobNotFound || got.Message != "The job was not found." || got.Err != nil {
		t.Errorf("got %+v, want the code with its own text and no cause", got)
	}
}

func TestInternal(t *testing.T) {
	t.Parallel()
	cause := errors.New("secret")
	if got := errs.Internal(cause); got.Code != errs.InternalError || strings.Contains(got.Message, "secret") || !errors.Is(got, cause) {
		t.Errorf("got %+v, want an internal_error that has its cause and does not show it", got)
	}
}

func TestPermanentIsNotRetryable(t *testing.T) {
	t.Parallel()
	e := errs.New(errs.TargetError, "not found")
	if !e.Retryable() {
		t.Error("a target's error passes")
	}
	e.Permanent = true
	if e.Retryable() {
		t.Error("a permanent one does not")
	}
}

// A message that says to try again later and what programs read never differ.
func TestLaterIsRetryable(t *testing.T) {
	t.Parallel()
	e := errs.New(errs.ParseFailed, "the answer is cut off")
	if e.Retryable() {
		t.Error("got true of what could not be read, want false")
	}
	if e = e.Later(); !e.Retryable() || e.Message != "the answer is cut off; try again later." {
		t.Errorf("got %t and %q, want true and a message that says so", e.Retryable(), e.Message)
	}
	if e.Permanent = true; e.Retryable() {
		t.Error("got true of a permanent one, want false")
	}
}

// TestDocument holds docs/errors.md, and the codes in the clients, to the table in code.
func TestDocument(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"docs/errors.md":                      document(),
		"clients/go/codes.gen.go":             goCodes(),
		"clients/typescript/src/codes.gen.ts": typeScriptCodes(),
		"clients/python/quarry/_codes.py":     pythonCodes(),
	} {
		path = filepath.Join("../../..", path)
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != want {
			t.Errorf("%s is stale; run make generate (%v)", path, err)
		}
	}
}

func document() string {
	var b strings.Builder
	b.WriteString(`<!-- Generated from internal/core/errs by "make generate"; do not edit. -->

# Errors

A rejected request returns

` + "```json" + `
{"error":{"code":"invalid_request","message":"format: must be one of \"raw, markdown\"","requestId":"req_…",
 "retryable":false,"details":[{"field":"format","issue":"must be one of \"raw, markdown\""}]}}
` + "```" + `

and nothing was created or charged. With ` + "`Accept: application/problem+json`" + ` the error has the
format of RFC 9457. Branch on ` + "`code`" + `, show ` + "`message`" + `, and include ` + "`requestId`" + ` when you ask for help.
` + "`retryable`" + ` is true when the same call can succeed later; wait for ` + "`Retry-After`" + ` if it is present.

One error says neither that something was done nor that it was not: ` + "`outcome_unknown`" + `, when the database
failed in the middle of a call that would act twice if it were sent again. ` + "`details`" + ` names what may exist: the
job (` + "`jobId`" + `, ` + "`pollUrl`" + `), the jobs of a batch, the delivery, or the endpoint whose secret may have been
replaced. Read it first, and send the call again only if it was not done. A call with an
` + "`Idempotency-Key`" + ` gets ` + "`service_unavailable`" + ` instead, since it can always be sent again. Once the service
knows that something was done it does not return an error: a job whose result or end cannot be read at that
moment is returned with 202, to be polled, and ` + "`X-Credits-Remaining`" + ` is absent when the balance cannot be read.

[One table](idempotency.md#what-to-do-after-each-response) says what to do after each response, with a key and without.

## Codes of requests

| code | status | retryable | meaning |
|---|---|---|---|
`)
	for _, c := range sorted(errs.RequestCodes()) {
		fmt.Fprintf(&b, "| `%s` | %d %s | %s | %s |\n", c, c.Status(), http.StatusText(c.Status()), yes(c), c.Text())
	}
	b.WriteString(`
## Codes of jobs

A failed job is returned with 200, ` + "`\"status\":\"failed\"`" + ` and ` + "`error {code, message, retryable}`" + `, and its
charge was refunded. A page that is not found, or another status from 400 to 499, is a
` + "`target_error`" + ` that is not retryable; an address that robots.txt disallows is an ` + "`upstream_blocked`" + ` that is not, and whose message names robots.txt; an upstream's answer that could not be read is a
` + "`parse_failed`" + ` that is, and says so. A job can also fail with ` + "`internal_error`" + `.

Where ` + "`retryable`" + ` is true, the same request can succeed when it is sent again **with a new key**, or without one: the
same ` + "`Idempotency-Key`" + ` returns the same failed job.

| code | retryable | meaning |
|---|---|---|
`)
	for _, c := range sorted(errs.JobCodes()) {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c, yes(c), c.Text())
	}
	return b.String()
}

func sorted(codes []errs.Code) []errs.Code {
	slices.Sort(codes)
	return codes
}

func yes(c errs.Code) string {
	if c.Retryable() {
		return "yes"
	}
	return "no"
}
