package websearchtest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// refused demands a failure with one of some codes, or with any code that is not our own
// fault when none is named, and no results beside it.
func refused(what string, found []websearch.Result, err error, codes ...errs.Code) error {
	var e *errs.Error
	ok := errors.As(err, &e) && e.Code != errs.InternalError && e.Message != ""
	for _, code := range codes {
		if ok = ok && e.Code == code; ok {
			break
		}
	}
	if !ok || len(found) != 0 {
		return fmt.Errorf("%s: %s, want no results and an error of errs %v", what, said(found, err), codes)
	}
	return nil
}

// failures demands the right codes for what the replay is asked to fail with.
func failures(tb testing.TB, s Subject) error {
	tb.Helper()
	var bad []error
	for word, code := range map[string]errs.Code{
		"quota": errs.UpstreamRateLimited, "down": errs.ProviderUnavailable, "walled": errs.UpstreamBlocked,
	} {
		found, err := s.asking(tb, nil).Search(tb.Context(), websearch.Query{Text: word + " river"})
		bad = append(bad, refused(word, found, err, code))
	}
	return errors.Join(bad...)
}

// statuses demands the right codes for statuses, whatever comes with them.
func statuses(tb testing.TB, s Subject) error {
	tb.Helper()
	unauthorized := errs.UpstreamBlocked
	if s.takesKey(tb) {
		unauthorized = errs.ProviderNotConfigured
	}
	var bad []error
	for status, code := range map[int]errs.Code{
		http.StatusTooManyRequests: errs.UpstreamRateLimited, http.StatusUnauthorized: unauthorized,
		http.StatusInternalServerError: errs.ProviderUnavailable, http.StatusServiceUnavailable: errs.ProviderUnavailable,
	} {
		for _, body := range []string{"", "<html><p>no</p></html>", `{"error":"no"}`} {
			found, err := s.search(tb.Context(), s.asking(tb, webclient.Answer(status, body)), 5)
			bad = append(bad, refused(fmt.Sprintf("%d %s", status, body), found, err, code))
		}
	}
	return errors.Join(bad...)
}

// pagesForPeople demands that a captcha, a login or any other page in the place of an
// answer is a block.
func pagesForPeople(tb testing.TB, s Subject) error {
	tb.Helper()
	header := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	var bad []error
	for _, page := range []string{
		`<!DOCTYPE html><html><body><form action="index" method="post" id="captcha-form"><div class="g-recaptcha"></div></form></body></html>`,
		`<html><head><title>Sign in</title></head><body><form action="/login"><input type="password" name="p"></form></body></html>`,
		`<!doctype html><title>Welcome</title><h1>Hello</h1>`,
	} {
		found, err := s.search(tb.Context(), s.asking(tb, answer(http.StatusOK, page, header)), 5)
		bad = append(bad, refused(page, found, err, errs.UpstreamBlocked))
	}
	return errors.Join(bad...)
}

// takesKey reports whether the service has keys.
func (s Subject) takesKey(tb testing.TB) bool {
	tb.Helper()
	up := webclient.Upstream(tb, s.Upstream, "", nil)
	return up.NeedsKey || up.TakesKey
}

// needsKey demands that an engine whose service needs a key asks nobody without one.
func needsKey(tb testing.TB, s Subject) error {
	tb.Helper()
	serve, asked := counted(s.replay())
	up := webclient.Upstream(tb, s.Upstream, "", serve)
	if !up.NeedsKey {
		return nil
	}
	found, err := s.search(tb.Context(), s.New(up), 5)
	if asked.Load() > 0 {
		return fmt.Errorf("got %d calls without a key, want none", asked.Load())
	}
	return refused("without a key", found, err, errs.ProviderNotConfigured)
}

// hidesKey demands that no error shows the key, not even one that repeats an address or
// an answer.
func hidesKey(tb testing.TB, s Subject) error {
	tb.Helper()
	const secret = "key-of-ours:and-its-part"
	if !s.takesKey(tb) {
		return nil
	}
	var bad []error
	for name, serve := range map[string]http.HandlerFunc{
		"hangs up": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"is away":  webclient.Answer(http.StatusBadGateway, secret),
		"is gone":  webclient.Answer(http.StatusNotFound, secret),
		"redirects": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://nowhere.test/?"+r.URL.RawQuery, http.StatusFound)
		},
	} {
		found, err := s.search(tb.Context(), s.New(webclient.Upstream(tb, s.Upstream, secret, serve)), 5)
		if err == nil || strings.Contains(err.Error(), "key-of-ours") || strings.Contains(err.Error(), "its-part") {
			bad = append(bad, fmt.Errorf("%s: %s, want an error without the key", name, said(found, err)))
		}
	}
	return errors.Join(bad...)
}

var errOver = errors.New("the job is over")

// contextOver demands that nobody is asked once the context or its deadline is over.
func contextOver(tb testing.TB, s Subject) error {
	tb.Helper()
	cancelled, cancel := context.WithCancelCause(tb.Context())
	cancel(errOver)
	late, stop := context.WithDeadlineCause(tb.Context(), time.Unix(0, 0), errOver)
	defer stop()
	var bad []error
	for name, ctx := range map[string]context.Context{"cancelled": cancelled, "too late": late} {
		serve, asked := counted(s.replay())
		found, err := s.search(ctx, s.asking(tb, serve), 5)
		if !errors.Is(err, errOver) || len(found) != 0 || asked.Load() != 0 {
			bad = append(bad, fmt.Errorf("%s: %s after %d calls, want none of both and the context's cause", name, said(found, err), asked.Load()))
		}
	}
	return errors.Join(bad...)
}

// contextEnds demands that a call that is under way ends with the context.
func contextEnds(tb testing.TB, s Subject) error {
	tb.Helper()
	ctx, cancel := context.WithCancelCause(tb.Context())
	found, err := s.search(ctx, s.asking(tb, func(_ http.ResponseWriter, r *http.Request) {
		cancel(errOver)
		<-r.Context().Done()
	}), 5)
	if !errors.Is(err, errOver) || len(found) != 0 {
		return fmt.Errorf("%s, want no results and the context's cause", said(found, err))
	}
	return nil
}
