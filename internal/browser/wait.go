package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/errs"
)

const (
	// quietFor is how long nothing may be asked for until a page counts as ready.
	quietFor = 500 * time.Millisecond
	// stillFor is the same for a page that keeps a request open: nothing begins or ends.
	stillFor = 2 * time.Second
	// restlessFor is the most that a page which never rests is waited for, once its
	// document is parsed.
	restlessFor = 8 * time.Second
	// lookEvery is how often a selector is tried.
	lookEvery = 100 * time.Millisecond
)

// navigate goes to the URL and waits until the document has begun.
func (t *tab) navigate() error {
	gone, err := proto.PageNavigate{URL: t.v.url.String()}.Call(t.session)
	switch {
	case err != nil:
		return err
	case gone.ErrorText == "":
		return nil
	case gone.ErrorText == "net::ERR_HTTP_RESPONSE_CODE_FAILURE":
		return nil // an error status without a body, for which the browser shows a page of its own
	case gone.ErrorText == "net::ERR_ABORTED" && t.log.answeredEmpty(gone.LoaderID):
		return nil
	}
	return t.netError(gone.ErrorText)
}

// answeredEmpty makes an answer that has no document by its status the current one.
func (t *traffic) answeredEmpty(loader proto.NetworkLoaderID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, d := range t.documents {
		if (id == loader || loader == "") && (d.status == http.StatusNoContent || d.status == http.StatusResetContent) {
			d.ready, d.loaded = t.now(), t.now()
			t.current = d
			return true
		}
	}
	return false
}

// ready waits until the page is what the visit asks for.
func (t *tab) ready() error {
	if err := t.parsed(); err != nil {
		return err
	}
	switch w := t.v.Wait; {
	case w.Selector != "":
		if err := t.look(w.Selector, t.browser.cfg.Now().Add(MaxWait)); err != nil {
			return err
		}
		return t.pause(w.For)
	case w.For > 0:
		return t.pause(w.For)
	}
	return t.settle()
}

// parsed waits for the end of the document.
func (t *tab) parsed() error {
	for !t.log.isParsed() {
		if err := t.await(time.Hour); err != nil {
			return err
		}
	}
	return nil
}

// await returns when something has changed, or after so long.
func (t *tab) await(most time.Duration) error {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-t.ctx.Done():
		return context.Cause(t.ctx)
	case <-t.log.notice:
	case <-timer.C:
	}
	return nil
}

func (t *tab) pause(d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-t.ctx.Done():
		return context.Cause(t.ctx)
	case <-timer.C:
		return nil
	}
}

// settle waits until the page rests, or until it is clear that it will not: then what
// there is is taken.
func (t *tab) settle() error {
	until := t.browser.cfg.Now().Add(restlessFor)
	if deadline, ok := t.ctx.Deadline(); ok {
		// What is left must do for reading, also when the visit's time is short.
		reserve := min(5*time.Second, t.v.Timeout/4)
		if early := deadline.Add(-reserve); early.Before(until) {
			until = early
		}
	}
	for {
		now := t.browser.cfg.Now()
		left := min(t.log.restless(now), until.Sub(now))
		if left <= 0 {
			return nil
		}
		if err := t.await(left); err != nil {
			return err
		}
	}
}

func (t *traffic) isParsed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.current != nil && !t.current.ready.IsZero()
}

// restless is how long the page is not at rest yet if nothing happens from now on.
func (t *traffic) restless(now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.current == nil || t.current.ready.IsZero():
		return time.Hour
	case t.current.loaded.IsZero() || len(t.inFlight) > 0:
		return stillFor - now.Sub(t.changed)
	default:
		return quietFor - now.Sub(t.changed)
	}
}

// look waits until an element matches.
func (t *tab) look(selector string, until time.Time) error {
	quoted, err := json.Marshal(selector)
	if err != nil {
		return err
	}
	expression := fmt.Sprintf("Document.prototype.querySelector.call(document, %s) !== null", quoted)
	for {
		found, err := t.evaluate(expression)
		if thrown, ok := errors.AsType[*thrownError](err); ok {
			return &errs.Error{
				Code: errs.TargetError, Permanent: true, Err: thrown,
				Message: "options.waitFor is not a CSS selector that the browser knows; correct it",
			}
		}
		switch {
		case err != nil && !isPassing(err):
			return err
		case string(found) == "true":
			return nil
		case t.browser.cfg.Now().After(until):
			return errs.Newf(errs.UpstreamTimeout, "no element of %s matches options.waitFor within %s; correct the selector or leave it out", t.log.host(), MaxWait)
		}
		if err := t.pause(lookEvery); err != nil {
			return err
		}
	}
}
