package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"
	"github.com/go-rod/rod/lib/utils"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/shown"
)

const (
	// quietFor is how long nothing may be asked for until a page counts as ready.
	quietFor = 500 * time.Millisecond
	// stillFor is the same for a page that keeps a request open: nothing begins or ends.
	stillFor = 2 * time.Second
	// restlessFor is the most that a page which never rests is waited for, once its
	// document is parsed.
	restlessFor = 8 * time.Second
	// awaitedFor is the same for one that shows next to nothing while it has asked for something: what it is to show.
	awaitedFor = 15 * time.Second
	// lookEvery is how often a selector is tried.
	lookEvery = 50 * time.Millisecond
)

// navigate goes to the URL and waits until the document has begun.
func (t *tab) navigate() error {
	err := t.page.Navigate(t.v.url.String())
	refused, ok := errors.AsType[*rod.NavigationError](err)
	if !ok {
		return err
	}
	d, answered := t.log.answer()
	switch {
	case !answered:
	case refused.Reason == "net::ERR_HTTP_RESPONSE_CODE_FAILURE", // some builds have an error page of their own for this
		d.status == http.StatusNoContent, d.status == http.StatusResetContent:
		t.log.bare(d)
		return nil
	case refused.Reason == "net::ERR_ABORTED":
		return &errs.Error{
			Code: errs.UnsupportedContent, Err: errors.New(refused.Reason),
			Message: fmt.Sprintf("%s answers with a file (%s) instead of a page; ask for it by POST /v1/public/scrape with format markdown", d.url.Host, d.mediaType),
		}
	}
	return t.netError(refused.Reason)
}

// answer is the document that the server gave to what was asked for last.
func (t *traffic) answer() (*document, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, d := range t.documents {
		if d.url.String() == t.last.String() {
			return d, true
		}
	}
	return nil, false
}

// bare makes an answer without a document of its own the one that is shown.
func (t *traffic) bare(d *document) {
	t.mu.Lock()
	defer t.mu.Unlock()
	d.bare, d.ready, d.loaded = true, t.now(), t.now()
	t.current = d
}

// ready waits until the page is what the visit asks for.
func (t *tab) ready() error {
	if err := t.parsed(); err != nil {
		return err
	}
	if d, _, _ := t.log.shown(); d.bare {
		return nil
	}
	switch w := t.v.Wait; {
	case t.acted: // the element that was waited for may be of the page before
	case w.Selector != "":
		if err := t.look(w.Selector); err != nil {
			return err
		}
		return t.rest(w.For)
	case w.For > 0:
		return t.rest(w.For)
	}
	return t.settle()
}

// parsed waits for the end of the document, and asks the page meanwhile whether its
// scripts leave it time to answer.
func (t *tab) parsed() error {
	for !t.log.isParsed() {
		if err := t.await(lookEvery); err != nil {
			return err
		}
		t.pulse.ask(t.browser.cfg.Now, func() error {
			_, err := proto.RuntimeEvaluate{Expression: "0"}.Call(t.page)
			return err
		})
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

// rest is a wait of so long that the caller asked for. One that the visit has no time for ends at once.
func (t *tab) rest(d time.Duration) error {
	if deadline, ok := t.ctx.Deadline(); ok && t.browser.cfg.Now().Add(d).After(deadline) {
		return errNoTime
	}
	t.rested += d
	return t.pause(d)
}

// until is when a wait of so long ends: earlier when the visit's time is short, since
// what is left must do for reading.
func (t *tab) until(most time.Duration) time.Time {
	until := t.browser.cfg.Now().Add(most)
	if deadline, ok := t.ctx.Deadline(); ok {
		reserve := min(5*time.Second, t.v.Timeout/4)
		if early := deadline.Add(-reserve); early.Before(until) {
			return early
		}
	}
	return until
}

// settle waits until the page rests, or until it is clear that it will not: then what
// there is is taken.
func (t *tab) settle() error {
	until, awaited := t.until(restlessFor), t.until(awaitedFor)
	for {
		now := t.browser.cfg.Now()
		left := min(t.log.restless(now), until.Sub(now))
		if left <= 0 {
			if !t.log.isOwed() || !now.Before(awaited) {
				return nil
			}
			if bare, err := t.isBare(); !bare || err != nil {
				return err
			}
			left = quietFor
		}
		if err := t.await(left); err != nil {
			return err
		}
	}
}

// isOwed reports whether something that was asked for has not come yet.
func (t *traffic) isOwed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.inFlight) > 0
}

// bare asks a page for more words than a message that it loads has, or a picture larger than a symbol.
const bare = `Array.prototype.every.call(Document.prototype.querySelectorAll.call(document, "img, canvas, video, svg, iframe, embed, object"), (e) => {
	const box = e.getBoundingClientRect();
	return box.width * box.height < 20000;
}) && (document.documentElement.innerText ?? "").trim().length <= 200`

// isBare reports whether a page shows next to nothing. One that has moved on meanwhile does.
func (t *tab) isBare() (bool, error) {
	value, err := t.evaluate(bare)
	if _, threw := errors.AsType[*thrownError](err); threw {
		return false, nil
	}
	if isPassing(err) {
		return true, nil
	}
	return string(value) == "true", err
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
func (t *tab) look(selector string) error {
	until := t.until(shown.MaxWait)
	again := func(context.Context) error {
		if t.browser.cfg.Now().After(until) {
			return errs.Newf(errs.UpstreamTimeout, "no element of %s came to match options.waitFor in time; correct the selector or leave it out", t.log.host())
		}
		return t.pause(lookEvery)
	}
	page := t.page.Sleeper(func() utils.Sleeper { return again })
	for {
		// Forms can be named so that they hide the document's methods, and rod's own query.
		_, err := page.ElementByJS(rod.Eval("(selector) => Document.prototype.querySelector.call(document, selector)", selector))
		err = thrown(err)
		if e, ok := errors.AsType[*thrownError](err); ok {
			return &errs.Error{
				Code: errs.TargetError, Permanent: true, Err: e,
				Message: "options.waitFor is not a CSS selector that the browser knows; correct it",
			}
		}
		if err == nil || !isPassing(err) {
			return err
		}
		if err := again(t.ctx); err != nil {
			return err
		}
	}
}
